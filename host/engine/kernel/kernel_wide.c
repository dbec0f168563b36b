/*
 * Kernels of long double and binary128, and of complex numbers of them. A long double's last 6 bytes are
 * padding; the result has left's, so that all its bytes are definite.
 */
#include "engine/kernel/arith.h"
#include "engine/kernel/kernel_family.h"
#include "engine/kernel/kernel_x80.h"

typedef __float128 loose_f128 __attribute__((aligned(1), may_alias));

/* An x87 number of 80 bits goes to and from memory as it is, in 10 bytes. So left is copied whole, with its padding, and the
 * result put over it. Compilers take a store of the type for one of all its 16 bytes, and would leave out the one before. */
typedef loose_half element;
#define KEEP_STORES __asm__ volatile("" : : : "memory")

/* Left is copied to the stack, and its numbers loaded from there. Where all three arrays have the same addresses but for whole
 * pages, as large ones often have, some processors take a number that is to be loaded for the one stored just before, when both
 * operands are loaded as results are stored: each then waits for the one before, and takes three times as long. */
#define LOAD_FROM(aside) __asm__("" : "+m"(aside))

/* By one comparison. */
#define EITHER_IS_NAN(a, b) __builtin_expect(__builtin_isunordered(a, b), 0)

/* A result that is NaN is computed again by the exact rules, out of the way, so that numbers stay in registers. */
#define AGAIN_X80(name, type) \
	static __attribute__((noinline, cold)) type again_##name(const void *left_number, const void *right_number) \
	{ \
		type left, right; \
		memcpy(&left, left_number, sizeof(left)); \
		memcpy(&right, right_number, sizeof(right)); \
		return sumac_##name(left, right); \
	}
AGAIN_X80(sum_X80, long double)
AGAIN_X80(prod_X80, long double)
AGAIN_X80(prod_CX80, struct sumac_cx80)

/* One by one: a last one, and the rest from where there is a NaN. */
#define REST_X80(name, operator) \
	static __attribute__((noinline)) void rest_##name(char *results, const char *lefts, const char *rights, size_t n_bytes) \
	{ \
		for (size_t at = 0; at < n_bytes; at += sizeof(long double)) { \
			const element whole = *(const element *)(lefts + at); \
			long double value = *(const loose_x80 *)(lefts + at) operator *(const loose_x80 *)(rights + at); \
			if (__builtin_expect(value != value, 0)) \
				value = again_##name(lefts + at, rights + at); \
			*(element *)(results + at) = whole; \
			KEEP_STORES; \
			*(loose_x80 *)(results + at) = value; \
		} \
	}
REST_X80(sum_X80, +)
REST_X80(prod_X80, *)

/* Two at a time. No call comes back here, so that a short one keeps no registers for it. */
#define X80(op, type, n_numbers, operator, name) \
	KERNEL_FUNCTION(op, type) \
	{ \
		const size_t step = 2 * sizeof(long double); \
		const char *lefts = left_elems, *rights = right_elems; \
		size_t n_bytes = (n_numbers) * sizeof(long double); \
		char *results = dst; \
		for (; n_bytes >= step; n_bytes -= step, lefts += step, rights += step, results += step) { \
			const element whole = *(const element *)lefts, next_whole = *(const element *)(lefts + 16); \
			element aside[2] = { whole, next_whole }; \
			long double value, next; \
			LOAD_FROM(aside); \
			next = *(const loose_x80 *)&aside[1] operator *(const loose_x80 *)(rights + 16); \
			value = *(const loose_x80 *)&aside[0] operator *(const loose_x80 *)rights; \
			if (EITHER_IS_NAN(value, next)) \
				break; \
			*(element *)results = whole; \
			*(element *)(results + 16) = next_whole; \
			KEEP_STORES; \
			*(loose_x80 *)results = value; \
			*(loose_x80 *)(results + 16) = next; \
		} \
		if (n_bytes) \
			rest_##name(results, lefts, rights, n_bytes); \
	}

