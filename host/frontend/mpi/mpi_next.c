/*
 * Looks up the functions behind Sumac when the library is loaded, since MPI_Init is the first to be called.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "frontend/mpi/mpi_next.h"

#include <dlfcn.h>

#define HOST(name) .name = PMPI_##name,
#define INIT_HOST(name) .name##_init = SUMAC_PMPI_INIT(name),
struct sumac_mpi_next sumac_mpi_next = { SUMAC_MPI_NEXT_ROWS(HOST) SUMAC_MPI_NEXT_INIT_ROWS(INIT_HOST) };
struct sumac_mpi_host sumac_mpi_host = { SUMAC_MPI_NEXT_ROWS(HOST) SUMAC_MPI_NEXT_INIT_ROWS(INIT_HOST)
						 SUMAC_MPI_LARGE_ROWS(HOST) };

#define LOOK_UP(place, text) \
	{ \
		__typeof__(place) found = (__typeof__(found))dlsym(RTLD_NEXT, text); \
\
		if (found) \
			place = found; \
	}
#define TEXT(name) #name
#define EXPANDED(name) TEXT(name)
#define HOST_ROW(name) LOOK_UP(sumac_mpi_host.name, "PMPI_" #name)
#define HOST_INIT_ROW(name) LOOK_UP(sumac_mpi_host.name##_init, EXPANDED(SUMAC_PMPI_INIT(name)))
#define ROW(name) { sumac_mpi_next.name = sumac_mpi_host.name; LOOK_UP(sumac_mpi_next.name, "MPI_" #name) }
#define INIT_ROW(name) \
	{ \
		sumac_mpi_next.name##_init = sumac_mpi_host.name##_init; \
		LOOK_UP(sumac_mpi_next.name##_init, EXPANDED(SUMAC_MPI_INIT(name))) \
	}

/* Runs before other constructors, which use it. */
static void __attribute__((constructor(200))) look_up(void)
{
	SUMAC_MPI_NEXT_ROWS(HOST_ROW)
	SUMAC_MPI_NEXT_INIT_ROWS(HOST_INIT_ROW)
	SUMAC_MPI_LARGE_ROWS(HOST_ROW)
	SUMAC_MPI_NEXT_ROWS(ROW)
	SUMAC_MPI_NEXT_INIT_ROWS(INIT_ROW)
}
