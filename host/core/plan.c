/*
 * The planner: radix-R exchanges, and reduces that use the exchange's channels only.
 *
 * Level l joins the sub-blocks of R^l ranks that make up one aligned block of R^(l+1). The rank at place p of
 * its sub-block takes the value of every other sub-block B from B's member p mod |B|. Only the last sub-block
 * of a team can be ragged, so folding sub-blocks by E's program over their number is E over their ranks.
 */
#include "plan.h"

#include <string.h>

enum { MAX_RANKS = UINT16_MAX, STEP_SEND = 0, MAX_OUT_LIST = SUMAC_PLAN_MAX_NODES * SUMAC_ROUTE_MAX_OUT };

struct block {
	int lo, n;
};

/* The aligned block of span ranks that holds a rank, cut off at the team's end. */
static struct block block_of(int size, int rank, int span)
{
	struct block block = { rank - rank % span, span };

	if (block.lo + block.n > size)
		block.n = size - block.lo;
	return block;
}

/* The member of a sub-block that hands its value to rank `to`, which is in another one of that span. */
static int giver(int span, struct block from, int to)
{
	return from.lo + (to % span) % from.n;
}

/* The span of the sub-blocks by which two ranks are told apart first. */
static int meeting_span(int radix, int a, int b)
{
	int span = 1;

	while (a / (span * radix) != b / (span * radix))
		span *= radix;
	return span;
}

static bool gives(int size, int radix, int from, int to)
{
	int span = meeting_span(radix, from, to);

	return giver(span, block_of(size, from, span), to) == from;
}

static int ceil_div(int a, int b)
{
	return (a + b - 1) / b;
}

/* Nodes beyond the first that n outputs of one value take: every one but the last ends in a link. */
static int relays_for(int n_outs)
{
	return n_outs <= SUMAC_ROUTE_MAX_OUT ? 0 : ceil_div(n_outs - SUMAC_ROUTE_MAX_OUT, SUMAC_ROUTE_MAX_OUT - 1);
}

/* Whether the rank with the most to send has nodes enough. All ranks
 * must come to one answer, so it depends on size and radix alone. */
static bool exchange_fits(int size, int radix)
{
	int n_nodes = 1;

	for (int span = 1; span < size; span *= radix) {
		struct block last = block_of(size, size - 1, span);
		int n_subs = ceil_div(block_of(size, size - 1, span * radix).n, span);
		int n_outs = 1 + (n_subs - 1) * ceil_div(span, last.n);

		n_nodes += 1 + relays_for(n_outs > radix ? n_outs : radix);
	}
	return n_nodes <= SUMAC_PLAN_MAX_NODES;
}

void sumac_plan_program(int n_in, uint8_t *combines_out)
{
	for (int i = 0; i < n_in - 1; i++)
		combines_out[i] = (uint8_t)__builtin_ctz((unsigned)i + 1);
	combines_out[n_in - 1] = (uint8_t)__builtin_popcount((unsigned)n_in - 1);
}

static int add_node(struct sumac_plan *plan, int step, int ring)
{
	struct sumac_plan_node *node = &plan->node[plan->n_nodes];

	node->step = (uint8_t)step;
	node->ring = (uint8_t)ring;
	return plan->n_nodes++;
}

static void add_in(struct sumac_plan_node *node, int kind, int peer)
{
	node->in[node->n_in++] = (struct sumac_plan_in){ .kind = (uint8_t)kind, .class = SUMAC_CLASS_UP,
							 .peer = (uint16_t)peer };
}

static void add_out(struct sumac_plan_node *node, int kind, int peer)
{
	node->out[node->n_out++] = (struct sumac_plan_out){ .kind = (uint8_t)kind, .class = SUMAC_CLASS_UP,
							    .peer = (uint16_t)peer,
							    .tap = (uint8_t)(node->n_in - 1) };
}

/* A node that copies the rank's memory. */
static int add_source(struct sumac_plan *plan)
{
	int index = add_node(plan, STEP_SEND, STEP_SEND);

	add_in(&plan->node[index], SUMAC_STREAM_MEMORY, 0);
	return index;
}

/* A node that joins the sub-blocks of a rank's block.
 * `value` holds that of its own: a node, or -1: memory. */
static int add_fold(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int span, int level, int value)
{
	int index = add_node(plan, 1 + level, 1 + level);
	struct sumac_plan_node *node = &plan->node[index];
	struct block block = block_of(spec->size, spec->rank, span * spec->radix);
	uint8_t combines[SUMAC_ROUTE_MAX_IN];

	for (int lo = block.lo; lo < block.lo + block.n; lo += span) {
		struct block sub = block_of(spec->size, lo, span);

		if (spec->rank >= sub.lo && spec->rank < sub.lo + sub.n)
			add_in(node, value < 0 ? SUMAC_STREAM_MEMORY : SUMAC_STREAM_NODE, value < 0 ? 0 : value);
		else
			add_in(node, SUMAC_STREAM_CHANNEL, giver(span, sub, spec->rank));
	}
	sumac_plan_program(node->n_in, combines);
	for (int i = 0; i < node->n_in; i++)
		node->in[i].combines = combines[i];
	return index;
}

