/*
 * Slots, as every short call uses them: inline.
 */
#ifndef SUMAC_LEAF_SLOT_H
#define SUMAC_LEAF_SLOT_H

#include <string.h>

#include "engine/leaf/leaf_private.h"

/* Asks the members that were not yet seen to be done with what that call's slot held before. */
bool sumac_leaf_slot_becomes_free(struct sumac_leaf *leaf, uint64_t number);

/* Check now and then whether the slots of later calls are free, and whether a peer has come to them. */
void sumac_leaf_look_for_room(struct sumac_leaf *leaf, const struct sumac_leaf_run *run);
void sumac_leaf_look_ahead(const struct sumac_leaf *leaf, struct sumac_leaf_peer *peer, const struct sumac_leaf_run *run);

static inline bool sumac_leaf_slot_is_free(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	return leaf->n_free >= run->number || sumac_leaf_slot_becomes_free(leaf, run->number);
}

/* Most calls give one number. */
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
	slot->seq = (uint32_t)run->call->seq;
	atomic_store_explicit(&slot->flag, run->number, memory_order_release);
}

/* Publishes the oldest unpublished call, if its slot is free; its readers are yet to be woken. */
static inline bool sumac_leaf_publish_next(struct sumac_leaf *leaf, struct sumac_leaf_run *run)
{
	if (!sumac_leaf_slot_is_free(leaf, run))
		return false;
	sumac_leaf_write_slot(leaf, run);
	leaf->n_published = run->number;
	return true;
}

/* This rank uses its own lengths all the same, and folds nothing from an address that a peer gives. */
static inline bool sumac_leaf_means_the_same(const struct sumac_leaf_slot *slot, const struct sumac_call *call, size_t given_bytes)
{
	return !((slot->digest ^ call->digest) | (slot->seq ^ (uint32_t)call->seq) | (slot->len_bytes ^ (uint32_t)given_bytes));
}

/* Notes no more than can be. A corrupt number lets a slot be written too early, which harms its readers alone. */
static inline void sumac_leaf_note_done(struct sumac_leaf_peer *peer, const struct sumac_leaf_slot *slot)
{
	if (slot->done > peer->done)
		peer->done = slot->done;
}

/* Prefetches a slot's first line, and the second where the operand reaches into it. It is assembly, since compilers drop a mere
 * hint. */
static inline __attribute__((always_inline)) void sumac_leaf_ask_for(const struct sumac_leaf_slot *slot, size_t given_bytes,
								     bool to_write)
{
	const uint8_t *line = (const uint8_t *)slot;

	if (to_write)
		__asm__ volatile("prefetchw %0" : : "m"(line[0]));
	else
		__asm__ volatile("prefetcht0 %0" : : "m"(line[0]));
	if (given_bytes <= SUMAC_LEAF_LINE_BYTES - offsetof(struct sumac_leaf_slot, bytes))
		return;
	if (to_write)
		__asm__ volatile("prefetchw %0" : : "m"(line[SUMAC_LEAF_LINE_BYTES]));
	else
		__asm__ volatile("prefetcht0 %0" : : "m"(line[SUMAC_LEAF_LINE_BYTES]));
}

/* A slot's readers have its line. Getting it back takes longer than a call that waits for nobody. So we ask for it some calls
 * before we write it, unless the readers may still have to read it, and would only take it again. */
static inline void sumac_leaf_write_ahead(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	if (leaf->n_free < run->number + SUMAC_LEAF_AHEAD)
		sumac_leaf_look_for_room(leaf, run);
	else
		sumac_leaf_ask_for(&leaf->slots[sumac_leaf_slot_after(leaf, run, SUMAC_LEAF_AHEAD)], run->form.src_bytes, true);
}

/* Prefetches a peer's line only once the peer has reached that call; otherwise it would steal a line that the peer is about to
 * write, and both would wait for that at every call. Without the prefetch this rank takes longer, so it falls behind, and may
 * prefetch then. */
static inline void sumac_leaf_read_ahead(const struct sumac_leaf *leaf, struct sumac_leaf_peer *peer,
					 const struct sumac_leaf_run *run)
{
	if (run->number >= peer->look_at)
		sumac_leaf_look_ahead(leaf, peer, run);
	if (peer->is_ahead)
		sumac_leaf_ask_for(&peer->slots[sumac_leaf_slot_after(leaf, run, SUMAC_LEAF_AHEAD)], run->form.given_bytes, false);
}

/* For a plain call: whether all members whose slots are read have come, and mean the same. If not, sumac_leaf_agree() finds out
 * why. */
static inline bool sumac_leaf_is_agreed(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	for (int rank = run->form.first; rank < run->form.end; rank++) {
		struct sumac_leaf_peer *peer = &leaf->peers[rank];
		const struct sumac_leaf_slot *slot = &peer->slots[run->slot];

		if (rank == leaf->rank)
			continue;
		if (atomic_load_explicit(&slot->flag, memory_order_acquire) != run->number ||
		    !sumac_leaf_means_the_same(slot, run->call, run->form.given_bytes))
			return false;
		sumac_leaf_note_done(peer, slot);
		if (run->form.reads_ahead)
			sumac_leaf_read_ahead(leaf, peer, run);
	}
	return true;
}

#endif
