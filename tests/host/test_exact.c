/*
 * Exact accumulators against MPFR, bit for bit, with each instruction set of this machine; and what they refuse.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/exact_lanes.h"
#include "exact_model.h"
#include "sumac_exact.h"

enum { N = 9224 };

static double x[N], y[N];
static float floats[N];

static const size_t lengths[] = { 0, 1, 2, 3, 64, 1023, 1024, 1500, 8200, N };

/* Flush to zero, subnormals as zeros, rounding up, and every trap enabled. */
static const uint32_t bent = 0x8040 | 0x4000;

static void bend(void)
{
	__asm__ volatile("ldmxcsr %0" : : "m"(bent) : "memory");
}

/* Back to the default; nothing has changed the bent one. */
static void unbend(void)
{
	const uint32_t clean = 0x1F80;
	uint32_t found;

	__asm__ volatile("stmxcsr %0; ldmxcsr %1" : "=m"(found) : "m"(clean) : "memory");
	assert_int_equal(found, bent);
}

/* Fails with the kind of data and its length, which name the case. */
static void expect_double(uint64_t got, uint64_t want, enum exact_data kind, size_t n)
{
	if (got != want)
		fail_msg("%s, %zu numbers: %016llx instead of %016llx", exact_data_names[kind], n, (unsigned long long)got,
			 (unsigned long long)want);
}

static void sum_like_the_model(enum exact_data kind, size_t n, int sign)
{
	struct exact_model model;
	struct sumac_exact sum, single;
	double value;
	float narrow;
	int status;

	sumac_exact_clear(&single);
	exact_data_fill(kind, n, x, n);
	exact_model_begin(&model);
	for (size_t i = 0; i < n; i++) {
		exact_model_add(&model, x[i], sign);
		(sign > 0 ? sumac_exact_add_doubles : sumac_exact_subtract_doubles)(&single, &x[i], 1);
	}
	sumac_exact_clear(&sum);
	bend();
	status = (sign > 0 ? sumac_exact_add_doubles : sumac_exact_subtract_doubles)(&sum, x, n);
	unbend();
	assert_int_equal(status, 0);
	assert_memory_equal(&sum, &single, sizeof(sum));
	assert_int_equal(sumac_exact_to_double(&sum, &value), 0);
	assert_int_equal(sumac_exact_to_float(&sum, &narrow), 0);
	expect_double(exact_bits(value), exact_bits(exact_model_double(&model)), kind, n);
	expect_double(exact_float_bits(narrow), exact_float_bits(exact_model_float(&model)), kind, n);
	exact_model_end(&model);
}

static void test_sums_of_doubles(void **state)
{
	(void)state;
	for (int kind = 0; kind < EXACT_N_DATA; kind++)
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
			sum_like_the_model(kind, lengths[i], 1);
			sum_like_the_model(kind, lengths[i], -1);
		}
}

static void test_sums_of_floats(void **state)
{
	(void)state;
	for (int kind = 0; kind < EXACT_N_DATA; kind++) {
		struct exact_model model;
		struct sumac_exact sum;
		double value;
		int status;

		exact_data_fill(kind, 7, x, N);
		exact_model_begin(&model);
		for (size_t i = 0; i < N; i++) {
			floats[i] = (float)(kind == EXACT_SUBNORMAL ? x[i] * 0x1p890 :
					    kind == EXACT_WIDE ? ldexp(x[i], -ilogb(x[i]) / 5 * 3) : x[i]);
			exact_model_add(&model, floats[i], 1);
		}
		sumac_exact_clear(&sum);
		bend();
		status = sumac_exact_add_floats(&sum, floats, N);
		unbend();
		assert_int_equal(status, 0);
		assert_int_equal(sumac_exact_to_double(&sum, &value), 0);
		expect_double(exact_bits(value), exact_bits(exact_model_double(&model)), kind, N);
		exact_model_end(&model);
	}
}

static void dot_like_the_model(enum exact_data kind, enum exact_data other, size_t n, int sign)
{
	struct exact_model model;
	struct sumac_exact_dot dot, single;
	double value;
	float narrow;
	int status;

	sumac_exact_dot_clear(&single);
	exact_data_fill(kind, n, x, n);
	exact_data_fill(other, n + 1, y, n);
	exact_model_begin(&model);
	for (size_t i = 0; i < n; i++) {
		exact_model_add_product(&model, x[i], y[i], sign);
		(sign > 0 ? sumac_exact_dot_add_products : sumac_exact_dot_subtract_products)(&single, &x[i], &y[i], 1);
	}
	sumac_exact_dot_clear(&dot);
	bend();
	status = (sign > 0 ? sumac_exact_dot_add_products : sumac_exact_dot_subtract_products)(&dot, x, y, n);
	unbend();
	assert_int_equal(status, 0);
	assert_memory_equal(&dot, &single, sizeof(dot));
	assert_int_equal(sumac_exact_dot_to_double(&dot, &value), 0);
	assert_int_equal(sumac_exact_dot_to_float(&dot, &narrow), 0);
	expect_double(exact_bits(value), exact_bits(exact_model_double(&model)), kind, n);
	expect_double(exact_float_bits(narrow), exact_float_bits(exact_model_float(&model)), kind, n);
	exact_model_end(&model);
}

