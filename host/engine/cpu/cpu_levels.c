/*
 * Makes levels: this rank's own leaf, which it can tell by itself; and everybody's leaves, from the members' blobs.
 */
#include "engine/cpu/cpu_levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "segment/segment.h"

/* The keys of a team's leaves are not the team's. */
static const uint64_t LEAF_KEY = 0x6c65766c6c656166;

/* The first level with the same leaf. A rank's groups are nested, so those of equal size are the same. */
static int leaf_of(const struct sumac_cpu_levels *levels, int i)
{
	int first = 0;

	while (levels->at[first].n_ranks != levels->at[i].n_ranks)
		first++;
	return first;
}

static void broke(void *ctx, int status, int fault_rank)
{
	sumac_cpu_team_break(ctx, status, fault_rank);
}

static bool is_here(const struct sumac_cpu_team *team, int rank)
{
	const struct sumac_segment *segment = team->engine->segment;

	return rank == team->base.desc.rank ||
	       (segment && sumac_segment_local_rank_of(segment, team->base.desc.world_ranks[rank]) >= 0);
}

static int own_host(const struct sumac_cpu_engine *engine)
{
	int rank = 0;

	while (rank < sumac_fabric_rank(engine->fabric) &&
	       !(engine->segment && sumac_segment_local_rank_of(engine->segment, rank) >= 0))
		rank++;
	return rank;
}

static int level_init(struct sumac_cpu_team *team, int i, const bool *here, int lo, int n)
{
	struct sumac_level *level = &team->levels->at[i];

	level->broke = broke;
	level->ctx = team;
	return sumac_level_init(level, &team->base.desc, here, lo, n);
}

static int init_levels(struct sumac_cpu_team *team)
{
	bool *here = malloc((size_t)team->base.desc.size * sizeof(*here));
	int lo = team->base.desc.rank, end = team->base.desc.rank, n, err = here ? 0 : -SUMAC_ENOMEM;

	for (int rank = 0; here && rank < team->base.desc.size; rank++)
		here[rank] = is_here(team, rank);
	if (!err)
		err = level_init(team, SUMAC_CPU_OF_HOSTS, here, 0, team->base.desc.size);
	while (!err && lo && here[lo - 1])
		lo--;
	while (!err && end < team->base.desc.size && here[end])
		end++;
	if (!err)
		err = level_init(team, SUMAC_CPU_OF_ROWS, here, lo, end - lo);
	if (!err) {
		sumac_plan_blocks_around(here, team->base.desc.size, team->base.desc.rank, &lo, &n);
		err = level_init(team, SUMAC_CPU_OF_BLOCKS, here, lo, n);
	}
	free(here);
	return err;
}

static int reserve_leaves(struct sumac_cpu_team *team, struct sumac_leaf_blob *blobs_out)
{
	const struct sumac_cpu_engine *engine = team->engine;
	struct sumac_level *levels = team->levels->at;
	int err = 0;

	for (int i = 0; i < SUMAC_CPU_N_LEVELS && !err; i++) {
		int first = leaf_of(team->levels, i);

		if (first == i)
			err = sumac_level_reserve(&levels[i], engine->segment, &engine->options,
						  team->base.desc.key ^ (LEAF_KEY + (uint64_t)i), &blobs_out[i]);
		levels[i].leaf = levels[first].leaf;
		blobs_out[i] = blobs_out[first];
	}
	return err;
}

/* Where no rank shares anything there is nothing to reserve; the others may. */
int sumac_cpu_levels_reserve(struct sumac_cpu_team *team, struct sumac_cpu_levels_blob *blob_out)
{
	int err;

	*blob_out = (struct sumac_cpu_levels_blob){ 0 };
	if (!team->engine->segment)
		return 0;
	team->levels = calloc(1, sizeof(*team->levels));
	err = team->levels ? init_levels(team) : -SUMAC_ENOMEM;
	if (!err)
		err = reserve_leaves(team, blob_out->leaves);
	blob_out->is_there = 1;
	blob_out->host = own_host(team->engine);
	return err;
}

/* Hosts are numbered in the order of their lowest ranks in the team. */
static int group_by_host(const struct sumac_cpu_team *team, struct sumac_level *level, const struct sumac_cpu_levels_blob *blobs)
{
	int n_ranks = sumac_fabric_size(team->engine->fabric), size = team->base.desc.size;
	int *group_of_host = malloc((size_t)n_ranks * sizeof(*group_of_host));

	if (!group_of_host)
		return -SUMAC_ENOMEM;
	memset(group_of_host, -1, (size_t)n_ranks * sizeof(*group_of_host));
	for (int rank = 0; rank < size; rank++) {
		int *group = &group_of_host[blobs[rank].host];

		if (*group < 0)
			*group = level->n_groups++;
		level->group_of[rank] = *group;
	}
	free(group_of_host);
	sumac_level_set_groups(level);
	return 0;
}

static void group_by_run(struct sumac_level *level, const int *hosts)
{
	for (int rank = 0; rank < level->size; rank++) {
		level->n_groups += !rank || hosts[rank] != hosts[rank - 1];
		level->group_of[rank] = level->n_groups - 1;
	}
	sumac_level_set_groups(level);
}

