/*
 * A profiling tool of Fortran's calls, as a library to be preloaded: it passes them on, and counts nothing. A program has one
 * of the functions behind it.
 */
#include <mpi.h>

#define PASSES(name, parameters, arguments) \
	void __attribute__((weak)) p##name parameters; \
	void name parameters; \
	void name parameters \
	{ \
		p##name arguments; \
	}
#define REDUCES(name) \
	PASSES(name, (void *from, void *to, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror), \
	       (from, to, count, type, op, comm, ierror))
#define WAITS(name) PASSES(name, (MPI_Fint *request, MPI_Fint *status, MPI_Fint *ierror), (request, status, ierror))

REDUCES(mpi_allreduce_)
REDUCES(mpi_allreduce_f08_)
WAITS(mpi_wait_)
WAITS(mpi_wait_f08_)
