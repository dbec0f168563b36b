/*
 * The steps of calls by speakers as calls of their own: which collective each is, of which parts, and where its values lie, in
 * the caller's memory or aside.
 */
#include "engine/levels/level_calls.h"

#include <string.h>

enum { NOTHING = -1 };

/* The collective that each step of a collective does. */
static const struct {
	int step[SUMAC_N_STEPS];
} ways[SUMAC_N_COLLS] = {
	[SUMAC_COLL_REDUCE] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE, NOTHING } },
	[SUMAC_COLL_ALLREDUCE] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_ALLREDUCE, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_BARRIER] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_BARRIER, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_REDUCE_SCATTER] = { { SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE_SCATTER, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_SCAN] = { { NOTHING, SUMAC_COLL_SCAN, NOTHING } }, /* of groups of one rank */
	[SUMAC_COLL_EXSCAN] = { { NOTHING, SUMAC_COLL_EXSCAN, NOTHING } },
	[SUMAC_COLL_BROADCAST] = { { NOTHING, SUMAC_COLL_BROADCAST, SUMAC_COLL_BROADCAST } },
	[SUMAC_COLL_ALLGATHER] = { { SUMAC_COLL_ALLGATHER, SUMAC_COLL_ALLGATHER, SUMAC_COLL_BROADCAST } },
};

/* The parts of a group that is not a row lie together nowhere. */
enum sumac_coll sumac_steps_between(const struct sumac_level *level, enum sumac_coll coll)
{
	if (coll == SUMAC_COLL_REDUCE_SCATTER && !level->are_rows)
		return SUMAC_COLL_ALLREDUCE;
	return (enum sumac_coll)ways[coll].step[SUMAC_STEP_BETWEEN];
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

/* The parts of groups that are rows, and those of this rank's group's members. */
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

static size_t prepare(struct sumac_steps *steps)
{
	const struct sumac_call *whole = steps->whole;

	steps->stretch_elems = whole->count;
	if (sumac_coll_has_parts(whole->coll))
		set_firsts(steps);
	if (whole->coll == SUMAC_COLL_REDUCE_SCATTER)
		return 2 * whole_bytes(steps);
	return whole->coll == SUMAC_COLL_REDUCE && steps->speaks && whole->root != steps->level->rank ? whole_bytes(steps) : 0;
}

static uint8_t *at(const struct sumac_steps *steps, const void *memory, uint64_t first)
{
	return memory ? (uint8_t *)memory + (size_t)first * sumac_type_bytes(steps->whole->type) : NULL;
}

/* The elements of a reduce-scatter that the group's members have parts of, and where they lie once folded. */
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
	} else if (ways[call->coll].step[SUMAC_STEP_IN] != NOTHING) {
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

static int coll_of(const struct sumac_steps *steps)
{
	if (steps->step == SUMAC_STEP_BETWEEN)
		return steps->speaks ? (int)sumac_steps_between(steps->level, steps->whole->coll) : NOTHING;
	return ways[steps->whole->coll].step[steps->step];
}

bool sumac_steps_begin_in_leaf(const struct sumac_steps *steps)
{
	return ways[steps->whole->coll].step[SUMAC_STEP_IN] != NOTHING;
}

static bool set_call(struct sumac_steps *steps, struct sumac_call *call_out)
{
	static void (*const setters[SUMAC_N_STEPS])(struct sumac_steps *steps, struct sumac_call *call) = {
		[SUMAC_STEP_IN] = set_in, [SUMAC_STEP_BETWEEN] = set_between, [SUMAC_STEP_OUT] = set_out,
	};
	int coll = coll_of(steps);

	if (coll == NOTHING)
		return false;
	*call_out = *steps->whole;
	call_out->memo = 0; /* steps differ, and nothing is kept for them */
	call_out->coll = (enum sumac_coll)coll;
	if (!sumac_coll_has_parts(coll)) {
		call_out->firsts = NULL;
		call_out->n_parts = 0;
	}
	setters[steps->step](steps, call_out);
	return true;
}

const struct sumac_way sumac_steps_by_speakers = {
	.is_in_leaf = { [SUMAC_STEP_IN] = true, [SUMAC_STEP_OUT] = true },
	.prepare = prepare,
	.set_call = set_call,
};

void sumac_steps_deliver_part(const struct sumac_steps *steps)
{
	struct sumac_piece all = scattered(steps), part = steps->whole->own;
	size_t len_bytes = (size_t)part.n * sumac_type_bytes(steps->whole->type);

	if (len_bytes)
		memcpy(steps->whole->dst, at(steps, kept(steps), all.src_first + part.src_first - all.dst_first), len_bytes);
}
