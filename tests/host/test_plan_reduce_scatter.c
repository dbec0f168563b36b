/*
 * Reduce-scatters: each rank gets E of its part, parts of any length follow each other, and none waits for a
 * later one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

static void each_rank_gets_e_of_its_part_in_all_shapes(void **state)
{
	(void)state;
	plan_expect_in_all_shapes(SUMAC_COLL_REDUCE_SCATTER);
}

/* Far more chunks than windows and rings hold. */
static void many_chunks_end_with_small_windows(void **state)
{
	static const struct {
		int size, radix;
		unsigned features;
	} shapes[] = { { 2, 16, 0 }, { 5, 16, 0 }, { 16, 16, 0 }, { 17, 16, PLAN_ALL_FEATURES }, { 9, 2, PLAN_ALL_FEATURES },
		       { 5, 16, SUMAC_FEATURE_SPREAD } };

	(void)state;
	for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++)
		for (int n_calls = 1; n_calls <= 2; n_calls++) /* of equal parts; of parts that differ */
			for (int slots = 1; slots <= 2; slots++)
				plan_expect(SUMAC_COLL_REDUCE_SCATTER, shapes[s].size, shapes[s].radix, 0, shapes[s].features,
					    slots, 3 - slots, 40, n_calls);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_rank_gets_e_of_its_part_in_all_shapes),
		cmocka_unit_test(many_chunks_end_with_small_windows),
	};

	return cmocka_run_group_tests_name("plan_reduce_scatter", tests, NULL, NULL);
}
