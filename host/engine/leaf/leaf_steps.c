/*
 * The steps of a round of a long call: copying in, folding or handing out, taking. The members' loans tell each step whether to
 * read an operand where it lies or in a copy, and whether to write a result to where it belongs.
 */
#include <string.h>

#include "engine/leaf/leaf_private.h"

static void hand(struct sumac_leaf *leaf, int rank, uint8_t *to, const uint8_t *from, size_t len_bytes)
{
	sumac_leaf_hand(&leaf->hands[rank], to, from, len_bytes);
	leaf->has_gone_past |= leaf->hands[rank].goes_past;
}

/* The fence would hold up the step if there was nothing for it. */
void sumac_leaf_step_end(struct sumac_leaf *leaf)
{
	if (leaf->has_gone_past)
		sumac_leaf_handed();
	leaf->has_gone_past = false;
}

enum sumac_leaf_outcome sumac_leaf_copy_in(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round)
{
	enum sumac_leaf_outcome outcome = SUMAC_LEAF_NO_NEWS;

	for (int i = 1; sumac_leaf_copies_in(run) && !sumac_leaf_lends_source(run) && i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;
		struct sumac_piece chunk = sumac_leaf_chunk(leaf, run, rank, round);

		if (!chunk.n)
			continue;
		hand(leaf, rank, leaf->copies + sumac_leaf_copies_at(leaf, round, rank),
		     (const uint8_t *)run->call->src + (size_t)chunk.src_first * run->form.elem_bytes,
		     (size_t)chunk.n * run->form.elem_bytes);
		outcome = SUMAC_LEAF_NEWS;
	}
	return outcome;
}

/* Two members fold this many blocks at a time in one pass. */
enum { STRETCH_BLOCKS = 4 };

/* A block of this rank's chunk. */
struct block {
	const uint8_t *src;
	uint8_t *dst, *result; /* NULL: it is not wanted there */
	size_t n_elems, n_bytes;
	size_t copy_at, src_at, dst_at; /* where it lies with the others: in their copies, sources and destinations */
	const uint8_t *read; /* from the other one's own memory, or NULL */
};

static void find_operands(struct sumac_leaf *leaf, const struct block *block)
{
	for (int rank = 0; rank < leaf->size; rank++) {
		const uint8_t *src = leaf->loans[rank].src;

		leaf->operands[rank] = block->read ? block->read :
				       src ? src + block->src_at : leaf->peers[rank].copies + block->copy_at;
	}
	leaf->operands[leaf->rank] = block->src;
}

/* Where the other one of two members finds results: in this one's ring, or where they belong; or nowhere. */
static uint8_t *find_second(struct sumac_leaf *leaf, const struct block *block, struct sumac_leaf_hand **hand_out)
{
	int other = leaf->size - 1 - leaf->rank;

	if (leaf->size != 2)
		return NULL;
	*hand_out = &leaf->hands[block->result ? leaf->rank : other];
	return block->result ? block->result : leaf->loans[other].dst ? leaf->loans[other].dst + block->dst_at : NULL;
}

/* Folds in one pass over memory if plain stores do: it then needs no blocks that stay in the first cache. */
static bool fold_into_both(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct block *block, size_t n_elems)
{
	struct sumac_leaf_hand *hand;
	uint8_t *second = find_second(leaf, block, &hand);

	if (!second || !block->dst || (leaf->rounds.is_in_place && block->src != block->dst) || !run->form.kernel->both ||
	    !sumac_leaf_hands_plainly(hand, second, n_elems * run->form.elem_bytes))
		return false;
	find_operands(leaf, block);
	return sumac_kernel_fold_both(run->form.kernel, block->dst, second, leaf->operands, n_elems);
}

