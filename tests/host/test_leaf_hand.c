/*
 * Handing over: both ways copy their bytes and nothing beside them, the cheaper one is found, and every collective comes
 * out the same by either.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"
#include "engine/leaf/leaf_private.h"
#include "segment/segment_private.h"

enum { N = 3, LONG = 9000, ROOM = 3 * SUMAC_LEAF_BLOCK_BYTES };
static _Alignas(64) uint8_t to[ROOM], from[ROOM];

static void check_copy(struct sumac_leaf_hand hand, size_t to_at, size_t from_at, size_t len_bytes)
{
	memset(to, 0, sizeof(to));
	sumac_leaf_hand(&hand, to + to_at, from + from_at, len_bytes);
	sumac_leaf_handed();
	for (size_t i = 0; i < ROOM; i++)
		assert_int_equal(to[i], i >= to_at && i < to_at + len_bytes ? from[from_at + i - to_at] : 0);
}

static void test_both_ways_copy_the_same(void **state)
{
	const size_t lens[] = { 0, 1, 63, 64, 65, 300, SUMAC_LEAF_BLOCK_BYTES + 100, 2 * SUMAC_LEAF_BLOCK_BYTES };

	(void)state;
	for (size_t i = 0; i < ROOM; i++)
		from[i] = (uint8_t)(i * 7 % 255 + 1);
	for (size_t i = 0; i < 8 * 4 * 2 * 3; i++) {
		struct sumac_leaf_hand hand = { .goes_past = i % 3 == 1, .untried_bytes = i % 3 < 2 ? SIZE_MAX : 0 };

		check_copy(hand, i / 3 % 2 ? 48 : 3, i / 6 % 4 * 5, lens[i / 24]);
	}
}

static void test_the_cheaper_way_is_found_now_and_then(void **state)
{
	struct sumac_leaf_hand hand = { 0 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 4; k++)
			sumac_leaf_hand(&hand, to, from, 2 * SUMAC_LEAF_BLOCK_BYTES);
		assert_int_equal(hand.n_to_try, 0);
		assert_true(hand.least_ns[0] > 0 && hand.least_ns[1] > 0);
		assert_int_equal(hand.goes_past, hand.least_ns[1] * 2 < hand.least_ns[0]);
		assert_in_range(hand.untried_bytes, 1, SIZE_MAX);
		hand.goes_past = i;
		assert_int_equal(sumac_leaf_hands_plainly(&hand, to, 64), !i);
		assert_false(sumac_leaf_hands_plainly(&hand, to, SIZE_MAX)); /* a trial is due */
		sumac_leaf_hand(&hand, to, from, 64);
		assert_int_equal(hand.n_to_try, 0);
		hand.untried_bytes = 0;
		hand.least_ns[0] = hand.least_ns[1] = 0;
	}
}

/* Lines that no longer cost what the way taken would have them cost are found long before a trial is due; and keep their bytes. */
static void test_the_ways_are_tried_again_where_a_few_lines_cost_another_price(void **state)
{
	const int64_t long_ns = INT64_MAX / 4;

	(void)state;
	for (int past = 0; past < 2; past++) {
		struct sumac_leaf_hand hand = { .goes_past = past, .untried_bytes = SIZE_MAX, .least_ns[1] = past ? long_ns : 1 };

		memset(from, 5, sizeof(from));
		memset(to, 3, sizeof(to));
		if (past)
			sumac_leaf_hand(&hand, to, from, SUMAC_LEAF_BLOCK_BYTES);
		else
			assert_true(sumac_leaf_hands_plainly(&hand, to, SUMAC_LEAF_BLOCK_BYTES));
		sumac_leaf_handed();
		assert_in_range(hand.n_to_try, 1, 8);
		for (size_t i = 0; i < SUMAC_LEAF_BLOCK_BYTES; i++)
			assert_int_equal(to[i], past ? 5 : 3);
		assert_false(sumac_leaf_hands_plainly(&hand, to, 64));
		hand.least_ns[1] = past ? 1 : long_ns; /* as it should be */
		hand.n_to_try = 0;
		hand.unlooked_bytes = 0;
		sumac_leaf_hand(&hand, to, from, SUMAC_LEAF_BLOCK_BYTES);
		assert_int_equal(hand.n_to_try, 0);
	}
}

