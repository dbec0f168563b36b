/*
 * The pages of one's own part: first fit among ranges whose list is private, as nobody else gives out these pages.
 * Pages given back are cut out of the file, and so cost nothing, and are zero when they are given out again.
 */
#define _GNU_SOURCE
#include "segment/segment_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/fail.h"
#include "spec/spec.h"

/* A small request may be near; larger ones would leave no room there for others. */
enum { MAX_NEAR_BYTES = SUMAC_SEGMENT_NEAR_BYTES / 4 };

struct sumac_segment_range *sumac_segment_range_new(uint64_t offset, uint64_t len_bytes, struct sumac_segment_range *next)
{
	struct sumac_segment_range *range = malloc(sizeof(*range));

	if (range)
		*range = (struct sumac_segment_range){ .next = next, .offset = offset, .len_bytes = len_bytes };
	return range;
}

/* The header's page is in neither. */
int sumac_segment_ranges_init(struct sumac_segment *segment)
{
	const uint64_t page = SUMAC_SEGMENT_PAGE_BYTES, near_bytes = SUMAC_SEGMENT_NEAR_BYTES;
	struct sumac_segment_range *far = sumac_segment_range_new(near_bytes, segment->far_bytes, NULL), *near;

	near = far ? sumac_segment_range_new(page, near_bytes - page, far) : NULL;
	segment->ranges = near ? near : far;
	segment->windows = sumac_segment_range_new(0, segment->window_bytes, NULL);
	if (near && segment->windows) {
		far->is_apart = true;
		return 0;
	}
	sumac_segment_ranges_fini(segment);
	return -SUMAC_ENOMEM;
}

void sumac_segment_ranges_free(struct sumac_segment_range *first)
{
	while (first) {
		struct sumac_segment_range *range = first;

		first = range->next;
		free(range);
	}
}

void sumac_segment_ranges_fini(struct sumac_segment *segment)
{
	sumac_segment_ranges_free(segment->ranges);
	sumac_segment_ranges_free(segment->windows);
}

bool sumac_segment_range_take(struct sumac_segment_range *range, uint64_t len_bytes)
{
	struct sumac_segment_range *rest;

	if (range->len_bytes > len_bytes) {
		rest = sumac_segment_range_new(range->offset + len_bytes, range->len_bytes - len_bytes, range->next);
		if (!rest)
			return false;
		range->next = rest;
		range->len_bytes = len_bytes;
	}
	range->is_taken = true;
	return true;
}

static void join_with_next(struct sumac_segment_range *range)
{
	struct sumac_segment_range *next = range->next;

	if (!next || range->is_taken || next->is_taken || next->is_apart)
		return;
	range->len_bytes += next->len_bytes;
	range->next = next->next;
	free(next);
}

void sumac_segment_range_give(struct sumac_segment_range *before, struct sumac_segment_range *range)
{
	range->is_taken = false;
	join_with_next(range);
	if (before)
		join_with_next(before);
}

static struct sumac_segment_range *find_room(const struct sumac_segment *segment, uint64_t len_bytes)
{
	struct sumac_segment_range *range = segment->ranges;

	while (range && (range->is_taken || range->len_bytes < len_bytes ||
			 (range->offset < SUMAC_SEGMENT_NEAR_BYTES && len_bytes > MAX_NEAR_BYTES)))
		range = range->next;
	return range;
}

void *sumac_segment_alloc(struct sumac_segment *segment, size_t len_bytes, uint64_t *offset_out)
{
	const uint64_t page = SUMAC_SEGMENT_PAGE_BYTES;
	struct sumac_segment_range *range;
	uint64_t whole_bytes;

	if (len_bytes > segment->far_bytes)
		return NULL;
	whole_bytes = len_bytes ? (len_bytes + page - 1) / page * page : page;
	range = find_room(segment, whole_bytes);
	if (!range || !sumac_segment_range_take(range, whole_bytes))
		return NULL;
	*offset_out = range->offset;
	return sumac_segment_at(segment, segment->local_rank, range->offset, whole_bytes);
}

static void *address_of(const struct sumac_segment *segment, const struct sumac_segment_range *range)
{
	return sumac_segment_at(segment, segment->local_rank, range->offset, range->len_bytes);
}

void sumac_segment_free(struct sumac_segment *segment, void *memory)
{
	struct sumac_segment_range *range = segment->ranges, *before = NULL;

	if (!memory)
		return;
	while (range && (!range->is_taken || address_of(segment, range) != memory)) {
		before = range;
		range = range->next;
	}
	assert(range);
	if (madvise(memory, range->len_bytes, MADV_REMOVE))
		memset(memory, 0, range->len_bytes);
	sumac_segment_range_give(before, range);
}
