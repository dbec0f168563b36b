/*
 * Values on which arithmetic goes wrong. Bits at random seldom meet them: exact cancellation, both zeros,
 * NaN of every kind, the edges of rounding and of the exponent.
 */
#include "oracle/oracle.h"

#include <string.h>

#include "sumac_ops.h"

static uint64_t next_random(uint64_t *state)
{
	uint64_t value = *state += 0x9E3779B97F4A7C15;

	value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
	value = (value ^ value >> 27) * 0x94D049BB133111EB;
	return value ^ value >> 31;
}

static int integer_corner(size_t bytes, int which, void *dst)
{
	static const uint64_t corners[] = { 0, 1, 2, 3, 5, 7, 0x10, 0x55, 0xAA };
	uint64_t top = UINT64_C(1) << (8 * bytes - 1), value;
	int n = sizeof(corners) / sizeof(corners[0]);

	if (which < n)
		value = corners[which];
	else if (which < 2 * n)
		value = 0 - corners[which - n];
	else
		value = which == 2 * n ? top : which == 2 * n + 1 ? top - 1 : which == 2 * n + 2 ? top + 1 : 0x123456789ABCDEF;
	memcpy(dst, &value, bytes);
	return 2 * n + 4;
}

static const struct float_parts {
	int exponent; /* 0 zeros and subnormals; 1 smallest normal; 1000 stands for the bias; negative from the top */
	unsigned high, low; /* the fraction's highest and lowest four bits */
	int ones; /* all bits between them are set, or none */
} float_corners[] = {
	{ 0, 0, 0, 0 }, { 0, 0, 1, 0 }, { 0, 8, 0, 0 }, { 0, 15, 1, 0 }, { 1, 0, 0, 0 }, { 1, 0, 1, 0 },
	{ 2, 8, 1, 0 }, { 1000, 0, 0, 0 }, { 1000, 0, 1, 0 }, { 1000, 8, 0, 0 }, { 1000, 15, 15, 0 },
	{ 999, 0, 0, 0 }, { 999, 15, 15, 0 }, { 998, 4, 3, 0 }, { 1001, 0, 0, 0 }, { 1001, 0, 1, 0 },
	{ 1003, 5, 2, 0 }, { 1010, 0, 0, 0 }, { 1010, 3, 3, 0 }, { 990, 7, 1, 0 }, { -2, 15, 15, 0 },
	{ -2, 0, 0, 0 }, { -2, 0, 1, 0 }, { -3, 8, 0, 0 }, { -1, 0, 0, 0 }, { -1, 8, 0, 0 },
	{ -1, 8, 5, 0 }, { -1, 0, 3, 0 }, { -1, 4, 0, 0 }, { -1, 15, 7, 0 }, { 996, 1, 1, 0 },
	{ 1006, 9, 9, 0 },
	/* The largest of an exponent, and the one before it: of subnormals, of normals, below powers of two. */
	{ 0, 15, 15, 1 }, { 0, 15, 14, 1 }, { 1, 15, 15, 1 }, { 1, 15, 14, 1 }, { 999, 15, 15, 1 }, { 999, 15, 14, 1 },
	{ 1000, 15, 15, 1 }, { 1000, 15, 14, 1 }, { -2, 15, 15, 1 }, { -2, 15, 14, 1 }, { 0, 7, 15, 1 }, { -1, 15, 15, 1 },
};
enum { N_FLOATS = 2 * sizeof(float_corners) / sizeof(float_corners[0]), N_ODD = 6 };

static int float_corner(int exponent_bits, int fraction_bits, int which, void *dst)
{
	const struct float_parts *parts = &float_corners[which / 2];
	int exponent = parts->exponent, bias = (1 << (exponent_bits - 1)) - 1;
	unsigned __int128 value = parts->low, one = 1;

	if (exponent < 0)
		exponent += 1 << exponent_bits;
	else if (exponent >= 990)
		exponent += bias - 1000;
	if (parts->ones && fraction_bits > 8)
		value |= (one << (fraction_bits - 4)) - (one << 4);
	value |= (one * parts->high) << (fraction_bits - 4);
	value |= (one * (unsigned)exponent) << fraction_bits;
	value |= (one * (unsigned)(which % 2)) << (exponent_bits + fraction_bits);
	memcpy(dst, &value, (size_t)(1 + exponent_bits + fraction_bits) / 8);
	return N_FLOATS;
}

