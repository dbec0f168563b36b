/*
 * Pairs of floating point numbers. Left ones have exponents and significands at which formats have their
 * edges; right ones are drawn likewise, or made for the left one: to cancel it, to tie, to carry, to give
 * products at either end of the range.
 */
#include "oracle/vectors_parts.h"

#include <string.h>

#include "sumac_ops.h"

/* An exponent is a base and some random bits. */
struct exponents {
	unsigned base, mask;
};
enum { N_EXPONENTS = 40, N_PLAIN = 9 /* of them, the last ones */ };

struct shape {
	int exponent_bits, fraction_bits;
	const struct exponents *exponents;
};

#define BIAS(e) ((1u << ((e) - 1)) - 1)
#define TOP(e) ((1u << (e)) - 1)
/* So many low bits of the exponent are random, around that of 1. */
#define NEAR_ONE(e, bits) { BIAS(e) + 1 - (1u << ((bits) - 1)), (1u << (bits)) - 1 }
#define ANY(e) { 0, TOP(e) }
#define AT(exponent) { (unsigned)(exponent), 0 }
/* Subnormals, the least normal ones, those around 1 and around where a fraction ends, the largest, infinities
 * and NaN; then any, and ever closer to 1. */
#define EXPONENTS(e, f) { \
	AT(0), AT(0), AT(0), AT(1), AT(1), AT(2), AT(3), \
	AT(BIAS(e) - (f) - 2), AT(BIAS(e) - (f) - 1), AT(BIAS(e) - (f)), \
	AT(BIAS(e) - 2), AT(BIAS(e) - 1), AT(BIAS(e)), AT(BIAS(e)), AT(BIAS(e) + 1), AT(BIAS(e) + 2), \
	AT(BIAS(e) + (f)), AT(BIAS(e) + (f) + 1), \
	AT(TOP(e) - 3), AT(TOP(e) - 2), AT(TOP(e) - 1), AT(TOP(e) - 1), AT(TOP(e)), AT(TOP(e)), \
	ANY(e), ANY(e), ANY(e), ANY(e), \
	NEAR_ONE(e, (e) - 1), NEAR_ONE(e, (e) - 1), NEAR_ONE(e, (e) - 1), \
	NEAR_ONE(e, (e) - 2), NEAR_ONE(e, (e) - 2), NEAR_ONE(e, (e) - 2), \
	NEAR_ONE(e, 3), NEAR_ONE(e, 3), NEAR_ONE(e, 3), NEAR_ONE(e, 2), NEAR_ONE(e, 2), NEAR_ONE(e, 1), \
}

static const struct exponents exponents_16[N_EXPONENTS] = EXPONENTS(5, 10);
static const struct exponents exponents_b16[N_EXPONENTS] = EXPONENTS(8, 7);
static const struct exponents exponents_32[N_EXPONENTS] = EXPONENTS(8, 23);
static const struct exponents exponents_64[N_EXPONENTS] = EXPONENTS(11, 52);
#define SHAPE_F16 ((struct shape){ 5, 10, exponents_16 })
#define SHAPE_BF16 ((struct shape){ 8, 7, exponents_b16 })
#define SHAPE_F32 ((struct shape){ 8, 23, exponents_32 })
#define SHAPE_F64 ((struct shape){ 11, 52, exponents_64 })

#define INLINE static inline __attribute__((always_inline))

INLINE int exponent_of(struct shape shape, uint64_t word)
{
	return (int)(word >> shape.fraction_bits & TOP(shape.exponent_bits));
}

/* An exponent that is too large or too small is the format's last one. */
INLINE uint64_t pack(struct shape shape, uint64_t sign, int exponent, uint64_t fraction)
{
	int top = (int)TOP(shape.exponent_bits);

	exponent = exponent < 0 ? 0 : exponent > top ? top : exponent;
	return sign << (shape.exponent_bits + shape.fraction_bits) |
	       (uint64_t)exponent << shape.fraction_bits | (fraction & low_ones(shape.fraction_bits));
}

INLINE uint64_t any_float(struct shape shape, struct draw *draw)
{
	uint64_t fraction = draw_pattern(draw, shape.fraction_bits);
	unsigned n = draw->is_plain ? N_PLAIN : N_EXPONENTS;
	const struct exponents *row = &shape.exponents[N_EXPONENTS - n + draw_below(draw, n)];
	uint64_t random = draw_64(draw);

	return pack(shape, random >> 63, (int)(row->base + ((unsigned)random & row->mask)), fraction);
}

/* The difference between left and the next power of two: their sum is that power. */
INLINE uint64_t to_next_power(struct shape shape, uint64_t left)
{
	int f = shape.fraction_bits, exponent = exponent_of(shape, left), shift;
	uint64_t significand = (left & low_ones(f)) | (exponent ? UINT64_C(1) << f : 0),
		 rest = (UINT64_C(2) << f) - significand;

	exponent += !exponent;
	shift = __builtin_clzll(rest) - (63 - f);
	if (shift < 0)
		return pack(shape, 0, exponent + 1, 0);
	if (shift >= exponent)
		return pack(shape, 0, 0, rest << (exponent - 1));
	return pack(shape, 0, exponent - shift, rest << shift);
}

/* The fraction whose product with left's is next to a power of two. */
INLINE uint64_t reciprocal(struct shape shape, uint64_t left)
{
	int f = shape.fraction_bits;
	uint64_t significand = (left & low_ones(f)) | UINT64_C(1) << f;

	if (2 * f + 1 < 64)
		return (UINT64_C(1) << (2 * f + 1)) / significand;
	return (uint64_t)(((unsigned __int128)1 << (2 * f + 1)) / significand);
}

