/*
 * The expression E, and single operations written as plainly as they can be: floating point by the
 * processor's own scalar instructions, whose rule for NaN is the one that rules.def states.
 */
#include "oracle/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sumac_ops.h"

enum { MAX_BYTES = 32 };

size_t oracle_elem_bytes(int type)
{
	switch (type) {
	case SUMAC_TYPE_I8: case SUMAC_TYPE_U8: case SUMAC_TYPE_L8: case SUMAC_TYPE_B8:
		return 1;
	case SUMAC_TYPE_I16: case SUMAC_TYPE_U16: case SUMAC_TYPE_L16: case SUMAC_TYPE_F16: case SUMAC_TYPE_BF16:
		return 2;
	case SUMAC_TYPE_I32: case SUMAC_TYPE_U32: case SUMAC_TYPE_L32: case SUMAC_TYPE_F32:
		return 4;
	case SUMAC_TYPE_I64: case SUMAC_TYPE_U64: case SUMAC_TYPE_L64: case SUMAC_TYPE_F64: case SUMAC_TYPE_C32:
	case SUMAC_TYPE_PAIR_F32_I32: case SUMAC_TYPE_PAIR_I32_I32: case SUMAC_TYPE_PAIR_I16_I32:
	case SUMAC_TYPE_PAIR_F32_F32:
		return 8;
	case SUMAC_TYPE_F128: case SUMAC_TYPE_X80: case SUMAC_TYPE_C64: case SUMAC_TYPE_PAIR_F64_I32:
	case SUMAC_TYPE_PAIR_I64_I32: case SUMAC_TYPE_PAIR_F64_F64:
		return 16;
	case SUMAC_TYPE_C128: case SUMAC_TYPE_CX80: case SUMAC_TYPE_PAIR_X80_I32:
		return 32;
	}
	return 0;
}

/* E(lo, n) of one element, into value: the largest power of two below n divides it. */
static int expression(int op, int type, const void *const *src, size_t at, int lo, int n, void *value)
{
	unsigned char left[MAX_BYTES], right[MAX_BYTES];
	int p = 1;

	if (n == 1) {
		memcpy(value, (const char *)src[lo] + at, oracle_elem_bytes(type));
		return 0;
	}
	while (2 * p < n)
		p *= 2;
	if (expression(op, type, src, at, lo, p, left) || expression(op, type, src, at, lo + p, n - p, right))
		return -1;
	return oracle_combine(op, type, left, right, value);
}

int oracle_reduce(int op, int type, int n_ranks, const void *const *src, size_t count, void *dst)
{
	size_t bytes = oracle_elem_bytes(type);
	unsigned char value[MAX_BYTES];

	for (size_t i = 0; i < count; i++) {
		if (!bytes || expression(op, type, src, i * bytes, 0, n_ranks, value))
			return -1;
		memcpy((char *)dst + i * bytes, value, bytes);
	}
	return bytes ? 0 : -1;
}

int oracle_fold(int op, int type, int n_ranks, const void *const *src, size_t count, void *dst)
{
	size_t bytes = oracle_elem_bytes(type);
	unsigned char value[MAX_BYTES], next[MAX_BYTES];

	for (size_t at = 0; at < count * bytes; at += bytes) {
		memcpy(value, (const char *)src[0] + at, bytes);
		for (int rank = 1; rank < n_ranks; rank++) {
			if (oracle_combine(op, type, value, (const char *)src[rank] + at, next))
				return -1;
			memcpy(value, next, bytes);
		}
		memcpy((char *)dst + at, value, bytes);
	}
	return bytes ? 0 : -1;
}

/* Integers: 64 bits of either kind, of which the low ones are kept. */
static int64_t signed_of(const void *at, size_t bytes)
{
	int64_t value = 0;

	memcpy(&value, at, bytes);
	return bytes == 8 || !(value >> (8 * bytes - 1)) ? value : value - (INT64_C(1) << (8 * bytes));
}

static uint64_t unsigned_of(const void *at, size_t bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, bytes);
	return value;
}

