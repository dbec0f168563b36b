/*
 * The generator of operands: a pair depends on its number alone, and every class of cases in which floating
 * point goes wrong comes up often, in every format; and the oracle for many elements agrees with the oracle
 * for one.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "campaign/bulk.h"
#include "oracle/oracle.h"
#include "oracle/vectors.h"
#include "spec/spec.h"

static const int all_types[] = {
#define SUMAC_TYPE(name, code, ...) code,
#define SUMAC_OP(...)
#include "spec/rows.def"
};
enum { N_TYPES = sizeof(all_types) / sizeof(all_types[0]), N = 500, N_COUNTED = 200000, AT_LEAST = 20 };

static void test_a_pair_hangs_on_seed_and_number_alone(void **state)
{
	static unsigned char left[N][32], right[N][32], l[32], r[32];

	(void)state;
	for (int t = 0; t < N_TYPES; t++)
		for (enum vectors_set set = VECTORS_CORNERS; set <= VECTORS_RANDOM; set++) {
			size_t bytes = oracle_elem_bytes(all_types[t]);

			assert_true(vectors_count(all_types[t], set) > 2 * N);
			vectors_make(all_types[t], set, 5, 33, N, left, right);
			for (size_t i = 0; i < N; i += 7) {
				vectors_make(all_types[t], set, 5, 33 + i, 1, l, r);
				assert_memory_equal(l, (unsigned char *)left + i * bytes, bytes);
				assert_memory_equal(r, (unsigned char *)right + i * bytes, bytes);
			}
			vectors_make(all_types[t], set, 6, 33, N, right, left);
			if (set == VECTORS_RANDOM)
				assert_memory_not_equal(left, right, N * bytes);
		}
}

static void test_all_pairs_of_16_bits_are_in_the_set_of_all(void **state)
{
	static unsigned char seen[0x10000];
	uint16_t left[256], right[256];

	(void)state;
	assert_true(vectors_count(SUMAC_TYPE_F16, VECTORS_ALL) == UINT64_C(1) << 32);
	assert_int_equal(vectors_count(SUMAC_TYPE_F32, VECTORS_ALL), 0);
	for (uint64_t high = 0; high < 0x10000; high += 0xFFFF)
		for (uint64_t low = 0; low < 0x10000; low += 256) {
			vectors_make(SUMAC_TYPE_F16, VECTORS_ALL, 0, high << 16 | low, 256, left, right);
			for (int i = 0; i < 256; i++) {
				assert_int_equal(left[i], high);
				seen[right[i]]++;
			}
		}
	for (int i = 0; i < 0x10000; i++)
		assert_int_equal(seen[i], 2);
}

/* Kernels treat blocks without NaN differently. */
static void test_some_stretches_are_of_everyday_values_alone(void **state)
{
	enum { STRETCH = 512, FIRST = 3 * STRETCH };
	static float left[2 * STRETCH], right[2 * STRETCH];
	float value[2];

	(void)state;
	vectors_make(SUMAC_TYPE_C32, VECTORS_RANDOM, 1, FIRST, STRETCH, left, right);
	for (int i = 0; i < 2 * STRETCH; i += 2) {
		assert_int_equal(oracle_combine(SUMAC_OP_PROD, SUMAC_TYPE_C32, left + i, right + i, value), 0);
		assert_true(__builtin_isfinite(value[0]) && __builtin_isfinite(value[1]));
	}
}

/* ---- classes of cases, recognised by exact arithmetic */

struct format {
	int type, exponent_bits, fraction_bits;
};
static const struct format formats[] = {
	{ SUMAC_TYPE_F16, 5, 10 },
	{ SUMAC_TYPE_BF16, 8, 7 },
	{ SUMAC_TYPE_F32, 8, 23 },
	{ SUMAC_TYPE_F64, 11, 52 },
};

static void test_corners_meet_all_corners(void **state)
{
	(void)state;
	for (size_t f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
		int type = formats[f].type, n = oracle_corner(type, 0, NULL);
		uint64_t at = 0;

		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				uint64_t left = 0, right = 0, l = 0, r = 0;

				vectors_make(type, VECTORS_CORNERS, 0, at++, 1, &left, &right);
				oracle_corner(type, i, &l);
				oracle_corner(type, j, &r);
				assert_true(left == l && right == r);
			}
		assert_true(vectors_count(type, VECTORS_CORNERS) > at);
	}
}

static bool is_corner(int type, uint64_t value)
{
	for (int i = 0; i < oracle_corner(type, 0, NULL); i++) {
		uint64_t corner = 0;

		oracle_corner(type, i, &corner);
		if (corner == value)
			return true;
	}
	return false;
}

