/*
 * Where frames enter the network: in order of time, through the fault plan and the wire, to the switches' egress ports.
 */
#include "sim/rack/switch.h"

#include <stdlib.h>
#include <string.h>

#include "bus/address.h"
#include "spec/spec.h"

struct held {
	struct held *next; /* the same port's next frame, sent later */
	struct sumac_vnic_frame frame;
	uint8_t bytes[];
};

struct port {
	struct held *first, **end; /* of this turn: only the port's own NIC adds to them */
	uint64_t streams[SUMAC_N_FAULTS]; /* that choose the faults of the frames that enter here */
};

struct sumac_switch {
	struct sumac_switch_options options;
	struct sumac_switch_host host;
	struct sumac_switch_stats stats;
	struct sumac_faults faults;
	struct sumac_wire *wire;
	struct sumac_egress *egress;
	bool is_out_of_memory;
	struct port ports[];
};

static void go_on(void *ctx, int from, int to, const struct sumac_vnic_frame *frame)
{
	struct sumac_switch *sw = ctx;

	if (sumac_egress_frame(sw->egress, from, to, frame))
		sw->is_out_of_memory = true;
}

int sumac_switch_open(const struct sumac_switch_options *options, const struct sumac_switch_host *host,
		      struct sumac_switch **switch_out)
{
	int n_ports = options->net.topology.n_nics;
	struct sumac_switch *sw = calloc(1, sizeof *sw + (size_t)n_ports * sizeof(struct port));
	uint64_t seeds = options->faults.seed;
	int err;

	if (!sw)
		return -SUMAC_ENOMEM;
	sw->options = *options;
	sw->host = *host;
	for (int i = 0; i < n_ports; i++) {
		sw->ports[i].end = &sw->ports[i].first;
		sumac_faults_seed(&seeds, sw->ports[i].streams);
	}
	sumac_faults_open(&options->faults, &sw->faults);
	*switch_out = sw;
	err = sumac_egress_open(&options->net, &(struct sumac_egress_end){ host->ctx, host->deliver, host->drop }, &sw->egress);
	return err ? err : sumac_wire_open(n_ports, options->net.link_rate.cycle_ticks,
					   &(struct sumac_wire_end){ sw, go_on }, &sw->wire);
}

/* Returns the port's oldest, or NULL. */
static struct held *take_oldest(struct port *port)
{
	struct held *held = port->first;

	if (!held)
		return NULL;
	port->first = held->next;
	if (!port->first)
		port->end = &port->first;
	return held;
}

void sumac_switch_close(struct sumac_switch *sw)
{
	struct held *held;

	for (int i = 0; sw && i < sw->options.net.topology.n_nics; i++)
		while ((held = take_oldest(&sw->ports[i])))
			free(held);
	if (sw) {
		sumac_wire_close(sw->wire);
		sumac_egress_close(sw->egress);
	}
	free(sw);
}

int sumac_switch_frame_in(struct sumac_switch *sw, int from, const struct sumac_vnic_frame *frame)
{
	struct held *held = malloc(sizeof *held + frame->len_bytes);
	struct port *port = &sw->ports[from];

	if (!held)
		return -SUMAC_ENOMEM;
	*held = (struct held){ .frame = *frame };
	memcpy(held->bytes, frame->bytes, frame->len_bytes);
	held->frame.bytes = held->bytes;
	*port->end = held;
	port->end = &held->next;
	return 0;
}

/* Damage comes behind the look at the address: on a real wire, too, each link's own check keeps frames from going astray. */
static int enter(struct sumac_switch *sw, int from, const struct sumac_vnic_frame *frame)
{
	int to = frame->len_bytes < 6 ? -1 : sumac_address_nic(frame->bytes, sw->options.net.topology.n_nics);
	struct sumac_fate fate;

	sw->stats.frames++;
	sw->stats.bytes += frame->len_bytes;
	sw->host.entered(sw->host.ctx, from, frame);
	if (to < 0) {
		sw->stats.drops_unknown++;
		sw->host.drop(sw->host.ctx, from, to, frame);
		return 0;
	}
	fate = sumac_faults_draw(&sw->faults, sw->ports[from].streams, from, to, frame);
	if (sw->host.fate)
		sw->host.fate(sw->host.ctx, from, frame, &fate);
	return sumac_wire_frame(sw->wire, from, to, frame, &fate);
}

/* The port whose oldest frame is the earliest, or -1. The order is that of the cycles in which the last beats were sent, not of
 * the wire's own time, which a MAC's slack may reorder across turns. */
static int earliest_port(const struct sumac_switch *sw)
{
	int earliest = -1;

	for (int i = 0; i < sw->options.net.topology.n_nics; i++) {
		const struct held *held = sw->ports[i].first;

		if (held && (earliest < 0 || held->frame.tail_cycle < sw->ports[earliest].first->frame.tail_cycle))
			earliest = i;
	}
	return earliest;
}

int sumac_switch_turn(struct sumac_switch *sw, uint64_t until)
{
	int from, err = 0;

	while ((from = earliest_port(sw)) >= 0) {
		struct held *held = take_oldest(&sw->ports[from]);

		sumac_wire_advance(sw->wire, held->frame.tail_cycle);
		err = enter(sw, from, &held->frame) ? -SUMAC_ENOMEM : err;
		free(held);
	}
	sumac_wire_advance(sw->wire, until);
	sumac_egress_advance(sw->egress, until);
	err = sw->is_out_of_memory ? -SUMAC_ENOMEM : err;
	sw->is_out_of_memory = false;
	return err;
}

void sumac_switch_begin(struct sumac_switch *sw, uint64_t now)
{
	sw->faults.begin = now;
}

uint64_t sumac_switch_next(const struct sumac_switch *sw)
{
	uint64_t due = sumac_wire_due(sw->wire), next = sumac_egress_next(sw->egress);

	return due < next ? due : next;
}

uint64_t sumac_switch_epoch_cycles(const struct sumac_switch *sw)
{
	uint32_t frame_beats = SUMAC_VNIC_FRAME_BEATS - 1;

	return sw->options.net.hop_cycles > frame_beats ? sw->options.net.hop_cycles - frame_beats : 1;
}

void sumac_switch_stats(const struct sumac_switch *sw, struct sumac_switch_stats *stats_out)
{
	*stats_out = sw->stats;
	for (int i = 0; i < sumac_topology_ports(&sw->options.net.topology); i++) {
		const struct sumac_egress_stats *port = sumac_egress_port(sw->egress, i);

		stats_out->drops_full += port->drops;
		if (port->most_queued_bytes > stats_out->most_queued_bytes)
			stats_out->most_queued_bytes = port->most_queued_bytes;
	}
	memcpy(stats_out->faults, sw->faults.counts, sizeof stats_out->faults);
	stats_out->down = sw->faults.n_down;
	stats_out->begin = sw->faults.begin;
}

const struct sumac_egress_stats *sumac_switch_port(const struct sumac_switch *sw, int port)
{
	return sumac_egress_port(sw->egress, port);
}
