/*
 * A call by levels: its ranks fold in their leaf, one of each leaf does the same between leaves, and hands the result on in
 * its own.
 */
#include "engine/levels/level_steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/combination.h"

enum { IN, BETWEEN, OUT, ENDED };
enum { NOTHING = -1, KEPT_BYTES = 1 << 20 };

/* What a collective comes to in each step. */
static const struct {
	int step[ENDED];
} ways[SUMAC_N_COLLS] = {
	[SUMAC_COLL_REDUCE] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE, NOTHING } },
	[SUMAC_COLL_ALLREDUCE] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_ALLREDUCE, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_BARRIER] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_BARRIER, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_REDUCE_SCATTER] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_SCAN] = { { NOTHING, SUMAC_COLL_SCAN, NOTHING } }, /* of groups of one rank, or for all */
	[SUMAC_COLL_EXSCAN] = { { NOTHING, SUMAC_COLL_EXSCAN, NOTHING } },
	[SUMAC_COLL_BROADCAST] = { { NOTHING, SUMAC_COLL_BROADCAST, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_ALLGATHER] = { { SUMAC_COLL_ALLGATHER, SUMAC_COLL_ALLGATHER, SUMAC_COLL_BROADCAST } },
};

/* Parts of groups that are no rows are not together anywhere. */
enum sumac_coll sumac_steps_between(const struct sumac_level *level, enum sumac_coll coll)
{
	if (coll == SUMAC_COLL_REDUCE_SCATTER && !level->are_rows)
		return SUMAC_COLL_ALLREDUCE;
	return (enum sumac_coll)ways[coll].step[BETWEEN];
}

static int leaf_speaker(const struct sumac_steps *steps)
{
	const struct sumac_call *whole = steps->whole;
	int speaker = sumac_level_speaker(steps->level, steps->level->group, whole->coll, whole->root), i = 0;

	while (steps->level->ranks[i] != speaker)
		i++;
	return i;
}

static struct sumac_piece part_of(const struct sumac_steps *steps, int rank)
{
	const struct sumac_call *whole = steps->whole;

	return sumac_coll_piece(whole->coll, whole->count, whole->firsts, steps->level->size, rank);
}

/* Where a part begins among all elements. */
static uint64_t first_of(const struct sumac_steps *steps, int rank)
{
	struct sumac_piece part = part_of(steps, rank);

	return steps->whole->coll == SUMAC_COLL_ALLGATHER ? part.dst_first : part.src_first;
}

/* The parts of groups that are rows, and of this rank's group's members. */
static void set_firsts(const struct sumac_steps *steps)
{
	struct sumac_level *level = steps->level;
	int last = level->size - 1;
	uint64_t end = first_of(steps, last) + part_of(steps, last).n, begin = first_of(steps, level->ranks[0]);

	for (int group = 0; group < level->n_groups; group++)
		level->group_firsts[group] = first_of(steps, level->owners[group]);
	level->group_firsts[level->n_groups] = end;
	for (int i = 0; i < level->n_ranks; i++)
		level->leaf_firsts[i] = first_of(steps, level->ranks[i]) - begin;
	level->leaf_firsts[level->n_ranks] = level->group_firsts[level->group + 1] - begin;
}

static size_t whole_bytes(const struct sumac_steps *steps)
{
	return (size_t)steps->whole->count * sumac_type_bytes(steps->whole->type);
}

/* Room for values that have no place in the caller's memory. */
static size_t scratch_bytes(const struct sumac_steps *steps)
{
	const struct sumac_call *whole = steps->whole;

	if (whole->coll == SUMAC_COLL_REDUCE_SCATTER)
		return 2 * whole_bytes(steps);
	return whole->coll == SUMAC_COLL_REDUCE && steps->speaks && whole->root != steps->level->rank ? whole_bytes(steps) : 0;
}

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

static uint8_t *at(const struct sumac_steps *steps, const void *memory, uint64_t first)
{
	return memory ? (uint8_t *)memory + (size_t)first * sumac_type_bytes(steps->whole->type) : NULL;
}

/* Of a reduce-scatter, what the group's members have parts of: where it lies once it is folded, and its elements. */
static struct sumac_piece scattered(const struct sumac_steps *steps)
{
	const struct sumac_level *level = steps->level;
	uint64_t first = level->group_firsts[level->group];

	if (!level->are_rows)
		return (struct sumac_piece){ .n = steps->whole->count };
	return (struct sumac_piece){ .src_first = steps->whole->count, .dst_first = first,
				     .n = level->group_firsts[level->group + 1] - first };
}

/* Where a value of the whole call is kept between steps. */
static uint8_t *kept(const struct sumac_steps *steps)
{
	const struct sumac_call *whole = steps->whole;
	bool is_aside = whole->coll == SUMAC_COLL_REDUCE_SCATTER ||
			(whole->coll == SUMAC_COLL_REDUCE && whole->root != steps->level->rank);

	return is_aside ? steps->scratch->memory : whole->dst;
}

static void set_in(struct sumac_steps *steps, struct sumac_call *call)
{
	const struct sumac_level *level = steps->level;

	call->root = leaf_speaker(steps);
	if (call->coll == SUMAC_COLL_ALLGATHER) {
		call->dst = at(steps, call->dst, first_of(steps, level->ranks[0]));
		call->firsts = level->leaf_firsts;
		call->n_parts = level->n_ranks;
		call->count = level->leaf_firsts[level->n_ranks];
	} else {
		call->dst = steps->speaks ? kept(steps) : NULL;
	}
}

