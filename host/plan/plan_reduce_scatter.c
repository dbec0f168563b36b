/*
 * Reduce-scatter: a reduce of each part to the rank that owns it, as plan_reduce.c makes them. All ranks have these nodes in the
 * order of the parts, so that both ends of a channel number its streams alike, and a part never waits for a later one.
 */
#include "plan/plan_parts.h"

int sumac_plan_make_reduce_scatter(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	struct sumac_plan_spec one = *spec;

	if (sumac_plan_reserve(plan, spec->size * (1 + sumac_plan_levels(spec))))
		return -SUMAC_ENOMEM;
	for (one.root = 0; one.root < spec->size; one.root++) {
		int first = plan->n_nodes;

		sumac_plan_add_reduce(&one, plan);
		for (int i = first; i < plan->n_nodes; i++)
			plan->node[i].part = one.root;
	}
	return 0;
}
