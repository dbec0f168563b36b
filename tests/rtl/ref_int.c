/*
 * Reference for the benches of the lanes and the combine unit: integer operations on beats of 64 bytes, element by
 * element in plain C; beats of all pairs of edge values; random beats; and the nested value of a - b over n inputs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus		/* Verilator's makefile compiles this as C++ */
extern "C" {
#endif
#include "ref_int.h"
#include "svdpi.h"


/* Codes as in the spec tables; written out again so that a bench notices when they move. */
enum { SUM = 1, PROD, MIN, MAX, AND, OR, XOR, TEST_SUB = 15 };
enum { I8 = 0x10, I16, I32, I64, U8 = 0x20, U16, U32, U64 };

static uint64_t rng_state = 0x9E3779B97F4A7C15u;

uint64_t ref_random(void)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	rng_state ^= rng_state << 17;
	return rng_state;
}

/* left (op) right; wraps, because every operand is widened to an unsigned type of the same width or more */
#define DEFINE_BEAT(name, type_t, wide_t)                                                                     \
	static type_t name##_one(int op, type_t left, type_t right)                                           \
	{                                                                                                     \
		switch (op) {                                                                                 \
		case SUM:      return (type_t)((wide_t)left + (wide_t)right);                                 \
		case PROD:     return (type_t)((wide_t)left * (wide_t)right);                                 \
		case MIN:      return right < left ? right : left;                                            \
		case MAX:      return right > left ? right : left;                                            \
		case AND:      return (type_t)(left & right);                                                 \
		case OR:       return (type_t)(left | right);                                                 \
		case XOR:      return (type_t)(left ^ right);                                                 \
		case TEST_SUB: return (type_t)((wide_t)left - (wide_t)right);                                 \
		}                                                                                             \
		fprintf(stderr, "ref_int: operation %d\n", op);                                               \
		abort();                                                                                      \
	}                                                                                                     \
	static void name(int op, const void *left, const void *right, void *out)                              \
	{                                                                                                     \
		type_t l[BEAT_BYTES / sizeof(type_t)], r[BEAT_BYTES / sizeof(type_t)];                        \
		memcpy(l, left, BEAT_BYTES);                                                                  \
		memcpy(r, right, BEAT_BYTES);                                                                 \
		for (size_t i = 0; i < BEAT_BYTES / sizeof(type_t); i++)                                      \
			l[i] = name##_one(op, l[i], r[i]);                                                    \
		memcpy(out, l, BEAT_BYTES);                                                                   \
	}

DEFINE_BEAT(beat_i8,  int8_t,   uint32_t)
DEFINE_BEAT(beat_i16, int16_t,  uint32_t)
DEFINE_BEAT(beat_i32, int32_t,  uint32_t)
DEFINE_BEAT(beat_i64, int64_t,  uint64_t)
DEFINE_BEAT(beat_u8,  uint8_t,  uint32_t)
DEFINE_BEAT(beat_u16, uint16_t, uint32_t)
DEFINE_BEAT(beat_u32, uint32_t, uint32_t)
DEFINE_BEAT(beat_u64, uint64_t, uint64_t)

struct beat ref_int_combine(int op, int type, const struct beat *left, const struct beat *right)
{
	struct beat out;

	switch (type) {
	case I8:  beat_i8(op, left, right, &out); return out;
	case I16: beat_i16(op, left, right, &out); return out;
	case I32: beat_i32(op, left, right, &out); return out;
	case I64: beat_i64(op, left, right, &out); return out;
	case U8:  beat_u8(op, left, right, &out); return out;
	case U16: beat_u16(op, left, right, &out); return out;
	case U32: beat_u32(op, left, right, &out); return out;
	case U64: beat_u64(op, left, right, &out); return out;
	}
	fprintf(stderr, "ref_int: type 0x%x\n", type);
	abort();
}

/* 1 if the NIC is to do (op, type) */
int ref_int_allowed(int op, int type, int test_ops)
{
	int is_type = (type >= I8 && type <= I64) || (type >= U8 && type <= U64);

	return is_type && ((op >= SUM && op <= XOR) || (test_ops && op == TEST_SUB));
}

/* The benches' generator starts anew from a seed. */
void ref_seed(int seed)
{
	rng_state = 0x9E3779B97F4A7C15u ^ (uint64_t)(uint32_t)seed << 20;
	for (int i = 0; i < 8; i++)
		ref_random();
}

void ref_random_beat(struct beat *out)
{
	for (int i = 0; i < BEAT_BYTES; i++)
		out->bytes[i] = (uint8_t)(ref_random() >> 32);
}

/* Edge values of `bits` bits, signed and unsigned alike. */
static uint64_t edge_value(int bits, int which)
{
	uint64_t ones = bits == 64 ? ~0ull : (1ull << bits) - 1;
	uint64_t top = 1ull << (bits - 1);
	uint64_t half = 1ull << (bits / 2);
	const uint64_t values[] = {
		0, 1, 2, 3, top, top + 1, top - 1, top - 2, ones, ones - 1, half, half - 1, half + 1,
		ones / 3, ones / 3 * 2, ones - half, ones / 255 * 0x7f & ones, ones / 255 * 0x80 & ones,
	};

	return values[which] & ones;
}

#define N_EDGES 18

/* The index-th beat of all pairs of edge values; 0 when there are no more pairs. */
int ref_edge_pair(int size, int index, struct beat *left_out, struct beat *right_out)
{
	int bytes = 1 << size, elems = BEAT_BYTES / bytes;

	if (index * elems >= N_EDGES * N_EDGES)
		return 0;
	for (int i = 0; i < elems; i++) {
		int pair = (index * elems + i) % (N_EDGES * N_EDGES);
		uint64_t l = edge_value(8 * bytes, pair / N_EDGES), r = edge_value(8 * bytes, pair % N_EDGES);

		memcpy(left_out->bytes + i * bytes, &l, bytes);
		memcpy(right_out->bytes + i * bytes, &r, bytes);
	}
	return 1;
}

/* a - b over inputs lo to lo + n - 1, by the definition of E(lo, n) */
struct beat ref_nested_sub(int type, int lo, int n, const struct beat *inputs)
{
	struct beat left, right;
	int p = 1;

	if (n == 1)
		return inputs[lo];
	while (2 * p < n)
		p *= 2;
	left = ref_nested_sub(type, lo, p, inputs);
	right = ref_nested_sub(type, lo + p, n - p, inputs);
	return ref_int_combine(TEST_SUB, type, &left, &right);
}

/* ---- what the benches of the lanes call */

void ref_int_beat(int op, int type, const svBitVecVal *left, const svBitVecVal *right, svBitVecVal *out)
{
	struct beat l, r, x;

	memcpy(&l, left, BEAT_BYTES);
	memcpy(&r, right, BEAT_BYTES);
	x = ref_int_combine(op, type, &l, &r);
	memcpy(out, &x, BEAT_BYTES);
}

int ref_int_listed(int op, int type, int test_ops)
{
	return ref_int_allowed(op, type, test_ops);
}

/* The index-th pair of operands of 2^size bytes: first all edges, then random. */
void ref_operands(int size, int index, svBitVecVal *left, svBitVecVal *right)
{
	struct beat l, r;

	if (!ref_edge_pair(size, index, &l, &r)) {
		ref_random_beat(&l);
		ref_random_beat(&r);
	}
	memcpy(left, &l, BEAT_BYTES);
	memcpy(right, &r, BEAT_BYTES);
}

#ifdef __cplusplus
}
#endif
