/*
 * Making a level: its memory, its leaf, and its groups once it is known who is where.
 */
#include "engine/levels/level.h"

#include <stdlib.h>

static void saw(struct sumac_engine_listener *listener, int leaf_rank, uint32_t seq, uint64_t digest)
{
	const struct sumac_level *level = (struct sumac_level *)listener;

	if (level->up)
		level->up->saw(level->up, level->ranks[leaf_rank], seq, digest);
}

static void failed(struct sumac_engine_listener *listener, int status, int leaf_rank)
{
	const struct sumac_level *level = (struct sumac_level *)listener;

	level->broke(level->ctx, status, leaf_rank < 0 ? -1 : level->ranks[leaf_rank]);
}

int sumac_level_init(struct sumac_level *level, const struct sumac_team_desc *desc, const bool *is_near, int lo, int n)
{
	size_t size = (size_t)desc->size;

	level->listener = (struct sumac_engine_listener){ .saw = saw, .failed = failed };
	level->up = desc->listener;
	level->rank = desc->rank;
	level->size = desc->size;
	level->ranks = malloc(size * sizeof(level->ranks[0]));
	level->world_ranks = malloc(size * sizeof(level->world_ranks[0]));
	level->group_of = malloc(size * sizeof(level->group_of[0]));
	level->owners = malloc(size * sizeof(level->owners[0]));
	level->leaf_firsts = malloc((size + 1) * sizeof(level->leaf_firsts[0]));
	level->group_firsts = malloc((size + 1) * sizeof(level->group_firsts[0]));
	if (!level->ranks || !level->world_ranks || !level->group_of || !level->owners || !level->leaf_firsts ||
	    !level->group_firsts)
		return -SUMAC_ENOMEM;
	for (int rank = lo; rank < lo + n; rank++) {
		if (!is_near[rank])
			continue;
		if (rank == desc->rank)
			level->leaf_rank = level->n_ranks;
		level->world_ranks[level->n_ranks] = desc->world_ranks[rank];
		level->ranks[level->n_ranks++] = rank;
	}
	return 0;
}

void sumac_level_fini(struct sumac_level *level)
{
	free(level->ranks);
	free(level->world_ranks);
	free(level->group_of);
	free(level->owners);
	free(level->leaf_firsts);
	free(level->group_firsts);
	sumac_plan_blocks_free(&level->blocks);
}

int sumac_level_reserve(struct sumac_level *level, struct sumac_segment *segment, const struct sumac_cpu_options *options,
			uint64_t key, struct sumac_leaf_blob *blob_out)
{
	struct sumac_team_desc desc = { .rank = level->leaf_rank, .size = level->n_ranks, .world_ranks = level->world_ranks,
					.key = key, .listener = &level->listener };

	return sumac_leaf_reserve(segment, options, &desc, &level->leaf, blob_out);
}

int sumac_level_install(struct sumac_level *level, const struct sumac_leaf_blob *blobs)
{
	return sumac_leaf_install(level->leaf, level->world_ranks, blobs);
}

void sumac_level_set_groups(struct sumac_level *level)
{
	level->are_rows = true;
	for (int rank = 1; rank < level->size; rank++)
		if (level->group_of[rank] < level->group_of[rank - 1])
			level->are_rows = false;
	for (int rank = level->size - 1; rank >= 0; rank--)
		level->owners[level->group_of[rank]] = rank;
	level->group = level->group_of[level->rank];
}

int sumac_level_group_by_block(struct sumac_level *level, const int *numbers)
{
	int err = sumac_plan_blocks_make(numbers, level->size, &level->blocks);

	if (err)
		return err;
	level->n_groups = level->blocks.n;
	for (int block = 0; block < level->n_groups; block++)
		for (int rank = level->blocks.first[block]; rank < level->blocks.first[block + 1]; rank++)
			level->group_of[rank] = block;
	sumac_level_set_groups(level);
	return 0;
}

int sumac_level_speaker(const struct sumac_level *level, int group, enum sumac_coll coll, int root)
{
	return sumac_coll_has_root(coll) && level->group_of[root] == group ? root : level->owners[group];
}
