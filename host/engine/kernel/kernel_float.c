/*
 * Kernels of binary32 and binary64, and of complex numbers of them: loops that compilers vectorise, and products of complex
 * numbers in vectors.
 */
#include "engine/kernel/kernel_beside.h"
#include "engine/kernel/kernel_family.h"

#define ELEMENTWISE(op, type, T, expr) \
	ELEMENT_FUNCTION(op, type, T) \
	{ \
		return expr; \
	} \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T left = lefts[i], right = rights[i]; \
			results[i] = ELEMENT(op, type)(left, right); \
		} \
	} \
	FOLD_FUNCTION(op, type, T) \
	FOLD_LIKE(op, type, type, 1)

#define PARTWISE(op, type, part) \
	KERNEL_FUNCTION(op, type) \
	{ \
		KERNEL_BODY(op, part)(dst, left_elems, right_elems, 2 * count); \
	} \
	FOLD_LIKE(op, type, part, 2)

/*
 * Products of complex numbers: the vectors (a, b), ... and (c, d), ... give the products (ac, ad), ... and (bd, bc), ..., and
 * the results are their difference and sum in turn. The barrier keeps compilers from fusing them, whatever flags allow. (gcc 12
 * does not today, since the products are compared, too; with -ffp-contract=off it has fused others of this kind, to vfmaddsub.)
 */
#define COMPLEX_STEP(isa, target, vector_bytes, type, part, bits_t, FIRSTS, SECONDS, SWAPPED, BY_TURNS) \
	typedef part vector_##isa##_##type __attribute__((vector_size(vector_bytes))); \
	typedef bits_t bits_##isa##_##type __attribute__((vector_size(vector_bytes))); \
	static inline target __attribute__((always_inline)) vector_##isa##_##type beside_##isa##_##type( \
		vector_##isa##_##type left, vector_##isa##_##type right) \
	{ \
		return (vector_##isa##_##type)((bits_##isa##_##type)right & (bits_##isa##_##type)(left == left)); \
	} \
	static inline target __attribute__((always_inline)) void step_##isa##_##type(char *dst, const char *lefts, \
										     const char *rights) \
	{ \
		vector_##isa##_##type left, right, a, b, with_a, with_b, result; \
		memcpy(&left, lefts, sizeof(left)); \
		memcpy(&right, rights, sizeof(right)); \
		a = __builtin_shufflevector(left, left, FIRSTS); \
		b = __builtin_shufflevector(left, left, SECONDS); \
		with_a = a * beside_##isa##_##type(a, right); \
		with_b = b * beside_##isa##_##type(b, __builtin_shufflevector(right, right, SWAPPED)); \
		__asm__("" : "+x"(with_a), "+x"(with_b)); \
		with_b = beside_##isa##_##type(with_a, with_b); \
		result = __builtin_shufflevector(with_a - with_b, with_a + with_b, BY_TURNS); \
		memcpy(dst, &result, sizeof(result)); \
	} \
	static inline target __attribute__((always_inline)) void product_##isa##_##type(char *dst, const char *lefts, \
											const char *rights, size_t n_bytes) \
	{ \
		char last[3][vector_bytes] = { 0 }; \
		size_t at = 0; \
		for (; n_bytes - at >= (vector_bytes); at += (vector_bytes)) \
			step_##isa##_##type(dst + at, lefts + at, rights + at); \
		if (at == n_bytes) \
			return; \
		memcpy(last[1], lefts + at, n_bytes - at); \
		memcpy(last[2], rights + at, n_bytes - at); \
		step_##isa##_##type(last[0], last[1], last[2]); \
		memcpy(dst + at, last[0], n_bytes - at); \
	}
#define LIST(...) __VA_ARGS__
COMPLEX_STEP(PLAIN, , 16, C32, float, int32_t, LIST(0, 0, 2, 2), LIST(1, 1, 3, 3), LIST(1, 0, 3, 2), LIST(0, 5, 2, 7))
COMPLEX_STEP(PLAIN, , 16, C64, double, int64_t, LIST(0, 0), LIST(1, 1), LIST(1, 0), LIST(0, 3))
COMPLEX_STEP(AVX2, SUMAC_TARGET_AVX2, 32, C32, float, int32_t, LIST(0, 0, 2, 2, 4, 4, 6, 6), LIST(1, 1, 3, 3, 5, 5, 7, 7),
	     LIST(1, 0, 3, 2, 5, 4, 7, 6), LIST(0, 9, 2, 11, 4, 13, 6, 15))
COMPLEX_STEP(AVX2, SUMAC_TARGET_AVX2, 32, C64, double, int64_t, LIST(0, 0, 2, 2), LIST(1, 1, 3, 3), LIST(1, 0, 3, 2),
	     LIST(0, 5, 2, 7))

#define COMPLEX_PROD_FOR(isa, target, op, type, ctype) \
	target void sumac_kernel_##isa##_##op##_##type(KERNEL_ARGUMENTS) \
	{ \
		KERNEL_CAT(KERNEL_CAT(product_, FOLD_ISA_##isa), _##type)(dst, left_elems, right_elems, count * sizeof(ctype)); \
	}
#define COMPLEX_PROD(op, type, ctype) SUMAC_ISAS(COMPLEX_PROD_FOR, op, type, ctype)

#define MAKE_FLOAT_sum(op, type, T) ELEMENTWISE(op, type, T, left + beside_##type(left, right))
#define MAKE_FLOAT_prod(op, type, T) ELEMENTWISE(op, type, T, left * beside_##type(left, right))
#define MAKE_FLOAT_min(op, type, T) ELEMENTWISE(op, type, T, right < left ? right : left)
#define MAKE_FLOAT_max(op, type, T) ELEMENTWISE(op, type, T, right > left ? right : left)
#define MAKE_C32_sum(op) PARTWISE(op, C32, F32)
#define MAKE_C64_sum(op) PARTWISE(op, C64, F64)
#define MAKE_C32_prod(op) COMPLEX_PROD(op, C32, struct sumac_c32)
#define MAKE_C64_prod(op) COMPLEX_PROD(op, C64, struct sumac_c64)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(op, type, ctype, calc, how, body) MAKE_FLOAT_##body(op, type, ctype)
#define MAKE_COMPLEX(op, type, ctype, calc, how, body) MAKE_##type##_##body(op)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
