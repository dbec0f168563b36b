/*
 * The planner: its programs are E, its lists of peers are symmetric, and every plan that it makes ends, with
 * the right value in the right place, under every window that engines grant.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/plan.h"

static const int radices[] = { 2, 4, 8, 16 };

/* E by its definition, as text: "((0+1)+2)". */
static void expression(int lo, int n, char *out)
{
	char left[256], right[256];
	int p = 1;

	if (n == 1) {
		sprintf(out, "%d", lo);
		return;
	}
	while (2 * p < n)
		p *= 2;
	expression(lo, p, left);
	expression(lo + p, n - p, right);
	sprintf(out, "(%s+%s)", left, right);
}

static void program_is_e(void **state)
{
	(void)state;
	for (int k = 1; k <= SUMAC_ROUTE_MAX_IN; k++) {
		char stack[8][256], joined[600], want[256];
		uint8_t combines[SUMAC_ROUTE_MAX_IN];
		int depth = 0;

		sumac_plan_program(k, combines);
		for (int i = 0; i < k; i++) {
			sprintf(stack[depth++], "%d", i);
			assert_true(depth <= 5);
			for (int c = 0; c < combines[i]; c++, depth--) {
				sprintf(joined, "(%s+%s)", stack[depth - 2], stack[depth - 1]);
				assert_true(strlen(joined) < sizeof(stack[0]));
				strcpy(stack[depth - 2], joined);
			}
		}
		expression(0, k, want);
		assert_int_equal(depth, 1);
		assert_string_equal(stack[0], want);
	}
}

static void check(enum sumac_coll coll, int size, int radix, int root, bool links, int slots, int ring_slots,
		  int n_chunks, int n_calls)
{
	struct sumac_plan_spec spec = { .coll = coll, .size = size, .root = root, .radix = radix, .links = links };
	char why[200];

	if (sumac_plan_check(&spec, slots, ring_slots, n_chunks, n_calls, why, sizeof(why)) != 0)
		fail_msg("coll %d, size %d, radix %d, root %d, slots %d, ring %d: %s", coll, size, radix, root, slots,
			 ring_slots, why);
}

static void allreduce_ends_with_e_for_sizes_to_64(void **state)
{
	(void)state;
	for (int size = 1; size <= 64; size++)
		for (size_t r = 0; r < 4; r++)
			for (int slots = 1; slots <= 4; slots *= 2)
				for (int ring = 1; ring <= 4; ring *= 2)
					if (size <= 20 || slots * ring == 4)
						check(SUMAC_COLL_ALLREDUCE, size, radices[r], 0, true, slots, ring, 6, 2);
}

static void allreduce_ends_with_e_for_sizes_to_299(void **state)
{
	static const int sizes[] = { 65, 100, 127, 128, 129, 200, 255, 256, 257, 272, 273, 299 };

	(void)state;
	for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
		for (size_t r = 0; r < 4; r++)
			check(SUMAC_COLL_ALLREDUCE, sizes[s], radices[r], 0, true, 2, 2, 3, 1);
}

static void reduce_ends_with_e_at_every_root(void **state)
{
	(void)state;
	for (int size = 1; size <= 24; size++)
		for (size_t r = 0; r < 4; r++)
			for (int root = 0; root < size; root++) {
				check(SUMAC_COLL_REDUCE, size, radices[r], root, true, 1, 1, 3, 3);
				check(SUMAC_COLL_REDUCE, size, radices[r], root, true, 2, 4, 6, 2);
			}
}

/* Ranks in an order that hangs on the seed alone. */
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

/* root < 0: to all. */
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
						root < 0 ? 0 : root, radix, true };

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
				check(SUMAC_COLL_REDUCE, sizes[s], radices[r], root, true, 2, 2, 3, 2);
}

static void nic_plans_need_no_links_and_two_rings(void **state)
{
	(void)state;
	for (int size = 1; size <= 16; size++)
		for (int slots = 1; slots <= 4; slots *= 2)
			for (int ring = 1; ring <= 4; ring *= 2) {
				check(SUMAC_COLL_ALLREDUCE, size, 16, 0, false, slots, ring, 20, 2);
				check(SUMAC_COLL_BARRIER, size, 16, 0, false, slots, ring, 1, 4);
				for (int root = 0; root < size; root++)
					check(SUMAC_COLL_REDUCE, size, 16, root, false, slots, ring, 20, 2);
			}
}

