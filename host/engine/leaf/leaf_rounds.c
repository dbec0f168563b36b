/*
 * Long calls go in rounds, a chunk of each slice of the elements at a time. In a round a member
 *   copies in   what the others fold of its operand, into its copy buffer;
 *   folds       its own slice of all operands; the result goes into its result area, where others need it;
 *   takes       the results of the others.
 * Each step may run ahead of the next one by two rounds, for which there is room. Scans go along a chain: a member
 * folds what the one before it has folded, chunk by chunk. Where nothing is combined there is no copying in.
 *
 * Counters of rounds go on from call to call, so a buffer that an earlier call has used is free by the same rule.
 */
#include <string.h>

#include "base/overlap.h"
#include "engine/leaf/leaf_private.h"

static bool is_shared(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	for (int i = 1; i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;

		if (sumac_leaf_takes_from(run, rank, leaf->rank))
			return true;
	}
	return false;
}

static uint64_t counter(const struct sumac_leaf_peer *peer, enum sumac_leaf_counter which)
{
	return atomic_load_explicit(&peer->control->counters[which], memory_order_acquire);
}

/* There is room when all have read what was written two rounds ago; of an earlier call, also those who read nothing of this. */
static bool in_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t round = leaf->rounds.done[SUMAC_LEAF_IN];

	if (!sumac_leaf_copies_in(run))
		return false;
	if (round > 1 && !sumac_leaf_slice(leaf, run, rank).n)
		round = 1;
	return counter(&leaf->peers[rank], SUMAC_LEAF_FOLDED) < leaf->base + round - 1;
}

/* In an earlier call others may have read the results than in this one. */
static bool results_wait_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank, uint64_t round)
{
	if (!sumac_leaf_takes_from(run, rank, leaf->rank) && round > 1)
		round = 1;
	return counter(&leaf->peers[rank], SUMAC_LEAF_TAKEN) < leaf->base + round - 1;
}

static bool fold_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t round = leaf->rounds.done[SUMAC_LEAF_FOLDED];

	if (!sumac_leaf_chunk(leaf, run, leaf->rank, round).n)
		return false;
	if (sumac_leaf_copies_in(run) && counter(&leaf->peers[rank], SUMAC_LEAF_IN) <= leaf->base + round)
		return true;
	if (sumac_leaf_is_chain(run) && rank == leaf->rank - 1 &&
	    counter(&leaf->peers[rank], SUMAC_LEAF_FOLDED) <= leaf->base + round)
		return true;
	return results_wait_for(leaf, run, rank, round);
}

static bool take_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t round = leaf->rounds.done[SUMAC_LEAF_TAKEN];

	return sumac_leaf_takes_from(run, leaf->rank, rank) && sumac_leaf_chunk(leaf, run, rank, round).n &&
	       counter(&leaf->peers[rank], SUMAC_LEAF_FOLDED) <= leaf->base + round;
}

typedef bool waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
typedef void act(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round);

static bool is_ready(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, waits_for *waits)
{
	for (int rank = 0; rank < leaf->size; rank++)
		if (rank != leaf->rank && waits(leaf, run, rank))
			return false;
	return true;
}

/* Where in a ring a round lies: behind the one before it, or at the front where it does not fit. */
static size_t place_of(size_t ring_bytes, size_t next, size_t stride, uint64_t round)
{
	uint64_t n_first = (ring_bytes - next) / stride, n_lap = ring_bytes / stride;

	return round < n_first ? next + (size_t)round * stride : (size_t)((round - n_first) % n_lap) * stride;
}

/* In a member's copies, the place of one slice; and a member's results. */
static size_t copies_at(const struct sumac_leaf *leaf, uint64_t round, int rank)
{
	return place_of(sumac_leaf_copies_bytes(leaf), leaf->copies_next, leaf->rounds.copies_stride, round) +
	       (size_t)rank * leaf->rounds.slice_bytes;
}

static size_t results_at(const struct sumac_leaf *leaf, uint64_t round)
{
	return place_of(sumac_leaf_results_bytes(leaf), leaf->results_next, leaf->rounds.results_stride, round);
}

