/*
 * Long calls go in rounds, a chunk of each slice of the elements at a time. In a round a member
 *   copies in   what the others fold of its operand, into its copy buffer, unless it lends that;
 *   folds       its own slice of all operands; the result goes to where it belongs, or for those who do not lend that into its
 *               result area;
 *   takes       the results of the others.
 * Each step may run ahead of the next one by two rounds, for which there is room. Scans go along a chain: a member
 * folds what the one before it has folded, chunk by chunk. Where nothing is combined there is no copying in.
 *
 * Where all is lent there are no rounds, and whoever comes to it folds (leaf_shared.c).
 *
 * Counters of rounds go on from call to call, so a buffer that an earlier call has used is free by the same rule. A member that
 * lends takes part in all rounds, too. It ends when its readers have counted the last one (tests/model/leaf_lend.pml), or have read
 * all that lies in its own memory (tests/model/leaf_pass.pml).
 */
#include <string.h>

#include "base/overlap.h"
#include "engine/leaf/leaf_private.h"

/* A member with an impossible counter is treated as dead. 0, or -SUMAC_EPEER. */
static int judge_counters(const struct sumac_leaf *leaf, int *fault_rank_out)
{
	for (int rank = 0; rank < leaf->size; rank++)
		for (int i = 0; i < SUMAC_LEAF_N_COUNTERS; i++)
			if (rank != leaf->rank &&
			    atomic_load_explicit(&leaf->peers[rank].control->counters[i], memory_order_relaxed) >=
				    SUMAC_LEAF_TOO_MANY_ROUNDS) {
				*fault_rank_out = rank;
				return -SUMAC_EPEER;
			}
	return 0;
}

/* There is room when all have read what was written two rounds ago. If an earlier call wrote that, members that read nothing of
 * this one count, too. */
static bool in_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t round = leaf->rounds.done[SUMAC_LEAF_IN];

	if (!sumac_leaf_copies_in(run) || sumac_leaf_lends_source(run))
		return false;
	if (round > 1 && !sumac_leaf_slice(leaf, run, rank).n)
		round = 1;
	return sumac_leaf_counter(&leaf->peers[rank], SUMAC_LEAF_FOLDED) < leaf->base + round - 1;
}

/* A fold waits for operands, or in a chain for the fold before it. The results of an earlier call may have had other readers than
 * this call's. */
static bool fold_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_leaf_peer *peer = &leaf->peers[rank];
	uint64_t round = leaf->rounds.done[SUMAC_LEAF_FOLDED];
	bool copies_in = sumac_leaf_copies_in(run), is_read = copies_in || (sumac_leaf_is_chain(run) && rank == leaf->rank - 1);

	if (round >= leaf->rounds.n_own)
		return false;
	if (is_read && !sumac_leaf_has_source_of(leaf, rank) &&
	    sumac_leaf_counter(peer, copies_in ? SUMAC_LEAF_IN : SUMAC_LEAF_FOLDED) <= leaf->base + round)
		return true;
	if (round > 1 && !sumac_leaf_reads_ring(leaf, run, rank))
		round = 1;
	return leaf->rounds.fills_ring && sumac_leaf_counter(peer, SUMAC_LEAF_TAKEN) < leaf->base + round - 1;
}

/* Memory lent to be handed on is there from the start. */
static bool take_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t round = leaf->rounds.done[SUMAC_LEAF_TAKEN];
	bool is_there = !sumac_leaf_copies_in(run) && sumac_leaf_has_source_of(leaf, rank);

	return !is_there && sumac_leaf_takes_from(run, leaf->rank, rank) && sumac_leaf_chunk(leaf, run, rank, round).n &&
	       sumac_leaf_counter(&leaf->peers[rank], SUMAC_LEAF_FOLDED) <= leaf->base + round;
}

typedef bool waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank);
typedef enum sumac_leaf_outcome act(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round);

