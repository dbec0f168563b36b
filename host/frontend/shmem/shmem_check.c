/*
 * What begins on the symmetric heap must end there. In checking mode (the setting `check`) also: whether memory is
 * symmetric, that is on the heap or static, and whether work arrays are what active sets need. The core checks for
 * overlap.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <link.h>
#include <stdint.h>

#include "base/fail.h"
#include "base/settings.h"
#include "frontend/shmem/shmem_private.h"

struct range {
	uintptr_t start;
	size_t len_bytes;
};

static int holds(struct dl_phdr_info *object, size_t size, void *ctx)
{
	const struct range *range = ctx;

	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t offset = range->start - object->dlpi_addr - part->p_vaddr;

		if (part->p_type == PT_LOAD && (part->p_flags & PF_W) && offset <= part->p_memsz &&
		    range->len_bytes <= part->p_memsz - offset)
			return 1;
	}
	return 0;
}

static int check_symmetric(const void *start, size_t len_bytes, const char *name)
{
	struct range range = { (uintptr_t)start, len_bytes };

	if (!len_bytes || sumac_shmem_heap_holds(start, len_bytes) || dl_iterate_phdr(holds, &range))
		return 0;
	return sumac_fail(SUMAC_EINVAL, "%s: %zu bytes at %p are neither on the symmetric heap nor static", name, len_bytes,
			  start);
}

/* The core only knows the allocation that holds the heap. That ends at another offset on each PE, so some PEs would
 * go on, and wait for the others. */
static int check_heap(const void *start, size_t len_bytes, const char *name)
{
	if (!sumac_shmem_heap_holds(start, 1) || sumac_shmem_heap_holds(start, len_bytes))
		return 0;
	return sumac_fail(SUMAC_ERANGE, "%s: %zu bytes at %p exceed the symmetric heap", name, len_bytes,
			  start);
}

int sumac_shmem_check_buffers(const void *dest, const void *source, size_t len_bytes)
{
	int err = check_heap(source, len_bytes, "the source");

	if (!err)
		err = check_heap(dest, len_bytes, "the destination");
	if (err || !sumac_setting_bool(SUMAC_SETTING_CHECK))
		return err;
	err = check_symmetric(source, len_bytes, "the source");
	return err ? err : check_symmetric(dest, len_bytes, "the destination");
}

int sumac_shmem_check_work(const void *work, size_t work_bytes, const long *sync)
{
	int err;

	if (!sumac_setting_bool(SUMAC_SETTING_CHECK))
		return 0;
	err = check_symmetric(work, work_bytes, "pWrk");
	if (!err)
		err = check_symmetric(sync, SHMEM_SYNC_SIZE * sizeof(*sync), "pSync");
	for (int i = 0; i < SHMEM_SYNC_SIZE && !err; i++)
		if (sync[i] != SHMEM_SYNC_VALUE)
			err = sumac_fail(SUMAC_EINVAL, "pSync[%d] is %ld, not SHMEM_SYNC_VALUE", i, sync[i]);
	return err;
}
