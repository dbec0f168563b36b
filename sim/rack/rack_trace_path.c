/*
 * The path of a chunk in a trace: puts together what a NIC's events say of each descriptor, context and channel, and writes slices
 * and arrows when they are complete.
 */
#include <inttypes.h>
#include <string.h>

#include "bus/address.h"
#include "sim/rack/event_fields.h"
#include "sim/rack/rack_trace_private.h"
#include "spec/spec.h"

#define GET(event, name) sumac_event_get(words, SUMAC_EVENT_##event##_##name)

static void take_latest(uint64_t *at, uint64_t cycle)
{
	if (cycle > *at)
		*at = cycle;
}

static struct sumac_trace_context *context_at(const struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t ring,
					      uint64_t slot)
{
	return &nic->contexts[(ring << trace->slot_bits | slot) % SUMAC_TRACE_CONTEXTS];
}

static struct sumac_trace_node *node_of(struct sumac_trace_nic *nic, const struct sumac_trace_context *context)
{
	return &nic->nodes[context->node];
}

static unsigned window_at(const struct sumac_rack_trace *trace, uint64_t seq)
{
	return (unsigned)seq % trace->window;
}

static void open_channel(const struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, const uint32_t *words)
{
	struct sumac_trace_channel *channel = &nic->channels[GET(CH_CFG, INDEX)];
	uint64_t mac = GET(CH_CFG, MAC);
	uint8_t bytes[6];

	for (int i = 0; i < 6; i++)
		bytes[i] = (uint8_t)(mac >> 8 * i);
	memset(channel, 0, sizeof *channel);
	channel->nic = sumac_address_nic(bytes, trace->n_nics);
	channel->is_open = GET(CH_CFG, OPEN) && channel->nic >= 0;
	channel->channel = (int)(GET(CH_CFG, PEER) % SUMAC_MAX_CHANNELS);
}

static void accept_node(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	struct sumac_trace_node *node = &nic->nodes[GET(ACC, NODE)];

	*node = (struct sumac_trace_node){ .rung = GET(ACC, RUNG), .accepted = cycle, .seq = (unsigned)GET(ACC, SEQ),
					   .cookie = (unsigned)GET(ACC, COOKIE), .op = (unsigned)GET(ACC, OP),
					   .type = (unsigned)GET(ACC, TYPE), .peer = -1,
					   .combines = GET(ACC, N_IN) > 1 && !GET(ACC, SPREAD) };
	sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_DESCRIPTORS, node->rung, cycle, "until accepted",
			       "\"seq\":%u,\"inputs\":%u,\"outputs\":%u,\"bytes\":%" PRIu64 ",\"chunks\":%" PRIu64, node->seq,
			       (unsigned)GET(ACC, N_IN), (unsigned)GET(ACC, N_OUT), GET(ACC, BYTES), GET(ACC, CHUNKS));
}

static void open_context(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, const uint32_t *words)
{
	uint64_t ctx = GET(OPENED, CTX), group = ctx >> trace->slot_bits >> trace->ring_bits;
	unsigned node = (unsigned)(group << trace->node_bits | GET(OPENED, IDX)) % SUMAC_TRACE_NODES;

	nic->contexts[ctx] = (struct sumac_trace_context){ .node = node, .chunk = (unsigned)GET(OPENED, CHUNK),
							   .bytes = (unsigned)GET(OPENED, BYTES), .op = (unsigned)GET(OPENED, OP),
							   .type = (unsigned)GET(OPENED, TYPE) };
}

static void expect(const struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, const uint32_t *words)
{
	struct sumac_trace_context *context = &nic->contexts[GET(EXPECT, CTX)];

	if (context->n_in == SUMAC_TRACE_WINDOW)
		return;
	context->in[context->n_in].channel = (unsigned)GET(EXPECT, CHANNEL);
	context->in[context->n_in++].at = window_at(trace, GET(EXPECT, SEQ));
}

static void begin_read(const struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	uint64_t ring = GET(RD, RING), slot = GET(RD, SLOT);

	if (GET(RD, DESC))
		nic->desc_read_at[(ring << 6 | slot) % SUMAC_TRACE_CONTEXTS] = cycle;
	else
		context_at(trace, nic, ring, slot)->read_at = cycle;
}

static void end_read(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	uint64_t ring = GET(RD_DONE, RING), slot = GET(RD_DONE, SLOT);
	struct sumac_trace_context *context = context_at(trace, nic, ring, slot);

	if (GET(RD_DONE, DESC)) {
		sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_READS, nic->desc_read_at[(ring << 6 | slot) % SUMAC_TRACE_CONTEXTS],
				       cycle, "descriptor", "%s", "");
		return;
	}
	take_latest(&node_of(nic, context)->operand, cycle);
	context->source = sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_READS, context->read_at, cycle, "operand",
						 "\"chunk\":%u,\"bytes\":%u", context->chunk, context->bytes);
}

