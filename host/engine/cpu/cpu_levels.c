/*
 * Making levels: whose leaf this rank is in, which it can tell by itself; and, from what all members were told, the leaves of
 * all.
 */
#include "engine/cpu/cpu_levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fabric/segment.h"

/* The keys of a team's leaves are not the team's. */
static const uint64_t LEAF_KEY = 0x6c65766c6c656166;

static struct sumac_cpu_level *level_at(struct sumac_cpu_levels *levels, int i)
{
	struct sumac_cpu_level *const all[SUMAC_CPU_N_LEVELS] = { &levels->of_hosts, &levels->of_runs, &levels->of_blocks };

	return all[i];
}

/* The first level with that one's leaf. Groups around a rank hold one another: those of as many ranks are the same. */
static int leaf_of(struct sumac_cpu_levels *levels, int i)
{
	int first = 0;

	while (level_at(levels, first)->n_ranks != level_at(levels, i)->n_ranks)
		first++;
	return first;
}

static bool is_here(const struct sumac_cpu_team *team, int rank)
{
	const struct sumac_segment *segment = team->engine->segment;

	return rank == team->rank || (segment && sumac_segment_place_of(segment, team->world_ranks[rank]) >= 0);
}

static int own_host(const struct sumac_cpu_engine *engine)
{
	int rank = 0;

	while (rank < sumac_fabric_rank(engine->fabric) &&
	       !(engine->segment && sumac_segment_place_of(engine->segment, rank) >= 0))
		rank++;
	return rank;
}

/* The level's memory; its group are those of n ranks from lo on that are here. */
static int level_init(struct sumac_cpu_team *team, struct sumac_cpu_level *level, int lo, int n)
{
	size_t size = (size_t)team->size;

	sumac_cpu_level_listen(level);
	level->team = team;
	level->ranks = malloc(size * sizeof(level->ranks[0]));
	level->group_of = malloc(size * sizeof(level->group_of[0]));
	level->owners = malloc(size * sizeof(level->owners[0]));
	level->leaf_firsts = malloc((size + 1) * sizeof(level->leaf_firsts[0]));
	level->group_firsts = malloc((size + 1) * sizeof(level->group_firsts[0]));
	if (!level->ranks || !level->group_of || !level->owners || !level->leaf_firsts || !level->group_firsts)
		return -SUMAC_ENOMEM;
	for (int rank = lo; rank < lo + n; rank++) {
		if (!is_here(team, rank))
			continue;
		if (rank == team->rank)
			level->leaf_rank = level->n_ranks;
		level->ranks[level->n_ranks++] = rank;
	}
	return 0;
}

static int reserve_leaves(struct sumac_cpu_levels *levels, struct sumac_leaf_blob *blobs_out)
{
	int err = 0;

	for (int i = 0; i < SUMAC_CPU_N_LEVELS && !err; i++) {
		int first = leaf_of(levels, i);

		if (first == i)
			err = sumac_cpu_level_reserve(level_at(levels, i), LEAF_KEY + (uint64_t)i, &blobs_out[i]);
		level_at(levels, i)->leaf = level_at(levels, first)->leaf;
		blobs_out[i] = blobs_out[first];
	}
	return err;
}

static int init_levels(struct sumac_cpu_team *team)
{
	bool *here = malloc((size_t)team->size * sizeof(*here));
	int lo = team->rank, end = team->rank, n, err = here ? 0 : -SUMAC_ENOMEM;

	for (int rank = 0; here && rank < team->size; rank++)
		here[rank] = is_here(team, rank);
	if (!err)
		err = level_init(team, &team->levels->of_hosts, 0, team->size);
	while (!err && lo && here[lo - 1])
		lo--;
	while (!err && end < team->size && here[end])
		end++;
	if (!err)
		err = level_init(team, &team->levels->of_runs, lo, end - lo);
	if (!err) {
		sumac_plan_blocks_around(here, team->size, team->rank, &lo, &n);
		err = level_init(team, &team->levels->of_blocks, lo, n);
	}
	free(here);
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
		err = reserve_leaves(team->levels, blob_out->leaves);
	blob_out->is_there = 1;
	blob_out->host = own_host(team->engine);
	return err;
}

static void set_groups(struct sumac_cpu_level *level, int size)
{
	level->are_rows = true;
	for (int rank = 0; rank < size; rank++)
		if (rank && level->group_of[rank] < level->group_of[rank - 1])
			level->are_rows = false;
	for (int rank = size - 1; rank >= 0; rank--)
		level->owners[level->group_of[rank]] = rank;
	level->group = level->group_of[level->team->rank];
}

/* Hosts are numbered in the order of their lowest ranks in the team. */
static int group_by_host(struct sumac_cpu_level *level, const struct sumac_cpu_levels_blob *blobs)
{
	int n_ranks = sumac_fabric_size(level->team->engine->fabric), size = level->team->size;
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
	set_groups(level, size);
	return 0;
}

static int group_by_block(struct sumac_cpu_level *level, const int *hosts)
{
	int err = sumac_plan_blocks_make(hosts, level->team->size, &level->blocks);

	if (err)
		return err;
	level->n_groups = level->blocks.n;
	for (int block = 0; block < level->n_groups; block++)
		for (int rank = level->blocks.first[block]; rank < level->blocks.first[block + 1]; rank++)
			level->group_of[rank] = block;
	set_groups(level, level->team->size);
	return 0;
}

