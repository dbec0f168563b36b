/*
 * Engines in one thread: reserved, installed, and driven by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"
#include "fabric_threads.h"
#include "segment_threads.h"
#include "segment/segment_private.h"

void solo_open(struct solo *solo, int size, struct sumac_cpu_options options)
{
	const int one_host[SOLO_MAX] = { 0 };

	solo_open_on(solo, size, options, one_host);
}

void solo_open_on(struct solo *solo, int size, struct sumac_cpu_options options, const int *hosts)
{
	uint8_t *blobs = calloc((size_t)size, SUMAC_ENGINE_BLOB_BYTES);
	struct sumac_segment *segments[SOLO_MAX] = { NULL };
	struct sumac_fabric *fabrics[SOLO_MAX];

	solo->size = size;
	for (int rank = 0; rank < size; rank++)
		solo->world_ranks[rank] = rank;
	assert_int_equal(fabric_threads_open(size, options.chunk_bytes, 0, fabrics), 0);
	if (options.n_slots)
		assert_int_equal(segment_threads_open(size, segments), 0);
	for (int rank = 0; rank < size; rank++) {
		struct sumac_team_desc desc = { .rank = rank, .size = size, .world_ranks = solo->world_ranks, .key = SOLO_KEY };
		struct cpu_member *member = &solo->member[rank];

		for (int other = 0; segments[rank] && other < size; other++)
			if (hosts[other] != hosts[rank])
				segments[rank]->local_ranks[other] = -1;
		assert_int_equal(cpu_member_open(fabrics[rank], segments[rank], &options, member), 0);
		assert_int_equal(cpu_member_reserve(member, &desc, blobs + rank * SUMAC_ENGINE_BLOB_BYTES), 0);
		solo->engine[rank] = member->engines[SUMAC_ENGINE_CPU];
		solo->team[rank] = (struct sumac_cpu_team *)member->contexts[SUMAC_ENGINE_CPU];
	}
	for (int rank = 0; rank < size; rank++)
		assert_int_equal(cpu_member_install(&solo->member[rank], blobs), 0);
	free(blobs);
}

void solo_close(struct solo *solo)
{
	for (int rank = 0; rank < solo->size; rank++)
		cpu_member_close(&solo->member[rank]);
}

void solo_progress(struct solo *solo)
{
	for (int moved = 1, turns = 0; moved && turns < 10000; turns++) {
		moved = 0;
		for (int rank = 0; rank < solo->size; rank++)
			moved |= cpu_member_progress(&solo->member[rank]) > 0;
	}
}

int solo_post(struct solo *solo, int rank, struct sumac_call *call, struct sumac_ticket *ticket)
{
	return cpu_member_post(&solo->member[rank], call, ticket);
}

int solo_n_held(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream)
{
	int n = 0;

	for (uint32_t i = 0; i < team->engine->window_slots; i++)
		n += stream->slots[i] != NULL;
	return n;
}

struct sumac_fabric_buf *solo_chunk(struct sumac_cpu_team *team, struct sumac_cpu_chunk_header header,
				    const void *payload, size_t len_bytes)
{
	struct sumac_fabric_buf *buf = sumac_fabric_buf_new(team->engine->fabric);

	assert_non_null(buf);
	header.key = team->base.desc.key;
	header.len_bytes = (uint32_t)len_bytes;
	buf->src = team->base.desc.world_ranks[header.from];
	buf->len_bytes = len_bytes;
	memset(buf->header, 0, sizeof(buf->header));
	memcpy(buf->header, &header, sizeof(header));
	if (len_bytes)
		memcpy(buf->payload, payload, len_bytes);
	return buf;
}
