/*
 * A call by levels: its ranks fold in their leaf, and one speaker of each leaf does the same between leaves and hands the
 * result on in its own.
 */
#include "engine/levels/level_calls.h"

#include <stdlib.h>

enum { KEPT_BYTES = 1 << 20 };

int sumac_steps_need(const struct sumac_steps *steps, size_t len_bytes)
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

int sumac_steps_post(struct sumac_steps *steps)
{
	sumac_call_measure(&steps->own, steps->level->n_ranks, steps->level->leaf_rank);
	steps->is_in_leaf = true;
	steps->ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	return sumac_leaf_post(steps->level->leaf, &steps->own, &steps->ticket);
}

int sumac_steps_fold(struct sumac_steps *steps)
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

static int begin_step(struct sumac_steps *steps)
{
	sumac_steps_set_call(steps);
	steps->has_begun = true;
	if (steps->step != SUMAC_STEP_BETWEEN)
		return sumac_steps_post(steps);
	sumac_call_measure(&steps->own, steps->level->n_groups, steps->level->group);
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
	return steps->step == SUMAC_STEP_ENDED;
}

/* Before the first step: this call is the oldest now. */
static int prepare(struct sumac_steps *steps)
{
	if (sumac_coll_has_parts(steps->whole->coll))
		sumac_steps_set_firsts(steps);
	return sumac_steps_need(steps, sumac_steps_scratch_bytes(steps));
}

static int begin(struct sumac_steps *steps)
{
	int err = steps->step == SUMAC_STEP_IN ? prepare(steps) : 0;

	if (!err && sumac_steps_have_call(steps))
		err = begin_step(steps);
	if (err)
		steps->level->broke(steps->level->ctx, err, steps->level->rank);
	return err;
}

/* 1: the step has ended; 0: not yet; or -SUMAC_E..., and the team has failed. */
static int work(struct sumac_steps *steps, int *moved_io)
{
	int moved;

	if (!sumac_steps_have_call(steps))
		return 1;
	if (steps->step == SUMAC_STEP_BETWEEN)
		return steps->between->work(steps, moved_io);
	moved = sumac_steps_fold(steps);
	if (moved < 0)
		return moved;
	*moved_io |= moved;
	return !steps->is_in_leaf;
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

	while (steps->step < SUMAC_STEP_ENDED) {
		int err = steps->has_begun ? 0 : begin(steps), done;

		steps->has_begun = true;
		done = err ? err : work(steps, &moved);
		if (done <= 0)
			return done < 0 ? done : moved;
		steps->step++;
		steps->has_begun = false;
		moved = 1;
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
