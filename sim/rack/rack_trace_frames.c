/*
 * Frames in a trace: a chunk's frame as a NIC sends it, and when it comes to another one.
 */
#include "sim/rack/rack_trace_private.h"
#include "spec/spec.h"

static bool is_ours(const struct sumac_rack_trace *trace, int from, const struct sumac_vnic_frame *frame,
		    struct sumac_frame *parsed)
{
	enum sumac_checker_rule rule;

	return !sumac_frame_parse(frame->bytes, frame->len_bytes, from, trace->n_nics, parsed, &rule) && parsed->to >= 0 &&
	       parsed->channel < SUMAC_MAX_CHANNELS;
}

/* The chunk that the frame carries, or NULL. */
static struct sumac_chunk_out *chunk_of(struct sumac_rack_trace *trace, const struct sumac_frame *frame)
{
	const struct sumac_trace_channel *to = &trace->nics[frame->to]->channels[frame->channel];
	struct sumac_chunk_out *chunk;

	if (frame->kind != SUMAC_KIND_DATA || !to->is_open || to->nic != frame->from)
		return NULL;
	chunk = &trace->nics[frame->from]->channels[to->channel].out[frame->seq % trace->window];
	return chunk->waits ? chunk : NULL;
}

static void write_chunk(struct sumac_rack_trace *trace, const struct sumac_frame *frame, struct sumac_chunk_out *chunk,
			uint64_t begin, uint64_t end)
{
	struct sumac_trace_nic *nic = trace->nics[frame->from];
	bool again = chunk->sent.tid;
	struct sumac_arrow_end ends[2];

	chunk->waits = false;
	chunk->sent = sumac_rack_trace_slice(trace, nic, SUMAC_TRACK_TRANSMIT, begin, end, again ? "again" : "chunk",
					     "\"to\":%d,\"channel\":%u,\"number\":%u,\"bytes\":%u,\"given\":%llu", frame->to,
					     frame->channel, frame->seq, chunk->bytes, (unsigned long long)chunk->last);
	ends[0] = (struct sumac_arrow_end){ nic, chunk->source };
	ends[1] = (struct sumac_arrow_end){ nic, chunk->sent };
	if (!again)
		sumac_rack_trace_arrow(trace, ends, 2);
}

void sumac_rack_trace_left(struct sumac_rack_trace *trace, int from, const struct sumac_vnic_frame *frame)
{
	uint64_t beats = (frame->len_bytes + SUMAC_VNIC_BEAT_BYTES - 1) / SUMAC_VNIC_BEAT_BYTES, end = frame->tail_cycle + 1;
	struct sumac_chunk_out *chunk;
	struct sumac_frame parsed;

	if (!is_ours(trace, from, frame, &parsed))
		return;
	pthread_mutex_lock(&trace->lock);
	chunk = chunk_of(trace, &parsed);
	if (chunk)
		write_chunk(trace, &parsed, chunk, end - beats, end);
	else
		sumac_rack_trace_slice(trace, trace->nics[from], SUMAC_TRACK_TRANSMIT, end - beats, end,
				       sumac_rack_trace_kind(parsed.kind), "\"to\":%d", parsed.to);
	pthread_mutex_unlock(&trace->lock);
}

void sumac_rack_trace_comes(struct sumac_rack_trace *trace, int to, uint64_t at, const struct sumac_vnic_frame *frame)
{
	struct sumac_frame parsed;
	int from = frame->len_bytes > SUMAC_PKT_BYTES ? frame->bytes[SUMAC_PKT_ETH_SRC_OFFSET + 4] << 8 |
							frame->bytes[SUMAC_PKT_ETH_SRC_OFFSET + 5] : -1;

	if (from < 0 || from >= trace->n_nics || !is_ours(trace, from, frame, &parsed) || parsed.kind != SUMAC_KIND_DATA)
		return;
	pthread_mutex_lock(&trace->lock);
	trace->nics[to]->channels[parsed.channel].in[parsed.seq % trace->window].comes = at;
	pthread_mutex_unlock(&trace->lock);
}