/* x87 has its integer bit written out; without it there are patterns that no other format has. */
static int x80_corner(int which, void *dst)
{
	static const unsigned odd[N_ODD] = { 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF, 0x4001, 0xBFFE };
	unsigned char parts[16], value[16];
	uint64_t significand;
	uint16_t exponent;

	memset(value, 0xC5 + which, sizeof(value)); /* padding to be told apart by */
	if (which < N_FLOATS) {
		unsigned __int128 bits = 0;

		float_corner(15, 112, which, parts); /* as binary128, without some of the bits between the ends */
		memcpy(&bits, parts, 16);
		exponent = (uint16_t)(bits >> 112);
		significand = ((uint64_t)(bits >> 49) & INT64_MAX) | (uint64_t)(bits & 15);
		if (exponent & 0x7FFF)
			significand |= UINT64_C(1) << 63;
	} else {
		exponent = (uint16_t)odd[which - N_FLOATS];
		significand = which == N_FLOATS + 1 ? 0 : UINT64_C(0x4000000000000001);
	}
	memcpy(value, &significand, 8);
	memcpy(value + 8, &exponent, 2);
	memcpy(dst, value, 16);
	return N_FLOATS + N_ODD;
}

int oracle_parts(int type, int *first_out, int *second_out, size_t *second_at_out)
{
	static const struct {
		int type, first, second;
		size_t second_at;
	} parts[] = {
		{ SUMAC_TYPE_C32, SUMAC_TYPE_F32, SUMAC_TYPE_F32, 4 },
		{ SUMAC_TYPE_C64, SUMAC_TYPE_F64, SUMAC_TYPE_F64, 8 },
		{ SUMAC_TYPE_C128, SUMAC_TYPE_F128, SUMAC_TYPE_F128, 16 },
		{ SUMAC_TYPE_CX80, SUMAC_TYPE_X80, SUMAC_TYPE_X80, 16 },
		{ SUMAC_TYPE_PAIR_F32_I32, SUMAC_TYPE_F32, SUMAC_TYPE_I32, 4 },
		{ SUMAC_TYPE_PAIR_F64_I32, SUMAC_TYPE_F64, SUMAC_TYPE_I32, 8 },
		{ SUMAC_TYPE_PAIR_I64_I32, SUMAC_TYPE_I64, SUMAC_TYPE_I32, 8 },
		{ SUMAC_TYPE_PAIR_I32_I32, SUMAC_TYPE_I32, SUMAC_TYPE_I32, 4 },
		{ SUMAC_TYPE_PAIR_I16_I32, SUMAC_TYPE_I16, SUMAC_TYPE_I32, 4 },
		{ SUMAC_TYPE_PAIR_X80_I32, SUMAC_TYPE_X80, SUMAC_TYPE_I32, 16 },
		{ SUMAC_TYPE_PAIR_F32_F32, SUMAC_TYPE_F32, SUMAC_TYPE_F32, 4 },
		{ SUMAC_TYPE_PAIR_F64_F64, SUMAC_TYPE_F64, SUMAC_TYPE_F64, 8 },
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (parts[i].type != type)
			continue;
		*first_out = parts[i].first;
		*second_out = parts[i].second;
		*second_at_out = parts[i].second_at;
		return 1;
	}
	return 0;
}

/* Two corners of parts, in patterns that meet each other in every way that matters. */
static int two_corners(int first, int second, size_t second_at, size_t bytes, int which, void *dst)
{
	int n = oracle_corner(first, 0, dst), m = oracle_corner(second, 0, dst);

	memset(dst, 0x30 + which, bytes);
	oracle_corner(first, which % n, dst);
	oracle_corner(second, (which / n * 7 + which) % m, (char *)dst + second_at);
	return 3 * n;
}

