/*
 * A team on the CPU engine: its making, its failure, its end, and whom it waits for.
 */
#include "engine/cpu/cpu_levels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The members exchange this before they install. */
struct blob {
	uint64_t key;
	uint64_t chunk_bytes;
	uint32_t window;
	int32_t world_rank;
	uint64_t small_bytes, round_bytes;
	uint64_t n_slots;
	struct sumac_leaf_blob leaf;
	struct sumac_cpu_levels_blob levels; /* where the team is no leaf */
};
_Static_assert(sizeof(struct blob) <= SUMAC_ENGINE_BLOB_BYTES, "a blob's size");

static struct sumac_engine_team *find(const struct sumac_cpu_engine *engine, uint64_t key)
{
	struct sumac_engine_team *team = engine->teams;

	while (team && team->desc.key != key)
		team = team->next;
	return team;
}

struct sumac_cpu_team *sumac_cpu_team_find(struct sumac_cpu_engine *engine, uint64_t key)
{
	struct sumac_engine_team *team = find(engine, key);

	return team && team->is_installed ? sumac_cpu_team_of(team) : NULL;
}

static void team_release(struct sumac_cpu_team *team)
{
	if (team->leaf)
		sumac_leaf_leave(team->leaf, &team->engine->left_leaves);
	for (struct sumac_cpu_stream *stream = team->streams, *next; stream; stream = next) {
		next = stream->next;
		sumac_cpu_stream_free(team, stream);
	}
	sumac_cpu_run_free_spare(team);
	sumac_cpu_levels_free(team);
	for (int i = 0; team->channels && i < team->base.desc.size * SUMAC_N_CHANNEL_CLASSES; i++)
		free(team->channels[i].streams);
	free(team->channels);
	free(team);
}

static bool is_valid(const struct sumac_cpu_engine *engine, const struct sumac_team_desc *desc)
{
	int n_ranks = sumac_fabric_size(engine->fabric);

	if (desc->size < 1 || desc->size > n_ranks || desc->rank < 0 || desc->rank >= desc->size)
		return false;
	for (int i = 0; i < desc->size; i++)
		if (desc->world_ranks[i] < 0 || desc->world_ranks[i] >= n_ranks)
			return false;
	return desc->world_ranks[desc->rank] == sumac_fabric_rank(engine->fabric) && !find(engine, desc->key);
}

int sumac_cpu_team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc,
			   struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES])
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)base;
	struct sumac_cpu_team *team;
	struct sumac_leaf_blob leaf = { 0 };
	struct sumac_cpu_levels_blob levels = { 0 };
	struct blob blob;
	int err = 0;

	if (!is_valid(engine, desc))
		return -SUMAC_EINVAL;
	sumac_leaf_reap(&engine->left_leaves);
	team = calloc(1, sizeof(*team));
	if (!team)
		return -SUMAC_ENOMEM;
	team->engine = engine;
	sumac_engine_team_init(&team->base, desc);
	team->channels = calloc((size_t)desc->size * SUMAC_N_CHANNEL_CLASSES, sizeof(team->channels[0]));
	if (engine->segment)
		err = sumac_leaf_reserve(engine->segment, &engine->options, desc, NULL, &team->leaf, &leaf);
	if (!err && !team->leaf)
		err = sumac_cpu_levels_reserve(team, &levels);
	if (err || !team->channels) {
		team_release(team);
		return -SUMAC_ENOMEM;
	}
	sumac_engine_team_enlist(&team->base, &engine->teams);
	memset(&blob, 0, sizeof(blob));
	blob = (struct blob){ .key = desc->key, .chunk_bytes = engine->options.chunk_bytes,
			      .window = engine->options.window, .world_rank = desc->world_ranks[desc->rank],
			      .n_slots = engine->options.n_slots, .small_bytes = engine->options.small_bytes,
			      .round_bytes = engine->options.round_bytes, .leaf = leaf, .levels = levels };
	memset(blob_out, 0, SUMAC_ENGINE_BLOB_BYTES);
	memcpy(blob_out, &blob, sizeof(blob));
	*team_out = &team->base;
	return 0;
}

static int check_blob(const struct sumac_cpu_team *team, int rank, const struct blob *blob)
{
	const struct sumac_cpu_options *options = &team->engine->options;

	if (blob->key != team->base.desc.key || blob->world_rank != team->base.desc.world_ranks[rank])
		return -SUMAC_ETEAM;
	if (blob->chunk_bytes != options->chunk_bytes || blob->window != options->window || blob->n_slots != options->n_slots ||
	    blob->small_bytes != options->small_bytes || blob->round_bytes != options->round_bytes)
		return -SUMAC_EBUILD;
	return 0;
}

/* The team is a leaf if it is one for all members. */
static int install_leaf(struct sumac_cpu_team *team, const struct sumac_leaf_blob *blobs)
{
	bool is_there = team->leaf;

	for (int rank = 0; rank < team->base.desc.size; rank++)
		is_there &= blobs[rank].is_there != 0;
	if (is_there) {
		int err = sumac_leaf_install(team->leaf, blobs);

		if (err || team->engine->has_touched)
			return err;
		sumac_leaf_touch(team->leaf);
		team->engine->has_touched = true;
		return 0;
	}
	if (team->leaf)
		sumac_leaf_leave(team->leaf, &team->engine->left_leaves);
	team->leaf = NULL;
	return 0;
}

/* The members' blobs, taken apart: about a leaf of all, and about levels. */
struct told {
	struct sumac_leaf_blob *leaves;
	struct sumac_cpu_levels_blob *levels;
};

