/*
 * Kernels of binary32 and binary64, and of complex numbers of them: loops that compilers vectorise. The
 * processor's NaNs are those of rules.def but where both operands are NaN and the compiler has exchanged them.
 * So what is added to a NaN on the left is that same NaN.
 */
#include "engine/cpu/kernel_family.h"

#define BESIDE(left, right) ((left) != (left) ? (left) : (right))

#define ARITHMETIC(op, type, T, operator) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef T loose __attribute__((aligned(1), may_alias)); \
		const loose *lefts = left_elems, *rights = right_elems; \
		loose *results = dst; \
		KERNEL_INDEPENDENT \
		for (size_t i = 0; i < count; i++) { \
			const T left = lefts[i], right = rights[i]; \
			results[i] = left operator BESIDE(left, right); \
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
		KERNEL_BODY(op, part)(dst, left_elems, right_elems, 2 * count); \
	}

/*
 * Four products are rounded into memory, a block of them, and only then added: the barrier keeps the compiler from
 * fusing them. (gcc 12 fuses interleaved additions and subtractions, vfmaddsub, even with -ffp-contract=off.)
 */
enum { BLOCK = 256 };
#define COMPLEX_PROD(op, type, part) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef part loose __attribute__((aligned(1), may_alias)); \
		part ac[BLOCK], bd[BLOCK], ad[BLOCK], bc[BLOCK]; \
		for (size_t start = 0; start < count; start += BLOCK) { \
			const loose *lefts = (const loose *)left_elems + 2 * start; \
			const loose *rights = (const loose *)right_elems + 2 * start; \
			loose *results = (loose *)dst + 2 * start; \
			size_t n = count - start < BLOCK ? count - start : BLOCK; \
			KERNEL_INDEPENDENT \
			for (size_t i = 0; i < n; i++) { \
				const part a = lefts[2 * i], b = lefts[2 * i + 1]; \
				const part c = rights[2 * i], d = rights[2 * i + 1]; \
				ac[i] = a * BESIDE(a, c); \
				bd[i] = b * BESIDE(b, d); \
				ad[i] = a * BESIDE(a, d); \
				bc[i] = b * BESIDE(b, c); \
			} \
			__asm__ volatile("" : : "r"(ac), "r"(bd), "r"(ad), "r"(bc) : "memory"); \
			KERNEL_INDEPENDENT \
			for (size_t i = 0; i < n; i++) { \
				results[2 * i] = ac[i] - BESIDE(ac[i], bd[i]); \
				results[2 * i + 1] = ad[i] + BESIDE(ad[i], bc[i]); \
			} \
		} \
	}

#define MAKE_F32_sum(op) ARITHMETIC(op, F32, float, +)
#define MAKE_F64_sum(op) ARITHMETIC(op, F64, double, +)
#define MAKE_F32_prod(op) ARITHMETIC(op, F32, float, *)
#define MAKE_F64_prod(op) ARITHMETIC(op, F64, double, *)
#define MAKE_F32_min(op) CHOICE(op, F32, float, right < left ? right : left)
#define MAKE_F64_min(op) CHOICE(op, F64, double, right < left ? right : left)
#define MAKE_F32_max(op) CHOICE(op, F32, float, right > left ? right : left)
#define MAKE_F64_max(op) CHOICE(op, F64, double, right > left ? right : left)
#define MAKE_C32_sum(op) PARTWISE(op, C32, F32)
#define MAKE_C64_sum(op) PARTWISE(op, C64, F64)
#define MAKE_C32_prod(op) COMPLEX_PROD(op, C32, float)
#define MAKE_C64_prod(op) COMPLEX_PROD(op, C64, double)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(op, type, ctype, calc, how, body) MAKE_##type##_##body(op)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
