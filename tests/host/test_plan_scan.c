/*
 * Scans: every rank gets the left fold of the ranks up to it, or before it, in one step or along a chain.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

enum { LONG_BYTES = 1 << 20 };

static void scans_fold_from_the_left_in_all_shapes(void **state)
{
	(void)state;
	plan_expect_in_all_shapes(SUMAC_COLL_SCAN);
	plan_expect_in_all_shapes(SUMAC_COLL_EXSCAN);
}

/* The plan of rank 2 of 5. */
static struct sumac_plan *plan_of(enum sumac_coll coll, int radix, unsigned features, uint64_t len_bytes)
{
	static struct sumac_plan plan;
	struct sumac_plan_spec spec = { .coll = coll, .size = 5, .rank = 2, .radix = radix, .features = features,
					.len_bytes = len_bytes };

	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	return &plan;
}

static void short_ones_take_one_step_and_long_ones_a_chain(void **state)
{
	(void)state;
	for (int exclusive = 0; exclusive < 2; exclusive++) {
		enum sumac_coll coll = exclusive ? SUMAC_COLL_EXSCAN : SUMAC_COLL_SCAN;
		struct sumac_plan *plan = plan_of(coll, 16, PLAN_ALL_FEATURES, 0);

		assert_int_equal(plan->n_nodes, 2);
		assert_int_equal(plan->node[0].n_out, 2); /* to ranks 3 and 4 */
		assert_int_equal(plan->node[1].n_in, exclusive ? 2 : 3);
		for (int is_long = 0; is_long < 2; is_long++) {
			plan = plan_of(coll, is_long ? 16 : 4, PLAN_ALL_FEATURES, is_long ? LONG_BYTES : 0);
			assert_int_equal(plan->n_nodes, 1);
			assert_int_equal(plan->node[0].in[0].peer, 1);
			assert_int_equal(plan->node[0].out[0].kind, SUMAC_STREAM_MEMORY);
			assert_int_equal(plan->node[0].out[0].tap, exclusive ? 0 : 1);
			assert_int_equal(plan->node[0].out[1].peer, 3);
		}
	}
}

static void an_exscan_s_chain_needs_taps(void **state)
{
	struct sumac_plan_spec spec = { .coll = SUMAC_COLL_EXSCAN, .size = 5, .radix = 4, .features = SUMAC_FEATURE_LINKS };
	static struct sumac_plan plan;

	(void)state;
	for (spec.rank = 0; spec.rank < 5; spec.rank++)
		assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_ENOTSUP);
	assert_int_equal(plan_of(SUMAC_COLL_EXSCAN, 16, SUMAC_FEATURE_LINKS, LONG_BYTES)->n_nodes, 2);
	assert_int_equal(plan_of(SUMAC_COLL_SCAN, 16, SUMAC_FEATURE_LINKS, LONG_BYTES)->n_nodes, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scans_fold_from_the_left_in_all_shapes),
		cmocka_unit_test(short_ones_take_one_step_and_long_ones_a_chain),
		cmocka_unit_test(an_exscan_s_chain_needs_taps),
	};

	return cmocka_run_group_tests_name("plan_scan", tests, NULL, NULL);
}
