/*
 * Exchanges of radix R: every rank ends up with the value of all.
 *
 * Level l joins the sub-blocks of R^l ranks that make up one aligned block of R^(l+1). The rank at place p of
 * its sub-block takes the value of every other sub-block B from B's member p mod |B|. Only the last sub-block
 * of a team can be ragged, so folding sub-blocks by E's program over their number is E over their ranks.
 */
#include "plan/plan_parts.h"

/* All ranks must reach the same answer, so the limit is that of the rank with the most nodes. */
enum { MAX_NODES = 64, MAX_OUT_LIST = MAX_NODES * SUMAC_ROUTE_MAX_OUT };

static int ceil_div(int a, int b)
{
	return (a + b - 1) / b;
}

/* The nodes of the rank with the most to send. */
static int most_nodes(int size, int radix)
{
	int n_nodes = 1;

	for (int span = 1; span < size; span *= radix) {
		struct sumac_plan_block last = sumac_plan_block_of(size, size - 1, span);
		int n_subs = ceil_div(sumac_plan_block_of(size, size - 1, span * radix).n, span);
		int n_outs = 1 + (n_subs - 1) * ceil_div(span, last.n);

		n_nodes += 1 + sumac_plan_relays_for(n_outs > radix ? n_outs : radix);
	}
	return n_nodes;
}

/* The ranks that take this rank's value on a level, from the next higher rank on, with wrap-around. */
static int takers(const struct sumac_plan_spec *spec, int span, uint16_t *ranks_out)
{
	struct sumac_plan_block block = sumac_plan_block_of(spec->size, spec->rank, span * spec->radix);
	int n = 0;

	for (int turn = 1; turn < block.n; turn++) {
		int to = block.lo + (spec->rank - block.lo + turn) % block.n;

		if (to / span != spec->rank / span && sumac_plan_gives(spec->size, spec->radix, spec->rank, to))
			ranks_out[n++] = (uint16_t)to;
	}
	return n;
}

int sumac_plan_make_exchange(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	uint16_t ranks[MAX_OUT_LIST];
	int value = -1; /* the node that holds what is joined so far; -1: memory */
	int n_nodes = most_nodes(spec->size, spec->radix);

	if (n_nodes > MAX_NODES)
		return -SUMAC_ENOTSUP;
	if (sumac_plan_reserve(plan, n_nodes))
		return -SUMAC_ENOMEM;
	for (int span = 1, level = 0; span < spec->size; span *= spec->radix, level++) {
		int from = value, fold;

		if (sumac_plan_block_of(spec->size, spec->rank, span * spec->radix).n <= span)
			continue; /* alone on this level */
		if (value < 0)
			from = sumac_plan_add_source(plan);
		else
			sumac_plan_add_out(&plan->node[value], SUMAC_STREAM_NODE, 0); /* set below */
		sumac_plan_send_to(plan, from, SUMAC_CLASS_UP, ranks, takers(spec, span, ranks));
		fold = sumac_plan_add_fold(spec, plan, span, level, value);
		if (value >= 0)
			plan->node[value].out[0].peer = (uint16_t)fold;
		value = fold;
	}
	if (value < 0)
		value = sumac_plan_add_source(plan);
	sumac_plan_add_out(&plan->node[value], SUMAC_STREAM_MEMORY, 0);
	return 0;
}
