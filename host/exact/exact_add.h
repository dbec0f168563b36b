/*
 * Adds numbers to an accumulator's digits.
 */
#ifndef SUMAC_EXACT_ADD_H
#define SUMAC_EXACT_ADD_H

#include "exact/exact_words.h"

/* Addends that the head counts; the infinities as they are added, so after a change of sign. */
struct sumac_exact_tally {
	uint64_t negative_zeros, nans, plus_infs, minus_infs;
};

/* A sum in progress: digits of lowest bit 2^lsb, and how many more sums they bear before they must be normalised. */
struct sumac_exact_sum {
	int64_t *digits;
	int n_digits, lsb;
	unsigned n_left;
	struct sumac_exact_tally tally;
};

enum { SUMAC_EXACT_SUMS = 32767 }; /* of less than 2^48 each, after which digits are still less than 2^63 */

/* Makes room for n more sums, at most SUMAC_EXACT_SUMS. */
static inline void sumac_exact_sum_reserve(struct sumac_exact_sum *sum, unsigned n)
{
	if (sum->n_left < n) {
		sumac_exact_digits_normalise(sum->digits, sum->n_digits);
		sum->n_left = SUMAC_EXACT_SUMS;
	}
	sum->n_left -= n;
}

/* sum += sign * x[i], or sign * x[i] * y[i], one by one: for any numbers, in any floating-point environment. */
void sumac_exact_sum_add_doubles(struct sumac_exact_sum *sum, const double *x, size_t n, int sign);
void sumac_exact_sum_add_floats(struct sumac_exact_sum *sum, const float *x, size_t n, int sign);
void sumac_exact_sum_add_products(struct sumac_exact_sum *sum, const double *x, const double *y, size_t n, int sign);

#endif
