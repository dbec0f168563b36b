/*
 * Goes through the steps of a call by levels: those in the leaf, and those between leaves.
 */
#include "engine/levels/level_calls.h"

#include <stdlib.h>

enum { KEPT_BYTES = 1 << 20 };

/* Memory for values that have no place in the caller's. 0 or -SUMAC_ENOMEM. */
static int need_scratch(const struct sumac_steps *steps, size_t len_bytes)
{
	struct sumac_level_scratch *scratch = steps->scratch;

	if (len_bytes <= scratch->len_bytes)
		return 0;
	free(scratch->memory);
	scratch->memory = malloc(len_bytes);
	scratch->len_bytes = scratch->memory ? len_bytes : 0;
	return scratch->memory ? 0 : -SUMAC_ENOMEM;
}

static void let_scratch_go(struct sumac_level_scratch *scratch)
{
	if (scratch->len_bytes <= KEPT_BYTES)
		return;
	free(scratch->memory);
	*scratch = (struct sumac_level_scratch){ 0 };
}

static int begin_in_leaf(struct sumac_steps *steps)
{
	sumac_call_measure(&steps->leaf_call, steps->level->n_ranks, steps->level->leaf_rank);
	steps->is_in_leaf = true;
	steps->ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	return sumac_leaf_post(steps->level->leaf, &steps->leaf_call, &steps->ticket);
}

/* 1: something moved; 0; or -SUMAC_E..., and the team has failed, and the steps are no more. */
static int fold(struct sumac_steps *steps)
{
	const struct sumac_level *level = steps->level;
	int fault_rank = -1, moved = steps->ticket.status > 0 ? sumac_leaf_progress(level->leaf, &fault_rank) : 0;

	/* The team may have failed meanwhile, on a digest that differs: then the steps are gone. */
	if (moved < 0)
		level->broke(level->ctx, moved, fault_rank < 0 ? -1 : level->ranks[fault_rank]);
	else
		steps->is_in_leaf = steps->ticket.status > 0;
	return moved;
}

static int begin_between(struct sumac_steps *steps)
{
	sumac_call_measure(&steps->own, steps->level->n_groups, steps->level->group);
	steps->is_between = true;
	return steps->between->begin(steps);
}

void sumac_steps_start(struct sumac_steps *steps, struct sumac_level *level, struct sumac_level_scratch *scratch,
		       const struct sumac_between *between, const struct sumac_call *call)
{
	*steps = (struct sumac_steps){ .whole = call, .level = level, .scratch = scratch, .between = between };
	steps->speaks = sumac_level_speaker(level, level->group, call->coll, call->root) == level->rank;
}

bool sumac_steps_are_ended(const struct sumac_steps *steps)
{
	return steps->step == SUMAC_N_STEPS;
}

/* 1: this rank has nothing to do in the step; 0: the step has begun; or -SUMAC_E..., and the team has failed. */
static int begin(struct sumac_steps *steps)
{
	const struct sumac_way *way = steps->between->way;
	bool in_leaf = way->is_in_leaf[steps->step];
	int err = steps->step ? 0 : need_scratch(steps, way->prepare(steps));

	if (!err && !way->set_call(steps, in_leaf ? &steps->leaf_call : &steps->own))
		return 1;
	steps->has_begun = true;
	if (!err)
		err = in_leaf ? begin_in_leaf(steps) : begin_between(steps);
	if (err)
		steps->level->broke(steps->level->ctx, err, steps->level->rank);
	return err;
}

static bool has_more_stretches(const struct sumac_steps *steps)
{
	return steps->whole->count - steps->first > steps->stretch_elems;
}

/* A stretch's last value may be on its way between leaves while the leaf folds the next stretch. 1: the step has ended; 0: not
 * yet; or -SUMAC_E..., and the team has failed. */
static int work(struct sumac_steps *steps, int *moved_io)
{
	int ended = steps->is_between ? steps->between->work(steps, moved_io) : 1, moved;

	if (ended < 0)
		return ended;
	steps->is_between = !ended;
	moved = steps->is_in_leaf ? fold(steps) : 0;
	if (moved < 0)
		return moved;
	*moved_io |= moved;
	return !steps->is_in_leaf && (!steps->is_between || (steps->step == SUMAC_N_STEPS - 1 && has_more_stretches(steps)));
}

static void go_on(struct sumac_steps *steps)
{
	steps->has_begun = false;
	if (++steps->step < SUMAC_N_STEPS || !has_more_stretches(steps))
		return;
	steps->first += steps->stretch_elems;
	steps->step = 0;
}

static void end(struct sumac_steps *steps)
{
	if (steps->whole->coll == SUMAC_COLL_REDUCE_SCATTER)
		sumac_steps_deliver_part(steps);
	let_scratch_go(steps->scratch);
}

int sumac_steps_work(struct sumac_steps *steps)
{
	int moved = 0;

	while (steps->step < SUMAC_N_STEPS) {
		int done = steps->has_begun ? 0 : begin(steps);

		if (!done)
			done = work(steps, &moved);
		if (done <= 0)
			return done < 0 ? done : moved;
		moved = 1;
		go_on(steps);
	}
	end(steps);
	return 1;
}

/* The ranks that have yet to begin a call whose result this rank waits for: they keep the speaker waiting. */
static int late(const struct sumac_steps *steps, int *ranks_out, int cap)
{
	int n = 0;

	if (steps->step != SUMAC_STEP_OUT || !sumac_steps_begin_in_leaf(steps))
		return 0;
	for (int i = 0; i < steps->level->n_ranks && n < cap; i++)
		if (!sumac_leaf_came_before(steps->level->leaf, i))
			ranks_out[n++] = i;
	return n;
}

int sumac_steps_waiting_for(const struct sumac_steps *steps, int *ranks_out, int cap)
{
	int n;

	if (!steps->is_in_leaf)
		return -1;
	n = late(steps, ranks_out, cap);
	if (!n)
		n = sumac_leaf_waiting_for(steps->level->leaf, ranks_out, cap);
	for (int i = 0; i < n; i++)
		ranks_out[i] = steps->level->ranks[ranks_out[i]];
	return n;
}
