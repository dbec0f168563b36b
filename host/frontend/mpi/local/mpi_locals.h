/*
 * Reductions of two operands in this process's memory, in whichever form and language they were called.
 */
#ifndef SUMAC_MPI_LOCALS_H
#define SUMAC_MPI_LOCALS_H

#include <mpi.h>

/* For MPI_Reduce_local, argbuf is MPI_IN_PLACE. */
struct sumac_mpi_local_call {
	const char *name;
	const void *inbuf, *argbuf;
	void *inoutbuf;
	MPI_Count count;
	MPI_Datatype datatype;
	MPI_Op op;
};

/* MPI_Reduce_locals. These return MPI_SUCCESS, or the code that the program is to see, after calling its error handler. */
int sumac_mpi_reduce_locals(const struct sumac_mpi_local_call *call);
/* MPI_Reduce_local: the host MPI decides which buffers are errors. */
int sumac_mpi_reduce_local(const struct sumac_mpi_local_call *call);
/* Reports an error of such a call, in that class of the host's. */
int sumac_mpi_local_error(const struct sumac_mpi_local_call *call, int error_class, const char *why);

#endif
