/*
 * An executable model of the engines' rules, by which plans are proved.
 *
 * The rules only ever delay things, and never make two things compete: what can happen stays possible until
 * it does. So all interleavings come to the same end, and running whatever can run until nothing can shows
 * whether every one of them ends. Values are ranges of ranks: joining two of them is E, or a left fold where
 * the collective wants that, or it is an error.
 */
#include "plan/plan_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan_model.h"

enum sumac_coll sumac_plan_model_coll(const struct sumac_plan_run *run, int call)
{
	if (run->colls)
		return run->colls[call];
	return run->roots[call] < 0 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE;
}

static struct plan_channel *channel_of(struct plan_model *model, int from, int to, int class)
{
	return &model->channels[((size_t)from * (size_t)model->run->size + (size_t)to) * SUMAC_N_CHANNEL_CLASSES +
				(size_t)class];
}

/* Where a channel's chunk of that number waits at the receiver's end. */
static struct plan_arrival *slot_of(struct plan_model *model, struct plan_channel *channel, unsigned number)
{
	size_t index = (size_t)(channel - model->channels);
	int slots = sumac_plan_model_slots(model->run, (int)(index % SUMAC_N_CHANNEL_CLASSES));

	return &model->arrivals[index * (size_t)model->most_slots + number % (unsigned)slots];
}

/* The next chunk that waits there, or NULL. */
static struct plan_arrival *arrival(struct plan_model *model, struct plan_channel *channel)
{
	return channel->taken == channel->sent ? NULL : slot_of(model, channel, channel->taken);
}

/* Joins a value with what follows it. */
static bool join(enum sumac_coll_order order, struct plan_value left, struct plan_value right,
		 struct plan_value *value_out)
{
	int n = left.n + right.n, split = 1;

	while (2 * split < n)
		split *= 2;
	*value_out = (struct plan_value){ left.lo, n };
	return right.lo == left.lo + left.n &&
	       (order == SUMAC_TREE ? left.n == split : order == SUMAC_LEFT && right.n == 1);
}

/* The value after an input. Streams of a spread node do not know each other. */
static struct plan_value value_at(const struct plan_item *item, int tap)
{
	return item->after[item->plan->spread == SUMAC_SPREAD_INPUTS ? item->in_first : tap];
}

/* 1: the input is available; 0: not yet; -1: the plan is wrong. */
static int take_input(struct plan_model *model, int rank, const struct plan_item *item,
		      const struct sumac_plan_in *in, struct plan_value *value_out)
{
	struct plan_rank *own = &model->ranks[rank];
	struct plan_arrival *chunk;
	struct plan_item *from;

	switch (in->kind) {
	case SUMAC_STREAM_MEMORY:
		*value_out = (struct plan_value){ rank, 1 };
		return 1;
	case SUMAC_STREAM_NODE:
		from = sumac_plan_model_item(own, item->call, in->peer, item->chunk);
		*value_out = from->after[from->plan->n_in - 1];
		return from->folded;
	default:
		chunk = arrival(model, channel_of(model, in->peer, rank, in->class));
		if (!chunk || chunk->call < item->call) /* an earlier call's: another ring will take it */
			return 0;
		if (chunk->call != item->call || chunk->chunk != item->chunk || chunk->part != item->part) {
			sumac_plan_blame(model,
					 "rank %d: call %d, node %d, chunk %d finds chunk %d of call %d, part %d, from rank %d",
					 rank, item->call, item->node, item->chunk, chunk->chunk, chunk->call, chunk->part,
					 in->peer);
			return -1;
		}
		*value_out = chunk->value;
		return 1;
	}
}

/* Takes chunks from channels, and gives up the claim on other nodes' results. */
static void take_inputs(struct plan_model *model, int rank, const struct plan_item *item)
{
	for (int i = item->in_first; i < item->in_end; i++) {
		const struct sumac_plan_in *in = &item->plan->in[i];

		if (in->kind == SUMAC_STREAM_CHANNEL)
			channel_of(model, in->peer, rank, in->class)->taken++;
		else if (in->kind == SUMAC_STREAM_NODE)
			sumac_plan_model_item(&model->ranks[rank], item->call, in->peer, item->chunk)->outs_left--;
	}
}

/* Gives back the slots of what was taken. */
static void release_inputs(struct plan_model *model, int rank, const struct plan_item *item)
{
	for (int i = item->in_first; i < item->in_end; i++)
		if (item->plan->in[i].kind == SUMAC_STREAM_CHANNEL)
			channel_of(model, item->plan->in[i].peer, rank, item->plan->in[i].class)->released++;
}