/* Copies what the peer's transmit knows of the chunk, as the peer may soon send another one in its place. */
static void arrive(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	struct sumac_trace_channel *channel = &nic->channels[GET(ARRIVE, CHANNEL)];
	unsigned at = window_at(trace, GET(ARRIVE, SEQ)), bytes = (unsigned)GET(ARRIVE, BYTES);
	struct sumac_chunk_in *in = &channel->in[at];
	const struct sumac_chunk_out *out;
	uint64_t comes;

	in->arrived = cycle;
	if (!channel->is_open)
		return;
	out = &trace->nics[channel->nic]->channels[channel->channel].out[at];
	in->given = out->first;
	in->sent = out->sent;
	comes = in->comes && in->comes < cycle ? in->comes : cycle - 1;
	in->received = sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_RECEIVE, comes, cycle, "chunk",
					      "\"from\":%d,\"bytes\":%u", channel->nic, bytes);
	in->comes = 0;
}

static void meet(struct sumac_trace_nic *nic, const uint32_t *words)
{
	struct sumac_trace_context *context = &nic->contexts[GET(MET, CTX)];
	struct sumac_trace_node *node = node_of(nic, context);
	struct sumac_trace_channel *channel = &nic->channels[GET(MET, CHANNEL)];

	for (unsigned i = 0; i < context->n_in; i++) {
		const struct sumac_chunk_in *in = &channel->in[context->in[i].at];

		if (context->in[i].channel != GET(MET, CHANNEL) || in->arrived <= node->arrived)
			continue;
		node->arrived = in->arrived;
		node->sent = in->given;
		node->peer = channel->nic;
	}
}

/* The value is whole: with passes it comes from them, else from its one input. */
static void finish_value(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	struct sumac_trace_context *context = &nic->contexts[GET(READY, CTX)];
	struct sumac_slice passes = { 0 };
	char name[SUMAC_TRACE_NAME_CAP];

	if (context->fired_at)
		passes = sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_PASSES, context->fired_at, cycle,
						sumac_rack_trace_work(context->op, context->type, true, name),
						"\"seq\":%u,\"chunk\":%u,\"bytes\":%u", node_of(nic, context)->seq, context->chunk,
						context->bytes);
	for (unsigned i = 0; i < context->n_in; i++) {
		struct sumac_trace_channel *channel = &nic->channels[context->in[i].channel];
		struct sumac_chunk_in *in = &channel->in[context->in[i].at];
		const struct sumac_arrow_end ends[] = {
			{ channel->is_open ? trace->nics[channel->nic] : nic, in->sent },
			{ nic, in->received }, { nic, passes } };

		sumac_rack_trace_arrow(trace, ends, 3);
		if (!passes.tid && in->received.tid)
			context->source = in->received;
		in->sent = in->received = (struct sumac_slice){ 0 };
	}
	if (passes.tid && context->source.tid)
		sumac_rack_trace_arrow(trace, (struct sumac_arrow_end[]){ { nic, context->source }, { nic, passes } }, 2);
	if (passes.tid)
		context->source = passes;
}

static void give_to_transmit(const struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle,
			     const uint32_t *words)
{
	struct sumac_chunk_out *out = &nic->channels[GET(TX, CHANNEL)].out[window_at(trace, GET(TX, SEQ))];

	if (GET(TX, KIND) != SUMAC_KIND_DATA)
		return;
	if (!GET(TX, AGAIN)) {
		out->first = cycle;
		out->sent = (struct sumac_slice){ 0 };
	}
	out->last = cycle;
	out->bytes = (unsigned)GET(TX, BYTES);
	out->waits = true;
}

/* The node of that group which is under way with that cookie, or NULL. */
static struct sumac_trace_node *find_node(const struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t group,
					  unsigned cookie)
{
	struct sumac_trace_node *first = &nic->nodes[(group << trace->node_bits) % SUMAC_TRACE_NODES];

	for (struct sumac_trace_node *node = first; node < first + (1 << trace->node_bits); node++)
		if (node->accepted && node->cookie == cookie)
			return node;
	return NULL;
}

