/*
 * A PE of a program on the fake core, between shmem_init() and shmem_finalize(): for a group of tests. Its heap has 1 MiB.
 */
#ifndef FAKE_PE_H
#define FAKE_PE_H

#include <stdlib.h>

#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"

static inline int fake_pe_begin(int pe, int n_pes)
{
	fake_core_reset(pe, n_pes);
	fake_core_settings("heap_bytes=1M");
	shmem_init();
	return 0;
}

static inline int fake_pe_end(void **state)
{
	(void)state;
	shmem_finalize();
	free(fake_core.memory);
	return 0;
}

#endif
