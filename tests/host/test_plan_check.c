/*
 * plan_check finds faults in plans: each test breaks a good plan in one place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_check.h"

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
static struct sumac_plan_run one_level(enum sumac_coll coll, uint64_t len_bytes)
{
	static enum sumac_coll colls[2];
	struct sumac_plan_run run;

	colls[0] = colls[1] = coll;
	for (int rank = 0; rank < SIZE; rank++) {
		struct sumac_plan_spec spec = { coll, SIZE, rank, 0, 16, PLAN_ALL_FEATURES, len_bytes, false };

		assert_int_equal(sumac_plan_make(&spec, &plans[rank]), 0);
	}
	run = (struct sumac_plan_run){ .size = SIZE, .radix = 16, .links = true, .n_calls = 2, .colls = colls, .plans = calls,
				       .roots = everyone, .slots = 2, .ring_slots = 2, .n_chunks = 2 };
	assert_int_equal(sumac_plan_check_run(&run, why, sizeof(why)), 0);
	return run;
}

static void e_in_a_scan_is_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_SCAN, 0);

	(void)state;
	plans[3].node[0].in[2].combines = 0; /* of its only node, which folds four */
	plans[3].node[0].in[3].combines = 2;
	refused_because(&run, "joins ranks 0 to 1 and 2 to 3: not E, or its order");
}

static void a_value_tapped_too_late_is_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_EXSCAN, 1 << 20);

	(void)state;
	plans[2].node[0].out[0].tap = 1;
	refused_because(&run, "rank 2: call 0's result of part -1 is of ranks 0 to 2");
}

static void parts_in_another_order_are_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_REDUCE_SCATTER, 0);

	(void)state;
	plans[1].node[2].part = 3;
	plans[1].node[3].part = 2;
	refused_because(&run, "finds chunk 0 of call 0, part 3, from rank 1");
}

static void a_part_that_is_missing_is_found(void **state)
{
	struct sumac_plan_run run = one_level(SUMAC_COLL_ALLGATHER, 0);

	(void)state;
	plans[1].node[0].n_out--; /* to rank 0 */
	plans[0].node[1] = plans[0].node[2];
	plans[0].node[2] = plans[0].node[3];
	plans[0].n_nodes--;
	refused_because(&run, "rank 0: call 0 gives 0 results of part 1");
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
