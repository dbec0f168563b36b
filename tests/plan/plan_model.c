/*
 * Lays out plan_check's model of a run.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan/plan_model.h"
#include "plan/plan_sound.h"

bool sumac_plan_blame(struct plan_model *model, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (model->cap_bytes > 0)
		vsnprintf(model->why, model->cap_bytes, format, args);
	va_end(args);
	return false;
}

int sumac_plan_model_slots(const struct sumac_plan_run *run, int class)
{
	return class == SUMAC_CLASS_DOWN && run->down_slots ? run->down_slots : run->slots;
}

int sumac_plan_model_ring_slots(const struct sumac_plan_run *run, int ring)
{
	return run->slots_of_ring && ring < SUMAC_PLAN_MAX_RINGS ? run->slots_of_ring[ring] : run->ring_slots;
}

int sumac_plan_model_cut(const struct sumac_plan_run *run, int call)
{
	return run->plans[call][0].n_nodes ? run->plans[call][0].node[0].parts : 0;
}

int sumac_plan_model_parts(const struct sumac_plan_run *run, int call)
{
	return sumac_coll_has_parts(sumac_plan_model_coll(run, call)) ? run->size : sumac_plan_model_cut(run, call);
}

/* Parts that the plan cuts are equal. */
static bool parts_differ(const struct sumac_plan_run *run, int call, int part)
{
	return run->parts_differ && part != SUMAC_ALL_PARTS && sumac_plan_model_cut(run, call) == 0;
}

int sumac_plan_model_chunks(const struct sumac_plan_run *run, int call, int part)
{
	int n_chunks = run->chunks ? run->chunks[call] : run->n_chunks;

	return parts_differ(run, call, part) ? 1 + part % n_chunks : n_chunks;
}

int sumac_plan_model_streams(const struct sumac_plan_node *node)
{
	return node->spread == SUMAC_SPREAD_OUTPUTS ? node->n_out : node->spread == SUMAC_SPREAD_INPUTS ? node->n_in : 1;
}

int sumac_plan_model_part(const struct sumac_plan_node *node, int stream)
{
	if (node->spread == SUMAC_SPREAD_NONE)
		return node->part;
	return (node->first + (node->spread == SUMAC_SPREAD_OUTPUTS ? stream : node->parts - stream)) % node->parts;
}

/* When a chunk's turn comes, in its ring or to be sent; see plan_check.h. A ring takes a node's chunks one after the other. */
static uint64_t turn_of(const struct sumac_plan_run *run, const struct plan_item *item, bool in_ring)
{
	int segment_chunks = run->segment_chunks ? run->segment_chunks : run->n_chunks;
	uint64_t call = (uint64_t)item->call << 56, node = (uint64_t)item->node, chunk = (uint64_t)item->chunk;
	uint64_t segment = (uint64_t)(item->part + 1) << 44 | chunk / (uint64_t)segment_chunks << 32;

	if (!run->links)
		return call | node << 12 | chunk;
	if (in_ring)
		return call | segment | node << 12 | chunk;
	return call | segment | (uint64_t)item->plan->step << 24 | chunk << 12 | node;
}

static void add_item(const struct sumac_plan_run *run, struct plan_rank *rank, struct plan_item item, int stream)
{
	item.part = sumac_plan_model_part(item.plan, stream);
	item.in_first = item.plan->spread == SUMAC_SPREAD_INPUTS ? stream : 0;
	item.in_end = item.plan->spread == SUMAC_SPREAD_INPUTS ? stream + 1 : item.plan->n_in;
	item.out_first = item.plan->spread == SUMAC_SPREAD_OUTPUTS ? stream : 0;
	item.out_end = item.plan->spread == SUMAC_SPREAD_OUTPUTS ? stream + 1 : item.plan->n_out;
	item.outs_left = item.out_end - item.out_first;
	item.turn = turn_of(run, &item, true);
	rank->n_sends += item.outs_left;
	rank->items[rank->n_items++] = item;
}

/* Counts the items of all calls, and the nodes of the longest. */
static size_t count_items(const struct sumac_plan_run *run, int index, struct plan_rank *rank)
{
	size_t n = 0;

	for (int c = 0; c < run->n_calls; c++) {
		const struct sumac_plan *plan = &run->plans[c][index];

		if (rank->most_nodes < plan->n_nodes)
			rank->most_nodes = plan->n_nodes;
		for (const struct sumac_plan_node *node = plan->node; node < plan->node + plan->n_nodes; node++)
			n += (size_t)(sumac_plan_model_chunks(run, c, node->part) * sumac_plan_model_streams(node));
	}
	return n;
}

