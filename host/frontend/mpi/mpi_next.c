/*
 * What comes behind Sumac is looked up when the library is loaded, since MPI_Init is the first that is called.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "frontend/mpi/mpi_next.h"

#include <dlfcn.h>

#define HOST(name) PMPI_##name,
struct sumac_mpi_next sumac_mpi_next = { SUMAC_MPI_NEXT_ROWS(HOST) };

#define LOOK_UP(name) \
	{ \
		__typeof__(PMPI_##name) *next = (__typeof__(PMPI_##name) *)dlsym(RTLD_NEXT, "MPI_" #name); \
\
		if (next) \
			sumac_mpi_next.name = next; \
	}

static void __attribute__((constructor)) look_up(void)
{
	SUMAC_MPI_NEXT_ROWS(LOOK_UP)
}
