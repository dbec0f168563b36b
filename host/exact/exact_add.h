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

/* One call adds sign * x[i], or sign * x[i] * y[i] where there is y, or sign * floats[i] where these are. */
struct sumac_exact_addends {
	const double *x, *y;
	const float *floats;
	size_t n;
	int sign;
};

/* Asks for what is added a while later. Elements take so many instructions that a processor sees few lines ahead, so that by
 * itself it would wait for memory. */
static inline void sumac_exact_prefetch(const void *element)
{
	enum { AHEAD_BYTES = 2048 };

	__builtin_prefetch((const void *)((uintptr_t)element + AHEAD_BYTES));
}

enum { SUMAC_EXACT_MOST_SINGLY = 8192 };
/* Adds count of them from the first on, one by one, at most MOST_SINGLY: any numbers, in any floating-point environment. */
void sumac_exact_sum_add_singly(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a, size_t first, size_t count);
/* Adds all of them, in blocks as far as these fit (exact_lanes.h). */
void sumac_exact_sum_add(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a);

#endif
