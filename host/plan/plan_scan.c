/*
 * Scans: left folds over the ranks up to this one (scan) or before it (exscan).
 *
 * In one step, each rank sends to all later ones, and folds what the earlier ones sent. Along a chain, a rank gets what the
 * ranks before it have folded, adds its own, and passes it on: as many steps as ranks, but each byte is sent only once.
 */
#include "plan/plan_parts.h"

static bool is_exclusive(const struct sumac_plan_spec *spec)
{
	return spec->coll == SUMAC_COLL_EXSCAN;
}

/* The node that sends this rank's value to the n ranks after it. The first rank's value is also what a scan gives it. */
static void add_sender(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int n)
{
	struct sumac_plan_node *sender = &plan->node[sumac_plan_add_source(plan)];

	for (int to = spec->rank + 1; to <= spec->rank + n; to++)
		sumac_plan_add_out(sender, SUMAC_STREAM_CHANNEL, to);
	if (spec->rank == 0 && !is_exclusive(spec))
		sumac_plan_add_out(sender, SUMAC_STREAM_MEMORY, 0);
}

/* The node that folds the values of the first n ranks, from the left; this rank's own value comes from memory. */
static void add_left_fold(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int n)
{
	struct sumac_plan_node *fold = &plan->node[sumac_plan_add_node(plan, 1, 1)];

	for (int from = 0; from < n; from++) {
		if (from == spec->rank)
			sumac_plan_add_in(fold, SUMAC_STREAM_MEMORY, 0);
		else
			sumac_plan_add_in(fold, SUMAC_STREAM_CHANNEL, from);
		fold->in[from].combines = from > 0;
	}
	sumac_plan_add_out(fold, SUMAC_STREAM_MEMORY, 0);
}

int sumac_plan_make_scan(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	int n_later = spec->size - 1 - spec->rank;

	if (sumac_plan_reserve(plan, 2))
		return -SUMAC_ENOMEM;
	if (n_later || (spec->rank == 0 && !is_exclusive(spec)))
		add_sender(spec, plan, n_later);
	if (spec->rank > 0)
		add_left_fold(spec, plan, spec->rank + !is_exclusive(spec));
	return 0;
}

/* `tap` is the input after which memory gets the value. */
static void add_link_of_chain(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int tap)
{
	struct sumac_plan_node *node = &plan->node[sumac_plan_add_node(plan, 1, 1)];
	bool is_last = spec->rank == spec->size - 1;

	sumac_plan_add_in(node, SUMAC_STREAM_CHANNEL, spec->rank - 1);
	if (tap == 0)
		sumac_plan_add_out(node, SUMAC_STREAM_MEMORY, 0);
	if (tap == 0 && is_last)
		return;
	sumac_plan_add_in(node, SUMAC_STREAM_MEMORY, 0);
	node->in[1].combines = 1;
	if (tap == 1)
		sumac_plan_add_out(node, SUMAC_STREAM_MEMORY, 0);
	if (!is_last)
		sumac_plan_add_out(node, SUMAC_STREAM_CHANNEL, spec->rank + 1);
}

int sumac_plan_make_chain(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	if (sumac_plan_reserve(plan, 1))
		return -SUMAC_ENOMEM;
	if (spec->rank == 0)
		add_sender(spec, plan, 1);
	else
		add_link_of_chain(spec, plan, is_exclusive(spec) ? 0 : 1);
	return 0;
}
