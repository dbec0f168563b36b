/*
 * Lays out plan_check's model of a run, and refuses plans that are wrong by themselves: programs that do not
 * leave one value, streams that lead nowhere, channels outside the planner's list, rings that the NIC lacks.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan/plan_model.h"

bool sumac_plan_blame(struct plan_model *model, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (model->cap_bytes > 0)
		vsnprintf(model->why, model->cap_bytes, format, args);
	va_end(args);
	return false;
}

static bool has_channel(const struct plan_model *model, int rank, int peer, int class, const uint16_t *peers, int n)
{
	if (class != SUMAC_CLASS_UP || peer == rank || peer >= model->run->size)
		return false;
	for (int i = 0; i < n; i++)
		if (peers[i] == peer)
			return true;
	return false;
}

/* The result is tapped after the last input only: no plan needs more yet. */
static bool program_is_good(const struct sumac_plan_node *node)
{
	int depth = 0;

	if (node->n_in < 1 || node->n_in > SUMAC_ROUTE_MAX_IN || node->n_out > SUMAC_ROUTE_MAX_OUT)
		return false;
	for (int i = 0; i < node->n_in; i++) {
		depth++;
		if (depth > SUMAC_PLAN_STACK || node->in[i].combines >= depth)
			return false;
		depth -= node->in[i].combines;
	}
	for (int o = 0; o < node->n_out; o++)
		if (node->out[o].tap != node->n_in - 1)
			return false;
	return depth == 1;
}

/* Each end of a link names the other. */
static bool link_is_good(const struct sumac_plan *plan, int from, int to)
{
	int n_out = 0, n_in = 0;

	if (from >= plan->n_nodes || to >= plan->n_nodes)
		return false;
	for (int o = 0; o < plan->node[from].n_out; o++)
		n_out += plan->node[from].out[o].kind == SUMAC_STREAM_NODE && plan->node[from].out[o].peer == to;
	for (int i = 0; i < plan->node[to].n_in; i++)
		n_in += plan->node[to].in[i].kind == SUMAC_STREAM_NODE && plan->node[to].in[i].peer == from;
	return n_out == 1 && n_in == 1;
}

static bool streams_are_good(struct plan_model *model, const struct sumac_plan *plan, int rank, int index,
			     const uint16_t *peers, int n_peers)
{
	const struct sumac_plan_node *node = &plan->node[index];
	bool good = true;

	for (int i = 0; i < node->n_in; i++) {
		const struct sumac_plan_in *in = &node->in[i];

		if (in->kind == SUMAC_STREAM_CHANNEL)
			good &= has_channel(model, rank, in->peer, in->class, peers, n_peers);
		else if (in->kind == SUMAC_STREAM_NODE)
			good &= model->run->links && link_is_good(plan, in->peer, index);
		else
			good &= in->kind == SUMAC_STREAM_MEMORY;
	}
	for (int o = 0; o < node->n_out; o++) {
		const struct sumac_plan_out *out = &node->out[o];

		if (out->kind == SUMAC_STREAM_CHANNEL)
			good &= has_channel(model, rank, out->peer, out->class, peers, n_peers);
		else if (out->kind == SUMAC_STREAM_NODE)
			good &= model->run->links && link_is_good(plan, index, out->peer);
		else
			good &= out->kind == SUMAC_STREAM_MEMORY;
	}
	return good || sumac_plan_blame(model, "rank %d, node %d: a stream leads nowhere", rank, index);
}

static bool plan_is_good(struct plan_model *model, const struct sumac_plan *plan, int rank)
{
	const struct sumac_plan_run *run = model->run;
	int cap = run->size, n_peers;
	uint16_t *peers = calloc((size_t)cap, sizeof(*peers));
	bool good = peers != NULL;

	if (!good)
		return sumac_plan_blame(model, "out of memory");
	n_peers = sumac_plan_peers(run->size, rank, run->radix, SUMAC_CLASS_UP, peers, cap);
	if (plan->n_nodes < 0 || plan->n_nodes > SUMAC_PLAN_MAX_NODES)
		good = sumac_plan_blame(model, "rank %d has %d nodes", rank, plan->n_nodes);
	for (int n = 0; good && n < plan->n_nodes; n++) {
		const struct sumac_plan_node *node = &plan->node[n];

		if (node->n_in > run->radix || !program_is_good(node))
			good = sumac_plan_blame(model, "rank %d, node %d: its program does not leave one value", rank, n);
		else if (!run->links && node->ring >= SUMAC_PLAN_MAX_RINGS)
			good = sumac_plan_blame(model, "rank %d, node %d: there is no ring %d", rank, n, node->ring);
		else
			good = streams_are_good(model, plan, rank, n, peers, n_peers);
	}
	free(peers);
	return good;
}

static int lay_out_items(const struct sumac_plan_run *run, int index, struct plan_rank *rank)
{
	int n_items = 0;

	rank->first_item = calloc((size_t)run->n_calls, sizeof(int));
	rank->n_results = calloc((size_t)run->n_calls, sizeof(int));
	if (!rank->first_item || !rank->n_results)
		return -SUMAC_ENOMEM;
	for (int c = 0; c < run->n_calls; c++) {
		rank->first_item[c] = n_items;
		n_items += run->plans[c][index].n_nodes * run->n_chunks;
	}
	rank->items = calloc((size_t)n_items + 1, sizeof(*rank->items));
	if (!rank->items)
		return -SUMAC_ENOMEM;
	for (int c = 0; c < run->n_calls; c++) {
		const struct sumac_plan *plan = &run->plans[c][index];

		for (int n = 0; n < plan->n_nodes; n++)
			for (int k = 0; k < run->n_chunks; k++) {
				struct plan_item *item = sumac_plan_model_item(rank, run, c, n, k);

				item->call = c;
				item->node = n;
				item->chunk = k;
				item->outs_left = plan->node[n].n_out;
				rank->n_sends += plan->node[n].n_out;
			}
	}
	return 0;
}

