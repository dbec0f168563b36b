/*
 * A wire that does not treat all frames alike: it carries out each frame's fate. Frames that are held back pass on
 * behind later ones to the same NIC, or in a given cycle.
 */
#ifndef SUMAC_SIM_WIRE_H
#define SUMAC_SIM_WIRE_H

#include "sim/nic/vnic.h"

struct sumac_fate {
	bool is_lost;
	bool is_doubled;
	bool is_flipped;
	size_t flip_bit;	/* of is_flipped */
	size_t cut_bytes;	/* what is left of it; 0: all */
	int hold_frames;	/* to the same NIC, that pass before it does; 0: it only waits for hold_cycles */
	uint64_t hold_cycles;	/* after which it passes in any case; 0: it is not held back */
};

/* Where frames go on, in this order. */
struct sumac_wire_end {
	void *ctx;
	void (*out)(void *ctx, int from, int to, const struct sumac_vnic_frame *frame);
};

struct sumac_wire;

int sumac_wire_open(int n_ports, uint32_t cycle_ticks, const struct sumac_wire_end *end, struct sumac_wire **wire_out);
void sumac_wire_close(struct sumac_wire *wire);

/* 0 or -SUMAC_ENOMEM. */
int sumac_wire_frame(struct sumac_wire *wire, int from, int to, const struct sumac_vnic_frame *frame,
		     const struct sumac_fate *fate);

/* The cycle in which the next of those that are held back passes on at the latest, or SUMAC_VNIC_NEVER. */
uint64_t sumac_wire_due(const struct sumac_wire *wire);
/* Those pass on up to, and not including, that cycle. */
void sumac_wire_advance(struct sumac_wire *wire, uint64_t until);

#endif
