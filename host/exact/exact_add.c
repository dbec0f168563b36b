/*
 * Adds numbers one by one, with integer arithmetic alone, so that the program's rounding mode and its treatment of subnormals do
 * not matter.
 */
#include "exact/exact_add.h"

#include <string.h>

#include "exact/exact_parts.h"

enum { FLOAT_FRACTION_BITS = 23, FLOAT_LEAST = -149, FLOAT_EXPONENT_SPECIAL = 0xFF };
enum { FEW = 128 }; /* numbers that gain nothing from bins */

/* sum += m * 2^(at + least), or its negative where sign is -1. */
static void add_at(struct sumac_exact_sum *sum, int64_t m, int64_t sign, unsigned at, int least)
{
	sumac_exact_sum_reserve(sum, 1);
	sumac_exact_digits_add(sum->digits, sumac_exact_signed(m, sign), at + (unsigned)(least - sum->lsb));
}

static void count_special(struct sumac_exact_sum *sum, bool is_nan, bool is_negative)
{
	sum->tally.nans += is_nan;
	sum->tally.plus_infs += !is_nan && !is_negative;
	sum->tally.minus_infs += !is_nan && is_negative;
}

static void add(struct sumac_exact_sum *sum, double x, int64_t sign)
{
	struct sumac_exact_parts p = sumac_exact_split(x);

	sign ^= p.sign;
	if (p.is_special)
		count_special(sum, p.is_nan, sign);
	else if (!p.m)
		sum->tally.negative_zeros += sign & 1;
	else
		add_at(sum, p.m, sign, p.at, SUMAC_EXACT_LEAST);
}

static void add_product(struct sumac_exact_sum *sum, double x, double y, int64_t sign)
{
	struct sumac_exact_parts p = sumac_exact_split(x), q = sumac_exact_split(y);
	unsigned __int128 m = (unsigned __int128)(uint64_t)p.m * (uint64_t)q.m;

	sign ^= p.sign ^ q.sign;
	if (p.is_special || q.is_special) { /* an infinity times zero is a NaN */
		count_special(sum, p.is_nan || q.is_nan || (!p.is_special && !p.m) || (!q.is_special && !q.m), sign);
	} else if (!m) {
		sum->tally.negative_zeros += sign & 1;
	} else {
		add_at(sum, (int64_t)(m & ((UINT64_C(1) << 53) - 1)), sign, p.at + q.at, 2 * SUMAC_EXACT_LEAST);
		add_at(sum, (int64_t)(m >> 53), sign, p.at + q.at + 53, 2 * SUMAC_EXACT_LEAST);
	}
}

/*
 * Where many numbers gather before they are added to the digits: bin i holds multiples of 2^(lsb + 8 i). A product of two doubles
 * is less than 2^(106 + 7) of them, so a bin has room for 2^14. Neal's small superaccumulator is alike; its bins of 64 bits take
 * half of a number each, and two of these sums.
 */
enum { BIN_BITS = 8, DIGIT_BINS = SUMAC_EXACT_DIGIT_BITS / BIN_BITS };
enum { MOST_BINS = (SUMAC_EXACT_DOT_WORDS - SUMAC_EXACT_HEAD_WORDS) * DIGIT_BINS };
_Static_assert(SUMAC_EXACT_MOST_SINGLY <= 1 << 14, "bins have room");

static void add_bins(struct sumac_exact_sum *sum, const __int128 *bins)
{
	__int128 carry = 0;

	sumac_exact_sum_reserve(sum, 1);
	for (int i = 0; i < sum->n_digits; i++) {
		int64_t digit = 0;

		for (int bit = 0; bit < SUMAC_EXACT_DIGIT_BITS; bit += BIN_BITS) {
			carry += *bins++;
			digit |= (int64_t)(carry & ((1 << BIN_BITS) - 1)) << bit;
			carry >>= BIN_BITS;
		}
		sum->digits[i] += digit;
	}
	sum->digits[sum->n_digits - 1] += (int64_t)carry * (INT64_C(1) << SUMAC_EXACT_DIGIT_BITS);
}