static int segment_of(const struct sumac_plan_run *run)
{
	return run->segment_chunks > 0 && run->segment_chunks < run->n_chunks ? run->segment_chunks : run->n_chunks;
}

static int end_of(const struct sumac_plan_run *run, int segment)
{
	return segment + segment_of(run) < run->n_chunks ? segment + segment_of(run) : run->n_chunks;
}

/* Order of a ring's chunks: by call, segment, node, chunk. */
static int lay_out_ring(const struct sumac_plan_run *run, int index, struct plan_rank *rank, struct plan_ring *ring)
{
	for (int pass = 0; pass < 2; pass++) {
		if (pass == 1) {
			ring->order = calloc((size_t)ring->n + 1, sizeof(struct plan_item *));
			if (!ring->order)
				return -SUMAC_ENOMEM;
			ring->n = 0;
		}
		for (int c = 0; c < run->n_calls; c++)
			for (int s = 0; s < run->n_chunks; s += segment_of(run))
				for (int n = 0; n < run->plans[c][index].n_nodes; n++)
					for (int k = s; k < end_of(run, s); k++) {
						if (run->plans[c][index].node[n].ring != ring->id)
							break;
						if (pass == 1)
							ring->order[ring->n] = sumac_plan_model_item(rank, run, c, n, k);
						ring->n++;
					}
	}
	return 0;
}

static int lay_out_rings(const struct sumac_plan_run *run, int index, struct plan_rank *rank)
{
	bool used[SUMAC_PLAN_CHECK_RINGS] = { false };

	for (int c = 0; c < run->n_calls; c++)
		for (int n = 0; n < run->plans[c][index].n_nodes; n++)
			used[run->plans[c][index].node[n].ring] = true;
	rank->rings = calloc(SUMAC_PLAN_CHECK_RINGS, sizeof(*rank->rings));
	if (!rank->rings)
		return -SUMAC_ENOMEM;
	for (int id = 0; id < SUMAC_PLAN_CHECK_RINGS; id++) {
		struct plan_ring *ring = &rank->rings[rank->n_rings];

		if (!used[id])
			continue;
		ring->id = id;
		rank->n_rings++;
		if (lay_out_ring(run, index, rank, ring) < 0)
			return -SUMAC_ENOMEM;
	}
	return 0;
}

static void lay_out_chunk_sends(struct plan_rank *rank, const struct sumac_plan_run *run, int index, int call,
				int node, int chunk)
{
	const struct sumac_plan_node *from = &run->plans[call][index].node[node];

	for (int o = 0; o < from->n_out; o++)
		if (from->out[o].kind == SUMAC_STREAM_CHANNEL)
			rank->sends[rank->n_sends++] = (struct plan_send){
				sumac_plan_model_item(rank, run, call, node, chunk), &from->out[o] };
}

/* Order of sends: by call, segment, step, chunk, node, output. */
static int lay_out_sends(const struct sumac_plan_run *run, int index, struct plan_rank *rank)
{
	rank->sends = calloc((size_t)rank->n_sends + 1, sizeof(*rank->sends));
	if (!rank->sends)
		return -SUMAC_ENOMEM;
	rank->n_sends = 0;
	for (int c = 0; c < run->n_calls; c++) {
		const struct sumac_plan *plan = &run->plans[c][index];

		for (int s = 0; s < run->n_chunks; s += segment_of(run))
			for (int step = 0; step <= UINT8_MAX; step++) {
				bool used = false;

				for (int n = 0; n < plan->n_nodes; n++)
					used |= plan->node[n].step == step;
				for (int k = s; used && k < end_of(run, s); k++)
					for (int n = 0; n < plan->n_nodes; n++)
						if (plan->node[n].step == step)
							lay_out_chunk_sends(rank, run, index, c, n, k);
			}
	}
	return 0;
}

int sumac_plan_model_build(struct plan_model *model)
{
	const struct sumac_plan_run *run = model->run;
	size_t n_channels = (size_t)run->size * (size_t)run->size * SUMAC_N_CHANNEL_CLASSES;
	int status = 0;

	model->ranks = calloc((size_t)run->size, sizeof(*model->ranks));
	model->channels = calloc(n_channels, sizeof(*model->channels));
	model->arrivals = calloc(n_channels * (size_t)run->slots, sizeof(*model->arrivals));
	if (!model->ranks || !model->channels || !model->arrivals)
		return -SUMAC_ENOMEM;
	for (int r = 0; r < run->size && status == 0; r++) {
		for (int c = 0; c < run->n_calls; c++)
			if ((c == 0 || run->plans[c] != run->plans[c - 1]) &&
			    !plan_is_good(model, &run->plans[c][r], r))
				return -SUMAC_EINVAL;
		status = lay_out_items(run, r, &model->ranks[r]);
		if (status == 0)
			status = lay_out_rings(run, r, &model->ranks[r]);
		if (status == 0)
			status = lay_out_sends(run, r, &model->ranks[r]);
	}
	return status;
}

void sumac_plan_model_free(struct plan_model *model)
{
	for (int r = 0; model->ranks && r < model->run->size; r++) {
		struct plan_rank *rank = &model->ranks[r];

		for (int g = 0; g < rank->n_rings; g++)
			free(rank->rings[g].order);
		free(rank->rings);
		free(rank->items);
		free(rank->first_item);
		free(rank->n_results);
		free(rank->sends);
	}
	free(model->ranks);
	free(model->channels);
	free(model->arrivals);
}
