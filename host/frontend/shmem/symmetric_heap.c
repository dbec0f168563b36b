/*
 * First fit over a list of the blocks that are taken, in the order of their offsets. The space between two is free,
 * so nothing ever has to be joined.
 */
#include "frontend/shmem/symmetric_heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "sumac.h"

struct block {
	struct block *next;
	size_t offset, len_bytes;
};

struct sumac_symmetric_heap {
	size_t len_bytes;
	struct block *first;
};

int sumac_symmetric_heap_open(size_t len_bytes, struct sumac_symmetric_heap **heap_out)
{
	struct sumac_symmetric_heap *heap = calloc(1, sizeof(*heap));

	if (!heap)
		return -SUMAC_ENOMEM;
	heap->len_bytes = len_bytes;
	*heap_out = heap;
	return 0;
}

void sumac_symmetric_heap_close(struct sumac_symmetric_heap *heap)
{
	while (heap && heap->first) {
		struct block *block = heap->first;

		heap->first = block->next;
		free(block);
	}
	free(heap);
}

/* Whether len_bytes fit between start, aligned, and end. */
static bool fits(size_t start, size_t end, size_t len_bytes, size_t alignment, size_t *offset_out)
{
	size_t padding = (size_t)(-(uintptr_t)start & (alignment - 1));

	if (padding > end - start || len_bytes > end - start - padding)
		return false;
	*offset_out = start + padding;
	return true;
}

int sumac_symmetric_heap_take(struct sumac_symmetric_heap *heap, size_t len_bytes, size_t alignment,
			      size_t *offset_out)
{
	struct block **at, *block;
	size_t start = 0;

	for (at = &heap->first; *at && !fits(start, (*at)->offset, len_bytes, alignment, offset_out); at = &(*at)->next)
		start = (*at)->offset + (*at)->len_bytes;
	if (!*at && !fits(start, heap->len_bytes, len_bytes, alignment, offset_out))
		return -SUMAC_ENOMEM;
	block = malloc(sizeof(*block));
	if (!block)
		return -SUMAC_ENOMEM;
	*block = (struct block){ *at, *offset_out, len_bytes };
	*at = block;
	return 0;
}

int sumac_symmetric_heap_give(struct sumac_symmetric_heap *heap, size_t offset)
{
	struct block **at = &heap->first, *block;

	while (*at && (*at)->offset < offset)
		at = &(*at)->next;
	block = *at;
	if (!block || block->offset != offset)
		return -SUMAC_EINVAL;
	*at = block->next;
	free(block);
	return 0;
}

/* NULL: no taken block begins there. */
static struct block *block_at(const struct sumac_symmetric_heap *heap, size_t offset)
{
	struct block *block = heap->first;

	while (block && block->offset < offset)
		block = block->next;
	return block && block->offset == offset ? block : NULL;
}

int sumac_symmetric_heap_resize(struct sumac_symmetric_heap *heap, size_t offset, size_t len_bytes)
{
	struct block *block = block_at(heap, offset);

	if (!block)
		return -SUMAC_EINVAL;
	if (len_bytes > (block->next ? block->next->offset : heap->len_bytes) - offset)
		return -SUMAC_ENOMEM;
	block->len_bytes = len_bytes;
	return 0;
}

size_t sumac_symmetric_heap_len(const struct sumac_symmetric_heap *heap, size_t offset)
{
	const struct block *block = block_at(heap, offset);

	return block ? block->len_bytes : 0;
}

int sumac_symmetric_heap_find(const struct sumac_symmetric_heap *heap, size_t offset, size_t *start_out)
{
	for (const struct block *block = heap->first; block && block->offset <= offset; block = block->next)
		if (offset - block->offset < block->len_bytes) {
			*start_out = block->offset;
			return 0;
		}
	return -SUMAC_EINVAL;
}
