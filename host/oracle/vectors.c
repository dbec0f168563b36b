/*
 * Sets of pairs: corners, random ones, all. Numbers of up to 64 bits are drawn in pairs; of complex numbers
 * and pairs of MPI the parts are; long double and binary128 are elements of oracle_fill(), some of them made
 * to cancel.
 */
#include "oracle/vectors.h"

#include <string.h>

#include "oracle/oracle.h"
#include "oracle/vectors_parts.h"
#include "sumac_ops.h"

enum { MAX_BYTES = 32, VARIANTS = 16 /* of each relation, of a corner */ };

static int is_float(int type)
{
	return type == SUMAC_TYPE_F16 || type == SUMAC_TYPE_BF16 || type == SUMAC_TYPE_F32 ||
	       type == SUMAC_TYPE_F64;
}

/* Integers, logicals and bytes: right ones that wrap with the left one, are next to it, or share its ends. */
static uint64_t integer_right(int width, struct draw *draw, int relation, uint64_t left)
{
	uint64_t step = (uint64_t)draw_below(draw, 5) - 2;

	switch (relation) {
	case 0:
	case 1: return left;
	case 2:
	case 3: return left + step;
	case 4: return 0 - left + step;
	case 5: return ~left;
	case 6: return left ^ UINT64_C(1) << (width - 1); /* the other sign */
	case 7: return left ^ UINT64_C(1) << draw_below(draw, (unsigned)width);
	case 8: return low_ones(width - 1) - left + step; /* the sum is the largest, or wraps */
	case 9: return left ? low_ones(width) / left + step : step; /* so does the product */
	case 10: return left ? low_ones(width - 1) / left + step : step;
	case 11: return step;
	}
	return draw_pattern(draw, width);
}

/* Numbers as their bits, of types that are one number of up to 64 bits. */
static uint64_t any_left(int type, struct draw *draw)
{
	return is_float(type) ? vectors_float_left(type, draw)
			      : draw_pattern(draw, 8 * (int)oracle_elem_bytes(type));
}

static uint64_t any_right(int type, struct draw *draw, int relation, uint64_t left)
{
	if (is_float(type))
		return vectors_float_right(type, draw, relation, left);
	return integer_right(8 * (int)oracle_elem_bytes(type), draw, relation, left);
}

/* Long double and binary128: left is there. */
static void wide_right(int type, struct draw *draw, int relation, const unsigned char *left,
		       unsigned char *right)
{
	int top = type == SUMAC_TYPE_X80 ? 9 : 15;

	oracle_fill(type, draw_64(draw), 1, right);
	if (relation == VECTORS_APART)
		return;
	memcpy(right, left, 16);
	if (relation & 1)
		right[top] ^= 0x80;
	if (relation & 2)
		right[0] ^= (unsigned char)(1 + draw_below(draw, 3));
}

/* One pair of which left may be given, as a corner: an element of one number. */
static void one_number(int type, struct draw *draw, int relation, int corner, unsigned char *left,
		       unsigned char *right)
{
	size_t bytes = oracle_elem_bytes(type);
	uint64_t l = 0, r;

	if (type == SUMAC_TYPE_X80 || type == SUMAC_TYPE_F128) {
		if (corner < 0)
			oracle_fill(type, draw_64(draw), 1, left);
		else
			oracle_corner(type, corner, left);
		wide_right(type, draw, relation, left, right);
		return;
	}
	if (corner < 0)
		l = any_left(type, draw);
	else
		oracle_corner(type, corner, &l);
	r = any_right(type, draw, relation, l);
	memcpy(left, &l, bytes);
	memcpy(right, &r, bytes);
}

/* Relation VECTORS_APART or of its own for each part; padding is random. */
static void one_pair(int type, struct draw *draw, int relation, int corner, unsigned char *left,
		     unsigned char *right)
{
	size_t bytes = oracle_elem_bytes(type), second_at;
	int first, second;

	if (!oracle_parts(type, &first, &second, &second_at)) {
		one_number(type, draw, relation, corner, left, right);
		return;
	}
	for (size_t at = 0; at < bytes; at++) {
		left[at] = (unsigned char)draw_below(draw, 256);
		right[at] = (unsigned char)draw_below(draw, 256);
	}
	one_number(first, draw, relation, corner, left, right);
	/* Indices count when the values are equal. */
	one_number(second, draw, draw_relation(draw, VECTORS_RELATIONS + 1), -1, left + second_at,
		   right + second_at);
}

static int n_corners(int type)
{
	return oracle_elem_bytes(type) ? oracle_corner(type, 0, NULL) : 0;
}

/* The type of the related pairs' left operand: an element of two parts stands for its first. */
static int led_by(int type)
{
	size_t second_at;
	int first, second;

	return oracle_parts(type, &first, &second, &second_at) ? first : type;
}

uint64_t vectors_count(int type, enum vectors_set set)
{
	size_t bytes = oracle_elem_bytes(type);
	uint64_t n = (uint64_t)n_corners(type);

	switch (set) {
	case VECTORS_CORNERS:
		return bytes == 1 ? 0x10000
				  : n * n + (uint64_t)n_corners(led_by(type)) * VECTORS_RELATIONS * VARIANTS;
	case VECTORS_RANDOM: return bytes ? UINT64_MAX : 0;
	case VECTORS_ALL: return bytes == 1 ? 0x10000 : bytes == 2 ? UINT64_C(1) << 32 : 0;
	}
	return 0;
}

static void corner_pair(int type, uint64_t number, unsigned char *left, unsigned char *right)
{
	uint64_t n = (uint64_t)n_corners(type);
	struct draw draw = draw_begin(0, number << 11); /* none of them plain */

	if (number < n * n) {
		oracle_corner(type, (int)(number / n), left);
		oracle_corner(type, (int)(number % n), right);
		return;
	}
	number = (number - n * n) / VARIANTS;
	one_pair(type, &draw, (int)(number % VECTORS_RELATIONS), (int)(number / VECTORS_RELATIONS), left,
		 right);
}

static void all_pairs(size_t bytes, uint64_t first, size_t count, unsigned char *left, unsigned char *right)
{
	for (uint64_t number = first; number < first + count; number++) {
		uint16_t l = (uint16_t)(number >> 8 * bytes), r = (uint16_t)number;

		if (bytes == 1) {
			*left++ = (unsigned char)l;
			*right++ = (unsigned char)r;
			continue;
		}
		memcpy(left, &l, 2);
		memcpy(right, &r, 2);
		left += 2;
		right += 2;
	}
}

void vectors_make(int type, enum vectors_set set, uint64_t seed, uint64_t first, size_t count, void *left,
		  void *right)
{
	size_t bytes = oracle_elem_bytes(type);
	unsigned char *l = left, *r = right;

	if (set == VECTORS_ALL || (set == VECTORS_CORNERS && bytes == 1)) {
		all_pairs(bytes, first, count, left, right);
		return;
	}
	if (set == VECTORS_RANDOM && vectors_floats(type, seed, first, count, left, right))
		return;
	for (uint64_t number = first; number < first + count; number++, l += bytes, r += bytes) {
		struct draw draw = draw_begin(seed, number);

		if (set == VECTORS_CORNERS)
			corner_pair(type, number, l, r);
		else
			one_pair(type, &draw, draw_relation(&draw, 2 * VECTORS_RELATIONS), -1, l, r);
	}
}
