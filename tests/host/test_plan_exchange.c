/*
 * Exchanges: each rank ends up with E, whatever radix, size and windows, and ragged blocks spread what they
 * send.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_expect.h"

static void one_level_is_a_send_and_a_fold(void **state)
{
	struct sumac_plan_spec spec = { .coll = SUMAC_COLL_ALLREDUCE, .size = 4, .rank = 2, .radix = 16 };
	static struct sumac_plan plan;
	static const int order[] = { 3, 0, 1 };

	(void)state;
	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	assert_int_equal(plan.n_nodes, 2);
	assert_int_equal(plan.node[0].ring, 0);
	assert_int_equal(plan.node[0].step, 0);
	assert_int_equal(plan.node[0].n_out, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(plan.node[0].out[i].peer, order[i]);
	assert_int_equal(plan.node[1].ring, 1);
	assert_int_equal(plan.node[1].step, 1);
	assert_int_equal(plan.node[1].n_in, 4);
	assert_int_equal(plan.node[1].in[2].kind, SUMAC_STREAM_MEMORY);
	assert_int_equal(plan.node[1].out[0].kind, SUMAC_STREAM_MEMORY);

	spec.coll = SUMAC_COLL_REDUCE;
	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	assert_int_equal(plan.n_nodes, 1);
	assert_int_equal(plan.node[0].out[0].kind, SUMAC_STREAM_CHANNEL);
	assert_int_equal(plan.node[0].out[0].peer, 0);
}

/* Sub-block B hands its value to rank t from its member (t's place in its own sub-block) mod |B|. */
static void ragged_blocks_spread_their_senders(void **state)
{
	(void)state;
	for (int size = 2; size <= 70; size++)
		for (size_t r = 0; r < 4; r++)
			for (int rank = 0; rank < size; rank++) {
				struct sumac_plan_spec spec = { SUMAC_COLL_ALLREDUCE, size, rank, 0, plan_radices[r],
								PLAN_ALL_FEATURES, 0, false };
				static struct sumac_plan plan;

				assert_int_equal(sumac_plan_make(&spec, &plan), 0);
				for (int n = 0; n < plan.n_nodes; n++) {
					const struct sumac_plan_node *node = &plan.node[n];
					int span = 1, first;

					if (node->step == 0 || node->n_in < 2)
						continue;
					for (int s = 1; s < node->step; s++)
						span *= plan_radices[r];
					first = rank - rank % (span * plan_radices[r]);
					for (int i = 0; i < node->n_in; i++) {
						int lo = first + i * span, n_here = size - lo < span ? size - lo : span;

						if (node->in[i].kind == SUMAC_STREAM_CHANNEL)
							assert_int_equal(node->in[i].peer, lo + rank % span % n_here);
						else
							assert_int_equal(rank / span, lo / span);
					}
				}
			}
}

static void allreduce_ends_with_e_for_sizes_to_64(void **state)
{
	(void)state;
	for (int size = 1; size <= 64; size++)
		for (size_t r = 0; r < 4; r++)
			for (int slots = 1; slots <= 4; slots *= 2)
				for (int ring = 1; ring <= 4; ring *= 2)
					if (size <= 20 || slots * ring == 4)
						plan_expect(SUMAC_COLL_ALLREDUCE, size, plan_radices[r], 0, PLAN_ALL_FEATURES,
							    slots, ring, 6, 2);
}

static void allreduce_ends_with_e_for_sizes_to_299(void **state)
{
	static const int sizes[] = { 65, 100, 127, 128, 129, 200, 255, 256, 257, 272, 273, 299 };

	(void)state;
	for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
		for (size_t r = 0; r < 4; r++)
			plan_expect(SUMAC_COLL_ALLREDUCE, sizes[s], plan_radices[r], 0, PLAN_ALL_FEATURES, 2, 2, 3, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_level_is_a_send_and_a_fold),
		cmocka_unit_test(ragged_blocks_spread_their_senders),
		cmocka_unit_test(allreduce_ends_with_e_for_sizes_to_64),
		cmocka_unit_test(allreduce_ends_with_e_for_sizes_to_299),
	};

	return cmocka_run_group_tests_name("plan_exchange", tests, NULL, NULL);
}
