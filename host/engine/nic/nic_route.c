/*
 * Routes: the plan of a row of plans.def and a root, written to the group's route table when a call first needs it. No entry of
 * the table is ever rewritten: an entry is in use until the last of its outputs has been acknowledged, which the host does not
 * learn. Nodes that are alike share an entry even across plans, as do those of a reduce-scatter and of the reduces that make it
 * up.
 */
#include <stdlib.h>
#include <string.h>

#include "base/combination.h"
#include "engine/nic/nic_team.h"

const struct sumac_plan_needs *sumac_nic_count_needs(struct sumac_nic_engine *engine, int size)
{
	struct sumac_plan_needs *needs = &engine->needs[size];
	unsigned features = engine->caps.features & SUMAC_NIC_PLAN_FEATURES;

	if (!needs->n_nodes && sumac_plan_count_needs(size, engine->caps.radix, features, needs) < 0)
		return NULL;
	return needs;
}

static unsigned channel_index(const struct sumac_nic_team *team, int class, unsigned peer)
{
	const struct sumac_nic_channels *channels = &team->class[class];
	unsigned place = 0;

	/* plan_check proves that plans use the planner's list only. */
	while (place < channels->n && channels->peers[place] != peer)
		place++;
	return channels->first + place;
}

static uint32_t in_bits(const struct sumac_nic_team *team, const struct sumac_plan_in *in)
{
	unsigned channel = in->kind == SUMAC_STREAM_CHANNEL ? channel_index(team, in->class, in->peer) : 0;

	return SUMAC_BITS_PUT(ROUTE_IN, KIND, in->kind) | SUMAC_BITS_PUT(ROUTE_IN, COMBINES, in->combines) |
	       SUMAC_BITS_PUT(ROUTE_IN, CHANNEL, channel);
}

static uint32_t out_bits(const struct sumac_nic_team *team, const struct sumac_plan_out *out)
{
	unsigned channel = out->kind == SUMAC_STREAM_CHANNEL ? channel_index(team, out->class, out->peer) : 0;

	return SUMAC_BITS_PUT(ROUTE_OUT, KIND, out->kind) | SUMAC_BITS_PUT(ROUTE_OUT, TAP, out->tap) |
	       SUMAC_BITS_PUT(ROUTE_OUT, CHANNEL, channel);
}

static void encode(const struct sumac_nic_team *team, const struct sumac_plan_node *node, uint32_t words_out[SUMAC_ROUTE_WORDS])
{
	uint32_t *in = &words_out[1], *out = &words_out[1 + SUMAC_ROUTE_MAX_IN / 2];

	memset(words_out, 0, SUMAC_ROUTE_WORDS * sizeof(words_out[0]));
	words_out[0] = SUMAC_BITS_PUT(ROUTE_HEAD, N_IN, node->n_in) | SUMAC_BITS_PUT(ROUTE_HEAD, N_OUT, node->n_out) |
		       SUMAC_BITS_PUT(ROUTE_HEAD, RING, node->ring);
	if (node->spread)
		words_out[0] |= SUMAC_BITS_PUT(ROUTE_HEAD, SPREAD, node->spread) |
				SUMAC_BITS_PUT(ROUTE_HEAD, PARTS, node->parts - 1) | SUMAC_BITS_PUT(ROUTE_HEAD, FIRST, node->first);
	for (int i = 0; i < node->n_in; i++)
		in[i / 2] |= in_bits(team, &node->in[i]) << (16 * (i % 2));
	for (int o = 0; o < node->n_out; o++)
		out[o / 2] |= out_bits(team, &node->out[o]) << (16 * (o % 2));
}

