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

#include "engine/kernel/kernels.h"
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
#define FAMILY_C32 COMPLEX
#define FAMILY_C64 COMPLEX
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

/*
 * Folds of 3 to 8 operands in one pass: sumac_fold_<ISA>_<OP>_<TYPE>, for the families whose kernels do little more than load
 * and store. The other families fold by pairs, through the first cache. AVX-512 takes AVX2's folds, which saves a third of
 * their code.
 */
#define FOLD_ISAS(ROW, ...) \
	ROW(PLAIN, , __VA_ARGS__) \
	ROW(AVX2, SUMAC_TARGET_AVX2, __VA_ARGS__)
#define FOLD_ISA_PLAIN PLAIN
#define FOLD_ISA_AVX2 AVX2
#define FOLD_ISA_AVX512 AVX2

#define FOLD_NAME_(isa, op, type) sumac_fold_##isa##_##op##_##type
#define FOLD_NAME(isa, op, type) FOLD_NAME_(isa, op, type)
#define FOLD_ARGUMENTS void *dst, const uint8_t *const operands[], int n, size_t count

/* A pair's fold, or NULL, by its family. */
#define KERNEL_FOLD_OF(isa, op, type) KERNEL_CAT(FOLD_OF_, FAMILY_##type)(isa, op, type)
#define FOLD_OF_INTEGER(isa, op, type) FOLD_NAME(FOLD_ISA_##isa, op, type)
#define FOLD_OF_FLOAT(isa, op, type) FOLD_NAME(FOLD_ISA_##isa, op, type)
#define FOLD_OF_COMPLEX(isa, op, type) FOLD_OF_COMPLEX_##op(isa, op, type)
#define FOLD_OF_COMPLEX_SUM(isa, op, type) FOLD_NAME(FOLD_ISA_##isa, op, type)
#define FOLD_OF_COMPLEX_PROD(isa, op, type) NULL
#define FOLD_OF_HALF(isa, op, type) NULL
#define FOLD_OF_WIDE(isa, op, type) NULL
#define FOLD_OF_PAIR(isa, op, type) NULL

/* A pair that has one has the other. */
#define KERNEL_BOTH_OF(isa, op, type) KERNEL_CAT(BOTH_OF_, FAMILY_##type)(isa, op, type)
#define BOTH_OF_INTEGER(isa, op, type) BOTH_NAME(FOLD_ISA_##isa, op, type)
#define BOTH_OF_FLOAT(isa, op, type) BOTH_NAME(FOLD_ISA_##isa, op, type)
#define BOTH_OF_COMPLEX(isa, op, type) BOTH_OF_COMPLEX_##op(isa, op, type)
#define BOTH_OF_COMPLEX_SUM(isa, op, type) BOTH_NAME(FOLD_ISA_##isa, op, type)
#define BOTH_OF_COMPLEX_PROD(isa, op, type) NULL
#define BOTH_OF_HALF(isa, op, type) NULL
#define BOTH_OF_WIDE(isa, op, type) NULL
#define BOTH_OF_PAIR(isa, op, type) NULL

/* The result for one element of each operand: ELEMENT(op, type)(left, right). */
#define ELEMENT(op, type) element_##op##_##type
#define ELEMENT_FUNCTION(op, type, T) static inline __attribute__((always_inline)) T ELEMENT(op, type)(const T left, const T right)

/* E of n values, by a function of two. */
#define E3(f) f(f(o0[i], o1[i]), o2[i])
#define E4(f) f(f(o0[i], o1[i]), f(o2[i], o3[i]))
#define E5(f) f(E4(f), o4[i])
#define E6(f) f(E4(f), f(o4[i], o5[i]))
#define E7(f) f(E4(f), f(f(o4[i], o5[i]), o6[i]))
#define E8(f) f(E4(f), f(f(o4[i], o5[i]), f(o6[i], o7[i])))

/* Likewise, a pair's result for two operands into two places in one pass: sumac_both_<ISA>_<OP>_<TYPE>. */
#define BOTH_NAME_(isa, op, type) sumac_both_##isa##_##op##_##type
#define BOTH_NAME(isa, op, type) BOTH_NAME_(isa, op, type)
#define BOTH_ARGUMENTS void *dst, void *also, const void *left_elems, const void *right_elems, size_t count

