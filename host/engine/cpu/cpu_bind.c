/*
 * Makes a plan ready to run: binds its inputs and outputs to streams and links. It keeps what was bound, since a program calls
 * the same few collectives over and over.
 */
#include "engine/cpu/cpu_levels.h"

#include <stdlib.h>

enum { MAX_SPARE = 4 };

static bool is_peer(const struct sumac_cpu_run *run, int peer, int class)
{
	return peer < run->size && peer != run->rank && class < SUMAC_N_CHANNEL_CLASSES;
}

/* This output's number among the plan's outputs on its channel to this peer; both ends count alike, in the nodes' order. */
static int output_ordinal(const struct sumac_plan *plan, int node, int i)
{
	const struct sumac_plan_out *out = &plan->node[node].out[i];
	int ordinal = 0;

	for (int n = 0; n <= node; n++)
		for (int o = 0; o < (n == node ? i : plan->node[n].n_out); o++)
			ordinal += plan->node[n].out[o].kind == SUMAC_STREAM_CHANNEL &&
				   plan->node[n].out[o].peer == out->peer && plan->node[n].out[o].class == out->class;
	return ordinal;
}

static int input_ordinal(const struct sumac_plan *plan, int node, int i)
{
	const struct sumac_plan_in *in = &plan->node[node].in[i];
	int ordinal = 0;

	for (int n = 0; n <= node; n++)
		for (int k = 0; k < (n == node ? i : plan->node[n].n_in); k++)
			ordinal += plan->node[n].in[k].kind == SUMAC_STREAM_CHANNEL &&
				   plan->node[n].in[k].peer == in->peer && plan->node[n].in[k].class == in->class;
	return ordinal;
}

/* Streams are between the team's ranks, whichever plan they serve. */
static int bind_channel(struct sumac_cpu_run *run, int peer, int class, int ordinal, struct sumac_cpu_stream **stream_out)
{
	if (!is_peer(run, peer, class) || ordinal >= sumac_cpu_max_ordinals(run->team))
		return -SUMAC_EINVAL;
	*stream_out = sumac_cpu_stream_get(run->team, run->members ? run->members[peer] : peer, class, ordinal);
	return *stream_out ? 0 : -SUMAC_ENOMEM;
}

/* The source node's output to this node; the k-th link between two nodes is the k-th on both sides. */
static struct sumac_cpu_output *find_link(struct sumac_cpu_run *run, int node, int i)
{
	const struct sumac_plan *plan = &run->plan;
	int from = plan->node[node].in[i].peer, skip = 0;

	if (from >= plan->n_nodes || from == node)
		return NULL;
	for (int k = 0; k < i; k++)
		skip += plan->node[node].in[k].kind == SUMAC_STREAM_NODE && plan->node[node].in[k].peer == from;
	for (int o = 0; o < plan->node[from].n_out; o++)
		if (plan->node[from].out[o].kind == SUMAC_STREAM_NODE && plan->node[from].out[o].peer == node &&
		    !skip--)
			return &run->nodes[from].out[o];
	return NULL;
}

static int bind_input(struct sumac_cpu_run *run, int node, int i)
{
	const struct sumac_plan_in *in = &run->plan.node[node].in[i];
	struct sumac_cpu_input *bound = &run->nodes[node].in[i];

	switch (in->kind) {
	case SUMAC_STREAM_MEMORY:
		run->nodes[node].reads_memory = true;
		return 0;
	case SUMAC_STREAM_CHANNEL:
		return bind_channel(run, in->peer, in->class, input_ordinal(&run->plan, node, i), &bound->stream);
	case SUMAC_STREAM_NODE:
		bound->link = find_link(run, node, i);
		return bound->link ? 0 : -SUMAC_EINVAL;
	}
	return -SUMAC_EINVAL;
}

static int bind_output(struct sumac_cpu_run *run, int node, int i)
{
	const struct sumac_plan_out *out = &run->plan.node[node].out[i];
	struct sumac_cpu_output *bound = &run->nodes[node].out[i];
	uint32_t window = run->team->engine->options.window;

	if (out->tap >= run->plan.node[node].n_in)
		return -SUMAC_EINVAL;
	if (out->kind == SUMAC_STREAM_MEMORY) {
		run->nodes[node].writes_memory = true;
		return 0;
	}
	if (out->kind != SUMAC_STREAM_CHANNEL && out->kind != SUMAC_STREAM_NODE)
		return -SUMAC_EINVAL;
	bound->values = calloc(window, sizeof(bound->values[0]));
	bound->sends = calloc(window, sizeof(bound->sends[0]));
	if (!bound->values || !bound->sends)
		return -SUMAC_ENOMEM;
	if (out->kind == SUMAC_STREAM_NODE)
		return 0;
	return bind_channel(run, out->peer, out->class, output_ordinal(&run->plan, node, i), &bound->stream);
}

/* The postfix program must leave exactly one value and never reach below the stack's end. */
static bool program_is_sound(const struct sumac_plan_node *plan)
{
	int depth = 0;

	if (plan->n_in < 1 || plan->n_in > SUMAC_ROUTE_MAX_IN || plan->n_out > SUMAC_ROUTE_MAX_OUT)
		return false;
	for (int i = 0; i < plan->n_in; i++) {
		depth += 1 - plan->in[i].combines;
		if (depth < 1)
			return false;
	}
	return depth == 1;
}