static int integers(int op, size_t bytes, int is_signed, const void *left, const void *right, void *dst)
{
	uint64_t a = unsigned_of(left, bytes), b = unsigned_of(right, bytes), c;
	int less = is_signed ? signed_of(right, bytes) < signed_of(left, bytes) : b < a;

	switch (op) {
	case SUMAC_OP_SUM: c = a + b; break;
	case SUMAC_OP_PROD: c = a * b; break;
	case SUMAC_OP_TEST_SUB: c = a - b; break;
	case SUMAC_OP_MIN: c = less ? b : a; break;
	case SUMAC_OP_MAX: c = less ? a : b; break;
	case SUMAC_OP_AND: c = a & b; break;
	case SUMAC_OP_OR: c = a | b; break;
	case SUMAC_OP_XOR: c = a ^ b; break;
	case SUMAC_OP_LAND: c = a != 0 && b != 0; break;
	case SUMAC_OP_LOR: c = a != 0 || b != 0; break;
	case SUMAC_OP_LXOR: c = (a != 0) != (b != 0); break;
	default: return -1;
	}
	memcpy(dst, &c, bytes);
	return 0;
}

/* Floating point numbers, by instruction: '+', '-', '*' on left and right, in that order. */
static void f32(char what, const void *left, const void *right, void *dst)
{
	float a, b;

	memcpy(&a, left, 4);
	memcpy(&b, right, 4);
	if (what == '+')
		__asm__ volatile("addss %1, %0" : "+x"(a) : "x"(b));
	else if (what == '-')
		__asm__ volatile("subss %1, %0" : "+x"(a) : "x"(b));
	else
		__asm__ volatile("mulss %1, %0" : "+x"(a) : "x"(b));
	memcpy(dst, &a, 4);
}

static void f64(char what, const void *left, const void *right, void *dst)
{
	double a, b;

	memcpy(&a, left, 8);
	memcpy(&b, right, 8);
	if (what == '+')
		__asm__ volatile("addsd %1, %0" : "+x"(a) : "x"(b));
	else if (what == '-')
		__asm__ volatile("subsd %1, %0" : "+x"(a) : "x"(b));
	else
		__asm__ volatile("mulsd %1, %0" : "+x"(a) : "x"(b));
	memcpy(dst, &a, 8);
}

/* x87 and binary128 have no instruction with that rule: look at the bytes. */
static int x80_is_nan(const unsigned char *at)
{
	return (at[9] & 0x7F) == 0x7F && at[8] == 0xFF && (at[7] & 0x80) && (unsigned_of(at, 8) << 1);
}

static int f128_is_nan(const unsigned char *at)
{
	return (at[15] & 0x7F) == 0x7F && at[14] == 0xFF && (unsigned_of(at, 8) || unsigned_of(at + 8, 6));
}

static void x80(char what, const void *left, const void *right, void *dst)
{
	static const unsigned char invalid[10] = { 0, 0, 0, 0, 0, 0, 0, 0xC0, 0xFF, 0xFF };
	unsigned char value[16];
	long double a, b;

	memcpy(value, left, 16);
	if (x80_is_nan(left) || x80_is_nan(right)) {
		memcpy(value, x80_is_nan(left) ? left : right, 10);
		value[7] |= 0x40;
		memcpy(dst, value, 16);
		return;
	}
	memcpy(&a, left, 16);
	memcpy(&b, right, 16);
	if (what == '+')
		__asm__ volatile("fadd %1, %0" : "+t"(a) : "f"(b));
	else if (what == '-')
		__asm__ volatile("fsub %1, %0" : "+t"(a) : "f"(b));
	else
		__asm__ volatile("fmul %1, %0" : "+t"(a) : "f"(b));
	memcpy(value, &a, 10);
	if (x80_is_nan(value))
		memcpy(value, invalid, 10);
	memcpy(dst, value, 16);
}

static void f128(char what, const void *left, const void *right, void *dst)
{
	static const unsigned char invalid[16] = { [14] = 0xFF, [13] = 0x80, [15] = 0xFF };
	__float128 a, b;

	if (f128_is_nan(left) || f128_is_nan(right)) {
		memmove(dst, f128_is_nan(left) ? left : right, 16);
		((unsigned char *)dst)[13] |= 0x80;
		return;
	}
	memcpy(&a, left, 16);
	memcpy(&b, right, 16);
	a = what == '+' ? a + b : what == '-' ? a - b : a * b;
	memcpy(dst, &a, 16);
	if (f128_is_nan(dst))
		memcpy(dst, invalid, 16);
}

