/*
 * Runs the plans of all ranks on the model.
 */
#include "plan/plan_expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

const int plan_radices[PLAN_N_RADICES] = { 2, 4, 8, 16 };

void plan_expect(enum sumac_coll coll, int size, int radix, int root, bool links, int slots, int ring_slots,
		 int n_chunks, int n_calls)
{
	struct sumac_plan_spec spec = { .size = size, .root = root, .radix = radix, .features = links ? PLAN_ALL_FEATURES : 0 };
	int n_rows = 0;
	char why[200];

	for (int row = 0; row < SUMAC_PLAN_N_ROWS; row++) {
		if (!sumac_plan_example(row, &spec) || spec.coll != coll)
			continue;
		n_rows++;
		if (sumac_plan_check(&spec, slots, ring_slots, n_chunks, n_calls, why, sizeof(why)) != 0)
			fail_msg("%s, size %d, radix %d, root %d, slots %d, ring %d, row %d: %s", sumac_coll_name(coll), size,
				 radix, root, slots, ring_slots, row, why);
	}
	assert_in_range(n_rows, 1, SUMAC_PLAN_N_ROWS);
}

static void expect_at_roots(enum sumac_coll coll, int size, int radix, bool links)
{
	for (int root = 0; root < (sumac_coll_has_root(coll) ? size : 1); root++)
		for (int slots = 1; slots <= 2; slots++)
			plan_expect(coll, size, radix, root, links, slots, slots, 5, 2);
}

void plan_expect_in_all_shapes(enum sumac_coll coll)
{
	static const int sizes[] = { 2, 3, 5, 8, 9, 13, 21, 34 };

	for (int size = 1; size <= 17; size++) {
		expect_at_roots(coll, size, 16, true);
		if (size <= 16)
			expect_at_roots(coll, size, 16, false);
	}
	for (int radix = 2; radix <= 8; radix *= 2)
		for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
			expect_at_roots(coll, sizes[s], radix, true);
}
