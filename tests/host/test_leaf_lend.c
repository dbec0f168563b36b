/*
 * Lending, driven by hand: that lent memory is not copied, that a lender stays until its readers are done, and that a
 * peer's rubbish for a place is refused before anything is touched.
 */
#include "segment/segment_private.h"
#include "leaf_by_hand.h"

enum { LONG = 3000 };
static int32_t *src[N], *dst[N];

static int open_three(void **state)
{
	(void)state;
	solo_open(&solo, N, options);
	for (int rank = 0; rank < N; rank++) {
		src[rank] = sumac_segment_window_alloc(solo.member[rank].segment, LONG * 4);
		dst[rank] = sumac_segment_window_alloc(solo.member[rank].segment, LONG * 4);
		for (int i = 0; i < LONG; i++)
			src[rank][i] = (rank + 1) * (i + 1);
	}
	return 0;
}

static int *post(int rank, enum sumac_coll coll, uint32_t seq)
{
	return &post_sum(rank, seq, (struct sumac_call){ .coll = coll, .count = LONG, .src = src[rank], .dst = dst[rank] })->status;
}

static bool is_all_zero(const uint8_t *bytes, size_t len_bytes)
{
	return !bytes[0] && !memcmp(bytes, bytes + 1, len_bytes - 1);
}

static void test_nothing_is_copied_of_what_all_lend(void **state)
{
	const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE_SCATTER,
					  SUMAC_COLL_BROADCAST, SUMAC_COLL_ALLGATHER, SUMAC_COLL_SCAN };

	(void)state;
	for (uint32_t i = 0; i < 6; i++) {
		for (int rank = 0; rank < N; rank++)
			post(rank, colls[i], i + 1);
		solo_progress(&solo);
		for (int rank = 0; rank < N; rank++)
			assert_int_equal(tickets[rank][i + 1].status, 0);
	}
	for (int rank = 0; rank < N; rank++) {
		assert_true(is_all_zero(leaf_of(rank)->copies, sumac_leaf_copies_bytes(leaf_of(rank))));
		assert_true(is_all_zero(leaf_of(rank)->results, sumac_leaf_results_bytes(leaf_of(rank))));
	}
}

/* Rank 0 gives, and gets nothing, or what it has: its memory is not its own again before rank 1 has read it. */
static void test_who_lends_stays_until_its_readers_are_done(void **state)
{
	const enum sumac_coll colls[] = { SUMAC_COLL_BROADCAST, SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_SCAN };
	int ranks[N];

	(void)state;
	for (uint32_t i = 0; i < 3; i++) {
		int *status = post(0, colls[i], i + 1);

		post(2, colls[i], i + 1);
		solo_progress(&solo);
		assert_int_equal(*status, 1);
		assert_int_equal(waits_of(0, ranks), 1);
		assert_int_equal(ranks[0], 1);
		post(1, colls[i], i + 1);
		solo_progress(&solo);
		assert_int_equal(*status, 0);
		assert_int_equal(tickets[1][i + 1].status, 0);
	}
	assert_int_equal(dst[1][LONG - 1], 3 * LONG);
}

/* The rank that runs when all have come folds for the others, which find the call done. A slice that somebody has taken and not
 * folded is awaited from the member that took it; and a number that nobody can have written is the fault of the member where it
 * stands. */
static void test_slices_are_folded_by_whoever_runs(void **state)
{
	int ranks[N], *status;

	(void)state;
	for (int rank = 0; rank < N; rank++)
		status = post(rank, SUMAC_COLL_ALLREDUCE, 1);
	solo.engine[N - 1]->ops->progress(solo.engine[N - 1]);
	assert_int_equal(*status, 0);
	for (int rank = 0; rank < N; rank++)
		assert_int_equal(dst[rank][LONG - 1], 6 * LONG);
	solo_progress(&solo);

	leaf_of(0)->control->taken = UINT64_C(2) << 16 | 1;
	for (int rank = 0; rank < N; rank++)
		status = post(rank, SUMAC_COLL_ALLREDUCE, 2);
	solo.engine[2]->ops->progress(solo.engine[2]);
	assert_int_equal(waits_of(2, ranks), 1);
	assert_int_equal(ranks[0], 1);
	leaf_of(0)->control->folded = 3;
	solo.engine[2]->ops->progress(solo.engine[2]);
	assert_int_equal(*status, -SUMAC_EPEER);
	assert_int_equal(tickets[2][2].fault_rank, 0);
	leaf_of(0)->control->folded = 1;
	leaf_of(1)->control->taken = UINT64_C(2) << 16 | N;
	solo.engine[0]->ops->progress(solo.engine[0]);
	assert_int_equal(tickets[0][2].status, -SUMAC_EPEER);
	assert_int_equal(tickets[0][2].fault_rank, 1);
}

/* Its memory may be another's by then. Any rank that asks learns which one has given up. */
static void test_no_call_ends_that_a_member_has_given_up(void **state)
{
	const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_BROADCAST };
	int ranks[N];

	for (int i = 0; i < 2; i++) {
		post(0, colls[i], 1);
		solo.engine[0]->ops->team_fail((struct sumac_engine_team *)solo.team[0], -SUMAC_ETIMEOUT, 1);
		for (int rank = 1; rank < N; rank++)
			post(rank, colls[i], 1);
		for (int turn = 0; turn < 3; turn++)
			for (int rank = 1; rank < N; rank++)
				solo.engine[rank]->ops->progress(solo.engine[rank]);
		for (int rank = 1; rank < N; rank++) {
			assert_int_equal(tickets[rank][1].status, 1);
			assert_int_equal(waits_of(rank, ranks), 1);
			assert_int_equal(ranks[0], 0);
		}
		close_leaf(state);
		open_three(state);
	}
}

