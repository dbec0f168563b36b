/*
 * Kernels of long double and binary128, and of complex numbers of them. A long double's last 6 bytes are
 * padding; the result has left's, so that all its bytes are definite.
 */
#include "engine/cpu/arith.h"
#include "engine/cpu/kernel_family.h"

enum { X80_BYTES = 10, F128_BYTES = 16 };

/* left and right are single numbers at any alignment, of 16 bytes each. */
#define EACH(op, type, ctype, n_numbers, significant_bytes, expr) \
	KERNEL_FUNCTION(op, type) \
	{ \
		typedef ctype T; \
		const char *lefts = left_elems, *rights = right_elems; \
		char *results = dst; \
		for (size_t at = 0; at < (n_numbers) * sizeof(T); at += sizeof(T)) { \
			T left, right, value; \
			memcpy(&left, lefts + at, sizeof(T)); \
			memcpy(&right, rights + at, sizeof(T)); \
			value = expr; \
			memmove(results + at, lefts + at, sizeof(T)); \
			memcpy(results + at, &value, significant_bytes); \
		} \
	}

#define COMPLEX_PROD(op, type, T, significant_bytes) \
	KERNEL_FUNCTION(op, type) \
	{ \
		const char *lefts = left_elems, *rights = right_elems; \
		char *results = dst; \
		for (size_t at = 0; at < count * sizeof(T); at += sizeof(T)) { \
			T left, right, value; \
			memcpy(&left, lefts + at, sizeof(T)); \
			memcpy(&right, rights + at, sizeof(T)); \
			value = sumac_prod_##type(left, right); \
			memmove(results + at, lefts + at, sizeof(T)); \
			memcpy(results + at, &value.re, significant_bytes); \
			memcpy(results + at + offsetof(T, im), &value.im, significant_bytes); \
		} \
	}

#define MAKE_X80_sum(op) EACH(op, X80, long double, count, X80_BYTES, sumac_sum_X80(left, right))
#define MAKE_X80_prod(op) EACH(op, X80, long double, count, X80_BYTES, sumac_prod_X80(left, right))
#define MAKE_F128_sum(op) EACH(op, F128, __float128, count, F128_BYTES, sumac_sum_F128(left, right))
#define MAKE_F128_prod(op) EACH(op, F128, __float128, count, F128_BYTES, sumac_prod_F128(left, right))
#define MAKE_F128_min(op) EACH(op, F128, __float128, count, F128_BYTES, right < left ? right : left)
#define MAKE_F128_max(op) EACH(op, F128, __float128, count, F128_BYTES, right > left ? right : left)
#define MAKE_CX80_sum(op) EACH(op, CX80, long double, 2 * count, X80_BYTES, sumac_sum_X80(left, right))
#define MAKE_CX80_prod(op) COMPLEX_PROD(op, CX80, struct sumac_cx80, X80_BYTES)
#define MAKE_C128_sum(op) EACH(op, C128, __float128, 2 * count, F128_BYTES, sumac_sum_F128(left, right))
#define MAKE_C128_prod(op) COMPLEX_PROD(op, C128, struct sumac_c128, F128_BYTES)

/* long double's min and max are plain expressions in the table. */
#define MAKE_WIDE_EXPR(op, type, ctype, body) EACH(op, type, ctype, count, X80_BYTES, body)
#define MAKE_WIDE_CALL(op, type, ctype, body) MAKE_##type##_##body(op)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_HALF(...)
#define MAKE_WIDE(op, type, ctype, calc, how, body) MAKE_WIDE_##how(op, type, ctype, body)
#define MAKE_PAIR(...)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
