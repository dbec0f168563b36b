/*
 * Blocks of ranks that share a host, for all placements of up to 7 ranks on 4 hosts, and rows and turns of up to 20: they are
 * the largest subexpressions of E, cover all ranks, every member finds its own by itself, and what joins them is E.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/plan_blocks.h"

enum { MAX = 20 };

static uint64_t mix(uint64_t left, uint64_t right)
{
	return (left * 0x9E3779B97F4A7C15 ^ right) * 0xBF58476D1CE4E5B9 + 1;
}

static uint64_t value(int lo, int n)
{
	int p = 1;

	while (2 * p < n)
		p *= 2;
	return n == 1 ? (uint64_t)lo + 7 : mix(value(lo, p), value(lo + p, n - p));
}

static bool share(const int *hosts, int lo, int end)
{
	for (int i = lo; i < end; i++)
		if (hosts[i] != hosts[lo])
			return false;
	return true;
}

static void expect_subexpression(const int *hosts, int size, int lo, int n)
{
	int span = 1;

	while (span < n)
		span *= 2;
	assert_int_equal(lo % span, 0);
	assert_true(n == span || lo + n == size);
	assert_true(share(hosts, lo, lo + n));
	/* The next larger block is not on one host. */
	for (;; span *= 2) {
		int first = lo - lo % (2 * span), end = first + 2 * span < size ? first + 2 * span : size;

		if (end - first == size || end - first > n) {
			assert_true(end - first == n || !share(hosts, first, end));
			return;
		}
	}
}

/* By the node that has all blocks' values for inputs. */
static uint64_t joined(const struct sumac_plan_blocks *blocks)
{
	struct sumac_plan_spec spec = { .coll = SUMAC_COLL_REDUCE, .size = blocks->n, .radix = 16 };
	struct sumac_plan plan = { 0 };
	uint64_t stack[16];
	int depth = 0;

	assert_int_equal(sumac_plan_make(&spec, &plan), 0);
	sumac_plan_blocks_follow(blocks, &plan);
	assert_int_equal(plan.n_nodes, 1);
	for (int i = 0; i < blocks->n; i++) {
		stack[depth++] = value(blocks->first[i], blocks->first[i + 1] - blocks->first[i]);
		for (int left = plan.node->in[i].combines; left; left--, depth--)
			stack[depth - 2] = mix(stack[depth - 2], stack[depth - 1]);
	}
	assert_int_equal(depth, 1);
	sumac_plan_free(&plan);
	return stack[0];
}

static void check(const int *hosts, int size)
{
	struct sumac_plan_blocks blocks;

	assert_int_equal(sumac_plan_blocks_make(hosts, size, &blocks), 0);
	assert_int_equal(blocks.first[0], 0);
	assert_int_equal(blocks.first[blocks.n], size);
	for (int b = 0; b < blocks.n; b++) {
		int lo = blocks.first[b], n = blocks.first[b + 1] - lo;

		expect_subexpression(hosts, size, lo, n);
		for (int rank = lo; rank < lo + n; rank++) {
			bool shares[MAX];
			int first, length;

			for (int other = 0; other < size; other++)
				shares[other] = hosts[other] == hosts[rank];
			sumac_plan_blocks_around(shares, size, rank, &first, &length);
			assert_true(first == lo && length == n);
		}
	}
	if (blocks.n <= 16)
		assert_true(sumac_plan_blocks_join(&blocks, 16));
	if (blocks.n <= 16 && blocks.n > 1)
		assert_true(joined(&blocks) == value(0, size));
	sumac_plan_blocks_free(&blocks);
}

static void test_all_placements_of_few_ranks(void **state)
{
	(void)state;
	for (int size = 1; size <= 7; size++)
		for (int code = 0; code < 1 << 2 * size; code++) {
			int hosts[MAX];

			for (int rank = 0; rank < size; rank++)
				hosts[rank] = code >> 2 * rank & 3;
			check(hosts, size);
		}
}

/* Hosts that hold rows of ranks, of any lengths, and hosts that take turns. */
static void test_rows_and_turns_of_more(void **state)
{
	int hosts[MAX];

	(void)state;
	for (int size = 8; size <= MAX; size++) {
		for (int a = 0; a <= size; a++)
			for (int b = a; b <= size; b++)
				for (int c = b; c <= size; c++) {
					for (int rank = 0; rank < size; rank++)
						hosts[rank] = (rank >= a) + (rank >= b) + (rank >= c);
					check(hosts, size);
				}
		for (int n = 1; n <= 4; n++)
			for (int turn = 1; turn <= 4; turn++) {
				for (int rank = 0; rank < size; rank++)
					hosts[rank] = rank / turn % n;
				check(hosts, size);
			}
	}
}

/* 18 blocks, of which the first alone has two ranks: no one node joins them, and the plans of more levels take them for even. */
static void test_more_blocks_than_inputs_that_are_not_even_are_not_joined(void **state)
{
	struct sumac_plan_blocks blocks;
	int hosts[MAX] = { 0 };

	(void)state;
	for (int rank = 2; rank < 19; rank++)
		hosts[rank] = rank;
	assert_int_equal(sumac_plan_blocks_make(hosts, 19, &blocks), 0);
	assert_int_equal(blocks.n, 18);
	assert_false(sumac_plan_blocks_join(&blocks, 16));
	sumac_plan_blocks_free(&blocks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_placements_of_few_ranks),
		cmocka_unit_test(test_rows_and_turns_of_more),
		cmocka_unit_test(test_more_blocks_than_inputs_that_are_not_even_are_not_joined),
	};

	return cmocka_run_group_tests_name("plan_blocks", tests, NULL, NULL);
}