/* A member's claims about its host must fit what this rank knows of its own. */
static bool are_plausible(const struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs)
{
	for (int rank = 0; rank < team->base.desc.size; rank++)
		if (blobs[rank].host < 0 || blobs[rank].host >= sumac_fabric_size(team->engine->fabric) ||
		    (blobs[rank].host == blobs[team->base.desc.rank].host) != is_here(team, rank))
			return false;
	return true;
}

static int install_leaf(struct sumac_level *level, const struct sumac_cpu_levels_blob *blobs, int i)
{
	struct sumac_leaf_blob *own = malloc((size_t)level->n_ranks * sizeof(*own));
	int err;

	for (int k = 0; own && k < level->n_ranks; k++)
		own[k] = blobs[level->ranks[k]].leaves[i];
	err = own ? sumac_level_install(level, own) : -SUMAC_ENOMEM;
	free(own);
	return err;
}

/* Installs a leaf if any level that has it is used. */
static int install_leaves(struct sumac_cpu_levels *levels, const struct sumac_cpu_levels_blob *blobs)
{
	bool is_used[SUMAC_CPU_N_LEVELS] = { false };
	int err = 0;

	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		is_used[leaf_of(levels, i)] |= levels->is_there[i];
	for (int i = 0; i < SUMAC_CPU_N_LEVELS && !err; i++)
		if (is_used[i])
			err = install_leaf(&levels->at[i], blobs, i);
	return err;
}

/* A level is used by all ranks or by none. */
static void decide(struct sumac_cpu_levels *levels, const struct sumac_cpu_levels_blob *blobs)
{
	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++) {
		levels->is_there[i] = levels->at[i].n_groups < levels->at[i].size;
		for (int rank = 0; rank < levels->at[i].size; rank++)
			levels->is_there[i] &= blobs[rank].leaves[i].is_there != 0;
	}
	levels->is_there[SUMAC_CPU_OF_BLOCKS] &= sumac_plan_blocks_join(&levels->at[SUMAC_CPU_OF_BLOCKS].blocks, SUMAC_CPU_RADIX);
}

static void set_how(struct sumac_level *level, const char *folds, const char *groups)
{
	snprintf(level->how, sizeof(level->how),
		 "%d rank%s of this host %s%s in memory; between %d %s one rank of each sends", level->n_ranks,
		 level->n_ranks == 1 ? "" : "s", folds, level->n_ranks == 1 ? "s" : "", level->n_groups, groups);
}

static int install_all(struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs, int *hosts)
{
	struct sumac_cpu_levels *levels = team->levels;
	bool is_any_there = false;
	int err;

	for (int rank = 0; rank < team->base.desc.size; rank++)
		hosts[rank] = blobs[rank].host;
	err = group_by_host(team, &levels->at[SUMAC_CPU_OF_HOSTS], blobs);
	if (!err)
		err = sumac_level_group_by_block(&levels->at[SUMAC_CPU_OF_BLOCKS], hosts);
	if (err)
		return err;
	group_by_run(&levels->at[SUMAC_CPU_OF_ROWS], hosts);
	decide(levels, blobs);
	set_how(&levels->at[SUMAC_CPU_OF_HOSTS], "fold", "hosts");
	set_how(&levels->at[SUMAC_CPU_OF_BLOCKS], "fold", "blocks of ranks that share a host");
	set_how(&levels->at[SUMAC_CPU_OF_ROWS], "scan", "rows of neighbours that share a host");
	err = install_leaves(levels, blobs);
	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		is_any_there |= levels->is_there[i];
	if (!is_any_there)
		sumac_cpu_levels_free(team);
	return err;
}

int sumac_cpu_levels_install(struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs)
{
	bool are_there = true;
	int *hosts, err;

	for (int rank = 0; rank < team->base.desc.size; rank++)
		are_there &= blobs[rank].is_there != 0;
	if (!are_there) {
		sumac_cpu_levels_free(team);
		return 0;
	}
	hosts = malloc((size_t)team->base.desc.size * sizeof(*hosts));
	err = hosts ? 0 : -SUMAC_ENOMEM;
	if (!err && !are_plausible(team, blobs))
		err = -SUMAC_ETEAM;
	if (!err)
		err = install_all(team, blobs, hosts);
	free(hosts);
	return err;
}

void sumac_cpu_levels_free(struct sumac_cpu_team *team)
{
	struct sumac_cpu_levels *levels = team->levels;

	if (!levels)
		return;
	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		if (levels->at[i].leaf && leaf_of(levels, i) == i)
			sumac_leaf_leave(levels->at[i].leaf, &team->engine->left_leaves);
	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		sumac_level_fini(&levels->at[i]);
	free(levels->scratch.memory);
	free(levels);
	team->levels = NULL;
}

void sumac_cpu_levels_end_all(struct sumac_cpu_team *team, int status, int fault_rank)
{
	struct sumac_cpu_levels *levels = team->levels;

	for (int i = 0; levels && i < SUMAC_CPU_N_LEVELS; i++)
		if (levels->at[i].leaf && leaf_of(levels, i) == i)
			sumac_leaf_end_all(levels->at[i].leaf, status, fault_rank);
}
