/*
 * The planner's entry: which family of plans a collective takes, and the peers that all plans use.
 */
#include "plan/plan.h"

#include <string.h>

#include "plan/plan_parts.h"

enum { MAX_RANKS = UINT16_MAX };

static bool is_radix(int radix)
{
	return radix == 2 || radix == 4 || radix == 8 || radix == 16;
}

int sumac_plan_make(const struct sumac_plan_spec *spec, struct sumac_plan *plan_out)
{
	if (!is_radix(spec->radix) || spec->size < 1 || spec->rank < 0 || spec->rank >= spec->size)
		return -SUMAC_EINVAL;
	if (spec->coll == SUMAC_COLL_REDUCE && (spec->root < 0 || spec->root >= spec->size))
		return -SUMAC_EINVAL;
	if (spec->size > MAX_RANKS || (spec->size > spec->radix && !spec->links))
		return -SUMAC_ENOTSUP;
	memset(plan_out, 0, sizeof(*plan_out));
	switch (spec->coll) {
	case SUMAC_COLL_REDUCE:
		sumac_plan_make_reduce(spec, plan_out);
		return 0;
	case SUMAC_COLL_ALLREDUCE:
	case SUMAC_COLL_BARRIER:
		if (!sumac_plan_exchange_fits(spec->size, spec->radix))
			return -SUMAC_ENOTSUP;
		sumac_plan_make_exchange(spec, plan_out);
		return 0;
	}
	return -SUMAC_EINVAL;
}

int sumac_plan_peers(int size, int rank, int radix, int class, uint16_t *peers_out, int cap)
{
	int n = 0;

	/* No plan sends results down yet. */
	if (class != SUMAC_CLASS_UP)
		return 0;
	for (int peer = 0; peer < size; peer++) {
		if (peer == rank || !(sumac_plan_gives(size, radix, rank, peer) || sumac_plan_gives(size, radix, peer, rank)))
			continue;
		if (n < cap)
			peers_out[n] = (uint16_t)peer;
		n++;
	}
	return n;
}