/* 16-bit floats as doubles, which hold them exactly. */
static double double_of_half(unsigned half, int fraction_bits)
{
	int exponent_bits = 15 - fraction_bits, exponent = half >> fraction_bits & ((1 << exponent_bits) - 1);
	int bias = (1 << (exponent_bits - 1)) - 1;
	double fraction = ldexp((double)(half & ((1u << fraction_bits) - 1)), -fraction_bits), value;

	if (exponent == (1 << exponent_bits) - 1)
		value = fraction != 0 ? (double)NAN : (double)INFINITY;
	else
		value = exponent ? ldexp(1 + fraction, exponent - bias) : ldexp(fraction, 1 - bias);
	return half & 0x8000 ? -value : value;
}

/* To nearest even, as whole multiples of the unit in the last place; not for NaN. */
static unsigned half_of_double(double value, int fraction_bits)
{
	int exponent_bits = 15 - fraction_bits, bias = (1 << (exponent_bits - 1)) - 1, exponent;
	unsigned sign = signbit(value) ? 0x8000 : 0;
	double size = fabs(value), units;

	if (size == 0)
		return sign;
	if (isinf(value))
		return sign | ((1u << exponent_bits) - 1) << fraction_bits;
	frexp(size, &exponent);
	exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
	units = nearbyint(ldexp(size, fraction_bits - exponent));
	/* units counts the hidden bit; carries walk into the exponent, up to infinity. */
	units += ldexp(exponent + bias - 1, fraction_bits);
	if (units >= ldexp((1 << exponent_bits) - 1, fraction_bits))
		units = ldexp((1 << exponent_bits) - 1, fraction_bits);
	return sign | (unsigned)units;
}

static void halves(char what, int fraction_bits, const void *left, const void *right, void *dst)
{
	unsigned a = (unsigned)unsigned_of(left, 2), b = (unsigned)unsigned_of(right, 2), c;
	unsigned quiet = 1u << (fraction_bits - 1), invalid = 0xFFFF & ~(quiet - 1);
	volatile float sum; /* the one rounding to binary32 */

	if (isnan(double_of_half(a, fraction_bits))) {
		c = a | quiet;
	} else if (isnan(double_of_half(b, fraction_bits))) {
		c = b | quiet;
	} else {
		double x = double_of_half(a, fraction_bits), y = double_of_half(b, fraction_bits);

		sum = (float)(what == '+' ? x + y : x * y);
		c = isnan(sum) ? invalid : half_of_double(sum, fraction_bits);
	}
	memcpy(dst, &c, 2);
}

static int fraction_bits_of(int type)
{
	return type == SUMAC_TYPE_F16 ? 10 : 7;
}

void oracle_widen(int type, const void *narrow, void *wide)
{
	int fraction_bits = fraction_bits_of(type);
	uint32_t half = (uint32_t)unsigned_of(narrow, 2), bits;
	float value = (float)double_of_half(half, fraction_bits);

	memcpy(&bits, &value, 4);
	if (isnan(value))
		bits = half >> 15 << 31 | 0x7F800000 | (half & ((1u << fraction_bits) - 1)) << (23 - fraction_bits);
	memcpy(wide, &bits, 4);
}

void oracle_narrow(int type, const void *wide, void *narrow)
{
	int fraction_bits = fraction_bits_of(type);
	uint32_t bits = (uint32_t)unsigned_of(wide, 4), half;
	float value;

	memcpy(&value, wide, 4);
	if (isnan(value))
		half = bits >> 31 << 15 | 0x7FFF >> fraction_bits << fraction_bits |
		       (bits >> (23 - fraction_bits) & ((1u << fraction_bits) - 1));
	else
		half = half_of_double(value, fraction_bits);
	memcpy(narrow, &half, 2);
}

int oracle_wide_sum(int type, int is_left, int n_ranks, const void *const *src, size_t count, void *dst)
{
	float *values = malloc((size_t)n_ranks * sizeof(*values)), sum;
	const void **at = malloc((size_t)n_ranks * sizeof(*at));
	int err = !values || !at || (type != SUMAC_TYPE_F16 && type != SUMAC_TYPE_BF16) ? -1 : 0;

	for (size_t i = 0; i < count && !err; i++) {
		for (int rank = 0; rank < n_ranks; rank++) {
			oracle_widen(type, (const char *)src[rank] + 2 * i, &values[rank]);
			at[rank] = &values[rank];
		}
		err = (is_left ? oracle_fold : oracle_reduce)(SUMAC_OP_SUM, SUMAC_TYPE_F32, n_ranks, at, 1, &sum);
		oracle_narrow(type, &sum, (char *)dst + 2 * i);
	}
	free(values);
	free(at);
	return err;
}

