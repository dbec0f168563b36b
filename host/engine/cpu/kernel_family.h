/*
 * Every pair of operation and type has a function sumac_kernel_<ISA>_<OP>_<TYPE> for each instruction set of
 * kernels.h, all from one body. A family of types has a file kernel_<family>.c, which makes the functions
 * of its types from the rows of combinations.def. A type without a family, or an operation that its family
 * does not know, does not compile or link.
 */
#ifndef SUMAC_KERNEL_FAMILY_H
#define SUMAC_KERNEL_FAMILY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/cpu/kernels.h"
#include "spec/spec.h"

#ifdef __FAST_MATH__
#error "the bits of results are promised: build without -ffast-math"
#endif
#ifndef __x86_64__
#error "the kernels rely on x86-64: long double is x87's, and there is __float128"
#endif

#define FAMILY_I8 INTEGER
#define FAMILY_I16 INTEGER
#define FAMILY_I32 INTEGER
#define FAMILY_I64 INTEGER
#define FAMILY_U8 INTEGER
#define FAMILY_U16 INTEGER
#define FAMILY_U32 INTEGER
#define FAMILY_U64 INTEGER
#define FAMILY_L8 INTEGER
#define FAMILY_L16 INTEGER
#define FAMILY_L32 INTEGER
#define FAMILY_L64 INTEGER
#define FAMILY_B8 INTEGER
#define FAMILY_F32 FLOAT
#define FAMILY_F64 FLOAT
#define FAMILY_C32 FLOAT
#define FAMILY_C64 FLOAT
#define FAMILY_F16 HALF
#define FAMILY_BF16 HALF
#define FAMILY_X80 WIDE
#define FAMILY_F128 WIDE
#define FAMILY_CX80 WIDE
#define FAMILY_C128 WIDE
#define FAMILY_PAIR_F32_I32 PAIR
#define FAMILY_PAIR_F64_I32 PAIR
#define FAMILY_PAIR_I64_I32 PAIR
#define FAMILY_PAIR_I32_I32 PAIR
#define FAMILY_PAIR_I16_I32 PAIR
#define FAMILY_PAIR_X80_I32 PAIR
#define FAMILY_PAIR_F32_F32 PAIR
#define FAMILY_PAIR_F64_F64 PAIR

#define KERNEL_CAT_(a, b) a##b
#define KERNEL_CAT(a, b) KERNEL_CAT_(a, b)
/* For a family's file: MAKE_<family> of the type. The file defines
 * that of its own family, and those of the others as nothing. */
#define KERNEL_MAKE(type) KERNEL_CAT(MAKE_, FAMILY_##type)

#define KERNEL_ARGUMENTS void *dst, const void *left_elems, const void *right_elems, size_t count
#define KERNEL_DECLARE(isa, target, op, type) void sumac_kernel_##isa##_##op##_##type(KERNEL_ARGUMENTS);
#define KERNEL_COMPILE(isa, target, op, type) \
	target void sumac_kernel_##isa##_##op##_##type(KERNEL_ARGUMENTS) \
	{ \
		KERNEL_BODY(op, type)(dst, left_elems, right_elems, count); \
	}

/* Precedes a body, which is compiled for each instruction set. Other bodies may call it by the name KERNEL_BODY. */
#define KERNEL_BODY(op, type) body_##op##_##type
#define KERNEL_FUNCTION(op, type) \
	static inline __attribute__((always_inline)) void KERNEL_BODY(op, type)(KERNEL_ARGUMENTS); \
	SUMAC_ISAS(KERNEL_COMPILE, op, type) \
	static inline __attribute__((always_inline)) void KERNEL_BODY(op, type)(KERNEL_ARGUMENTS)

/* Precedes a loop over elements: dst may be left or right, but never partly overlaps them, so no
 * iteration depends on another, and compilers vectorise for every aliasing that can occur. */
#if defined(__clang__)
#define KERNEL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define KERNEL_INDEPENDENT _Pragma("GCC ivdep")
#endif

#define SUMAC_COMBINATION(op, type, ...) SUMAC_ISAS(KERNEL_DECLARE, op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION

#endif