/* Nearly all numbers are normal: neither zero nor subnormal nor special. */
static inline bool split_normal(double x, struct sumac_exact_parts *p_out)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	p_out->at = (unsigned)(bits >> SUMAC_EXACT_FRACTION_BITS & SUMAC_EXACT_SPECIAL) - 1;
	p_out->sign = (int64_t)bits >> 63;
	p_out->m = (int64_t)((bits & ((UINT64_C(1) << SUMAC_EXACT_FRACTION_BITS) - 1)) | UINT64_C(1) << SUMAC_EXACT_FRACTION_BITS);
	return __builtin_expect(p_out->at < SUMAC_EXACT_SPECIAL - 1, 1);
}

static inline bool split_normal_float(float x, struct sumac_exact_parts *p_out)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	p_out->at = (bits >> FLOAT_FRACTION_BITS & FLOAT_EXPONENT_SPECIAL) - 1;
	p_out->sign = (int32_t)bits >> 31;
	p_out->m = (bits & ((1 << FLOAT_FRACTION_BITS) - 1)) | 1 << FLOAT_FRACTION_BITS;
	return __builtin_expect(p_out->at < FLOAT_EXPONENT_SPECIAL - 1, 1);
}

/* m is less than 2^53. */
static inline void add_to_bin(__int128 *bins, int64_t m, unsigned at)
{
	bins[at / BIN_BITS] += (int64_t)((uint64_t)m << at % BIN_BITS);
}

static void add_doubles(struct sumac_exact_sum *sum, __int128 *bins, const double *x, size_t n, int64_t sign)
{
	const unsigned base = (unsigned)(SUMAC_EXACT_LEAST - sum->lsb);
	struct sumac_exact_parts p;

	for (size_t i = 0; i < n; i++) {
		sumac_exact_prefetch(&x[i]);
		if (split_normal(x[i], &p))
			add_to_bin(bins, sumac_exact_signed(p.m, p.sign ^ sign), p.at + base);
		else
			add(sum, x[i], sign);
	}
}

static void add_floats(struct sumac_exact_sum *sum, __int128 *bins, const float *x, size_t n, int64_t sign)
{
	const unsigned base = (unsigned)(FLOAT_LEAST - sum->lsb);
	struct sumac_exact_parts p;

	for (size_t i = 0; i < n; i++) {
		sumac_exact_prefetch(&x[i]);
		if (split_normal_float(x[i], &p))
			add_to_bin(bins, sumac_exact_signed(p.m, p.sign ^ sign), p.at + base);
		else
			add(sum, sumac_exact_widen(x[i]), sign);
	}
}

static void add_products(struct sumac_exact_sum *sum, __int128 *bins, const double *x, const double *y, size_t n, int64_t sign)
{
	const unsigned base = (unsigned)(2 * SUMAC_EXACT_LEAST - sum->lsb);
	struct sumac_exact_parts p, q;

	for (size_t i = 0; i < n; i++) {
		sumac_exact_prefetch(&x[i]);
		sumac_exact_prefetch(&y[i]);
		if (split_normal(x[i], &p) && split_normal(y[i], &q)) {
			unsigned at = p.at + q.at + base;

			bins[at / BIN_BITS] += (__int128)sumac_exact_signed(p.m, p.sign ^ q.sign ^ sign) * (q.m << at % BIN_BITS);
		} else {
			add_product(sum, x[i], y[i], sign);
		}
	}
}

static void add_many(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a, size_t first, size_t count, int64_t sign)
{
	__int128 bins[MOST_BINS];

	memset(bins, 0, (size_t)(sum->n_digits * DIGIT_BINS) * sizeof(bins[0]));
	if (a->y)
		add_products(sum, bins, a->x + first, a->y + first, count, sign);
	else if (a->floats)
		add_floats(sum, bins, a->floats + first, count, sign);
	else
		add_doubles(sum, bins, a->x + first, count, sign);
	add_bins(sum, bins);
}

void sumac_exact_sum_add_singly(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a, size_t first, size_t count)
{
	const int64_t sign = a->sign < 0 ? -1 : 0;

	if (count >= FEW) {
		add_many(sum, a, first, count, sign);
		return;
	}
	for (size_t i = first; i < first + count; i++) {
		if (a->y)
			add_product(sum, a->x[i], a->y[i], sign);
		else
			add(sum, a->floats ? sumac_exact_widen(a->floats[i]) : a->x[i], sign);
	}
}