/* Calls of all kinds in a row: no two of them may wait for each other. */
static void calls_of_all_kinds_follow_each_other(void **state)
{
	enum { SIZE = 7, CALLS = 6 };
	static const enum sumac_coll colls[CALLS] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE,
						      SUMAC_COLL_BARRIER, SUMAC_COLL_REDUCE, SUMAC_COLL_ALLREDUCE };
	static const int roots[CALLS] = { -1, 3, 0, -1, 6, -1 };

	(void)state;
	for (int radix = 2; radix <= 8; radix *= 2) {
		struct sumac_plan *made = calloc(CALLS * SIZE, sizeof(*made));
		const struct sumac_plan *plans[CALLS];
		struct sumac_plan_run run = { .size = SIZE, .radix = radix, .links = radix < SIZE, .n_calls = CALLS,
					      .plans = plans, .roots = roots, .slots = 2, .ring_slots = 2,
					      .n_chunks = 9, .segment_chunks = 2 };
		char why[200];

		assert_non_null(made);
		for (int c = 0; c < CALLS; c++) {
			plans[c] = &made[c * SIZE];
			for (int rank = 0; rank < SIZE; rank++) {
				struct sumac_plan_spec spec = { colls[c], SIZE, rank, roots[c] < 0 ? 0 : roots[c], radix,
								run.links };

				assert_int_equal(sumac_plan_make(&spec, &made[c * SIZE + rank]), 0);
			}
		}
		if (sumac_plan_check_run(&run, why, sizeof(why)) != 0)
			fail_msg("radix %d: %s", radix, why);
		free(made);
	}
}

static void one_level_is_a_send_and_a_fold(void **state)
{
	struct sumac_plan_spec spec = { SUMAC_COLL_ALLREDUCE, 4, 2, 0, 16, false };
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
				struct sumac_plan_spec spec = { SUMAC_COLL_ALLREDUCE, size, rank, 0, radices[r], true };
				static struct sumac_plan plan;

				assert_int_equal(sumac_plan_make(&spec, &plan), 0);
				for (int n = 0; n < plan.n_nodes; n++) {
					const struct sumac_plan_node *node = &plan.node[n];
					int span = 1, first;

					if (node->step == 0 || node->n_in < 2)
						continue;
					for (int s = 1; s < node->step; s++)
						span *= radices[r];
					first = rank - rank % (span * radices[r]);
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

static void peers_are_symmetric(void **state)
{
	(void)state;
	for (int size = 1; size <= 80; size++)
		for (size_t r = 0; r < 4; r++) {
			static bool linked[80][80];
			uint16_t peers[80];

			memset(linked, 0, sizeof(linked));
			for (int a = 0; a < size; a++) {
				int n = sumac_plan_peers(size, a, radices[r], SUMAC_CLASS_UP, peers, 80);

				for (int i = 0; i < n; i++) {
					linked[a][peers[i]] = true;
					assert_true(i == 0 || peers[i] > peers[i - 1]);
				}
				assert_false(linked[a][a]);
				if (size <= radices[r])
					assert_int_equal(n, size - 1);
			}
			for (int a = 0; a < size; a++)
				for (int b = 0; b < a; b++)
					assert_int_equal(linked[a][b], linked[b][a]);
		}
}

static void what_cannot_be_planned_is_refused_by_every_rank_alike(void **state)
{
	static struct sumac_plan plan;
	struct sumac_plan_spec spec = { SUMAC_COLL_ALLREDUCE, 17, 0, 0, 16, false };

	(void)state;
	assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_ENOTSUP);
	spec.links = true;
	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	spec.radix = 3;
	assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_EINVAL);
	spec = (struct sumac_plan_spec){ SUMAC_COLL_REDUCE, 5, 0, 5, 2, true };
	assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_EINVAL);
	/* The last rank alone would have 2048 others to send to. */
	for (int rank = 0; rank < 2049; rank += 64) {
		spec = (struct sumac_plan_spec){ SUMAC_COLL_ALLREDUCE, 2049, rank, 0, 2, true };
		assert_int_equal(sumac_plan_make(&spec, &plan), -SUMAC_ENOTSUP);
		spec.size = 2048;
		assert_int_equal(sumac_plan_make(&spec, &plan), rank < 2048 ? 0 : -SUMAC_EINVAL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(program_is_e),
		cmocka_unit_test(one_level_is_a_send_and_a_fold),
		cmocka_unit_test(ragged_blocks_spread_their_senders),
		cmocka_unit_test(peers_are_symmetric),
		cmocka_unit_test(what_cannot_be_planned_is_refused_by_every_rank_alike),
		cmocka_unit_test(nic_plans_need_no_links_and_two_rings),
		cmocka_unit_test(calls_of_all_kinds_follow_each_other),
		cmocka_unit_test(allreduce_ends_with_e_for_sizes_to_64),
		cmocka_unit_test(allreduce_ends_with_e_for_sizes_to_299),
		cmocka_unit_test(reduce_ends_with_e_at_every_root),
		cmocka_unit_test(ranks_that_enter_in_any_order_end_with_e_at_every_root),
		cmocka_unit_test(reduce_ends_with_e_for_sizes_to_299),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
