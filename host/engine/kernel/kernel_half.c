/*
 * Kernels of binary16 and bfloat16, whose arithmetic is binary32's, rounded once more to nearest even. binary16 takes the
 * processor's own conversions where it has them; elsewhere it converts on bits, without branches, so that compilers vectorise
 * the conversions.
 */
#include <immintrin.h>

#include "engine/kernel/kernel_beside.h"
#include "engine/kernel/kernel_family.h"

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

/* below where bits are less than the limit, both less than 2^31; else above. A mask chooses, not a branch into which the
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

/* The same order as the values', NaNs apart. */
static inline int16_t order(uint16_t half)
{
	const int16_t rest = half & 0x7FFF;

	return half & 0x8000 ? (int16_t)-rest : rest;
}

/* binary16 on bits; then by the processor, eight at a time. Its conversions keep a NaN's bits, quieted, and neither way depends
 * on the environment. */
#define BINARY16(op, operator) \
	static inline __attribute__((always_inline)) void KERNEL_BODY(op, F16)(KERNEL_ARGUMENTS) \
	{ \
		typedef uint16_t loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const uint32_t left = lefts[i], right = rights[i]; \
			const float value = widen_F16(lefts[i]) operator widen_F16(rights[i]); \
			const uint32_t result = choose(bits_of_float(value) & 0x7FFFFFFF, 0x7F800001, narrow_F16(value), 0xFE00); \
			const uint32_t beside = choose(right & 0x7FFF, 0x7C01, result, right | 0x0200); \
			results[i] = (uint16_t)choose(left & 0x7FFF, 0x7C01, beside, left | 0x0200); \
		} \
	} \
	static inline SUMAC_TARGET_AVX2 __attribute__((always_inline)) void f16c_step_##op(void *results, const void *lefts, \
											   const void *rights) \
	{ \
		const __m256 left = _mm256_cvtph_ps(_mm_loadu_si128(lefts)), right = _mm256_cvtph_ps(_mm_loadu_si128(rights)); \
		const __m256 value = left operator _mm256_and_ps(right, _mm256_cmp_ps(left, left, _CMP_ORD_Q)); \
		_mm_storeu_si128(results, _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT)); \
	} \
	static inline SUMAC_TARGET_AVX2 __attribute__((always_inline)) void f16c_##op(KERNEL_ARGUMENTS) \
	{ \
		const uint16_t *lefts = left_elems, *rights = right_elems; \
		uint16_t last[3][8] = { 0 }, *results = dst; \
		for (; count >= 8; count -= 8, lefts += 8, rights += 8, results += 8) \
			f16c_step_##op(results, lefts, rights); \
		if (!count) \
			return; \
		memcpy(last[1], lefts, count * sizeof(*lefts)); \
		memcpy(last[2], rights, count * sizeof(*rights)); \
		f16c_step_##op(last[0], last[1], last[2]); \
		memcpy(results, last[0], count * sizeof(*results)); \
	} \
	SUMAC_ISAS(BINARY16_FOR, op)
#define BODY_PLAIN(op) KERNEL_BODY(op, F16)
#define BODY_AVX2(op) f16c_##op
#define BODY_AVX512(op) f16c_##op
#define BINARY16_FOR(isa, target, op) \
	target void sumac_kernel_##isa##_##op##_F16(KERNEL_ARGUMENTS) \
	{ \
		BODY_##isa(op)(dst, left_elems, right_elems, count); \
	}

/* A bfloat16 is the upper half of a binary32; rounding takes that of a sum. A NaN's lower half is 0, so nothing is carried. */
static inline uint32_t round_BF16(float value)
{
	const uint32_t bits = bits_of_float(value);

	return bits + 0x7FFF + (bits >> 16 & 1);
}

/* Two of them make a word, in which they are taken apart and put together. */
#define BFLOAT16(op, operator) \
	static inline __attribute__((always_inline)) uint32_t op##_upper(uint32_t left_bits, uint32_t right_bits) \
	{ \
		const float left = float_of_bits(left_bits), right = float_of_bits(right_bits); \
		return round_BF16(left operator beside_F32(left, right)); \
	} \
	KERNEL_FUNCTION(op, BF16) \
	{ \
		typedef uint32_t loose __attribute__((aligned(1), may_alias)); \
		typedef uint16_t loose_half __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count / 2; i++) { \
			const uint32_t left = lefts[i], right = rights[i]; \
			results[i] = (op##_upper(left & 0xFFFF0000, right & 0xFFFF0000) & 0xFFFF0000) | \
				     op##_upper(left << 16, right << 16) >> 16; \
		} \
		if (count % 2) \
			((loose_half *)dst)[count - 1] = \
				(uint16_t)(op##_upper((uint32_t)((const loose_half *)left_elems)[count - 1] << 16, \
						      (uint32_t)((const loose_half *)right_elems)[count - 1] << 16) >> 16); \
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

/* To binary32 and back, for sums that are rounded once; the second operand is not used. A NaN's bits come through: those of a
 * sum's are quiet, and lie in the upper half. */
#define CONVERSION(name, type, T_FROM, T_TO, result) \
	KERNEL_FUNCTION(name, type) \
	{ \
		typedef T_FROM loose_from __attribute__((aligned(1), may_alias)); \
		typedef T_TO loose_to __attribute__((aligned(1), may_alias)); \
		const loose_from *operands = left_elems; \
		loose_to *results = dst; \
		(void)right_elems; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T_FROM operand = operands[i]; \
			results[i] = (T_TO)(result); \
		} \
	}
CONVERSION(WIDEN, F16, uint16_t, uint32_t, bits_of_float(widen_F16(operand)))
CONVERSION(WIDEN, BF16, uint16_t, uint32_t, (uint32_t)operand << 16)
CONVERSION(NARROW, F16, uint32_t, uint16_t,
	   choose(operand & 0x7FFFFFFF, 0x7F800001, narrow_F16(float_of_bits(operand)),
		  (operand >> 16 & 0x8000) | 0x7C00 | (operand >> 13 & 0x03FF)))
CONVERSION(NARROW, BF16, uint32_t, uint16_t, round_BF16(float_of_bits(operand)) >> 16)

#define MAKE_F16_sum(op) BINARY16(op, +)
#define MAKE_F16_prod(op) BINARY16(op, *)
#define MAKE_F16_min(op) CHOICE(op, F16, <)
#define MAKE_F16_max(op) CHOICE(op, F16, >)
#define MAKE_BF16_sum(op) BFLOAT16(op, +)
#define MAKE_BF16_prod(op) BFLOAT16(op, *)
#define MAKE_BF16_min(op) CHOICE(op, BF16, <)
#define MAKE_BF16_max(op) CHOICE(op, BF16, >)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_COMPLEX(...)
#define MAKE_HALF(op, type, ctype, calc, how, body) MAKE_##type##_##body(op)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
