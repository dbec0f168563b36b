/*
 * The planner's entry: which plan a call takes, by the rows of include/spec/plans.def, and the peers that all plans use.
 */
#include "plan/plan.h"

#include <stdlib.h>

#include "plan/plan_parts.h"

enum { MAX_RANKS = UINT16_MAX };

static bool is_radix(int radix)
{
	return radix == 2 || radix == 4 || radix == 8 || radix == 16;
}

/* A row's limit on ranks, and on parts. */
enum limit { ANY, RADIX, EQUAL };

static const struct row {
	enum sumac_coll coll;
	int least;
	enum limit most;
	uint64_t len_bytes;
	enum limit parts;
	unsigned needs;
	int (*make)(const struct sumac_plan_spec *spec, struct sumac_plan *plan);
} rows[SUMAC_PLAN_N_ROWS] = {
#define SUMAC_PLAN(coll, least, most, bytes, parts, needs, family) \
	{ SUMAC_COLL_##coll, least, most, bytes, parts, needs, sumac_plan_make_##family },
#include "spec/rows.def"
};

static bool fits(const struct row *row, const struct sumac_plan_spec *spec)
{
	bool is_within = spec->size <= spec->radix || (row->most == ANY && spec->features & SUMAC_FEATURE_LINKS);

	return row->coll == spec->coll && spec->size >= row->least && is_within && spec->len_bytes >= row->len_bytes &&
	       !(row->parts == EQUAL && spec->parts_differ) && !(row->needs & ~spec->features);
}

int sumac_plan_choose(const struct sumac_plan_spec *spec)
{
	for (int row = 0; row < SUMAC_PLAN_N_ROWS; row++)
		if (fits(&rows[row], spec))
			return row;
	return -SUMAC_ENOTSUP;
}

bool sumac_plan_is_chain(const struct sumac_plan_spec *spec)
{
	int row = sumac_plan_choose(spec);

	return row >= 0 && rows[row].make == sumac_plan_make_chain;
}

/* Tries a row's fewest bytes, and parts that differ if it takes them: if these do not lead to it, nothing does. */
bool sumac_plan_example(int row, struct sumac_plan_spec *spec_io)
{
	spec_io->coll = rows[row].coll;
	spec_io->len_bytes = rows[row].len_bytes;
	spec_io->parts_differ = sumac_coll_has_parts(spec_io->coll) && rows[row].parts != EQUAL;
	return sumac_plan_choose(spec_io) == row;
}

int sumac_plan_make(const struct sumac_plan_spec *spec, struct sumac_plan *plan_io)
{
	int row;

	if (!is_radix(spec->radix) || spec->size < 1 || spec->rank < 0 || spec->rank >= spec->size)
		return -SUMAC_EINVAL;
	if (!sumac_coll_row(spec->coll))
		return -SUMAC_EINVAL;
	if (sumac_coll_has_root(spec->coll) && (spec->root < 0 || spec->root >= spec->size))
		return -SUMAC_EINVAL;
	row = sumac_plan_choose(spec);
	if (spec->size > MAX_RANKS || row < 0)
		return -SUMAC_ENOTSUP;
	plan_io->n_nodes = 0;
	return rows[row].make(spec, plan_io);
}

void sumac_plan_free(struct sumac_plan *plan)
{
	free(plan->node);
	*plan = (struct sumac_plan){ 0 };
}

/* Whether the two are neighbours in a scan's chain. */
static bool are_next(int a, int b)
{
	return a - b == 1 || b - a == 1;
}

bool sumac_plan_are_peers(int size, int radix, unsigned features, int class, int a, int b)
{
	if (class == SUMAC_CLASS_DOWN)
		return features & SUMAC_FEATURE_SPREAD && a != b;
	return a != b && (are_next(a, b) || sumac_plan_gives(size, radix, a, b) || sumac_plan_gives(size, radix, b, a));
}

int sumac_plan_peers(int size, int rank, int radix, unsigned features, int class, uint16_t *peers_out, int cap)
{
	int n = 0;

	for (int peer = 0; peer < size; peer++) {
		if (!sumac_plan_are_peers(size, radix, features, class, rank, peer))
			continue;
		if (n < cap)
			peers_out[n] = (uint16_t)peer;
		n++;
	}
	return n;
}
