/*
 * Lending: a member whose source or destination lies in one of its windows says where, in its slot of the call. The others then
 * read the source, or write the destination, where it lies, without a copy. Each member decides for itself, and the others go
 * by its slot.
 *
 * Others read a source while its owner's results come in, and write a destination in any order. So memory that is both is lent
 * only where each result takes the place of its own element, which only the rank that has read it writes.
 */
#define _GNU_SOURCE /* sched_getcpu */
#include <sched.h>

#include "base/overlap.h"
#include "engine/leaf/leaf_private.h"

/* Whether the call could use this if that member lent it. Only the first of a chain has in its source what the next one reads. */
static bool is_wanted(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank, enum sumac_leaf_lendable which)
{
	enum sumac_coll coll = run->call->coll;

	if (which == SUMAC_LEAF_OWN_SRC)
		return sumac_leaf_passes_from(leaf, run, rank);
	if (sumac_leaf_is_chain(run))
		return which == SUMAC_LEAF_SRC ? rank == 0 : coll == SUMAC_COLL_SCAN && rank && rank < leaf->size - 1;
	return which == SUMAC_LEAF_SRC || (sumac_leaf_copies_in(run) && coll != SUMAC_COLL_REDUCE_SCATTER);
}

/* A member that needs nothing from its readers could leave copies and be gone, if its rings have room: waiting for the readers
 * would mostly take longer than copying (but see leaf_pass.c). */
static bool could_be_gone(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_coll_row *row = sumac_coll_row(run->call->coll);
	bool needs_all = row->gets == SUMAC_WHOLE && row->gives != SUMAC_ROOT && row->order != SUMAC_LEFT;

	return !needs_all && sumac_leaf_longest_slice(leaf, run) <= 2 * sumac_leaf_chunk_elems(leaf, run);
}

/* Aligned as the type's loads and stores may need. */
static bool is_aligned(const struct sumac_leaf_run *run, uint64_t offset)
{
	const size_t max_align = 16;
	size_t elem_bytes = run->form.elem_bytes, align = elem_bytes & -elem_bytes;

	return offset % (align < max_align ? align : max_align) == 0;
}

static bool overlaps_badly(const struct sumac_leaf_run *run)
{
	const struct sumac_call *call = run->call;

	if (!sumac_overlap(call->src, run->form.src_bytes, call->dst, run->form.dst_bytes))
		return false;
	return call->coll == SUMAC_COLL_REDUCE_SCATTER ||
	       (const uint8_t *)call->src != (const uint8_t *)call->dst + (size_t)call->own.dst_first * run->form.elem_bytes;
}

/* The word that says where it lies; 0: it is not lent. */
static uint64_t place_of(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, enum sumac_leaf_lendable which)
{
	const void *memory = which == SUMAC_LEAF_DST ? run->call->dst : run->call->src;
	size_t len_bytes = which == SUMAC_LEAF_DST ? run->form.dst_bytes : run->form.src_bytes;
	uint64_t offset;

	if (!len_bytes || !is_wanted(leaf, run, leaf->rank, which))
		return 0;
	return sumac_segment_window_find(leaf->segment, memory, len_bytes, &offset) && is_aligned(run, offset) ? offset + 1 : 0;
}

static void offer(struct sumac_leaf_run *run, struct sumac_leaf_slot *slot, enum sumac_leaf_lendable which, uint64_t word)
{
	run->lends[which] = word;
	atomic_store_explicit(&slot->lent[which], word, memory_order_relaxed);
}

void sumac_leaf_lend(struct sumac_leaf *leaf, struct sumac_leaf_run *run, struct sumac_leaf_slot *slot)
{
	bool may = !overlaps_badly(run), stays = may && !could_be_gone(leaf, run);
	uint64_t src = may ? place_of(leaf, run, SUMAC_LEAF_SRC) : 0;
	bool lends = may && !(stays && src) && sumac_leaf_had_better_lend(leaf, run);

	atomic_store_explicit(&slot->core, sched_getcpu(), memory_order_relaxed);
	offer(run, slot, SUMAC_LEAF_SRC, stays || lends ? src : 0);
	offer(run, slot, SUMAC_LEAF_DST, stays ? place_of(leaf, run, SUMAC_LEAF_DST) : 0);
	offer(run, slot, SUMAC_LEAF_OWN_SRC, lends && !src ? (uint64_t)(uintptr_t)run->call->src : 0);
}

