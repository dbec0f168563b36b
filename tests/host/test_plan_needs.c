/*
 * Needs of a team's plans: a NIC's routes, rings, nodes and channels are asked for before anybody calls.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

/* Rank 2 of 5 has a sender and a fold, which an allreduce, a barrier and its own reduce share; 4 nodes of reduces to others, 5 of
 * broadcasts, an allgather's sender; for scans a sender, two folds, and a link of a chain. No rank has more. */
static void nodes_that_are_alike_count_once(void **state)
{
	struct sumac_plan_needs needs;

	(void)state;
	assert_int_equal(sumac_plan_count_needs(5, 16, 0, &needs), 0);
	assert_int_equal(needs.n_entries, 2 + 4 + 5 + 1 + 4);
	assert_int_equal(needs.n_nodes, 5); /* of a reduce-scatter */
	assert_int_equal(needs.n_rings, 2);
	assert_int_equal(needs.n_channels, 4);
}

/* A sliced allreduce adds a source, a fold and a relay, and a sliced reduce two nodes for each root; reduce-scatters and allgathers
 * of equal parts add none. Relays have a ring, and each other rank a channel of each class. */
static void slices_need_two_nodes_a_root_and_three_more(void **state)
{
	struct sumac_plan_needs needs, before;

	(void)state;
	for (int size = 5; size <= 16; size++) {
		assert_int_equal(sumac_plan_count_needs(size, 16, 0, &before), 0);
		assert_int_equal(sumac_plan_count_needs(size, 16, SUMAC_FEATURE_SPREAD, &needs), 0);
		assert_int_equal(needs.n_entries, before.n_entries + 3 + 2 * size);
		assert_int_equal(needs.n_nodes, before.n_nodes);
		assert_int_equal(needs.n_rings, 3);
		assert_int_equal(needs.n_channels, 2 * (size - 1));
	}
	assert_int_equal(needs.n_entries, 73);
}

/* A level has a ring of its own. */
static void an_engine_with_links_needs_more_rings(void **state)
{
	struct sumac_plan_needs needs;

	(void)state;
	assert_int_equal(sumac_plan_count_needs(5, 4, PLAN_ALL_FEATURES, &needs), 0);
	assert_int_equal(needs.n_rings, 3);
	assert_int_equal(sumac_plan_count_needs(1, 2, 0, &needs), 0);
	assert_int_equal(needs.n_rings, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_that_are_alike_count_once),
		cmocka_unit_test(slices_need_two_nodes_a_root_and_three_more),
		cmocka_unit_test(an_engine_with_links_needs_more_rings),
	};

	return cmocka_run_group_tests_name("plan_needs", tests, NULL, NULL);
}