/* Whether the chunk stays where it has arrived until it is passed on. */
static bool is_kept(const struct sumac_plan_run *run, const struct plan_item *item)
{
	return run->keeps_relays && item->in_end - item->in_first == 1 &&
	       item->plan->in[item->in_first].kind == SUMAC_STREAM_CHANNEL;
}

/* The value that the collective promises a rank for that part, which may be SUMAC_ALL_PARTS; of no ranks: none. */
static struct plan_value promised(const struct sumac_plan_run *run, int rank, int call, int part)
{
	enum sumac_coll coll = sumac_plan_model_coll(run, call);
	const struct sumac_coll_row *row = sumac_coll_row(coll);
	int root = run->roots[call], n_parts = sumac_plan_model_parts(run, call);

	/* A barrier's result is empty, but comes all the same. */
	if ((!sumac_coll_gets(coll, rank, root) && coll != SUMAC_COLL_BARRIER) || (n_parts > 0) != (part != SUMAC_ALL_PARTS) ||
	    part >= n_parts || (row->gets == SUMAC_PART && part != rank))
		return (struct plan_value){ 0 };
	if (row->order == SUMAC_MOVE)
		return (struct plan_value){ row->gives == SUMAC_ROOT ? root : part, 1 };
	if (row->order == SUMAC_LEFT)
		return (struct plan_value){ 0, row->gets == SUMAC_LATER ? rank : rank + 1 };
	return (struct plan_value){ 0, run->size };
}

/* Where results of a part are counted. */
static int *n_results_of(struct plan_model *model, int rank, int call, int part)
{
	return &model->ranks[rank].n_results[call * (model->run->size + 1) + part + 1];
}

/* How often a rank reads each chunk of a part of its memory. */
static int count_readers(const struct sumac_plan *plan, int part)
{
	int n = 0;

	for (const struct sumac_plan_node *node = plan->node; node < plan->node + plan->n_nodes; node++)
		for (int i = 0; i < node->n_in; i++)
			for (int s = 0; node->in[i].kind == SUMAC_STREAM_MEMORY && s < sumac_plan_model_streams(node); s++)
				n += sumac_plan_model_part(node, s) == part;
	return n;
}

/* Whatever happens when, a rank has read what it writes over: it reads that nowhere, or once, and the value is made of that. */
static bool may_overwrite(struct plan_model *model, int rank, const struct plan_item *item, struct plan_value value)
{
	int n_readers = count_readers(&model->run->plans[item->call][rank], item->part);

	return n_readers == 0 || (n_readers == 1 && value.lo <= rank && rank < value.lo + value.n);
}

/* Writes values to memory outputs; the other outputs are taken later. */
static bool write_memory(struct plan_model *model, int rank, struct plan_item *item)
{
	const struct sumac_plan_node *node = item->plan;
	struct plan_value want = promised(model->run, rank, item->call, item->part);

	for (int o = item->out_first; o < item->out_end; o++) {
		struct plan_value value = value_at(item, node->out[o].tap);

		if (node->out[o].kind != SUMAC_STREAM_MEMORY)
			continue;
		if (value.lo != want.lo || value.n != want.n)
			return sumac_plan_blame(model, "rank %d: call %d's result of part %d is of ranks %d to %d", rank,
						item->call, item->part, value.lo, value.lo + value.n - 1);
		if (model->run->in_place && !may_overwrite(model, rank, item, value))
			return sumac_plan_blame(model, "rank %d: call %d may write part %d before it has read it", rank,
						item->call, item->part);
		++*n_results_of(model, rank, item->call, item->part);
		item->outs_left--;
	}
	return true;
}

/* Folds one chunk of one node, if its inputs are available. False if the plan is wrong. */
static bool fold_item(struct plan_model *model, struct plan_rank *rank, struct plan_item *item, bool *moved_out)
{
	int index = (int)(rank - model->ranks), depth = 0;
	const struct sumac_plan_node *node = item->plan;
	enum sumac_coll_order order = sumac_coll_row(sumac_plan_model_coll(model->run, item->call))->order;
	struct plan_value stack[SUMAC_ROUTE_MAX_IN] = {0};

	for (int i = item->in_first; i < item->in_end; i++) {
		int there = take_input(model, index, item, &node->in[i], &stack[depth]);

		if (there <= 0)
			return there == 0;
		depth++;
		for (int c = 0; c < node->in[i].combines; c++, depth--) {
			struct plan_value left = stack[depth - 2], right = stack[depth - 1];

			if (!join(order, left, right, &stack[depth - 2]))
				return sumac_plan_blame(model,
							"rank %d: call %d, node %d joins ranks %d to %d and %d to %d: not E, "
							"or its order",
							index, item->call, item->node, left.lo, left.lo + left.n - 1,
							right.lo, right.lo + right.n - 1);
		}
		item->after[i] = stack[depth - 1];
	}
	item->folded = true;
	*moved_out = true;
	take_inputs(model, index, item);
	if (!is_kept(model->run, item))
		release_inputs(model, index, item);
	return write_memory(model, index, item);
}

