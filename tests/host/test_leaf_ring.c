/*
 * Rings of two ranks, of which some calls use all and some a part: no round lies where the one before it does, in whatever order
 * calls come, and each lies in the ring.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/leaf/leaf_private.h"

struct place {
	size_t at, end;
};

static void expect_apart(struct place *before_io, size_t at, size_t len_bytes, size_t ring_bytes)
{
	assert_in_range(at + len_bytes, len_bytes, ring_bytes);
	assert_true(at >= before_io->end || at + len_bytes <= before_io->at);
	*before_io = (struct place){ at, at + len_bytes };
}

static void note(size_t *most_io, size_t end)
{
	*most_io = end > *most_io ? end : *most_io;
}

static void test_no_round_meets_the_one_before(void **state)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_REDUCE, SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE_SCATTER,
						 SUMAC_COLL_SCAN, SUMAC_COLL_EXSCAN, SUMAC_COLL_BROADCAST,
						 SUMAC_COLL_ALLGATHER };
	struct sumac_leaf leaf = { .size = 2, .round_bytes = 8192, .slice_bytes = 4096, .hand_bytes = 2048 };
	struct place copied = { 0, 0 }, made = { 0, 0 };
	size_t most[2][2] = { { 0 } }; /* of copies, and of results: where all is used, and a part */

	(void)state;
	leaf.copies_touched = sumac_leaf_copies_bytes(&leaf);
	leaf.results_touched = sumac_leaf_results_bytes(&leaf);
	srand(1);
	for (int i = 0; i < 20000; i++) {
		struct sumac_call call = { .coll = colls[rand() % 7] };
		struct sumac_leaf_run run = { .call = &call, .form = { .root_folds_alone = call.coll == SUMAC_COLL_REDUCE } };
		bool copies_in = sumac_leaf_copies_in(&run);
		bool uses_part[2] = { call.coll != SUMAC_COLL_REDUCE, copies_in };

		leaf.rounds = (struct sumac_leaf_rounds){ .run = &run, .n = 1 + (uint64_t)rand() % 5 };
		leaf.rounds.slice_bytes = copies_in ? leaf.slice_bytes : leaf.hand_bytes;
		leaf.rounds.slice_bytes -= (size_t)(rand() % 8) * SUMAC_LEAF_PAIR_BYTES;
		leaf.rounds.results_stride = leaf.rounds.slice_bytes;
		leaf.rounds.copies_stride = copies_in ? 2 * leaf.rounds.slice_bytes : 0;
		sumac_leaf_begin_in_rings(&leaf);
		for (uint64_t round = 0; round < leaf.rounds.n; round++) {
			size_t at = copies_in ? sumac_leaf_copies_at(&leaf, round, 0) : 0;

			if (copies_in)
				expect_apart(&copied, at, leaf.rounds.copies_stride, leaf.copies_touched);
			expect_apart(&made, sumac_leaf_results_at(&leaf, round), leaf.rounds.results_stride, leaf.results_touched);
			if (copies_in)
				note(&most[0][uses_part[0]], copied.end);
			note(&most[1][uses_part[1]], made.end);
		}
		sumac_leaf_end_in_rings(&leaf);
	}
	for (int i = 0; i < 2; i++) {
		size_t all = i ? leaf.results_touched : leaf.copies_touched;

		assert_in_range(most[i][false], all - leaf.slice_bytes, all);
		assert_in_range(most[i][true], all / 4 - 2 * leaf.slice_bytes, all / 4);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_round_meets_the_one_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