static void test_who_is_said_to_have_taken_a_slice_finds_the_rubbish(void **state)
{
	(void)state;
	leaf_of(1)->control->taken = UINT64_C(1) << 16 | 0;
	for (int rank = 0; rank < N; rank++)
		post(rank, SUMAC_COLL_ALLREDUCE, 1);
	for (int turn = 0; turn < 1000; turn++) /* messages are asked for now and then */
		solo_progress(&solo);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(tickets[rank][1].status, -SUMAC_EPEER);
		assert_int_equal(tickets[rank][1].fault_rank, 1);
	}
}

/* Later calls that do not block may be folded before a member looks again at an earlier one. */
static void test_a_later_call_is_folded_before_the_earlier_one_is_seen_to_be(void **state)
{
	(void)state;
	for (int rank = 0; rank < N; rank++)
		for (uint32_t seq = 1; seq <= 2; seq++)
			post(rank, SUMAC_COLL_ALLREDUCE, seq);
	solo.engine[N - 1]->ops->progress(solo.engine[N - 1]);
	assert_int_equal(tickets[N - 1][2].status, 0);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++)
		for (uint32_t seq = 1; seq <= 2; seq++)
			assert_int_equal(tickets[rank][seq].status, 0);
}

/* Values that a peer may have written for the place of its memory. */
static void test_rubbish_for_a_place_ends_no_wild_access(void **state)
{
	const uint64_t all = leaf_of(0)->segment->window_bytes, past = UINT64_C(1) << 20;
	const struct { enum sumac_coll coll; enum sumac_leaf_lendable which; uint64_t word; int status; } cases[] = {
		{ SUMAC_COLL_ALLREDUCE, SUMAC_LEAF_SRC, all + 1, -SUMAC_EIO },
		{ SUMAC_COLL_ALLREDUCE, SUMAC_LEAF_SRC, UINT64_MAX, -SUMAC_EIO },
		{ SUMAC_COLL_ALLREDUCE, SUMAC_LEAF_DST, all - LONG * 4 + 5, -SUMAC_EIO },
		{ SUMAC_COLL_ALLREDUCE, SUMAC_LEAF_SRC, 3, -SUMAC_EIO }, /* no place of an element */
		{ SUMAC_COLL_REDUCE_SCATTER, SUMAC_LEAF_DST, 1, -SUMAC_EIO }, /* nobody writes there */
		{ SUMAC_COLL_SCAN, SUMAC_LEAF_SRC, 1, -SUMAC_EIO },
		{ SUMAC_COLL_REDUCE, SUMAC_LEAF_DST, 1, -SUMAC_EIO },
		{ SUMAC_COLL_ALLREDUCE, SUMAC_LEAF_SRC, past + 1, 0 }, /* a window that could be: zeros */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sumac_leaf_slot *slot = &leaf_of(1)->slots[1];
		int *status = post(2, cases[i].coll, 1);

		post(1, cases[i].coll, 1);
		slot->lent[cases[i].which] = cases[i].word;
		post(0, cases[i].coll, 1);
		solo_progress(&solo);
		assert_int_equal(*status, cases[i].status);
		assert_int_equal(tickets[2][1].fault_rank, cases[i].status ? 1 : -1);
		close_leaf(state);
		open_three(state);
	}
}

/* After a failure others may still write where they were told to. */
static void test_windows_of_a_call_that_failed_are_not_given_out_again(void **state)
{
	struct sumac_segment *segment = solo.member[0].segment;
	int *status = post(0, SUMAC_COLL_ALLREDUCE, 1);
	int32_t *before = src[0];

	(void)state;
	solo.engine[0]->ops->team_fail((struct sumac_engine_team *)solo.team[0], -SUMAC_EPEER, 1);
	assert_int_equal(*status, -SUMAC_EPEER);
	sumac_segment_window_free(segment, before);
	assert_ptr_not_equal(sumac_segment_window_alloc(segment, LONG * 4), before);
}

#define LEND_TEST(name) cmocka_unit_test_setup_teardown(name, open_three, close_leaf)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LEND_TEST(test_nothing_is_copied_of_what_all_lend),
		LEND_TEST(test_who_lends_stays_until_its_readers_are_done),
		LEND_TEST(test_slices_are_folded_by_whoever_runs),
		LEND_TEST(test_no_call_ends_that_a_member_has_given_up),
		LEND_TEST(test_who_is_said_to_have_taken_a_slice_finds_the_rubbish),
		LEND_TEST(test_a_later_call_is_folded_before_the_earlier_one_is_seen_to_be),
		LEND_TEST(test_rubbish_for_a_place_ends_no_wild_access),
		LEND_TEST(test_windows_of_a_call_that_failed_are_not_given_out_again),
	};

	return cmocka_run_group_tests_name("leaf_lend", tests, NULL, NULL);
}