/* Whole vectors, so many at a time that compilers see that nothing remains of them; and the rest one by one, in a loop that
 * they cannot see through and so keep short. */
#define FOLD_LOOPS(E, f) \
	KERNEL_INDEPENDENT \
	for (size_t i = 0; i < whole; i++) \
		results[i] = E(f); \
	for (size_t i = whole; i < count; i++) { \
		__asm__("" : "+r"(i)); \
		results[i] = E(f); \
	}

/* fold_<ISA>_<OP>_<TYPE>: others with the same bits share it, by FOLD_LIKE. */
#define FOLD_FUNCTION_FOR(isa, target, op, type, T) \
	target static __attribute__((noinline)) void fold_##isa##_##op##_##type(FOLD_ARGUMENTS) \
	{ \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		enum { VECTOR = 32 / sizeof(T) }; \
		const size_t whole = count / VECTOR * VECTOR; \
		const loose *o0 = (const loose *)operands[0], *o1 = (const loose *)operands[1], *o2 = (const loose *)operands[2]; \
		const loose *o3 = (const loose *)operands[n > 3 ? 3 : 0], *o4 = (const loose *)operands[n > 4 ? 4 : 0]; \
		const loose *o5 = (const loose *)operands[n > 5 ? 5 : 0], *o6 = (const loose *)operands[n > 6 ? 6 : 0]; \
		const loose *o7 = (const loose *)operands[n > 7 ? 7 : 0]; \
		loose *results = dst; \
		switch (n) { \
		case 3: FOLD_LOOPS(E3, ELEMENT(op, type)) return; \
		case 4: FOLD_LOOPS(E4, ELEMENT(op, type)) return; \
		case 5: FOLD_LOOPS(E5, ELEMENT(op, type)) return; \
		case 6: FOLD_LOOPS(E6, ELEMENT(op, type)) return; \
		case 7: FOLD_LOOPS(E7, ELEMENT(op, type)) return; \
		case 8: FOLD_LOOPS(E8, ELEMENT(op, type)) return; \
		} \
	} \
	target static __attribute__((noinline)) void both_##isa##_##op##_##type(BOTH_ARGUMENTS) \
	{ \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst, *also_results = also; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T left = lefts[i], right = rights[i]; \
			results[i] = also_results[i] = ELEMENT(op, type)(left, right); \
		} \
	}
#define FOLD_FUNCTION(op, type, T) FOLD_ISAS(FOLD_FUNCTION_FOR, op, type, T)

/* The pair's fold is that of `like`; an element of the type is n_each of its elements. */
#define FOLD_LIKE_FOR(isa, target, op, type, like, n_each) \
	void FOLD_NAME(isa, op, type)(FOLD_ARGUMENTS) \
	{ \
		fold_##isa##_##op##_##like(dst, operands, n, count * (n_each)); \
	} \
	void BOTH_NAME(isa, op, type)(BOTH_ARGUMENTS) \
	{ \
		both_##isa##_##op##_##like(dst, also, left_elems, right_elems, count * (n_each)); \
	}
#define FOLD_LIKE_(op, type, like, n_each) FOLD_ISAS(FOLD_LIKE_FOR, op, type, like, n_each)
#define FOLD_LIKE(op, type, like, n_each) FOLD_LIKE_(op, type, like, n_each)

#define FOLD_DECLARE(isa, target, op, type) \
	void FOLD_NAME(isa, op, type)(FOLD_ARGUMENTS); \
	void BOTH_NAME(isa, op, type)(BOTH_ARGUMENTS);
#define SUMAC_COMBINATION(op, type, ...) SUMAC_ISAS(KERNEL_DECLARE, op, type) FOLD_ISAS(FOLD_DECLARE, op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
#define SUMAC_WIDE(op, type, wider, help) SUMAC_ISAS(KERNEL_DECLARE, WIDEN, type) SUMAC_ISAS(KERNEL_DECLARE, NARROW, type)
#include "spec/rows.def"

#endif
