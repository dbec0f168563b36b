/*
 * Slices: the elements are cut into equal parts, and each part has an owner, which folds it for all. So every rank sends and
 * receives each element about twice, however many ranks there are.
 *
 * Every rank has a source, which sends each owner its part of the operands; the owner's fold, which sends the result on; and a
 * relay, which brings the results of all owners to memory. Sources and relays are spread nodes, which serve their peers in the
 * order of their route. A source begins with the next rank, so that not all begin with the same peer. A relay begins with the
 * rank before, which sends its results here first; the one before that sends them here second, and so on.
 */
#include "plan/plan_parts.h"

/* The ranks that own a part, in rank order: all but one, or all. */
struct owners {
	int n;
	int other; /* the rank that owns nothing; -1: there is none */
};

static struct owners all_own(const struct sumac_plan_spec *spec)
{
	return (struct owners){ spec->size, -1 };
}

static int part_of(const struct owners *owners, int rank)
{
	return rank - (owners->other >= 0 && rank > owners->other);
}

static void spread(struct sumac_plan_node *node, int kind, const struct owners *owners, int first_owner)
{
	node->spread = (uint8_t)kind;
	node->first = (uint8_t)part_of(owners, first_owner);
	node->parts = (uint8_t)owners->n;
}

/* To the owners of all other parts. */
static void add_source(const struct sumac_plan_spec *spec, const struct owners *owners, struct sumac_plan *plan)
{
	struct sumac_plan_node *source = &plan->node[sumac_plan_add_source(plan)];

	for (int turn = 1; turn < spec->size; turn++) {
		int to = (spec->rank + turn) % spec->size;

		if (to != owners->other)
			sumac_plan_add_channel_out(source, SUMAC_CLASS_UP, to);
	}
	spread(source, SUMAC_SPREAD_OUTPUTS, owners, source->out[0].peer);
}

/* The fold of this rank's part, which has no outputs yet. */
static struct sumac_plan_node *add_fold(const struct sumac_plan_spec *spec, const struct owners *owners, struct sumac_plan *plan)
{
	struct sumac_plan_node *fold = &plan->node[sumac_plan_add_fold(spec, plan, 1, 0, -1)];

	fold->part = part_of(owners, spec->rank);
	fold->parts = (uint8_t)owners->n;
	return fold;
}

static void send_to_all(const struct sumac_plan_spec *spec, struct sumac_plan_node *node)
{
	for (int turn = 1; turn < spec->size; turn++)
		sumac_plan_add_channel_out(node, SUMAC_CLASS_DOWN, (spec->rank + turn) % spec->size);
}

/* From the owners of all other parts. A rank that owns nothing has all others before it. */
static void add_relay(const struct sumac_plan_spec *spec, const struct owners *owners, struct sumac_plan *plan)
{
	struct sumac_plan_node *relay = &plan->node[sumac_plan_add_relay(spec, plan)];

	for (int turn = 1; turn < spec->size; turn++)
		sumac_plan_add_channel_in(relay, SUMAC_CLASS_DOWN, (spec->rank + spec->size - turn) % spec->size);
	sumac_plan_add_out(relay, SUMAC_STREAM_MEMORY, 0);
	spread(relay, SUMAC_SPREAD_INPUTS, owners, relay->in[0].peer);
}

int sumac_plan_make_sliced_allreduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	struct owners owners = all_own(spec);
	struct sumac_plan_node *fold;

	if (sumac_plan_reserve(plan, 3))
		return -SUMAC_ENOMEM;
	add_source(spec, &owners, plan);
	fold = add_fold(spec, &owners, plan);
	sumac_plan_add_out(fold, SUMAC_STREAM_MEMORY, 0);
	send_to_all(spec, fold);
	add_relay(spec, &owners, plan);
	return 0;
}

/* The root owns nothing, since it receives all results. */
int sumac_plan_make_sliced_reduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	struct owners owners = { spec->size - 1, spec->root };

	if (sumac_plan_reserve(plan, 2))
		return -SUMAC_ENOMEM;
	add_source(spec, &owners, plan);
	if (spec->rank == spec->root)
		add_relay(spec, &owners, plan);
	else
		sumac_plan_add_channel_out(add_fold(spec, &owners, plan), SUMAC_CLASS_DOWN, spec->root);
	return 0;
}

int sumac_plan_make_sliced_reduce_scatter(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	struct owners owners = all_own(spec);

	if (sumac_plan_reserve(plan, 2))
		return -SUMAC_ENOMEM;
	add_source(spec, &owners, plan);
	sumac_plan_add_out(add_fold(spec, &owners, plan), SUMAC_STREAM_MEMORY, 0);
	return 0;
}

int sumac_plan_make_sliced_allgather(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	struct owners owners = all_own(spec);
	struct sumac_plan_node *own;

	if (sumac_plan_reserve(plan, 2))
		return -SUMAC_ENOMEM;
	own = &plan->node[sumac_plan_add_source(plan)];
	own->part = spec->rank;
	own->parts = (uint8_t)owners.n;
	sumac_plan_add_out(own, SUMAC_STREAM_MEMORY, 0);
	send_to_all(spec, own);
	add_relay(spec, &owners, plan);
	return 0;
}

/* The result of a part and chunk cannot come before its owner has had this rank's operand, which was read from there. */
bool sumac_plan_reads_first(const struct sumac_plan *plan)
{
	for (int n = 0; n < plan->n_nodes; n++)
		if (!plan->node[n].parts)
			return false;
	return true;
}