/* TestFloat combines these with every edge of the exponent, and both signs. */
static void test_every_format_has_its_extremes_among_the_corners(void **state)
{
	(void)state;
	for (size_t f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
		int bits = formats[f].fraction_bits;
		uint64_t hidden = UINT64_C(1) << bits, ones = hidden - 1, quiet = hidden >> 1;
		uint64_t sign = hidden << formats[f].exponent_bits, infinity = sign - hidden;
		uint64_t one = (sign >> 1) - hidden;
		const uint64_t extremes[] = {
			0, 1, ones - 1, ones, hidden, hidden + 1, hidden + ones - 1, hidden + ones, /* subnormals end */
			one - hidden, one - 2, one - 1, one, one + 1, one + ones - 1, one + ones, one + hidden,
			one + hidden + 1, infinity - hidden, infinity - 2, infinity - 1, infinity,
			infinity + 3, infinity + quiet, infinity + ones,
		};

		for (size_t i = 0; i < sizeof(extremes) / sizeof(extremes[0]); i++)
			for (uint64_t negative = 0; negative < 2; negative++)
				if (!is_corner(formats[f].type, extremes[i] | negative * sign))
					fail_msg("0x%" PRIx64 " is no corner of type 0x%x",
						 extremes[i] | negative * sign, formats[f].type);
	}
}

enum kind {
	CANCELS,
	NEARLY_CANCELS,
	TIE_TO_GREATER,
	TIE_TO_LESSER,
	JUST_OFF_A_TIE,
	UP_TO_A_POWER,
	UP_TO_THE_LEAST_NORMAL,
	SUBNORMAL_EXACT,
	SUBNORMAL_ROUNDED,
	TO_ZERO,
	ROUNDED_TO_INFINITY,
	LARGEST,
	INVALID,
	TWO_NAN,
	SIGNALLING,
	N_KINDS
};
static const char *const kind_names[] = {
	"cancels",
	"nearly cancels",
	"tie to the greater",
	"tie to the lesser",
	"just off a tie",
	"rounds up to a power of two",
	"rounds up to the least normal number",
	"subnormal and exact",
	"subnormal and rounded",
	"underflows to zero",
	"rounds to infinity",
	"the largest number",
	"invalid",
	"two NaN",
	"a signalling NaN",
};

static uint64_t magnitude(const struct format *f, uint64_t word)
{
	return word & ((UINT64_C(1) << (f->exponent_bits + f->fraction_bits)) - 1);
}

static __float128 power(int exponent)
{
	__float128 value = 1;

	for (; exponent > 0; exponent--)
		value *= 2;
	for (; exponent < 0; exponent++)
		value /= 2;
	return value;
}

/* For a finite magnitude; for infinity, what would come after the largest number. */
static __float128 value_of(const struct format *f, uint64_t word)
{
	static __float128 powers[2][3000];
	int bias = (1 << (f->exponent_bits - 1)) - 1, exponent = (int)(word >> f->fraction_bits), scale;
	uint64_t fraction = word & ((UINT64_C(1) << f->fraction_bits) - 1);

	scale = (exponent ? exponent : 1) - bias - f->fraction_bits;
	if (!powers[scale < 0][abs(scale)])
		powers[scale < 0][abs(scale)] = power(scale);
	return (__float128)(fraction | (exponent ? UINT64_C(1) << f->fraction_bits : 0)) *
	       powers[scale < 0][abs(scale)];
}

/* How the exact magnitude was rounded to a finite result's magnitude. */
static void note_rounding(const struct format *f, __float128 exact, uint64_t result, unsigned *n)
{
	uint64_t hidden = UINT64_C(1) << f->fraction_bits;
	__float128 value = value_of(f, result), above = value_of(f, result + 1),
		   below = result ? value_of(f, result - 1) : 0;
	int is_up = value > exact, is_down = value < exact;

	n[TIE_TO_GREATER] += is_up && 2 * exact == value + below;
	n[TIE_TO_LESSER] += is_down && 2 * exact == value + above;
	/* Beyond a tie by at most an eighth of the gap. */
	n[JUST_OFF_A_TIE] +=
		is_up ? 2 * exact != value + below && 8 * exact <= 5 * value + 3 * below
		      : is_down && 2 * exact != value + above && 8 * exact >= 5 * value + 3 * above;
	n[UP_TO_A_POWER] += is_up && result > hidden && !(result & (hidden - 1));
	n[UP_TO_THE_LEAST_NORMAL] += is_up && result == hidden;
	n[SUBNORMAL_EXACT] += result && result < hidden && value == exact;
	n[SUBNORMAL_ROUNDED] += result && result < hidden && value != exact;
	n[TO_ZERO] += !result && exact != 0;
}

