/*
 * Draws each frame's fate by a fault plan. Each kind of fault has at each entry port a stream of random numbers of its
 * own, from which it takes two for every frame. Neither the probability of another kind nor what other ports send
 * therefore changes its choices.
 */
#ifndef SUMAC_SIM_FAULTS_H
#define SUMAC_SIM_FAULTS_H

#include "base/fault_plan.h"
#include "sim/rack/wire.h"

struct sumac_faults {
	struct sumac_fault_plan plan;
	uint64_t begin; /* the cycle of the job's start; SUMAC_VNIC_NEVER: it has not started */
	uint64_t counts[SUMAC_N_FAULTS], n_down; /* frames */
};

void sumac_faults_open(const struct sumac_fault_plan *plan, struct sumac_faults *faults_out);
/* To be called for each port, in order, with the same *seeds, which begins as the plan's seed. */
void sumac_faults_seed(uint64_t *seeds, uint64_t streams_out[SUMAC_N_FAULTS]);
struct sumac_fate sumac_faults_draw(struct sumac_faults *faults, uint64_t streams[SUMAC_N_FAULTS], int from, int to,
				    const struct sumac_vnic_frame *frame);

#endif
