/*
 * Folds of many operands, for every kernel and instruction set of this machine, against the oracle's recursion, element by element:
 * any number of operands, counts around vectors, blocks and their ends, odd addresses, and a result in an operand's place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/kernel/kernels.h"
#include "spec/spec.h"
#include "oracle/oracle.h"

static const struct pair {
	int op, type;
	const char *name;
} pairs[] = {
#define SUMAC_COMBINATION(op, type, ...) { SUMAC_OP_##op, SUMAC_TYPE_##type, #op " " #type },
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};
enum { N_PAIRS = sizeof(pairs) / sizeof(pairs[0]), MOST = 600, MOST_BYTES = 5000, STRIDE = MOST_BYTES + 3 };

static enum sumac_isa isa; /* which is under test */
static uint8_t *memory; /* the operands, and behind them where results go; every one at another offset from a word's start */
static const uint8_t *operands[MOST];

static uint8_t *place(int i)
{
	return memory + (size_t)i * STRIDE;
}

/* Both folds of the first count elements, into a place of their own and into an operand's. */
static void expect_folds(const struct pair *pair, int n, size_t count, const uint8_t *tree, const uint8_t *left)
{
	const struct sumac_kernel *kernel = sumac_kernel_find_for(isa, pair->op, pair->type);
	__typeof__(sumac_kernel_fold) *const folds[] = { sumac_kernel_fold, sumac_kernel_fold_left };
	const uint8_t *const want[] = { tree, left };
	size_t bytes = count * kernel->elem_bytes;
	int shared = (int)count % n;
	uint8_t *out = place(MOST), *kept = place(MOST + 1);

	for (int which = 0; which < 2; which++) {
		memset(out, 0x5A, bytes + 1);
		folds[which](kernel, out, operands, n, count);
		if (memcmp(out, want[which], bytes) || out[bytes] != 0x5A)
			fail_msg("%s of %d operands, %zu elements, from the left: %d", pair->name, n, count, which);
		memcpy(kept, operands[shared], bytes);
		folds[which](kernel, place(shared), operands, n, count);
		if (memcmp(place(shared), want[which], bytes))
			fail_msg("%s of %d operands, %zu elements, in place of number %d, from the left: %d", pair->name, n, count,
				 shared, which);
		memcpy(place(shared), kept, bytes);
	}
}

static void expect_of(const struct pair *pair, int n, size_t first_count, size_t last_count, size_t step)
{
	static uint8_t tree[STRIDE], left[STRIDE];
	const void *given[MOST];

	for (int i = 0; i < n; i++) {
		oracle_fill(pair->type, (uint64_t)(100 * n + i), last_count, place(i));
		given[i] = operands[i];
	}
	assert_int_equal(oracle_reduce(pair->op, pair->type, n, given, last_count, tree), 0);
	assert_int_equal(oracle_fold(pair->op, pair->type, n, given, last_count, left), 0);
	for (size_t count = first_count; count <= last_count; count += step)
		expect_folds(pair, n, count, tree, left);
}

/* Each number of operands with a fifth of the counts, each count with a fifth of the numbers. */
static void test_every_fold_is_the_recursion(void **state)
{
	(void)state;
	for (int p = 0; p < N_PAIRS; p++)
		for (int n = 1; n <= 17; n++)
			expect_of(&pairs[p], n, (size_t)(n + p) % 5, 70, 5);
}

/* More than a block of elements, and enough operands that results are folded again, twice. */
static void test_blocks_and_crowds(void **state)
{
	static const int crowds[] = { 3, 7, 9, 64, 65, 600 };

	(void)state;
	for (int p = 0; p < N_PAIRS; p++)
		for (size_t c = 0; c < sizeof(crowds) / sizeof(crowds[0]); c++) {
			size_t count = crowds[c] < 10 ? MOST_BYTES / oracle_elem_bytes(pairs[p].type) : 9;

			expect_of(&pairs[p], crowds[c], count, count, 1);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_fold_is_the_recursion),
		cmocka_unit_test(test_blocks_and_crowds),
	};

#define NAME(isa, ...) #isa,
	static const char *const names[] = { SUMAC_ISAS(NAME) };
	int n_failed = 0;

	memory = malloc((size_t)(MOST + 2) * STRIDE);
	for (int i = 0; i < MOST; i++)
		operands[i] = place(i);
	for (; isa < SUMAC_N_ISAS && sumac_isa_is_here(isa); isa++)
		n_failed += cmocka_run_group_tests_name(names[isa], tests, NULL, NULL);
	free(memory);
	return n_failed;
}