/* The steps of a round: whom each waits for, and what it does. */
static const struct {
	waits_for *waits;
	act *act;
} steps[SUMAC_LEAF_N_COUNTERS] = {
	[SUMAC_LEAF_IN] = { in_waits_for, sumac_leaf_copy_in },
	[SUMAC_LEAF_FOLDED] = { fold_waits_for, sumac_leaf_fold_round },
	[SUMAC_LEAF_TAKEN] = { take_waits_for, sumac_leaf_take },
};

static bool is_ready(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, waits_for *waits)
{
	for (int rank = 0; rank < leaf->size; rank++)
		if (rank != leaf->rank && waits(leaf, run, rank))
			return false;
	return true;
}

static void begin(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;
	const struct sumac_call *call = run->call;
	bool is_folded = sumac_leaf_copies_in(run);
	uint64_t most = sumac_leaf_longest_slice(leaf, run);

	*rounds = (struct sumac_leaf_rounds){ .run = run };
	rounds->chunk_elems = sumac_leaf_chunk_elems(leaf, run);
	rounds->is_in_place = sumac_overlap(call->src, run->form.src_bytes, call->dst, run->form.dst_bytes);
	rounds->n = (most - 1) / rounds->chunk_elems + 1;
	rounds->n_own = (sumac_leaf_slice(leaf, run, leaf->rank).n + rounds->chunk_elems - 1) / rounds->chunk_elems;
	most = most < rounds->chunk_elems ? most : rounds->chunk_elems;
	rounds->slice_bytes = ((size_t)most * run->form.elem_bytes - 1) / SUMAC_LEAF_PAIR_BYTES * SUMAC_LEAF_PAIR_BYTES +
			      SUMAC_LEAF_PAIR_BYTES;
	rounds->copies_stride = is_folded ? rounds->slice_bytes * (size_t)leaf->size : 0;
	rounds->results_stride = rounds->slice_bytes;
	sumac_leaf_begin_in_rings(leaf);
}

/* A member that has given up a call may have freed or changed what it lent for it. Nobody's result can be relied upon then, and
 * that member's report ends the call for all. Members that have used what others made of that memory have seen the word first. */
static bool has_given_up(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t number = atomic_load_explicit(&leaf->peers[rank].control->failed_in, memory_order_relaxed);

	return number && number <= run->number;
}

static bool is_given_up(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	atomic_thread_fence(memory_order_acquire);
	return !is_ready(leaf, run, has_given_up);
}

static void end(struct sumac_leaf *leaf)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;

	sumac_leaf_end_in_rings(leaf);
	leaf->base += rounds->n;
	rounds->run = NULL;
}

/* Publishes that this call's rounds are over, since later calls read the counters. */
static void count_all(struct sumac_leaf *leaf)
{
	leaf->base += leaf->rounds.n;
	for (int i = 0; i < SUMAC_LEAF_N_COUNTERS; i++)
		atomic_store_explicit(&leaf->control->counters[i], leaf->base, memory_order_release);
	leaf->rounds.run = NULL;
	sumac_leaf_wake(leaf);
}

/* Whether the step has rounds left, and the one before it has got as far. */
static bool has_next(const struct sumac_leaf_rounds *rounds, enum sumac_leaf_counter which)
{
	return rounds->done[which] < (which ? rounds->done[which - 1] : rounds->n);
}

/* As long as the other one may still refuse to read what this rank lends of its own, it must find no copies by the counters. */
static bool withholds(const struct sumac_leaf *leaf)
{
	const struct sumac_leaf_run *run = leaf->rounds.run;

	return run->lends[SUMAC_LEAF_OWN_SRC] && sumac_leaf_is_read_by(leaf, run, 1 - leaf->rank);
}

/* Others may be looking at these, so that each time it costs a hand-over. */
static void publish(struct sumac_leaf *leaf)
{
	if (withholds(leaf))
		return;
	sumac_leaf_step_end(leaf);
	for (int i = 0; i < SUMAC_LEAF_N_COUNTERS; i++)
		atomic_store_explicit(&leaf->control->counters[i], leaf->base + leaf->rounds.done[i], memory_order_release);
}

