/*
 * Slots, as every short call uses them: inline.
 */
#ifndef SUMAC_LEAF_SLOT_H
#define SUMAC_LEAF_SLOT_H

#include <string.h>

#include "engine/leaf/leaf_private.h"

/* Asks the members that were not yet seen to be done with what the slot held before. */
bool sumac_leaf_slot_becomes_free(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);

static inline bool sumac_leaf_slot_is_free(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	return leaf->all_done + leaf->n_slots >= run->number || sumac_leaf_slot_becomes_free(leaf, run);
}

/* One number is what most calls give. */
static inline void sumac_leaf_give(uint8_t *to, const void *from, size_t len_bytes)
{
	if (len_bytes == sizeof(uint64_t))
		memcpy(to, from, sizeof(uint64_t));
	else if (len_bytes)
		memcpy(to, from, len_bytes);
}

static inline void sumac_leaf_write_slot(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	struct sumac_leaf_slot *slot = &leaf->slots[run->slot];

	if (!run->form.is_short)
		sumac_leaf_lend(leaf, run, slot);
	else if (run->form.src_bytes <= SUMAC_LEAF_INLINE_BYTES)
		sumac_leaf_give(slot->bytes, run->call->src, run->form.src_bytes);
	else
		sumac_leaf_give_beside(leaf, run);
	slot->digest = run->call->digest;
	slot->done = leaf->n_done;
	slot->len_bytes = (uint32_t)run->form.src_bytes;
	slot->seq = run->call->seq;
	atomic_store_explicit(&slot->flag, run->number, memory_order_release);
}

/* Publishes a call that no other one is before, if its slot is free; its readers are yet to be woken. */
static inline bool sumac_leaf_publish_next(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	if (!sumac_leaf_slot_is_free(leaf, run))
		return false;
	sumac_leaf_write_slot(leaf, run);
	leaf->n_published = run->number;
	return true;
}

/* Lengths are this rank's own all the same, and nothing that is folded lies where a peer says. */
static inline bool sumac_leaf_means_the_same(const struct sumac_leaf_slot *slot, const struct sumac_call *call, size_t given_bytes)
{
	return !((slot->digest ^ call->digest) | (slot->seq ^ call->seq) | (slot->len_bytes ^ (uint32_t)given_bytes));
}

/* No more than can be: what is rubbish lets a slot be written too early, which harms its readers alone. */
static inline void sumac_leaf_note_done(struct sumac_leaf_peer *peer, const struct sumac_leaf_slot *slot)
{
	if (slot->done > peer->done)
		peer->done = slot->done;
}

/* A slot's readers have its line. To get it back takes longer than a call of those who wait for nobody: so it is asked for some
 * calls before it is written. In assembly, since the compiler leaves a mere hint out. */
static inline void sumac_leaf_write_ahead(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	__asm__ volatile("prefetchw %0" : : "m"(leaf->slots[sumac_leaf_slot_after(leaf, run, SUMAC_LEAF_WRITES_AHEAD)]));
}

/* Of one who has come. */
static inline void sumac_leaf_read_ahead(const struct sumac_leaf_peer *peer, uint32_t slot)
{
	__asm__ volatile("prefetcht0 %0" : : "m"(peer->slots[slot]));
}

/* Of a plain call, whether all whose slots are read have come, and mean the same: where they do not, sumac_leaf_agree() finds why. */
static inline bool sumac_leaf_is_agreed(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	uint32_t ahead = sumac_leaf_slot_after(leaf, run, run->form.reads_ahead);

	for (int rank = run->form.first; rank < run->form.end; rank++) {
		struct sumac_leaf_peer *peer = &leaf->peers[rank];
		const struct sumac_leaf_slot *slot = &peer->slots[run->slot];

		if (rank == leaf->rank)
			continue;
		if (atomic_load_explicit(&slot->flag, memory_order_acquire) != run->number ||
		    !sumac_leaf_means_the_same(slot, run->call, run->form.given_bytes))
			return false;
		sumac_leaf_note_done(peer, slot);
		sumac_leaf_read_ahead(peer, ahead);
	}
	return true;
}

#endif
