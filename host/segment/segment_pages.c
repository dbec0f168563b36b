/*
 * The pages of one's own part: ranges whose list is private, as nobody else gives out these pages. Small things lie together,
 * which spares page tables, and keep their pages. Large ones get the first range that has room; pages given back are cut out of the
 * file, and so cost nothing. All are zero when they are given out again.
 */
#define _GNU_SOURCE
#include "segment/segment_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/fail.h"
#include "spec/spec.h"

enum { MAX_SMALL_BYTES = SUMAC_SEGMENT_NEAR_BYTES / 4, AHEAD_BYTES = SUMAC_SEGMENT_NEAR_BYTES };

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
		segment->made_from = near_bytes + segment->far_bytes;
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

/* Makes what is behind the first bytes a range of its own. False: there is no memory. */
static bool split(struct sumac_segment_range *range, uint64_t first_bytes)
{
	struct sumac_segment_range *rest;

	if (range->len_bytes == first_bytes)
		return true;
	rest = sumac_segment_range_new(range->offset + first_bytes, range->len_bytes - first_bytes, range->next);
	if (!rest)
		return false;
	range->next = rest;
	range->len_bytes = first_bytes;
	return true;
}

bool sumac_segment_range_take(struct sumac_segment_range *range, uint64_t len_bytes)
{
	return range->is_taken = split(range, len_bytes);
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

static bool has_room(const struct sumac_segment_range *range, uint64_t len_bytes)
{
	return !range->is_taken && range->len_bytes >= len_bytes;
}

static bool is_near(const struct sumac_segment_range *range)
{
	return range->offset < SUMAC_SEGMENT_NEAR_BYTES;
}

static struct sumac_segment_range *take_large(const struct sumac_segment *segment, uint64_t len_bytes)
{
	struct sumac_segment_range *range = segment->ranges;

	while (range && (is_near(range) || !has_room(range, len_bytes)))
		range = range->next;
	return range && sumac_segment_range_take(range, len_bytes) ? range : NULL;
}

void sumac_segment_touch(void *memory, size_t len_bytes)
{
	uintptr_t begin = (uintptr_t)memory & -(uintptr_t)SUMAC_SEGMENT_PAGE_BYTES;

	/* Systems that cannot do that give pages as they are touched. */
	madvise((void *)begin, (uintptr_t)memory + len_bytes - begin, MADV_POPULATE_WRITE);
}

/* Makes pages before those that are taken, too, for later teams. A piece that is taken behind large things may lie far from the
 * rest. */
static void make_ahead(struct sumac_segment *segment, uint64_t offset)
{
	uint64_t begin = offset / AHEAD_BYTES * AHEAD_BYTES, end = segment->made_from;

	if (offset >= end)
		return;
	segment->made_from = begin;
	if (end - begin > 2 * AHEAD_BYTES)
		end = begin + 2 * AHEAD_BYTES;
	sumac_segment_touch(sumac_segment_at(segment, segment->local_rank, begin, end - begin), end - begin);
}

/* Takes the end of a free range. */
static struct sumac_segment_range *take_end(struct sumac_segment *segment, struct sumac_segment_range *range, uint64_t len_bytes)
{
	if (range->len_bytes > len_bytes) {
		if (!split(range, range->len_bytes - len_bytes))
			return NULL;
		range = range->next;
	}
	range->is_taken = true;
	make_ahead(segment, range->offset);
	return range;
}

/* The near part has small things from its front, the far one from its end. Those at the end are for many teams, which come one
 * after the other. */
static struct sumac_segment_range *take_small(struct sumac_segment *segment, uint64_t len_bytes)
{
	struct sumac_segment_range *last = NULL;

	for (struct sumac_segment_range *range = segment->ranges; range; range = range->next) {
		if (!has_room(range, len_bytes))
			continue;
		if (is_near(range))
			return sumac_segment_range_take(range, len_bytes) ? range : NULL;
		last = range;
	}
	return last ? take_end(segment, last, len_bytes) : NULL;
}

void *sumac_segment_alloc(struct sumac_segment *segment, size_t len_bytes, uint64_t *offset_out)
{
	const uint64_t page = SUMAC_SEGMENT_PAGE_BYTES;
	struct sumac_segment_range *range;
	uint64_t whole_bytes;

	if (len_bytes > segment->far_bytes)
		return NULL;
	whole_bytes = len_bytes ? (len_bytes + page - 1) / page * page : page;
	range = whole_bytes > MAX_SMALL_BYTES ? take_large(segment, whole_bytes) : take_small(segment, whole_bytes);
	if (!range)
		return NULL;
	*offset_out = range->offset;
	return sumac_segment_at(segment, segment->local_rank, range->offset, whole_bytes);
}

static void *address_of(const struct sumac_segment *segment, const struct sumac_segment_range *range)
{
	return sumac_segment_at(segment, segment->local_rank, range->offset, range->len_bytes);
}

void sumac_segment_free(struct sumac_segment *segment, void *memory, bool is_written)
{
	struct sumac_segment_range *range = segment->ranges, *before = NULL;

	if (!memory)
		return;
	while (range && (!range->is_taken || address_of(segment, range) != memory)) {
		before = range;
		range = range->next;
	}
	assert(range);
	if (is_written && (range->len_bytes <= MAX_SMALL_BYTES || madvise(memory, range->len_bytes, MADV_REMOVE)))
		memset(memory, 0, range->len_bytes);
	sumac_segment_range_give(before, range);
}