/* Whether a < b; false with a NaN. */
static int less(int type, const void *a, const void *b)
{
	double x, y;
	float u, v;
	long double l, m;
	__float128 q, r;

	switch (type) {
	case SUMAC_TYPE_F16:
		return isless(double_of_half((unsigned)unsigned_of(a, 2), 10), double_of_half((unsigned)unsigned_of(b, 2), 10));
	case SUMAC_TYPE_BF16:
		return isless(double_of_half((unsigned)unsigned_of(a, 2), 7), double_of_half((unsigned)unsigned_of(b, 2), 7));
	case SUMAC_TYPE_F32:
		memcpy(&u, a, 4);
		memcpy(&v, b, 4);
		return isless(u, v);
	case SUMAC_TYPE_F64:
		memcpy(&x, a, 8);
		memcpy(&y, b, 8);
		return isless(x, y);
	case SUMAC_TYPE_X80:
		memcpy(&l, a, 16);
		memcpy(&m, b, 16);
		return isless(l, m);
	case SUMAC_TYPE_F128:
		memcpy(&q, a, 16);
		memcpy(&r, b, 16);
		return !f128_is_nan(a) && !f128_is_nan(b) && q - r < 0;
	case SUMAC_TYPE_I64:
		return signed_of(a, 8) < signed_of(b, 8);
	case SUMAC_TYPE_I32:
		return signed_of(a, 4) < signed_of(b, 4);
	case SUMAC_TYPE_I16:
		return signed_of(a, 2) < signed_of(b, 2);
	}
	return 0;
}

static int is_nan(int type, const void *at)
{
	switch (type) {
	case SUMAC_TYPE_F32: return (unsigned_of(at, 4) << 33) > (UINT64_C(0x7F800000) << 33);
	case SUMAC_TYPE_F64: return (unsigned_of(at, 8) << 1) > (UINT64_C(0x7FF0000000000000) << 1);
	case SUMAC_TYPE_X80: return x80_is_nan(at);
	}
	return 0;
}

/* x87 patterns that are no numbers compare with nothing; in tests they occur in long double only. */
static int x80_is_odd(const unsigned char *at)
{
	return (unsigned_of(at + 8, 2) & 0x7FFF) && !(at[7] & 0x80);
}

static int equal(int type, const void *a, const void *b)
{
	if (type == SUMAC_TYPE_X80 && (x80_is_odd(a) || x80_is_odd(b)))
		return 0;
	return !is_nan(type, a) && !is_nan(type, b) && !less(type, a, b) && !less(type, b, a);
}

static int pairs(int op, size_t bytes, int value, size_t value_bytes, int index, size_t index_bytes,
		 size_t index_at, const void *left, const void *right, void *dst)
{
	const char *l = left, *r = right;
	unsigned char result[MAX_BYTES];
	int wins = op == SUMAC_OP_MINLOC ? less(value, r, l) : less(value, l, r);

	if (op != SUMAC_OP_MINLOC && op != SUMAC_OP_MAXLOC)
		return -1;
	memcpy(result, left, bytes);
	if (wins)
		memcpy(result, r, value_bytes);
	if (wins || (equal(value, l, r) && less(index, r + index_at, l + index_at)))
		memcpy(result + index_at, r + index_at, index_bytes);
	memcpy(dst, result, bytes);
	return 0;
}

typedef void arithmetic(char what, const void *left, const void *right, void *dst);

static int floats(int op, int type, arithmetic *apply, const void *left, const void *right, void *dst)
{
	unsigned char result[MAX_BYTES];
	size_t bytes = oracle_elem_bytes(type);

	memcpy(result, left, bytes);
	switch (op) {
	case SUMAC_OP_SUM: apply('+', left, right, result); break;
	case SUMAC_OP_PROD: apply('*', left, right, result); break;
	case SUMAC_OP_MIN:
		if (less(type, right, left))
			memcpy(result, right, type == SUMAC_TYPE_X80 ? 10 : bytes);
		break;
	case SUMAC_OP_MAX:
		if (less(type, left, right))
			memcpy(result, right, type == SUMAC_TYPE_X80 ? 10 : bytes);
		break;
	default: return -1;
	}
	memcpy(dst, result, bytes);
	return 0;
}

static void f16(char what, const void *left, const void *right, void *dst)
{
	halves(what, 10, left, right, dst);
}

static void bf16(char what, const void *left, const void *right, void *dst)
{
	halves(what, 7, left, right, dst);
}

