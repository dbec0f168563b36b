/*
 * The parts of vectors.c: random draws, patterns of bits, and a pair of numbers of each kind. The classes
 * of operands are those of Berkeley TestFloat: exponents at the edges of the format and near that of 1,
 * significands of one bit, of a run of bits, of all bits but one, of sums of two such, and any.
 */
#ifndef SUMAC_VECTORS_PARTS_H
#define SUMAC_VECTORS_PARTS_H

#include <stddef.h>
#include <stdint.h>

struct draw {
	uint64_t state, word;
	int n_left; /* choices left in the word */
	int is_plain;
};

static inline uint64_t draw_64(struct draw *draw)
{
	uint64_t value = draw->state += 0x9E3779B97F4A7C15;

	value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
	value = (value ^ value >> 27) * 0x94D049BB133111EB;
	return value ^ value >> 31;
}

/* 0 to n - 1, n up to 256. */
static inline unsigned draw_below(struct draw *draw, unsigned n)
{
	unsigned value;

	if (!draw->n_left) {
		draw->word = draw_64(draw);
		draw->n_left = 8;
	}
	value = (unsigned)(draw->word & 0xFF) * n >> 8;
	draw->word >>= 8;
	draw->n_left--;
	return value;
}

static inline uint64_t low_ones(int n)
{
	return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* A run of ones at the low end or at the high one; one bit alone, or missing. In width bits, which the caller
 * masks. */
static inline uint64_t draw_sparse(struct draw *draw, int width)
{
	uint64_t value = low_ones((int)draw_below(draw, (unsigned)width + 1));
	unsigned how = draw_below(draw, 4);

	return (value + (how & 1)) ^ (0 - (uint64_t)(how >> 1));
}

/* Bits of a significand or of an integer. Without branches: nobody could guess them. */
static inline uint64_t draw_pattern(struct draw *draw, int width)
{
	static const struct {
		uint64_t first, second, any,
			part; /* masks of two sparse patterns, of any bits, and of those in the first */
	} mixes[] = {
		{ -1, 0, 0, 0 }, { -1, -1, 0, 0 }, { -1, -1, 0, 0 }, { 0, 0, -1, 0 }, { 0, 0, -1, 0 },
		{ 0, 0, 0, -1 }, { 3, 1, 0, 0 },   { 0, -1, 0, -1 }, { 0, 0, 0, 0 },
	};
	uint64_t first = draw_sparse(draw, width), second = draw_sparse(draw, width), any = draw_64(draw);
	unsigned mix = draw_below(draw, sizeof(mixes) / sizeof(mixes[0]));

	return ((first & mixes[mix].first) + (second & mixes[mix].second) + (any & mixes[mix].any) +
		(any & first & mixes[mix].part)) &
	       low_ones(width);
}

/* How a right operand is made for a left one: VECTORS_APART, without regard to it. */
enum { VECTORS_LAST_PLAIN = 8, VECTORS_RELATIONS = 12, VECTORS_APART = VECTORS_RELATIONS };

/* Pairs at random, from the first-th on, as fast as can be; 0 when the type is not one float of up to 64
 * bits. */
int vectors_floats(int type, uint64_t seed, uint64_t first, size_t count, void *left, void *right);
/* Numbers as their bits. */
uint64_t vectors_float_left(int type, struct draw *draw);
uint64_t vectors_float_right(int type, struct draw *draw, int relation, uint64_t left);

/* The draws for random pair `number`. Every fourth stretch of 512 is of everyday values alone: a kernel may take
 * another path where there is no NaN. */
static inline struct draw draw_begin(uint64_t seed, uint64_t number)
{
	struct draw draw = { .state = (seed + 1) * 0xD1342543DE82EF95 + number * 16 * 0x9E3779B97F4A7C15,
			     .is_plain = (number >> 9 & 3) == 3 };

	return draw;
}

/* One of n, of which those from VECTORS_APART on are that. Everyday values are to stay such. */
static inline int draw_relation(struct draw *draw, unsigned n)
{
	int relation = (int)draw_below(draw, n);

	return relation > (draw->is_plain ? VECTORS_LAST_PLAIN : VECTORS_APART) ? VECTORS_APART : relation;
}

#endif
