/*
 * Making levels: whose leaf this rank is in, which it can tell by itself; and, from what all members were told, the leaves of
 * all.
 */
#include "engine/cpu/cpu_levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fabric/segment.h"

/* A longer reduce-scatter streams: each rank's part of what its leaf folds is little, and it would keep all of it. */
enum { MAX_SCATTER_BYTES = 4 << 20 };

/* The keys of a team's leaves are not the team's. */
static const uint64_t HOST_KEY = 0x6c65766c686f7374, BLOCK_KEY = 0x6c65766c626c6f63;

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

	level->listener = (struct sumac_engine_listener){ .saw = saw, .failed = failed };
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

static int *world_ranks_of(const struct sumac_cpu_level *level)
{
	int *world_ranks = malloc((size_t)level->n_ranks * sizeof(*world_ranks));

	for (int i = 0; world_ranks && i < level->n_ranks; i++)
		world_ranks[i] = level->team->world_ranks[level->ranks[i]];
	return world_ranks;
}

static int reserve_leaf(struct sumac_cpu_level *level, uint64_t key, struct sumac_leaf_blob *blob_out)
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

/* Where no rank shares anything there is nothing to reserve; the others may. */
int sumac_cpu_levels_reserve(struct sumac_cpu_team *team, struct sumac_cpu_levels_blob *blob_out)
{
	struct sumac_cpu_levels *levels;
	bool *here;
	int lo, n, err;

	*blob_out = (struct sumac_cpu_levels_blob){ 0 };
	if (!team->engine->segment)
		return 0;
	levels = team->levels = calloc(1, sizeof(*levels));
	here = malloc((size_t)team->size * sizeof(*here));
	if (!levels || !here) {
		free(here);
		return -SUMAC_ENOMEM;
	}
	for (int rank = 0; rank < team->size; rank++)
		here[rank] = is_here(team, rank);
	sumac_plan_blocks_around(here, team->size, team->rank, &lo, &n);
	free(here);
	err = level_init(team, &levels->of_hosts, 0, team->size);
	if (!err)
		err = level_init(team, &levels->of_blocks, lo, n);
	levels->is_one_leaf = levels->of_hosts.n_ranks == levels->of_blocks.n_ranks;
	if (!err)
		err = reserve_leaf(&levels->of_hosts, HOST_KEY, &blob_out->of_host);
	if (!err && !levels->is_one_leaf)
		err = reserve_leaf(&levels->of_blocks, BLOCK_KEY, &blob_out->of_block);
	blob_out->is_there = 1;
	blob_out->host = own_host(team->engine);
	if (levels->is_one_leaf) {
		levels->of_blocks.leaf = levels->of_hosts.leaf;
		blob_out->of_block = blob_out->of_host;
	}
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

/* What a member says of its host must fit what this rank knows of its own. */
static bool are_plausible(const struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs)
{
	for (int rank = 0; rank < team->size; rank++)
		if (blobs[rank].host < 0 || blobs[rank].host >= sumac_fabric_size(team->engine->fabric) ||
		    (blobs[rank].host == blobs[team->rank].host) != is_here(team, rank))
			return false;
	return true;
}

static int install_leaf(struct sumac_cpu_level *level, const struct sumac_cpu_levels_blob *blobs, bool of_block)
{
	struct sumac_leaf_blob *own = malloc((size_t)level->n_ranks * sizeof(*own));
	int *world_ranks = world_ranks_of(level), err = -SUMAC_ENOMEM;

	for (int i = 0; own && i < level->n_ranks; i++)
		own[i] = of_block ? blobs[level->ranks[i]].of_block : blobs[level->ranks[i]].of_host;
	if (own && world_ranks)
		err = sumac_leaf_install(level->leaf, world_ranks, own);
	free(own);
	free(world_ranks);
	return err;
}

/* A level is used by all ranks or by none. */
static void decide(struct sumac_cpu_levels *levels, const struct sumac_cpu_levels_blob *blobs)
{
	struct sumac_cpu_level *hosts = &levels->of_hosts, *blocks = &levels->of_blocks;
	int size = hosts->team->size;

	hosts->is_there = hosts->n_groups < size;
	blocks->is_there = blocks->n_groups < size && sumac_plan_blocks_join(&blocks->blocks, SUMAC_CPU_RADIX);
	for (int rank = 0; rank < size; rank++) {
		hosts->is_there &= blobs[rank].of_host.is_there != 0;
		blocks->is_there &= blobs[rank].of_block.is_there != 0;
	}
}

static void set_how(struct sumac_cpu_level *level, const char *groups)
{
	snprintf(level->how, sizeof(level->how),
		 "%d rank%s of this host fold%s in memory; between %d %s one rank of each sends", level->n_ranks,
		 level->n_ranks == 1 ? "" : "s", level->n_ranks == 1 ? "s" : "", level->n_groups, groups);
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
	decide(levels, blobs);
	set_how(&levels->of_hosts, "hosts");
	set_how(&levels->of_blocks, "blocks of ranks that share a host");
	if (levels->of_hosts.is_there || (levels->is_one_leaf && levels->of_blocks.is_there))
		err = install_leaf(&levels->of_hosts, blobs, false);
	if (!err && levels->of_blocks.is_there && !levels->is_one_leaf)
		err = install_leaf(&levels->of_blocks, blobs, true);
	if (!levels->of_hosts.is_there && !levels->of_blocks.is_there)
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
	if (levels->of_hosts.leaf)
		sumac_leaf_leave(levels->of_hosts.leaf, &team->engine->left_leaves);
	if (levels->of_blocks.leaf && !levels->is_one_leaf)
		sumac_leaf_leave(levels->of_blocks.leaf, &team->engine->left_leaves);
	level_fini(&levels->of_hosts);
	level_fini(&levels->of_blocks);
	free(levels->scratch);
	free(levels);
	team->levels = NULL;
}

void sumac_cpu_levels_end_all(struct sumac_cpu_team *team, int status, int fault_rank)
{
	struct sumac_cpu_levels *levels = team->levels;

	if (levels && levels->of_hosts.leaf)
		sumac_leaf_end_all(levels->of_hosts.leaf, status, fault_rank);
	if (levels && levels->of_blocks.leaf)
		sumac_leaf_end_all(levels->of_blocks.leaf, status, fault_rank);
}

struct sumac_cpu_level *sumac_cpu_level_for(const struct sumac_cpu_team *team, const struct sumac_call *call)
{
	const struct sumac_coll_row *row = sumac_coll_row(call->coll);
	struct sumac_cpu_level *level;

	if (!team->levels || row->order == SUMAC_LEFT)
		return NULL;
	if (call->coll == SUMAC_COLL_REDUCE_SCATTER && call->count > MAX_SCATTER_BYTES / sumac_type_bytes(call->type))
		return NULL;
	if (sumac_coll_combines(call->coll) && !sumac_combination_is_free(call->op, call->type))
		level = &team->levels->of_blocks;
	else
		level = &team->levels->of_hosts;
	return level->is_there && (call->coll != SUMAC_COLL_ALLGATHER || level->are_rows) ? level : NULL;
}
