/*
 * Frames under way. Times are in ticks of the links. A frame takes its time on the wire only once: a switch begins to send it as
 * soon as it has seen its head, and the receiving MAC streams it so that its last beat is handed over when its last byte has
 * arrived. Ports serve frames in the order in which their last bytes come, so a frame that is between two switches waits here
 * until no other can come before it; the order therefore does not depend on how the rack cuts time into epochs.
 */
#include "sim/rack/egress.h"

#include <stdlib.h>
#include <string.h>

#include "spec/spec.h"

/* The part of a hop (MAC, cable, switch, cable, MAC) up to the first switch's egress: 450 of 600 ns. */
enum { UP_NUM = 3, UP_DEN = 4, FEWEST_PLACES = 64 };

/* Between two switches. */
struct passing {
	uint64_t tail_ticks; /* when its last byte could leave the next port, if nothing were queued there */
	uint64_t number;     /* those of the same time go in the order in which they left */
	int from, to, port;
	struct sumac_vnic_frame frame;
	uint8_t bytes[];
};

struct port {
	uint64_t free_ticks;
	struct sumac_egress_stats stats;
};

struct sumac_egress {
	struct sumac_egress_options options;
	struct sumac_egress_end end;
	uint64_t up_ticks, down_ticks, switch_ticks;
	/* A heap: the first is the earliest. */
	struct passing **passing;
	size_t n_passing, n_places;
	uint64_t n_passed;
	struct port ports[];
};

int sumac_egress_open(const struct sumac_egress_options *options, const struct sumac_egress_end *end,
		      struct sumac_egress **egress_out)
{
	size_t n_ports = (size_t)sumac_topology_ports(&options->topology);
	struct sumac_egress *egress = calloc(1, sizeof *egress + n_ports * sizeof(struct port));
	uint64_t cycle_ticks = options->link_rate.cycle_ticks, hop_ticks = options->hop_cycles * cycle_ticks;

	if (!egress)
		return -SUMAC_ENOMEM;
	egress->options = *options;
	egress->end = *end;
	egress->up_ticks = hop_ticks * UP_NUM / UP_DEN;
	egress->down_ticks = hop_ticks - egress->up_ticks;
	egress->switch_ticks = options->switch_cycles * cycle_ticks;
	*egress_out = egress;
	return 0;
}

void sumac_egress_close(struct sumac_egress *egress)
{
	for (size_t i = 0; egress && i < egress->n_passing; i++)
		free(egress->passing[i]);
	if (egress)
		free(egress->passing);
	free(egress);
}

static uint64_t wire_bytes(size_t len_bytes)
{
	size_t least = SUMAC_VNIC_FRAME_LEAST_BYTES;

	return (len_bytes < least ? least : len_bytes) + SUMAC_VNIC_FRAME_OVERHEAD_BYTES;
}

/* Its last byte comes at *tail_ticks, and leaves at what is written there. Returns whether there was room in the queue. */
static bool queue(struct sumac_egress *egress, int number, uint64_t len_bytes, uint64_t *tail_ticks)
{
	struct port *port = &egress->ports[number];
	uint32_t byte_ticks = egress->options.link_rate.byte_ticks;
	uint64_t length_ticks = len_bytes * byte_ticks, head_ticks = *tail_ticks - length_ticks;
	uint64_t queued_ticks = port->free_ticks > head_ticks ? port->free_ticks - head_ticks : 0;
	uint64_t queued_bytes = (queued_ticks + length_ticks + byte_ticks - 1) / byte_ticks;

	if (queued_bytes > egress->options.buffer_bytes) {
		port->stats.drops++;
		return false;
	}
	if (queued_bytes > port->stats.most_queued_bytes)
		port->stats.most_queued_bytes = queued_bytes;
	port->stats.bytes += len_bytes;
	*tail_ticks += queued_ticks;
	port->free_ticks = *tail_ticks;
	return true;
}

static void deliver(struct sumac_egress *egress, int to, uint64_t tail_ticks, const struct sumac_vnic_frame *frame)
{
	uint32_t cycle_ticks = egress->options.link_rate.cycle_ticks;
	uint64_t n_beats = (frame->len_bytes + SUMAC_VNIC_BEAT_BYTES - 1) / SUMAC_VNIC_BEAT_BYTES;
	uint64_t tail_cycle = (tail_ticks + egress->down_ticks + cycle_ticks - 1) / cycle_ticks;

	egress->end.deliver(egress->end.ctx, to, tail_cycle - (n_beats - 1), frame);
}

