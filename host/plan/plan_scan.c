/*
 * Scans: left folds over the ranks up to this one (scan) or before it (exscan).
 *
 * In one step, each rank sends to all later ones, and folds what the earlier ones sent. Along a chain, a rank gets what the
 * ranks before it have folded, adds its own, and passes it on: as many steps as ranks, but each byte is sent only once. So
 * short messages take one step, and long ones the chain; and so do teams that have more ranks than a node has inputs.
 */
#include "plan/plan_parts.h"

static bool is_chain(const struct sumac_plan_spec *spec)
{
	return spec->size > spec->radix || (spec->is_long && spec->size > 2);
}

/* The node that sends this rank's value to all later ranks. */
static int add_sender(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	int sender = sumac_plan_add_source(plan);

	for (int to = spec->rank + 1; to < spec->size; to++)
		sumac_plan_add_out(&plan->node[sender], SUMAC_STREAM_CHANNEL, to);
	return sender;
}

/* The node that folds the values of the first n ranks, from the left; a value that is this rank's comes from memory. */
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

/* A chain's node; `tap` is the input after which its memory gets the value. */
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

/* What the first rank has to do: its own value is what a scan gives it. */
static void add_first(const struct sumac_plan_spec *spec, struct sumac_plan *plan, bool keeps_value)
{
	int sender;

	if (is_chain(spec)) {
		sender = sumac_plan_add_source(plan);
		sumac_plan_add_out(&plan->node[sender], SUMAC_STREAM_CHANNEL, 1);
	} else {
		sender = add_sender(spec, plan);
	}
	if (keeps_value)
		sumac_plan_add_out(&plan->node[sender], SUMAC_STREAM_MEMORY, 0);
}

int sumac_plan_make_scan(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	if (sumac_plan_reserve(plan, 2))
		return -SUMAC_ENOMEM;
	if (spec->rank == 0) {
		add_first(spec, plan, true);
	} else if (is_chain(spec)) {
		add_link_of_chain(spec, plan, 1);
	} else {
		if (spec->rank < spec->size - 1)
			add_sender(spec, plan);
		add_left_fold(spec, plan, spec->rank + 1);
	}
	return 0;
}

int sumac_plan_make_exscan(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	/* Without taps a long message takes one step, too. */
	struct sumac_plan_spec own = *spec;

	own.is_long = spec->is_long && spec->taps;
	if (spec->size > spec->radix && !spec->taps)
		return -SUMAC_ENOTSUP;
	if (sumac_plan_reserve(plan, 2))
		return -SUMAC_ENOMEM;
	if (spec->size == 1)
		return 0; /* nobody comes before it, and nobody after */
	if (spec->rank == 0) {
		add_first(&own, plan, false);
	} else if (is_chain(&own)) {
		add_link_of_chain(&own, plan, 0);
	} else {
		if (spec->rank < spec->size - 1)
			add_sender(&own, plan);
		add_left_fold(&own, plan, spec->rank);
	}
	return 0;
}
