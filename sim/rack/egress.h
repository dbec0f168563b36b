/*
 * The egress ports of all switches. Each has a queue of bounded bytes, and sends one frame after the other at the links' rate.
 * A frame goes from port to port, cut through; where its bytes do not fit, it is lost, and counted.
 */
#ifndef SUMAC_SIM_EGRESS_H
#define SUMAC_SIM_EGRESS_H

#include "sim/nic/vnic.h"
#include "sim/rack/topology.h"

struct sumac_egress_options {
	struct sumac_topology topology;
	struct sumac_vnic_rate link_rate;
	uint32_t hop_cycles;	/* from NIC to NIC through one switch, without the time on the wire */
	uint32_t switch_cycles; /* that each further switch adds */
	uint32_t buffer_bytes;
};

struct sumac_egress_end {
	void *ctx;
	/* Its first beat reaches the NIC in cycle `at`. */
	void (*deliver)(void *ctx, int to, uint64_t at, const struct sumac_vnic_frame *frame);
	/* There was no room at that port. */
	void (*drop)(void *ctx, int from, int port, const struct sumac_vnic_frame *frame);
};

struct sumac_egress_stats {
	uint64_t bytes; /* that have left, with what a frame takes on the wire beyond its own */
	uint64_t most_queued_bytes, drops;
};

struct sumac_egress;

/* 0 or -SUMAC_ENOMEM. */
int sumac_egress_open(const struct sumac_egress_options *options, const struct sumac_egress_end *end,
		      struct sumac_egress **egress_out);
void sumac_egress_close(struct sumac_egress *egress);

/* Takes a frame to its first port; frames come in the order of their tail_cycle. Copies it. 0 or -SUMAC_ENOMEM. */
int sumac_egress_frame(struct sumac_egress *egress, int from, int to, const struct sumac_vnic_frame *frame);
/* Takes frames to their further ports, as far as no frame that a NIC sends from cycle `until` on could come before them. */
void sumac_egress_advance(struct sumac_egress *egress, uint64_t until);
/* The last cycle `until` that does not let any more pass; SUMAC_VNIC_NEVER: none is under way. */
uint64_t sumac_egress_next(const struct sumac_egress *egress);

const struct sumac_egress_stats *sumac_egress_port(const struct sumac_egress *egress, int port);

#endif
