/*
 * Making a leaf, and leaving it. Each member's memory lies in its own part of the host's segment; the others are told where,
 * and check that it can be so.
 */
#include "engine/leaf/leaf_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/fail.h"

enum { MIN_SLICE_BYTES = 1024, MIN_ROUND_BYTES = 65536, MAX_HAND_BYTES = 131072 };

static size_t most_of(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* Rounds of 1 MiB are so long that their lines leave the caches anyway. */
size_t sumac_leaf_ring_times(const struct sumac_leaf *leaf)
{
	const size_t max_times = 4, long_bytes = 1 << 20;

	if (leaf->size != 2 || leaf->round_bytes >= long_bytes)
		return 1;
	return long_bytes / leaf->round_bytes < max_times ? long_bytes / leaf->round_bytes : max_times;
}

size_t sumac_leaf_copies_bytes(const struct sumac_leaf *leaf)
{
	return sumac_leaf_ring_times(leaf) * 3 * leaf->slice_bytes * (size_t)leaf->size;
}

size_t sumac_leaf_results_bytes(const struct sumac_leaf *leaf)
{
	return sumac_leaf_ring_times(leaf) * 3 * most_of(leaf->slice_bytes, leaf->hand_bytes);
}

/* Small things are apart from large ones: the segment has them side by side, which spares page tables. */
static size_t slots_bytes(const struct sumac_leaf *leaf)
{
	return sizeof(struct sumac_leaf_control) + leaf->n_slots * sizeof(struct sumac_leaf_slot);
}

/* Unused memory costs address space alone. */
struct layout {
	size_t copies, results, aside, read, end;
};

static struct layout layout_of(const struct sumac_leaf *leaf)
{
	struct layout layout = { .copies = leaf->n_slots * leaf->small_bytes };

	layout.results = layout.copies + sumac_leaf_copies_bytes(leaf);
	layout.aside = layout.results + sumac_leaf_results_bytes(leaf);
	layout.read = layout.aside + SUMAC_LEAF_BLOCK_BYTES;
	layout.end = layout.read + most_of(leaf->slice_bytes, leaf->hand_bytes);
	return layout;
}

/* Finds out where the members' parts of the segment are. False: they do not share a host. */
static bool find_members(struct sumac_leaf *leaf, const int *world_ranks, const int *members)
{
	for (int rank = 0; rank < leaf->size; rank++) {
		int world_rank = world_ranks[members ? members[rank] : rank];

		leaf->peers[rank].local_rank = sumac_segment_local_rank_of(leaf->segment, world_rank);
		if (leaf->peers[rank].local_rank < 0)
			return false;
	}
	return true;
}

static void leaf_free(struct sumac_leaf *leaf)
{
	while (leaf->spare) {
		struct sumac_leaf_run *run = leaf->spare;

		leaf->spare = run->next;
		free(run);
	}
	for (int memo = 1; memo <= SUMAC_N_MEMOS; memo++)
		free(leaf->kept[memo]);
	free(leaf->peers);
	free(leaf->operands);
	free(leaf->loans);
	free(leaf->hands);
	free(leaf);
}

/* Makes the member's own memory. False: there is no room. */
static bool memory_make(struct sumac_leaf *leaf, struct sumac_leaf_blob *blob_out)
{
	struct layout layout = layout_of(leaf);

	leaf->control = sumac_segment_alloc(leaf->segment, slots_bytes(leaf), &blob_out->slots);
	leaf->payloads = leaf->control ? sumac_segment_alloc(leaf->segment, layout.end, &blob_out->buffers) : NULL;
	if (!leaf->payloads) {
		sumac_segment_free(leaf->segment, leaf->control, true);
		return false;
	}
	leaf->slots = (struct sumac_leaf_slot *)(leaf->control + 1);
	leaf->copies = leaf->payloads + layout.copies;
	leaf->results = leaf->payloads + layout.results;
	leaf->aside = leaf->payloads + layout.aside;
	leaf->read = leaf->payloads + layout.read;
	for (int i = 0; i < SUMAC_LEAF_N_COUNTERS; i++)
		atomic_store_explicit(&leaf->control->counters[i], leaf->base, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->taken, 0, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->folded, 0, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->failed_in, 0, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->took, 0, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->read_in, 0, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->refused_in, 0, memory_order_relaxed);
	atomic_store_explicit(&leaf->control->key, leaf->key, memory_order_release);
	return true;
}

static size_t in_lines(size_t len_bytes)
{
	return len_bytes / SUMAC_LEAF_PAIR_BYTES * SUMAC_LEAF_PAIR_BYTES;
}

/* With more ranks each copies less in a round, so that together they need no more cache. Where data is handed on, a larger first
 * piece takes longer to get through; a smaller one has ranks that share a core take turns more often. */
static void set_rounds(struct sumac_leaf *leaf)
{
	size_t least = leaf->round_bytes < MIN_ROUND_BYTES ? leaf->round_bytes : MIN_ROUND_BYTES;
	size_t bytes = leaf->round_bytes / (size_t)leaf->size * 2;

	leaf->slice_bytes = in_lines(most_of(bytes, least) / (size_t)leaf->size);
	leaf->slice_bytes = most_of(leaf->slice_bytes, MIN_SLICE_BYTES);
	if (leaf->size == 2)
		bytes /= 4;
	else
		bytes = bytes > MAX_HAND_BYTES ? MAX_HAND_BYTES : most_of(bytes, least / 4);
	leaf->hand_bytes = in_lines(bytes);
}

/* Each member of a short call folds, or copies, all of it; sharing that pays sooner the more members there are. */
static size_t small_bytes_of(const struct sumac_cpu_options *options, int size)
{
	int team = sumac_found_team(size);

	return options->small_bytes ? options->small_bytes >> team : (size_t)sumac_found_most_bytes(team, SUMAC_FOUND_SIZES - 1);
}

static struct sumac_leaf *leaf_new(struct sumac_segment *segment, const struct sumac_cpu_options *options,
				   const struct sumac_team_desc *desc)
{
	struct sumac_leaf *leaf = calloc(1, sizeof(*leaf));

	if (!leaf)
		return NULL;
	leaf->segment = segment;
	leaf->listener = desc->listener;
	leaf->rank = desc->rank;
	leaf->size = desc->size;
	leaf->key = desc->key;
	leaf->small_bytes = small_bytes_of(options, desc->size);
	leaf->found = options->small_bytes ? NULL : options->found;
	leaf->single_copy = options->single_copy;
	leaf->n_slots = leaf->n_free = options->n_slots;
	leaf->round_bytes = options->round_bytes ? options->round_bytes : sumac_cache_round_bytes();
	set_rounds(leaf);
	leaf->newest_end = &leaf->oldest;
	leaf->base = 2; /* rounds that never were: their buffers are free */
	leaf->peers = calloc((size_t)leaf->size, sizeof(leaf->peers[0]));
	leaf->operands = calloc((size_t)leaf->size, sizeof(leaf->operands[0]));
	leaf->loans = calloc((size_t)leaf->size, sizeof(leaf->loans[0]));
	leaf->hands = calloc((size_t)leaf->size, sizeof(leaf->hands[0]));
	if (leaf->peers && leaf->operands && leaf->loans && leaf->hands)
		return leaf;
	leaf_free(leaf);
	return NULL;
}

int sumac_leaf_reserve(struct sumac_segment *segment, const struct sumac_cpu_options *options,
		       const struct sumac_team_desc *desc, const int *members, struct sumac_leaf **leaf_out,
		       struct sumac_leaf_blob *blob_out)
{
	struct sumac_leaf *leaf = leaf_new(segment, options, desc);

	*leaf_out = NULL;
	*blob_out = (struct sumac_leaf_blob){ 0 };
	if (!leaf)
		return -SUMAC_ENOMEM;
	if (!find_members(leaf, desc->world_ranks, members) || (leaf->size > 1 && !memory_make(leaf, blob_out))) {
		leaf_free(leaf);
		return 0;
	}
	if (leaf->found)
		sumac_leaf_ways_offer(leaf, blob_out->ways);
	blob_out->is_there = 1;
	blob_out->round_bytes = leaf->round_bytes;
	sumac_leaf_own_offer(leaf, blob_out);
	*leaf_out = leaf;
	return 0;
}

static bool map_peer(const struct sumac_leaf *leaf, const struct sumac_leaf_blob *blob, struct sumac_leaf_peer *peer_io)
{
	struct layout layout = layout_of(leaf);
	int local_rank = peer_io->local_rank;
	struct sumac_leaf_control *control = sumac_segment_at(leaf->segment, local_rank, blob->slots, slots_bytes(leaf));
	const uint8_t *payloads = sumac_segment_at(leaf->segment, local_rank, blob->buffers, layout.end);

	if (!control || !payloads || (uintptr_t)control % SUMAC_LEAF_PAIR_BYTES || (uintptr_t)payloads % SUMAC_LEAF_PAIR_BYTES)
		return false;
	*peer_io = (struct sumac_leaf_peer){ .control = control, .local_rank = local_rank, .payloads = payloads,
					     .process = blob->process, .key_at = blob->key_at,
					     .sleeps = sumac_segment_sleeps(leaf->segment, local_rank),
					     .slots = (const struct sumac_leaf_slot *)(control + 1),
					     .copies = payloads + layout.copies, .results = payloads + layout.results };
	return atomic_load_explicit(&control->key, memory_order_acquire) == leaf->key;
}

static int refuse_rounds(const struct sumac_leaf *leaf, int rank)
{
	return sumac_fail(SUMAC_EMISMATCH, "ranks %d and %d of those of a team on one host see second-level caches of unlike "
			  "sizes: set cpu_round_bytes, for example to 256K", leaf->rank, rank);
}

int sumac_leaf_install(struct sumac_leaf *leaf, const struct sumac_leaf_blob *blobs)
{
	for (int rank = 0; leaf->size > 1 && rank < leaf->size; rank++) {
		if (blobs[rank].round_bytes != leaf->round_bytes)
			return refuse_rounds(leaf, rank);
		if (!map_peer(leaf, &blobs[rank], &leaf->peers[rank]))
			return -SUMAC_ETEAM;
	}
	if (leaf->found)
		sumac_leaf_ways_agree(leaf, blobs);
	return 0;
}

/* Whether that member will never read this rank's area again. A member gives back its own area only when all others are done
 * with it, so another key there says that they are. */
static bool is_done_with(const struct sumac_leaf *leaf, const struct sumac_leaf_control *theirs)
{
	return atomic_load_explicit(&theirs->done, memory_order_acquire) >= leaf->n_published ||
	       atomic_load_explicit(&theirs->has_left, memory_order_acquire) ||
	       atomic_load_explicit(&theirs->key, memory_order_acquire) != leaf->key;
}

static bool may_go(const struct sumac_leaf *leaf)
{
	for (int rank = 0; rank < leaf->size; rank++)
		if (rank != leaf->rank && leaf->peers[rank].control && !is_done_with(leaf, leaf->peers[rank].control))
			return false;
	return true;
}

void sumac_leaf_leave(struct sumac_leaf *leaf, struct sumac_leaf **left_io)
{
	sumac_leaf_end_all(leaf, -SUMAC_EFAILED, -1);
	if (leaf->control)
		atomic_store_explicit(&leaf->control->has_left, 1, memory_order_release);
	leaf->next = *left_io;
	*left_io = leaf;
	sumac_leaf_reap(left_io);
}

void sumac_leaf_reap(struct sumac_leaf **left_io)
{
	while (*left_io) {
		struct sumac_leaf *leaf = *left_io;

		if (!may_go(leaf)) {
			left_io = &leaf->next;
			continue;
		}
		*left_io = leaf->next;
		if (leaf->control)
			atomic_store_explicit(&leaf->control->key, 0, memory_order_release);
		sumac_segment_free(leaf->segment, leaf->control, true);
		sumac_segment_free(leaf->segment, leaf->payloads, leaf->has_payloads);
		leaf_free(leaf);
	}
}

void sumac_leaf_destroy(struct sumac_leaf **left_io)
{
	while (*left_io) {
		struct sumac_leaf *leaf = *left_io;

		*left_io = leaf->next;
		leaf_free(leaf);
	}
}
