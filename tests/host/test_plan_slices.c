/*
 * Slices: which rank owns which part, and when calls take them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/plan.h"

enum { LONG_BYTES = 1 << 20 };

static struct sumac_plan *plan_of(enum sumac_coll coll, int size, int rank, int root, uint64_t len_bytes)
{
	static struct sumac_plan plan;
	struct sumac_plan_spec spec = { .coll = coll, .size = size, .rank = rank, .root = root, .radix = 16,
					.features = SUMAC_FEATURE_SPREAD, .len_bytes = len_bytes };

	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	return &plan;
}

static void expect_spread(const struct sumac_plan_node *node, int spread, int first, int parts)
{
	assert_int_equal(node->spread, spread);
	assert_int_equal(node->first, first);
	assert_int_equal(node->parts, parts);
	assert_int_equal(node->part, SUMAC_ALL_PARTS);
}

/* From output `first` on, the node sends to these ranks. */
static void expect_outs(const struct sumac_plan_node *node, int first, int class, const int *ranks, int n)
{
	assert_int_equal(node->n_out, first + n);
	for (int o = 0; o < first; o++)
		assert_int_equal(node->out[o].kind, SUMAC_STREAM_MEMORY);
	for (int i = 0; i < n; i++) {
		assert_int_equal(node->out[first + i].kind, SUMAC_STREAM_CHANNEL);
		assert_int_equal(node->out[first + i].class, class);
		assert_int_equal(node->out[first + i].peer, ranks[i]);
	}
}

static void expect_relay(const struct sumac_plan_node *node, const int *ranks, int n)
{
	assert_int_equal(node->ring, 2);
	assert_int_equal(node->n_in, n);
	for (int i = 0; i < n; i++) {
		assert_int_equal(node->in[i].class, SUMAC_CLASS_DOWN);
		assert_int_equal(node->in[i].peer, ranks[i]);
	}
	expect_outs(node, 1, 0, NULL, 0);
}

static void an_allreduce_is_a_source_a_fold_and_a_relay(void **state)
{
	static const int after[] = { 3, 0, 1 }, before[] = { 1, 0, 3 };
	const struct sumac_plan *plan = plan_of(SUMAC_COLL_ALLREDUCE, 4, 2, 0, LONG_BYTES);

	(void)state;
	assert_int_equal(plan->n_nodes, 3);
	expect_spread(&plan->node[0], SUMAC_SPREAD_OUTPUTS, 3, 4);
	expect_outs(&plan->node[0], 0, SUMAC_CLASS_UP, after, 3);
	assert_int_equal(plan->node[0].ring, 0);
	assert_int_equal(plan->node[1].part, 2);
	assert_int_equal(plan->node[1].ring, 1);
	assert_int_equal(plan->node[1].in[2].kind, SUMAC_STREAM_MEMORY);
	expect_outs(&plan->node[1], 1, SUMAC_CLASS_DOWN, after, 3);
	expect_spread(&plan->node[2], SUMAC_SPREAD_INPUTS, 1, 4);
	expect_relay(&plan->node[2], before, 3);
}

/* Ranks 0, 1 and 3 own parts 0, 1 and 2. */
static void the_root_of_a_reduce_owns_nothing(void **state)
{
	static const int owners[] = { 3, 0, 1 }, root[] = { 2 }, back[] = { 1, 0, 3 };
	const struct sumac_plan *plan = plan_of(SUMAC_COLL_REDUCE, 4, 1, 2, LONG_BYTES);

	(void)state;
	assert_int_equal(plan->n_nodes, 2);
	expect_spread(&plan->node[0], SUMAC_SPREAD_OUTPUTS, 2, 3);
	expect_outs(&plan->node[0], 0, SUMAC_CLASS_UP, owners, 2);
	assert_int_equal(plan->node[1].part, 1);
	expect_outs(&plan->node[1], 0, SUMAC_CLASS_DOWN, root, 1);
	plan = plan_of(SUMAC_COLL_REDUCE, 4, 2, 2, LONG_BYTES);
	assert_int_equal(plan->n_nodes, 2);
	expect_spread(&plan->node[0], SUMAC_SPREAD_OUTPUTS, 2, 3);
	expect_outs(&plan->node[0], 0, SUMAC_CLASS_UP, owners, 3);
	expect_spread(&plan->node[1], SUMAC_SPREAD_INPUTS, 1, 3);
	expect_relay(&plan->node[1], back, 3);
}

/* Below their threshold calls go as on an engine without spread nodes. */
static void calls_are_sliced_from_their_threshold_on(void **state)
{
	static const struct {
		enum sumac_coll coll;
		int size;
		uint64_t len_bytes;
	} rows[] = { { SUMAC_COLL_ALLREDUCE, 2, 32768 }, { SUMAC_COLL_ALLREDUCE, 3, 16384 }, { SUMAC_COLL_ALLREDUCE, 4, 4096 },
		     { SUMAC_COLL_ALLREDUCE, 16, 4096 }, { SUMAC_COLL_REDUCE, 3, 16384 } };

	(void)state;
	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		assert_int_equal(plan_of(rows[r].coll, rows[r].size, 1, 0, rows[r].len_bytes)->node[0].parts,
				 rows[r].size - (rows[r].coll == SUMAC_COLL_REDUCE));
		assert_int_equal(plan_of(rows[r].coll, rows[r].size, 1, 0, rows[r].len_bytes - 1)->node[0].parts, 0);
	}
	assert_int_equal(plan_of(SUMAC_COLL_REDUCE, 2, 1, 0, LONG_BYTES)->node[0].parts, 0);
}

static void parts_of_any_length_are_not_sliced(void **state)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_ALLGATHER };

	(void)state;
	for (int c = 0; c < 2; c++) {
		struct sumac_plan_spec spec = { .coll = colls[c], .size = 5, .radix = 16, .features = SUMAC_FEATURE_SPREAD };
		struct sumac_plan plan = { 0 };

		assert_int_equal(sumac_plan_make(&spec, &plan), 0);
		assert_int_equal(plan.n_nodes, 2);
		spec.parts_differ = true;
		assert_int_equal(sumac_plan_make(&spec, &plan), 0);
		assert_int_equal(plan.n_nodes, 5);
		sumac_plan_free(&plan);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_allreduce_is_a_source_a_fold_and_a_relay),
		cmocka_unit_test(the_root_of_a_reduce_owns_nothing),
		cmocka_unit_test(calls_are_sliced_from_their_threshold_on),
		cmocka_unit_test(parts_of_any_length_are_not_sliced),
	};

	return cmocka_run_group_tests_name("plan_slices", tests, NULL, NULL);
}
