/*
 * Windows: memory of programs in the segment, so that the ranks of the host read and write it in place. Each rank
 * gives out those of its own part, first fit, and punches out what is freed. Windows in use, one's own or a peer's,
 * are mapped in stretches of a GiB, which stay mapped: few calls deal with addresses, and nothing is touched that is
 * not used.
 */
#define _GNU_SOURCE
#include "segment/segment_private.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "spec/spec.h"

static const uint64_t STRETCH_BYTES = UINT64_C(1) << 30;
/* An address is as far from a large page's beginning as its place in the file is. So a rank's windows lie alike on all. */
static const uint64_t ALIGN_BYTES = UINT64_C(2) << 20;

bool sumac_segment_map_has_its_file(const struct sumac_segment_map *map)
{
	struct stat about;

	return !fstat(map->fd, &about) && about.st_dev == map->device && about.st_ino == map->inode;
}

static uint8_t *map_aligned(const struct sumac_segment_map *map, uint64_t first, uint64_t len_bytes)
{
	const int protection = PROT_READ | PROT_WRITE, flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED;
	uint8_t *room = mmap(NULL, len_bytes + ALIGN_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	uint64_t skipped;

	if (room == MAP_FAILED)
		return NULL;
	skipped = (first - (uintptr_t)room) % ALIGN_BYTES;
	if (mmap(room + skipped, len_bytes, protection, flags, map->fd, (off_t)first) == MAP_FAILED) {
		munmap(room, len_bytes + ALIGN_BYTES);
		return NULL;
	}
	if (skipped)
		munmap(room, skipped);
	munmap(room + skipped + len_bytes, ALIGN_BYTES - skipped);
	return room + skipped;
}

static struct sumac_segment_extent *extent_new(const struct sumac_segment_map *map, uint64_t first, uint64_t len_bytes)
{
	struct sumac_segment_extent *extent = malloc(sizeof(*extent));

	if (!extent)
		return NULL;
	*extent = (struct sumac_segment_extent){ .first = first, .len_bytes = len_bytes };
	extent->start = sumac_segment_map_has_its_file(map) ? map_aligned(map, first, len_bytes) : NULL;
	if (extent->start) {
		/* Others' memory, and memory in no window, stays out of core dumps. */
		madvise(extent->start, len_bytes, MADV_DONTDUMP);
		return extent;
	}
	free(extent);
	return NULL;
}

/* NULL, and reported: it cannot be mapped. */
static uint8_t *address_of(const struct sumac_segment *segment, int local_rank, uint64_t offset, uint64_t len_bytes)
{
	uint64_t part = segment->first_window + (uint64_t)local_rank * segment->window_bytes, first = part + offset;
	uint64_t from = part + offset / STRETCH_BYTES * STRETCH_BYTES;
	uint64_t to = part + ((offset + len_bytes - 1) / STRETCH_BYTES + 1) * STRETCH_BYTES;
	struct sumac_segment_map *map = segment->map;
	struct sumac_segment_extent *extent;
	uint8_t *start = NULL;

	pthread_mutex_lock(&map->lock);
	extent = map->extents;
	while (extent && (first < extent->first || first + len_bytes > extent->first + extent->len_bytes))
		extent = extent->next;
	if (!extent) {
		extent = extent_new(map, from, to - from);
		if (extent) {
			extent->next = map->extents;
			map->extents = extent;
		}
	}
	if (extent)
		start = extent->start + (first - extent->first);
	pthread_mutex_unlock(&map->lock);
	if (!start)
		sumac_fail(SUMAC_ENOMEM, "cannot map memory of local rank %d of this host: does this process have too many "
			   "mappings (/proc/sys/vm/max_map_count), or has it closed descriptors that it did not open?", local_rank);
	return start;
}

void sumac_segment_extents_unmap(struct sumac_segment_map *map)
{
	while (map->extents) {
		struct sumac_segment_extent *extent = map->extents;

		map->extents = extent->next;
		munmap(extent->start, extent->len_bytes);
		free(extent);
	}
}

/* A larger file could never be filled: the system would say so only when it is too late. */
static uint64_t most_bytes(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

void *sumac_segment_window_alloc(struct sumac_segment *segment, size_t len_bytes)
{
	const uint64_t page = SUMAC_SEGMENT_PAGE_BYTES;
	struct sumac_segment_range *range = segment->windows;
	uint64_t whole_bytes;

	if (!len_bytes || len_bytes > segment->window_bytes || len_bytes > most_bytes())
		return NULL;
	whole_bytes = (len_bytes + page - 1) / page * page;
	while (range && (range->is_taken || range->len_bytes < whole_bytes))
		range = range->next;
	if (!range || !(range->start = address_of(segment, segment->local_rank, range->offset, whole_bytes)) ||
	    !sumac_segment_range_take(range, whole_bytes))
		return NULL;
	madvise(range->start, whole_bytes, MADV_DODUMP);
	return range->start;
}

void sumac_segment_window_free(struct sumac_segment *segment, void *memory)
{
	struct sumac_segment_range *range = segment->windows, *before = NULL;

	while (range && (!range->is_taken || range->start != memory)) {
		before = range;
		range = range->next;
	}
	assert(range);
	madvise(memory, range->len_bytes, MADV_DONTDUMP);
	if (madvise(memory, range->len_bytes, MADV_REMOVE))
		memset(memory, 0, range->len_bytes);
	range->start = NULL;
	if (!segment->keeps_windows)
		sumac_segment_range_give(before, range);
}

void sumac_segment_windows_retire(struct sumac_segment *segment)
{
	segment->keeps_windows = true;
}

bool sumac_segment_window_find(const struct sumac_segment *segment, const void *memory, size_t len_bytes, uint64_t *offset_out)
{
	for (const struct sumac_segment_range *range = segment->windows; range; range = range->next) {
		uintptr_t inside = (uintptr_t)memory - (uintptr_t)range->start;

		if (!range->is_taken || !range->start || inside >= range->len_bytes || len_bytes > range->len_bytes - inside)
			continue;
		*offset_out = range->offset + inside;
		return true;
	}
	return false;
}

int sumac_segment_window_file(const struct sumac_segment *segment, const void *memory, size_t len_bytes, uint64_t *offset_out)
{
	uint64_t offset;

	if (!sumac_segment_window_find(segment, memory, len_bytes, &offset) || !sumac_segment_map_has_its_file(segment->map))
		return -1;
	*offset_out = segment->first_window + (uint64_t)segment->local_rank * segment->window_bytes + offset;
	return segment->map->fd;
}

void *sumac_segment_window_at(const struct sumac_segment *segment, int local_rank, uint64_t offset, size_t len_bytes, int *err_out)
{
	uint8_t *start;

	*err_out = -SUMAC_EIO;
	if (local_rank < 0 || local_rank >= segment->n_local || !len_bytes || offset >= segment->window_bytes ||
	    len_bytes > segment->window_bytes - offset)
		return NULL;
	start = address_of(segment, local_rank, offset, len_bytes);
	*err_out = start ? 0 : -SUMAC_ENOMEM;
	return start;
}