/* The completion's node is done: the milestones of its call. */
static void tell_node(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	uint64_t group = GET(WR, RING) >> trace->ring_bits;
	struct sumac_trace_node *node;
	int at = sumac_event_field_at(SUMAC_EVENT_WR_DATA);
	uint8_t completion[SUMAC_CPL_BYTES];
	uint64_t done;
	char name[SUMAC_TRACE_NAME_CAP];

	for (int i = 0; i < SUMAC_CPL_BYTES; i++)
		completion[i] = (uint8_t)sumac_event_bits(words, at + 8 * i, 8);
	done = SUMAC_GET(completion, CPL, DONE_AT);
	nic->told_at[nic->n_told++ % SUMAC_TRACE_TOLD] = cycle;
	node = find_node(trace, nic, group, (unsigned)SUMAC_GET(completion, CPL, COOKIE));
	if (!node)
		return; /* it was refused */
	sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_NODES, node->rung, done,
			       sumac_rack_trace_work(node->op, node->type, node->combines, name),
			       "\"nic\":%d,\"group\":%" PRIu64 ",\"seq\":%u,\"status\":%u,\"rung\":%" PRIu64
			       ",\"accepted\":%" PRIu64 ",\"operand\":%" PRIu64 ",\"sent\":%" PRIu64 ",\"arrived\":%" PRIu64
			       ",\"peer\":%d,\"out\":%" PRIu64 ",\"done\":%" PRIu64,
			       nic->index, group, node->seq, (unsigned)SUMAC_GET(completion, CPL, STATUS), node->rung,
			       node->accepted, node->operand, node->sent, node->arrived, node->peer, node->out, done);
	node->accepted = 0;
}

static void begin_write(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	struct sumac_trace_context *context = context_at(trace, nic, GET(WR, RING), GET(WR, SLOT));

	if (GET(WR, CPL)) {
		tell_node(trace, nic, cycle, words);
		return;
	}
	context->written_at = cycle;
	take_latest(&node_of(nic, context)->out, cycle);
}

static void end_write(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const uint32_t *words)
{
	struct sumac_trace_context *context = context_at(trace, nic, GET(WR_DONE, RING), GET(WR_DONE, SLOT));
	struct sumac_slice slice;

	if (GET(WR_DONE, CPL)) {
		sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_WRITES, nic->told_at[nic->n_told_done++ % SUMAC_TRACE_TOLD], cycle,
				       "completion", "%s", "");
		return;
	}
	slice = sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_WRITES, context->written_at, cycle,
				       GET(WR_DONE, LEN) ? "result, for the completion" : "result", "\"chunk\":%u,\"bytes\":%u",
				       context->chunk, context->bytes);
	sumac_rack_trace_arrow(trace, (struct sumac_arrow_end[]){ { nic, context->source }, { nic, slice } }, 2);
}

void sumac_rack_trace_path(struct sumac_rack_trace *trace, struct sumac_trace_nic *nic, uint64_t cycle, const char *event,
			   const uint32_t *words)
{
#define IS(name) (!strcmp(event, #name))
	if (IS(TX)) {
		give_to_transmit(trace, nic, cycle, words);
	} else if (IS(ARRIVE)) {
		arrive(trace, nic, cycle, words);
	} else if (IS(EXPECT)) {
		expect(trace, nic, words);
	} else if (IS(MET)) {
		meet(nic, words);
	} else if (IS(OPERAND)) {
		struct sumac_trace_context *context = &nic->contexts[GET(OPERAND, CTX)];

		if (!context->fired_at && GET(OPERAND, PASS))
			context->fired_at = cycle;
	} else if (IS(READY)) {
		finish_value(trace, nic, cycle, words);
	} else if (IS(HAND)) {
		take_latest(&node_of(nic, &nic->contexts[GET(HAND, CTX)])->out, cycle);
	} else if (IS(SENT)) {
		struct sumac_trace_channel *channel = &nic->channels[GET(SENT, CHANNEL)];

		channel->out[window_at(trace, GET(SENT, SEQ))].source = nic->contexts[GET(SENT, CTX)].source;
	} else if (IS(RD)) {
		begin_read(trace, nic, cycle, words);
	} else if (IS(RD_DONE)) {
		end_read(trace, nic, cycle, words);
	} else if (IS(WR)) {
		begin_write(trace, nic, cycle, words);
	} else if (IS(WR_DONE)) {
		end_write(trace, nic, cycle, words);
	} else if (IS(OPENED)) {
		open_context(trace, nic, words);
	} else if (IS(ACC)) {
		accept_node(trace, nic, cycle, words);
	} else if (IS(CH_CFG)) {
		open_channel(trace, nic, words);
	} else if (IS(FAULT)) {
		sumac_rack_trace_instant(trace, nic, cycle, "the group fails");
	}
}