static void copy_in(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round)
{
	for (int i = 1; sumac_leaf_copies_in(run) && i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;
		struct sumac_piece chunk = sumac_leaf_chunk(leaf, run, rank, round);

		if (chunk.n)
			memcpy(leaf->copies + copies_at(leaf, round, rank),
			       (const uint8_t *)run->call->src + (size_t)chunk.src_first * run->form.elem_bytes,
			       (size_t)chunk.n * run->form.elem_bytes);
	}
}

/* A block of this rank's chunk. */
struct block {
	const uint8_t *src;
	uint8_t *dst, *result; /* NULL: it is not wanted there */
	size_t n_elems, n_bytes;
};

static void fold_tree(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct block *block,
		      size_t copies_at_bytes)
{
	uint8_t *aside = leaf->scratch + sumac_leaf_scratch_bytes(leaf->size), *out = block->dst ? block->dst : block->result;

	for (int rank = 0; rank < leaf->size; rank++)
		leaf->operands[rank] = leaf->peers[rank].copies + copies_at_bytes;
	leaf->operands[leaf->rank] = block->src;
	/* Values on the way to the result are kept where it goes. */
	if (leaf->rounds.is_in_place && block->dst && !(leaf->size == 2 && block->src == block->dst)) {
		memcpy(aside, block->src, block->n_bytes);
		leaf->operands[leaf->rank] = aside;
	}
	sumac_leaf_fold(leaf, run->form.kernel, run->form.elem_bytes, block->n_elems, out);
	if (block->result && out != block->result)
		memcpy(block->result, out, block->n_bytes);
}

/* before: what the rank before this one has folded, NULL on the first. */
static void fold_chain(const struct sumac_leaf_run *run, const struct block *block, const uint8_t *before)
{
	bool is_exclusive = run->call->coll == SUMAC_COLL_EXSCAN;
	uint8_t *out = is_exclusive || !block->dst ? block->result : block->dst;
	const uint8_t *folded = out;

	if (!before)
		folded = block->src;
	else if (out)
		sumac_kernel_run(run->form.kernel, out, before, block->src, block->n_elems);
	if (block->result && folded != block->result)
		memcpy(block->result, folded, block->n_bytes);
	if (is_exclusive)
		folded = before;
	if (block->dst && folded != block->dst)
		memcpy(block->dst, folded, block->n_bytes);
}

static void move(const struct block *block)
{
	memcpy(block->result, block->src, block->n_bytes);
	if (block->dst && block->dst != block->src)
		memcpy(block->dst, block->src, block->n_bytes);
}

static void fold(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round)
{
	const struct sumac_call *call = run->call;
	struct sumac_piece chunk = sumac_leaf_chunk(leaf, run, leaf->rank, round);
	uint64_t block_elems = SUMAC_LEAF_BLOCK_BYTES / run->form.elem_bytes;
	const uint8_t *src = (const uint8_t *)call->src + (size_t)chunk.src_first * run->form.elem_bytes;
	uint8_t *dst = run->form.gets ? (uint8_t *)call->dst + (size_t)chunk.dst_first * run->form.elem_bytes : NULL;
	uint8_t *result = is_shared(leaf, run) ? leaf->results + results_at(leaf, round) : NULL;
	const uint8_t *before = sumac_leaf_is_chain(run) && leaf->rank ?
					leaf->peers[leaf->rank - 1].results + results_at(leaf, round) : NULL;

	for (uint64_t first = 0; first < chunk.n; first += block_elems) {
		size_t at = (size_t)first * run->form.elem_bytes;
		struct block block = { .src = src + at, .dst = dst ? dst + at : NULL, .result = result ? result + at : NULL };

		block.n_elems = (size_t)(chunk.n - first < block_elems ? chunk.n - first : block_elems);
		block.n_bytes = block.n_elems * run->form.elem_bytes;
		if (sumac_leaf_copies_in(run))
			fold_tree(leaf, run, &block, copies_at(leaf, round, leaf->rank) + at);
		else if (sumac_leaf_is_chain(run))
			fold_chain(run, &block, before ? before + at : NULL);
		else
			move(&block);
	}
}

