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

static void broke(void *ctx, int status, int fault_rank)
{
	sumac_cpu_team_break(ctx, status, fault_rank);
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

static int level_init(struct sumac_cpu_team *team, struct sumac_level *level, const bool *here, int lo, int n)
{
	const struct sumac_team_desc desc = { .rank = team->rank, .size = team->size, .world_ranks = team->world_ranks,
					      .listener = team->listener };

	level->broke = broke;
	level->ctx = team;
	return sumac_level_init(level, &desc, here, lo, n);
}

static int reserve_leaf(struct sumac_cpu_team *team, struct sumac_level *level, uint64_t key, struct sumac_leaf_blob *blob_out)
{
	return sumac_level_reserve(level, team->engine->segment, &team->engine->options, team->key ^ key, blob_out);
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
	err = level_init(team, &levels->of_hosts, here, 0, team->size);
	if (!err)
		err = level_init(team, &levels->of_blocks, here, lo, n);
	free(here);
	levels->is_one_leaf = levels->of_hosts.n_ranks == levels->of_blocks.n_ranks;
	if (!err)
		err = reserve_leaf(team, &levels->of_hosts, HOST_KEY, &blob_out->of_host);
	if (!err && !levels->is_one_leaf)
		err = reserve_leaf(team, &levels->of_blocks, BLOCK_KEY, &blob_out->of_block);
	blob_out->is_there = 1;
	blob_out->host = own_host(team->engine);
	if (levels->is_one_leaf) {
		levels->of_blocks.leaf = levels->of_hosts.leaf;
		blob_out->of_block = blob_out->of_host;
	}
	return err;
}

/* Hosts are numbered in the order of their lowest ranks in the team. */
static int group_by_host(const struct sumac_cpu_team *team, struct sumac_level *level, const struct sumac_cpu_levels_blob *blobs)
{
	int n_ranks = sumac_fabric_size(team->engine->fabric), size = team->size;
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

/* What a member says of its host must fit what this rank knows of its own. */
static bool are_plausible(const struct sumac_cpu_team *team, const struct sumac_cpu_levels_blob *blobs)
{
	for (int rank = 0; rank < team->size; rank++)
		if (blobs[rank].host < 0 || blobs[rank].host >= sumac_fabric_size(team->engine->fabric) ||
		    (blobs[rank].host == blobs[team->rank].host) != is_here(team, rank))
			return false;
	return true;
}

static int install_leaf(struct sumac_level *level, const struct sumac_cpu_levels_blob *blobs, bool of_block)
{
	struct sumac_leaf_blob *own = malloc((size_t)level->n_ranks * sizeof(*own));
	int err;

	for (int i = 0; own && i < level->n_ranks; i++)
		own[i] = of_block ? blobs[level->ranks[i]].of_block : blobs[level->ranks[i]].of_host;
	err = own ? sumac_level_install(level, own) : -SUMAC_ENOMEM;
	free(own);
	return err;
}

/* A level is used by all ranks or by none. */
static void decide(struct sumac_cpu_levels *levels, const struct sumac_cpu_levels_blob *blobs)
{
	const struct sumac_level *hosts = &levels->of_hosts, *blocks = &levels->of_blocks;

	levels->are_hosts_there = hosts->n_groups < hosts->size;
	levels->are_blocks_there = blocks->n_groups < blocks->size && sumac_plan_blocks_join(&blocks->blocks, SUMAC_CPU_RADIX);
	for (int rank = 0; rank < hosts->size; rank++) {
		levels->are_hosts_there &= blobs[rank].of_host.is_there != 0;
		levels->are_blocks_there &= blobs[rank].of_block.is_there != 0;
	}
}

static void set_how(struct sumac_level *level, const char *groups)
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
	err = group_by_host(team, &levels->of_hosts, blobs);
	if (!err)
		err = sumac_level_group_by_block(&levels->of_blocks, hosts);
	if (err)
		return err;
	decide(levels, blobs);
	set_how(&levels->of_hosts, "hosts");
	set_how(&levels->of_blocks, "blocks of ranks that share a host");
	if (levels->are_hosts_there || (levels->is_one_leaf && levels->are_blocks_there))
		err = install_leaf(&levels->of_hosts, blobs, false);
	if (!err && levels->are_blocks_there && !levels->is_one_leaf)
		err = install_leaf(&levels->of_blocks, blobs, true);
	if (!levels->are_hosts_there && !levels->are_blocks_there)
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

void sumac_cpu_levels_free(struct sumac_cpu_team *team)
{
	struct sumac_cpu_levels *levels = team->levels;

	if (!levels)
		return;
	if (levels->of_hosts.leaf)
		sumac_leaf_leave(levels->of_hosts.leaf, &team->engine->left_leaves);
	if (levels->of_blocks.leaf && !levels->is_one_leaf)
		sumac_leaf_leave(levels->of_blocks.leaf, &team->engine->left_leaves);
	sumac_level_fini(&levels->of_hosts);
	sumac_level_fini(&levels->of_blocks);
	free(levels->scratch.memory);
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

struct sumac_level *sumac_cpu_level_for(const struct sumac_cpu_team *team, const struct sumac_call *call)
{
	const struct sumac_coll_row *row = sumac_coll_row(call->coll);
	struct sumac_cpu_levels *levels = team->levels;
	bool is_there;

	if (!levels || row->order == SUMAC_LEFT)
		return NULL;
	if (call->coll == SUMAC_COLL_REDUCE_SCATTER && call->count > MAX_SCATTER_BYTES / sumac_type_bytes(call->type))
		return NULL;
	if (sumac_coll_combines(call->coll) && !sumac_combination_is_free(call->op, call->type))
		return levels->are_blocks_there ? &levels->of_blocks : NULL;
	is_there = levels->are_hosts_there && (call->coll != SUMAC_COLL_ALLGATHER || levels->of_hosts.are_rows);
	return is_there ? &levels->of_hosts : NULL;
}
