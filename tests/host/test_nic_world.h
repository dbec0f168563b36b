/*
 * A job of NIC engines over fake NICs in one process, and a team of all of them.
 */
#ifndef SUMAC_TEST_NIC_WORLD_H
#define SUMAC_TEST_NIC_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "fake_bus.h"

enum { WORLD_MAX = 16, WORLD_STAGING = 4096 };

static const struct sumac_nic_options world_nic_options = { .staging_bytes = WORLD_STAGING };

struct world {
	int size;
	struct fake_bus *fake[WORLD_MAX];
	struct sumac_engine *engine[WORLD_MAX];
	struct sumac_engine_team *team[WORLD_MAX];
};

static inline void world_open(struct world *world, int size)
{
	*world = (struct world){ .size = size };
	for (int r = 0; r < size; r++) {
		world->fake[r] = fake_bus_open((unsigned)r);
		assert_int_equal(sumac_engine_nic_open(&world->fake[r]->bus, &world_nic_options, &world->engine[r]), 0);
	}
}

/* Measures the call, and posts it on the team of all. */
static inline int world_post(struct world *world, int rank, struct sumac_call *call, struct sumac_ticket *ticket)
{
	sumac_call_measure(call, world->size, rank);
	return world->engine[rank]->ops->post(world->team[rank], call, ticket);
}

/* Makes a team of the first `size` ranks; returns the first refusal, after which no rank holds any part of
 * it. */
static inline int world_make_team(struct world *world, int size, uint64_t key, struct sumac_engine_team **teams_out)
{
	uint8_t *blobs = calloc(WORLD_MAX, SUMAC_ENGINE_BLOB_BYTES);
	int ranks[WORLD_MAX], status = 0, n_reserved = 0;

	for (int r = 0; r < size; r++)
		ranks[r] = r;
	for (int r = 0; r < size && status == 0; r++) {
		struct sumac_team_desc desc = { .rank = r, .size = size, .world_ranks = ranks, .key = key };

		status = world->engine[r]->ops->team_reserve(world->engine[r], &desc, &teams_out[r],
							     blobs + r * SUMAC_ENGINE_BLOB_BYTES);
		n_reserved += status == 0;
	}
	for (int r = 0; r < size && status == 0; r++)
		status = world->engine[r]->ops->team_install(teams_out[r], blobs);
	for (int r = 0; r < n_reserved && status < 0; r++)
		world->engine[r]->ops->team_free(teams_out[r]);
	free(blobs);
	return status;
}

static inline void world_free_team(struct world *world, int size, struct sumac_engine_team **teams)
{
	for (int r = 0; r < size; r++)
		world->engine[r]->ops->team_free(teams[r]);
}

static inline void world_start(struct world *world, int size)
{
	world_open(world, size);
	assert_int_equal(world_make_team(world, size, 0x1234567, world->team), 0);
}

static inline void world_progress(struct world *world)
{
	for (int r = 0; r < world->size; r++)
		world->engine[r]->ops->progress(world->engine[r]);
}

/* Checks that no NIC was asked for anything invalid, and closes all. */
static inline void world_close(struct world *world)
{
	for (int r = 0; r < world->size; r++) {
		world->engine[r]->ops->close(world->engine[r]);
		if (world->fake[r]->n_errors > 0)
			fail_msg("NIC %d: %s", r, world->fake[r]->error);
		assert_int_equal(world->fake[r]->n_windows_taken, 0);
		fake_bus_close(world->fake[r]);
	}
}

/* The result of the fake NICs' operation, by E's definition. */
static inline uint32_t world_e(const uint32_t *values, int n)
{
	int p = 1;

	if (n == 1)
		return values[0];
	while (2 * p < n)
		p *= 2;
	return 3 * world_e(values, p) + world_e(values + p, n - p);
}

#endif
