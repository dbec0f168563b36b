#include "sim/rack/wire.h"

#include <stdlib.h>
#include <string.h>

#include "spec/spec.h"

struct waiting {
	struct waiting *next; /* to the same NIC, held later */
	int from, frames_left; /* frames_left 0: it only waits for its cycle */
	uint64_t due;
	bool is_doubled;
	struct sumac_vnic_frame frame;
	uint8_t bytes[];
};

struct sumac_wire {
	int n_ports;
	uint32_t cycle_ticks;
	struct sumac_wire_end end;
	uint8_t damaged[SUMAC_VNIC_FRAME_BYTES];
	struct waiting *waiting[]; /* by the NIC that they go to */
};

int sumac_wire_open(int n_ports, uint32_t cycle_ticks, const struct sumac_wire_end *end, struct sumac_wire **wire_out)
{
	struct sumac_wire *wire = calloc(1, sizeof *wire + (size_t)n_ports * sizeof wire->waiting[0]);

	if (!wire)
		return -SUMAC_ENOMEM;
	wire->n_ports = n_ports;
	wire->cycle_ticks = cycle_ticks;
	wire->end = *end;
	*wire_out = wire;
	return 0;
}

void sumac_wire_close(struct sumac_wire *wire)
{
	struct waiting *held;

	for (int i = 0; wire && i < wire->n_ports; i++)
		while ((held = wire->waiting[i])) {
			wire->waiting[i] = held->next;
			free(held);
		}
	free(wire);
}

static void send_on(const struct sumac_wire *wire, int from, int to, const struct sumac_vnic_frame *frame, bool is_doubled)
{
	wire->end.out(wire->end.ctx, from, to, frame);
	if (is_doubled)
		wire->end.out(wire->end.ctx, from, to, frame);
}

/* Takes *place out of its list; it leaves when it has waited, not before it came. */
static void let_go(struct sumac_wire *wire, int to, struct waiting **place, uint64_t now, uint64_t now_ticks)
{
	struct waiting *held = *place;

	*place = held->next;
	if (held->frame.end_ticks < now_ticks)
		held->frame.end_ticks = now_ticks;
	if (held->frame.tail_cycle < now)
		held->frame.tail_cycle = now;
	send_on(wire, held->from, to, &held->frame, held->is_doubled);
	free(held);
}

static int hold(struct sumac_wire *wire, int from, int to, const struct sumac_vnic_frame *frame, const struct sumac_fate *fate)
{
	struct waiting *held = malloc(sizeof *held + frame->len_bytes), **place = &wire->waiting[to];

	if (!held)
		return -SUMAC_ENOMEM;
	*held = (struct waiting){ .from = from, .frames_left = fate->hold_frames, .due = frame->tail_cycle + fate->hold_cycles,
				  .is_doubled = fate->is_doubled, .frame = *frame };
	memcpy(held->bytes, frame->bytes, frame->len_bytes);
	held->frame.bytes = held->bytes;
	while (*place)
		place = &(*place)->next;
	*place = held;
	return 0;
}

/* A frame has passed to that NIC: those that waited for it as the last one follow. */
static void count_passing(struct sumac_wire *wire, int to, const struct sumac_vnic_frame *frame)
{
	struct waiting **place = &wire->waiting[to];

	while (*place) {
		if ((*place)->frames_left && !--(*place)->frames_left)
			let_go(wire, to, place, frame->tail_cycle, frame->end_ticks);
		else
			place = &(*place)->next;
	}
}

static struct sumac_vnic_frame damage(struct sumac_wire *wire, const struct sumac_vnic_frame *frame, const struct sumac_fate *fate)
{
	struct sumac_vnic_frame damaged = *frame;

	memcpy(wire->damaged, frame->bytes, frame->len_bytes);
	if (fate->is_flipped)
		wire->damaged[fate->flip_bit / 8] ^= (uint8_t)(1u << fate->flip_bit % 8);
	if (fate->cut_bytes && fate->cut_bytes < frame->len_bytes)
		damaged.len_bytes = fate->cut_bytes;
	damaged.bytes = wire->damaged;
	return damaged;
}

int sumac_wire_frame(struct sumac_wire *wire, int from, int to, const struct sumac_vnic_frame *frame, const struct sumac_fate *fate)
{
	struct sumac_vnic_frame damaged = *frame;

	if (fate->is_lost)
		return 0;
	if (fate->is_flipped || fate->cut_bytes)
		damaged = damage(wire, frame, fate);
	if (fate->hold_cycles)
		return hold(wire, from, to, &damaged, fate);
	send_on(wire, from, to, &damaged, fate->is_doubled);
	count_passing(wire, to, frame);
	return 0;
}

/* The place in its list of the one that is due first; *to_out is -1: there is none. */
static struct waiting **find_due(struct sumac_wire *wire, int *to_out)
{
	struct waiting **first = NULL;

	*to_out = -1;
	for (int i = 0; i < wire->n_ports; i++)
		for (struct waiting **place = &wire->waiting[i]; *place; place = &(*place)->next)
			if (!first || (*place)->due < (*first)->due) {
				first = place;
				*to_out = i;
			}
	return first;
}

uint64_t sumac_wire_due(const struct sumac_wire *wire)
{
	uint64_t due = SUMAC_VNIC_NEVER;

	for (int i = 0; i < wire->n_ports; i++)
		for (const struct waiting *held = wire->waiting[i]; held; held = held->next)
			if (held->due < due)
				due = held->due;
	return due;
}

void sumac_wire_advance(struct sumac_wire *wire, uint64_t until)
{
	struct waiting **place;
	int to;

	while ((place = find_due(wire, &to)) && (*place)->due < until)
		let_go(wire, to, place, (*place)->due, (*place)->due * wire->cycle_ticks);
}