static void test_sums_of_products(void **state)
{
	(void)state;
	for (int kind = 0; kind < EXACT_N_DATA; kind++)
		for (int other = kind; other < EXACT_N_DATA; other++)
			dot_like_the_model(kind, other, kind == other ? N : 100, other % 2 ? -1 : 1);
}

/* Lanes that refused everything would give the same sums. */
static void test_lanes_take_what_fits_them(void **state)
{
	const struct sumac_exact_addends a = { .x = x, .y = y, .floats = floats, .n = SUMAC_EXACT_BLOCK, .sign = 1 };
	const struct sumac_exact_reach reach = { .top = 1024, .n_levels = 2 };
	const uint64_t minus_zero = UINT64_C(1) << 63;
	struct sumac_exact_lane_sums sums;

	(void)state;
	exact_data_fill(EXACT_UNIFORM, 1, x, a.n);
	exact_data_fill(EXACT_UNIFORM, 2, y, a.n);
	for (size_t i = 0; i < a.n; i++)
		floats[i] = (float)(x[i] = i % 8 < 6 ? x[i] : i % 8 == 6 ? 0.0 : -0.0);
	assert_true(sumac_exact_lanes_here->doubles(&a, 0, a.n, &reach, minus_zero, &sums));
	assert_int_equal(sums.zeros, a.n / 8);
	assert_true(sumac_exact_lanes_here->floats(&a, 0, a.n, &reach, minus_zero, &sums));
	assert_int_equal(sums.zeros, a.n / 8);
	assert_true(sumac_exact_lanes_here->products(&a, 0, a.n, &reach, minus_zero, &sums));
	x[a.n - 1] = 2;
	assert_false(sumac_exact_lanes_here->doubles(&a, 0, a.n, &reach, minus_zero, &sums));
	x[a.n - 1] = 0x1p-87;
	assert_false(sumac_exact_lanes_here->doubles(&a, 0, a.n, &reach, minus_zero, &sums));
}

/* A million addends in random order, in parts of random sizes: the words are always the same. */
static void test_neither_order_nor_cut_changes_a_word(void **state)
{
	enum { MANY = 1000000 };
	double *many = malloc(MANY * sizeof(*many));
	struct sumac_exact whole, parts, part;

	(void)state;
	srand(1);
	exact_data_fill(EXACT_ALL_BITS, 5, many, MANY);
	sumac_exact_clear(&whole);
	assert_int_equal(sumac_exact_add_doubles(&whole, many, MANY), 0);
	for (size_t i = MANY - 1; i > 0; i--) {
		size_t j = (size_t)rand() % (i + 1);
		double kept = many[i];

		many[i] = many[j];
		many[j] = kept;
	}
	sumac_exact_clear(&parts);
	for (size_t at = 0, n; at < MANY; at += n) {
		n = (size_t)rand() % 5000;
		n = n < MANY - at ? n : MANY - at;
		sumac_exact_clear(&part);
		assert_int_equal(sumac_exact_add_doubles(&part, many + at, n), 0);
		assert_int_equal(sumac_exact_add_exact(&parts, &part), 0);
	}
	assert_memory_equal(&parts, &whole, sizeof(whole));
	free(many);
}

/* As many as may be, of the largest digits: the sum of words is the sum of accumulators. */
static void test_words_add_as_integers(void **state)
{
	struct sumac_exact one, words, want;
	double least = -0x1.fffffffffffffp1023;

	(void)state;
	sumac_exact_clear(&one);
	for (int exponent = -1074; exponent < 1024; exponent += 47)
		assert_int_equal(sumac_exact_add(&one, (exponent < -1000 ? -1 : 1) * __builtin_ldexp(1, exponent)), 0);
	assert_int_equal(sumac_exact_add(&one, least), 0);
	memset(&words, 0, sizeof(words));
	sumac_exact_clear(&want);
	for (int k = 0; k < SUMAC_EXACT_MOST; k++) {
		for (int i = 0; i < SUMAC_EXACT_WORDS; i++)
			words.word[i] += one.word[i];
		assert_int_equal(sumac_exact_add_exact(&want, &one), 0);
	}
	assert_int_equal(sumac_exact_add_doubles(&words, NULL, 0), 0);
	assert_memory_equal(&words, &want, sizeof(want));
	for (int i = 0; i < SUMAC_EXACT_WORDS; i++)
		words.word[i] = 2 * one.word[i];
	words.word[0] = (SUMAC_EXACT_MOST + 1) * one.word[0];
	assert_int_equal(sumac_exact_add(&words, 1), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "more than 65535 accumulators"));
}

