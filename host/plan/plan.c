/*
 * The planner's entry: which family of plans a collective takes, and the peers that all plans use.
 */
#include "plan/plan.h"

#include <stdlib.h>

#include "plan/plan_parts.h"

enum { MAX_RANKS = UINT16_MAX };

static bool is_radix(int radix)
{
	return radix == 2 || radix == 4 || radix == 8 || radix == 16;
}

struct sumac_plan_spec sumac_plan_spec_of(enum sumac_coll coll, int size, int rank, int root, uint64_t len_bytes)
{
	return (struct sumac_plan_spec){ .coll = coll, .size = size, .rank = rank, .root = sumac_coll_has_root(coll) ? root : 0,
					 .is_long = sumac_plan_is_long(len_bytes) };
}

static int (*const makers[])(const struct sumac_plan_spec *spec, struct sumac_plan *plan) = {
#define SUMAC_COLL(name, code, text, gives, gets, order, family, ...) [code] = sumac_plan_make_##family,
#include "spec/rows.def"
};

int sumac_plan_make(const struct sumac_plan_spec *spec, struct sumac_plan *plan_io)
{
	if (!is_radix(spec->radix) || spec->size < 1 || spec->rank < 0 || spec->rank >= spec->size)
		return -SUMAC_EINVAL;
	if (!sumac_coll_row(spec->coll))
		return -SUMAC_EINVAL;
	if (sumac_coll_has_root(spec->coll) && (spec->root < 0 || spec->root >= spec->size))
		return -SUMAC_EINVAL;
	if (spec->size > MAX_RANKS || (spec->size > spec->radix && !spec->links))
		return -SUMAC_ENOTSUP;
	plan_io->n_nodes = 0;
	return makers[spec->coll](spec, plan_io);
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

bool sumac_plan_are_peers(int size, int radix, int class, int a, int b)
{
	/* No plan sends results down yet. */
	return class == SUMAC_CLASS_UP && a != b &&
	       (are_next(a, b) || sumac_plan_gives(size, radix, a, b) || sumac_plan_gives(size, radix, b, a));
}

int sumac_plan_peers(int size, int rank, int radix, int class, uint16_t *peers_out, int cap)
{
	int n = 0;

	for (int peer = 0; peer < size; peer++) {
		if (!sumac_plan_are_peers(size, radix, class, rank, peer))
			continue;
		if (n < cap)
			peers_out[n] = (uint16_t)peer;
		n++;
	}
	return n;
}
