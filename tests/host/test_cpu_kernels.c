/*
 * Every kernel of the table, for every instruction set of this machine, against the oracle: all pairs of corner cases,
 * random bits, every aliasing that is allowed, odd addresses; and a floating-point environment that the caller has
 * changed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/kernel/kernels.h"
#include "spec/spec.h"
#include "oracle/oracle.h"

struct pair {
	int op, type;
	const char *name;
};

static const struct pair pairs[] = {
#define SUMAC_COMBINATION(op, type, ...) { SUMAC_OP_##op, SUMAC_TYPE_##type, #op " " #type },
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};
enum { N_PAIRS = sizeof(pairs) / sizeof(pairs[0]) };

static enum sumac_isa isa; /* which is under test */

static const struct sumac_kernel *find(int op, int type)
{
	return sumac_kernel_find_for(isa, op, type);
}

static void print_element(const char *what, const unsigned char *at, size_t bytes)
{
	fprintf(stderr, "  %-6s", what);
	while (bytes--)
		fprintf(stderr, "%02x", at[bytes]);
	fprintf(stderr, "\n");
}

static void expect_kernel(const struct pair *pair, const void *left, const void *right, size_t count,
			  const void *got)
{
	size_t bytes = oracle_elem_bytes(pair->type);
	unsigned char want[32];

	for (size_t i = 0; i < count; i++) {
		const unsigned char *l = (const unsigned char *)left + i * bytes;
		const unsigned char *r = (const unsigned char *)right + i * bytes;
		const unsigned char *g = (const unsigned char *)got + i * bytes;

		if (oracle_combine(pair->op, pair->type, l, r, want))
			fail_msg("the oracle does not know %s", pair->name);
		if (!memcmp(want, g, bytes))
			continue;
		print_element("left", l, bytes);
		print_element("right", r, bytes);
		print_element("want", want, bytes);
		print_element("got", g, bytes);
		fail_msg("%s, element %zu of %zu", pair->name, i, count);
	}
}

static unsigned char *bytes_new(size_t n)
{
	unsigned char *bytes = malloc(n ? n : 1);

	assert_non_null(bytes);
	return bytes;
}

/* All corner cases against each other, in one call, so that blocks mix NaN with numbers. */
static void test_every_corner_meets_every_corner(void **state)
{
	(void)state;
	for (int p = 0; p < N_PAIRS; p++) {
		const struct sumac_kernel *kernel = find(pairs[p].op, pairs[p].type);
		size_t bytes = oracle_elem_bytes(pairs[p].type), at = 0;
		int n = oracle_corner(pairs[p].type, 0, NULL);
		size_t count = (size_t)n * (size_t)n;
		unsigned char *left = bytes_new(count * bytes), *right = bytes_new(count * bytes);
		unsigned char *got = bytes_new(count * bytes);

		assert_non_null(kernel);
		assert_int_equal(bytes, sumac_kernel_elem_bytes(pairs[p].type));
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++, at += bytes) {
				oracle_corner(pairs[p].type, i, left + at);
				oracle_corner(pairs[p].type, j, right + at);
			}
		memset(got, 0x5A, count * bytes);
		sumac_kernel_run(kernel, got, left, right, count);
		expect_kernel(&pairs[p], left, right, count, got);
		free(left);
		free(right);
		free(got);
	}
}

static void test_any_bits_any_address_any_aliasing(void **state)
{
	static const size_t counts[] = { 0, 1, 7, 16, 255, 256, 257, 1000 };

	(void)state;
	for (int p = 0; p < N_PAIRS; p++) {
		const struct sumac_kernel *kernel = find(pairs[p].op, pairs[p].type);
		size_t bytes = oracle_elem_bytes(pairs[p].type);
		unsigned char *memory = bytes_new(5 * 1100 * 32), *left = memory + 1, *right = left + 1001 * bytes + 2;
		unsigned char *place = right + 1001 * bytes, *left_copy = place + 1001 * bytes;

		for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
			size_t count = counts[c], len_bytes = count * bytes;

			oracle_fill(pairs[p].type, 1 + c, count, left);
			oracle_fill(pairs[p].type, 100 + c, count, right);
			place[len_bytes] = 0x77;
			sumac_kernel_run(kernel, place, left, right, count);
			expect_kernel(&pairs[p], left, right, count, place);
			assert_int_equal(place[len_bytes], 0x77);
			memcpy(left_copy, left, len_bytes);
			sumac_kernel_run(kernel, left, left, right, count);
			assert_memory_equal(left, place, len_bytes);
			sumac_kernel_run(kernel, right, left_copy, right, count);
			assert_memory_equal(right, place, len_bytes);
		}
		free(memory);
	}
}