static int lay_out_items(const struct sumac_plan_run *run, int index, struct plan_rank *rank)
{
	rank->items = calloc(count_items(run, index, rank) + 1, sizeof(*rank->items));
	rank->first_item = calloc((size_t)(run->n_calls * rank->most_nodes) + 1, sizeof(int));
	rank->n_results = calloc((size_t)run->n_calls * ((size_t)run->size + 1), sizeof(int));
	if (!rank->items || !rank->first_item || !rank->n_results)
		return -SUMAC_ENOMEM;
	for (int c = 0; c < run->n_calls; c++)
		for (int n = 0; n < run->plans[c][index].n_nodes; n++) {
			const struct sumac_plan_node *node = &run->plans[c][index].node[n];

			rank->first_item[c * rank->most_nodes + n] = rank->n_items;
			for (int k = 0; k < sumac_plan_model_chunks(run, c, node->part); k++)
				for (int s = 0; s < sumac_plan_model_streams(node); s++)
					add_item(run, rank, (struct plan_item){ node, .call = c, .node = n, .chunk = k }, s);
		}
	return 0;
}

struct plan_item *sumac_plan_model_item(struct plan_rank *rank, int call, int node, int chunk)
{
	struct plan_item *first = &rank->items[rank->first_item[call * rank->most_nodes + node]];

	return first + chunk * sumac_plan_model_streams(first->plan);
}

/* Streams of one chunk lie in their order. */
static int compare_items(const void *left, const void *right)
{
	const struct plan_item *a = *(struct plan_item *const *)left, *b = *(struct plan_item *const *)right;

	return a->turn == b->turn ? (a > b) - (a < b) : (a->turn > b->turn) - (a->turn < b->turn);
}

static int lay_out_rings(struct plan_rank *rank)
{
	struct plan_ring *ring_of[SUMAC_PLAN_CHECK_RINGS] = { NULL };

	rank->rings = calloc(SUMAC_PLAN_CHECK_RINGS, sizeof(*rank->rings));
	if (!rank->rings)
		return -SUMAC_ENOMEM;
	for (const struct plan_item *item = rank->items; item < rank->items + rank->n_items; item++)
		if (!ring_of[item->plan->ring]) {
			ring_of[item->plan->ring] = &rank->rings[rank->n_rings++];
			ring_of[item->plan->ring]->id = item->plan->ring;
			ring_of[item->plan->ring]->order = calloc((size_t)rank->n_items, sizeof(struct plan_item *));
			if (!ring_of[item->plan->ring]->order)
				return -SUMAC_ENOMEM;
		}
	for (struct plan_item *item = rank->items; item < rank->items + rank->n_items; item++)
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

/* Numbers the chunks of each channel. */
static int number_sends(const struct sumac_plan_run *run, struct plan_rank *rank)
{
	unsigned *next = calloc((size_t)run->size * SUMAC_N_CHANNEL_CLASSES, sizeof(*next));

	if (!next)
		return -SUMAC_ENOMEM;
	for (struct plan_send *send = rank->sends; send < rank->sends + rank->n_sends; send++)
		send->number = next[send->out->peer * SUMAC_N_CHANNEL_CLASSES + send->out->class]++;
	free(next);
	return 0;
}

static int lay_out_sends(const struct sumac_plan_run *run, struct plan_rank *rank)
{
	rank->sends = calloc((size_t)rank->n_sends + 1, sizeof(*rank->sends));
	if (!rank->sends)
		return -SUMAC_ENOMEM;
	rank->n_sends = 0;
	for (struct plan_item *item = rank->items; item < rank->items + rank->n_items; item++)
		for (int o = item->out_first; o < item->out_end; o++)
			if (item->plan->out[o].kind == SUMAC_STREAM_CHANNEL)
				rank->sends[rank->n_sends++] =
					(struct plan_send){ item, &item->plan->out[o], turn_of(run, item, false), 0 };
	qsort(rank->sends, (size_t)rank->n_sends, sizeof(*rank->sends), compare_sends);
	return number_sends(run, rank);
}

static int build_rank(struct plan_model *model, int index)
{
	int status = sumac_plan_sound(model, index);

	if (status == 0)
		status = lay_out_items(model->run, index, &model->ranks[index]);
	if (status == 0)
		status = lay_out_rings(&model->ranks[index]);
	if (status == 0)
		status = lay_out_sends(model->run, &model->ranks[index]);
	return status;
}

int sumac_plan_model_build(struct plan_model *model)
{
	const struct sumac_plan_run *run = model->run;
	size_t n_channels = (size_t)run->size * (size_t)run->size * SUMAC_N_CHANNEL_CLASSES;
	int status = 0;

	model->most_slots = run->slots > run->down_slots ? run->slots : run->down_slots;
	model->ranks = calloc((size_t)run->size, sizeof(*model->ranks));
	model->channels = calloc(n_channels, sizeof(*model->channels));
	model->arrivals = calloc(n_channels * (size_t)model->most_slots, sizeof(*model->arrivals));
	if (!model->ranks || !model->channels || !model->arrivals)
		return -SUMAC_ENOMEM;
	for (int r = 0; r < run->size && status == 0; r++)
		status = build_rank(model, r);
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
