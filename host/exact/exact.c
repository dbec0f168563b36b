/*
 * The calls of sumac_exact.h on one accumulator.
 */
#include "sumac_exact.h"

#include <string.h>

#include "base/fail.h"
#include "exact/exact_add.h"
#include "exact/exact_words.h"

#define SUM (&sumac_exact_form_EXACT)
#define DOT (&sumac_exact_form_EXACT_DOT)

static int add(const struct sumac_exact_form *form, int64_t *words, const struct sumac_exact_addends *a)
{
	struct sumac_exact_sum sum = { .digits = words + SUMAC_EXACT_HEAD_WORDS, .n_digits = form->n_digits, .lsb = form->lsb };
	int err = sumac_exact_words_check(form, words);

	if (!err)
		err = sumac_exact_words_take(form, words, a->n);
	if (err)
		return err;
	sumac_exact_sum_add(&sum, a);
	words[SUMAC_EXACT_AT_ADDENDS] += (int64_t)(a->n - sum.tally.negative_zeros);
	words[SUMAC_EXACT_AT_NEGATIVE_ZEROS] += (int64_t)sum.tally.negative_zeros;
	words[SUMAC_EXACT_AT_NANS] += (int64_t)sum.tally.nans;
	words[SUMAC_EXACT_AT_PLUS_INFS] += (int64_t)sum.tally.plus_infs;
	words[SUMAC_EXACT_AT_MINUS_INFS] += (int64_t)sum.tally.minus_infs;
	sumac_exact_words_normalise(form, words);
	return 0;
}

/* A pointer may be NULL if it is to nothing. */
static int check_array(const void *array, size_t n, size_t elem_bytes)
{
	if (n && !array)
		return sumac_fail(SUMAC_EINVAL, "the array of %zu numbers is NULL", n);
	if (n > SIZE_MAX / 2 / elem_bytes)
		return sumac_fail(SUMAC_EINVAL, "%zu numbers are more than memory can hold", n);
	return 0;
}

static int add_doubles(const struct sumac_exact_form *form, int64_t *words, const double *x, size_t n, int sign)
{
	int err = check_array(x, n, sizeof(*x));

	return err ? err : add(form, words, &(struct sumac_exact_addends){ .x = x, .n = n, .sign = sign });
}

static int add_floats(int64_t *words, const float *x, size_t n, int sign)
{
	int err = check_array(x, n, sizeof(*x));

	return err ? err : add(SUM, words, &(struct sumac_exact_addends){ .floats = x, .n = n, .sign = sign });
}

static int add_products(int64_t *words, const double *x, const double *y, size_t n, int sign)
{
	int err = check_array(x, n, sizeof(*x));

	if (!err)
		err = check_array(y, n, sizeof(*y));
	return err ? err : add(DOT, words, &(struct sumac_exact_addends){ .x = x, .y = y, .n = n, .sign = sign });
}

static int join(const struct sumac_exact_form *form, int64_t *words, const struct sumac_exact_form *other_form,
		const int64_t *other, int sign)
{
	int err = sumac_exact_words_check(form, words);

	if (!err)
		err = sumac_exact_words_check(other_form, other);
	return err ? err : sumac_exact_words_join(form, words, other_form, other, sign);
}

static int to_double(const struct sumac_exact_form *form, const int64_t *words, double *value_out)
{
	int err = sumac_exact_words_check(form, words);
	uint64_t bits;

	if (err)
		return err;
	bits = sumac_exact_words_round(form, words, &sumac_exact_binary64);
	memcpy(value_out, &bits, sizeof(*value_out));
	return 0;
}

static int to_float(const struct sumac_exact_form *form, const int64_t *words, float *value_out)
{
	int err = sumac_exact_words_check(form, words);
	uint32_t bits;

	if (err)
		return err;
	bits = (uint32_t)sumac_exact_words_round(form, words, &sumac_exact_binary32);
	memcpy(value_out, &bits, sizeof(*value_out));
	return 0;
}

