/*
 * Trials. Whether each member had better fold all of a message of a few KiB, or a slice, depends on what hand-overs cost on this
 * machine, beside copies. So some of the first allreduces of each size in doubt go both ways, in turns. Then the members tell
 * each other their quickest calls of each way, which nobody has interrupted and in which they waited for nobody. The way with the
 * smaller sum has a vote. It counts for teams made later, and for later jobs: in this team some members may already have posted
 * calls that others have yet to post.
 */
#include <string.h>

#include "base/clock.h"
#include "engine/leaf/leaf_slot.h"

/* The first calls of a size meet slots that no cache has, which says nothing of later calls: all slots have been used twice before
 * the trials. */
enum { LAPS_BEFORE = 2, TURN_CALLS = 8, N_TURNS = 8, N_TRIALS = N_TURNS * TURN_CALLS };

/* A vote needs a difference of so many hundredths. */
enum { LEAST_DIFFERENCE = 5 };

static int team_of(const struct sumac_leaf *leaf)
{
	return sumac_found_team(leaf->size);
}

void sumac_leaf_ways_offer(const struct sumac_leaf *leaf, struct sumac_leaf_way ways_out[SUMAC_FOUND_SIZES])
{
	int team = team_of(leaf);

	for (int size = 0; size < SUMAC_FOUND_SIZES; size++) {
		int votes = leaf->found->votes[team][size];

		ways_out[size].is_all = sumac_found_is_all(leaf->found, team, size);
		ways_out[size].is_tried = leaf->found->is_tried[team][size] || votes == SUMAC_FOUND_SETTLED ||
					  votes == -SUMAC_FOUND_SETTLED;
	}
}

/* Members that have found different things go by the first one's; if one needs no trial, there is none. */
void sumac_leaf_ways_agree(struct sumac_leaf *leaf, const struct sumac_leaf_blob *blobs)
{
	memcpy(leaf->ways, blobs[0].ways, sizeof(leaf->ways));
	for (int rank = 1; rank < leaf->size; rank++)
		for (int size = 0; size < SUMAC_FOUND_SIZES; size++)
			leaf->ways[size].is_tried |= blobs[rank].ways[size].is_tried;
}

bool sumac_leaf_folds_all(const struct sumac_leaf *leaf, uint64_t n_bytes)
{
	int size = sumac_found_size(team_of(leaf), n_bytes);

	return size < 0 || (size < SUMAC_FOUND_SIZES && leaf->ways[size].is_all);
}

enum sumac_leaf_trial sumac_leaf_trial_next(struct sumac_leaf *leaf, const struct sumac_call *call)
{
	size_t elem_bytes = sumac_type_bytes(call->type);
	struct sumac_leaf_tried *tried;
	uint32_t n;
	int size;

	if (!leaf->found || call->coll != SUMAC_COLL_ALLREDUCE || elem_bytes > sizeof(uint64_t) || leaf->size == 1)
		return SUMAC_NO_TRIAL;
	size = sumac_found_size(team_of(leaf), call->count * elem_bytes);
	if (size < 0 || size == SUMAC_FOUND_SIZES || leaf->ways[size].is_tried)
		return SUMAC_NO_TRIAL;
	tried = &leaf->tried[size];
	n = tried->n_calls++;
	if (n < LAPS_BEFORE * leaf->n_slots)
		return SUMAC_BEFORE_TRIALS;
	n -= LAPS_BEFORE * leaf->n_slots;
	leaf->ways[size].is_tried = n == N_TRIALS;
	if (n == N_TRIALS)
		return SUMAC_TELL_TRIALS;
	return n / TURN_CALLS % 2 ? SUMAC_TRY_SLICES : SUMAC_TRY_ALL;
}

static int size_of(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	return sumac_found_size(team_of(leaf), run->form.src_bytes);
}

void sumac_leaf_trial_tell(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	memcpy(leaf->slots[run->slot].bytes, leaf->tried[size_of(leaf, run)].least_ns, sizeof(leaf->tried[0].least_ns));
}

static void vote(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	int team = team_of(leaf), size = size_of(leaf, run);
	uint64_t all_ns = 0, slices_ns = 0;

	for (int rank = 0; rank < leaf->size; rank++) {
		uint32_t least_ns[2];

		memcpy(least_ns, leaf->peers[rank].slots[run->slot].bytes, sizeof(least_ns));
		all_ns += least_ns[0];
		slices_ns += least_ns[1];
	}
	leaf->found->is_tried[team][size] = true;
	if (all_ns * (100 + LEAST_DIFFERENCE) <= slices_ns * 100)
		sumac_found_vote(leaf->found, team, size, true);
	else if (slices_ns * (100 + LEAST_DIFFERENCE) <= all_ns * 100)
		sumac_found_vote(leaf->found, team, size, false);
}

void sumac_leaf_trial_end(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	int64_t ns = sumac_clock_ns() - run->begin_ns;
	uint32_t *least_ns;

	if (run->form.trial == SUMAC_TELL_TRIALS)
		vote(leaf, run);
	if (run->form.trial != SUMAC_TRY_ALL && run->form.trial != SUMAC_TRY_SLICES)
		return;
	least_ns = &leaf->tried[size_of(leaf, run)].least_ns[run->form.trial == SUMAC_TRY_SLICES];
	if (ns < UINT32_MAX && (!*least_ns || ns < *least_ns))
		*least_ns = (uint32_t)ns;
}
