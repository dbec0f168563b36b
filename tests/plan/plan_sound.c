/*
 * Checks what can be checked of a rank's plans by themselves. Refused are programs that do not leave one value, streams that lead
 * nowhere, channels outside the planner's list, rings that the NIC lacks, spread nodes without a part for each stream, and
 * channels from which two rings take.
 */
#include "plan/plan_sound.h"

#include <stdlib.h>

static bool has_channel(const struct plan_model *model, int call, int rank, int peer, int class)
{
	const struct sumac_plan_run *run = model->run;

	if (class >= SUMAC_N_CHANNEL_CLASSES || peer == rank || peer >= run->size)
		return false;
	/* Where nodes may be linked, an allgather needs no list: it sends to everybody. */
	return (run->links && class == SUMAC_CLASS_UP && sumac_plan_model_coll(run, call) == SUMAC_COLL_ALLGATHER) ||
	       sumac_plan_are_peers(run->size, run->radix, run->spread ? SUMAC_FEATURE_SPREAD : 0, class, rank, peer);
}

/* Without taps, a value leaves after the last input only; with them, where there is just one. */
static bool program_is_good(const struct sumac_plan_node *node, bool taps)
{
	bool is_one[SUMAC_ROUTE_MAX_IN];
	int depth = 0;

	if (node->n_in < 1 || node->n_in > SUMAC_ROUTE_MAX_IN || node->n_out > SUMAC_ROUTE_MAX_OUT)
		return false;
	if (node->spread == SUMAC_SPREAD_INPUTS) {
		for (int i = 0; i < node->n_in; i++)
			depth += node->in[i].combines;
		return depth == 0;
	}
	for (int i = 0; i < node->n_in; i++) {
		depth++;
		if (depth > SUMAC_PLAN_STACK || node->in[i].combines >= depth)
			return false;
		depth -= node->in[i].combines;
		is_one[i] = depth == 1;
	}
	for (int o = 0; o < node->n_out; o++)
		if (node->out[o].tap != node->n_in - 1 && !(taps && node->out[o].tap < node->n_in && is_one[node->out[o].tap]))
			return false;
	return depth == 1;
}

/* One end is memory, the other one channels, each with a part of its own. */
static bool spread_is_good(const struct sumac_plan_run *run, const struct sumac_plan_node *node)
{
	int memory_in = 0, memory_out = 0;

	if (node->spread == SUMAC_SPREAD_NONE)
		return node->parts == 0 || (node->part >= 0 && node->part < node->parts);
	for (int i = 0; i < node->n_in; i++)
		memory_in += node->in[i].kind == SUMAC_STREAM_MEMORY;
	for (int o = 0; o < node->n_out; o++)
		memory_out += node->out[o].kind == SUMAC_STREAM_MEMORY;
	if (!run->spread || node->part != SUMAC_ALL_PARTS || node->first >= node->parts)
		return false;
	if (node->spread == SUMAC_SPREAD_OUTPUTS)
		return node->n_in == 1 && memory_in == 1 && memory_out == 0 && node->n_out >= 1 && node->n_out <= node->parts;
	return node->spread == SUMAC_SPREAD_INPUTS && node->n_out == 1 && memory_out == 1 && memory_in == 0 &&
	       node->n_in <= node->parts;
}

/* Each end of a link names the other. */
static bool link_is_good(const struct sumac_plan *plan, int from, int to)
{
	int n_out = 0, n_in = 0;

	if (from >= plan->n_nodes || to >= plan->n_nodes || plan->node[from].part != plan->node[to].part)
		return false;
	for (int o = 0; o < plan->node[from].n_out; o++)
		n_out += plan->node[from].out[o].kind == SUMAC_STREAM_NODE && plan->node[from].out[o].peer == to;
	for (int i = 0; i < plan->node[to].n_in; i++)
		n_in += plan->node[to].in[i].kind == SUMAC_STREAM_NODE && plan->node[to].in[i].peer == from;
	return n_out == 1 && n_in == 1;
}