/* Takes a frame through a port, as queue() does. Returns the port to which it goes on, or -1: it goes no farther. */
static int pass(struct sumac_egress *egress, int from, int to, int port, uint64_t *tail_ticks, const struct sumac_vnic_frame *frame)
{
	int next;

	if (!queue(egress, port, wire_bytes(frame->len_bytes), tail_ticks)) {
		egress->end.drop(egress->end.ctx, from, port, frame);
		return -1;
	}
	next = sumac_topology_next(&egress->options.topology, port, to);
	if (next < 0)
		deliver(egress, to, *tail_ticks, frame);
	*tail_ticks += egress->switch_ticks;
	return next;
}

static bool is_earlier(const struct passing *a, const struct passing *b)
{
	return a->tail_ticks != b->tail_ticks ? a->tail_ticks < b->tail_ticks : a->number < b->number;
}

/* There is a place for it. */
static void put(struct sumac_egress *egress, struct passing *passing)
{
	size_t at = egress->n_passing++;

	passing->number = egress->n_passed++;
	for (; at && is_earlier(passing, egress->passing[(at - 1) / 2]); at = (at - 1) / 2)
		egress->passing[at] = egress->passing[(at - 1) / 2];
	egress->passing[at] = passing;
}

static struct passing *take_earliest(struct sumac_egress *egress)
{
	struct passing *earliest = egress->passing[0], *last = egress->passing[--egress->n_passing];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < egress->n_passing) {
		if (child + 1 < egress->n_passing && is_earlier(egress->passing[child + 1], egress->passing[child]))
			child++;
		if (is_earlier(last, egress->passing[child]))
			break;
		egress->passing[at] = egress->passing[child];
		at = child;
	}
	egress->passing[at] = last;
	return earliest;
}

/* Those whose last byte comes before that time. */
static void advance(struct sumac_egress *egress, uint64_t until_ticks)
{
	while (egress->n_passing && egress->passing[0]->tail_ticks < until_ticks) {
		struct passing *passing = take_earliest(egress);

		passing->port = pass(egress, passing->from, passing->to, passing->port, &passing->tail_ticks, &passing->frame);
		if (passing->port < 0)
			free(passing);
		else
			put(egress, passing);
	}
}

static int make_place(struct sumac_egress *egress)
{
	size_t n_places = egress->n_places ? 2 * egress->n_places : FEWEST_PLACES;
	struct passing **passing;

	if (egress->n_passing < egress->n_places)
		return 0;
	passing = realloc(egress->passing, n_places * sizeof *passing);
	if (!passing)
		return -SUMAC_ENOMEM;
	egress->passing = passing;
	egress->n_places = n_places;
	return 0;
}

int sumac_egress_frame(struct sumac_egress *egress, int from, int to, const struct sumac_vnic_frame *frame)
{
	uint64_t tail_ticks = frame->end_ticks + egress->up_ticks;
	struct passing *passing;
	int port;

	sumac_egress_advance(egress, frame->tail_cycle);
	port = pass(egress, from, to, sumac_topology_first(&egress->options.topology, from, to), &tail_ticks, frame);
	if (port < 0)
		return 0;
	passing = make_place(egress) ? NULL : malloc(sizeof *passing + frame->len_bytes);
	if (!passing)
		return -SUMAC_ENOMEM;
	*passing = (struct passing){ .tail_ticks = tail_ticks, .from = from, .to = to, .port = port, .frame = *frame };
	memcpy(passing->bytes, frame->bytes, frame->len_bytes);
	passing->frame.bytes = passing->bytes;
	put(egress, passing);
	return 0;
}

/* A frame whose last beat is sent in that cycle comes to its first port later than this. */
void sumac_egress_advance(struct sumac_egress *egress, uint64_t until)
{
	advance(egress, until * egress->options.link_rate.cycle_ticks + egress->up_ticks);
}

uint64_t sumac_egress_next(const struct sumac_egress *egress)
{
	if (!egress->n_passing)
		return SUMAC_VNIC_NEVER;
	return (egress->passing[0]->tail_ticks - egress->up_ticks) / egress->options.link_rate.cycle_ticks;
}

const struct sumac_egress_stats *sumac_egress_port(const struct sumac_egress *egress, int port)
{
	return &egress->ports[port].stats;
}
