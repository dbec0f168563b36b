/*
 * The switch. Times are in ticks of the links. A frame takes its time on the wire only once: the
 * switch begins to forward it as soon as it has seen its head, and the receiving MAC streams it so that its last beat
 * is handed over when its last byte has arrived.
 */
#include "sim/rack/switch.h"

#include <stdlib.h>
#include <string.h>

#include "bus/address.h"
#include "spec/spec.h"

/* The part of a hop (MAC, cable, switch, cable, MAC) up to the switch's egress: 450 of 600 ns. */
enum { UP_NUM = 3, UP_DEN = 4 };

struct held {
	struct held *next; /* the same port's next frame, sent later */
	struct sumac_vnic_frame frame;
	uint8_t bytes[];
};

struct port {
	struct held *first, **end; /* of this turn: only the port's own NIC adds to them */
	uint64_t free_ticks;
	uint64_t streams[SUMAC_N_FAULTS]; /* that choose the faults of the frames that enter here */
};

struct sumac_switch {
	struct sumac_switch_options options;
	struct sumac_switch_host host;
	struct sumac_switch_stats stats;
	uint64_t up_ticks, down_ticks;
	struct sumac_faults faults;
	struct sumac_wire *wire;
	struct port ports[];
};

static uint64_t wire_ticks(const struct sumac_switch *sw, size_t len_bytes)
{
	size_t least = SUMAC_VNIC_FRAME_LEAST_BYTES;

	return ((len_bytes < least ? least : len_bytes) + SUMAC_VNIC_FRAME_OVERHEAD_BYTES) * sw->options.link_rate.byte_ticks;
}

/* Returns whether there was room in the egress queue. */
static bool forward(struct sumac_switch *sw, int to, const struct sumac_vnic_frame *frame)
{
	struct sumac_vnic_rate rate = sw->options.link_rate;
	uint64_t length_ticks = wire_ticks(sw, frame->len_bytes), queued_bytes, tail_cycle;
	uint64_t n_beats = (frame->len_bytes + SUMAC_VNIC_BEAT_BYTES - 1) / SUMAC_VNIC_BEAT_BYTES;
	uint64_t head_ticks = frame->end_ticks + sw->up_ticks - length_ticks;
	uint64_t *free_ticks = &sw->ports[to].free_ticks;
	uint64_t queued = *free_ticks > head_ticks ? *free_ticks - head_ticks : 0;

	queued_bytes = (queued + length_ticks + rate.byte_ticks - 1) / rate.byte_ticks;
	if (queued_bytes > sw->options.buffer_bytes)
		return false;
	if (queued_bytes > sw->stats.most_queued_bytes)
		sw->stats.most_queued_bytes = queued_bytes;
	*free_ticks = head_ticks + queued + length_ticks;
	tail_cycle = (*free_ticks + sw->down_ticks + rate.cycle_ticks - 1) / rate.cycle_ticks;
	sw->host.deliver(sw->host.ctx, to, tail_cycle - (n_beats - 1), frame);
	return true;
}

static void forward_or_drop(void *ctx, int from, int to, const struct sumac_vnic_frame *frame)
{
	struct sumac_switch *sw = ctx;

	if (forward(sw, to, frame))
		return;
	sw->stats.drops_full++;
	sw->host.drop(sw->host.ctx, from, to, frame);
}

int sumac_switch_open(const struct sumac_switch_options *options, const struct sumac_switch_host *host,
		      struct sumac_switch **switch_out)
{
	size_t ports_bytes = (size_t)options->n_ports * sizeof(struct port);
	struct sumac_switch *sw = calloc(1, sizeof *sw + ports_bytes);
	uint64_t hop_ticks = (uint64_t)options->hop_cycles * options->link_rate.cycle_ticks, seeds = options->faults.seed;

	if (!sw)
		return -SUMAC_ENOMEM;
	sw->options = *options;
	sw->host = *host;
	sw->up_ticks = hop_ticks * UP_NUM / UP_DEN;
	sw->down_ticks = hop_ticks - sw->up_ticks;
	for (int i = 0; i < options->n_ports; i++) {
		sw->ports[i].end = &sw->ports[i].first;
		sumac_faults_seed(&seeds, sw->ports[i].streams);
	}
	sumac_faults_open(&options->faults, &sw->faults);
	*switch_out = sw;
	return sumac_wire_open(options->n_ports, options->link_rate.cycle_ticks,
			       &(struct sumac_wire_end){ sw, forward_or_drop }, &sw->wire);
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

	for (int i = 0; sw && i < sw->options.n_ports; i++)
		while ((held = take_oldest(&sw->ports[i])))
			free(held);
	if (sw)
		sumac_wire_close(sw->wire);
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
	int to = frame->len_bytes < 6 ? -1 : sumac_address_nic(frame->bytes, sw->options.n_ports);
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

	for (int i = 0; i < sw->options.n_ports; i++) {
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
	return err;
}

void sumac_switch_begin(struct sumac_switch *sw, uint64_t now)
{
	sw->faults.begin = now;
}

uint64_t sumac_switch_next(const struct sumac_switch *sw)
{
	return sumac_wire_due(sw->wire);
}

uint64_t sumac_switch_epoch_cycles(const struct sumac_switch *sw)
{
	uint32_t frame_beats = SUMAC_VNIC_FRAME_BEATS - 1;

	return sw->options.hop_cycles > frame_beats ? sw->options.hop_cycles - frame_beats : 1;
}

void sumac_switch_stats(const struct sumac_switch *sw, struct sumac_switch_stats *stats_out)
{
	*stats_out = sw->stats;
	memcpy(stats_out->faults, sw->faults.counts, sizeof stats_out->faults);
	stats_out->down = sw->faults.n_down;
	stats_out->begin = sw->faults.begin;
}
