/*
 * Shared out: where every member lends what it gives, and every member that gets a result lends the place for it, anybody can
 * fold any slice. A member takes its own first, then those of members that came on the same core, in whose cache they may be,
 * then whatever nobody has taken. So ranks that share a core need not wait for each other's turn: whoever runs when all have
 * come folds for the others, and they find the call done.
 *
 * Whoever takes a slice says so with the call's number, where all look, by one atomic exchange; whoever has folded it releases
 * that number beside it. Nobody ends the call before all of it is folded, so a later call's number says that this one is done.
 * But nobody folds a call before all have come to it, so a number above that of this member's latest call is corrupt
 * (tests/model/leaf_share.pml).
 */
#include "engine/leaf/leaf_private.h"

/* A word holds the call, and who has taken the slice. */
enum { RANK_BITS = 16 };

static uint64_t taker_word(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	return run->number << RANK_BITS | (uint64_t)leaf->rank;
}

static bool is_taken(const struct sumac_leaf_run *run, uint64_t word)
{
	return word >> RANK_BITS >= run->number;
}

static bool is_folded(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	uint64_t folded = atomic_load_explicit(&leaf->peers[rank].control->folded, memory_order_acquire);

	return (folded >= run->number && folded <= leaf->n_published) || !sumac_leaf_slice(leaf, run, rank).n;
}

/* A reduce-scatter's result goes to memory that nobody lends. */
bool sumac_leaf_can_share_out(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_call *call = run->call;

	if (!sumac_leaf_copies_in(run) || call->coll == SUMAC_COLL_REDUCE_SCATTER || run->form.root_folds_alone ||
	    leaf->size > 1 << RANK_BITS || !sumac_leaf_lends_source(run) || (run->form.gets && !run->lends[SUMAC_LEAF_DST]))
		return false;
	for (int rank = 0; rank < leaf->size; rank++)
		if (rank != leaf->rank && (!sumac_leaf_has_source_of(leaf, rank) ||
					   (sumac_coll_gets(call->coll, rank, call->root) && !leaf->loans[rank].dst)))
			return false;
	return true;
}

static int core_of(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return atomic_load_explicit(&leaf->peers[rank].slots[run->slot].core, memory_order_relaxed);
}

static bool shares_core(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return core_of(leaf, run, rank) == core_of(leaf, run, leaf->rank);
}

static bool take(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	_Atomic uint64_t *taken = &leaf->peers[rank].control->taken;
	uint64_t word = atomic_load_explicit(taken, memory_order_relaxed);

	return !is_taken(run, word) && atomic_compare_exchange_strong_explicit(taken, &word, taker_word(leaf, run),
									       memory_order_relaxed, memory_order_relaxed);
}

static bool fold_if_free(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	struct sumac_piece slice = sumac_leaf_slice(leaf, run, rank);

	if (!slice.n || !take(leaf, run, rank))
		return false;
	sumac_leaf_fold_slice(leaf, run, &slice);
	sumac_leaf_step_end(leaf);
	atomic_store_explicit(&leaf->peers[rank].control->folded, run->number, memory_order_release);
	return true;
}

/* The member that has taken a slice. */
static int taker_of(uint64_t word)
{
	return (int)(word & ((1 << RANK_BITS) - 1));
}

/* Finds numbers that nobody can have written, and slices marked as this rank's that it has not taken: it folds nothing between
 * two looks. 0, or -SUMAC_EPEER. */
static int judge(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int *fault_rank_out)
{
	for (int rank = 0; rank < leaf->size; rank++) {
		const struct sumac_leaf_control *control = leaf->peers[rank].control;
		uint64_t word = atomic_load_explicit(&control->taken, memory_order_relaxed);

		*fault_rank_out = rank;
		if (word >> RANK_BITS > leaf->n_published || taker_of(word) >= leaf->size ||
		    (taker_of(word) == leaf->rank && is_taken(run, word) && !is_folded(leaf, run, rank)) ||
		    atomic_load_explicit(&control->folded, memory_order_relaxed) > leaf->n_published)
			return -SUMAC_EPEER;
	}
	return 0;
}

static bool fold_others(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, bool of_this_core)
{
	bool moved = false;

	for (int i = 1; i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;

		if (shares_core(leaf, run, rank) == of_this_core)
			moved |= fold_if_free(leaf, run, rank);
	}
	return moved;
}

static bool is_all_folded(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	for (int rank = 0; rank < leaf->size; rank++)
		if (!is_folded(leaf, run, rank))
			return false;
	return true;
}

int sumac_leaf_share(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int *fault_rank_out)
{
	bool moved = fold_if_free(leaf, run, leaf->rank);
	int err;

	moved |= fold_others(leaf, run, true);
	moved |= fold_others(leaf, run, false);
	if (moved)
		sumac_leaf_wake(leaf);
	if (is_all_folded(leaf, run))
		return SUMAC_LEAF_ENDED;
	err = moved ? 0 : judge(leaf, run, fault_rank_out);
	return err ? err : moved ? SUMAC_LEAF_MOVED : SUMAC_LEAF_WAITS;
}

bool sumac_leaf_share_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	for (int of = 0; of < leaf->size; of++) {
		uint64_t word = atomic_load_explicit(&leaf->peers[of].control->taken, memory_order_relaxed);

		if (!is_folded(leaf, run, of) && is_taken(run, word) && taker_of(word) == rank)
			return true;
	}
	return false;
}