static void set_between(struct sumac_steps *steps, struct sumac_call *call)
{
	const struct sumac_level *level = steps->level;

	call->root = sumac_coll_has_root(call->coll) ? level->group_of[call->root] : 0;
	if (sumac_coll_has_parts(call->coll)) {
		call->firsts = level->group_firsts;
		call->n_parts = level->n_groups;
	}
	if (steps->whole->coll == SUMAC_COLL_REDUCE_SCATTER) {
		call->src = kept(steps);
		call->dst = at(steps, kept(steps), scattered(steps).src_first);
	} else if (call->coll == SUMAC_COLL_ALLGATHER) {
		call->src = at(steps, call->dst, level->group_firsts[level->group]);
	} else if (ways[call->coll].step[IN] != NOTHING) {
		call->src = kept(steps);
	}
}

static void set_out(struct sumac_steps *steps, struct sumac_call *call)
{
	call->root = leaf_speaker(steps);
	if (steps->whole->coll == SUMAC_COLL_REDUCE_SCATTER) {
		call->dst = at(steps, kept(steps), scattered(steps).src_first);
		call->count = scattered(steps).n;
	}
	call->src = steps->speaks ? call->dst : NULL;
}

static void (*const setters[ENDED])(struct sumac_steps *steps, struct sumac_call *call) = {
	[IN] = set_in, [BETWEEN] = set_between, [OUT] = set_out,
};

static bool takes_part_between(const struct sumac_steps *steps)
{
	return steps->speaks || steps->between->is_for_all;
}

static int coll_of(const struct sumac_steps *steps)
{
	if (steps->step == BETWEEN)
		return takes_part_between(steps) ? (int)sumac_steps_between(steps->level, steps->whole->coll) : NOTHING;
	return ways[steps->whole->coll].step[steps->step];
}

int sumac_steps_post(struct sumac_steps *steps)
{
	steps->is_in_leaf = true;
	steps->ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	return sumac_leaf_post(steps->level->leaf, &steps->own, &steps->ticket);
}

int sumac_steps_fold(struct sumac_steps *steps)
{
	const struct sumac_level *level = steps->level;
	int fault_rank = -1, moved = steps->ticket.status > 0 ? sumac_leaf_progress(level->leaf, &fault_rank) : 0;

	/* The team may have failed meanwhile, as another digest was seen: then the steps are no more. */
	if (moved < 0)
		level->broke(level->ctx, moved, fault_rank < 0 ? -1 : level->ranks[fault_rank]);
	else
		steps->is_in_leaf = steps->ticket.status > 0;
	return moved;
}

/* Each step is a call of its own, but for what the ranks agree on. */
static int begin_step(struct sumac_steps *steps)
{
	struct sumac_call *own = &steps->own;

	*own = *steps->whole;
	own->memo = 0; /* steps differ, and nothing is kept for them */
	own->coll = (enum sumac_coll)coll_of(steps);
	if (!sumac_coll_has_parts(own->coll)) {
		own->firsts = NULL;
		own->n_parts = 0;
	}
	setters[steps->step](steps, own);
	steps->has_begun = true;
	if (steps->step == BETWEEN)
		return steps->between->begin(steps);
	return sumac_steps_post(steps);
}

static void deliver_part(const struct sumac_steps *steps)
{
	struct sumac_piece all = scattered(steps), part = part_of(steps, steps->level->rank);
	size_t len_bytes = (size_t)part.n * sumac_type_bytes(steps->whole->type);

	if (len_bytes)
		memcpy(steps->whole->dst, at(steps, kept(steps), all.src_first + part.src_first - all.dst_first), len_bytes);
}

void sumac_steps_start(struct sumac_steps *steps, struct sumac_level *level, struct sumac_level_scratch *scratch,
		       const struct sumac_between *between, const struct sumac_call *call)
{
	*steps = (struct sumac_steps){ .whole = call, .level = level, .scratch = scratch, .between = between };
	steps->speaks = sumac_level_speaker(level, level->group, call->coll, call->root) == level->rank;
}

bool sumac_steps_are_ended(const struct sumac_steps *steps)
{
	return steps->step == ENDED;
}

/* Before the first step: this call is the oldest now. */
static int prepare(struct sumac_steps *steps)
{
	if (sumac_coll_has_parts(steps->whole->coll))
		set_firsts(steps);
	return sumac_steps_need(steps, scratch_bytes(steps));
}

static int begin(struct sumac_steps *steps)
{
	int err = steps->step == IN ? prepare(steps) : 0;

	if (!err && coll_of(steps) != NOTHING)
		err = begin_step(steps);
	if (err)
		steps->level->broke(steps->level->ctx, err, steps->level->rank);
	return err;
}

/* 1: the step has ended; 0: not yet; or -SUMAC_E..., and the team has failed. */
static int work(struct sumac_steps *steps, int *moved_io)
{
	int moved;

	if (coll_of(steps) == NOTHING)
		return 1;
	if (steps->step == BETWEEN)
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
		deliver_part(steps);
	let_scratch_go(steps->scratch);
}

int sumac_steps_work(struct sumac_steps *steps)
{
	int moved = 0;

	while (steps->step < ENDED) {
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

/* Those who have yet to begin, of a call whose result this rank waits for: they keep the speaker waiting. */
static int late(const struct sumac_steps *steps, int *ranks_out, int cap)
{
	int n = 0;

	if (steps->step != OUT || ways[steps->whole->coll].step[IN] == NOTHING)
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
