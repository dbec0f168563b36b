/*
 * A level's leaf: reserved and installed with the members of this rank's group, and given the steps of calls that are theirs.
 */
#include "engine/cpu/cpu_levels.h"

#include <stdlib.h>

static void saw(struct sumac_engine_listener *listener, int leaf_rank, uint32_t seq, uint64_t digest)
{
	const struct sumac_cpu_level *level = (struct sumac_cpu_level *)listener;
	struct sumac_engine_listener *up = level->team->listener;

	if (up)
		up->saw(up, level->ranks[leaf_rank], seq, digest);
}

static void failed(struct sumac_engine_listener *listener, int status, int leaf_rank)
{
	const struct sumac_cpu_level *level = (struct sumac_cpu_level *)listener;

	sumac_cpu_team_break(level->team, status, leaf_rank < 0 ? -1 : level->ranks[leaf_rank]);
}

void sumac_cpu_level_listen(struct sumac_cpu_level *level)
{
	level->listener = (struct sumac_engine_listener){ .saw = saw, .failed = failed };
}

static int *world_ranks_of(const struct sumac_cpu_level *level)
{
	int *world_ranks = malloc((size_t)level->n_ranks * sizeof(*world_ranks));

	for (int i = 0; world_ranks && i < level->n_ranks; i++)
		world_ranks[i] = level->team->world_ranks[level->ranks[i]];
	return world_ranks;
}

int sumac_cpu_level_reserve(struct sumac_cpu_level *level, uint64_t key, struct sumac_leaf_blob *blob_out)
{
	const struct sumac_cpu_engine *engine = level->team->engine;
	int *world_ranks = world_ranks_of(level), err;
	struct sumac_team_desc desc = { .rank = level->leaf_rank, .size = level->n_ranks, .world_ranks = world_ranks,
					.key = level->team->key ^ key, .listener = &level->listener };

	if (!world_ranks)
		return -SUMAC_ENOMEM;
	err = sumac_leaf_reserve(engine->segment, &engine->options, &desc, &level->leaf, blob_out);
	free(world_ranks);
	return err;
}

int sumac_cpu_level_install(struct sumac_cpu_level *level, const struct sumac_cpu_levels_blob *blobs, int i_level)
{
	struct sumac_leaf_blob *own = malloc((size_t)level->n_ranks * sizeof(*own));
	int *world_ranks = world_ranks_of(level), err = -SUMAC_ENOMEM;

	for (int i = 0; own && i < level->n_ranks; i++)
		own[i] = blobs[level->ranks[i]].leaves[i_level];
	if (own && world_ranks)
		err = sumac_leaf_install(level->leaf, world_ranks, own);
	free(own);
	free(world_ranks);
	return err;
}

int sumac_cpu_steps_post(struct sumac_cpu_run *run)
{
	struct sumac_cpu_steps *steps = &run->steps;

	steps->is_in_leaf = true;
	steps->ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	return sumac_leaf_post(run->level->leaf, &steps->own, &steps->ticket);
}

int sumac_cpu_steps_fold(struct sumac_cpu_run *run)
{
	struct sumac_cpu_team *team = run->team;
	const struct sumac_cpu_level *level = run->level;
	int fault_rank = -1, moved = run->steps.ticket.status > 0 ? sumac_leaf_progress(level->leaf, &fault_rank) : 0;

	/* The team may have failed meanwhile, as another digest was seen: then the run is no more. */
	if (moved < 0)
		sumac_cpu_team_break(team, moved, fault_rank < 0 ? -1 : level->ranks[fault_rank]);
	return moved;
}