/* The ranks that take this rank's value on a level, from the next higher rank on and around. */
static int takers(const struct sumac_plan_spec *spec, int span, uint16_t *ranks_out)
{
	struct block block = block_of(spec->size, spec->rank, span * spec->radix);
	int n = 0;

	for (int turn = 1; turn < block.n; turn++) {
		int to = block.lo + (spec->rank - block.lo + turn) % block.n;

		if (to / span != spec->rank / span && gives(spec->size, spec->radix, spec->rank, to))
			ranks_out[n++] = (uint16_t)to;
	}
	return n;
}

/* Outputs of a node to the ranks; what does not fit goes to relays, which a last output feeds. */
static void send_to(struct sumac_plan *plan, int index, const uint16_t *ranks, int n_ranks)
{
	for (int i = 0; i < n_ranks; i++) {
		struct sumac_plan_node *node = &plan->node[index];

		if (node->n_out == SUMAC_ROUTE_MAX_OUT - 1 && i < n_ranks - 1) {
			/* A ring of its own: its slots are wanted while those that feed it are held. */
			int relay = add_node(plan, node->step, SUMAC_PLAN_MAX_NODES + plan->n_nodes);

			add_in(&plan->node[relay], SUMAC_STREAM_NODE, index);
			add_out(node, SUMAC_STREAM_NODE, relay);
			index = relay;
			node = &plan->node[relay];
		}
		add_out(node, SUMAC_STREAM_CHANNEL, ranks[i]);
	}
}

static void make_exchange(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	uint16_t ranks[MAX_OUT_LIST];
	int value = -1; /* the node that holds what is joined so far; -1: memory */

	for (int span = 1, level = 0; span < spec->size; span *= spec->radix, level++) {
		int from = value, fold;

		if (block_of(spec->size, spec->rank, span * spec->radix).n <= span)
			continue; /* alone on this level */
		if (value < 0)
			from = add_source(plan);
		else
			add_out(&plan->node[value], SUMAC_STREAM_NODE, 0); /* told below which */
		send_to(plan, from, ranks, takers(spec, span, ranks));
		fold = add_fold(spec, plan, span, level, value);
		if (value >= 0)
			plan->node[value].out[0].peer = (uint16_t)fold;
		value = fold;
	}
	if (value < 0)
		value = add_source(plan);
	add_out(&plan->node[value], SUMAC_STREAM_MEMORY, 0);
}

/* Walks down from the whole team to this rank: in each block, one rank gathers. Returns the rank that takes
 * this rank's value, or -1 for the root, and tells on which levels this rank gathers. */
static int reduce_parent(const struct sumac_plan_spec *spec, uint32_t *levels_out)
{
	int gatherer = spec->root, parent = -1, span = 1, level = 0;

	*levels_out = 0;
	for (; span * spec->radix < spec->size; span *= spec->radix)
		level++;
	for (; level >= 0; level--, span /= spec->radix) {
		struct block sub = block_of(spec->size, spec->rank, span);

		if (gatherer / span != spec->rank / span) {
			int next = giver(span, sub, gatherer);

			if (next == spec->rank)
				parent = gatherer;
			gatherer = next;
		} else if (gatherer == spec->rank && block_of(spec->size, spec->rank, span * spec->radix).n > span) {
			*levels_out |= 1u << level;
		}
	}
	return parent;
}

static void make_reduce(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	uint32_t levels;
	int parent = reduce_parent(spec, &levels), value = -1;

	for (int span = 1, level = 0; span < spec->size; span *= spec->radix, level++) {
		int fold;

		if (!(levels & (1u << level)))
			continue;
		fold = add_fold(spec, plan, span, level, value);
		if (value >= 0)
			add_out(&plan->node[value], SUMAC_STREAM_NODE, fold);
		value = fold;
	}
	if (value < 0)
		value = add_source(plan);
	if (parent < 0)
		add_out(&plan->node[value], SUMAC_STREAM_MEMORY, 0);
	else
		add_out(&plan->node[value], SUMAC_STREAM_CHANNEL, parent);
}

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
		make_reduce(spec, plan_out);
		return 0;
	case SUMAC_COLL_ALLREDUCE:
	case SUMAC_COLL_BARRIER:
		if (!exchange_fits(spec->size, spec->radix))
			return -SUMAC_ENOTSUP;
		make_exchange(spec, plan_out);
		return 0;
	}
	return -SUMAC_EINVAL;
}

int sumac_plan_peers(int size, int rank, int radix, int class, uint16_t *peers_out, int cap)
{
	int n = 0;

	/* No plan that is made today sends results down. */
	if (class != SUMAC_CLASS_UP)
		return 0;
	for (int peer = 0; peer < size; peer++) {
		if (peer == rank || !(gives(size, radix, rank, peer) || gives(size, radix, peer, rank)))
			continue;
		if (n < cap)
			peers_out[n] = (uint16_t)peer;
		n++;
	}
	return n;
}
