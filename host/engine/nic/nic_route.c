/*
 * Routes: the plan of a (collective, root), written to the group's route table when a call first needs it.
 * Every plan that a team can ask for has its own entries, so none is ever rewritten: an entry is in use until
 * the last of its outputs has been acknowledged, which the host does not learn.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/nic/nic_private.h"

/* An exchange has two nodes, send and fold; a reduce has one, whatever its root. */
unsigned sumac_nic_route_entries(int size)
{
	return 2 + (unsigned)size;
}

static unsigned channel_index(const struct nic_team *team, int class, unsigned peer)
{
	const struct nic_channels *channels = &team->class[class];
	unsigned place = 0;

	/* plan_check proves that plans use the planner's list only. */
	while (place < channels->n && channels->peers[place] != peer)
		place++;
	return channels->first + place;
}

static uint32_t in_bits(const struct nic_team *team, const struct sumac_plan_in *in)
{
	unsigned channel = in->kind == SUMAC_STREAM_CHANNEL ? channel_index(team, in->class, in->peer) : 0;

	return SUMAC_BITS_PUT(ROUTE_IN, KIND, in->kind) | SUMAC_BITS_PUT(ROUTE_IN, COMBINES, in->combines) |
	       SUMAC_BITS_PUT(ROUTE_IN, CHANNEL, channel);
}

static uint32_t out_bits(const struct nic_team *team, const struct sumac_plan_out *out)
{
	unsigned channel = out->kind == SUMAC_STREAM_CHANNEL ? channel_index(team, out->class, out->peer) : 0;

	return SUMAC_BITS_PUT(ROUTE_OUT, KIND, out->kind) | SUMAC_BITS_PUT(ROUTE_OUT, TAP, out->tap) |
	       SUMAC_BITS_PUT(ROUTE_OUT, CHANNEL, channel);
}

static void write_entry(const struct nic_team *team, unsigned entry, const struct sumac_plan_node *node)
{
	uint32_t words[SUMAC_ROUTE_WORDS] = { 0 };
	uint32_t *in = &words[1], *out = &words[1 + SUMAC_ROUTE_MAX_IN / 2];

	words[0] = SUMAC_BITS_PUT(ROUTE_HEAD, N_IN, node->n_in) | SUMAC_BITS_PUT(ROUTE_HEAD, N_OUT, node->n_out) |
		   SUMAC_BITS_PUT(ROUTE_HEAD, STEP, node->step) | SUMAC_BITS_PUT(ROUTE_HEAD, RING, node->ring);
	for (int i = 0; i < node->n_in; i++)
		in[i / 2] |= in_bits(team, &node->in[i]) << (16 * (i % 2));
	for (int o = 0; o < node->n_out; o++)
		out[o / 2] |= out_bits(team, &node->out[o]) << (16 * (o % 2));
	sumac_nic_write(team->engine, SUMAC_REG_ROUTE_INDEX, entry | team->group << 16);
	for (int w = 0; w < SUMAC_ROUTE_WORDS; w++)
		sumac_nic_write(team->engine, SUMAC_REG_ROUTE_DATA, words[w]);
}

static int make_route(struct nic_team *team, const struct sumac_plan_spec *spec, struct nic_route *route)
{
	struct sumac_plan plan;
	int status = sumac_plan_make(spec, &plan);

	if (status < 0)
		return status;
	if ((unsigned)plan.n_nodes > team->engine->caps.nodes ||
	    team->next_entry + (unsigned)plan.n_nodes > team->engine->caps.routes)
		return -SUMAC_ENORES;
	route->node = malloc((size_t)plan.n_nodes * sizeof(*route->node));
	if (!route->node)
		return -SUMAC_ENOMEM;
	memcpy(route->node, plan.node, (size_t)plan.n_nodes * sizeof(*route->node));
	route->n_nodes = plan.n_nodes;
	route->entry = team->next_entry;
	team->next_entry += (unsigned)plan.n_nodes;
	for (int n = 0; n < plan.n_nodes; n++) {
		for (int i = 0; i < plan.node[n].n_in; i++)
			route->reads_memory |= plan.node[n].in[i].kind == SUMAC_STREAM_MEMORY;
		for (int o = 0; o < plan.node[n].n_out; o++)
			route->writes_memory |= plan.node[n].out[o].kind == SUMAC_STREAM_MEMORY;
		write_entry(team, route->entry + (unsigned)n, &plan.node[n]);
	}
	return 0;
}

int sumac_nic_route_get(struct nic_team *team, enum sumac_coll coll, int root, struct nic_route **route_out)
{
	bool rooted = coll == SUMAC_COLL_REDUCE;
	struct sumac_plan_spec spec = { .coll = rooted ? coll : SUMAC_COLL_ALLREDUCE, .size = team->size,
					.rank = team->rank, .root = rooted ? root : 0,
					.radix = team->engine->caps.radix };
	struct nic_route *route;

	if (rooted && (root < 0 || root >= team->size))
		return -SUMAC_EINVAL;
	route = &team->routes[rooted ? 1 + root : 0];
	*route_out = route;
	return route->n_nodes > 0 ? 0 : make_route(team, &spec, route);
}

void sumac_nic_routes_free(struct nic_team *team)
{
	for (unsigned i = 0; team->routes && i < team->n_routes; i++)
		free(team->routes[i].node);
	free(team->routes);
	team->routes = NULL;
}