/* One of two numbers, by a mask. */
#define CHOOSE_X80(op, operator) \
	KERNEL_FUNCTION(op, X80) \
	{ \
		const loose_half *lefts = left_elems, *rights = right_elems; \
		loose_half *results = dst; \
		for (size_t i = 0; i < count; i++) { \
			const uint64_t left_head = sumac_x80_head(&lefts[i]), right_head = sumac_x80_head(&rights[i]); \
			const loose_half l = lefts[i], r = rights[i]; \
			loose_half takes; \
			if (__builtin_expect(sumac_x80_heads_tell(left_head, right_head), 1)) { \
				takes = (loose_half)(sumac_x80_place(right_head) operator sumac_x80_place(left_head)); \
			} else { \
				const long double left = sumac_x80_of(&lefts[i]), right = sumac_x80_of(&rights[i]); \
				const int64_t does_take = -(int64_t)(right operator left); \
				takes = (loose_half){ does_take, does_take }; \
			} \
			results[i] = l ^ ((l ^ r) & takes & SUMAC_X80_NUMBER); \
		} \
	}

#define F128(op, type, n_numbers, expr) \
	KERNEL_FUNCTION(op, type) \
	{ \
		const loose_f128 *lefts = left_elems, *rights = right_elems; \
		loose_f128 *results = dst; \
		for (size_t i = 0; i < (n_numbers); i++) { \
			const __float128 left = lefts[i], right = rights[i]; \
			results[i] = expr; \
		} \
	}

#define COMPLEX_X80(op) \
	KERNEL_FUNCTION(op, CX80) \
	{ \
		const char *lefts = left_elems, *rights = right_elems; \
		char *results = dst; \
		for (size_t at = 0; at < count * 32; at += 32) { \
			const element re = *(const element *)(lefts + at), im = *(const element *)(lefts + at + 16); \
			const struct sumac_cx80 right = { *(const loose_x80 *)(rights + at), \
							  *(const loose_x80 *)(rights + at + 16) }; \
			element aside[2] = { re, im }; \
			struct sumac_cx80 left, value; \
			LOAD_FROM(aside); \
			left = (struct sumac_cx80){ *(const loose_x80 *)&aside[0], *(const loose_x80 *)&aside[1] }; \
			value = (struct sumac_cx80){ left.re * right.re - left.im * right.im, \
						     left.re * right.im + left.im * right.re }; \
			if (EITHER_IS_NAN(value.re, value.im)) \
				value = again_prod_CX80(lefts + at, rights + at); \
			*(element *)(results + at) = re; \
			*(element *)(results + at + 16) = im; \
			KEEP_STORES; \
			*(loose_x80 *)(results + at) = value.re; \
			*(loose_x80 *)(results + at + 16) = value.im; \
		} \
	}

#define COMPLEX_F128(op) \
	KERNEL_FUNCTION(op, C128) \
	{ \
		const loose_f128 *lefts = left_elems, *rights = right_elems; \
		loose_f128 *results = dst; \
		for (size_t i = 0; i < 2 * count; i += 2) { \
			const struct sumac_c128 left = { lefts[i], lefts[i + 1] }, right = { rights[i], rights[i + 1] }; \
			const struct sumac_c128 value = sumac_prod_C128(left, right); \
			results[i] = value.re; \
			results[i + 1] = value.im; \
		} \
	}

/* Only a NaN can differ from what rules.def says. */
#define MAKE_X80_sum(op) X80(op, X80, count, +, sum_X80)
#define MAKE_X80_prod(op) X80(op, X80, count, *, prod_X80)
#define MAKE_CX80_sum(op) X80(op, CX80, 2 * count, +, sum_X80)
#define MAKE_CX80_prod(op) COMPLEX_X80(op)
#define MAKE_F128_sum(op) F128(op, F128, count, sumac_sum_F128(left, right))
#define MAKE_F128_prod(op) F128(op, F128, count, sumac_prod_F128(left, right))
#define MAKE_F128_min(op) F128(op, F128, count, right < left ? right : left)
#define MAKE_F128_max(op) F128(op, F128, count, right > left ? right : left)
#define MAKE_C128_sum(op) F128(op, C128, 2 * count, sumac_sum_F128(left, right))
#define MAKE_C128_prod(op) COMPLEX_F128(op)

/* long double's min and max are plain expressions in the table, which choose: a NaN is chosen as it is. */
#define MAKE_WIDE_EXPR(op, type, ctype, body) CHOOSE_##type(op, OPERATOR_##op)
#define OPERATOR_MIN <
#define OPERATOR_MAX >
#define MAKE_WIDE_CALL(op, type, ctype, body) MAKE_##type##_##body(op)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_COMPLEX(...)
#define MAKE_HALF(...)
#define MAKE_WIDE(op, type, ctype, calc, how, body) MAKE_WIDE_##how(op, type, ctype, body)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
