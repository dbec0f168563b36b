/*
 * A call by levels: its ranks fold in their leaf, one of each leaf does the same between leaves, and hands the result on in
 * its own.
 */
#include "engine/cpu/cpu_levels.h"

#include <stdlib.h>
#include <string.h>

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
	[SUMAC_COLL_SCAN] = { { NOTHING, NOTHING, NOTHING } },
	[SUMAC_COLL_EXSCAN] = { { NOTHING, NOTHING, NOTHING } },
	[SUMAC_COLL_BROADCAST] = { { NOTHING, SUMAC_COLL_BROADCAST, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_ALLGATHER] = { { SUMAC_COLL_ALLGATHER, SUMAC_COLL_ALLGATHER, SUMAC_COLL_BROADCAST } },
};

/* Parts of groups that are no rows are not together anywhere. */
enum sumac_coll sumac_cpu_steps_between(const struct sumac_cpu_level *level, enum sumac_coll coll)
{
	if (coll == SUMAC_COLL_REDUCE_SCATTER && !level->are_rows)
		return SUMAC_COLL_ALLREDUCE;
	return (enum sumac_coll)ways[coll].step[BETWEEN];
}

int sumac_cpu_level_speaker(const struct sumac_cpu_level *level, int group, enum sumac_coll coll, int root)
{
	return sumac_coll_has_root(coll) && level->group_of[root] == group ? root : level->owners[group];
}

static int leaf_speaker(const struct sumac_cpu_run *run)
{
	const struct sumac_call *whole = run->steps.whole;
	int speaker = sumac_cpu_level_speaker(run->level, run->level->group, whole->coll, whole->root), i = 0;

	while (run->level->ranks[i] != speaker)
		i++;
	return i;
}

static bool speaks(const struct sumac_cpu_run *run)
{
	return run->rank >= 0;
}

static struct sumac_piece part_of(const struct sumac_cpu_run *run, int rank)
{
	const struct sumac_call *whole = run->steps.whole;

	return sumac_coll_piece(whole->coll, whole->count, whole->firsts, run->team->size, rank);
}

/* Where a part begins among all elements. */
static uint64_t first_of(const struct sumac_cpu_run *run, int rank)
{
	struct sumac_piece part = part_of(run, rank);

	return run->steps.whole->coll == SUMAC_COLL_ALLGATHER ? part.dst_first : part.src_first;
}

/* The parts of groups that are rows, and of this rank's group's members. */
static void set_firsts(const struct sumac_cpu_run *run)
{
	struct sumac_cpu_level *level = run->level;
	int last = run->team->size - 1;
	uint64_t end = first_of(run, last) + part_of(run, last).n, begin = first_of(run, level->ranks[0]);

	for (int group = 0; group < level->n_groups; group++)
		level->group_firsts[group] = first_of(run, level->owners[group]);
	level->group_firsts[level->n_groups] = end;
	for (int i = 0; i < level->n_ranks; i++)
		level->leaf_firsts[i] = first_of(run, level->ranks[i]) - begin;
	level->leaf_firsts[level->n_ranks] = level->group_firsts[level->group + 1] - begin;
}

static size_t whole_bytes(const struct sumac_cpu_run *run)
{
	return (size_t)run->steps.whole->count * sumac_kernel_elem_bytes(run->steps.whole->type);
}

/* Room for values that have no place in the caller's memory. */
static size_t scratch_bytes(const struct sumac_cpu_run *run)
{
	const struct sumac_call *whole = run->steps.whole;

	if (whole->coll == SUMAC_COLL_REDUCE_SCATTER)
		return 2 * whole_bytes(run);
	return whole->coll == SUMAC_COLL_REDUCE && speaks(run) && whole->root != run->team->rank ? whole_bytes(run) : 0;
}

int sumac_cpu_steps_need(struct sumac_cpu_levels *levels, size_t len_bytes)
{
	if (len_bytes <= levels->scratch_bytes)
		return 0;
	free(levels->scratch);
	levels->scratch = malloc(len_bytes);
	levels->scratch_bytes = levels->scratch ? len_bytes : 0;
	return levels->scratch ? 0 : -SUMAC_ENOMEM;
}

