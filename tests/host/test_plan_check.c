/*
 * plan_check finds faults in plans: each test breaks a good plan in one place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_check.h"
#include "plan/plan_parts.h"

enum { SIZE = 4 };

static struct sumac_plan plans[SIZE];
static const struct sumac_plan *calls[2] = { plans, plans };
static const int everyone[2] = { -1, -1 };
static char why[200];

/* Two levels of two: rank r sends, folds, sends on, folds. */
static struct sumac_plan_run two_levels(void)
{
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_spec spec = { SUMAC_COLL_ALLREDUCE, SIZE, rank, 0, 2, PLAN_ALL_FEATURES, 0, false };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
		assert_int_equal(plans[rank].n_nodes, 3);
	}
	return (struct sumac_plan_run){ .size = SIZE, .radix = 2, .links = true, .n_calls = 2, .plans = calls,
					.roots = everyone, .slots = 2, .ring_slots = 2, .n_chunks = 8,
					.segment_chunks = 2 };
}

static void refused_because(const struct sumac_plan_run *run, const char *reason)
{
	assert_int_equal(sumac_plan_check_run(run, why, sizeof(why)), -SUMAC_EINVAL);
	if (!strstr(why, reason))
		fail_msg("expected \"%s\" in: %s", reason, why);
}

static void a_good_plan_passes(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	assert_string_equal(why, "");
}

static void swapped_order_of_sends_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	for (int rank = 0; rank < SIZE; rank++) {
		plans[rank].node[0].step = 1;
		plans[rank].node[1].step = 0;
	}
	refused_because(&run, "never ends");
}

static void a_cycle_of_links_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();
	struct sumac_plan_node *first = &plans[1].node[1], *last = &plans[1].node[2];

	(void)state;
	/* The first fold takes the last one's result instead of its own memory. */
	for (int i = 0; i < first->n_in; i++)
		if (first->in[i].kind == SUMAC_STREAM_MEMORY)
			first->in[i] = (struct sumac_plan_in){ SUMAC_STREAM_NODE, 0, 2, first->in[i].combines };
	last->out[last->n_out++] = (struct sumac_plan_out){ SUMAC_STREAM_NODE, 0, 1, 1 };
	refused_because(&run, "never ends");
}

static void long_segments_of_two_levels_are_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	run.segment_chunks = 0;
	refused_because(&run, "never ends");
}

/* The second fold needs a slot while the first holds the only one until the second has taken its result. */
static void a_shared_ring_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	for (int rank = 0; rank < SIZE; rank++)
		plans[rank].node[2].ring = plans[rank].node[1].ring;
	run.ring_slots = 1;
	refused_because(&run, "never ends");
}

static void a_value_that_is_not_e_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();
	struct sumac_plan_in in = plans[2].node[1].in[0];
	uint8_t combines = plans[2].node[1].in[1].combines;

	(void)state;
	/* Ranks 2 and 3 in the wrong order. */
	plans[2].node[1].in[0] = plans[2].node[1].in[1];
	plans[2].node[1].in[1] = in;
	plans[2].node[1].in[0].combines = 0;
	plans[2].node[1].in[1].combines = combines;
	refused_because(&run, "not E");
}

static void a_left_fold_is_found(void **state)
{
	(void)state;
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_spec spec = { SUMAC_COLL_ALLREDUCE, SIZE, rank, 0, 4, 0, 0, false };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
		for (int i = 0; i < SIZE; i++)
			plans[rank].node[1].in[i].combines = i > 0;
	}
	struct sumac_plan_run run = { .size = SIZE, .radix = 4, .n_calls = 1, .plans = calls, .roots = everyone,
				      .slots = 2, .ring_slots = 2, .n_chunks = 2 };
	refused_because(&run, "not E");
}

static void a_program_that_underflows_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	plans[3].node[1].in[0].combines = 1;
	refused_because(&run, "program");
}

static void a_missing_send_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	plans[0].node[0].n_out = 0;
	refused_because(&run, "never ends");
}