static void test_sixteen_bit_floats_exhaustively_against_some(void **state)
{
	static const int types[] = { SUMAC_TYPE_F16, SUMAC_TYPE_BF16 };
	static const int ops[] = { SUMAC_OP_SUM, SUMAC_OP_PROD, SUMAC_OP_MIN, SUMAC_OP_MAX };
	uint16_t *left = malloc(0x20000), *right = malloc(0x20000), *got = malloc(0x20000);

	(void)state;
	for (unsigned i = 0; i < 0x10000; i++)
		left[i] = (uint16_t)i;
	for (int t = 0; t < 2; t++)
		for (int o = 0; o < 4; o++)
			for (unsigned k = 0; k < 12; k++) {
				const struct pair pair = { ops[o], types[t], "16-bit" };
				uint16_t corner;

				oracle_corner(types[t], (int)(5 * k + 3), &corner);
				for (unsigned i = 0; i < 0x10000; i++)
					right[i] = (uint16_t)(k % 2 ? corner : i * 40503 + k);
				sumac_kernel_run(find(ops[o], types[t]), got, left, right, 0x10000);
				expect_kernel(&pair, left, right, 0x10000, got);
			}
	free(left);
	free(right);
	free(got);
}

/* Converts the elements, with flushing to zero and rounding up set. */
static void convert_bent(int type, bool is_to_wider, void *dst, const void *src, size_t count)
{
	const uint32_t bent = 0x8040 | 0x4000 | 0x1F80, clean = 0x1F80;

	__asm__ volatile("ldmxcsr %0" : : "m"(bent));
	sumac_kernel_run(sumac_kernel_conversion(isa, type, is_to_wider), dst, src, NULL, count);
	__asm__ volatile("ldmxcsr %0" : : "m"(clean));
}

/* Halfway to the next one away from zero; not for infinities and NaN. */
static uint32_t halfway_from(int type, uint16_t half)
{
	const uint16_t next = (uint16_t)(half + 1);
	uint32_t bits, next_bits;
	float low, high;

	oracle_widen(type, &half, &bits);
	oracle_widen(type, &next, &next_bits);
	if (type == SUMAC_TYPE_BF16)
		return bits | 0x8000;
	if (half & 0x7C00)
		return bits | 0x1000;
	memcpy(&low, &bits, sizeof(low));
	memcpy(&high, &next_bits, sizeof(high));
	low = (low + high) / 2;
	memcpy(&bits, &low, sizeof(bits));
	return bits;
}

static void test_conversions_are_exact_and_round_to_nearest_even(void **state)
{
	enum { N_HALVES = 0x10000, N = 4 * N_HALVES };
	uint32_t *wide = test_malloc(N * sizeof(*wide)), want;
	uint16_t *narrow = test_malloc(N * sizeof(*narrow)), half;

	(void)state;
	for (int type = SUMAC_TYPE_F16; type <= SUMAC_TYPE_BF16; type += SUMAC_TYPE_BF16 - SUMAC_TYPE_F16) {
		for (unsigned i = 0; i < N_HALVES; i++)
			narrow[i] = (uint16_t)i;
		convert_bent(type, true, wide, narrow, N_HALVES);
		for (unsigned i = 0; i < N_HALVES; i++) {
			oracle_widen(type, &narrow[i], &want);
			assert_int_equal(wide[i], want);
		}
		convert_bent(type, false, narrow, wide, N_HALVES);
		for (unsigned i = 0; i < N_HALVES; i++)
			assert_int_equal(narrow[i], i);
		for (unsigned i = 0; i < N; i++) {
			wide[i] = i % 4 == 3 ? i * 2654435761u : halfway_from(type, (uint16_t)(i / 4)) + i % 4 - 1;
			if ((wide[i] & 0x7F800000) == 0x7F800000)
				wide[i] &= 0xFFFF0000;
		}
		convert_bent(type, false, narrow, wide, N);
		for (unsigned i = 0; i < N; i++) {
			oracle_narrow(type, &wide[i], &half);
			assert_int_equal(narrow[i], half);
		}
	}
	test_free(wide);
	test_free(narrow);
}

