/*
 * Folds of all members' operands, where they lie: E, and left folds. A block at a time, so that the values on the way to the
 * result stay in the first cache.
 */
#include <string.h>

#include "engine/leaf/leaf_private.h"

struct fold {
	const struct sumac_kernel *kernel;
	const uint8_t *const *operands;
	size_t at_bytes;
	size_t n_elems, n_bytes; /* of this block */
};

/* The largest power of two below n. */
static int lower_half(int n)
{
	int half = 1;

	while (2 * half < n)
		half *= 2;
	return half;
}

size_t sumac_leaf_scratch_bytes(int size)
{
	size_t n_blocks = 1;

	for (int n = size; n > 2; n = (n + 1) / 2)
		n_blocks++;
	return n_blocks * SUMAC_LEAF_BLOCK_BYTES;
}

/* E(lo, n), in out, or where it lies if n is 1. What lies in scratch is overwritten. */
static const uint8_t *fold_block(const struct fold *fold, int lo, int n, uint8_t *out, uint8_t *scratch)
{
	const uint8_t *left, *right;
	int half;

	if (n == 1)
		return fold->operands[lo] + fold->at_bytes;
	half = lower_half(n);
	left = fold_block(fold, lo, half, out, scratch);
	right = fold_block(fold, lo + half, n - half, scratch, scratch + SUMAC_LEAF_BLOCK_BYTES);
	sumac_kernel_run(fold->kernel, out, left, right, fold->n_elems);
	return out;
}

void sumac_leaf_fold(struct sumac_leaf *leaf, const struct sumac_kernel *kernel, size_t elem_bytes, uint64_t count, void *out)
{
	struct fold fold = { .kernel = kernel, .operands = leaf->operands };
	uint64_t block_elems = SUMAC_LEAF_BLOCK_BYTES / elem_bytes;

	for (uint64_t first = 0; first < count; first += block_elems) {
		fold.n_elems = (size_t)(count - first < block_elems ? count - first : block_elems);
		fold_block(&fold, 0, leaf->size, (uint8_t *)out + fold.at_bytes, leaf->scratch);
		fold.at_bytes += fold.n_elems * elem_bytes;
	}
}

void sumac_leaf_fold_left(struct sumac_leaf *leaf, const struct sumac_kernel *kernel, size_t elem_bytes, uint64_t count, int n,
			  void *out)
{
	if (n == 1)
		memcpy(out, leaf->operands[0], (size_t)count * elem_bytes);
	for (int rank = 1; rank < n; rank++)
		sumac_kernel_run(kernel, out, rank == 1 ? leaf->operands[0] : out, leaf->operands[rank], (size_t)count);
}