/* The others' destinations may be their sources: so they are written when the block is folded. */
static void fold_tree(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct block *block)
{
	uint8_t *out = block->dst ? block->dst : leaf->aside;

	find_operands(leaf, block);
	/* The result may lie where an operand does, but not beside it. */
	if (leaf->rounds.is_in_place && block->dst && block->src != block->dst) {
		memcpy(leaf->aside, block->src, block->n_bytes);
		leaf->operands[leaf->rank] = leaf->aside;
	}
	sumac_kernel_fold(run->form.kernel, out, leaf->operands, leaf->size, block->n_elems);
	if (block->result)
		hand(leaf, leaf->rank, block->result, out, block->n_bytes);
	for (int i = 1; i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;
		const struct sumac_leaf_loan *loan = &leaf->loans[rank];

		if (loan->dst)
			hand(leaf, rank, loan->dst + block->dst_at, out, block->n_bytes);
	}
}

/* before: what the rank before this one has folded, NULL on the first. */
static void fold_chain(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct block *block, const uint8_t *before)
{
	bool is_exclusive = run->call->coll == SUMAC_COLL_EXSCAN;
	uint8_t *out = !is_exclusive && block->dst ? block->dst : block->result ? leaf->aside : NULL;
	const uint8_t *folded = out;

	if (!before)
		folded = block->src;
	else if (out)
		sumac_kernel_run(run->form.kernel, out, before, block->src, block->n_elems);
	if (block->result)
		hand(leaf, leaf->rank, block->result, folded, block->n_bytes);
	if (is_exclusive)
		folded = before;
	if (block->dst && folded != block->dst)
		memcpy(block->dst, folded, block->n_bytes);
}

static void move(struct sumac_leaf *leaf, const struct block *block)
{
	if (block->result)
		hand(leaf, leaf->rank, block->result, block->src, block->n_bytes);
	if (block->dst && block->dst != block->src)
		memcpy(block->dst, block->src, block->n_bytes);
}

/* In a chain: where the rank before this one keeps its fold of a chunk; the first rank has none. */
static const uint8_t *find_before(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, size_t at_bytes, uint64_t round)
{
	const struct sumac_leaf_loan *loan;

	if (!sumac_leaf_is_chain(run) || !leaf->rank)
		return NULL;
	loan = &leaf->loans[leaf->rank - 1];
	if (loan->src)
		return loan->src + at_bytes;
	return loan->dst ? loan->dst + at_bytes : leaf->peers[leaf->rank - 1].results + sumac_leaf_results_at(leaf, round);
}

/* The elements that this rank folds, or hands out, at once: the others' copies of them, and where they look for the result. */
struct portion {
	struct sumac_piece piece;
	size_t copy_at;
	uint8_t *result; /* or NULL */
	const uint8_t *before;
	const uint8_t *read; /* from the other one's own memory, or NULL */
};

static void fold_portion(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct portion *portion)
{
	const struct sumac_call *call = run->call;
	const struct sumac_piece *piece = &portion->piece;
	uint64_t block_elems = SUMAC_LEAF_BLOCK_BYTES / run->form.elem_bytes;
	uint64_t stretch_elems = STRETCH_BLOCKS * block_elems;
	size_t src_at = (size_t)piece->src_first * run->form.elem_bytes, dst_at = (size_t)piece->dst_first * run->form.elem_bytes;
	const uint8_t *src = (const uint8_t *)call->src + src_at;
	uint8_t *dst = run->form.gets ? (uint8_t *)call->dst + dst_at : NULL;

	for (uint64_t first = 0; first < piece->n;) {
		size_t at = (size_t)first * run->form.elem_bytes;
		uint64_t n_left = piece->n - first, n_stretch = stretch_elems - first % stretch_elems;
		struct block block = { .src = src + at, .dst = dst ? dst + at : NULL,
				       .result = portion->result ? portion->result + at : NULL,
				       .read = portion->read ? portion->read + at : NULL,
				       .copy_at = portion->copy_at + at, .src_at = src_at + at, .dst_at = dst_at + at };

		n_stretch = n_left < n_stretch ? n_left : n_stretch;
		block.n_elems = (size_t)(n_left < block_elems ? n_left : block_elems);
		block.n_bytes = block.n_elems * run->form.elem_bytes;
		if (sumac_leaf_copies_in(run) && fold_into_both(leaf, run, &block, (size_t)n_stretch)) {
			first += n_stretch;
			continue;
		}
		if (sumac_leaf_copies_in(run))
			fold_tree(leaf, run, &block);
		else if (sumac_leaf_is_chain(run))
			fold_chain(leaf, run, &block, portion->before ? portion->before + at : NULL);
		else
			move(leaf, &block);
		first += block.n_elems;
	}
}