static void let_scratch_go(struct sumac_cpu_levels *levels)
{
	if (levels->scratch_bytes <= KEPT_BYTES)
		return;
	free(levels->scratch);
	levels->scratch = NULL;
	levels->scratch_bytes = 0;
}

static uint8_t *at(const struct sumac_cpu_run *run, const void *memory, uint64_t first)
{
	return memory ? (uint8_t *)memory + (size_t)first * sumac_kernel_elem_bytes(run->steps.whole->type) : NULL;
}

/* Of a reduce-scatter, what the group's members have parts of: where it lies once it is folded, and its elements. */
static struct sumac_piece scattered(const struct sumac_cpu_run *run)
{
	const struct sumac_cpu_level *level = run->level;
	uint64_t first = level->group_firsts[level->group];

	if (!level->are_rows)
		return (struct sumac_piece){ .n = run->steps.whole->count };
	return (struct sumac_piece){ .src_first = run->steps.whole->count, .dst_first = first,
				     .n = level->group_firsts[level->group + 1] - first };
}

/* Where a value of the whole call is kept between steps. */
static uint8_t *kept(const struct sumac_cpu_run *run)
{
	const struct sumac_call *whole = run->steps.whole;
	bool is_aside = whole->coll == SUMAC_COLL_REDUCE_SCATTER ||
			(whole->coll == SUMAC_COLL_REDUCE && whole->root != run->team->rank);

	return is_aside ? run->team->levels->scratch : whole->dst;
}

static void set_in(struct sumac_cpu_run *run, struct sumac_call *call)
{
	const struct sumac_cpu_level *level = run->level;

	call->root = leaf_speaker(run);
	if (call->coll == SUMAC_COLL_ALLGATHER) {
		call->dst = at(run, call->dst, first_of(run, level->ranks[0]));
		call->firsts = level->leaf_firsts;
		call->n_parts = level->n_ranks;
		call->count = level->leaf_firsts[level->n_ranks];
	} else {
		call->dst = speaks(run) ? kept(run) : NULL;
	}
}

static void set_between(struct sumac_cpu_run *run, struct sumac_call *call)
{
	const struct sumac_cpu_level *level = run->level;

	call->root = sumac_coll_has_root(call->coll) ? level->group_of[call->root] : 0;
	if (sumac_coll_has_parts(call->coll)) {
		call->firsts = level->group_firsts;
		call->n_parts = level->n_groups;
	}
	if (run->steps.whole->coll == SUMAC_COLL_REDUCE_SCATTER) {
		call->src = kept(run);
		call->dst = at(run, kept(run), scattered(run).src_first);
	} else if (call->coll == SUMAC_COLL_ALLGATHER) {
		call->src = at(run, call->dst, level->group_firsts[level->group]);
	} else if (call->coll != SUMAC_COLL_BROADCAST) {
		call->src = kept(run);
	}
}

static void set_out(struct sumac_cpu_run *run, struct sumac_call *call)
{
	call->root = leaf_speaker(run);
	if (run->steps.whole->coll == SUMAC_COLL_REDUCE_SCATTER) {
		call->dst = at(run, kept(run), scattered(run).src_first);
		call->count = scattered(run).n;
	}
	call->src = speaks(run) ? call->dst : NULL;
}

static void (*const setters[ENDED])(struct sumac_cpu_run *run, struct sumac_call *call) = {
	[IN] = set_in, [BETWEEN] = set_between, [OUT] = set_out,
};

static int coll_of(const struct sumac_cpu_run *run)
{
	if (run->steps.step == BETWEEN)
		return speaks(run) ? (int)run->coll : NOTHING;
	return ways[run->steps.whole->coll].step[run->steps.step];
}

/* Each step is a call of its own, but for what the ranks agree on. */
static int begin_step(struct sumac_cpu_run *run)
{
	struct sumac_cpu_steps *steps = &run->steps;
	struct sumac_call *own = &steps->own;

	*own = *steps->whole;
	own->memo = 0; /* steps differ, and nothing is kept for them */
	own->coll = (enum sumac_coll)coll_of(run);
	if (!sumac_coll_has_parts(own->coll)) {
		own->firsts = NULL;
		own->n_parts = 0;
	}
	setters[steps->step](run, own);
	steps->has_begun = true;
	if (steps->step == BETWEEN) {
		sumac_cpu_run_reset(run, own);
		return 0;
	}
	return sumac_cpu_steps_post(run);
}