/* A ring hands out slots, folds, and takes slots back, all in the same order. */
static bool run_ring(struct plan_model *model, struct plan_rank *rank, struct plan_ring *ring, bool *moved_out)
{
	int slots = sumac_plan_model_ring_slots(model->run, ring->id);

	for (bool moved = true; moved;) {
		moved = false;
		if (ring->folded < ring->n && ring->folded - ring->freed < slots &&
		    !fold_item(model, rank, ring->order[ring->folded], &moved))
			return false;
		if (moved)
			ring->folded++;
		if (ring->freed < ring->folded && ring->order[ring->freed]->outs_left == 0) {
			if (is_kept(model->run, ring->order[ring->freed]))
				release_inputs(model, (int)(rank - model->ranks), ring->order[ring->freed]);
			ring->freed++;
			moved = true;
		}
		*moved_out |= moved;
	}
	return true;
}

/* Sends a chunk if its value is available, its turn on the channel has come, and the receiver's limit allows. */
static bool try_send(struct plan_model *model, int rank, const struct plan_send *send)
{
	struct plan_item *item = send->item;
	int class = send->out->class;
	struct plan_channel *channel = channel_of(model, rank, send->out->peer, class);

	if (!item->folded || channel->sent != send->number ||
	    channel->sent - channel->released >= (unsigned)sumac_plan_model_slots(model->run, class))
		return false;
	*slot_of(model, channel, channel->sent++) =
		(struct plan_arrival){ value_at(item, send->out->tap), item->call, item->chunk, item->part };
	item->outs_left--;
	return true;
}

/* Sends in the order of one ring, or of all of them. */
static void run_sends(struct plan_model *model, int rank, int ring, bool *moved_out)
{
	struct plan_rank *own = &model->ranks[rank];

	for (int *at = &own->sent[ring]; *at < own->n_sends; ++*at) {
		const struct plan_send *send = &own->sends[*at];

		if (model->run->spread && send->item->plan->ring != ring)
			continue;
		if (!try_send(model, rank, send))
			break;
		*moved_out = true;
	}
}

/* Nothing can move: is this the end? */
static bool all_ended(struct plan_model *model)
{
	const struct sumac_plan_run *run = model->run;

	for (int r = 0; r < run->size; r++) {
		struct plan_rank *rank = &model->ranks[r];

		for (int g = 0; g < rank->n_rings; g++) {
			const struct plan_ring *ring = &rank->rings[g];
			const struct plan_item *item;

			if (ring->freed == ring->n)
				continue;
			item = ring->order[ring->freed];
			return sumac_plan_blame(model, "rank %d never ends: call %d, node %d, chunk %d %s", r, item->call,
						item->node, item->chunk,
						item->folded ? "cannot be sent" : "lacks an input or a slot");
		}
		for (int c = 0; c < run->n_calls; c++)
			for (int part = SUMAC_ALL_PARTS; part < run->size; part++)
				if (*n_results_of(model, r, c, part) !=
				    (promised(run, r, c, part).n ? sumac_plan_model_chunks(run, c, part) : 0))
					return sumac_plan_blame(model, "rank %d: call %d gives %d results of part %d", r, c,
								*n_results_of(model, r, c, part), part);
		for (int to = 0; to < run->size; to++)
			if (arrival(model, channel_of(model, r, to, SUMAC_CLASS_UP)) ||
			    arrival(model, channel_of(model, r, to, SUMAC_CLASS_DOWN)))
				return sumac_plan_blame(model, "what rank %d sent to rank %d is never taken", r, to);
	}
	return true;
}

