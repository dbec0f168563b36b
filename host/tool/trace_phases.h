/*
 * Where a call's cycles went on its NIC: phases that follow each other, each until the last thing of its kind. They add up.
 */
#ifndef SUMAC_TRACE_PHASES_H
#define SUMAC_TRACE_PHASES_H

#include <stdbool.h>
#include <stdint.h>

/* PHASE(NAME, words for the table) */
#define SUMAC_PHASES                                       \
	PHASE(DOORBELL, "until its doorbell is seen")      \
	PHASE(ACCEPT, "until its descriptors are accepted") \
	PHASE(OPERAND, "operands from the host's memory")  \
	PHASE(PEER, "waiting until the last peer sends")   \
	PHASE(WIRE, "from there, by the wire")             \
	PHASE(PASSES, "passes, and to the outputs")        \
	PHASE(COMPLETION, "result and completion")         \
	PHASE(SEEN, "until the rank sees it")

enum sumac_phase {
#define PHASE(NAME, words) SUMAC_PHASE_##NAME,
	SUMAC_PHASES
#undef PHASE
	SUMAC_N_PHASES
};

/* The nodes of a call on a NIC, put together: the first doorbell, else the last cycle of each kind; 0: there was none. */
struct sumac_milestones {
	int n_nodes;
	uint64_t rung, accepted, operand, sent, arrived, out, done;
	int peer; /* the NIC whose chunk came last, or -1 */
};

void sumac_milestones_add(struct sumac_milestones *milestones, const struct sumac_milestones *node);
/* Whether these are all nodes of a call that took so many cycles, from its first doorbell to its last completion. */
bool sumac_milestones_are_whole(const struct sumac_milestones *milestones, uint64_t cycles);
/* Splits a call that began and ended then, for its rank. */
void sumac_milestones_split(const struct sumac_milestones *milestones, uint64_t begin, uint64_t end,
			    uint64_t phases_out[SUMAC_N_PHASES]);

#endif
