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

/* Without taps, a value leaves after the last input only; with them, where there is just one. */
static bool program_is_good(const struct sumac_plan_node *node, bool taps)
{
	bool is_one[SUMAC_ROUTE_MAX_IN];
	int depth = 0;

	if (node->n_in < 1 || node->n_in > SUMAC_ROUTE_MAX_IN || node->n_out > SUMAC_ROUTE_MAX_OUT)
		return false;
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

static bool plan_is_good(struct plan_model *model, int call, int rank)
{
	const struct sumac_plan_run *run = model->run;
	const struct sumac_plan *plan = &run->plans[call][rank];
	int cap = run->size, n_peers;
	uint16_t *peers = calloc((size_t)cap, sizeof(*peers));
	bool good = peers != NULL;

	if (!good)
		return sumac_plan_blame(model, "out of memory");
	n_peers = sumac_plan_peers(run->size, rank, run->radix, 0, SUMAC_CLASS_UP, peers, cap);
	/* Where nodes may be linked, an allgather needs no list: it sends to everybody. */
	if (run->links && sumac_plan_model_coll(run, call) == SUMAC_COLL_ALLGATHER)
		for (n_peers = 0; n_peers < cap; n_peers++)
			peers[n_peers] = (uint16_t)n_peers;
	if (plan->n_nodes < 0 || plan->n_nodes > plan->cap)
		good = sumac_plan_blame(model, "rank %d has %d nodes", rank, plan->n_nodes);
	for (int n = 0; good && n < plan->n_nodes; n++) {
		const struct sumac_plan_node *node = &plan->node[n];

		if (node->n_in > run->radix || !program_is_good(node, run->links))
			good = sumac_plan_blame(model, "rank %d, node %d: its program does not leave one value", rank, n);
		else if (!run->links && node->ring >= SUMAC_PLAN_MAX_RINGS)
			good = sumac_plan_blame(model, "rank %d, node %d: there is no ring %d", rank, n, node->ring);
		else
			good = streams_are_good(model, plan, rank, n, peers, n_peers);
	}
	free(peers);
	return good;
}

int sumac_plan_model_chunks(const struct sumac_plan_run *run, int part)
{
	return run->parts_differ && part != SUMAC_ALL_PARTS ? 1 + part % run->n_chunks : run->n_chunks;
}

/* When a chunk's turn comes, in its ring or to be sent; see plan_check.h. A ring takes a node's chunks one after the other. */
static uint64_t turn_of(const struct sumac_plan_run *run, const struct plan_item *item, bool in_ring)
{
	int segment_chunks = run->segment_chunks ? run->segment_chunks : run->n_chunks;
	uint64_t call = (uint64_t)item->call << 56, node = (uint64_t)item->node, chunk = (uint64_t)item->chunk;
	uint64_t segment = (uint64_t)(item->plan->part + 1) << 44 | chunk / (uint64_t)segment_chunks << 32;

	if (!run->links)
		return call | node << 12 | chunk;
	if (in_ring)
		return call | segment | node << 12 | chunk;
	return call | segment | (uint64_t)item->plan->step << 24 | chunk << 12 | node;
}

static int lay_out_items(const struct sumac_plan_run *run, int index, struct plan_rank *rank)
{
	rank->first_item = calloc((size_t)run->n_calls, sizeof(int));
	rank->n_results = calloc((size_t)run->n_calls * ((size_t)run->size + 1), sizeof(int));
	if (!rank->first_item || !rank->n_results)
		return -SUMAC_ENOMEM;
	for (int c = 0; c < run->n_calls; c++) {
		rank->first_item[c] = rank->n_items;
		rank->n_items += run->plans[c][index].n_nodes * run->n_chunks;
	}
	rank->items = calloc((size_t)rank->n_items + 1, sizeof(*rank->items));
	if (!rank->items)
		return -SUMAC_ENOMEM;
	for (int c = 0; c < run->n_calls; c++) {
		const struct sumac_plan *plan = &run->plans[c][index];

		for (int n = 0; n < plan->n_nodes; n++)
			for (int k = 0; k < sumac_plan_model_chunks(run, plan->node[n].part); k++) {
				struct plan_item *item = sumac_plan_model_item(rank, run, c, n, k);

				*item = (struct plan_item){ .plan = &plan->node[n], .call = c, .node = n, .chunk = k,
							    .outs_left = plan->node[n].n_out };
				item->turn = turn_of(run, item, true);
				rank->n_sends += plan->node[n].n_out;
			}
	}
	return 0;
}

static int compare_items(const void *left, const void *right)
{
	uint64_t a = (*(struct plan_item *const *)left)->turn, b = (*(struct plan_item *const *)right)->turn;

	return (a > b) - (a < b);
}

static int lay_out_rings(struct plan_rank *rank)
{
	struct plan_ring *ring_of[SUMAC_PLAN_CHECK_RINGS] = { NULL };

	rank->rings = calloc(SUMAC_PLAN_CHECK_RINGS, sizeof(*rank->rings));
	if (!rank->rings)
		return -SUMAC_ENOMEM;
	for (const struct plan_item *item = rank->items; item < rank->items + rank->n_items; item++)
		if (item->plan && !ring_of[item->plan->ring]) {
			ring_of[item->plan->ring] = &rank->rings[rank->n_rings++];
			ring_of[item->plan->ring]->id = item->plan->ring;
			ring_of[item->plan->ring]->order = calloc((size_t)rank->n_items, sizeof(struct plan_item *));
			if (!ring_of[item->plan->ring]->order)
				return -SUMAC_ENOMEM;
		}
	for (struct plan_item *item = rank->items; item < rank->items + rank->n_items; item++)
		if (item->plan)
			ring_of[item->plan->ring]->order[ring_of[item->plan->ring]->n++] = item;
	for (int g = 0; g < rank->n_rings; g++)
		qsort(rank->rings[g].order, (size_t)rank->rings[g].n, sizeof(struct plan_item *), compare_items);
	return 0;
}

/* An item's outputs are in one array, in the order in which they are sent. */
static int compare_sends(const void *left, const void *right)
{
	const struct plan_send *a = left, *b = right;

	return a->turn == b->turn ? (a->out > b->out) - (a->out < b->out) : (a->turn > b->turn) - (a->turn < b->turn);
}

static int lay_out_sends(const struct sumac_plan_run *run, struct plan_rank *rank)
{
	rank->sends = calloc((size_t)rank->n_sends + 1, sizeof(*rank->sends));
	if (!rank->sends)
		return -SUMAC_ENOMEM;
	rank->n_sends = 0;
	for (struct plan_item *item = rank->items; item < rank->items + rank->n_items; item++)
		for (int o = 0; item->plan && o < item->plan->n_out; o++)
			if (item->plan->out[o].kind == SUMAC_STREAM_CHANNEL)
				rank->sends[rank->n_sends++] =
					(struct plan_send){ item, &item->plan->out[o], turn_of(run, item, false) };
	qsort(rank->sends, (size_t)rank->n_sends, sizeof(*rank->sends), compare_sends);
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
			    !plan_is_good(model, c, r))
				return -SUMAC_EINVAL;
		status = lay_out_items(run, r, &model->ranks[r]);
		if (status == 0)
			status = lay_out_rings(&model->ranks[r]);
		if (status == 0)
			status = lay_out_sends(run, &model->ranks[r]);
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