/* Does all that the first n_entered ranks can do. */
static bool run_entered(struct plan_model *model, int n_entered)
{
	for (bool moved = true; moved;) {
		moved = false;
		for (int place = 0; place < n_entered; place++) {
			int r = model->run->order ? model->run->order[place] : place;
			struct plan_rank *rank = &model->ranks[r];

			for (int g = 0; g < rank->n_rings; g++)
				if (!run_ring(model, rank, &rank->rings[g], &moved))
					return false;
			for (int ring = 0; ring < (model->run->spread ? SUMAC_PLAN_MAX_RINGS : 1); ring++)
				run_sends(model, r, ring, &moved);
		}
	}
	return true;
}

static bool run_all(struct plan_model *model)
{
	int size = model->run->size;

	for (int n_entered = model->run->order ? 1 : size; n_entered <= size; n_entered++)
		if (!run_entered(model, n_entered))
			return false;
	return all_ended(model);
}

int sumac_plan_check_run(const struct sumac_plan_run *run, char *why_out, size_t cap_bytes)
{
	struct plan_model model = { .run = run, .why = why_out, .cap_bytes = cap_bytes };
	int status;

	if (cap_bytes > 0)
		why_out[0] = '\0';
	status = sumac_plan_model_build(&model);
	if (status == 0 && !run_all(&model))
		status = -SUMAC_EINVAL;
	sumac_plan_model_free(&model);
	return status;
}

/* The plans of all ranks for one call; NULL if there are none. */
static struct sumac_plan *make_all(const struct sumac_plan_spec *spec, int root, int *status_out)
{
	struct sumac_plan *plans = calloc((size_t)spec->size, sizeof(*plans));
	struct sumac_plan_spec own = *spec;

	*status_out = plans ? 0 : -SUMAC_ENOMEM;
	own.root = root;
	for (own.rank = 0; own.rank < spec->size && *status_out == 0; own.rank++)
		*status_out = sumac_plan_make(&own, &plans[own.rank]);
	return plans;
}

/* An engine with spread nodes may keep relays in windows, or not. */
static int check_both_relays(struct sumac_plan_run *run, char *why_out, size_t cap_bytes)
{
	int status;

	run->in_place = sumac_plan_model_cut(run, 0) && run->colls[0] != SUMAC_COLL_REDUCE_SCATTER;
	status = sumac_plan_check_run(run, why_out, cap_bytes);
	run->keeps_relays = true;
	return status == 0 && run->spread ? sumac_plan_check_run(run, why_out, cap_bytes) : status;
}

int sumac_plan_check(const struct sumac_plan_spec *spec, int slots, int ring_slots, int n_chunks, int n_calls,
		     char *why_out, size_t cap_bytes)
{
	bool rooted = sumac_coll_has_root(spec->coll);
	enum sumac_coll colls[SUMAC_PLAN_CHECK_MAX_CALLS];
	struct sumac_plan *made[SUMAC_PLAN_CHECK_MAX_CALLS] = { NULL };
	const struct sumac_plan *plans[SUMAC_PLAN_CHECK_MAX_CALLS];
	int roots[SUMAC_PLAN_CHECK_MAX_CALLS], status = 0;
	struct sumac_plan_run run = { .size = spec->size, .radix = spec->radix, .links = spec->features & SUMAC_FEATURE_LINKS,
				      .spread = spec->features & SUMAC_FEATURE_SPREAD,
				      .n_calls = n_calls, .colls = colls, .plans = plans, .roots = roots,
				      .slots = slots, .ring_slots = ring_slots, .n_chunks = n_chunks,
				      .parts_differ = n_calls > 1 };

	if (spec->size < 1 || n_calls < 1 || n_calls > SUMAC_PLAN_CHECK_MAX_CALLS || slots < 1 || ring_slots < 1)
		return -SUMAC_EINVAL;
	if (run.links)
		run.segment_chunks = slots < ring_slots ? slots : ring_slots;
	/* The root moves on from call to call; plans that do not change are made once. */
	for (int c = 0; c < n_calls && status == 0; c++) {
		colls[c] = spec->coll;
		roots[c] = rooted ? (spec->root + c) % spec->size : -1;
		if (c == 0 || rooted)
			made[c] = make_all(spec, rooted ? roots[c] : 0, &status);
		plans[c] = made[c] ? made[c] : plans[0];
	}
	if (status == 0)
		status = check_both_relays(&run, why_out, cap_bytes);
	else if (cap_bytes > 0)
		snprintf(why_out, cap_bytes, "there is no such plan for %d ranks by %d", spec->size, spec->radix);
	for (int c = 0; c < n_calls; c++) {
		for (int r = 0; made[c] && r < spec->size; r++)
			sumac_plan_free(&made[c][r]);
		free(made[c]);
	}
	return status;
}