/* The word is a private copy, so the value that is judged is the one that is used. */
static int borrow(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank, enum sumac_leaf_lendable which,
		  uint64_t word, struct sumac_leaf_loan *loan_io)
{
	size_t len_bytes = which == SUMAC_LEAF_DST ? sumac_call_dst_bytes(run->call, leaf->size, rank) :
						     sumac_call_src_bytes(run->call, leaf->size, rank);
	uint8_t *memory;
	int err;

	if (!word)
		return 0;
	if (!is_wanted(leaf, run, rank, which))
		return -SUMAC_EIO;
	if (which == SUMAC_LEAF_OWN_SRC) {
		loan_io->own_src = word;
		return leaf->reads_own ? 0 : -SUMAC_EIO;
	}
	if (!is_aligned(run, word - 1))
		return -SUMAC_EIO;
	memory = sumac_segment_window_at(leaf->segment, leaf->peers[rank].local_rank, word - 1, len_bytes, &err);
	if (which == SUMAC_LEAF_DST)
		loan_io->dst = memory;
	else
		loan_io->src = memory;
	return err;
}

bool sumac_leaf_reads_ring(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int reader)
{
	if (!sumac_leaf_takes_from(run, reader, leaf->rank))
		return false;
	if (sumac_leaf_copies_in(run))
		return !leaf->loans[reader].dst;
	return !sumac_leaf_lends_source(run) && !run->lends[SUMAC_LEAF_DST];
}

int sumac_leaf_borrow(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int *fault_rank_out)
{
	leaf->rounds.fills_ring = false;
	for (int rank = 0; rank < leaf->size; rank++) {
		const struct sumac_leaf_slot *slot = &leaf->peers[rank].slots[run->slot];
		struct sumac_leaf_loan *loan = &leaf->loans[rank];
		bool is_read = rank >= run->form.first && rank < run->form.end && rank != leaf->rank;

		*loan = (struct sumac_leaf_loan){ 0 };
		for (enum sumac_leaf_lendable which = 0; which < SUMAC_LEAF_N_LENDABLES; which++) {
			uint64_t word = atomic_load_explicit(&slot->lent[which], memory_order_relaxed);
			int err = is_read ? borrow(leaf, run, rank, which, word, loan) : 0;

			*fault_rank_out = rank;
			if (err)
				return err;
		}
		leaf->rounds.fills_ring |= sumac_leaf_reads_ring(leaf, run, rank);
	}
	return 0;
}

/* The rounds themselves have waited for results that others write to a destination. */
bool sumac_leaf_is_read_by(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_leaf_peer *peer = &leaf->peers[rank];
	uint64_t end = leaf->base + leaf->rounds.n;

	if (run->lends[SUMAC_LEAF_OWN_SRC])
		return atomic_load_explicit(&peer->control->read_in, memory_order_acquire) != run->number;
	if (sumac_leaf_copies_in(run))
		return sumac_leaf_lends_source(run) && sumac_leaf_slice(leaf, run, rank).n &&
		       sumac_leaf_counter(peer, SUMAC_LEAF_FOLDED) < end;
	return (sumac_leaf_lends_source(run) || run->lends[SUMAC_LEAF_DST]) && sumac_leaf_takes_from(run, rank, leaf->rank) &&
	       sumac_leaf_counter(peer, sumac_leaf_is_chain(run) ? SUMAC_LEAF_FOLDED : SUMAC_LEAF_TAKEN) < end;
}

void sumac_leaf_lend_nothing_again(const struct sumac_leaf *leaf)
{
	for (const struct sumac_leaf_run *run = leaf->oldest; run; run = run->next)
		if (run->number <= leaf->n_published && !run->form.is_short &&
		    (run->lends[SUMAC_LEAF_SRC] || run->lends[SUMAC_LEAF_DST]))
			sumac_segment_windows_retire(leaf->segment);
}
