/*
 * Long calls fall into slices, one for each member: the elements that it folds, or hands out, and who takes the results.
 */
#include "engine/leaf/leaf_private.h"

struct sumac_piece sumac_leaf_slice(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	const struct sumac_call *call = run->call;
	uint64_t first, n, line_elems = SUMAC_LEAF_PAIR_BYTES / run->form.elem_bytes;

	if (sumac_coll_has_parts(call->coll))
		return sumac_coll_piece(call->coll, call->count, call->firsts, leaf->size, rank);
	if (call->coll == SUMAC_COLL_BROADCAST || run->form.root_folds_alone)
		return (struct sumac_piece){ .n = rank == call->root ? call->count : 0 };
	if (sumac_leaf_is_chain(run))
		return (struct sumac_piece){ .n = call->count };
	n = (call->count - 1) / (uint64_t)leaf->size + 1;
	n += line_elems - 1 - (n - 1) % line_elems;
	first = n * (uint64_t)rank < call->count ? n * (uint64_t)rank : call->count;
	return (struct sumac_piece){ first, first, call->count - first < n ? call->count - first : n };
}

struct sumac_piece sumac_leaf_chunk(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank, uint64_t round)
{
	struct sumac_piece slice = sumac_leaf_slice(leaf, run, rank);
	uint64_t first = round * leaf->rounds.chunk_elems;

	if (first >= slice.n)
		return (struct sumac_piece){ 0 };
	slice.n = slice.n - first < leaf->rounds.chunk_elems ? slice.n - first : leaf->rounds.chunk_elems;
	slice.src_first += first;
	slice.dst_first += first;
	return slice;
}

uint64_t sumac_leaf_chunk_elems(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	return (sumac_leaf_copies_in(run) ? leaf->slice_bytes : leaf->hand_bytes) / run->form.elem_bytes;
}

uint64_t sumac_leaf_longest_slice(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	uint64_t most = 0;

	for (int rank = 0; rank < leaf->size; rank++) {
		uint64_t n_elems = sumac_leaf_slice(leaf, run, rank).n;

		most = n_elems > most ? n_elems : most;
	}
	return most;
}

bool sumac_leaf_takes_from(const struct sumac_leaf_run *run, int reader, int rank)
{
	if (reader == rank || run->call->coll == SUMAC_COLL_REDUCE_SCATTER)
		return false;
	if (sumac_leaf_is_chain(run))
		return reader == rank + 1;
	return sumac_coll_gets(run->call->coll, reader, run->call->root);
}