static bool streams_are_good(struct plan_model *model, int call, int rank, int index)
{
	const struct sumac_plan *plan = &model->run->plans[call][rank];
	const struct sumac_plan_node *node = &plan->node[index];
	bool good = true;

	for (int i = 0; i < node->n_in; i++) {
		const struct sumac_plan_in *in = &node->in[i];

		if (in->kind == SUMAC_STREAM_CHANNEL)
			good &= has_channel(model, call, rank, in->peer, in->class);
		else if (in->kind == SUMAC_STREAM_NODE)
			good &= model->run->links && link_is_good(plan, in->peer, index);
		else
			good &= in->kind == SUMAC_STREAM_MEMORY;
	}
	for (int o = 0; o < node->n_out; o++) {
		const struct sumac_plan_out *out = &node->out[o];

		if (out->kind == SUMAC_STREAM_CHANNEL)
			good &= has_channel(model, call, rank, out->peer, out->class);
		else if (out->kind == SUMAC_STREAM_NODE)
			good &= model->run->links && link_is_good(plan, index, out->peer);
		else
			good &= out->kind == SUMAC_STREAM_MEMORY;
	}
	return good || sumac_plan_blame(model, "rank %d, node %d: a stream leads nowhere", rank, index);
}

/* All nodes of a call cut the elements alike. */
static bool parts_are_good(const struct sumac_plan_run *run, int call, const struct sumac_plan_node *node)
{
	return node->parts == sumac_plan_model_cut(run, call) && node->parts <= run->size;
}

static bool node_is_good(struct plan_model *model, int call, int rank, int index)
{
	const struct sumac_plan_run *run = model->run;
	const struct sumac_plan_node *node = &run->plans[call][rank].node[index];

	if (node->n_in > run->radix || !program_is_good(node, run->links))
		return sumac_plan_blame(model, "rank %d, node %d: its program does not leave one value", rank, index);
	if (!run->links && node->ring >= SUMAC_PLAN_MAX_RINGS)
		return sumac_plan_blame(model, "rank %d, node %d: there is no ring %d", rank, index, node->ring);
	if (!spread_is_good(run, node) || !parts_are_good(run, call, node))
		return sumac_plan_blame(model, "rank %d, node %d: its streams do not have a part each", rank, index);
	return streams_are_good(model, call, rank, index);
}

static bool plan_is_good(struct plan_model *model, int call, int rank)
{
	const struct sumac_plan *plan = &model->run->plans[call][rank];

	if (plan->n_nodes < 0 || plan->n_nodes > plan->cap)
		return sumac_plan_blame(model, "rank %d has %d nodes", rank, plan->n_nodes);
	for (int n = 0; n < plan->n_nodes; n++)
		if (!node_is_good(model, call, rank, n))
			return false;
	return true;
}

/* takers_io: by peer and class, one more than the ring that takes from that channel; 0: none does. */
static bool note_taker(struct plan_model *model, int rank, const struct sumac_plan_node *node, int *takers_io)
{
	for (const struct sumac_plan_in *in = node->in; in < node->in + node->n_in; in++) {
		int *taker = &takers_io[in->peer * SUMAC_N_CHANNEL_CLASSES + in->class];

		if (in->kind != SUMAC_STREAM_CHANNEL)
			continue;
		if (*taker && *taker != node->ring + 1)
			return sumac_plan_blame(model, "rank %d: rings %d and %d take from one channel of rank %d", rank,
						*taker - 1, node->ring, in->peer);
		if (sumac_plan_model_ring_slots(model->run, node->ring) > SUMAC_PLAN_TAKER_SLOTS)
			return sumac_plan_blame(model, "rank %d: ring %d is too long to take from channels", rank, node->ring);
		*taker = node->ring + 1;
	}
	return true;
}

static int check_takers(struct plan_model *model, int rank)
{
	const struct sumac_plan_run *run = model->run;
	int *takers = calloc((size_t)run->size * SUMAC_N_CHANNEL_CLASSES, sizeof(*takers));
	bool good = true;

	if (!takers)
		return -SUMAC_ENOMEM;
	for (int c = 0; c < run->n_calls; c++)
		for (int n = 0; n < run->plans[c][rank].n_nodes && good; n++)
			good = note_taker(model, rank, &run->plans[c][rank].node[n], takers);
	free(takers);
	return good ? 0 : -SUMAC_EINVAL;
}

int sumac_plan_sound(struct plan_model *model, int rank)
{
	const struct sumac_plan_run *run = model->run;

	for (int c = 0; c < run->n_calls; c++)
		if ((c == 0 || run->plans[c] != run->plans[c - 1]) && !plan_is_good(model, c, rank))
			return -SUMAC_EINVAL;
	return run->spread ? check_takers(model, rank) : 0;
}
