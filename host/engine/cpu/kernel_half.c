/*
 * Kernels of binary16 and bfloat16, whose arithmetic is binary32's, rounded once more to nearest even. The
 * conversions are done on bits, since only some builds have the processor's own.
 */
#include "engine/cpu/arith.h"
#include "engine/cpu/kernel_family.h"

static inline float float_of_bits(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static inline uint32_t bits_of_float(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static inline bool is_nan_F16(uint16_t half)
{
	return (half & 0x7FFF) > 0x7C00;
}

static inline bool is_nan_BF16(uint16_t half)
{
	return (half & 0x7FFF) > 0x7F80;
}

static inline float widen_F16(uint16_t half)
{
	uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7FFF;

	if (rest >= 0x7C00)
		return float_of_bits(sign | 0x7F800000 | (rest & 0x3FF) << 13);
	if (rest >= 0x0400)
		return float_of_bits(sign | ((rest << 13) + ((127 - 15) << 23)));
	/* Subnormal: a whole number of 2^-24. */
	return float_of_bits(sign | bits_of_float((float)rest * 0x1p-24f));
}

/* Not for NaN. */
static inline uint16_t narrow_F16(float value)
{
	uint32_t bits = bits_of_float(value), sign = bits >> 16 & 0x8000, rest = bits & 0x7FFFFFFF;

	if (rest >= 0x47800000) /* 2^16 and above; values from 65520 up to it round up to infinity below */
		return (uint16_t)(sign | 0x7C00);
	if (rest >= 0x38800000) { /* normal: a carry out of the fraction is one more in the exponent */
		rest += 0xFFF + (rest >> 13 & 1);
		return (uint16_t)(sign | ((rest - ((127 - 15) << 23)) >> 13));
	}
	/* Adding 1/2 leaves units of 2^-24 in the low bits, rounded to nearest even by the addition itself. */
	return (uint16_t)(sign | (bits_of_float(float_of_bits(rest) + 0.5f) - bits_of_float(0.5f)));
}

static inline float widen_BF16(uint16_t half)
{
	return float_of_bits((uint32_t)half << 16);
}

/* Not for NaN. */
static inline uint16_t narrow_BF16(float value)
{
	uint32_t bits = bits_of_float(value);

	return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#define ARITHMETIC(op, type, operator, quiet_bit, default_nan) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef uint16_t loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const uint16_t left = lefts[i], right = rights[i]; \
			const float value = widen_##type(left) operator widen_##type(right); \
			if (is_nan_##type(left) || is_nan_##type(right)) \
				results[i] = (is_nan_##type(left) ? left : right) | (quiet_bit); \
			else \
				results[i] = sumac_is_nan_F32(value) ? (default_nan) : narrow_##type(value); \
		} \
	}

#define CHOICE(op, type, operator) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef uint16_t loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const uint16_t left = lefts[i], right = rights[i]; \
			results[i] = widen_##type(right) operator widen_##type(left) ? right : left; \
		} \
	}

#define MAKE_F16_sum(op) ARITHMETIC(op, F16, +, 0x0200, 0xFE00)
#define MAKE_F16_prod(op) ARITHMETIC(op, F16, *, 0x0200, 0xFE00)
#define MAKE_F16_min(op) CHOICE(op, F16, <)
#define MAKE_F16_max(op) CHOICE(op, F16, >)
#define MAKE_BF16_sum(op) ARITHMETIC(op, BF16, +, 0x0040, 0xFFC0)
#define MAKE_BF16_prod(op) ARITHMETIC(op, BF16, *, 0x0040, 0xFFC0)
#define MAKE_BF16_min(op) CHOICE(op, BF16, <)
#define MAKE_BF16_max(op) CHOICE(op, BF16, >)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_HALF(op, type, ctype, calc, how, body) MAKE_##type##_##body(op)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