/* Flush to zero, subnormals as zeros, rounding up, and every trap enabled. */
static void test_a_bent_environment_changes_no_bit_and_comes_back(void **state)
{
	const uint32_t bent = 0x8040 | 0x4000;
	const uint16_t bent_x87 = 0x0840; /* rounding up, 24 bits, all unmasked */
	uint32_t clean = 0x1F80, mxcsr;
	uint16_t word;

	(void)state;
	for (int p = 0; p < N_PAIRS; p++) {
		const struct sumac_kernel *kernel = find(pairs[p].op, pairs[p].type);
		unsigned char left[200 * 32], right[200 * 32], got[200 * 32];

		oracle_fill(pairs[p].type, 7, 200, left);
		oracle_fill(pairs[p].type, 8, 200, right);
		__asm__ volatile("fnclex; ldmxcsr %0; fldcw %1" : : "m"(bent), "m"(bent_x87));
		sumac_kernel_run(kernel, got, left, right, 200);
		__asm__ volatile("stmxcsr %0; fnstcw %1; fwait" : "=m"(mxcsr), "=m"(word));
		__asm__ volatile("fninit; ldmxcsr %0" : : "m"(clean));
		assert_int_equal(mxcsr, bent);
		assert_int_equal(word & 0x0F3F, bent_x87 & 0x0F3F);
		expect_kernel(&pairs[p], left, right, 200, got);
	}
}

static void test_pairs_outside_the_table_are_not_found(void **state)
{
	(void)state;
	assert_ptr_equal(sumac_kernel_find(SUMAC_OP_SUM, SUMAC_TYPE_F32),
			 sumac_kernel_find_for(sumac_isa_here(), SUMAC_OP_SUM, SUMAC_TYPE_F32));
	assert_null(find(0, SUMAC_TYPE_I32));
	assert_null(find(SUMAC_OP_AND, SUMAC_TYPE_F32));
	assert_null(find(SUMAC_OP_MAX, SUMAC_TYPE_C64));
	assert_null(find(SUMAC_OP_SUM, SUMAC_TYPE_B8));
	assert_null(find(-1, SUMAC_TYPE_I32));
	assert_null(find(16, SUMAC_TYPE_I32));
	assert_null(find(SUMAC_OP_SUM, 256));
	assert_null(find(SUMAC_OP_SUM, -1));
	assert_int_equal(sumac_kernel_elem_bytes(0xFF), 0);
}

/* The value and index that win go into left's bytes, wherever they are from. */
static void expect_padding_of_left(int op, int type, size_t pair_bytes, size_t value_bytes, size_t index_at)
{
	for (int first = 0; first < 256; first += 255) {
		uint8_t left[32], right[32], result[32];

		memset(left, 0xA5, sizeof(left));
		memset(right, 0x3C, sizeof(right));
		memset(left, first, 1);
		memset(right, 255 - first, 1);
		memset(left + index_at, 0, 4);
		memset(right + index_at, 0, 4);
		sumac_kernel_run(find(op, type), result, left, right, 1);
		for (size_t at = value_bytes; at < pair_bytes; at++)
			if (at < index_at || at >= index_at + 4)
				assert_int_equal(result[at], 0xA5);
	}
}

/* A long double's, in a result that has other bytes there, and no operand's place. */
static void expect_padding_of_long_doubles(int op, int type, size_t elem_bytes)
{
	uint8_t left[32], right[32], result[32];

	memset(left, 0xA5, sizeof(left));
	memset(right, 0x3C, sizeof(right));
	memset(result, 0x77, sizeof(result));
	for (size_t at = 0; at < elem_bytes; at += 16) {
		memcpy(left + at, &(long double){ 1 }, 10);
		memcpy(right + at, &(long double){ 2 }, 10);
	}
	sumac_kernel_run(find(op, type), result, left, right, 1);
	for (size_t at = 10; at < elem_bytes; at += at % 16 == 15 ? 11 : 1)
		assert_int_equal(result[at], 0xA5);
}

