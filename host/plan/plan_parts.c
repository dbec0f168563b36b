/*
 * Blocks of ranks, and nodes of a plan.
 */
#include "plan/plan_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RELAY_RINGS = 64 }; /* rings from this number on are relays'; a NIC has none of them */

void sumac_plan_program(int n_in, uint8_t *combines_out)
{
	for (int i = 0; i < n_in - 1; i++)
		combines_out[i] = (uint8_t)__builtin_ctz((unsigned)i + 1);
	combines_out[n_in - 1] = (uint8_t)__builtin_popcount((unsigned)n_in - 1);
}

struct sumac_plan_block sumac_plan_block_of(int size, int rank, int span)
{
	struct sumac_plan_block block = { rank - rank % span, span };

	if (block.lo + block.n > size)
		block.n = size - block.lo;
	return block;
}

int sumac_plan_giver(int span, struct sumac_plan_block from, int to)
{
	return from.lo + (to % span) % from.n;
}

/* The largest span at which the two ranks are in different sub-blocks. */
static int meeting_span(int radix, int a, int b)
{
	int span = 1;

	while (a / (span * radix) != b / (span * radix))
		span *= radix;
	return span;
}

bool sumac_plan_gives(int size, int radix, int from, int to)
{
	int span = meeting_span(radix, from, to);

	return sumac_plan_giver(span, sumac_plan_block_of(size, from, span), to) == from;
}

int sumac_plan_reserve(struct sumac_plan *plan, int n_nodes)
{
	struct sumac_plan_node *node;

	if (n_nodes <= plan->cap)
		return 0;
	node = realloc(plan->node, (size_t)n_nodes * sizeof(*node));
	if (!node)
		return -SUMAC_ENOMEM;
	plan->node = node;
	plan->cap = n_nodes;
	return 0;
}

int sumac_plan_add_node(struct sumac_plan *plan, int step, int ring)
{
	struct sumac_plan_node *node = &plan->node[plan->n_nodes];

	assert(plan->n_nodes < plan->cap);
	memset(node, 0, sizeof(*node));
	node->part = SUMAC_ALL_PARTS;
	node->step = (uint8_t)step;
	node->ring = (uint8_t)ring;
	return plan->n_nodes++;
}

void sumac_plan_add_in(struct sumac_plan_node *node, int kind, int peer)
{
	node->in[node->n_in++] = (struct sumac_plan_in){ .kind = (uint8_t)kind, .class = SUMAC_CLASS_UP,
							 .peer = (uint16_t)peer };
}

void sumac_plan_add_out(struct sumac_plan_node *node, int kind, int peer)
{
	node->out[node->n_out++] = (struct sumac_plan_out){ .kind = (uint8_t)kind, .class = SUMAC_CLASS_UP,
							    .peer = (uint16_t)peer,
							    .tap = (uint8_t)(node->n_in - 1) };
}

void sumac_plan_add_channel_in(struct sumac_plan_node *node, int class, int rank)
{
	sumac_plan_add_in(node, SUMAC_STREAM_CHANNEL, rank);
	node->in[node->n_in - 1].class = (uint8_t)class;
}

void sumac_plan_add_channel_out(struct sumac_plan_node *node, int class, int rank)
{
	sumac_plan_add_out(node, SUMAC_STREAM_CHANNEL, rank);
	node->out[node->n_out - 1].class = (uint8_t)class;
}

int sumac_plan_result_class(const struct sumac_plan_spec *spec)
{
	return spec->features & SUMAC_FEATURE_SPREAD ? SUMAC_CLASS_DOWN : SUMAC_CLASS_UP;
}

int sumac_plan_add_relay(const struct sumac_plan_spec *spec, struct sumac_plan *plan)
{
	return sumac_plan_add_node(plan, 1, sumac_plan_result_class(spec) == SUMAC_CLASS_DOWN ? 2 : 1);
}

int sumac_plan_add_source(struct sumac_plan *plan)
{
	int index = sumac_plan_add_node(plan, 0, 0);

	sumac_plan_add_in(&plan->node[index], SUMAC_STREAM_MEMORY, 0);
	return index;
}

int sumac_plan_add_fold(const struct sumac_plan_spec *spec, struct sumac_plan *plan, int span, int level, int value)
{
	int index = sumac_plan_add_node(plan, 1 + level, 1 + level);
	struct sumac_plan_node *node = &plan->node[index];
	struct sumac_plan_block block = sumac_plan_block_of(spec->size, spec->rank, span * spec->radix);
	uint8_t combines[SUMAC_ROUTE_MAX_IN];

	for (int lo = block.lo; lo < block.lo + block.n; lo += span) {
		struct sumac_plan_block sub = sumac_plan_block_of(spec->size, lo, span);

		if (spec->rank >= sub.lo && spec->rank < sub.lo + sub.n)
			sumac_plan_add_in(node, value < 0 ? SUMAC_STREAM_MEMORY : SUMAC_STREAM_NODE, value < 0 ? 0 : value);
		else
			sumac_plan_add_in(node, SUMAC_STREAM_CHANNEL, sumac_plan_giver(span, sub, spec->rank));
	}
	sumac_plan_program(node->n_in, combines);
	for (int i = 0; i < node->n_in; i++)
		node->in[i].combines = combines[i];
	return index;
}

int sumac_plan_relays_for(int n_outs)
{
	const int more = SUMAC_ROUTE_MAX_OUT - 1;

	return n_outs <= SUMAC_ROUTE_MAX_OUT ? 0 : (n_outs - SUMAC_ROUTE_MAX_OUT + more - 1) / more;
}

void sumac_plan_send_to(struct sumac_plan *plan, int index, int class, const uint16_t *ranks, int n_ranks)
{
	for (int i = 0; i < n_ranks; i++) {
		struct sumac_plan_node *node = &plan->node[index];

		if (node->n_out == SUMAC_ROUTE_MAX_OUT - 1 && i < n_ranks - 1) {
			/* A ring of its own: it needs slots while those that feed it are held. */
			int relay = sumac_plan_add_node(plan, node->step, RELAY_RINGS + plan->n_nodes % RELAY_RINGS);

			plan->node[relay].part = node->part;
			sumac_plan_add_in(&plan->node[relay], SUMAC_STREAM_NODE, index);
			sumac_plan_add_out(node, SUMAC_STREAM_NODE, relay);
			index = relay;
			node = &plan->node[relay];
		}
		sumac_plan_add_channel_out(node, class, ranks[i]);
	}
}

int sumac_plan_levels(const struct sumac_plan_spec *spec)
{
	int n = 0;

	for (int64_t span = 1; span < spec->size; span *= spec->radix)
		n++;
	return n;
}