static int compare(const struct sumac_exact_form *form, const int64_t *a, const int64_t *b, int *order_out)
{
	int err = sumac_exact_words_check(form, a);

	if (!err)
		err = sumac_exact_words_check(form, b);
	if (!err)
		*order_out = sumac_exact_words_compare(form, a, b);
	return err;
}

void sumac_exact_clear(struct sumac_exact *sum)
{
	sumac_exact_words_clear(SUM, sum->word);
}

void sumac_exact_dot_clear(struct sumac_exact_dot *dot)
{
	sumac_exact_words_clear(DOT, dot->word);
}

int sumac_exact_add(struct sumac_exact *sum, double x)
{
	return add_doubles(SUM, sum->word, &x, 1, 1);
}

int sumac_exact_add_doubles(struct sumac_exact *sum, const double *x, size_t n)
{
	return add_doubles(SUM, sum->word, x, n, 1);
}

int sumac_exact_subtract_doubles(struct sumac_exact *sum, const double *x, size_t n)
{
	return add_doubles(SUM, sum->word, x, n, -1);
}

int sumac_exact_add_floats(struct sumac_exact *sum, const float *x, size_t n)
{
	return add_floats(sum->word, x, n, 1);
}

int sumac_exact_subtract_floats(struct sumac_exact *sum, const float *x, size_t n)
{
	return add_floats(sum->word, x, n, -1);
}

int sumac_exact_dot_add_products(struct sumac_exact_dot *dot, const double *x, const double *y, size_t n)
{
	return add_products(dot->word, x, y, n, 1);
}

int sumac_exact_dot_subtract_products(struct sumac_exact_dot *dot, const double *x, const double *y, size_t n)
{
	return add_products(dot->word, x, y, n, -1);
}

int sumac_exact_dot_add_doubles(struct sumac_exact_dot *dot, const double *x, size_t n)
{
	return add_doubles(DOT, dot->word, x, n, 1);
}

int sumac_exact_dot_subtract_doubles(struct sumac_exact_dot *dot, const double *x, size_t n)
{
	return add_doubles(DOT, dot->word, x, n, -1);
}

int sumac_exact_add_exact(struct sumac_exact *sum, const struct sumac_exact *other)
{
	return join(SUM, sum->word, SUM, other->word, 1);
}

int sumac_exact_subtract_exact(struct sumac_exact *sum, const struct sumac_exact *other)
{
	return join(SUM, sum->word, SUM, other->word, -1);
}

int sumac_exact_dot_add_dot(struct sumac_exact_dot *dot, const struct sumac_exact_dot *other)
{
	return join(DOT, dot->word, DOT, other->word, 1);
}

int sumac_exact_dot_subtract_dot(struct sumac_exact_dot *dot, const struct sumac_exact_dot *other)
{
	return join(DOT, dot->word, DOT, other->word, -1);
}

int sumac_exact_dot_add_exact(struct sumac_exact_dot *dot, const struct sumac_exact *sum)
{
	return join(DOT, dot->word, SUM, sum->word, 1);
}

int sumac_exact_to_double(const struct sumac_exact *sum, double *value_out)
{
	return to_double(SUM, sum->word, value_out);
}

int sumac_exact_to_float(const struct sumac_exact *sum, float *value_out)
{
	return to_float(SUM, sum->word, value_out);
}

int sumac_exact_dot_to_double(const struct sumac_exact_dot *dot, double *value_out)
{
	return to_double(DOT, dot->word, value_out);
}

int sumac_exact_dot_to_float(const struct sumac_exact_dot *dot, float *value_out)
{
	return to_float(DOT, dot->word, value_out);
}

int sumac_exact_compare(const struct sumac_exact *a, const struct sumac_exact *b, int *order_out)
{
	return compare(SUM, a->word, b->word, order_out);
}

int sumac_exact_dot_compare(const struct sumac_exact_dot *a, const struct sumac_exact_dot *b, int *order_out)
{
	return compare(DOT, a->word, b->word, order_out);
}