static void test_collectives_come_out_the_same_past_the_caches(void **state)
{
	const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_SCAN, SUMAC_COLL_EXSCAN,
					  SUMAC_COLL_BROADCAST };
	const int factors[][N] = { { 6, 6, 6 }, { 0, 6, 0 }, { 1, 3, 6 }, { 0, 1, 3 }, { 2, 0, 2 } };
	static int32_t src[N][LONG], dst[N][LONG];
	struct sumac_call calls[N];
	struct sumac_ticket tickets[N];
	struct solo solo;

	(void)state;
	solo_open(&solo, N, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 2, .n_slots = 4, .small_bytes = 256,
							.round_bytes = 65536 });
	for (uint32_t i = 0; i < 5; i++) {
		memset(dst, 0, sizeof(dst));
		for (int rank = 0; rank < N; rank++) {
			struct sumac_leaf *leaf = solo.team[rank]->leaf;

			for (int k = 0; k < N; k++)
				leaf->hands[k] = (struct sumac_leaf_hand){ .goes_past = true, .untried_bytes = SIZE_MAX };
			for (int k = 0; k < LONG; k++)
				src[rank][k] = (rank + 1) * (k + 1);
			calls[rank] = (struct sumac_call){ .coll = colls[i], .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
							   .count = LONG, .root = 1, .src = src[rank], .dst = dst[rank],
							   .seq = i + 1, .digest = i };
			if (colls[i] == SUMAC_COLL_BROADCAST && rank == 1)
				calls[rank].dst = src[rank];
			assert_int_equal(solo_post(&solo, rank, &calls[rank], &tickets[rank]), 0);
		}
		solo_progress(&solo);
		for (int rank = 0; rank < N; rank++) {
			assert_int_equal(tickets[rank].status, 0);
			for (int k = 0; k < LONG; k++)
				if (factors[i][rank] && calls[rank].dst == dst[rank])
					assert_int_equal(dst[rank][k], factors[i][rank] * (k + 1));
		}
	}
	solo_close(&solo);
}

/* Each of two ranks writes what it folds to where it belongs and to where the other finds it, in one pass or after it: from the
 * program's own memory and from windows, in place, and just before a trial. */
static void test_two_ranks_find_all_that_either_folds(void **state)
{
	static int32_t own[2][2][LONG];
	struct sumac_call calls[2];
	struct sumac_ticket tickets[2];
	struct solo solo;

	(void)state;
	solo_open(&solo, 2, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 2, .n_slots = 4, .small_bytes = 256,
							.round_bytes = 65536 });
	for (uint32_t i = 0; i < 12; i++) {
		for (int rank = 0; rank < 2; rank++) {
			int32_t *src = i % 2 ? sumac_segment_window_alloc(solo.member[rank].segment, sizeof(own[0])) : own[rank][0];
			struct sumac_leaf_hand hand = { .goes_past = i / 4 == 1, .untried_bytes = i / 4 < 2 ? SIZE_MAX : 20000 };

			for (int k = 0; k < LONG; k++)
				src[k] = (rank + 1) * (k + 1);
			solo.team[rank]->leaf->hands[0] = solo.team[rank]->leaf->hands[1] = hand;
			calls[rank] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
							   .count = LONG, .src = src, .dst = src + (i / 2 % 2 ? 0 : LONG),
							   .seq = i + 1 };
			assert_int_equal(solo_post(&solo, rank, &calls[rank], &tickets[rank]), 0);
		}
		solo_progress(&solo);
		for (int rank = 0; rank < 2; rank++)
			for (int k = 0; k < LONG; k++)
				assert_int_equal(((int32_t *)calls[rank].dst)[k], 3 * (k + 1));
	}
	solo_close(&solo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ways_copy_the_same),
		cmocka_unit_test(test_the_cheaper_way_is_found_now_and_then),
		cmocka_unit_test(test_the_ways_are_tried_again_where_a_few_lines_cost_another_price),
		cmocka_unit_test(test_collectives_come_out_the_same_past_the_caches),
		cmocka_unit_test(test_two_ranks_find_all_that_either_folds),
	};

	return cmocka_run_group_tests_name("leaf_hand", tests, NULL, NULL);
}