static void note(const struct format *f, int op, uint64_t left, uint64_t right, uint64_t result, unsigned *n)
{
	uint64_t infinity = ((UINT64_C(1) << f->exponent_bits) - 1) << f->fraction_bits,
		 quiet = UINT64_C(1) << (f->fraction_bits - 1);
	uint64_t l = magnitude(f, left), r = magnitude(f, right), m = magnitude(f, result);
	__float128 exact;

	n[TWO_NAN] += l > infinity && r > infinity;
	n[SIGNALLING] += (l > infinity && !(l & quiet)) || (r > infinity && !(r & quiet));
	n[INVALID] += l <= infinity && r <= infinity && m > infinity;
	if (l >= infinity || r >= infinity)
		return;
	exact = op == SUMAC_OP_PROD           ? value_of(f, l) * value_of(f, r)
		: (l == left) == (r == right) ? value_of(f, l) + value_of(f, r)
					      : value_of(f, l) - value_of(f, r);
	exact = exact < 0 ? -exact : exact;
	n[ROUNDED_TO_INFINITY] += m == infinity && exact < value_of(f, infinity);
	n[LARGEST] += m == infinity - 1;
	n[CANCELS] += op == SUMAC_OP_SUM && l && !m;
	n[NEARLY_CANCELS] +=
		op == SUMAC_OP_SUM && m && exact < value_of(f, l) * 8 / (UINT64_C(1) << f->fraction_bits);
	if (m < infinity)
		note_rounding(f, exact, m, n);
}

static void expect_classes(const struct format *f, int op)
{
	/* Not for sums, which are exact where they are subnormal. Not for products. */
	static const unsigned not_of_sums =
		1 << UP_TO_THE_LEAST_NORMAL | 1 << SUBNORMAL_ROUNDED | 1 << TO_ZERO;
	static const unsigned not_of_products = 1 << CANCELS | 1 << NEARLY_CANCELS;
	unsigned n[N_KINDS] = { 0 };

	for (uint64_t i = 0; i < N_COUNTED; i++) {
		uint64_t left = 0, right = 0, result = 0;

		vectors_make(f->type, VECTORS_RANDOM, 1, i, 1, &left, &right);
		assert_int_equal(oracle_combine(op, f->type, &left, &right, &result), 0);
		note(f, op, left, right, result, n);
	}
	for (int kind = 0; kind < N_KINDS; kind++) {
		unsigned is_not = ((op == SUMAC_OP_SUM ? not_of_sums : not_of_products) >> kind) & 1;

		if (is_not ? n[kind] != 0 : n[kind] < AT_LEAST)
			fail_msg("type 0x%x, operation %d: \"%s\" came up %u times", f->type, op,
				 kind_names[kind], n[kind]);
	}
}

static void test_every_class_of_cases_comes_up_in_every_format(void **state)
{
	(void)state;
	for (int f = 0; f < 4; f++) {
		expect_classes(&formats[f], SUMAC_OP_SUM);
		expect_classes(&formats[f], SUMAC_OP_PROD);
	}
}

static void expect_bulk(int op, int type, enum vectors_set set, uint64_t first)
{
	static unsigned char left[N * 32], right[N * 32], got[N * 32];
	size_t bytes = oracle_elem_bytes(type), count = N - (size_t)(first % 5);
	unsigned char want[32];

	vectors_make(type, set, 3, first, count, left, right);
	assert_int_equal(oracle_combine_all(op, type, left, right, count, got), 0);
	for (size_t at = 0; at < count * bytes; at += bytes) {
		assert_int_equal(oracle_combine(op, type, left + at, right + at, want), 0);
		if (memcmp(want, got + at, bytes))
			fail_msg("operation %d, type 0x%x, set %d, pair %zu", op, type, set,
				 (size_t)first + at / bytes);
	}
}

static void test_many_elements_at_once_are_as_one_by_one(void **state)
{
	(void)state;
#define SUMAC_COMBINATION(op, type, ...) \
	for (uint64_t first = 0; first < 13000; first += N) { \
		expect_bulk(SUMAC_OP_##op, SUMAC_TYPE_##type, VECTORS_RANDOM, first); \
		if (oracle_elem_bytes(SUMAC_TYPE_##type) > 1 && \
		    first + N < vectors_count(SUMAC_TYPE_##type, VECTORS_CORNERS)) \
			expect_bulk(SUMAC_OP_##op, SUMAC_TYPE_##type, VECTORS_CORNERS, first); \
	}
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	assert_int_equal(oracle_combine_all(SUMAC_OP_AND, SUMAC_TYPE_F32, "", "", 0, NULL), -1);
	assert_int_equal(oracle_combine_all(SUMAC_OP_SUM, 0xFF, "", "", 0, NULL), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_pair_hangs_on_seed_and_number_alone),
		cmocka_unit_test(test_all_pairs_of_16_bits_are_in_the_set_of_all),
		cmocka_unit_test(test_corners_meet_all_corners),
		cmocka_unit_test(test_every_format_has_its_extremes_among_the_corners),
		cmocka_unit_test(test_some_stretches_are_of_everyday_values_alone),
		cmocka_unit_test(test_every_class_of_cases_comes_up_in_every_format),
		cmocka_unit_test(test_many_elements_at_once_are_as_one_by_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