static void test_padding_is_the_left_operands(void **state)
{
	(void)state;
	for (int op = 0; op < 16; op++) {
		if (sumac_kernel_find(op, SUMAC_TYPE_X80))
			expect_padding_of_long_doubles(op, SUMAC_TYPE_X80, 16);
		if (sumac_kernel_find(op, SUMAC_TYPE_CX80))
			expect_padding_of_long_doubles(op, SUMAC_TYPE_CX80, 32);
	}
	for (int op = SUMAC_OP_MINLOC; op <= SUMAC_OP_MAXLOC; op += SUMAC_OP_MAXLOC - SUMAC_OP_MINLOC) {
		expect_padding_of_left(op, SUMAC_TYPE_PAIR_I16_I32, 8, 2, 4);
		expect_padding_of_left(op, SUMAC_TYPE_PAIR_I64_I32, 16, 8, 8);
		expect_padding_of_left(op, SUMAC_TYPE_PAIR_F64_I32, 16, 8, 8);
		expect_padding_of_left(op, SUMAC_TYPE_PAIR_X80_I32, 32, 10, 16);
	}
}

/* Where their first 64 bits tell which of two long doubles is lower, and where they do not: exponents at both ends of that range
 * and beyond, numbers that differ in their last bits only, and such as no x87 unit makes. */
static void test_long_doubles_are_chosen_as_the_x87_unit_orders_them(void **state)
{
	static const uint16_t exponents[] = { 0, 1, 0x1FFF, 0x2000, 0x3FFF, 0x5FFF, 0x6000, 0x7FFE, 0x7FFF };
	static const uint64_t mantissas[] = { 0, 1, UINT64_C(1) << 62, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1,
					      (UINT64_C(1) << 63) + (1 << 16), UINT64_MAX };
	enum { N_MANTISSAS = 7, N = 9 * N_MANTISSAS * 2 };
	struct { struct { uint64_t mantissa; uint16_t word, padding[3]; } value; int64_t index[2]; } pairs[N], result;

	(void)state;
	for (int i = 0; i < N; i++) {
		memset(&pairs[i], 0, sizeof(pairs[i]));
		pairs[i].value.mantissa = mantissas[i / 2 % N_MANTISSAS];
		pairs[i].value.word = (uint16_t)(exponents[i / 2 / N_MANTISSAS] | (i % 2) << 15);
		pairs[i].index[0] = i;
	}
	for (int at = 0; at < 4 * N * N; at++) {
		int l = at / 4 % N, r = at / 4 / N;
		bool is_max = at % 2, is_pair = at & 2;
		long double left, right;

		memcpy(&left, &pairs[l], 10);
		memcpy(&right, &pairs[r], 10);
		sumac_kernel_run(is_pair ? find(is_max ? SUMAC_OP_MAXLOC : SUMAC_OP_MINLOC, SUMAC_TYPE_PAIR_X80_I32) :
					   find(is_max ? SUMAC_OP_MAX : SUMAC_OP_MIN, SUMAC_TYPE_X80), &result,
				 &pairs[l], &pairs[r], 1);
		assert_memory_equal(&result, &pairs[(is_max ? right > left : right < left) ? r : l], 16);
		if (is_pair)
			assert_int_equal(result.index[0],
					 right == left ? (l < r ? l : r) : (is_max ? right > left : right < left) ? r : l);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_long_doubles_are_chosen_as_the_x87_unit_orders_them),
		cmocka_unit_test(test_padding_is_the_left_operands),
		cmocka_unit_test(test_every_corner_meets_every_corner),
		cmocka_unit_test(test_any_bits_any_address_any_aliasing),
		cmocka_unit_test(test_sixteen_bit_floats_exhaustively_against_some),
		cmocka_unit_test(test_conversions_are_exact_and_round_to_nearest_even),
		cmocka_unit_test(test_a_bent_environment_changes_no_bit_and_comes_back),
		cmocka_unit_test(test_pairs_outside_the_table_are_not_found),
	};

#define NAME(isa, ...) #isa,
	static const char *const names[] = { SUMAC_ISAS(NAME) };
	int n_failed = 0;

	for (; isa < SUMAC_N_ISAS && sumac_isa_is_here(isa); isa++)
		n_failed += cmocka_run_group_tests_name(names[isa], tests, NULL, NULL);
	return n_failed;
}