/* The entry that holds such a node, which is written if there is none. */
static int entry_for(struct sumac_nic_team *team, const struct sumac_plan_node *node, unsigned *entry_out)
{
	uint32_t words[SUMAC_ROUTE_WORDS];

	encode(team, node, words);
	for (*entry_out = 0; *entry_out < team->n_entries; (*entry_out)++)
		if (!memcmp(team->entries[*entry_out], words, sizeof(words)))
			return 0;
	if (team->n_entries == team->engine->caps.routes)
		return -SUMAC_ENORES;
	memcpy(team->entries[team->n_entries++], words, sizeof(words));
	sumac_nic_write(team->engine, SUMAC_REG_ROUTE_INDEX, *entry_out | team->group << 16);
	for (int w = 0; w < SUMAC_ROUTE_WORDS; w++)
		sumac_nic_write(team->engine, SUMAC_REG_ROUTE_DATA, words[w]);
	return 0;
}

static int make_route(struct sumac_nic_team *team, const struct sumac_plan_spec *spec, struct sumac_nic_route *route)
{
	int err = sumac_plan_make(spec, &route->plan);

	if (err)
		return err;
	sumac_plan_blocks_follow(&team->blocks, &route->plan);
	if ((unsigned)route->plan.n_nodes > team->engine->caps.nodes)
		return -SUMAC_ENORES;
	free(route->entry);
	route->entry = malloc(((size_t)route->plan.n_nodes + 1) * sizeof(*route->entry));
	if (!route->entry)
		return -SUMAC_ENOMEM;
	for (int n = 0; n < route->plan.n_nodes; n++) {
		const struct sumac_plan_node *node = &route->plan.node[n];

		for (int i = 0; i < node->n_in; i++)
			route->reads_memory |= node->in[i].kind == SUMAC_STREAM_MEMORY;
		for (int o = 0; o < node->n_out; o++)
			route->writes_memory |= node->out[o].kind == SUMAC_STREAM_MEMORY;
		err = entry_for(team, node, &route->entry[n]);
		if (err)
			return err;
	}
	route->is_made = true;
	return 0;
}

static struct sumac_plan_spec spec_of(const struct sumac_nic_team *team, const struct sumac_call *call)
{
	return (struct sumac_plan_spec){ .coll = call->coll, .size = team->base.desc.size, .rank = team->base.desc.rank,
					 .root = sumac_coll_has_root(call->coll) ? call->root : 0,
					 .radix = team->engine->caps.radix, .features = team->features,
					 .len_bytes = call->count * sumac_type_bytes(call->type),
					 .parts_differ = call->firsts != NULL };
}

int sumac_nic_plan(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_plan *plan_io)
{
	struct sumac_plan_spec spec = spec_of(sumac_nic_team_of(base), call);

	return sumac_plan_make(&spec, plan_io);
}

/* The first call of a kind makes the route. */
int sumac_nic_route_get(struct sumac_nic_team *team, const struct sumac_call *call, struct sumac_nic_route **route_out)
{
	struct sumac_plan_spec spec = spec_of(team, call);
	int row;

	if (!sumac_coll_row(spec.coll) || spec.root < 0 || spec.root >= spec.size)
		return -SUMAC_EINVAL;
	row = sumac_plan_choose(&spec);
	if (row < 0)
		return row;
	if (!team->routes[row])
		team->routes[row] = calloc((size_t)team->base.desc.size, sizeof(**team->routes));
	if (!team->routes[row])
		return -SUMAC_ENOMEM;
	*route_out = &team->routes[row][spec.root];
	return (*route_out)->is_made ? 0 : make_route(team, &spec, *route_out);
}

void sumac_nic_routes_free(struct sumac_nic_team *team)
{
	for (int row = 0; row < SUMAC_PLAN_N_ROWS; row++) {
		struct sumac_nic_route *routes = team->routes[row];

		for (int root = 0; routes && root < team->base.desc.size; root++) {
			sumac_plan_free(&routes[root].plan);
			free(routes[root].entry);
		}
		free(routes);
		team->routes[row] = NULL;
	}
	free(team->entries);
	team->entries = NULL;
}
