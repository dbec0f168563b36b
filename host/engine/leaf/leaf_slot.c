/*
 * Slots: each describes a member's part in a call. A slot is used again when all members have finished the call that used it.
 * They say so in their own slots, and in their control lines, which are read only when the slots are not enough.
 */
#include "engine/leaf/leaf_slot.h"

/* The last call that had the slot before; 0: none had. */
static uint64_t last_in_slot(const struct sumac_leaf *leaf, uint64_t number)
{
	return number > leaf->n_slots ? number - leaf->n_slots : 0;
}

bool sumac_leaf_slot_waits_for(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return atomic_load_explicit(&leaf->peers[rank].control->done, memory_order_acquire) < last_in_slot(leaf, run->number);
}

/* Looks at each member that was not yet seen to be done with the slot: this one, too, folds from its own slots. */
bool sumac_leaf_slot_becomes_free(struct sumac_leaf *leaf, uint64_t number)
{
	uint64_t last = last_in_slot(leaf, number);
	uint64_t least = leaf->n_done;

	if (leaf->n_done < last)
		return false;
	for (int rank = 0; rank < leaf->size; rank++) {
		struct sumac_leaf_peer *peer = &leaf->peers[rank];

		if (rank == leaf->rank)
			continue;
		if (peer->done < last)
			peer->done = atomic_load_explicit(&peer->control->done, memory_order_acquire);
		if (peer->done < last)
			return false;
		if (peer->done < least)
			least = peer->done;
	}
	leaf->n_free = least + leaf->n_slots;
	return true;
}

int sumac_leaf_publish(struct sumac_leaf *leaf)
{
	int n = 0;

	for (; leaf->unpublished && sumac_leaf_publish_next(leaf, leaf->unpublished); n++)
		leaf->unpublished = leaf->unpublished->next;
	if (n)
		sumac_leaf_wake(leaf);
	return n;
}

bool sumac_leaf_has_come(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_leaf_slot *slot = &leaf->peers[rank].slots[run->slot];

	return atomic_load_explicit(&slot->flag, memory_order_acquire) >= run->number;
}

int sumac_leaf_agree(struct sumac_leaf *leaf, struct sumac_leaf_run *run, int *fault_rank_out)
{
	for (; run->n_agreed < run->form.end; run->n_agreed++) {
		struct sumac_leaf_peer *peer = &leaf->peers[run->n_agreed];
		const struct sumac_leaf_slot *slot = &peer->slots[run->slot];
		uint64_t flag = atomic_load_explicit(&slot->flag, memory_order_acquire);

		if (flag < run->number)
			return 0;
		*fault_rank_out = run->n_agreed;
		/* The member has used the slot again before this rank was done with it. */
		if (flag > run->number)
			return -SUMAC_EPEER;
		if (!sumac_leaf_means_the_same(slot, run->call, sumac_leaf_given_bytes(leaf, run, run->n_agreed))) {
			if (leaf->listener)
				leaf->listener->saw(leaf->listener, run->n_agreed, slot->seq, slot->digest);
			return -SUMAC_EMISMATCH;
		}
		sumac_leaf_note_done(peer, slot);
	}
	return 1;
}

void sumac_leaf_look_for_room(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	if (run->number < leaf->look_at)
		return;
	leaf->look_at = run->number + SUMAC_LEAF_LOOKS_FOR_ROOM;
	sumac_leaf_slot_becomes_free(leaf, run->number + SUMAC_LEAF_AHEAD);
}

/* Risks one early look to learn whether the next SUMAC_LEAF_AHEAD lines may be prefetched. A line that is not yet written costs
 * its writer a wait, so this rank is then given longer to fall behind. */
void sumac_leaf_look_ahead(const struct sumac_leaf *leaf, struct sumac_leaf_peer *peer, const struct sumac_leaf_run *run)
{
	uint64_t far = run->number + 2 * SUMAC_LEAF_AHEAD;

	peer->is_ahead = atomic_load_explicit(&peer->slots[sumac_leaf_slot_of(leaf, far)].flag, memory_order_relaxed) == far;
	peer->look_at = run->number + (peer->is_ahead ? SUMAC_LEAF_AHEAD : SUMAC_LEAF_LOOKS_AGAIN);
}
