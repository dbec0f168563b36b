/*
 * A profiling tool, as a library to be preloaded: it counts what comes through it, and says so at the end. As many tools do,
 * it calls the MPI library by PMPI.
 */
#include <mpi.h>
#include <stdio.h>

static int n_inits, n_reductions, n_waits;

int MPI_Init(int *argc, char ***argv)
{
	n_inits++;
	return PMPI_Init(argc, argv);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	n_reductions++;
	return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	n_waits++;
	return PMPI_Wait(request, status);
}

int MPI_Finalize(void)
{
	int rank;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!rank)
		fprintf(stderr, "tool: init %d, allreduce %d, wait %d\n", n_inits, n_reductions, n_waits);
	return PMPI_Finalize();
}
