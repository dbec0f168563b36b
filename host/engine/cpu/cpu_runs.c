/*
 * A scan by runs: rows of neighbouring ranks that share a host, as long as they can be. The last rank of a run passes on the
 * left fold of all ranks so far; the first of the next run begins with that, and the run's leaf folds on. One value a run goes
 * between hosts, and the result is that of a loop over the ranks from left to right.
 *
 * Long scans do so a stretch at a time: while one run folds a stretch, the next one has those before it.
 */
#include "engine/cpu/cpu_levels.h"

#include <string.h>

#include "plan/plan_parts.h"

enum { RECEIVE, FOLD, PASS_ON, N_STEPS };

static bool is_first(const struct sumac_level *level)
{
	return level->leaf_rank == 0;
}

static bool is_last(const struct sumac_level *level)
{
	return level->leaf_rank == level->n_ranks - 1;
}

static bool receives(const struct sumac_level *level)
{
	return is_first(level) && level->rank > 0;
}

static bool passes_on(const struct sumac_level *level)
{
	return is_last(level) && level->rank < level->size - 1;
}

/* A rank that is alone in its run is one link of a chain of ranks. */
int sumac_cpu_runs_plan(const struct sumac_level *level, const struct sumac_plan_spec *spec, struct sumac_plan *plan_io)
{
	struct sumac_plan_spec chain = *spec;

	plan_io->n_nodes = 0;
	/* The end of a chain: what it receives and folds stays here. */
	if (level->n_ranks > 1 && receives(level))
		chain.size = chain.rank + 1;
	if (level->n_ranks == 1 || receives(level))
		return sumac_plan_make_chain(&chain, plan_io);
	if (!passes_on(level))
		return 0;
	if (sumac_plan_reserve(plan_io, 1))
		return -SUMAC_ENOMEM;
	sumac_plan_add_out(&plan_io->node[sumac_plan_add_source(plan_io)], SUMAC_STREAM_CHANNEL, spec->rank + 1);
	return 0;
}

static bool is_exclusive(const struct sumac_cpu_run *run)
{
	return run->coll == SUMAC_COLL_EXSCAN;
}

/* Whether others go on from this rank's result in an exclusive scan: it lacks the rank's own operand, which they need, too. */
static bool adds_own(const struct sumac_cpu_run *run)
{
	return is_exclusive(run) && run->level->n_ranks > 1 && (receives(run->level) || passes_on(run->level));
}

static size_t elem_bytes(const struct sumac_cpu_run *run)
{
	return sumac_kernel_elem_bytes(run->steps.whole->type);
}

/* Half of what a stream may have on its way, but at least one chunk: while it is taken, the next stretch has room there. */
static uint64_t longest_stretch(const struct sumac_cpu_run *run)
{
	const struct sumac_cpu_options *options = &run->team->engine->options;

	return (options->window + 1) / 2 * (options->chunk_bytes / elem_bytes(run));
}

static uint64_t n_left(const struct sumac_cpu_run *run)
{
	return run->steps.whole->count - run->passing.first;
}

/* The call, of the stretch at hand alone. */
static struct sumac_call stretch(const struct sumac_cpu_run *run)
{
	struct sumac_call call = *run->steps.whole;
	size_t at = (size_t)run->passing.first * elem_bytes(run);

	call.memo = 0;
	call.count = n_left(run) < longest_stretch(run) ? n_left(run) : longest_stretch(run);
	call.src = call.src ? (const uint8_t *)call.src + at : NULL;
	call.dst = call.dst ? (uint8_t *)call.dst + at : NULL;
	return call;
}

static size_t stretch_bytes(const struct sumac_cpu_run *run)
{
	return (size_t)stretch(run).count * elem_bytes(run);
}

/* Where a rank adds its own: stretches take turns, as the one before may still be on its way. */
static uint8_t *beside(const struct sumac_cpu_run *run)
{
	uint64_t n = longest_stretch(run);

	return run->steps.scratch->memory + (run->passing.first / n % 2 ? (size_t)n * elem_bytes(run) : 0);
}

