/*
 * Kernels of binary16 and bfloat16, whose arithmetic is binary32's, rounded once more to nearest even. The
 * conversions are done on bits, since only some builds have the processor's own; and without branches, so that
 * compilers vectorise them.
 */
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

/* below where bits are less than the limit, both less than 2^31; else above. By a mask, not a branch into which the
 * compiler could move what computes one of them. */
static inline uint32_t choose(uint32_t bits, uint32_t limit, uint32_t below, uint32_t above)
{
	return above ^ ((above ^ below) & (uint32_t)((int32_t)(bits - limit) >> 31));
}

static inline bool is_nan_F16(uint16_t half)
{
	return (half & 0x7FFF) > 0x7C00;
}

static inline bool is_nan_BF16(uint16_t half)
{
	return (half & 0x7FFF) > 0x7F80;
}

/* A subnormal one is a whole number of 2^-24. */
static inline float widen_F16(uint16_t half)
{
	const uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7FFF;
	const uint32_t subnormal = bits_of_float((float)(int32_t)rest * 0x1p-24f);
	const uint32_t normal = (rest << 13) + ((127 - 15) << 23);
	const uint32_t special = 0x7F800000 | rest << 13;

	return float_of_bits(sign | choose(rest, 0x0400, subnormal, choose(rest, 0x7C00, normal, special)));
}

/* Not for NaN. A normal one: a carry out of the fraction is one more in the exponent. A subnormal one: adding 1/2
 * leaves units of 2^-24 in the low bits, rounded to nearest even by the addition itself. */
static inline uint16_t narrow_F16(float value)
{
	const uint32_t bits = bits_of_float(value), sign = bits >> 16 & 0x8000, rest = bits & 0x7FFFFFFF;
	const uint32_t subnormal = bits_of_float(float_of_bits(rest) + 0.5f) - bits_of_float(0.5f);
	const uint32_t normal = (rest + 0xFFF + (rest >> 13 & 1) - ((127 - 15) << 23)) >> 13;
	const uint32_t infinity = 0x7C00; /* from 2^16; values from 65520 up to it round up to it */

	return (uint16_t)(sign | choose(rest, 0x38800000, subnormal, choose(rest, 0x47800000, normal, infinity)));
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

/* The same order as the values', NaNs apart. */
static inline int16_t order(uint16_t half)
{
	const int16_t rest = half & 0x7FFF;

	return half & 0x8000 ? (int16_t)-rest : rest;
}

#define ARITHMETIC(op, type, operator, infinity, quiet_bit, default_nan) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef uint16_t loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const uint32_t left = lefts[i], right = rights[i]; \
			const float value = widen_##type(lefts[i]) operator widen_##type(rights[i]); \
			const uint32_t result = choose(bits_of_float(value) & 0x7FFFFFFF, 0x7F800001, \
						       narrow_##type(value), default_nan); \
			const uint32_t beside = choose(right & 0x7FFF, (infinity) + 1, result, right | (quiet_bit)); \
			results[i] = (uint16_t)choose(left & 0x7FFF, (infinity) + 1, beside, left | (quiet_bit)); \
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
			const bool is_ordered = !is_nan_##type(left) & !is_nan_##type(right); \
			results[i] = is_ordered & (order(right) operator order(left)) ? right : left; \
		} \
	}

#define MAKE_F16_sum(op) ARITHMETIC(op, F16, +, 0x7C00, 0x0200, 0xFE00)
#define MAKE_F16_prod(op) ARITHMETIC(op, F16, *, 0x7C00, 0x0200, 0xFE00)
#define MAKE_F16_min(op) CHOICE(op, F16, <)
#define MAKE_F16_max(op) CHOICE(op, F16, >)
#define MAKE_BF16_sum(op) ARITHMETIC(op, BF16, +, 0x7F80, 0x0040, 0xFFC0)
#define MAKE_BF16_prod(op) ARITHMETIC(op, BF16, *, 0x7F80, 0x0040, 0xFFC0)
#define MAKE_BF16_min(op) CHOICE(op, BF16, <)
#define MAKE_BF16_max(op) CHOICE(op, BF16, >)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_HALF(op, type, ctype, calc, how, body) MAKE_##type##_##body(op)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