static void a_send_that_nobody_takes_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	run.slots = 64;
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_node *node = &plans[rank].node[0];

		node->out[node->n_out++] = (struct sumac_plan_out){ SUMAC_STREAM_CHANNEL, 0,
								    (uint16_t)(rank ^ 2), 0 };
	}
	/* Level 2 takes it as its own input: the wrong ranks. */
	refused_because(&run, "not E");
}

static void a_channel_outside_the_list_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	plans[0].node[0].out[0].peer = 3;
	refused_because(&run, "leads nowhere");
}

static void links_are_refused_where_there_are_none(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	run.links = false;
	refused_because(&run, "leads nowhere");
}

static void a_result_in_the_wrong_place_is_found(void **state)
{
	static const int roots[2] = { 2, 2 };
	struct sumac_plan_run run = two_levels();

	(void)state;
	run.roots = roots;
	refused_because(&run, "result");
}

static void a_result_that_is_missing_is_found(void **state)
{
	struct sumac_plan_run run = two_levels();

	(void)state;
	plans[3].node[2].n_out = 0;
	refused_because(&run, "gives 0 results");
}

/* Plans of one level that are good, two calls of the collective in a row. */
static struct sumac_plan_run one_level(enum sumac_coll coll, unsigned features, uint64_t len_bytes)
{
	static enum sumac_coll colls[2];
	struct sumac_plan_run run;

	colls[0] = colls[1] = coll;
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_spec spec = { coll, SIZE, rank, 0, 16, features, len_bytes, false };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
	}
	run = (struct sumac_plan_run){ .size = SIZE, .radix = 16, .links = features & SUMAC_FEATURE_LINKS,
				       .spread = features & SUMAC_FEATURE_SPREAD, .n_calls = 2, .colls = colls, .plans = calls,
				       .roots = everyone, .slots = 2, .ring_slots = 2,
				       .n_chunks = features & SUMAC_FEATURE_SPREAD ? 8 : 2 };
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	return run;
}

static void e_in_a_scan_is_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_SCAN, PLAN_ALL_FEATURES, 0);

	(void)state;
	plans[3].node[0].in[2].combines = 0; /* of its only node, which folds four */
	plans[3].node[0].in[3].combines = 2;
	refused_because(&run, "joins ranks 0 to 1 and 2 to 3: not E, or its order");
}

static void a_value_tapped_too_late_is_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_EXSCAN, PLAN_ALL_FEATURES, 1 << 20);

	(void)state;
	plans[2].node[0].out[0].tap = 1;
	refused_because(&run, "rank 2: call 0's result of part -1 is of ranks 0 to 2");
}

static void parts_in_another_order_are_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_REDUCE_SCATTER, PLAN_ALL_FEATURES, 0);

	(void)state;
	plans[1].node[2].part = 3;
	plans[1].node[3].part = 2;
	refused_because(&run, "finds chunk 0 of call 0, part 3, from rank 1");
}

static void a_part_that_is_missing_is_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_ALLGATHER, PLAN_ALL_FEATURES, 0);

	(void)state;
	plans[1].node[0].n_out--; /* to rank 0 */
	plans[0].node[1] = plans[0].node[2];
	plans[0].node[2] = plans[0].node[3];
	plans[0].n_nodes--;
	refused_because(&run, "rank 0: call 0 gives 0 results of part 1");
}

/* A sliced allreduce: of each rank a source, a fold and a relay. */
static struct sumac_plan_run sliced(void)
{
	return one_level(SUMAC_COLL_ALLREDUCE, SUMAC_FEATURE_SPREAD, 1 << 20);
}

static void a_part_that_goes_to_another_owner_is_found(void **state)
{
	struct sumac_plan_run run = sliced();

	(void)state;
	plans[1].node[0].first = 3; /* to rank 2 */
	refused_because(&run, "rank 2: call 0, node 1, chunk 0 finds chunk 0 of call 0, part 3, from rank 1");
}

static void a_relay_that_combines_is_found(void **state)
{
	struct sumac_plan_run run = sliced();

	(void)state;
	plans[1].node[2].in[1].combines = 1;
	refused_because(&run, "rank 1, node 2: its program");
}

static void a_part_that_a_relay_takes_for_another_is_found(void **state)
{
	struct sumac_plan_run run = sliced();

	(void)state;
	plans[1].node[2].first = 3; /* from rank 0 */
	refused_because(&run, "rank 1: call 0, node 2, chunk 0 finds chunk 0 of call 0, part 0, from rank 0");
}

