/*
 * What comes behind Sumac is looked up when the library is loaded, since MPI_Init is the first that is called.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "frontend/mpi/mpi_next.h"

#include <dlfcn.h>

#define HOST(name) .name = PMPI_##name,
#define INIT_HOST(name) .name##_init = SUMAC_PMPI_INIT(name),
struct sumac_mpi_next sumac_mpi_next = { SUMAC_MPI_NEXT_ROWS(HOST) SUMAC_MPI_NEXT_INIT_ROWS(INIT_HOST) };

#define LOOK_UP(member, text) \
	{ \
		__typeof__(sumac_mpi_next.member) next = (__typeof__(next))dlsym(RTLD_NEXT, text); \
\
		if (next) \
			sumac_mpi_next.member = next; \
	}
#define ROW(name) LOOK_UP(name, "MPI_" #name)
#define TEXT(name) #name
#define EXPANDED(name) TEXT(name)
#define INIT_ROW(name) LOOK_UP(name##_init, EXPANDED(SUMAC_MPI_INIT(name)))

static void __attribute__((constructor)) look_up(void)
{
	SUMAC_MPI_NEXT_ROWS(ROW)
	SUMAC_MPI_NEXT_INIT_ROWS(INIT_ROW)
}
