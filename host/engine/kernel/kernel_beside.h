/*
 * What may be combined with a NaN on the left: the processor's NaNs are those of rules.def but where both operands are NaN and
 * the compiler has exchanged them. So what is added to a NaN, or multiplied with it, is a zero. By a mask, not a
 * branch into which the compiler could move what computes the right one.
 */
#ifndef SUMAC_KERNEL_BESIDE_H
#define SUMAC_KERNEL_BESIDE_H

#include <stdint.h>
#include <string.h>

#define BESIDE_FUNCTION(type, T, bits_t) \
	static inline __attribute__((always_inline)) T beside_##type(T left, T right) \
	{ \
		bits_t bits; \
		memcpy(&bits, &right, sizeof(bits)); \
		bits &= -(bits_t)(left == left); \
		memcpy(&right, &bits, sizeof(right)); \
		return right; \
	}
BESIDE_FUNCTION(F32, float, uint32_t)
BESIDE_FUNCTION(F64, double, uint64_t)

#endif
