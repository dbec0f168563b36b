/*
 * Facts that a call gives about itself, in whichever form it was made.
 */
#include "frontend/mpi/mpi_call.h"

#include "frontend/mpi/mpi_version.h"

#ifdef SUMAC_MPI_HAS_PERSISTENT
#define INIT(name) "MPI_" name "_init"
#else /* the extension of Open MPI 4 */
#define INIT(name) "MPIX_" name "_init"
#endif

static const char *const names[] = {
	[SUMAC_MPI_REDUCE] = "MPI_Reduce",
	[SUMAC_MPI_ALLREDUCE] = "MPI_Allreduce",
	[SUMAC_MPI_REDUCE_SCATTER] = "MPI_Reduce_scatter",
	[SUMAC_MPI_REDUCE_SCATTER_BLOCK] = "MPI_Reduce_scatter_block",
	[SUMAC_MPI_SCAN] = "MPI_Scan",
	[SUMAC_MPI_EXSCAN] = "MPI_Exscan",
	[SUMAC_MPI_BARRIER] = "MPI_Barrier",
};

static const char *const nonblocking_names[] = {
	[SUMAC_MPI_REDUCE] = "MPI_Ireduce",
	[SUMAC_MPI_ALLREDUCE] = "MPI_Iallreduce",
	[SUMAC_MPI_REDUCE_SCATTER] = "MPI_Ireduce_scatter",
	[SUMAC_MPI_REDUCE_SCATTER_BLOCK] = "MPI_Ireduce_scatter_block",
	[SUMAC_MPI_SCAN] = "MPI_Iscan",
	[SUMAC_MPI_EXSCAN] = "MPI_Iexscan",
	[SUMAC_MPI_BARRIER] = "MPI_Ibarrier",
};

static const char *const persistent_names[] = {
	[SUMAC_MPI_REDUCE] = INIT("Reduce"),
	[SUMAC_MPI_ALLREDUCE] = INIT("Allreduce"),
	[SUMAC_MPI_REDUCE_SCATTER] = INIT("Reduce_scatter"),
	[SUMAC_MPI_REDUCE_SCATTER_BLOCK] = INIT("Reduce_scatter_block"),
	[SUMAC_MPI_SCAN] = INIT("Scan"),
	[SUMAC_MPI_EXSCAN] = INIT("Exscan"),
};

const char *sumac_mpi_call_name(const struct sumac_mpi_call *call)
{
	if (call->is_persistent)
		return persistent_names[call->kind];
	return (call->is_nonblocking ? nonblocking_names : names)[call->kind];
}

bool sumac_mpi_has_listed_elements(const struct sumac_mpi_call *call)
{
	MPI_Count most = 0;
	int size;

	PMPI_Comm_size(call->comm, &size);
	for (int rank = 0; call->counts && rank < size; rank++) {
		MPI_Count count = sumac_mpi_count_of(call, rank);

		if (count < 0)
			return false;
		most = count > most ? count : most;
	}
	return most > 0;
}