static void take(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round)
{
	/* A chain has read it in folding. */
	for (int i = 1; !sumac_leaf_is_chain(run) && i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;
		struct sumac_piece chunk = sumac_leaf_chunk(leaf, run, rank, round);

		if (chunk.n && sumac_leaf_takes_from(run, leaf->rank, rank))
			memcpy((uint8_t *)run->call->dst + (size_t)chunk.dst_first * run->form.elem_bytes,
			       leaf->peers[rank].results + results_at(leaf, round), (size_t)chunk.n * run->form.elem_bytes);
	}
}

static void begin(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;
	const struct sumac_call *call = run->call;
	bool is_folded = sumac_leaf_copies_in(run);
	uint64_t most = 0;

	*rounds = (struct sumac_leaf_rounds){ .run = run };
	rounds->chunk_elems = (is_folded ? leaf->slice_bytes : leaf->hand_bytes) / run->form.elem_bytes;
	rounds->is_in_place = sumac_overlap(call->src, run->form.src_bytes, call->dst, run->form.dst_bytes);
	for (int rank = 0; rank < leaf->size; rank++) {
		uint64_t n_elems = sumac_leaf_slice(leaf, run, rank).n;

		most = n_elems > most ? n_elems : most;
	}
	rounds->n = (most - 1) / rounds->chunk_elems + 1;
	most = most < rounds->chunk_elems ? most : rounds->chunk_elems;
	rounds->slice_bytes = ((size_t)most * run->form.elem_bytes - 1) / SUMAC_LEAF_PAIR_BYTES * SUMAC_LEAF_PAIR_BYTES +
			      SUMAC_LEAF_PAIR_BYTES;
	rounds->copies_stride = is_folded ? rounds->slice_bytes * (size_t)leaf->size : 0;
	rounds->results_stride = rounds->slice_bytes;
}

static void end(struct sumac_leaf *leaf)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;

	if (rounds->copies_stride)
		leaf->copies_next = copies_at(leaf, rounds->n - 1, 0) + rounds->copies_stride;
	leaf->results_next = results_at(leaf, rounds->n - 1) + rounds->results_stride;
	leaf->base += rounds->n;
	rounds->run = NULL;
}

/* A step of the next round, if all that it needs is there, and the step before it (limit) is as far. */
static bool advance(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, enum sumac_leaf_counter which, uint64_t limit,
		    waits_for *waits, act *act)
{
	uint64_t *done = &leaf->rounds.done[which];

	if (*done >= limit || !is_ready(leaf, run, waits))
		return false;
	act(leaf, run, *done);
	++*done;
	atomic_store_explicit(&leaf->control->counters[which], leaf->base + *done, memory_order_release);
	return true;
}

int sumac_leaf_do_rounds(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;
	int step = SUMAC_LEAF_WAITS, agrees;
	bool moved;

	if (rounds->run != run)
		begin(leaf, run);
	agrees = sumac_leaf_agree(leaf, run, fault_rank_out);
	if (agrees < 0)
		return agrees;
	do {
		moved = advance(leaf, run, SUMAC_LEAF_IN, rounds->n, in_waits_for, copy_in);
		/* In place, what is copied in must be read before it is overwritten. */
		if (agrees) {
			moved |= advance(leaf, run, SUMAC_LEAF_FOLDED, rounds->done[SUMAC_LEAF_IN], fold_waits_for, fold);
			moved |= advance(leaf, run, SUMAC_LEAF_TAKEN, rounds->done[SUMAC_LEAF_FOLDED], take_waits_for, take);
		}
		if (moved)
			sumac_leaf_wake(leaf);
		step = moved ? SUMAC_LEAF_MOVED : step;
	} while (moved);
	if (rounds->done[SUMAC_LEAF_TAKEN] < rounds->n)
		return step;
	end(leaf);
	return SUMAC_LEAF_ENDED;
}

bool sumac_leaf_round_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_leaf_rounds *rounds = &leaf->rounds;

	if (rounds->run != run)
		return false;
	return (rounds->done[SUMAC_LEAF_IN] < rounds->n && in_waits_for(leaf, run, rank)) ||
	       (rounds->done[SUMAC_LEAF_FOLDED] < rounds->done[SUMAC_LEAF_IN] && fold_waits_for(leaf, run, rank)) ||
	       (rounds->done[SUMAC_LEAF_TAKEN] < rounds->done[SUMAC_LEAF_FOLDED] && take_waits_for(leaf, run, rank));
}
