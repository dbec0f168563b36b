/*
 * A scan by rows: rows of neighbouring ranks that share a host, as long as they can be. The last rank of a row passes on the
 * left fold of all ranks so far; the first of the next row begins with that, and the row's leaf folds on. One value a row goes
 * between hosts, and the result is that of a loop over the ranks from left to right.
 *
 * Long scans do so a stretch at a time: while one row folds a stretch, the next one has those before it.
 */
#include "engine/cpu/cpu_levels.h"

#include <string.h>

#include "plan/plan_parts.h"

enum { RECEIVE, FOLD, PASS_ON };

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

/* A rank that is alone in its row is one link of a chain of ranks. */
int sumac_cpu_rows_plan(const struct sumac_level *level, const struct sumac_plan_spec *spec, struct sumac_plan *plan_io)
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

static bool is_exclusive(const struct sumac_steps *steps)
{
	return steps->whole->coll == SUMAC_COLL_EXSCAN;
}

/* Whether others go on from this rank's result in an exclusive scan: it lacks the rank's own operand, which they need, too. */
static bool adds_own(const struct sumac_steps *steps)
{
	return is_exclusive(steps) && steps->level->n_ranks > 1 && (receives(steps->level) || passes_on(steps->level));
}

static size_t elem_bytes(const struct sumac_steps *steps)
{
	return sumac_kernel_elem_bytes(steps->whole->type);
}

/* A stretch is half of what a stream may have on its way, but at least one chunk: while it is taken, the next stretch has room
 * there. */
static size_t prepare(struct sumac_steps *steps)
{
	const struct sumac_cpu_options *options = &sumac_cpu_run_of(steps)->team->engine->options;
	uint64_t count = steps->whole->count, n_beside;

	steps->stretch_elems = (options->window + 1) / 2 * (options->chunk_bytes / elem_bytes(steps));
	n_beside = 2 * steps->stretch_elems < count ? 2 * steps->stretch_elems : count;
	return adds_own(steps) ? (size_t)n_beside * elem_bytes(steps) : 0;
}

/* The call, of the stretch at hand alone. */
static struct sumac_call stretch(const struct sumac_steps *steps)
{
	struct sumac_call call = *steps->whole;
	size_t at = (size_t)steps->first * elem_bytes(steps);
	uint64_t n_left = call.count - steps->first;

	call.memo = 0;
	call.root = 0;
	call.count = n_left < steps->stretch_elems ? n_left : steps->stretch_elems;
	call.src = call.src ? (const uint8_t *)call.src + at : NULL;
	call.dst = call.dst ? (uint8_t *)call.dst + at : NULL;
	return call;
}

/* Where a rank adds its own: stretches take turns, as the one before may still be on its way. */
static uint8_t *beside(const struct sumac_steps *steps)
{
	uint64_t n = steps->stretch_elems;

	return steps->scratch->memory + (steps->first / n % 2 ? (size_t)n * elem_bytes(steps) : 0);
}

/* In place, the operand is kept before the result overwrites it. */
static void keep_own(struct sumac_steps *steps, struct sumac_call *call)
{
	if (adds_own(steps) && call->src == call->dst && call->count)
		memcpy(beside(steps), call->src, (size_t)call->count * elem_bytes(steps));
}

/* The fold of all so far, and this rank's own operand, become the source. */
static void give_all(struct sumac_steps *steps, struct sumac_call *call)
{
	const void *own = call->src == call->dst ? beside(steps) : call->src;

	call->src = is_exclusive(steps) ? beside(steps) : call->dst;
	if (is_exclusive(steps) && call->count)
		sumac_kernel_run(sumac_kernel_find(call->op, call->type), beside(steps), call->dst, own, (size_t)call->count);
}

/* The first rank of a row gives it what it has received. */
static void fold(struct sumac_steps *steps, struct sumac_call *call)
{
	if (receives(steps->level))
		give_all(steps, call);
	else
		keep_own(steps, call);
}

static void pass_on(struct sumac_steps *steps, struct sumac_call *call)
{
	give_all(steps, call);
	call->dst = NULL;
}

static bool is_wanted(const struct sumac_level *level, int step)
{
	if (level->n_ranks == 1)
		return step == RECEIVE;
	return step == FOLD || (step == RECEIVE ? receives(level) : passes_on(level));
}

static bool set_call(struct sumac_steps *steps, struct sumac_call *call_out)
{
	static void (*const setters[SUMAC_N_STEPS])(struct sumac_steps *steps, struct sumac_call *call) = {
		[RECEIVE] = keep_own, [FOLD] = fold, [PASS_ON] = pass_on,
	};

	if (!is_wanted(steps->level, steps->step))
		return false;
	*call_out = stretch(steps);
	setters[steps->step](steps, call_out);
	return true;
}

const struct sumac_way sumac_cpu_by_rows = { .is_in_leaf = { [FOLD] = true }, .prepare = prepare, .set_call = set_call };