/* In place, the operand is kept before the result overwrites it. */
static void keep_own(const struct sumac_cpu_run *run)
{
	struct sumac_call call = stretch(run);

	if (call.src == call.dst && call.count)
		memcpy(beside(run), call.src, stretch_bytes(run));
}

static void add_own(const struct sumac_cpu_run *run)
{
	struct sumac_call call = stretch(run);
	const void *own = call.src == call.dst ? beside(run) : call.src;

	if (call.count)
		sumac_kernel_run(sumac_kernel_find(call.op, call.type), beside(run), call.dst, own, (size_t)call.count);
}

static void begin_plan(struct sumac_cpu_run *run, struct sumac_call call)
{
	run->passing.call = call;
	sumac_call_measure(&run->passing.call, run->size, run->rank);
	sumac_cpu_run_reset(run, &run->passing.call);
}

static int receive(struct sumac_cpu_run *run)
{
	if (adds_own(run))
		keep_own(run);
	begin_plan(run, stretch(run));
	return 0;
}

/* The first rank of a run gives what all so far have folded, and its own operand. */
static int fold(struct sumac_cpu_run *run)
{
	struct sumac_call *own = &run->steps.own;

	*own = stretch(run);
	own->root = 0;
	if (receives(run->level)) {
		if (is_exclusive(run))
			add_own(run);
		own->src = is_exclusive(run) ? beside(run) : own->dst;
	} else if (adds_own(run)) {
		keep_own(run);
	}
	return sumac_steps_post(&run->steps);
}

static int pass_on(struct sumac_cpu_run *run)
{
	struct sumac_call call = stretch(run);

	if (is_exclusive(run))
		add_own(run);
	call.src = is_exclusive(run) ? beside(run) : call.dst;
	call.dst = NULL;
	begin_plan(run, call);
	return 0;
}

static bool is_wanted(const struct sumac_level *level, int step)
{
	if (level->n_ranks == 1)
		return step == RECEIVE;
	return step == FOLD || (step == RECEIVE ? receives(level) : passes_on(level));
}

static int begin(struct sumac_cpu_run *run)
{
	static int (*const beginners[N_STEPS])(struct sumac_cpu_run *run) = { receive, fold, pass_on };
	uint64_t n_beside = 2 * longest_stretch(run) < run->steps.whole->count ? 2 * longest_stretch(run) : run->steps.whole->count;
	int err = adds_own(run) ? sumac_steps_need(&run->steps, (size_t)n_beside * elem_bytes(run)) : 0;

	run->passing.has_begun = true;
	if (!err)
		err = beginners[run->passing.step](run);
	if (err)
		sumac_cpu_team_break(run->team, err, run->team->base.desc.rank);
	return err;
}

/* The value passed on may be on its way while the leaf folds the next stretch. 1: the step has ended; 0: not yet; or
 * -SUMAC_E.... */
static int work(struct sumac_cpu_run *run, int *moved_io)
{
	int moved = sumac_cpu_run_work(run);

	if (moved < 0)
		return moved;
	*moved_io |= moved;
	if (run->steps.is_in_leaf) {
		moved = sumac_steps_fold(&run->steps);
		if (moved < 0)
			return moved;
		*moved_io |= moved;
	}
	if (run->passing.step == PASS_ON && n_left(run) > longest_stretch(run))
		return 1;
	return !run->steps.is_in_leaf && sumac_cpu_run_is_ended(run);
}

/* false: all is done. */
static bool go_on(struct sumac_cpu_run *run)
{
	struct sumac_cpu_passing *passing = &run->passing;

	passing->has_begun = false;
	if (++passing->step < N_STEPS)
		return true;
	passing->first += stretch(run).count;
	passing->step = RECEIVE;
	return passing->first < run->steps.whole->count;
}

int sumac_cpu_runs_work(struct sumac_cpu_run *run, int *moved_io)
{
	do {
		int done = 1;

		if (is_wanted(run->level, run->passing.step))
			done = run->passing.has_begun ? 0 : begin(run);
		if (!done)
			done = work(run, moved_io);
		if (done <= 0)
			return done;
		*moved_io = 1;
	} while (go_on(run));
	return 1;
}
