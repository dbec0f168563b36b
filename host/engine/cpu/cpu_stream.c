/*
 * Streams: what a rank sends to a peer, chunk by chunk, for one node of a plan after the other. The receiver
 * keeps a window of chunks by number, since the fabric may reorder them; the sender never gets further ahead
 * than that, so a rank that is early cannot flood one that is late.
 */
#include "engine/cpu/cpu.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct sumac_cpu_channel *channel_of(struct sumac_cpu_team *team, int peer, int class)
{
	return &team->channels[peer * SUMAC_N_CHANNEL_CLASSES + class];
}

/* Most channels have one stream; those of a reduce-scatter of many ranks have more. */
static bool has_place(struct sumac_cpu_channel *channel, int ordinal)
{
	struct sumac_cpu_stream **streams;
	int cap = 2 * ordinal + 1;

	if (ordinal < channel->cap)
		return true;
	streams = realloc(channel->streams, (size_t)cap * sizeof(*streams));
	if (!streams)
		return false;
	memset(streams + channel->cap, 0, (size_t)(cap - channel->cap) * sizeof(*streams));
	channel->streams = streams;
	channel->cap = cap;
	return true;
}

int sumac_cpu_max_ordinals(const struct sumac_cpu_team *team)
{
	return team->base.desc.size < SUMAC_ROUTE_MAX_OUT ? SUMAC_ROUTE_MAX_OUT : team->base.desc.size;
}

struct sumac_cpu_stream *sumac_cpu_stream_find(struct sumac_cpu_team *team, int peer, int class, int ordinal)
{
	struct sumac_cpu_channel *channel = channel_of(team, peer, class);

	return ordinal < channel->cap ? channel->streams[ordinal] : NULL;
}

struct sumac_cpu_stream *sumac_cpu_stream_get(struct sumac_cpu_team *team, int peer, int class, int ordinal)
{
	struct sumac_cpu_channel *channel = channel_of(team, peer, class);
	struct sumac_cpu_stream *stream;

	if (!has_place(channel, ordinal))
		return NULL;
	if (channel->streams[ordinal])
		return channel->streams[ordinal];
	stream = calloc(1, sizeof(*stream));
	if (!stream)
		return NULL;
	stream->slots = calloc(team->engine->window_slots, sizeof(stream->slots[0]));
	if (!stream->slots) {
		free(stream);
		return NULL;
	}
	stream->n_sent = stream->n_released = stream->n_taken = stream->n_told = team->engine->options.first_number;
	stream->peer = peer;
	stream->class = class;
	stream->ordinal = ordinal;
	stream->next = team->streams;
	team->streams = stream;
	channel->streams[ordinal] = stream;
	return stream;
}

void sumac_cpu_stream_free(struct sumac_cpu_team *team, struct sumac_cpu_stream *stream)
{
	for (uint32_t i = 0; i < team->engine->window_slots; i++)
		if (stream->slots[i])
			sumac_fabric_buf_put(stream->slots[i]);
	free(stream->slots);
	free(stream);
}

static struct sumac_fabric_buf **slot_of(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream,
					 uint32_t number)
{
	return &stream->slots[number & (team->engine->window_slots - 1)];
}

struct sumac_fabric_buf *sumac_cpu_stream_peek(const struct sumac_cpu_team *team,
					       const struct sumac_cpu_stream *stream)
{
	return *slot_of(team, stream, stream->n_taken);
}

struct sumac_fabric_buf *sumac_cpu_stream_take(struct sumac_cpu_team *team, struct sumac_cpu_stream *stream)
{
	struct sumac_fabric_buf **slot = slot_of(team, stream, stream->n_taken);
	struct sumac_fabric_buf *buf = *slot;

	assert(buf);
	*slot = NULL;
	stream->n_taken++;
	if (sumac_cpu_credit_is_due(team, stream))
		team->owes_credit = true;
	return buf;
}

bool sumac_cpu_stream_may_send(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream)
{
	return stream->n_sent - stream->n_released < team->engine->options.window;
}

int sumac_cpu_stream_send(struct sumac_cpu_run *run, struct sumac_cpu_stream *stream, int step, uint64_t chunk,
			  const void *payload, size_t len_bytes, struct sumac_fabric_send **send_out)
{
	struct sumac_cpu_team *team = run->team;
	uint8_t bytes[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	struct sumac_cpu_chunk_header header = {
		.key = team->base.desc.key,
		.digest = run->call->digest,
		.chunk = chunk,
		.seq = (uint32_t)run->call->seq,
		.number = stream->n_sent,
		.released = stream->n_taken,
		.len_bytes = (uint32_t)len_bytes,
		.from = (uint32_t)team->base.desc.rank,
		.class = (uint8_t)stream->class,
		.ordinal = (uint16_t)stream->ordinal,
		.step = (uint8_t)step,
	};
	int err;

	memcpy(bytes, &header, sizeof(header));
	err = sumac_fabric_send(team->engine->fabric, team->base.desc.world_ranks[stream->peer], bytes, payload, len_bytes,
				send_out);
	if (err)
		return err;
	stream->n_sent++;
	stream->n_told = stream->n_taken;
	return 0;
}

void sumac_cpu_stream_release(struct sumac_cpu_stream *stream, uint32_t released)
{
	uint32_t news = released - stream->n_released;

	/* A newer report may overtake an older one; a report of chunks that were never sent is ignored. */
	if (news <= stream->n_sent - stream->n_released)
		stream->n_released = released;
}

static bool is_plausible(const struct sumac_cpu_team *team, const struct sumac_cpu_chunk_header *header,
			 const struct sumac_fabric_buf *buf)
{
	return header->from < (uint32_t)team->base.desc.size && team->base.desc.world_ranks[header->from] == buf->src &&
	       header->class < SUMAC_N_CHANNEL_CLASSES && header->ordinal < sumac_cpu_max_ordinals(team) &&
	       header->len_bytes == buf->len_bytes;
}

void sumac_cpu_team_arrive(struct sumac_cpu_team *team, struct sumac_fabric_buf *buf)
{
	struct sumac_cpu_chunk_header header;
	struct sumac_cpu_stream *stream;
	struct sumac_fabric_buf **slot;

	memcpy(&header, buf->header, sizeof(header));
	if (team->base.status || !is_plausible(team, &header, buf))
		goto drop;
	stream = sumac_cpu_stream_get(team, (int)header.from, header.class, header.ordinal);
	if (!stream) {
		sumac_cpu_team_break(team, -SUMAC_ENOMEM, team->base.desc.rank);
		goto drop;
	}
	slot = slot_of(team, stream, header.number);
	if (header.number - stream->n_taken >= team->engine->options.window || *slot)
		goto drop;
	sumac_cpu_stream_release(stream, header.released);
	*slot = buf;
	if (team->base.desc.listener)
		team->base.desc.listener->saw(team->base.desc.listener, (int)header.from, header.seq, header.digest);
	return;
drop:
	sumac_fabric_buf_put(buf);
}
