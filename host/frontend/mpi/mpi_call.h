/*
 * A call of the program's, in whichever form and language it was made.
 */
#ifndef SUMAC_MPI_CALL_H
#define SUMAC_MPI_CALL_H

#include <mpi.h>

enum sumac_mpi_kind {
	SUMAC_MPI_REDUCE,
	SUMAC_MPI_ALLREDUCE,
	SUMAC_MPI_REDUCE_SCATTER,
	SUMAC_MPI_REDUCE_SCATTER_BLOCK,
	SUMAC_MPI_SCAN,
	SUMAC_MPI_EXSCAN,
	SUMAC_MPI_BARRIER,
};

/* What a call does not have is left out. */
struct sumac_mpi_call {
	enum sumac_mpi_kind kind;
	MPI_Comm comm;
	const void *sendbuf;
	void *recvbuf;
	int count;	   /* of a block: each rank's */
	const int *counts; /* of a reduce-scatter: each rank's */
	MPI_Datatype datatype;
	MPI_Op op;
	int root;
};

/* Does the call, on Sumac or on the host MPI. Returns MPI_SUCCESS or the code that the program is to see, after its error
 * handler has been called. */
int sumac_mpi_run(const struct sumac_mpi_call *call);

#endif