static int read_blobs(const struct sumac_cpu_team *team, const uint8_t *blobs, struct told *told_out)
{
	int err = 0;

	told_out->leaves = malloc((size_t)team->base.desc.size * sizeof(told_out->leaves[0]));
	told_out->levels = malloc((size_t)team->base.desc.size * sizeof(told_out->levels[0]));
	if (!told_out->leaves || !told_out->levels)
		return -SUMAC_ENOMEM;
	for (int rank = 0; rank < team->base.desc.size && !err; rank++) {
		struct blob blob;

		memcpy(&blob, blobs + (size_t)rank * SUMAC_ENGINE_BLOB_BYTES, sizeof(blob));
		err = check_blob(team, rank, &blob);
		told_out->leaves[rank] = blob.leaf;
		told_out->levels[rank] = blob.levels;
	}
	return err;
}

int sumac_cpu_team_install(struct sumac_engine_team *base, const uint8_t *blobs)
{
	struct sumac_cpu_team *team = sumac_cpu_team_of(base);
	struct told told;
	int err = read_blobs(team, blobs, &told);

	if (!err)
		err = install_leaf(team, told.leaves);
	if (!err && !team->leaf)
		err = sumac_cpu_levels_install(team, told.levels);
	free(told.leaves);
	free(told.levels);
	if (err)
		return err;
	team->base.is_installed = true;
	team->is_ready = team->leaf;
	team->engine->n_streaming += !team->leaf;
	if (!team->leaf)
		sumac_cpu_team_watch(team);
	return 0;
}

void sumac_cpu_team_watch(struct sumac_cpu_team *team)
{
	if (team->is_busy)
		return;
	team->is_busy = true;
	team->next_busy = team->engine->busy;
	team->engine->busy = team;
}

static void unwatch(struct sumac_cpu_team *team)
{
	struct sumac_cpu_team **at = &team->engine->busy;

	while (*at && *at != team)
		at = &(*at)->next_busy;
	if (*at)
		*at = team->next_busy;
}

int sumac_cpu_team_fold(struct sumac_cpu_team *team)
{
	int fault_rank = -1, moved = team->base.status ? 0 : sumac_leaf_progress(team->leaf, &fault_rank);

	if (moved >= 0)
		return moved;
	/* The listener may have failed the team already; only the first failure counts. */
	sumac_cpu_team_break(team, moved, fault_rank);
	return 1;
}

/* Ends every call of the team. */
static void end_all(struct sumac_cpu_team *team, int status, int fault_rank)
{
	if (team->leaf)
		sumac_leaf_end_all(team->leaf, status, fault_rank);
	sumac_cpu_levels_end_all(team, status, fault_rank);
	sumac_cpu_run_end_all(team, status, fault_rank);
}

void sumac_cpu_team_fail(struct sumac_engine_team *base, int status, int fault_rank)
{
	struct sumac_cpu_team *team = sumac_cpu_team_of(base);

	if (!sumac_engine_team_fail_first(base, status, fault_rank))
		return;
	team->is_ready = false;
	end_all(team, status, fault_rank);
}

void sumac_cpu_team_break(struct sumac_cpu_team *team, int status, int fault_rank)
{
	sumac_engine_team_break(&team->base, status, fault_rank, sumac_cpu_team_fail);
}

void sumac_cpu_team_free(struct sumac_engine_team *base)
{
	struct sumac_cpu_team *team = sumac_cpu_team_of(base);

	end_all(team, -SUMAC_EFAILED, -1);
	team->engine->n_streaming -= team->base.is_installed && !team->leaf;
	sumac_engine_team_delist(base, &team->engine->teams);
	unwatch(team);
	team_release(team);
}

static int add_rank(int rank, int n, int *ranks_out, int cap)
{
	for (int i = 0; i < n; i++)
		if (ranks_out[i] == rank)
			return n;
	if (n < cap)
		ranks_out[n++] = rank;
	return n;
}

static int missing_inputs(const struct sumac_cpu_run *run, int *ranks_out, int cap)
{
	int n = 0;

	for (const struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++)
		for (int i = 0; i < node->plan->n_in; i++)
			if (node->in[i].stream && node->n_fired < node->n_chunks &&
			    !sumac_cpu_stream_peek(run->team, node->in[i].stream))
				n = add_rank(node->in[i].stream->peer, n, ranks_out, cap);
	return n;
}

static int stuck_outputs(const struct sumac_cpu_run *run, int *ranks_out, int cap)
{
	int n = 0;

	for (const struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++)
		for (int i = 0; i < node->plan->n_out; i++)
			if (node->out[i].stream && node->out[i].n_done < node->out[i].n_made)
				n = add_rank(node->out[i].stream->peer, n, ranks_out, cap);
	return n;
}

/* The ranks that have not sent. A peer that has sent may still not take what we send, but then it waits for
 * these, too. */
int sumac_cpu_team_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap)
{
	const struct sumac_cpu_run *run = sumac_cpu_oldest(sumac_cpu_team_of(base));
	int n;

	if (sumac_cpu_team_of(base)->leaf)
		return sumac_leaf_waiting_for(sumac_cpu_team_of(base)->leaf, ranks_out, cap);
	if (!run)
		return 0;
	n = run->level ? sumac_steps_waiting_for(&run->steps, ranks_out, cap) : -1;
	if (n >= 0)
		return n;
	n = missing_inputs(run, ranks_out, cap);
	return n ? n : stuck_outputs(run, ranks_out, cap);
}
