/*
 * Adds arrays in blocks, by the lanes of exact_lanes.h; what does not fit there is added one by one.
 */
#include <string.h>

#include "engine/kernel/kernel_sse.h"
#include "exact/exact_lanes.h"

enum {
	SHORT = 64,	   /* fewer addends gain nothing from lanes */
	SAMPLES = 16,	   /* of a block, for a first guess */
	LEVELS_BITS = 132, /* an addend that is this much smaller than another one has bits below all levels */
	SPECIAL = 2047,	   /* the exponent field of infinities and NaN */
};

/* Exponent fields, as doubles have them; -1 for zeros. */
static int field_of_double(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits << 1 ? (int)(bits >> 52 & SPECIAL) : -1;
}

static int field_of_float(float x)
{
	uint32_t bits;
	int field;

	memcpy(&bits, &x, sizeof(bits));
	field = (int)(bits >> 23 & 255);
	return !(bits << 1) ? -1 : field == 255 ? SPECIAL : field + 1023 - 127;
}

/* A product has this one or the next. */
static int field_of(const struct sumac_exact_addends *a, size_t i)
{
	int x, y;

	if (a->floats)
		return field_of_float(a->floats[i]);
	x = field_of_double(a->x[i]);
	if (!a->y)
		return x;
	y = field_of_double(a->y[i]);
	if (x == SPECIAL || y == SPECIAL)
		return SPECIAL;
	return x < 0 || y < 0 ? -1 : x + y < 1023 ? 0 : x + y - 1023;
}

/* Looks at every step-th addend, and says which exponent field none of them reaches. False: they do not fit any levels. */
static bool look(const struct sumac_exact_addends *a, size_t first, size_t count, size_t step, int *top_out)
{
	int least = SPECIAL, most = 0;

	for (size_t i = first; i < first + count; i += step) {
		int field = field_of(a, i);

		if (field >= 0) {
			least = field < least ? field : least;
			most = field > most ? field : most;
		}
	}
	*top_out = most + 1 + (a->y != NULL);
	return *top_out <= SUMAC_EXACT_MOST_TOP && most - least <= LEVELS_BITS;
}

static bool try(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a, size_t first, size_t count,
		const struct sumac_exact_reach *reach)
{
	const struct sumac_exact_lanes *lanes = sumac_exact_lanes_here;
	const uint64_t negative_zero = a->sign < 0 ? 0 : UINT64_C(1) << 63;
	struct sumac_exact_lane_sums sums;

	if (!(a->y ? lanes->products : a->floats ? lanes->floats : lanes->doubles)(a, first, count, reach, negative_zero, &sums))
		return false;
	sum->tally.negative_zeros += (uint64_t)sums.zeros;
	sumac_exact_sum_reserve(sum, SUMAC_EXACT_LEVELS);
	for (int level = 0; level < reach->n_levels; level++)
		sumac_exact_digits_add(sum->digits, a->sign < 0 ? -sums.level[level] : sums.level[level],
				       sumac_exact_level_field(reach, level) - 1 + (unsigned)(-1074 - sum->lsb));
	return true;
}

/* Most blocks fit where the one before did. The first one tries what a few of its addends say, and a
 * binade to spare. */
static bool add_block(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a, size_t first, size_t count,
		      struct sumac_exact_reach *reach)
{
	int top;

	if (!reach->top) {
		if (!look(a, first, count, (count + SAMPLES - 1) / SAMPLES, &reach->top))
			return false;
		reach->top += reach->top < SUMAC_EXACT_MOST_TOP;
	}
	if (try(sum, a, first, count, reach))
		return true;
	if (!look(a, first, count, 1, &top))
		return false;
	if (top != reach->top) {
		reach->top = top;
		if (try(sum, a, first, count, reach))
			return true;
	}
	while (reach->n_levels < SUMAC_EXACT_LEVELS) {
		reach->n_levels++;
		if (try(sum, a, first, count, reach))
			return true;
	}
	return false;
}

static void add_blocks(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a, size_t n)
{
	const struct sumac_exact_reach none = { .n_levels = a->y ? SUMAC_EXACT_LEVELS : 2 };
	struct sumac_exact_reach reach = none;

	for (size_t first = 0, count; first < n; first += count) {
		count = n - first < SUMAC_EXACT_BLOCK ? n - first : SUMAC_EXACT_BLOCK;
		if (add_block(sum, a, first, count, &reach))
			continue;
		/* So do some that follow, without another try. */
		count = n - first < SUMAC_EXACT_MOST_SINGLY ? n - first : SUMAC_EXACT_MOST_SINGLY;
		sumac_exact_sum_add_singly(sum, a, first, count);
		reach = none;
	}
}

void sumac_exact_sum_add(struct sumac_exact_sum *sum, const struct sumac_exact_addends *a)
{
	size_t n = a->n < SHORT ? 0 : a->n - a->n % SUMAC_EXACT_LANES;
	uint32_t saved;

	if (n) {
		sumac_sse_enter(&saved);
		add_blocks(sum, a, n);
		sumac_sse_leave(saved);
	}
	sumac_exact_sum_add_singly(sum, a, n, a->n - n);
}
