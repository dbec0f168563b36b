/*
 * Reduces to a root, over channels of the exchange only: in each block one rank gathers what other members of
 * the block hand out, and the root gathers last.
 */
#include "plan/plan_parts.h"

/* Walks down from the whole team to this rank: in each block, one rank gathers. */
int sumac_plan_parent(const struct sumac_plan_spec *spec, uint32_t *levels_out)
{
	int gatherer = spec->root, parent = -1, span = 1, level = 0;

	*levels_out = 0;
	for (; span * spec->radix < spec->size; span *= spec->radix)
		level++;
	for (; level >= 0; level--, span /= spec->radix) {
		struct sumac_plan_block sub = sumac_plan_block_of(spec->size, spec->rank, span);

		if (gatherer / span != spec->rank / span) {
			int next = sumac_plan_giver(span, sub, gatherer);

			if (next == spec->rank)
				parent = gatherer;
			gatherer = next;
		} else if (gatherer == spec->rank && sumac_plan_block_of(spec->size, spec->rank, span * spec->radix).n > span) {
			*levels_out |= 1u << level;
		}
	}
	return parent;
}

void sumac_plan_add_reduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	uint32_t levels;
	int parent = sumac_plan_parent(spec, &levels), value = -1;

	for (int span = 1, level = 0; span < spec->size; span *= spec->radix, level++) {
		int fold;

		if (!(levels & (1u << level)))
			continue;
		fold = sumac_plan_add_fold(spec, plan, span, level, value);
		if (value >= 0)
			sumac_plan_add_out(&plan->node[value], SUMAC_STREAM_NODE, fold);
		value = fold;
	}
	if (value < 0)
		value = sumac_plan_add_source(plan);
	if (parent < 0)
		sumac_plan_add_out(&plan->node[value], SUMAC_STREAM_MEMORY, 0);
	else
		sumac_plan_add_out(&plan->node[value], SUMAC_STREAM_CHANNEL, parent);
}

int sumac_plan_make_reduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	int err = sumac_plan_reserve(plan, 1 + sumac_plan_levels(spec));

	if (!err)
		sumac_plan_add_reduce(spec, plan);
	return err;
}
