/*
 * Exact accumulators against MPFR, bit for bit; and what they refuse.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact_model.h"
#include "sumac_exact.h"

enum { N = 3000 };

static double x[N], y[N];
static float floats[N];

static const size_t lengths[] = { 0, 1, 2, 3, 64, 1023, 1024, 1500, N };

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
	struct sumac_exact sum;
	double value;
	float narrow;

	exact_data_fill(kind, n, x, n);
	exact_model_begin(&model);
	for (size_t i = 0; i < n; i++)
		exact_model_add(&model, x[i], sign);
	sumac_exact_clear(&sum);
	assert_int_equal((sign > 0 ? sumac_exact_add_doubles : sumac_exact_subtract_doubles)(&sum, x, n), 0);
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

		exact_data_fill(kind, 7, x, N);
		exact_model_begin(&model);
		for (size_t i = 0; i < N; i++) {
			floats[i] = (float)(kind == EXACT_SUBNORMAL ? x[i] * 0x1p890 : x[i]);
			exact_model_add(&model, floats[i], 1);
		}
		sumac_exact_clear(&sum);
		assert_int_equal(sumac_exact_add_floats(&sum, floats, N), 0);
		assert_int_equal(sumac_exact_to_double(&sum, &value), 0);
		expect_double(exact_bits(value), exact_bits(exact_model_double(&model)), kind, N);
		exact_model_end(&model);
	}
}

static void dot_like_the_model(enum exact_data kind, enum exact_data other, size_t n, int sign)
{
	struct exact_model model;
	struct sumac_exact_dot dot;
	double value;
	float narrow;

	exact_data_fill(kind, n, x, n);
	exact_data_fill(other, n + 1, y, n);
	exact_model_begin(&model);
	for (size_t i = 0; i < n; i++)
		exact_model_add_product(&model, x[i], y[i], sign);
	sumac_exact_dot_clear(&dot);
	assert_int_equal((sign > 0 ? sumac_exact_dot_add_products : sumac_exact_dot_subtract_products)(&dot, x, y, n), 0);
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
		cmocka_unit_test(test_neither_order_nor_cut_changes_a_word),
		cmocka_unit_test(test_words_add_as_integers),
		cmocka_unit_test(test_accumulators_subtract_and_compare),
		cmocka_unit_test(test_what_is_no_accumulator_is_refused),
	};

	return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
