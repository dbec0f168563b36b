/*
 * Counts the reductions that an MPI program makes, by the names that it calls them by, in C and in Fortran 77: preloaded into
 * the run without Sumac. At the end each rank leaves a file of lines "number name" in the folder APPS_COUNTS.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Fortran's persistent forms have no names in Open MPI 4.1. */
#define NAMES(C, FORTRAN) \
	C(Reduce) C(Allreduce) C(Reduce_scatter) C(Reduce_scatter_block) C(Scan) C(Exscan) \
	C(Ireduce) C(Iallreduce) C(Ireduce_scatter) C(Ireduce_scatter_block) C(Iscan) C(Iexscan) C(Reduce_local) \
	FORTRAN(reduce) FORTRAN(allreduce) FORTRAN(reduce_scatter) FORTRAN(reduce_scatter_block) FORTRAN(scan) FORTRAN(exscan) \
	FORTRAN(ireduce) FORTRAN(iallreduce) FORTRAN(ireduce_scatter) FORTRAN(ireduce_scatter_block) FORTRAN(iscan) \
	FORTRAN(iexscan) FORTRAN(reduce_local)

enum {
#define C(name) OF_C_##name,
#define FORTRAN(name) OF_FORTRAN_##name,
	NAMES(C, FORTRAN)
#undef C
#undef FORTRAN
	N_NAMES
};

static const char *const names[] = {
#define C(name) "MPI_" #name,
#define FORTRAN(name) "mpi_" #name "_",
	NAMES(C, FORTRAN)
#undef C
#undef FORTRAN
};

static long counts[N_NAMES];

/* All arguments are integers or addresses, nine at most: they are passed on as they lie in registers and on the stack. */
#define ARGS intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e, intptr_t f, intptr_t g, intptr_t h, intptr_t i
#define FORWARD(name, next, index) \
	int next(ARGS); \
	int name(ARGS); \
	int name(ARGS) \
	{ \
		__atomic_add_fetch(&counts[index], 1, __ATOMIC_RELAXED); \
		return next(a, b, c, d, e, f, g, h, i); \
	}
#define C(name) FORWARD(MPI_##name, PMPI_##name, OF_C_##name)
#define FORTRAN(name) FORWARD(mpi_##name##_, pmpi_##name##_, OF_FORTRAN_##name)
NAMES(C, FORTRAN)

__attribute__((destructor)) static void tell(void)
{
	const char *folder = getenv("APPS_COUNTS"), *rank = getenv("OMPI_COMM_WORLD_RANK");
	char path[4096];
	FILE *file;

	if (!folder || !rank)
		return;
	snprintf(path, sizeof(path), "%s/%s.%d", folder, rank, (int)getpid());
	file = fopen(path, "we");
	for (int index = 0; file && index < N_NAMES; index++)
		if (counts[index])
			fprintf(file, "%ld %s\n", counts[index], names[index]);
	if (file)
		fclose(file);
}