static int complexes(int op, size_t part, arithmetic *apply, const void *left, const void *right, void *dst)
{
	const char *a = left, *b = a + part, *c = right, *d = c + part;
	char ac[16], bd[16], ad[16], bc[16], result[MAX_BYTES];

	if (op == SUMAC_OP_SUM) {
		apply('+', a, c, result);
		apply('+', b, d, result + part);
	} else if (op == SUMAC_OP_PROD) {
		apply('*', a, c, ac);
		apply('*', b, d, bd);
		apply('*', a, d, ad);
		apply('*', b, c, bc);
		apply('-', ac, bd, result);
		apply('+', ad, bc, result + part);
		if (apply == x80) { /* padding is left's */
			memcpy(result + 10, a + 10, 6);
			memcpy(result + part + 10, b + 10, 6);
		}
	} else {
		return -1;
	}
	memcpy(dst, result, 2 * part);
	return 0;
}

int oracle_combine(int op, int type, const void *left, const void *right, void *dst)
{
	size_t bytes = oracle_elem_bytes(type);

	switch (type) {
	case SUMAC_TYPE_I8: case SUMAC_TYPE_I16: case SUMAC_TYPE_I32: case SUMAC_TYPE_I64:
		return integers(op, bytes, 1, left, right, dst);
	case SUMAC_TYPE_U8: case SUMAC_TYPE_U16: case SUMAC_TYPE_U32: case SUMAC_TYPE_U64:
		return integers(op, bytes, 0, left, right, dst);
	case SUMAC_TYPE_L8: case SUMAC_TYPE_L16: case SUMAC_TYPE_L32: case SUMAC_TYPE_L64:
		return op < SUMAC_OP_LAND || op > SUMAC_OP_LXOR ? -1 : integers(op, bytes, 0, left, right, dst);
	case SUMAC_TYPE_B8:
		return op < SUMAC_OP_AND || op > SUMAC_OP_XOR ? -1 : integers(op, bytes, 0, left, right, dst);
	case SUMAC_TYPE_F16: return floats(op, type, f16, left, right, dst);
	case SUMAC_TYPE_BF16: return floats(op, type, bf16, left, right, dst);
	case SUMAC_TYPE_F32: return floats(op, type, f32, left, right, dst);
	case SUMAC_TYPE_F64: return floats(op, type, f64, left, right, dst);
	case SUMAC_TYPE_X80: return floats(op, type, x80, left, right, dst);
	case SUMAC_TYPE_F128: return floats(op, type, f128, left, right, dst);
	case SUMAC_TYPE_C32: return complexes(op, 4, f32, left, right, dst);
	case SUMAC_TYPE_C64: return complexes(op, 8, f64, left, right, dst);
	case SUMAC_TYPE_CX80: return complexes(op, 16, x80, left, right, dst);
	case SUMAC_TYPE_C128: return complexes(op, 16, f128, left, right, dst);
	case SUMAC_TYPE_PAIR_F32_I32: return pairs(op, 8, SUMAC_TYPE_F32, 4, SUMAC_TYPE_I32, 4, 4, left, right, dst);
	case SUMAC_TYPE_PAIR_F64_I32: return pairs(op, 16, SUMAC_TYPE_F64, 8, SUMAC_TYPE_I32, 4, 8, left, right, dst);
	case SUMAC_TYPE_PAIR_I64_I32: return pairs(op, 16, SUMAC_TYPE_I64, 8, SUMAC_TYPE_I32, 4, 8, left, right, dst);
	case SUMAC_TYPE_PAIR_I32_I32: return pairs(op, 8, SUMAC_TYPE_I32, 4, SUMAC_TYPE_I32, 4, 4, left, right, dst);
	case SUMAC_TYPE_PAIR_I16_I32: return pairs(op, 8, SUMAC_TYPE_I16, 2, SUMAC_TYPE_I32, 4, 4, left, right, dst);
	case SUMAC_TYPE_PAIR_X80_I32: return pairs(op, 32, SUMAC_TYPE_X80, 10, SUMAC_TYPE_I32, 4, 16, left, right, dst);
	case SUMAC_TYPE_PAIR_F32_F32: return pairs(op, 8, SUMAC_TYPE_F32, 4, SUMAC_TYPE_F32, 4, 4, left, right, dst);
	case SUMAC_TYPE_PAIR_F64_F64: return pairs(op, 16, SUMAC_TYPE_F64, 8, SUMAC_TYPE_F64, 8, 8, left, right, dst);
	}
	return -1;
}
