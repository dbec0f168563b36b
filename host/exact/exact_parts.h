/*
 * Doubles and floats taken apart, by integer arithmetic alone, so that the program's rounding mode and its treatment of subnormals
 * do not matter.
 */
#ifndef SUMAC_EXACT_PARTS_H
#define SUMAC_EXACT_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* In binary64: bits of the fraction, exponent of the least subnormal, and exponent field of infinities and NaN. */
enum { SUMAC_EXACT_FRACTION_BITS = 52, SUMAC_EXACT_LEAST = -1074, SUMAC_EXACT_SPECIAL = 0x7FF };

/* A double as m * 2^(at + LEAST); m is 0 for zeros and special ones. Its sign is -1 or 0, to be applied by sumac_exact_signed(): a
 * branch would be mispredicted every other time. */
struct sumac_exact_parts {
	int64_t m, sign;
	unsigned at;
	bool is_special, is_nan;
};

static inline struct sumac_exact_parts sumac_exact_split(double x)
{
	struct sumac_exact_parts p;
	uint64_t bits, fraction;
	unsigned exponent;

	memcpy(&bits, &x, sizeof(bits));
	exponent = bits >> SUMAC_EXACT_FRACTION_BITS & SUMAC_EXACT_SPECIAL;
	fraction = bits & ((UINT64_C(1) << SUMAC_EXACT_FRACTION_BITS) - 1);
	p.sign = (int64_t)bits >> 63;
	p.is_special = exponent == SUMAC_EXACT_SPECIAL;
	p.is_nan = p.is_special && fraction;
	p.at = exponent - (exponent != 0);
	p.m = p.is_special ? 0 : (int64_t)(fraction | (uint64_t)(exponent != 0) << SUMAC_EXACT_FRACTION_BITS);
	return p;
}

static inline int64_t sumac_exact_signed(int64_t m, int64_t sign)
{
	return (m ^ sign) - sign;
}

/* Widened here, since the processor's own conversion could flush subnormals. */
static inline double sumac_exact_widen(float x)
{
	uint32_t bits;
	uint64_t wide;
	double value;

	memcpy(&bits, &x, sizeof(bits));
	wide = (uint64_t)(bits & 0x7FFFFFFF) << 29;
	if ((bits & 0x7F800000) == 0x7F800000) {
		wide |= (uint64_t)SUMAC_EXACT_SPECIAL << SUMAC_EXACT_FRACTION_BITS;
	} else if (bits & 0x7F800000) {
		wide += (uint64_t)(1023 - 127) << SUMAC_EXACT_FRACTION_BITS;
	} else if (bits & 0x007FFFFF) { /* subnormal: its leading one becomes the implicit one */
		int shift = __builtin_clz(bits & 0x007FFFFF) - 8;

		wide = (uint64_t)(bits & 0x007FFFFF) << (29 + shift) & ((UINT64_C(1) << SUMAC_EXACT_FRACTION_BITS) - 1);
		wide |= (uint64_t)(1023 - 126 - shift) << SUMAC_EXACT_FRACTION_BITS;
	}
	wide |= (uint64_t)(bits >> 31) << 63;
	memcpy(&value, &wide, sizeof(value));
	return value;
}

#endif