static void spread_nodes_that_are_none_are_found(void **state)
{
	(void)state;
	for (int fault = 0; fault < 9; fault++) {
		struct sumac_plan_run run = sliced();
		struct sumac_plan_node *node = plans[1].node;

		switch (fault) {
		case 0:
			node[0].first = 4;
			break;
		case 1:
			node[0].part = 1;
			break;
		case 2:
			node[0].out[2].kind = SUMAC_STREAM_MEMORY;
			break;
		case 3:
			node[2].in[0].kind = SUMAC_STREAM_MEMORY;
			break;
		case 4:
			node[2].n_out = 0;
			break;
		case 5:
			node[1].parts = 0;
			break;
		case 6:
			node[1].part = 4;
			break;
		case 7:
			for (int n = 0; n < SIZE * 3; n++)
				plans[n / 3].node[n % 3].parts = SIZE + 1;
			break;
		case 8:
			run.spread = false;
			break;
		}
		refused_because(&run, "its streams do not have a part each");
	}
}

/* All operands of a channel come before the results: the fold has to hold these back, and has room for all of them or not. */
static void results_on_the_operands_channels_are_found(void **state)
{
	static const int short_rings[] = { 8, 2, 8, 8 }, long_rings[] = { 2, 16, 2, 2 };
	struct sumac_plan_run run = sliced();

	(void)state;
	for (int rank = 0; rank < SIZE; rank++) {
		for (int i = 0; i < SIZE - 1; i++)
			plans[rank].node[1].out[1 + i].class = plans[rank].node[2].in[i].class = SUMAC_CLASS_UP;
		plans[rank].node[2].ring = 1;
	}
	run.n_chunks = 4;
	run.slots = 1;
	run.slots_of_ring = long_rings;
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	run.slots_of_ring = short_rings;
	refused_because(&run, "never ends");
	plans[1].node[2].ring = 2;
	refused_because(&run, "rank 1: rings 1 and 2 take from one channel of rank 0");
}

static void a_long_ring_may_not_take_from_channels(void **state)
{
	static const int good[] = { 32, 16, 16, 16 }, bad[] = { 32, 17, 16, 16 };
	struct sumac_plan_run run = sliced();

	(void)state;
	run.slots_of_ring = good;
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	run.slots_of_ring = bad;
	refused_because(&run, "ring 1 is too long");
}

/* Rank 1 also reads part 0, which it sends nowhere. */
static void add_reader(void)
{
	int index;

	assert_int_equal(sumac_plan_reserve(&plans[1], plans[1].n_nodes + 1), 0);
	index = sumac_plan_add_source(&plans[1]);
	plans[1].node[index].parts = SIZE;
	plans[1].node[index].part = 0;
}

static void a_result_over_an_operand_that_is_to_be_read_is_found(void **state)
{
	struct sumac_plan_run run = sliced();

	(void)state;
	run.in_place = true;
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	add_reader();
	refused_because(&run, "rank 1: call 0 may write part 0 before it has read it");
	run = one_level(SUMAC_COLL_ALLREDUCE, SUMAC_FEATURE_SPREAD, 0); /* an exchange */
	run.in_place = true;
	refused_because(&run, "may write part -1 before it has read it");
	run = one_level(SUMAC_COLL_ALLGATHER, SUMAC_FEATURE_SPREAD, 1 << 20);
	run.in_place = true;
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	add_reader();
	refused_because(&run, "rank 1: call 0 may write part 0 before it has read it");
}

/* An allgather of three ranks in which rank 1 passes on rank 0's part, and rank 0 that of rank 1, but only after its own. Rank 2
 * first takes the latter. So all 8 chunks of rank 0's part have to fit between ranks 0 and 2. */
