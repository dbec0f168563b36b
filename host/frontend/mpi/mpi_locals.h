/*
 * Reductions of two operands that this process has, in whichever form and language they were called.
 */
#ifndef SUMAC_MPI_LOCALS_H
#define SUMAC_MPI_LOCALS_H

#include <mpi.h>

/* Where the call is MPI_Reduce_local, argbuf is MPI_IN_PLACE. */
struct sumac_mpi_local_call {
	const char *name;
	const void *inbuf, *argbuf;
	void *inoutbuf;
	MPI_Count count;
	MPI_Datatype datatype;
	MPI_Op op;
};

/* MPI_Reduce_locals. These return MPI_SUCCESS, or the code that the program is to see, after its error handler has been
 * called. */
int sumac_mpi_reduce_locals(const struct sumac_mpi_local_call *call);
/* MPI_Reduce_local: what is an error of its buffers is the host MPI's to say. */
int sumac_mpi_reduce_local(const struct sumac_mpi_local_call *call);
/* An error of such a call, of that class of the host's. */
int sumac_mpi_local_error(const struct sumac_mpi_local_call *call, int error_class, const char *why);

#endif