int oracle_corner(int type, int which, void *dst)
{
	int first, second;
	size_t second_at;
	char room[32];

	if (!dst)
		dst = room;
	switch (type) {
	case SUMAC_TYPE_F16: return float_corner(5, 10, which, dst);
	case SUMAC_TYPE_BF16: return float_corner(8, 7, which, dst);
	case SUMAC_TYPE_F32: return float_corner(8, 23, which, dst);
	case SUMAC_TYPE_F64: return float_corner(11, 52, which, dst);
	case SUMAC_TYPE_F128: return float_corner(15, 112, which, dst);
	case SUMAC_TYPE_X80: return x80_corner(which, dst);
	}
	if (oracle_parts(type, &first, &second, &second_at))
		return two_corners(first, second, second_at, oracle_elem_bytes(type), which, dst);
	return integer_corner(oracle_elem_bytes(type), which, dst);
}

static void random_bits(uint64_t *state, size_t bytes, unsigned char *dst)
{
	for (size_t byte = 0; byte < bytes; byte += 8) {
		uint64_t random = next_random(state);

		memcpy(dst + byte, &random, bytes - byte < 8 ? bytes - byte : 8);
	}
}

/* Random bits, then an exponent near that of 1, so that sums and products of them round in every place. The
 * exponent field is in the top 16 bits of each part, with the sign above and some of the fraction below. */
static void ordinary(uint64_t *state, size_t part_bytes, int exponent_bits, size_t bytes, unsigned char *dst)
{
	random_bits(state, bytes, dst);
	for (size_t at = 0; at + part_bytes <= bytes; at += part_bytes) {
		unsigned char *top = dst + at + (exponent_bits ? part_bytes : 10) - 2;
		int below = 15 - (exponent_bits ? exponent_bits : 15);
		int bias = (1 << (14 - below)) - 1;
		unsigned bits = (unsigned)(bias - 3 + (int)(next_random(state) % 6)) << below;
		uint16_t word;

		memcpy(&word, top, 2);
		word = (uint16_t)((word & 0x8000) | bits | (word & ((1u << below) - 1)));
		memcpy(top, &word, 2);
		if (!exponent_bits)
			dst[at + 7] |= 0x80; /* x87's integer bit */
	}
}

/* An everyday value of the type: 0 exponent bits stand for x87. */
static void fill_ordinary(int type, uint64_t *state, unsigned char *dst)
{
	size_t bytes = oracle_elem_bytes(type);

	switch (type) {
	case SUMAC_TYPE_F16: ordinary(state, 2, 5, bytes, dst); return;
	case SUMAC_TYPE_BF16: ordinary(state, 2, 8, bytes, dst); return;
	case SUMAC_TYPE_F32: case SUMAC_TYPE_C32: case SUMAC_TYPE_PAIR_F32_F32: ordinary(state, 4, 8, bytes, dst); return;
	case SUMAC_TYPE_F64: case SUMAC_TYPE_C64: case SUMAC_TYPE_PAIR_F64_F64: ordinary(state, 8, 11, bytes, dst); return;
	case SUMAC_TYPE_F128: case SUMAC_TYPE_C128: ordinary(state, 16, 15, bytes, dst); return;
	case SUMAC_TYPE_X80: case SUMAC_TYPE_CX80: ordinary(state, 16, 0, bytes, dst); return;
	}
	random_bits(state, bytes, dst);
}

/* Every other stretch is of everyday values alone: a kernel may take another way when there is no NaN about.
 * */
enum { STRETCH = 512 };

void oracle_fill(int type, uint64_t seed, size_t count, void *dst)
{
	size_t bytes = oracle_elem_bytes(type);
	int n = oracle_corner(type, 0, NULL);

	for (size_t i = 0; i < count; i++) {
		unsigned char *at = (unsigned char *)dst + i * bytes;
		uint64_t random = next_random(&seed);

		if (i / STRETCH % 2 || (random & 3) == 0)
			fill_ordinary(type, &seed, at);
		else if (random & 1)
			oracle_corner(type, (int)((random >> 8) % (unsigned)n), at);
		else
			random_bits(&seed, bytes, at);
	}
}