static bool reads(const struct sumac_leaf *leaf)
{
	return leaf->size == 2 && leaf->loans[1 - leaf->rank].own_src;
}

/* Reads a chunk of the other one's own memory to where its results will be. The other one may go when the last of it has been read.
 * If it sleeps, it is woken when this is folded: a wake costs a fence. NULL: its memory cannot be read; its copies must come. */
static const uint8_t *read_chunk(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct sumac_piece *chunk)
{
	int other = 1 - leaf->rank;
	bool keeps_dst = leaf->rounds.is_in_place && run->call->coll != SUMAC_COLL_EXSCAN;
	size_t elem_bytes = run->form.elem_bytes, at = (size_t)chunk->src_first * elem_bytes;
	size_t len_bytes = (size_t)chunk->n * elem_bytes;
	uint8_t *to = keeps_dst ? leaf->read : (uint8_t *)run->call->dst + (size_t)chunk->dst_first * elem_bytes;

	if (!sumac_leaf_read_own(leaf, other, at, to, len_bytes)) {
		leaf->loans[other].own_src = 0;
		atomic_store_explicit(&leaf->control->refused_in, run->number, memory_order_release);
		return NULL;
	}
	if (at + len_bytes == run->form.given_bytes)
		atomic_store_explicit(&leaf->control->read_in, run->number, memory_order_release);
	return to;
}

enum sumac_leaf_outcome sumac_leaf_fold_round(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round)
{
	struct portion portion = { .piece = sumac_leaf_chunk(leaf, run, leaf->rank, round) };

	portion.copy_at = sumac_leaf_copies_in(run) ? sumac_leaf_copies_at(leaf, round, leaf->rank) : 0;
	portion.result = leaf->rounds.fills_ring ? leaf->results + sumac_leaf_results_at(leaf, round) : NULL;
	if (portion.piece.n && reads(leaf)) {
		portion.read = read_chunk(leaf, run, &portion.piece);
		if (!portion.read)
			return SUMAC_LEAF_NOT_DONE;
	}
	portion.before = portion.read ? portion.read :
					find_before(leaf, run, (size_t)portion.piece.src_first * run->form.elem_bytes, round);
	fold_portion(leaf, run, &portion);
	return SUMAC_LEAF_NEWS;
}

void sumac_leaf_fold_slice(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, const struct sumac_piece *slice)
{
	fold_portion(leaf, run, &(struct portion){ .piece = *slice });
}

/* Results have come by themselves where this rank lends its destination; in a chain they were read in folding. */
enum sumac_leaf_outcome sumac_leaf_take(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t round)
{
	const size_t elem_bytes = run->form.elem_bytes;

	if (sumac_leaf_is_chain(run) || run->lends[SUMAC_LEAF_DST])
		return SUMAC_LEAF_NEWS;
	for (int i = 1; i < leaf->size; i++) {
		int rank = (leaf->rank + i) % leaf->size;
		struct sumac_piece chunk = sumac_leaf_chunk(leaf, run, rank, round);
		const uint8_t *from = leaf->peers[rank].results + sumac_leaf_results_at(leaf, round);
		uint8_t *to = (uint8_t *)run->call->dst + (size_t)chunk.dst_first * elem_bytes;

		if (!sumac_leaf_copies_in(run) && leaf->loans[rank].src)
			from = leaf->loans[rank].src + (size_t)chunk.src_first * elem_bytes;
		if (chunk.n && sumac_leaf_takes_from(run, leaf->rank, rank))
			memcpy(to, from, (size_t)chunk.n * elem_bytes);
	}
	return SUMAC_LEAF_NEWS;
}