static void deliver_part(const struct sumac_cpu_run *run)
{
	struct sumac_piece all = scattered(run), part = part_of(run, run->team->rank);
	size_t len_bytes = (size_t)part.n * sumac_kernel_elem_bytes(run->steps.whole->type);

	if (len_bytes)
		memcpy(run->steps.whole->dst, at(run, kept(run), all.src_first + part.src_first - all.dst_first), len_bytes);
}

void sumac_cpu_steps_start(struct sumac_cpu_run *run, const struct sumac_call *call)
{
	run->steps = (struct sumac_cpu_steps){ .whole = call };
	run->call = call;
}

bool sumac_cpu_steps_are_ended(const struct sumac_cpu_run *run)
{
	return run->steps.step == ENDED;
}

/* Before the first step: this call is the oldest now. */
static int prepare(struct sumac_cpu_run *run)
{
	if (sumac_coll_has_parts(run->steps.whole->coll))
		set_firsts(run);
	return sumac_cpu_steps_need(run->team->levels, scratch_bytes(run));
}

static int begin(struct sumac_cpu_run *run)
{
	int err = run->steps.step == IN ? prepare(run) : 0;

	if (!err && coll_of(run) != NOTHING)
		err = begin_step(run);
	if (err)
		sumac_cpu_team_break(run->team, err, run->team->rank);
	return err;
}

/* 1: the step has ended; 0: not yet; or -SUMAC_E..., and the team has failed. */
static int work(struct sumac_cpu_run *run, int *moved_io)
{
	bool is_between = run->steps.step == BETWEEN;
	int moved;

	if (coll_of(run) == NOTHING)
		return 1;
	moved = is_between ? sumac_cpu_run_work(run) : sumac_cpu_steps_fold(run);
	*moved_io |= moved;
	if (moved < 0)
		return moved;
	return is_between ? sumac_cpu_run_is_ended(run) : run->steps.ticket.status <= 0;
}

static void end(struct sumac_cpu_run *run)
{
	if (run->steps.whole->coll == SUMAC_COLL_REDUCE_SCATTER)
		deliver_part(run);
	let_scratch_go(run->team->levels);
}

int sumac_cpu_steps_work(struct sumac_cpu_run *run)
{
	struct sumac_cpu_steps *steps = &run->steps;
	int moved = 0;

	if (run->level->are_runs) {
		int done = sumac_cpu_runs_work(run, &moved);

		if (done <= 0)
			return done < 0 ? done : moved;
		steps->step = ENDED;
	}
	while (steps->step < ENDED) {
		int err = steps->has_begun ? 0 : begin(run), done;

		steps->has_begun = true;
		done = err ? err : work(run, &moved);
		if (done <= 0)
			return done < 0 ? done : moved;
		steps->step++;
		steps->has_begun = steps->is_in_leaf = false;
		moved = 1;
	}
	end(run);
	return 1;
}

/* Those who have yet to begin, of a call whose result this rank waits for: they keep the speaker waiting. */
static int late(const struct sumac_cpu_run *run, int *ranks_out, int cap)
{
	int n = 0;

	if (run->steps.step != OUT || ways[run->steps.whole->coll].step[IN] == NOTHING)
		return 0;
	for (int i = 0; i < run->level->n_ranks && n < cap; i++)
		if (!sumac_leaf_came_before(run->level->leaf, i))
			ranks_out[n++] = i;
	return n;
}

int sumac_cpu_steps_waiting_for(const struct sumac_cpu_run *run, int *ranks_out, int cap)
{
	int n;

	if (!run->level || !run->steps.is_in_leaf)
		return -1;
	n = late(run, ranks_out, cap);
	if (!n)
		n = sumac_leaf_waiting_for(run->level->leaf, ranks_out, cap);
	for (int i = 0; i < n; i++)
		ranks_out[i] = run->level->ranks[ranks_out[i]];
	return n;
}
