/*
 * Runs the plans of all ranks on the model.
 */
#include "plan/plan_expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

const int plan_radices[PLAN_N_RADICES] = { 2, 4, 8, 16 };

void plan_expect(enum sumac_coll coll, int size, int radix, int root, unsigned features, int slots, int ring_slots,
		   int n_chunks, int n_calls)
{
	struct sumac_plan_spec spec = { .size = size, .root = root, .radix = radix, .features = features };
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

/* The plans of all ranks. */
static struct sumac_plan *make_plans(const struct sumac_plan_run *run, unsigned features, const struct plan_call *call)
{
	struct sumac_plan *plans = calloc((size_t)run->size, sizeof(*plans));

	assert_non_null(plans);
	for (int rank = 0; rank < run->size; rank++) {
		struct sumac_plan_spec spec = { call->coll, run->size, rank, call->root < 0 ? 0 : call->root, run->radix,
						features, call->len_bytes, call->parts_differ };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
	}
	return plans;
}

int plan_check_in_a_row(const struct sumac_plan_run *shape, unsigned features, const struct plan_call *calls, int n_calls,
			char *why_out, size_t cap_bytes)
{
	enum { MOST = 64 };
	struct sumac_plan *made[MOST];
	const struct sumac_plan *plans[MOST];
	enum sumac_coll colls[MOST];
	int roots[MOST], chunks[MOST];
	struct sumac_plan_run run = *shape;
	int status;

	assert_in_range(n_calls, 1, MOST);
	run.links = features & SUMAC_FEATURE_LINKS;
	run.spread = features & SUMAC_FEATURE_SPREAD;
	run.n_calls = n_calls;
	run.plans = plans;
	run.colls = colls;
	run.roots = roots;
	run.chunks = chunks;
	for (int c = 0; c < n_calls; c++) {
		plans[c] = made[c] = make_plans(&run, features, &calls[c]);
		colls[c] = calls[c].coll;
		roots[c] = calls[c].root;
		chunks[c] = calls[c].n_chunks;
		if (run.n_chunks < chunks[c])
			run.n_chunks = chunks[c];
	}
	status = sumac_plan_check_run(&run, why_out, cap_bytes);
	for (int c = 0; c < n_calls; c++) {
		for (int rank = 0; rank < run.size; rank++)
			sumac_plan_free(&made[c][rank]);
		free(made[c]);
	}
	return status;
}

static void expect_at_roots(enum sumac_coll coll, int size, int radix, unsigned features)
{
	for (int root = 0; root < (sumac_coll_has_root(coll) ? size : 1); root++)
		for (int slots = 1; slots <= 2; slots++)
			plan_expect(coll, size, radix, root, features, slots, slots, 5, 2);
}

void plan_expect_in_all_shapes(enum sumac_coll coll)
{
	static const int sizes[] = { 2, 3, 5, 8, 9, 13, 21, 34 };

	for (int size = 1; size <= 17; size++) {
		expect_at_roots(coll, size, 16, PLAN_ALL_FEATURES);
		if (size <= 16) {
			expect_at_roots(coll, size, 16, 0);
			expect_at_roots(coll, size, 16, SUMAC_FEATURE_SPREAD);
		}
	}
	for (int radix = 2; radix <= 8; radix *= 2)
		for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
			expect_at_roots(coll, sizes[s], radix, PLAN_ALL_FEATURES);
}
