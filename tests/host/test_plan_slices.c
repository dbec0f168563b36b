/*
 * Slices: which rank owns which part, when calls take them, and that they end with what the collective promises, also between
 * calls of other kinds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

enum { LONG_BYTES = 1 << 20 };

static char why[200];

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

/* A call takes the first row that fits, so a row of fewer ranks that began below one of more would hide where that one begins. */
static void each_row_for_nics_begins_where_it_says(void **state)
{
	static const struct {
		enum sumac_coll coll;
		int least;
		uint64_t len_bytes;
		unsigned needs;
	} rows[] = {
#define SUMAC_PLAN(coll, least, most, bytes, parts, needs, family) { SUMAC_COLL_##coll, least, bytes, needs },
#include "spec/rows.def"
	};

	(void)state;
	for (int r = 0; r < SUMAC_PLAN_N_ROWS; r++) {
		struct sumac_plan_spec spec = { .coll = rows[r].coll, .size = rows[r].least, .radix = 16,
						.features = SUMAC_FEATURE_SPREAD, .len_bytes = rows[r].len_bytes };

		if (!(rows[r].needs & SUMAC_FEATURE_SPREAD))
			continue;
		assert_int_equal(sumac_plan_choose(&spec), r);
		if (spec.len_bytes-- > 0)
			assert_false(rows[sumac_plan_choose(&spec)].needs & SUMAC_FEATURE_SPREAD);
	}
	assert_int_equal(plan_of(SUMAC_COLL_REDUCE, 2, 1, 0, LONG_BYTES)->node[0].parts, 0);
}

static void parts_of_any_length_are_not_sliced(void **state)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_ALLGATHER };

	(void)state;
	for (int c = 0; c < 2; c++) {
		struct sumac_plan_spec spec = { .coll = colls[c], .size = 5, .radix = 16, .features = SUMAC_FEATURE_SPREAD,
						.len_bytes = LONG_BYTES };
		struct sumac_plan plan = { 0 };

		assert_int_equal(sumac_plan_make(&spec, &plan), 0);
		assert_int_equal(plan.n_nodes, 2);
		spec.parts_differ = true;
		assert_int_equal(sumac_plan_make(&spec, &plan), 0);
		assert_int_equal(plan.n_nodes, 5);
		sumac_plan_free(&plan);
	}
}

static void all_rows_end_with_small_windows_and_rings(void **state)
{
	static const int windows[][2] = { { 1, 1 }, { 1, 4 }, { 4, 1 }, { 2, 3 } };

	(void)state;
	for (int size = 1; size <= 16; size++)
		for (size_t w = 0; w < sizeof(windows) / sizeof(windows[0]); w++)
			for (int coll = 0; coll < SUMAC_N_COLLS; coll++)
				for (int root = 0; root < (sumac_coll_has_root(coll) ? size : 1); root++)
					plan_expect((enum sumac_coll)coll, size, 16, root, SUMAC_FEATURE_SPREAD, windows[w][0],
						    windows[w][1], 7, 2);
}

/* The least windows and rings that a NIC grants to a team. */
static void long_ones_end_with_a_nic_s_windows(void **state)
{
	static const int rings[SUMAC_PLAN_MAX_RINGS] = { 16, 16, 16, 16 };

	(void)state;
	for (int size = 2; size <= 16; size++) {
		struct sumac_plan_run shape = { .size = size, .radix = 16, .slots = 2, .down_slots = size < 8 ? 8 : 4,
						.ring_slots = 16, .slots_of_ring = rings };
		struct plan_call calls[] = { { SUMAC_COLL_ALLREDUCE, -1, LONG_BYTES, false, 40 },
					     { SUMAC_COLL_REDUCE, size / 2, LONG_BYTES, false, 40 } };

		if (plan_check_in_a_row(&shape, SUMAC_FEATURE_SPREAD, calls, 2, why, sizeof(why)))
			fail_msg("size %d: %s", size, why);
	}
}

static unsigned draw(uint64_t *seed_io, unsigned n)
{
	*seed_io = *seed_io * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*seed_io >> 33) % n;
}

/* Twenty calls of any kind, length and root, with any windows. */
static void expect_of_seed(int size, uint64_t first)
{
	enum { CALLS = 20 };
	uint64_t seed = first;
	int rings[SUMAC_PLAN_MAX_RINGS];
	struct sumac_plan_run shape = { .size = size, .radix = 16, .slots = 1 + (int)draw(&seed, 3),
					.down_slots = 1 + (int)draw(&seed, 3), .ring_slots = 1, .slots_of_ring = rings,
					.keeps_relays = draw(&seed, 2), .parts_differ = draw(&seed, 2) };
	struct plan_call calls[CALLS];

	for (int r = 0; r < SUMAC_PLAN_MAX_RINGS; r++)
		rings[r] = 1 + (int)draw(&seed, 3);
	for (int c = 0; c < CALLS; c++) {
		enum sumac_coll coll = (enum sumac_coll)draw(&seed, SUMAC_N_COLLS);
		bool is_long = draw(&seed, 2);

		calls[c] = (struct plan_call){ coll, sumac_coll_has_root(coll) ? (int)draw(&seed, (unsigned)size) : -1,
					       is_long ? LONG_BYTES : 0, draw(&seed, 2), 1 + (is_long ? (int)draw(&seed, 6) : 0) };
	}
	if (plan_check_in_a_row(&shape, SUMAC_FEATURE_SPREAD, calls, CALLS, why, sizeof(why)))
		fail_msg("size %d, seed %d: %s", size, (int)first, why);
}

static void calls_of_all_kinds_in_any_order_end(void **state)
{
	(void)state;
	for (int size = 2; size <= 16; size++)
		for (uint64_t seed = 0; seed < 40; seed++)
			expect_of_seed(size, seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_allreduce_is_a_source_a_fold_and_a_relay),
		cmocka_unit_test(the_root_of_a_reduce_owns_nothing),
		cmocka_unit_test(each_row_for_nics_begins_where_it_says),
		cmocka_unit_test(parts_of_any_length_are_not_sliced),
		cmocka_unit_test(all_rows_end_with_small_windows_and_rings),
		cmocka_unit_test(long_ones_end_with_a_nic_s_windows),
		cmocka_unit_test(calls_of_all_kinds_in_any_order_end),
	};

	return cmocka_run_group_tests_name("plan_slices", tests, NULL, NULL);
}