static struct sumac_plan_run crossing(void)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_ALLGATHER };
	static const struct {
		int rank, part, ring, from, to[2];
	} nodes[] = {
		{ 0, 0, 0, -1, { 1, -1 } }, { 0, 1, 0, 1, { 2, -1 } }, { 0, 2, 2, 2, { -1, -1 } },
		{ 1, 1, 0, -1, { 0, -1 } }, { 1, 0, 2, 0, { 2, -1 } }, { 1, 2, 2, 2, { -1, -1 } },
		{ 2, 2, 0, -1, { 0, 1 } }, { 2, 1, 2, 0, { -1, -1 } }, { 2, 0, 2, 1, { -1, -1 } },
	};

	for (int rank = 0; rank < 3; rank++) {
		plans[rank].n_nodes = 0;
		assert_int_equal(sumac_plan_reserve(&plans[rank], 3), 0);
	}
	for (size_t n = 0; n < sizeof(nodes) / sizeof(nodes[0]); n++) {
		struct sumac_plan *plan = &plans[nodes[n].rank];
		struct sumac_plan_node *node = &plan->node[sumac_plan_add_node(plan, 0, nodes[n].ring)];

		node->part = nodes[n].part;
		if (nodes[n].from < 0)
			sumac_plan_add_in(node, SUMAC_STREAM_MEMORY, 0);
		else
			sumac_plan_add_channel_in(node, SUMAC_CLASS_DOWN, nodes[n].from);
		sumac_plan_add_out(node, SUMAC_STREAM_MEMORY, 0);
		for (int o = 0; o < 2 && nodes[n].to[o] >= 0; o++)
			sumac_plan_add_channel_out(node, SUMAC_CLASS_DOWN, nodes[n].to[o]);
	}
	return (struct sumac_plan_run){ .size = 3, .radix = 16, .spread = true, .n_calls = 1, .colls = colls, .plans = calls,
					.roots = everyone, .n_chunks = 8 };
}

static void windows_of_each_class_and_rings_count(void **state)
{
	static const struct {
		int slots, down_slots, ring_slots;
		bool keeps_relays, ends;
	} cases[] = {
		{ 1, 4, 2, false, true }, { 8, 2, 2, false, false }, { 4, 0, 2, true, true },
		{ 2, 2, 4, false, true }, { 2, 2, 4, true, false },
	};
	struct sumac_plan_run run = crossing();

	(void)state;
	for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
		run.slots = cases[c].slots;
		run.down_slots = cases[c].down_slots;
		run.ring_slots = cases[c].ring_slots;
		run.keeps_relays = cases[c].keeps_relays;
		if (cases[c].ends)
			assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
		else
			refused_because(&run, "never ends");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_plan_passes),
		cmocka_unit_test(swapped_order_of_sends_is_found),
		cmocka_unit_test(a_cycle_of_links_is_found),
		cmocka_unit_test(long_segments_of_two_levels_are_found),
		cmocka_unit_test(a_shared_ring_is_found),
		cmocka_unit_test(a_value_that_is_not_e_is_found),
		cmocka_unit_test(a_left_fold_is_found),
		cmocka_unit_test(a_program_that_underflows_is_found),
		cmocka_unit_test(a_missing_send_is_found),
		cmocka_unit_test(a_send_that_nobody_takes_is_found),
		cmocka_unit_test(a_channel_outside_the_list_is_found),
		cmocka_unit_test(links_are_refused_where_there_are_none),
		cmocka_unit_test(a_result_in_the_wrong_place_is_found),
		cmocka_unit_test(a_result_that_is_missing_is_found),
		cmocka_unit_test(e_in_a_scan_is_found),
		cmocka_unit_test(a_value_tapped_too_late_is_found),
		cmocka_unit_test(parts_in_another_order_are_found),
		cmocka_unit_test(a_part_that_is_missing_is_found),
		cmocka_unit_test(a_part_that_goes_to_another_owner_is_found),
		cmocka_unit_test(a_part_that_a_relay_takes_for_another_is_found),
		cmocka_unit_test(a_relay_that_combines_is_found),
		cmocka_unit_test(spread_nodes_that_are_none_are_found),
		cmocka_unit_test(results_on_the_operands_channels_are_found),
		cmocka_unit_test(a_long_ring_may_not_take_from_channels),
		cmocka_unit_test(a_result_over_an_operand_that_is_to_be_read_is_found),
		cmocka_unit_test(windows_of_each_class_and_rings_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
