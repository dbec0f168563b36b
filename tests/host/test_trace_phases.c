/*
 * The phases of a call: they follow each other, and add up to the call.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tool/trace_phases.h"

static void nodes_are_put_together(void **state)
{
	const struct sumac_milestones sends = { .n_nodes = 1, .rung = 447, .accepted = 457, .operand = 697, .out = 704, .done = 708,
						.peer = -1 };
	const struct sumac_milestones folds = { .n_nodes = 1, .rung = 454, .accepted = 465, .operand = 711, .sent = 712,
						.arrived = 880, .out = 913, .done = 1047, .peer = 3 };
	const uint64_t expected[] = { 447, 18, 246, 1, 168, 33, 134, 143 };
	struct sumac_milestones all = { 0 };
	uint64_t phases[SUMAC_N_PHASES];

	(void)state;
	assert_false(sumac_milestones_are_whole(&all, 0));
	sumac_milestones_add(&all, &folds);
	assert_false(sumac_milestones_are_whole(&all, 600));
	sumac_milestones_add(&all, &sends);
	assert_true(sumac_milestones_are_whole(&all, 600) && all.n_nodes == 2 && all.peer == 3);
	sumac_milestones_split(&all, 0, 1190, phases);
	assert_memory_equal(phases, expected, sizeof(phases));
}

static void they_add_up_in_any_order_of_the_milestones(void **state)
{
	uint64_t phases[SUMAC_N_PHASES];

	(void)state;
	srand(1);
	for (int round = 0; round < 10000; round++) {
		struct sumac_milestones all = { .n_nodes = 1 };
		uint64_t *const fields[] = { &all.rung, &all.accepted, &all.operand, &all.sent, &all.arrived, &all.out, &all.done };
		uint64_t begin = (uint64_t)rand() % 100, end = begin + (uint64_t)rand() % 100, sum = 0;

		for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
			*fields[i] = (uint64_t)rand() % 250;
		sumac_milestones_split(&all, begin, end, phases);
		for (int i = 0; i < SUMAC_N_PHASES; i++) {
			assert_true(phases[i] <= end - begin);
			sum += phases[i];
		}
		assert_int_equal(sum, end - begin);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_are_put_together),
		cmocka_unit_test(they_add_up_in_any_order_of_the_milestones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
