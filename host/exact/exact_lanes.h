/*
 * Sums a block of numbers without rounding, in the lanes of vectors, with the floating-point unit.
 *
 * A block has levels: at each one, every lane has a sum of multiples of a unit, and an addend leaves there what is a multiple of
 * it, by one sum and two differences; the rest goes on to the next level. Demmel and Nguyen's bins (ReproBLAS) split numbers so,
 * and drop what is left below the last bin; here a block in which anything is left is refused. So a block's levels hold its sum
 * exactly, or the caller adds it in another way.
 */
#ifndef SUMAC_EXACT_LANES_H
#define SUMAC_EXACT_LANES_H

#include "engine/kernel/kernels.h"
#include "exact/exact_add.h"

enum {
	SUMAC_EXACT_LANES = 8,
	SUMAC_EXACT_BLOCK = 1024, /* addends at most, 128 a lane; a multiple of LANES at any rate */
	SUMAC_EXACT_LEVELS = 3,	  /* at most; products need all */
	/*
	 * Where levels lie. Addends are less than 2^E, with E = top - 1023. The units are 2^(E - 43), 2^(E - 87) and 2^(E - 130);
	 * or 2^-1074, of which every double is a multiple, where that is more. A lane's sum begins at 1.5 * 2^52 units, and stays
	 * between 2^52 and 2^53 of them, where the doubles are just the multiples of the unit:
	 *  - level 0 gets 128 addends of less than 2^43 units, and rounds each by half a unit at most: less than 2^51 in all;
	 *  - level 1 gets what is left of them, each at most half a unit of level 0, 2^43 of its own; and of products their errors,
	 *    at most 2^(E - 54) each, 2^33 units;
	 *  - level 2 gets what is left of both, 256 of at most half a unit of level 1, 2^42 of its own.
	 * In exponent fields of what the lanes begin with, relative to top:
	 */
	SUMAC_EXACT_FIELD_0 = 52 - 43,
	SUMAC_EXACT_FIELD_1 = 52 - 87,
	SUMAC_EXACT_FIELD_2 = 52 - 130,
	SUMAC_EXACT_MOST_TOP = 2046 - SUMAC_EXACT_FIELD_0,
};

struct sumac_exact_reach {
	int top, n_levels; /* top is from 1 to MOST_TOP; 2 levels, or 3 */
};

/* The exponent field of what level's lanes begin with; their unit is 2^(field - 1 - 1074). */
static inline unsigned sumac_exact_level_field(const struct sumac_exact_reach *reach, int level)
{
	static const int relative[SUMAC_EXACT_LEVELS] = { SUMAC_EXACT_FIELD_0, SUMAC_EXACT_FIELD_1, SUMAC_EXACT_FIELD_2 };
	int field = reach->top + relative[level];

	return field < 1 ? 1 : (unsigned)field;
}

struct sumac_exact_lane_sums {
	int64_t level[SUMAC_EXACT_LEVELS]; /* in units; at most 8 lanes of 2^51 */
	int64_t zeros;			   /* addends with just the bits `zero` */
};

/* Sums count addends from the first on. False: the block does not fit the reach, and the sums mean nothing. In the default
 * floating-point environment. */
typedef bool sumac_exact_lanes_fn(const struct sumac_exact_addends *a, size_t first, size_t count,
				  const struct sumac_exact_reach *reach, uint64_t zero, struct sumac_exact_lane_sums *out);

struct sumac_exact_lanes {
	sumac_exact_lanes_fn *doubles, *floats, *products;
};

/* For one of the instruction sets that are here; and for the best, from when the library is loaded. All give the same sums. */
extern const struct sumac_exact_lanes sumac_exact_lanes[SUMAC_N_ISAS];
extern const struct sumac_exact_lanes *sumac_exact_lanes_here;

#endif