static void test_accumulators_subtract_and_compare(void **state)
{
	const double values[] = { -INFINITY, -0x1p1023, -1, -0x1p-1074, 0, 0x1p-1074, 1, 1 + 0x1p-52, 0x1p1023, INFINITY, NAN };
	enum { VALUES = sizeof(values) / sizeof(values[0]) };
	struct sumac_exact a, b;
	struct sumac_exact_dot p, q;
	double value;
	int order;

	(void)state;
	for (int i = 0; i < VALUES; i++)
		for (int j = 0; j < VALUES; j++) {
			int want = i == VALUES - 1 || j == VALUES - 1 ? SUMAC_EXACT_UNORDERED : (i > j) - (i < j);

			sumac_exact_clear(&a);
			sumac_exact_clear(&b);
			sumac_exact_dot_clear(&p);
			sumac_exact_dot_clear(&q);
			assert_int_equal(sumac_exact_add(&a, values[i]), 0);
			assert_int_equal(sumac_exact_add(&b, values[j]), 0);
			assert_int_equal(sumac_exact_compare(&a, &b, &order), 0);
			assert_int_equal(order, want);
			assert_int_equal(sumac_exact_dot_add_exact(&p, &a), 0);
			assert_int_equal(sumac_exact_dot_add_exact(&q, &b), 0);
			assert_int_equal(sumac_exact_dot_compare(&p, &q, &order), 0);
			assert_int_equal(order, want);
			assert_int_equal(sumac_exact_dot_subtract_dot(&p, &q), 0);
			assert_int_equal(sumac_exact_dot_to_double(&p, &value), 0);
			assert_true(exact_bits(value) == exact_bits(values[i] - values[j]));
			assert_int_equal(sumac_exact_subtract_exact(&a, &b), 0);
			assert_int_equal(sumac_exact_to_double(&a, &value), 0);
			assert_true(exact_bits(value) == exact_bits(values[i] - values[j]));
		}
}

static void expect_refusal(int status, const char *piece)
{
	assert_int_equal(status, -SUMAC_EINVAL);
	if (!strstr(sumac_last_error(), piece))
		fail_msg("\"%s\" does not say \"%s\"", sumac_last_error(), piece);
}

static void test_what_is_no_accumulator_is_refused(void **state)
{
	struct sumac_exact sum, kept;
	struct sumac_exact_dot dot;
	double value;

	(void)state;
	memset(&sum, 0, sizeof(sum));
	expect_refusal(sumac_exact_add(&sum, 1), "never cleared");
	memset(&sum, 0x5A, sizeof(sum));
	expect_refusal(sumac_exact_to_double(&sum, &value), "never cleared");
	sumac_exact_dot_clear(&dot);
	memcpy(&sum, &dot, sizeof(sum));
	expect_refusal(sumac_exact_add(&sum, 1), "another form");
	sumac_exact_clear(&sum);
	sum.word[0] += 1 << 24;
	expect_refusal(sumac_exact_add(&sum, 1), "version 2 of the layout");
	sumac_exact_clear(&sum);
	sum.word[1] = INT64_C(1) << 60;
	kept = sum;
	expect_refusal(sumac_exact_add(&sum, 1), "takes 2^60 addends");
	assert_memory_equal(&sum, &kept, sizeof(sum));
	expect_refusal(sumac_exact_add_exact(&sum, &kept), "takes 2^60 addends");
	sum.word[1]++;
	expect_refusal(sumac_exact_to_double(&sum, &value), "2^60 fit");
	sumac_exact_clear(&sum);
	expect_refusal(sumac_exact_add_doubles(&sum, NULL, 3), "is NULL");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums_of_doubles),
		cmocka_unit_test(test_sums_of_floats),
		cmocka_unit_test(test_sums_of_products),
		cmocka_unit_test(test_lanes_take_what_fits_them),
		cmocka_unit_test(test_neither_order_nor_cut_changes_a_word),
		cmocka_unit_test(test_words_add_as_integers),
		cmocka_unit_test(test_accumulators_subtract_and_compare),
		cmocka_unit_test(test_what_is_no_accumulator_is_refused),
	};

#define NAME(isa, ...) #isa,
	static const char *const names[] = { SUMAC_ISAS(NAME) };
	int n_failed = 0;

	for (int isa = 0; isa < SUMAC_N_ISAS && sumac_isa_is_here(isa); isa++) {
		sumac_exact_lanes_here = &sumac_exact_lanes[isa];
		n_failed += cmocka_run_group_tests_name(names[isa], tests, NULL, NULL);
	}
	return n_failed;
}
