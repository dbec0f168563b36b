/*
 * Short calls: the operands lie in the members' slots, and each rank folds, or copies, what it needs of them.
 */
#include <string.h>

#include "base/overlap.h"
#include "engine/leaf/leaf_private.h"

/* Asking for more lines than a core can wait for at a time gains nothing. */
enum { MAX_ASKED_BYTES = 1024 };

static uint8_t *payload_of(const struct sumac_leaf *leaf, uint32_t slot)
{
	return leaf->payloads + slot * leaf->small_bytes;
}

/* In place, the result may overwrite what is yet to be folded. */
static bool keeps_own(const struct sumac_leaf_run *run)
{
	return run->form.keeps_own &&
	       !sumac_overlap(run->call->src, run->form.src_bytes, run->call->dst, run->form.dst_bytes);
}

/* Whoever has read a payload many calls ago may still hold its lines. */
static void give_all(struct sumac_leaf *leaf, uint8_t *to, const uint8_t *from, size_t len_bytes)
{
	if (len_bytes < SUMAC_LEAF_TRIED_BYTES) {
		memcpy(to, from, len_bytes);
		return;
	}
	sumac_leaf_hand(&leaf->beside, to, from, len_bytes);
	if (leaf->beside.goes_past) /* it would hold up plain stores for nothing */
		sumac_leaf_handed();
}

/* A later call's lines, as sumac_leaf_write_ahead() asks for its slot. */
static void ask_for_lines(const uint8_t *to, size_t len_bytes)
{
	for (size_t at = 0; at < len_bytes; at += SUMAC_LEAF_LINE_BYTES)
		__asm__ volatile("prefetchw %0" : : "m"(to[at]));
}

void sumac_leaf_give_beside(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_leaf_form *form = &run->form;
	uint8_t *to = payload_of(leaf, run->slot);
	const uint8_t *from = run->call->src;
	size_t kept_end = form->at_bytes + form->n_elems * form->elem_bytes;

	if (form->trial == SUMAC_TELL_TRIALS)
		sumac_leaf_trial_tell(leaf, run);
	if (form->src_bytes <= MAX_ASKED_BYTES && leaf->n_free >= run->number + SUMAC_LEAF_AHEAD)
		ask_for_lines(payload_of(leaf, sumac_leaf_slot_after(leaf, run, SUMAC_LEAF_AHEAD)), form->src_bytes);
	if (!keeps_own(run)) {
		give_all(leaf, to, from, form->src_bytes);
		return;
	}
	memcpy(to, from, form->at_bytes);
	memcpy(to + kept_end, from + kept_end, form->src_bytes - kept_end);
}

static void gather(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_call *call = run->call;

	for (int rank = 0; rank < leaf->size; rank++) {
		struct sumac_piece piece = sumac_coll_piece(call->coll, call->count, call->firsts, leaf->size, rank);

		if (piece.n)
			memcpy((uint8_t *)call->dst + (size_t)piece.dst_first * run->form.elem_bytes,
			       sumac_leaf_given(leaf, run, rank), (size_t)piece.n * run->form.elem_bytes);
	}
}

/* All other cases are apart, so that this one needs no stack. */
static inline void fold_two(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_leaf_form *form = &run->form;

	sumac_kernel_run(form->kernel, run->call->dst, sumac_leaf_given_at(leaf, run, 0, form->given_bytes) + form->at_bytes,
			 sumac_leaf_given_at(leaf, run, 1, form->given_bytes) + form->at_bytes, form->n_elems);
}

static __attribute__((noinline)) void fold_more(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_leaf_form *form = &run->form;
	void *dst = run->call->dst;

	for (int rank = 0; rank < form->n_folded; rank++)
		leaf->operands[rank] = sumac_leaf_given(leaf, run, rank) + form->at_bytes;
	if (keeps_own(run))
		leaf->operands[leaf->rank] = (const uint8_t *)run->call->src + form->at_bytes;
	if (form->order == SUMAC_LEFT)
		sumac_kernel_fold_left(form->kernel, dst, leaf->operands, form->n_folded, form->n_elems);
	else
		sumac_kernel_fold(form->kernel, dst, leaf->operands, form->n_folded, form->n_elems);
}

static __attribute__((noinline)) void copy(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_call *call = run->call;

	if (call->coll == SUMAC_COLL_ALLGATHER)
		gather(leaf, run);
	else
		memcpy(call->dst, sumac_leaf_given(leaf, run, call->root), run->form.dst_bytes);
}

void sumac_leaf_do_short(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	if (!run->form.dst_bytes)
		return;
	if (run->form.n_folded == 2 && !run->form.keeps_own)
		fold_two(leaf, run);
	else if (run->form.n_folded)
		fold_more(leaf, run);
	else
		copy(leaf, run);
}
