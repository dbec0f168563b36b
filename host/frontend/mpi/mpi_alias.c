/*
 * Open MPI rejects one buffer as both in MPI_Reduce and MPI_Ireduce alone, MPICH in each call. One rank tries it by
 * itself, so no other rank waits.
 */
#include "frontend/mpi/mpi_alias.h"

#include "frontend/mpi/mpi_next.h"

static bool minds[2][SUMAC_MPI_BARRIER + 1]; /* indexed by whether the call blocks */

static void try_blocking(MPI_Comm alone)
{
	const int one = 1;
	int word = 0;

#define TRY(KIND, name, ...) minds[false][SUMAC_MPI_##KIND] = sumac_mpi_host.name(&word, &word, __VA_ARGS__, alone) != MPI_SUCCESS
	TRY(REDUCE, Reduce, 1, MPI_INT, MPI_SUM, 0);
	TRY(ALLREDUCE, Allreduce, 1, MPI_INT, MPI_SUM);
	TRY(REDUCE_SCATTER, Reduce_scatter, &one, MPI_INT, MPI_SUM);
	TRY(REDUCE_SCATTER_BLOCK, Reduce_scatter_block, 1, MPI_INT, MPI_SUM);
	TRY(SCAN, Scan, 1, MPI_INT, MPI_SUM);
	TRY(EXSCAN, Exscan, 1, MPI_INT, MPI_SUM);
#undef TRY
}

static bool has_failed(int code, MPI_Request *request)
{
	if (code == MPI_SUCCESS)
		sumac_mpi_host.Wait(request, MPI_STATUS_IGNORE);
	return code != MPI_SUCCESS;
}

static void try_nonblocking(MPI_Comm alone)
{
	const int one = 1;
	int word = 0;
	MPI_Request request;

#define TRY(KIND, name, ...) \
	minds[true][SUMAC_MPI_##KIND] = has_failed(sumac_mpi_host.name(&word, &word, __VA_ARGS__, alone, &request), &request)
	TRY(REDUCE, Ireduce, 1, MPI_INT, MPI_SUM, 0);
	TRY(ALLREDUCE, Iallreduce, 1, MPI_INT, MPI_SUM);
	TRY(REDUCE_SCATTER, Ireduce_scatter, &one, MPI_INT, MPI_SUM);
	TRY(REDUCE_SCATTER_BLOCK, Ireduce_scatter_block, 1, MPI_INT, MPI_SUM);
	TRY(SCAN, Iscan, 1, MPI_INT, MPI_SUM);
	TRY(EXSCAN, Iexscan, 1, MPI_INT, MPI_SUM);
#undef TRY
}

void sumac_mpi_alias_open(void)
{
	MPI_Comm alone;

	if (PMPI_Comm_dup(MPI_COMM_SELF, &alone) != MPI_SUCCESS)
		return;
	PMPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
	try_blocking(alone);
	try_nonblocking(alone);
	PMPI_Comm_free(&alone);
}

bool sumac_mpi_minds_alias(const struct sumac_mpi_call *call)
{
	return minds[call->is_nonblocking][call->kind];
}
