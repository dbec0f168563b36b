/*
 * Sums, differences and products of single values of long double and binary128, with NaN made definite: left's NaN quieted, else
 * right's NaN quieted, else, for an invalid operation, the default NaN. All other results are IEEE arithmetic, which leaves
 * compilers and processors no choice. Named sumac_<operation>_<TYPE>, as in rules.def.
 */
#ifndef SUMAC_ARITH_H
#define SUMAC_ARITH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "spec/spec.h"

/* x87: a NaN has its integer bit set. Patterns without it are invalid operands, and give the default NaN. */
static inline bool sumac_is_nan_X80(long double value)
{
	uint64_t significand;
	uint16_t exponent;

	memcpy(&significand, &value, sizeof(significand));
	memcpy(&exponent, (const char *)&value + 8, sizeof(exponent));
	return (exponent & 0x7FFF) == 0x7FFF && significand > 0x8000000000000000;
}

static inline long double sumac_quiet_X80(long double value)
{
	uint64_t significand;

	memcpy(&significand, &value, sizeof(significand));
	significand |= 0x4000000000000000;
	memcpy(&value, &significand, sizeof(significand));
	return value;
}

static inline long double sumac_default_nan_X80(void)
{
	const uint64_t significand = 0xC000000000000000;
	const uint16_t exponent = 0xFFFF;
	long double value = 0;

	memcpy(&value, &significand, sizeof(significand));
	memcpy((char *)&value + 8, &exponent, sizeof(exponent));
	return value;
}

static inline bool sumac_is_nan_F128(__float128 value)
{
	uint64_t half[2];

	memcpy(half, &value, sizeof(half));
	half[1] &= 0x7FFFFFFFFFFFFFFF;
	return half[1] > 0x7FFF000000000000 || (half[1] == 0x7FFF000000000000 && half[0]);
}

static inline __float128 sumac_quiet_F128(__float128 value)
{
	uint64_t half[2];

	memcpy(half, &value, sizeof(half));
	half[1] |= 0x0000800000000000;
	memcpy(&value, half, sizeof(half));
	return value;
}

static inline __float128 sumac_default_nan_F128(void)
{
	const uint64_t half[2] = { 0, 0xFFFF800000000000 };
	__float128 value;

	memcpy(&value, half, sizeof(half));
	return value;
}

#define SUMAC_DEFINE_ARITH(name, operator, type, T) \
	static inline T sumac_##name##_##type(T left, T right) \
	{ \
		T value; \
		if (sumac_is_nan_##type(left)) \
			return sumac_quiet_##type(left); \
		if (sumac_is_nan_##type(right)) \
			return sumac_quiet_##type(right); \
		value = left operator right; \
		return sumac_is_nan_##type(value) ? sumac_default_nan_##type() : value; \
	}
#define SUMAC_DEFINE_ARITHS(type, T) \
	SUMAC_DEFINE_ARITH(sum, +, type, T) \
	SUMAC_DEFINE_ARITH(diff, -, type, T) \
	SUMAC_DEFINE_ARITH(prod, *, type, T)
SUMAC_DEFINE_ARITHS(X80, long double)
SUMAC_DEFINE_ARITHS(F128, __float128)

/* Complex product: four products, then the difference and the sum, each rounded. */
#define SUMAC_DEFINE_COMPLEX_PROD(type, T, part) \
	static inline T sumac_prod_##type(T left, T right) \
	{ \
		T value; \
		value.re = sumac_diff_##part(sumac_prod_##part(left.re, right.re), \
					     sumac_prod_##part(left.im, right.im)); \
		value.im = sumac_sum_##part(sumac_prod_##part(left.re, right.im), \
					    sumac_prod_##part(left.im, right.re)); \
		return value; \
	}
SUMAC_DEFINE_COMPLEX_PROD(CX80, struct sumac_cx80, X80)
SUMAC_DEFINE_COMPLEX_PROD(C128, struct sumac_c128, F128)

#endif
