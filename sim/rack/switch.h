/*
 * The switch: forwards frames by destination address, cut through, with a queue of bounded bytes at each port's
 * egress, each port at the link's rate. Frames that do not fit are lost, and counted.
 */
#ifndef SUMAC_SIM_SWITCH_H
#define SUMAC_SIM_SWITCH_H

#include "sim/nic/vnic.h"

struct sumac_switch_options {
	int n_ports;
	uint32_t link_bytes_per_cycle;
	uint32_t hop_cycles; /* from NIC to NIC, without the time on the wire */
	uint32_t buffer_bytes;
};

struct sumac_switch_host {
	void *ctx;
	/* A frame enters the switch; the checker sees it. */
	void (*entered)(void *ctx, int from, const struct sumac_vnic_frame *frame);
	/* Its first beat reaches the NIC in cycle `at`. */
	void (*deliver)(void *ctx, int to, uint64_t at, const struct sumac_vnic_frame *frame);
	/* to is -1: no NIC has that address; else its queue was full. */
	void (*drop)(void *ctx, int from, int to, const struct sumac_vnic_frame *frame);
};

struct sumac_switch_stats {
	uint64_t frames, bytes, drops_full, drops_unknown;
	uint64_t most_queued_bytes; /* at any port's egress */
};

struct sumac_switch;

int sumac_switch_open(const struct sumac_switch_options *options, const struct sumac_switch_host *host,
		      struct sumac_switch **switch_out);
void sumac_switch_close(struct sumac_switch *sw);

/* Takes a frame that a NIC has sent, to be forwarded at the next turn; a NIC's own frames come in order of time. Copies it. NICs
 * that are stepped on several threads may hand in their frames at the same time. */
int sumac_switch_frame_in(struct sumac_switch *sw, int from, const struct sumac_vnic_frame *frame);
/* Forwards the frames that it has, in order of time; those of the same cycle in order of ports. */
void sumac_switch_turn(struct sumac_switch *sw);

/* For how many cycles each NIC may be stepped by itself: no frame sent within them arrives within them. */
uint64_t sumac_switch_epoch_cycles(const struct sumac_switch *sw);
void sumac_switch_stats(const struct sumac_switch *sw, struct sumac_switch_stats *stats_out);

#endif
