/*
 * The switch. Times are in byte times (cycles x bytes per cycle). A frame takes its time on the wire only once: the switch
 * begins to send it on as soon as it has seen its head, and the receiving MAC streams it so that its last beat is handed
 * over when its last byte has arrived.
 */
#include "sim/rack/switch.h"

#include <stdlib.h>
#include <string.h>

#include "sim/rack/address.h"
#include "spec/spec.h"

/* The part of a hop (MAC, cable, switch, cable, MAC) up to the switch's egress: 450 of 600 ns. */
enum { UP_NUM = 3, UP_DEN = 4 };

struct held {
	int from;
	size_t number; /* of this turn */
	struct sumac_vnic_frame frame;
	uint8_t bytes[];
};

struct sumac_switch {
	struct sumac_switch_options options;
	struct sumac_switch_host host;
	struct sumac_switch_stats stats;
	uint64_t up_bt, down_bt;
	struct held **waiting; /* of this turn */
	size_t n_waiting, cap_waiting;
	uint64_t egress_free_bt[];
};

int sumac_switch_open(const struct sumac_switch_options *options, const struct sumac_switch_host *host,
		      struct sumac_switch **switch_out)
{
	size_t ports_bytes = (size_t)options->n_ports * sizeof(uint64_t);
	struct sumac_switch *sw = calloc(1, sizeof *sw + ports_bytes);
	uint64_t hop_bt = (uint64_t)options->hop_cycles * options->link_bytes_per_cycle;

	if (!sw)
		return -SUMAC_ENOMEM;
	sw->options = *options;
	sw->host = *host;
	sw->up_bt = hop_bt * UP_NUM / UP_DEN;
	sw->down_bt = hop_bt - sw->up_bt;
	*switch_out = sw;
	return 0;
}

void sumac_switch_close(struct sumac_switch *sw)
{
	if (!sw)
		return;
	for (size_t i = 0; i < sw->n_waiting; i++)
		free(sw->waiting[i]);
	free(sw->waiting);
	free(sw);
}

int sumac_switch_frame_in(struct sumac_switch *sw, int from, const struct sumac_vnic_frame *frame)
{
	struct held *held = malloc(sizeof *held + frame->len_bytes);

	if (!held)
		return -SUMAC_ENOMEM;
	if (sw->n_waiting == sw->cap_waiting) {
		size_t cap = sw->cap_waiting ? 2 * sw->cap_waiting : 64;
		struct held **waiting = realloc(sw->waiting, cap * sizeof(struct held *));

		if (!waiting) {
			free(held);
			return -SUMAC_ENOMEM;
		}
		sw->waiting = waiting;
		sw->cap_waiting = cap;
	}
	*held = (struct held){ .from = from, .number = sw->n_waiting, .frame = *frame };
	memcpy(held->bytes, frame->bytes, frame->len_bytes);
	held->frame.bytes = held->bytes;
	sw->waiting[sw->n_waiting++] = held;
	return 0;
}

/* By the cycle in which the last beat was sent, not by the wire's own time, which a MAC's slack may reorder across turns. */
static int compare(const void *a, const void *b)
{
	const struct held *left = *(const struct held *const *)a, *right = *(const struct held *const *)b;

	if (left->frame.tail_cycle != right->frame.tail_cycle)
		return left->frame.tail_cycle < right->frame.tail_cycle ? -1 : 1;
	if (left->from != right->from)
		return left->from - right->from;
	return left->number < right->number ? -1 : 1;
}

static uint64_t wire_bytes(size_t len_bytes)
{
	size_t least = SUMAC_VNIC_FRAME_LEAST_BYTES;

	return (len_bytes < least ? least : len_bytes) + SUMAC_VNIC_FRAME_OVERHEAD_BYTES;
}

/* Returns whether there was room in the egress queue. */
static bool forward(struct sumac_switch *sw, int to, const struct sumac_vnic_frame *frame)
{
	uint64_t rate = sw->options.link_bytes_per_cycle, length_bt = wire_bytes(frame->len_bytes);
	uint64_t n_beats = (frame->len_bytes + SUMAC_VNIC_BEAT_BYTES - 1) / SUMAC_VNIC_BEAT_BYTES;
	uint64_t head_bt = frame->end_bt + sw->up_bt - length_bt;
	uint64_t *free_bt = &sw->egress_free_bt[to];
	uint64_t queued = *free_bt > head_bt ? *free_bt - head_bt : 0, tail_cycle;

	if (queued + length_bt > sw->options.buffer_bytes)
		return false;
	if (queued + length_bt > sw->stats.most_queued_bytes)
		sw->stats.most_queued_bytes = queued + length_bt;
	*free_bt = head_bt + queued + length_bt;
	tail_cycle = (*free_bt + sw->down_bt + rate - 1) / rate;
	sw->host.deliver(sw->host.ctx, to, tail_cycle - (n_beats - 1), frame);
	return true;
}

static void forward_or_drop(struct sumac_switch *sw, int from, const struct sumac_vnic_frame *frame)
{
	int to = frame->len_bytes < 6 ? -1 : sumac_address_nic(frame->bytes, sw->options.n_ports);

	sw->stats.frames++;
	sw->stats.bytes += frame->len_bytes;
	sw->host.entered(sw->host.ctx, from, frame);
	if (to < 0)
		sw->stats.drops_unknown++;
	else if (forward(sw, to, frame))
		return;
	else
		sw->stats.drops_full++;
	sw->host.drop(sw->host.ctx, from, to, frame);
}

void sumac_switch_turn(struct sumac_switch *sw)
{
	if (!sw->n_waiting)
		return;
	qsort(sw->waiting, sw->n_waiting, sizeof(struct held *), compare);
	for (size_t i = 0; i < sw->n_waiting; i++) {
		forward_or_drop(sw, sw->waiting[i]->from, &sw->waiting[i]->frame);
		free(sw->waiting[i]);
	}
	sw->n_waiting = 0;
}

uint64_t sumac_switch_epoch_cycles(const struct sumac_switch *sw)
{
	uint32_t frame_beats = SUMAC_VNIC_FRAME_BEATS - 1;

	return sw->options.hop_cycles > frame_beats ? sw->options.hop_cycles - frame_beats : 1;
}

void sumac_switch_stats(const struct sumac_switch *sw, struct sumac_switch_stats *stats_out)
{
	*stats_out = sw->stats;
}
