/*
 * The symmetric heap's book-keeping: which offsets are taken. It depends on the calls alone, so that PEs which make
 * the same calls get the same offsets; and it keeps nothing in the heap itself.
 */
#ifndef SUMAC_SYMMETRIC_HEAP_H
#define SUMAC_SYMMETRIC_HEAP_H

#include <stddef.h>

struct sumac_symmetric_heap;

/* Offsets 0 .. len_bytes - 1, all free. */
int sumac_symmetric_heap_open(size_t len_bytes, struct sumac_symmetric_heap **heap_out);
void sumac_symmetric_heap_close(struct sumac_symmetric_heap *heap);

/* The lowest place that fits; the alignment is a power of two. -SUMAC_ENOMEM if none does. */
int sumac_symmetric_heap_take(struct sumac_symmetric_heap *heap, size_t len_bytes, size_t alignment,
			      size_t *offset_out);
/* Resizes it in place; -SUMAC_ENOMEM: there is no room behind it. */
int sumac_symmetric_heap_resize(struct sumac_symmetric_heap *heap, size_t offset, size_t len_bytes);
/* -SUMAC_EINVAL if no taken block begins there. */
int sumac_symmetric_heap_give(struct sumac_symmetric_heap *heap, size_t offset);
/* The block that holds an offset. -SUMAC_EINVAL: it is free. */
int sumac_symmetric_heap_find(const struct sumac_symmetric_heap *heap, size_t offset, size_t *start_out);
/* The length that was asked for; 0 if no taken block begins there. */
size_t sumac_symmetric_heap_len(const struct sumac_symmetric_heap *heap, size_t offset);

#endif