/* The other one could not read what this rank lends of its own: it copies that instead, and lends no more. */
static bool takes_back(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	if (!run->lends[SUMAC_LEAF_OWN_SRC] ||
	    atomic_load_explicit(&leaf->peers[1 - leaf->rank].control->refused_in, memory_order_acquire) != run->number)
		return false;
	run->lends[SUMAC_LEAF_OWN_SRC] = false;
	leaf->single_copy = SUMAC_SINGLE_COPY_NO;
	memset(leaf->rounds.done, 0, sizeof(leaf->rounds.done));
	leaf->rounds.has_borrowed = false;
	return true;
}

/* Does a step of the next round if all that it needs is there. */
static bool advance(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, enum sumac_leaf_counter which)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;
	enum sumac_leaf_outcome outcome;

	if (!has_next(rounds, which) || !is_ready(leaf, run, steps[which].waits))
		return false;
	outcome = steps[which].act(leaf, run, rounds->done[which]);
	rounds->done[which] += outcome != SUMAC_LEAF_NOT_DONE;
	if (outcome == SUMAC_LEAF_NEWS)
		publish(leaf);
	return true;
}

int sumac_leaf_do_rounds(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out)
{
	struct sumac_leaf_rounds *rounds = &leaf->rounds;
	int step = SUMAC_LEAF_WAITS, agrees;
	bool moved;

	if (rounds->run != run)
		begin(leaf, run);
	else if (takes_back(leaf, run))
		step = SUMAC_LEAF_MOVED;
	agrees = sumac_leaf_agree(leaf, run, fault_rank_out);
	if (agrees > 0 && !rounds->has_borrowed) {
		int err = sumac_leaf_borrow(leaf, run, fault_rank_out);

		if (err)
			return err;
		rounds->has_borrowed = true;
		sumac_leaf_pass_begin(leaf, run);
		rounds->is_shared_out = sumac_leaf_can_share_out(leaf, run);
	}
	if (agrees < 0)
		return agrees;
	if (rounds->is_shared_out) {
		step = sumac_leaf_share(leaf, run, fault_rank_out);
		if (step != SUMAC_LEAF_ENDED)
			return step;
		if (is_given_up(leaf, run))
			return SUMAC_LEAF_WAITS;
		count_all(leaf);
		return SUMAC_LEAF_ENDED;
	}
	do {
		moved = false;
		/* In place, the operand must be copied in before it is overwritten. */
		for (enum sumac_leaf_counter which = 0; which < (agrees ? SUMAC_LEAF_N_COUNTERS : SUMAC_LEAF_FOLDED); which++)
			moved |= advance(leaf, run, which);
		if (moved)
			sumac_leaf_wake(leaf);
		step = moved ? SUMAC_LEAF_MOVED : step;
	} while (moved);
	if (rounds->done[SUMAC_LEAF_TAKEN] < rounds->n || !is_ready(leaf, run, sumac_leaf_is_read_by)) {
		int err = step == SUMAC_LEAF_WAITS ? judge_counters(leaf, fault_rank_out) : 0;

		return err ? err : step;
	}
	if (is_given_up(leaf, run))
		return SUMAC_LEAF_WAITS;
	if (run->lends[SUMAC_LEAF_OWN_SRC]) {
		publish(leaf);
		sumac_leaf_wake(leaf);
	}
	sumac_leaf_pass_end(leaf, run);
	end(leaf);
	return SUMAC_LEAF_ENDED;
}

bool sumac_leaf_round_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_leaf_rounds *rounds = &leaf->rounds;

	if (rounds->run != run)
		return false;
	if (has_given_up(leaf, run, rank))
		return true;
	if (rounds->is_shared_out)
		return sumac_leaf_share_waits_for(leaf, run, rank);
	for (enum sumac_leaf_counter which = 0; which < SUMAC_LEAF_N_COUNTERS; which++)
		if (has_next(rounds, which) && steps[which].waits(leaf, run, rank))
			return true;
	return rounds->done[SUMAC_LEAF_TAKEN] == rounds->n && sumac_leaf_is_read_by(leaf, run, rank);
}
