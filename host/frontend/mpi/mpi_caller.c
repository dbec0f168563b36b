/*
 * MPI libraries call PMPI functions themselves, in MPI-IO for example, and link them by name, so these calls come to
 * Sumac. We know the library's own file from the start; Open MPI opens its components as it needs them. The library
 * of the Fortran bindings does not count as part of it: it makes the program's calls.
 */
#define _GNU_SOURCE /* basename, dladdr */
#include "frontend/mpi/mpi_caller.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "frontend/mpi/mpi_next.h"

enum { N_OTHERS = 256 };

static uintptr_t begin, end; /* of the host's library */
static _Atomic(const void *) others[N_OTHERS]; /* addresses outside the host's library: a tool that polls calls from one place */

static int note_library(struct dl_phdr_info *info, size_t size, void *ctx)
{
	uintptr_t inside = (uintptr_t)ctx, first = UINTPTR_MAX, last = 0;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

		if (info->dlpi_phdr[i].p_type != PT_LOAD)
			continue;
		first = at < first ? at : first;
		last = at + info->dlpi_phdr[i].p_memsz > last ? at + info->dlpi_phdr[i].p_memsz : last;
	}
	if (inside < first || inside >= last)
		return 0;
	begin = first;
	end = last;
	return 1;
}

static void __attribute__((constructor)) find_library(void)
{
	dl_iterate_phdr(note_library, (void *)sumac_mpi_host.Init);
}

static bool is_component(const void *caller)
{
	const char *name;
	Dl_info info;

	if (!dladdr(caller, &info) || !info.dli_fname)
		return false;
	name = basename(info.dli_fname);
	return !strncmp(name, "mca_", 4) || !strncmp(name, "libmca_", 7);
}

bool sumac_mpi_is_hosts(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;
	_Atomic(const void *) *place = &others[(at ^ at >> 8) % N_OTHERS];

	if (at >= begin && at < end)
		return true;
	if (atomic_load_explicit(place, memory_order_relaxed) == caller)
		return false;
	if (is_component(caller))
		return true;
	atomic_store_explicit(place, caller, memory_order_relaxed);
	return false;
}
