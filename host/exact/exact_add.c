/*
 * Adds numbers one by one, with integer arithmetic alone, so that the program's rounding mode and its treatment of subnormals do
 * not matter.
 */
#include "exact/exact_add.h"

#include <string.h>

enum { FRACTION_BITS = 52, LEAST = -1074, EXPONENT_SPECIAL = 0x7FF };

/* A double as m * 2^(at + LEAST). */
struct parts {
	int64_t m;
	unsigned at;
	bool is_negative, is_special, is_nan;
};

static inline struct parts split(double x)
{
	struct parts p;
	uint64_t bits, fraction;
	unsigned exponent;

	memcpy(&bits, &x, sizeof(bits));
	exponent = bits >> FRACTION_BITS & EXPONENT_SPECIAL;
	fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
	p.is_negative = bits >> 63;
	p.is_special = exponent == EXPONENT_SPECIAL;
	p.is_nan = p.is_special && fraction;
	p.at = exponent ? exponent - 1 : 0;
	p.m = (int64_t)(fraction | (uint64_t)(exponent != 0) << FRACTION_BITS);
	return p;
}

static void count_special(struct sumac_exact_sum *sum, bool is_nan, bool is_negative)
{
	sum->tally.nans += is_nan;
	sum->tally.plus_infs += !is_nan && !is_negative;
	sum->tally.minus_infs += !is_nan && is_negative;
}

static inline void add(struct sumac_exact_sum *sum, double x, bool negates)
{
	struct parts p = split(x);

	p.is_negative ^= negates;
	if (p.is_special) {
		count_special(sum, p.is_nan, p.is_negative);
		return;
	}
	if (!p.m) {
		sum->tally.negative_zeros += p.is_negative;
		return;
	}
	sumac_exact_sum_reserve(sum, 1);
	sumac_exact_digits_add(sum->digits, p.is_negative ? -p.m : p.m, p.at + (unsigned)(LEAST - sum->lsb));
}

void sumac_exact_sum_add_doubles(struct sumac_exact_sum *sum, const double *x, size_t n, int sign)
{
	for (size_t i = 0; i < n; i++)
		add(sum, x[i], sign < 0);
}

/* Widened here, since the processor's own conversion could flush subnormals. */
static double widen(float x)
{
	uint32_t bits;
	uint64_t wide;
	double value;

	memcpy(&bits, &x, sizeof(bits));
	wide = (uint64_t)(bits & 0x7FFFFFFF) << 29;
	if ((bits & 0x7F800000) == 0x7F800000) {
		wide |= (uint64_t)EXPONENT_SPECIAL << FRACTION_BITS;
	} else if (bits & 0x7F800000) {
		wide += (uint64_t)(1023 - 127) << FRACTION_BITS;
	} else if (bits & 0x007FFFFF) { /* subnormal: its leading one becomes the implicit one */
		int shift = __builtin_clz(bits & 0x007FFFFF) - 8;

		wide = (uint64_t)(bits & 0x007FFFFF) << (29 + shift) & ((UINT64_C(1) << FRACTION_BITS) - 1);
		wide |= (uint64_t)(1023 - 126 - shift) << FRACTION_BITS;
	}
	wide |= (uint64_t)(bits >> 31) << 63;
	memcpy(&value, &wide, sizeof(value));
	return value;
}

void sumac_exact_sum_add_floats(struct sumac_exact_sum *sum, const float *x, size_t n, int sign)
{
	for (size_t i = 0; i < n; i++)
		add(sum, widen(x[i]), sign < 0);
}

static inline void add_product(struct sumac_exact_sum *sum, double x, double y, bool negates)
{
	struct parts p = split(x), q = split(y);
	bool is_negative = p.is_negative ^ q.is_negative ^ negates;
	unsigned at = p.at + q.at + (unsigned)(2 * LEAST - sum->lsb);
	unsigned __int128 m;
	int64_t low, high;

	if (p.is_special || q.is_special) { /* an infinity times zero is a NaN */
		count_special(sum, p.is_nan || q.is_nan || (!p.is_special && !p.m) || (!q.is_special && !q.m), is_negative);
		return;
	}
	if (!p.m || !q.m) {
		sum->tally.negative_zeros += is_negative;
		return;
	}
	m = (unsigned __int128)(uint64_t)p.m * (uint64_t)q.m;
	low = (int64_t)(m & ((UINT64_C(1) << 53) - 1));
	high = (int64_t)(m >> 53);
	sumac_exact_sum_reserve(sum, 2);
	sumac_exact_digits_add(sum->digits, is_negative ? -low : low, at);
	sumac_exact_digits_add(sum->digits, is_negative ? -high : high, at + 53);
}

void sumac_exact_sum_add_products(struct sumac_exact_sum *sum, const double *x, const double *y, size_t n, int sign)
{
	for (size_t i = 0; i < n; i++)
		add_product(sum, x[i], y[i], sign < 0);
}