static int bind_nodes(struct sumac_cpu_run *run)
{
	const struct sumac_plan *plan = &run->plan;
	int err = 0;

	for (int node = 0; node < plan->n_nodes && !err; node++) {
		run->nodes[node].plan = &plan->node[node];
		if (!program_is_sound(&plan->node[node]))
			return -SUMAC_EINVAL;
		for (int i = 0; i < plan->node[node].n_in && !err; i++)
			err = bind_input(run, node, i);
		for (int i = 0; i < plan->node[node].n_out && !err; i++)
			err = bind_output(run, node, i);
	}
	return err;
}

static void run_free(struct sumac_cpu_run *run)
{
	if (run->nodes)
		for (struct sumac_cpu_node *node = run->nodes; node < run->nodes + run->plan.n_nodes; node++)
			for (int i = 0; i < SUMAC_ROUTE_MAX_OUT; i++) {
				free(node->out[i].values);
				free(node->out[i].sends);
			}
	free(run->members);
	free(run->nodes);
	sumac_plan_free(&run->plan);
	free(run);
}

struct sumac_plan_spec sumac_cpu_spec_of(const struct sumac_cpu_team *team, const struct sumac_level *level,
					 const struct sumac_call *call)
{
	struct sumac_plan_spec spec = { .coll = call->coll, .size = team->base.desc.size, .rank = team->base.desc.rank,
					.root = call->root,
					.radix = SUMAC_CPU_RADIX, .features = SUMAC_CPU_FEATURES,
					.len_bytes = call->count * sumac_type_bytes(call->type),
					.parts_differ = call->firsts != NULL };

	if (level && !sumac_cpu_level_is_of_rows(team, level)) {
		int speaker = sumac_level_speaker(level, level->group, call->coll, call->root);

		spec.coll = sumac_steps_between(level, call->coll);
		spec.size = level->n_groups;
		spec.rank = speaker == team->base.desc.rank ? level->group : -1;
		spec.root = sumac_coll_has_root(call->coll) ? level->group_of[call->root] : 0;
		spec.parts_differ = true; /* as groups do */
	}
	return spec;
}

static int set_members(struct sumac_cpu_run *run, const struct sumac_call *call)
{
	run->members = malloc((size_t)run->size * sizeof(run->members[0]));
	if (!run->members)
		return -SUMAC_ENOMEM;
	for (int group = 0; group < run->size; group++)
		run->members[group] = sumac_level_speaker(run->level, group, call->coll, call->root);
	return 0;
}

static int make_plan(struct sumac_cpu_run *run, const struct sumac_plan_spec *spec)
{
	int err;

	if (sumac_cpu_level_is_of_rows(run->team, run->level))
		return sumac_cpu_rows_plan(run->level, spec, &run->plan);
	err = spec->rank < 0 ? 0 : sumac_plan_make(spec, &run->plan);
	if (!err && run->level)
		sumac_plan_blocks_follow(&run->level->blocks, &run->plan);
	return err;
}

static int run_new(struct sumac_cpu_team *team, struct sumac_level *level, const struct sumac_call *call,
		   const struct sumac_plan_spec *spec, int row, struct sumac_cpu_run **run_out)
{
	struct sumac_cpu_run *run = calloc(1, sizeof(*run));
	int err;

	if (!run)
		return -SUMAC_ENOMEM;
	run->team = team;
	run->level = level;
	run->coll = spec->coll;
	run->row = row;
	run->root = call->root;
	run->size = spec->size;
	run->rank = spec->rank;
	err = level && !sumac_cpu_level_is_of_rows(team, level) ? set_members(run, call) : 0;
	if (!err)
		err = make_plan(run, spec);
	if (err)
		goto err_free;
	run->nodes = calloc((size_t)run->plan.n_nodes + 1, sizeof(run->nodes[0]));
	err = run->nodes ? bind_nodes(run) : -SUMAC_ENOMEM;
	if (err)
		goto err_free;
	*run_out = run;
	return 0;
err_free:
	run_free(run);
	return err;
}

int sumac_cpu_plan(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_plan *plan_io)
{
	struct sumac_plan_spec spec = sumac_cpu_spec_of((struct sumac_cpu_team *)base, NULL, call);

	return sumac_plan_make(&spec, plan_io);
}

int sumac_cpu_run_get(struct sumac_cpu_team *team, const struct sumac_call *call, struct sumac_cpu_run **run_out)
{
	struct sumac_level *level = sumac_cpu_level_for(team, call);
	struct sumac_plan_spec spec = sumac_cpu_spec_of(team, level, call);
	int row = sumac_plan_choose(&spec);

	if (row < 0)
		return row;
	for (struct sumac_cpu_run **at = &team->spare; *at; at = &(*at)->next) {
		struct sumac_cpu_run *run = *at;

		if (run->row != row || run->level != level || (sumac_coll_has_root(call->coll) && run->root != call->root))
			continue;
		*at = run->next;
		*run_out = run;
		return 0;
	}
	return run_new(team, level, call, &spec, row, run_out);
}

void sumac_cpu_run_put(struct sumac_cpu_run *run)
{
	struct sumac_cpu_run **at = &run->team->spare;

	run->next = *at;
	*at = run;
	for (int kept = 0; *at && kept < MAX_SPARE; kept++)
		at = &(*at)->next;
	while (*at) {
		struct sumac_cpu_run *old = *at;

		*at = old->next;
		run_free(old);
	}
}

void sumac_cpu_run_free_spare(struct sumac_cpu_team *team)
{
	while (team->spare) {
		struct sumac_cpu_run *run = team->spare;

		team->spare = run->next;
		run_free(run);
	}
}
