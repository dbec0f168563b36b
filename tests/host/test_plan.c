/*
 * The planner as a whole: peers, refusals, plans for NICs, and calls of all kinds in a row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

static void peers_are_symmetric(void **state)
{
	(void)state;
	for (int size = 1; size <= 80; size++)
		for (size_t r = 0; r < 4; r++) {
			static bool linked[80][80];
			uint16_t peers[80];

			memset(linked, 0, sizeof(linked));
			for (int a = 0; a < size; a++) {
				int n = sumac_plan_peers(size, a, plan_radices[r], 0, SUMAC_CLASS_UP, peers, 80);

				for (int i = 0; i < n; i++) {
					linked[a][peers[i]] = true;
					assert_true(i == 0 || peers[i] > peers[i - 1]);
				}
				assert_false(linked[a][a]);
				if (size <= plan_radices[r])
					assert_int_equal(n, size - 1);
			}
			for (int a = 0; a < size; a++)
				for (int b = 0; b < a; b++)
					assert_int_equal(linked[a][b], linked[b][a]);
		}
}

static void only_engines_with_spread_nodes_have_down_channels(void **state)
{
	uint16_t peers[5];

	(void)state;
	assert_int_equal(sumac_plan_peers(5, 2, 16, PLAN_ALL_FEATURES, SUMAC_CLASS_DOWN, peers, 5), 0);
	assert_int_equal(sumac_plan_peers(5, 2, 2, SUMAC_FEATURE_SPREAD, SUMAC_CLASS_DOWN, peers, 5), 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(peers[i], i + (i >= 2));
}

static void what_cannot_be_planned_is_refused_by_every_rank_alike(void **state)
{
	static struct sumac_plan plan;
	struct sumac_plan_spec spec = { .coll = SUMAC_COLL_ALLREDUCE, .size = 17, .radix = 16 };

	(void)state;
	assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_ENOTSUP);
	spec.features = SUMAC_FEATURE_LINKS;
	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	spec.radix = 3;
	assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_EINVAL);
	spec = (struct sumac_plan_spec){ SUMAC_COLL_REDUCE, 5, 0, 5, 2, PLAN_ALL_FEATURES, 0, false };
	assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_EINVAL);
	/* The last rank alone would have 2048 others to send to. */
	for (int rank = 0; rank < 2049; rank += 64) {
		spec = (struct sumac_plan_spec){ SUMAC_COLL_ALLREDUCE, 2049, rank, 0, 2, PLAN_ALL_FEATURES, 0, false };
		assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_ENOTSUP);
		spec.size = 2048;
		assert_int_equal(sumac_plan_make(&spec, &plan), rank < 2048 ? 0 : -SUMAC_EINVAL);
	}
}

/* A row is taken from its bytes on, with its features, and of the teams that it is for. */
static void calls_take_the_first_row_that_fits(void **state)
{
	struct sumac_plan_spec spec = { .coll = SUMAC_COLL_EXSCAN, .size = 5, .radix = 16, .len_bytes = 65537 };
	int one_step = sumac_plan_choose(&spec);

	(void)state;
	assert_false(sumac_plan_is_chain(&spec));
	spec.features = SUMAC_FEATURE_TAPS;
	assert_true(sumac_plan_is_chain(&spec));
	spec.len_bytes--;
	assert_int_equal(sumac_plan_choose(&spec), one_step);
	spec.radix = 4;
	assert_int_equal(sumac_plan_choose(&spec), -SUMAC_ENOTSUP);
	spec.features |= SUMAC_FEATURE_LINKS;
	assert_true(sumac_plan_is_chain(&spec));
	for (int row = 0; row < SUMAC_PLAN_N_ROWS; row++)
		if (sumac_plan_example(row, &spec))
			assert_int_equal(sumac_plan_choose(&spec), row);
}

static void nic_plans_need_no_links_and_two_rings(void **state)
{
	(void)state;
	for (int size = 1; size <= 16; size++)
		for (int slots = 1; slots <= 4; slots *= 2)
			for (int ring = 1; ring <= 4; ring *= 2) {
				plan_expect(SUMAC_COLL_ALLREDUCE, size, 16, 0, 0, slots, ring, 20, 2);
				plan_expect(SUMAC_COLL_BARRIER, size, 16, 0, 0, slots, ring, 1, 4);
				for (int root = 0; root < size; root++)
					plan_expect(SUMAC_COLL_REDUCE, size, 16, root, 0, slots, ring, 20, 2);
			}
}

/* Calls of all kinds in a row, of one chunk and of many: no two of them may wait for each other. */
static void calls_of_all_kinds_follow_each_other(void **state)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE,
						 SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_SCAN, SUMAC_COLL_BARRIER,
						 SUMAC_COLL_BROADCAST, SUMAC_COLL_ALLGATHER, SUMAC_COLL_REDUCE,
						 SUMAC_COLL_EXSCAN, SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_ALLREDUCE };
	static const int roots[] = { -1, 3, 0, -1, -1, -1, 2, -1, 6, -1, -1, -1 };
	static const struct {
		int radix;
		unsigned features;
	} engines[] = { { 2, PLAN_ALL_FEATURES }, { 4, PLAN_ALL_FEATURES }, { 8, 0 }, { 8, SUMAC_FEATURE_SPREAD } };
	enum { CALLS = sizeof(roots) / sizeof(roots[0]) };
	char why[200];

	(void)state;
	for (int e = 0; e < 4; e++)
		for (int lengths = 0; lengths < 4; lengths++) { /* every second call is long, or every third */
			struct sumac_plan_run shape = { .size = 7, .radix = engines[e].radix, .slots = 2, .ring_slots = 2,
							.n_chunks = 9, .segment_chunks = 2, .parts_differ = true };
			struct plan_call calls[CALLS];

			for (int c = 0; c < CALLS; c++) {
				bool is_long = lengths < 2 ? c % 2 == lengths : c % 3 == lengths - 2;

				calls[c] = (struct plan_call){ colls[c], roots[c], is_long ? 1 << 20 : 0, c % 2, is_long ? 9 : 1 };
			}
			if (plan_check_in_a_row(&shape, engines[e].features, calls, CALLS, why, sizeof(why)))
				fail_msg("engine %d, lengths %d: %s", e, lengths, why);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(peers_are_symmetric),
		cmocka_unit_test(only_engines_with_spread_nodes_have_down_channels),
		cmocka_unit_test(what_cannot_be_planned_is_refused_by_every_rank_alike),
		cmocka_unit_test(calls_take_the_first_row_that_fits),
		cmocka_unit_test(nic_plans_need_no_links_and_two_rings),
		cmocka_unit_test(calls_of_all_kinds_follow_each_other),
	};

	return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
