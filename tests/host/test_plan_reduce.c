/*
 * Reduces: every root ends up with E, in whatever order ranks enter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

static void reduce_ends_with_e_at_every_root(void **state)
{
	(void)state;
	for (int size = 1; size <= 24; size++)
		for (size_t r = 0; r < 4; r++)
			for (int root = 0; root < size; root++) {
				plan_expect(SUMAC_COLL_REDUCE, size, plan_radices[r], root, PLAN_ALL_FEATURES, 1, 1, 3, 3);
				plan_expect(SUMAC_COLL_REDUCE, size, plan_radices[r], root, PLAN_ALL_FEATURES, 2, 4, 6, 2);
			}
}

/* Ranks in an order that depends on the seed alone. */
static void make_order(int size, uint64_t seed, int *order_out)
{
	for (int i = 0; i < size; i++) {
		int j;

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		j = (int)((seed >> 33) % (unsigned)(i + 1));
		order_out[i] = order_out[j];
		order_out[j] = i;
	}
}

/* root < 0: all get the result. */
static void check_order(int size, int radix, int root, uint64_t seed)
{
	static struct sumac_plan plans[64];
	const struct sumac_plan *calls[2] = { plans, plans };
	int roots[2] = { root, root }, order[64];
	struct sumac_plan_run run = { .size = size, .radix = radix, .n_calls = 2, .plans = calls, .roots = roots,
				      .slots = 2, .ring_slots = 2, .n_chunks = 3, .order = order,
				      .links = true, .segment_chunks = 2 };
	char why[200];

	for (int rank = 0; rank < size; rank++) {
		struct sumac_plan_spec spec = { root < 0 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE, size, rank,
						root < 0 ? 0 : root, radix, PLAN_ALL_FEATURES, 0, false };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
	}
	make_order(size, seed, order);
	if (sumac_plan_check_run(&run, why, sizeof(why)))
		fail_msg("size %d, radix %d, root %d, order of seed %d: %s", size, radix, root, (int)seed, why);
}

static void ranks_that_enter_in_any_order_end_with_e_at_every_root(void **state)
{
	(void)state;
	for (int size = 1; size <= 64; size++)
		for (int root = -1; root < size; root++)
			check_order(size, root % 2 ? 16 : 4, root, (uint64_t)(100 * size + root + 1));
}

static void reduce_ends_with_e_for_sizes_to_299(void **state)
{
	static const int sizes[] = { 33, 64, 65, 129, 257, 299 };

	(void)state;
	for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
		for (size_t r = 0; r < 4; r++)
			for (int root = 0; root < sizes[s]; root += 1 + sizes[s] / 7)
				plan_expect(SUMAC_COLL_REDUCE, sizes[s], plan_radices[r], root, PLAN_ALL_FEATURES, 2, 2, 3, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reduce_ends_with_e_at_every_root),
		cmocka_unit_test(ranks_that_enter_in_any_order_end_with_e_at_every_root),
		cmocka_unit_test(reduce_ends_with_e_for_sizes_to_299),
	};

	return cmocka_run_group_tests_name("plan_reduce", tests, NULL, NULL);
}
