/*
 * Plans that move bytes and combine nothing. A broadcast is a reduce to the root run backwards: each rank gets the bytes from the
 * rank that would take its value, and hands them to the ranks whose values it would take. In an allgather each rank sends its
 * part to all others.
 */
#include <stdlib.h>

#include "plan/plan_parts.h"

/* The ranks whose values this rank takes in a reduce, those of the highest level first: they have most to pass on. */
static int children(const struct sumac_plan_spec *spec, uint32_t levels, uint16_t *ranks_out)
{
	int n = 0, span = 1, level = 0;

	for (; level + 1 < sumac_plan_levels(spec); level++)
		span *= spec->radix;
	for (; level >= 0; level--, span /= spec->radix) {
		struct sumac_plan_block block = sumac_plan_block_of(spec->size, spec->rank, span * spec->radix);

		if (!(levels & (1u << level)))
			continue;
		for (int lo = block.lo; lo < block.lo + block.n; lo += span) {
			struct sumac_plan_block sub = sumac_plan_block_of(spec->size, lo, span);

			if (spec->rank < sub.lo || spec->rank >= sub.lo + sub.n)
				ranks_out[n++] = (uint16_t)sumac_plan_giver(span, sub, spec->rank);
		}
	}
	return n;
}

int sumac_plan_make_broadcast(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	int most = spec->radix * sumac_plan_levels(spec), class = sumac_plan_result_class(spec), node;
	uint16_t *ranks;
	uint32_t levels;
	int parent = sumac_plan_parent(spec, &levels);

	ranks = malloc(((size_t)most + 1) * sizeof(*ranks));
	if (!ranks || sumac_plan_reserve(plan, 1 + sumac_plan_relays_for(1 + most))) {
		free(ranks);
		return -SUMAC_ENOMEM;
	}
	if (parent < 0) {
		node = sumac_plan_add_source(plan);
	} else {
		node = sumac_plan_add_relay(spec, plan);
		sumac_plan_add_channel_in(&plan->node[node], class, parent);
	}
	sumac_plan_add_out(&plan->node[node], SUMAC_STREAM_MEMORY, 0);
	sumac_plan_send_to(plan, node, class, ranks, children(spec, levels, ranks));
	free(ranks);
	return 0;
}

int sumac_plan_make_allgather(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	uint16_t *ranks = malloc((size_t)spec->size * sizeof(*ranks));
	int n = 0, class = sumac_plan_result_class(spec), own;

	if (!ranks || sumac_plan_reserve(plan, spec->size + sumac_plan_relays_for(spec->size))) {
		free(ranks);
		return -SUMAC_ENOMEM;
	}
	/* Begins with the next rank, so that not all begin with the same one. */
	for (int turn = 1; turn < spec->size; turn++)
		ranks[n++] = (uint16_t)((spec->rank + turn) % spec->size);
	own = sumac_plan_add_source(plan);
	plan->node[own].part = spec->rank;
	sumac_plan_add_out(&plan->node[own], SUMAC_STREAM_MEMORY, 0);
	sumac_plan_send_to(plan, own, class, ranks, n);
	free(ranks);
	for (int from = 0; from < spec->size; from++) {
		struct sumac_plan_node *node;

		if (from == spec->rank)
			continue;
		node = &plan->node[sumac_plan_add_relay(spec, plan)];
		node->part = from;
		sumac_plan_add_channel_in(node, class, from);
		sumac_plan_add_out(node, SUMAC_STREAM_MEMORY, 0);
	}
	return 0;
}
