/*
 * Kernels of binary32 and binary64, and of complex numbers of them. Sums and products go block by block: a
 * loop that compilers vectorise; where that gives a NaN, the block is done again with NaN's exact rules.
 */
#include "engine/cpu/arith.h"
#include "engine/cpu/kernel_family.h"

enum { BLOCK = 256 };

/* Only NaNs can come out wrong from the loop, and a result
 * without NaN had no NaN among its operands. */
#define BLOCKWISE(op, type, T, value_expr, exact) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		T block[BLOCK]; \
		for (size_t start = 0; start < count; start += BLOCK) { \
			const loose *lefts = (const loose *)left_elems + start; \
			const loose *rights = (const loose *)right_elems + start; \
			size_t n = count - start < BLOCK ? count - start : BLOCK; \
			int n_nan = 0; \
			for (size_t i = 0; i < n; i++) { \
				const T left = lefts[i], right = rights[i]; \
				const T value = value_expr; \
				block[i] = value; \
				n_nan += value != value; \
			} \
			for (size_t i = 0; n_nan && i < n; i++) \
				block[i] = exact(lefts[i], rights[i]); \
			memcpy((loose *)dst + start, block, n * sizeof(T)); \
		} \
	}

#define CHOICE(op, type, T, expr) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T left = lefts[i], right = rights[i]; \
			results[i] = expr; \
		} \
	}

#define PARTWISE(op, type, part) \
	KERNEL_FUNCTION(op, type) \
	{ \
		sumac_kernel_##op##_##part(dst, left_elems, right_elems, 2 * count); \
	}

/*
 * Four products are rounded into memory, and only then added: the barrier keeps the compiler from fusing
 * them. (gcc 12 fuses interleaved additions and subtractions, vfmaddsub, even with -ffp-contract=off.)
 */
#define COMPLEX_PROD(op, type, T, part) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef part loose __attribute__((aligned(1), may_alias)); \
		part ac[BLOCK], bd[BLOCK], ad[BLOCK], bc[BLOCK]; \
		T block[BLOCK]; \
		for (size_t start = 0; start < count; start += BLOCK) { \
			const loose *lefts = (const loose *)left_elems + 2 * start; \
			const loose *rights = (const loose *)right_elems + 2 * start; \
			size_t n = count - start < BLOCK ? count - start : BLOCK; \
			int n_nan = 0; \
			for (size_t i = 0; i < n; i++) { \
				const part a = lefts[2 * i], b = lefts[2 * i + 1]; \
				const part c = rights[2 * i], d = rights[2 * i + 1]; \
				ac[i] = a * c; \
				bd[i] = b * d; \
				ad[i] = a * d; \
				bc[i] = b * c; \
			} \
			__asm__ volatile("" : : "r"(ac), "r"(bd), "r"(ad), "r"(bc) : "memory"); \
			for (size_t i = 0; i < n; i++) { \
				const T value = { ac[i] - bd[i], ad[i] + bc[i] }; \
				block[i] = value; \
				n_nan += (value.re != value.re) | (value.im != value.im); \
			} \
			for (size_t i = 0; n_nan && i < n; i++) \
				block[i] = sumac_prod_##type((T){ lefts[2 * i], lefts[2 * i + 1] }, \
							     (T){ rights[2 * i], rights[2 * i + 1] }); \
			memcpy((loose *)dst + 2 * start, block, n * sizeof(T)); \
		} \
	}

#define MAKE_F32_sum(op) BLOCKWISE(op, F32, float, left + right, sumac_sum_F32)
#define MAKE_F64_sum(op) BLOCKWISE(op, F64, double, left + right, sumac_sum_F64)
#define MAKE_F32_prod(op) BLOCKWISE(op, F32, float, left * right, sumac_prod_F32)
#define MAKE_F64_prod(op) BLOCKWISE(op, F64, double, left * right, sumac_prod_F64)
#define MAKE_F32_min(op) CHOICE(op, F32, float, right < left ? right : left)
#define MAKE_F64_min(op) CHOICE(op, F64, double, right < left ? right : left)
#define MAKE_F32_max(op) CHOICE(op, F32, float, right > left ? right : left)
#define MAKE_F64_max(op) CHOICE(op, F64, double, right > left ? right : left)
#define MAKE_C32_sum(op) PARTWISE(op, C32, F32)
#define MAKE_C64_sum(op) PARTWISE(op, C64, F64)
#define MAKE_C32_prod(op) COMPLEX_PROD(op, C32, struct sumac_c32, float)
#define MAKE_C64_prod(op) COMPLEX_PROD(op, C64, struct sumac_c64, double)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(op, type, ctype, calc, how, body) MAKE_##type##_##body(op)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
