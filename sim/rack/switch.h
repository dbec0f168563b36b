/*
 * The network: forwards frames by destination address through the switches of a topology. Frames that do not fit into an egress
 * port's queue are lost, and counted. The fault plan, if there is one, acts on frames at their entry.
 */
#ifndef SUMAC_SIM_SWITCH_H
#define SUMAC_SIM_SWITCH_H

#include "sim/rack/egress.h"
#include "sim/rack/faults.h"

struct sumac_switch_options {
	struct sumac_egress_options net;
	struct sumac_fault_plan faults;
};

struct sumac_switch_host {
	void *ctx;
	/* A frame enters the switch; the checker sees it. */
	void (*entered)(void *ctx, int from, const struct sumac_vnic_frame *frame);
	/* May change what becomes of it. NULL: none does. */
	void (*fate)(void *ctx, int from, const struct sumac_vnic_frame *frame, struct sumac_fate *fate);
	/* Its first beat reaches the NIC in cycle `at`. */
	void (*deliver)(void *ctx, int to, uint64_t at, const struct sumac_vnic_frame *frame);
	/* That egress port was full; -1: no NIC has that address. */
	void (*drop)(void *ctx, int from, int port, const struct sumac_vnic_frame *frame);
};

struct sumac_switch_stats {
	uint64_t frames, bytes, drops_full, drops_unknown;
	uint64_t most_queued_bytes; /* at any egress port */
	uint64_t faults[SUMAC_N_FAULTS], down; /* frames */
	uint64_t begin;                        /* of the job */
};

struct sumac_switch;

int sumac_switch_open(const struct sumac_switch_options *options, const struct sumac_switch_host *host,
		      struct sumac_switch **switch_out);
void sumac_switch_close(struct sumac_switch *sw);

/* Takes a frame that a NIC has sent, to be forwarded at the next turn; a NIC's own frames come in order of time. Copies it. NICs
 * that are stepped on several threads may hand in their frames at the same time. */
int sumac_switch_frame_in(struct sumac_switch *sw, int from, const struct sumac_vnic_frame *frame);
/* Forwards the frames that it has, in order of time; those of the same cycle in order of ports. Frames that
 * are held back go on up to, and not including, cycle `until`. 0 or -SUMAC_ENOMEM. */
int sumac_switch_turn(struct sumac_switch *sw, uint64_t until);

/* The job starts in this cycle, from which the fault plan counts. */
void sumac_switch_begin(struct sumac_switch *sw, uint64_t now);
/* The next cycle in which a frame that is held back, or between two switches, goes on, or SUMAC_VNIC_NEVER. */
uint64_t sumac_switch_next(const struct sumac_switch *sw);

/* For how many cycles each NIC may be stepped by itself: no frame sent within them arrives within them. */
uint64_t sumac_switch_epoch_cycles(const struct sumac_switch *sw);
void sumac_switch_stats(const struct sumac_switch *sw, struct sumac_switch_stats *stats_out);
const struct sumac_egress_stats *sumac_switch_port(const struct sumac_switch *sw, int port);

#endif
