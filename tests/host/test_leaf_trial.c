/*
 * Trials of sizes in doubt: ways alternate, all members vote for what was quicker, and teams made later go by that.
 */
#include "leaf_by_hand.h"

enum { TRIALS = 64, TURN = 8, COUNT = 512, TEAM = 1, SIZE = 0 }; /* of 3 ranks, 4 bytes more are of the first size in doubt */

static struct sumac_found found;
static int32_t src[2 * COUNT], dst[N][2 * COUNT];
static uint32_t n_posted;

static void open_leaf(void)
{
	struct sumac_cpu_options as_found = options;

	as_found.small_bytes = 0;
	as_found.found = &found;
	solo_open(&solo, N, as_found);
	n_posted = 0;
	for (int i = 0; i < 2 * COUNT; i++)
		src[i] = i;
}

static int open_anew(void **state)
{
	(void)state;
	memset(&found, 0, sizeof(found));
	open_leaf();
	return 0;
}

/* Whether each folds all. */
static bool reduce(uint64_t count)
{
	uint32_t seq = ++n_posted, at = seq % 16;
	bool is_short;

	for (int rank = 0; rank < N; rank++) {
		calls[rank][at] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
						       .count = count, .src = src, .dst = dst[rank], .seq = seq, .digest = seq };
		dst[rank][count - 1] = 0;
		assert_int_equal(solo_post(&solo, rank, &calls[rank][at], &tickets[rank][at]), 0);
	}
	is_short = leaf_of(0)->oldest->form.is_short;
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(tickets[rank][at].status, 0);
		assert_int_equal(dst[rank][count - 1], N * (count - 1));
	}
	return is_short;
}

/* A whole trial, in which all of these took so long. */
static void try_all(uint32_t all_ns, uint32_t slices_ns)
{
	for (int i = 0; i < 2 * N_SLOTS; i++)
		assert_true(reduce(COUNT + 1));
	for (int i = 0; i < TRIALS; i++) {
		assert_int_equal(reduce(COUNT + 1), i / TURN % 2 == 0);
		assert_true(reduce(COUNT));
	}
	for (int rank = 0; rank < N; rank++) {
		uint32_t *least_ns = leaf_of(rank)->tried[SIZE].least_ns;

		assert_true(least_ns[0] && least_ns[1]);
		least_ns[0] = all_ns + (rank ? 0 : 600); /* the sum counts, not one member's */
		least_ns[1] = slices_ns;
	}
	assert_true(reduce(COUNT + 1));
	assert_true(found.is_tried[TEAM][SIZE]);
}

/* All members of this test have one memory of what is found, and so vote N times. */
static void test_the_quicker_way_has_the_vote(void **state)
{
	static const struct { uint32_t all_ns, slices_ns; int votes; } cases[] = {
		{ 800, 1050, N }, { 800, 1049, 0 }, { 850, 1000, -N }, { 849, 1000, 0 }
	};

	(void)state;
	for (int i = 0; i < 4; i++) {
		memset(&found, 0, sizeof(found));
		if (i) {
			solo_close(&solo);
			open_leaf();
		}
		try_all(cases[i].all_ns, cases[i].slices_ns);
		assert_int_equal(found.votes[TEAM][SIZE], cases[i].votes);
	}
}

static void test_later_teams_go_by_it_without_trials(void **state)
{
	(void)state;
	try_all(1000, 500);
	assert_true(reduce(COUNT + 1)); /* this team goes on as before */
	for (int settled = 0; settled < 2; settled++) {
		solo_close(&solo);
		if (settled) {
			memset(&found, 0, sizeof(found));
			found.votes[TEAM][SIZE] = -SUMAC_FOUND_SETTLED;
		}
		open_leaf();
		for (int i = 0; i < 2 * TRIALS; i++)
			assert_false(reduce(COUNT + 1));
	}
}

/* The first member's word counts, or they would not fold alike. */
static void test_members_that_found_different_things_agree(void **state)
{
	struct sumac_leaf_blob blobs[N] = { 0 };

	(void)state;
	for (int rank = 0; rank < N; rank++)
		for (int size = 0; size < SUMAC_FOUND_SIZES; size++)
			blobs[rank].ways[size] = (struct sumac_leaf_way){ (uint8_t)((rank + size) % 2), rank == size };
	sumac_leaf_ways_agree(leaf_of(2), blobs);
	for (int size = 0; size < SUMAC_FOUND_SIZES; size++) {
		assert_int_equal(leaf_of(2)->ways[size].is_all, size % 2);
		assert_true(leaf_of(2)->ways[size].is_tried);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_anew, close_leaf)
	const struct CMUnitTest tests[] = {
		TEST(test_the_quicker_way_has_the_vote),
		TEST(test_later_teams_go_by_it_without_trials),
		TEST(test_members_that_found_different_things_agree),
	};

	return cmocka_run_group_tests_name("leaf_trial", tests, NULL, NULL);
}
