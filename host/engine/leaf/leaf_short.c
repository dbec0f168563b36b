/*
 * Short calls: the operands lie in the members' slots, and each rank folds, or copies, what it needs of them.
 */
#include <string.h>

#include "engine/leaf/leaf_private.h"

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

static void take_operands(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, size_t at_bytes)
{
	for (int rank = run->form.first; rank < run->form.end; rank++)
		leaf->operands[rank] = sumac_leaf_given(leaf, run, rank) + at_bytes;
}

static void fold(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_call *call = run->call;
	struct sumac_piece own = { .n = call->count };
	size_t at;

	if (call->coll == SUMAC_COLL_REDUCE_SCATTER)
		own = sumac_coll_piece(call->coll, call->count, call->firsts, leaf->size, leaf->rank);
	at = (size_t)own.src_first * run->form.elem_bytes;
	if (leaf->size == 2) {
		sumac_kernel_run(run->form.kernel, call->dst, sumac_leaf_given(leaf, run, 0) + at,
				 sumac_leaf_given(leaf, run, 1) + at, (size_t)own.n);
		return;
	}
	take_operands(leaf, run, at);
	sumac_leaf_fold(leaf, run->form.kernel, run->form.elem_bytes, own.n, call->dst);
}

void sumac_leaf_do_short(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	const struct sumac_call *call = run->call;

	if (!run->form.dst_bytes)
		return;
	switch (sumac_coll_row(call->coll)->order) {
	case SUMAC_TREE:
		fold(leaf, run);
		return;
	case SUMAC_LEFT:
		take_operands(leaf, run, 0);
		sumac_leaf_fold_left(leaf, run->form.kernel, run->form.elem_bytes, call->count, run->form.end, call->dst);
		return;
	case SUMAC_MOVE:
		if (call->coll == SUMAC_COLL_ALLGATHER)
			gather(leaf, run);
		else
			memcpy(call->dst, sumac_leaf_given(leaf, run, call->root), (size_t)call->count * run->form.elem_bytes);
		return;
	}
}