INLINE uint64_t related(struct shape shape, struct draw *draw, int relation, uint64_t left)
{
	int f = shape.fraction_bits, exponent = exponent_of(shape, left);
	int bias = (int)BIAS(shape.exponent_bits), top = (int)TOP(shape.exponent_bits);
	uint64_t sign_bit = UINT64_C(1) << (shape.exponent_bits + f), left_sign = left & sign_bit ? 1 : 0;
	unsigned how = draw_below(draw, 256);

	switch (relation) {
	case 0: /* itself */
		return left;
	case 1: /* what cancels it */
		return left ^ sign_bit;
	case 2: /* what nearly cancels it: some units in the last place beside, or a bit */
		return (how & 8 ? left ^ sign_bit ^ UINT64_C(1) << draw_below(draw, (unsigned)f + 1)
				: ((left ^ sign_bit) & sign_bit) | ((left + (how & 7) - 3) & (sign_bit - 1)));
	case 3: /* a neighbour, of the same sign */
		return (left & sign_bit) | ((left + (how & 7) - 3) & (sign_bit - 1));
	case 4: /* so far below it that its bits straddle the end of the larger one's, and ties come */
		return pack(shape, how & 1, exponent - f - 2 + (int)draw_below(draw, 5),
			    draw_sparse(draw, f));
	case 5: /* anywhere within its reach */
		return pack(shape, how & 1, exponent - (int)draw_below(draw, (unsigned)f + 4),
			    draw_pattern(draw, f));
	case 6: /* exactly half of its last place, a bit more, or a bit less */
		return pack(shape, how & 1, exponent - f - 1 - (how >> 1 & 3 ? 0 : 1),
			    how >> 1 & 3 ? how >> 3 & 1 : low_ones(f));
	case 7: /* the sum is the next power of two, or just beside it */
		return (left_sign ? sign_bit : 0) |
		       ((to_next_power(shape, left) + (how & 7) % 5 - 2) & (sign_bit - 1));
	case 8: /* the difference is half of it, or beside: the exponent falls by one or two */
		return pack(shape, !left_sign, exponent - 1, left + (how & 7) % 5 - 2);
	case 9: /* the product is at the smallest normal number, or below it as far as there is anything */
		return pack(shape, how & 1, bias - exponent + 2 - (int)draw_below(draw, (unsigned)f + 5),
			    draw_pattern(draw, f));
	case 10: /* the product rounds up, or just not, to infinity or to about the smallest normal number */
		exponent = (how >> 3 & 3 ? bias : top - 2 + (int)(how >> 5 & 1) + bias) - exponent +
			   (how >> 3 & 2 ? (int)(how >> 5) - 4 : 0);
		return pack(shape, how & 1, exponent, reciprocal(shape, left) + (how >> 1 & 3) - 1);
	default: /* sum or product at the largest number */
		exponent = how & 2 ? top - 1 - (int)(how >> 2 & 1)
				   : top - 3 + (int)(how >> 2 & 3) + bias - exponent;
		return pack(shape, how & 1, exponent, draw_pattern(draw, f));
	}
}

INLINE uint64_t any_right(struct shape shape, struct draw *draw, int relation, uint64_t left)
{
	return relation < VECTORS_RELATIONS ? related(shape, draw, relation, left) : any_float(shape, draw);
}

uint64_t vectors_float_left(int type, struct draw *draw)
{
	switch (type) {
	case SUMAC_TYPE_F16: return any_float(SHAPE_F16, draw);
	case SUMAC_TYPE_BF16: return any_float(SHAPE_BF16, draw);
	case SUMAC_TYPE_F32: return any_float(SHAPE_F32, draw);
	}
	return any_float(SHAPE_F64, draw);
}

uint64_t vectors_float_right(int type, struct draw *draw, int relation, uint64_t left)
{
	switch (type) {
	case SUMAC_TYPE_F16: return any_right(SHAPE_F16, draw, relation, left);
	case SUMAC_TYPE_BF16: return any_right(SHAPE_BF16, draw, relation, left);
	case SUMAC_TYPE_F32: return any_right(SHAPE_F32, draw, relation, left);
	}
	return any_right(SHAPE_F64, draw, relation, left);
}

/* One loop a format, of which the compiler knows all constants. */
#define FLOATS(shape, word_type) \
	for (size_t i = 0; i < count; i++) { \
		struct draw draw = draw_begin(seed, first + i); \
		word_type l = (word_type)any_float(shape, &draw); \
		word_type r = (word_type)any_right(shape, &draw, \
						   draw_relation(&draw, 2 * VECTORS_RELATIONS), l); \
		memcpy((char *)left + i * sizeof(l), &l, sizeof(l)); \
		memcpy((char *)right + i * sizeof(r), &r, sizeof(r)); \
	}

int vectors_floats(int type, uint64_t seed, uint64_t first, size_t count, void *left, void *right)
{
	switch (type) {
	case SUMAC_TYPE_F16: FLOATS(SHAPE_F16, uint16_t) return 1;
	case SUMAC_TYPE_BF16: FLOATS(SHAPE_BF16, uint16_t) return 1;
	case SUMAC_TYPE_F32: FLOATS(SHAPE_F32, uint32_t) return 1;
	case SUMAC_TYPE_F64: FLOATS(SHAPE_F64, uint64_t) return 1;
	}
	return 0;
}