static void group_by_run(struct sumac_cpu_level *level, const int *hosts)
{
	for (int rank = 0; rank < level->team->size; rank++) {
		level->n_groups += !rank || hosts[rank] != hosts[rank - 1];
		level->group_of[rank] = level->n_groups - 1;
	}
	level->are_runs = true;
	set_groups(level, level->team->size);
}

/* What a member says of its host must fit what this rank knows of its own. */
static bool are_plausible(const struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs)
{
	for (int rank = 0; rank < team->size; rank++)
		if (blobs[rank].host < 0 || blobs[rank].host >= sumac_fabric_size(team->engine->fabric) ||
		    (blobs[rank].host == blobs[team->rank].host) != is_here(team, rank))
			return false;
	return true;
}

/* Where any level with that leaf is used. */
static int install_leaves(struct sumac_cpu_levels *levels, const struct sumac_cpu_levels_blob *blobs)
{
	bool is_used[SUMAC_CPU_N_LEVELS] = { false };
	int err = 0;

	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		is_used[leaf_of(levels, i)] |= level_at(levels, i)->is_there;
	for (int i = 0; i < SUMAC_CPU_N_LEVELS && !err; i++)
		if (is_used[i])
			err = sumac_cpu_level_install(level_at(levels, i), blobs, i);
	return err;
}

/* A level is used by all ranks or by none. */
static void decide(struct sumac_cpu_levels *levels, const struct sumac_cpu_levels_blob *blobs)
{
	int size = levels->of_hosts.team->size;

	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++) {
		struct sumac_cpu_level *level = level_at(levels, i);

		level->is_there = level->n_groups < size;
		for (int rank = 0; rank < size; rank++)
			level->is_there &= blobs[rank].leaves[i].is_there != 0;
	}
	levels->of_blocks.is_there &= sumac_plan_blocks_join(&levels->of_blocks.blocks, SUMAC_CPU_RADIX);
}

static void set_how(struct sumac_cpu_level *level, const char *folds, const char *groups)
{
	snprintf(level->how, sizeof(level->how),
		 "%d rank%s of this host %s%s in memory; between %d %s one rank of each sends", level->n_ranks,
		 level->n_ranks == 1 ? "" : "s", folds, level->n_ranks == 1 ? "s" : "", level->n_groups, groups);
}

static int install_all(struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs, int *hosts)
{
	struct sumac_cpu_levels *levels = team->levels;
	int err;

	for (int rank = 0; rank < team->size; rank++)
		hosts[rank] = blobs[rank].host;
	err = group_by_host(&levels->of_hosts, blobs);
	if (!err)
		err = group_by_block(&levels->of_blocks, hosts);
	if (err)
		return err;
	group_by_run(&levels->of_runs, hosts);
	decide(levels, blobs);
	set_how(&levels->of_hosts, "fold", "hosts");
	set_how(&levels->of_blocks, "fold", "blocks of ranks that share a host");
	set_how(&levels->of_runs, "scan", "runs of neighbours that share a host");
	err = install_leaves(levels, blobs);
	if (!levels->of_hosts.is_there && !levels->of_blocks.is_there && !levels->of_runs.is_there)
		sumac_cpu_levels_free(team);
	return err;
}

int sumac_cpu_levels_install(struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs)
{
	bool are_there = true;
	int *hosts, err;

	for (int rank = 0; rank < team->size; rank++)
		are_there &= blobs[rank].is_there != 0;
	if (!are_there) {
		sumac_cpu_levels_free(team);
		return 0;
	}
	hosts = malloc((size_t)team->size * sizeof(*hosts));
	err = hosts ? 0 : -SUMAC_ENOMEM;
	if (!err && !are_plausible(team, blobs))
		err = -SUMAC_ETEAM;
	if (!err)
		err = install_all(team, blobs, hosts);
	free(hosts);
	return err;
}

static void level_fini(struct sumac_cpu_level *level)
{
	free(level->ranks);
	free(level->group_of);
	free(level->owners);
	free(level->leaf_firsts);
	free(level->group_firsts);
	sumac_plan_blocks_free(&level->blocks);
}

void sumac_cpu_levels_free(struct sumac_cpu_team *team)
{
	struct sumac_cpu_levels *levels = team->levels;

	if (!levels)
		return;
	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		if (level_at(levels, i)->leaf && leaf_of(levels, i) == i)
			sumac_leaf_leave(level_at(levels, i)->leaf, &team->engine->left_leaves);
	for (int i = 0; i < SUMAC_CPU_N_LEVELS; i++)
		level_fini(level_at(levels, i));
	free(levels->scratch);
	free(levels);
	team->levels = NULL;
}

void sumac_cpu_levels_end_all(struct sumac_cpu_team *team, int status, int fault_rank)
{
	struct sumac_cpu_levels *levels = team->levels;

	for (int i = 0; levels && i < SUMAC_CPU_N_LEVELS; i++)
		if (level_at(levels, i)->leaf && leaf_of(levels, i) == i)
			sumac_leaf_end_all(level_at(levels, i)->leaf, status, fault_rank);
}
