/*
 * Rings: where the rounds of long calls lie in a member's copies and results, which is alike on every member. A ring is written
 * from its front to its end, or to where a call's part of it ends, and then again.
 *
 * The first lap meets pages that nobody has touched. The system gives them one by one, which takes longer than a short round; so
 * a call that goes further than any before it asks for many at once. The team on which programs make most of their calls, the first
 * one, has all of them from the start.
 */
#include "engine/leaf/leaf_private.h"

enum { LEAST_TOUCHED_BYTES = 256 << 10 };

/* How much of its copies, and of its results, a call uses. Between two ranks, the whole ring is so long that its lines have left
 * the readers' caches when they are written again; that is best where data goes one way. Where both ranks copy, fold and read, all
 * rings together must fit into caches. Both lengths have room for three rounds of any call, so a round that begins at the front of
 * the shorter one does not meet the call before. */
static size_t copies_bytes(const struct sumac_leaf *leaf)
{
	bool uses_all = leaf->rounds.run->form.root_folds_alone;

	return sumac_leaf_copies_bytes(leaf) / (uses_all ? 1 : sumac_leaf_ring_times(leaf));
}

static size_t results_bytes(const struct sumac_leaf *leaf)
{
	bool uses_all = !sumac_leaf_copies_in(leaf->rounds.run);

	return sumac_leaf_results_bytes(leaf) / (uses_all ? 1 : sumac_leaf_ring_times(leaf));
}

/* The call before may have ended beyond. */
static uint64_t n_until_end(size_t ring_bytes, size_t next, size_t stride)
{
	return next < ring_bytes ? (ring_bytes - next) / stride : 0;
}

/* Where in a ring a round lies: behind the one before it, or at the front where it does not fit. */
static size_t place_of(size_t ring_bytes, size_t next, size_t stride, uint64_t round)
{
	uint64_t n_first = n_until_end(ring_bytes, next, stride), n_lap = ring_bytes / stride;

	return round < n_first ? next + (size_t)round * stride : (size_t)((round - n_first) % n_lap) * stride;
}

size_t sumac_leaf_copies_at(const struct sumac_leaf *leaf, uint64_t round, int rank)
{
	return place_of(copies_bytes(leaf), leaf->copies_next, leaf->rounds.copies_stride, round) +
	       (size_t)rank * leaf->rounds.slice_bytes;
}

size_t sumac_leaf_results_at(const struct sumac_leaf *leaf, uint64_t round)
{
	return place_of(results_bytes(leaf), leaf->results_next, leaf->rounds.results_stride, round);
}

/* The new end of what has been touched, for rounds that end at `end`: twice as far as before, so that few calls ask. */
static size_t further(size_t touched, size_t end, size_t ring_bytes)
{
	size_t to = 2 * touched > LEAST_TOUCHED_BYTES ? 2 * touched : LEAST_TOUCHED_BYTES;

	to = to > end ? to : end;
	return to < ring_bytes ? to : ring_bytes;
}

static size_t end_of(size_t ring_bytes, size_t next, size_t stride, uint64_t n_rounds)
{
	return n_rounds > n_until_end(ring_bytes, next, stride) ? ring_bytes : next + (size_t)n_rounds * stride;
}

static void touch(uint8_t *ring, size_t *touched_io, size_t end, size_t ring_bytes)
{
	size_t to;

	if (end <= *touched_io)
		return;
	to = further(*touched_io, end, ring_bytes);
	sumac_segment_touch(ring + *touched_io, to - *touched_io);
	*touched_io = to;
}

void sumac_leaf_begin_in_rings(struct sumac_leaf *leaf)
{
	const struct sumac_leaf_rounds *rounds = &leaf->rounds;
	size_t copies = copies_bytes(leaf), results = results_bytes(leaf);

	if (rounds->copies_stride)
		touch(leaf->copies, &leaf->copies_touched, end_of(copies, leaf->copies_next, rounds->copies_stride, rounds->n),
		      copies);
	touch(leaf->results, &leaf->results_touched, end_of(results, leaf->results_next, rounds->results_stride, rounds->n),
	      results);
}

void sumac_leaf_touch(struct sumac_leaf *leaf)
{
	leaf->copies_touched = sumac_leaf_copies_bytes(leaf);
	leaf->results_touched = sumac_leaf_results_bytes(leaf);
	leaf->has_payloads = true;
	if (leaf->size > 1)
		sumac_segment_touch(leaf->payloads, (size_t)(leaf->results - leaf->payloads) + leaf->results_touched);
}

void sumac_leaf_end_in_rings(struct sumac_leaf *leaf)
{
	const struct sumac_leaf_rounds *rounds = &leaf->rounds;

	if (rounds->copies_stride)
		leaf->copies_next = sumac_leaf_copies_at(leaf, rounds->n - 1, 0) + rounds->copies_stride;
	leaf->results_next = sumac_leaf_results_at(leaf, rounds->n - 1) + rounds->results_stride;
}
