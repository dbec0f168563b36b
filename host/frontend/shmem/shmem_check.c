/*
 * A range that begins on the symmetric heap must end there. In checking mode (the setting `check`) also: memory must
 * be symmetric, that is on the heap or static, and work arrays must be as active sets need them. The core checks for
 * overlap.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "base/fail.h"
#include "base/fnv.h"
#include "base/overlap.h"
#include "frontend/shmem/shmem_private.h"

struct range {
	uintptr_t start;
	size_t len_bytes;
	struct sumac_shmem_place place;
};

static int holds(struct dl_phdr_info *object, size_t size, void *ctx)
{
	struct range *range = ctx;

	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t offset = range->start - object->dlpi_addr - part->p_vaddr;
		const char *slash = strrchr(object->dlpi_name, '/'), *name = slash ? slash + 1 : object->dlpi_name;

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_W) || offset > part->p_memsz ||
		    range->len_bytes > part->p_memsz - offset)
			continue;
		range->place = (struct sumac_shmem_place){ SUMAC_SHMEM_STATIC, sumac_fnv(SUMAC_FNV_START, name, strlen(name)),
							   range->start - object->dlpi_addr };
		return 1;
	}
	return 0;
}

/* Programs, libraries and heaps lie at other addresses on each PE; within them, symmetric objects have the same offset. */
struct sumac_shmem_place sumac_shmem_place_of(const void *start, size_t len_bytes)
{
	struct range range = { .start = (uintptr_t)start, .len_bytes = len_bytes, .place = { .kind = SUMAC_SHMEM_NOWHERE } };

	if (!start)
		return range.place;
	if (sumac_shmem_heap_holds(start, len_bytes))
		return (struct sumac_shmem_place){ SUMAC_SHMEM_HEAP, 0, sumac_shmem_heap_offset(start) };
	dl_iterate_phdr(holds, &range);
	return range.place;
}

static int check_symmetric(const void *start, size_t len_bytes, const char *name)
{
	if (!len_bytes || sumac_shmem_place_of(start, len_bytes).kind != SUMAC_SHMEM_NOWHERE)
		return 0;
	return sumac_fail(SUMAC_EINVAL, "%s: %zu bytes at %p are neither on the symmetric heap nor static", name, len_bytes,
			  start);
}

/* The core only knows the allocation that holds the heap. That ends at another offset on each PE, so some PEs would go on, and
 * wait for the others. */
static int check_heap(const void *start, size_t len_bytes, const char *name)
{
	if (!sumac_shmem_heap_is_left(start, len_bytes))
		return 0;
	return sumac_fail(SUMAC_ERANGE, "%s: %zu bytes at %p exceed the symmetric heap", name, len_bytes,
			  start);
}

int sumac_shmem_check_both(const void *dest, size_t dest_bytes, const void *source, size_t source_bytes)
{
	int err = check_heap(source, source_bytes, "the source");

	if (!err)
		err = check_heap(dest, dest_bytes, "the destination");
	if (err || !sumac_shmem_compares())
		return err;
	err = check_symmetric(source, source_bytes, "the source");
	return err ? err : check_symmetric(dest, dest_bytes, "the destination");
}

int sumac_shmem_check_buffers(const void *dest, const void *source, size_t len_bytes)
{
	return sumac_shmem_check_both(dest, len_bytes, source, len_bytes);
}

int sumac_shmem_check_apart(const void *dest, size_t dest_bytes, const void *source, size_t source_bytes)
{
	if (!sumac_shmem_compares() || !sumac_overlap(dest, dest_bytes, source, source_bytes))
		return 0;
	return sumac_fail(SUMAC_EOVERLAP, "the source, %zu bytes at %p, and the destination, %zu bytes at %p, overlap",
			  source_bytes, source, dest_bytes, dest);
}

/* Fortran does not tell how large its INTEGERs are, but both halves of SHMEM_SYNC_VALUE are the same. */
static int check_sync(const void *sync, size_t elem_bytes)
{
	const long *in_c = sync;
	const int32_t *in_fortran = sync;

	for (int i = 0; i < SHMEM_SYNC_SIZE; i++) {
		if (elem_bytes == sizeof(*in_c) && in_c[i] != SHMEM_SYNC_VALUE)
			return sumac_fail(SUMAC_EINVAL, "pSync[%d] is %ld, not SHMEM_SYNC_VALUE", i, in_c[i]);
		if (elem_bytes == sizeof(*in_fortran) && in_fortran[i] != SHMEM_SYNC_VALUE)
			return sumac_fail(SUMAC_EINVAL, "an element of pSync is %d, not SHMEM_SYNC_VALUE", in_fortran[i]);
	}
	return 0;
}

int sumac_shmem_check_work(const void *work, size_t work_bytes, const void *sync, size_t sync_elem_bytes)
{
	int err;

	if (!sumac_shmem_compares())
		return 0;
	err = check_symmetric(work, work_bytes, "pWrk");
	if (!err)
		err = check_symmetric(sync, SHMEM_SYNC_SIZE * sync_elem_bytes, "pSync");
	return err ? err : check_sync(sync, sync_elem_bytes);
}
