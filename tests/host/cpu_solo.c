/*
 * Engines in one thread: reserved, installed, pushed on by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"

void solo_open(struct solo *solo, int size, struct sumac_cpu_options options)
{
	uint8_t *blobs = calloc((size_t)size, SUMAC_ENGINE_BLOB_BYTES);
	struct sumac_engine_team *team;
	int world_ranks[SOLO_MAX];

	solo->size = size;
	for (int rank = 0; rank < size; rank++)
		world_ranks[rank] = rank;
	assert_int_equal(sumac_cpu_engine_open_threads(size, &options, 0, solo->engine), 0);
	for (int rank = 0; rank < size; rank++) {
		struct sumac_team_desc desc = { rank, size, world_ranks, SOLO_KEY };

		assert_int_equal(solo->engine[rank]->ops->team_reserve(solo->engine[rank], &desc, &team,
								       blobs + rank * SUMAC_ENGINE_BLOB_BYTES), 0);
		solo->team[rank] = (struct sumac_cpu_team *)team;
	}
	for (int rank = 0; rank < size; rank++)
		assert_int_equal(solo->engine[rank]->ops->team_install((struct sumac_engine_team *)solo->team[rank], blobs),
				 0);
	free(blobs);
}

void solo_close(struct solo *solo)
{
	for (int rank = 0; rank < solo->size; rank++)
		solo->engine[rank]->ops->close(solo->engine[rank]);
}

void solo_progress(struct solo *solo)
{
	for (int moved = 1, turns = 0; moved && turns < 10000; turns++) {
		moved = 0;
		for (int rank = 0; rank < solo->size; rank++)
			moved |= solo->engine[rank]->ops->progress(solo->engine[rank]) > 0;
	}
}

struct sumac_fabric_buf *solo_chunk(struct sumac_cpu_team *team, struct sumac_cpu_chunk_header header,
				    const void *payload, size_t len_bytes)
{
	struct sumac_fabric_buf *buf = sumac_fabric_buf_new(team->engine->fabric);

	assert_non_null(buf);
	header.key = team->key;
	header.len_bytes = (uint32_t)len_bytes;
	buf->src = team->world_ranks[header.from];
	buf->len_bytes = len_bytes;
	memset(buf->header, 0, sizeof(buf->header));
	memcpy(buf->header, &header, sizeof(header));
	if (len_bytes)
		memcpy(buf->payload, payload, len_bytes);
	return buf;
}
