/*
 * The right operand to combine with a NaN on the left. The processor's NaNs are those of rules.def, except where both operands
 * are NaN and the compiler has exchanged them. So a NaN is added to, or multiplied by, a zero. A mask selects it, not a branch
 * into which the compiler could move the computation of the right operand.
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
