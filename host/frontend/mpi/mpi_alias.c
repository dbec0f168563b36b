/*
 * Open MPI finds fault with MPI_Reduce alone, MPICH with each of the calls. It is tried on one rank: there the code is
 * the host's own, and no other rank waits.
 */
#include "frontend/mpi/mpi_alias.h"

static int codes[SUMAC_MPI_BARRIER + 1];

void sumac_mpi_alias_open(void)
{
	const int one = 1;
	int word = 0;
	MPI_Comm alone;

	if (PMPI_Comm_dup(MPI_COMM_SELF, &alone) != MPI_SUCCESS)
		return;
	PMPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
	codes[SUMAC_MPI_REDUCE] = PMPI_Reduce(&word, &word, 1, MPI_INT, MPI_SUM, 0, alone);
	codes[SUMAC_MPI_ALLREDUCE] = PMPI_Allreduce(&word, &word, 1, MPI_INT, MPI_SUM, alone);
	codes[SUMAC_MPI_REDUCE_SCATTER] = PMPI_Reduce_scatter(&word, &word, &one, MPI_INT, MPI_SUM, alone);
	codes[SUMAC_MPI_REDUCE_SCATTER_BLOCK] = PMPI_Reduce_scatter_block(&word, &word, 1, MPI_INT, MPI_SUM, alone);
	codes[SUMAC_MPI_SCAN] = PMPI_Scan(&word, &word, 1, MPI_INT, MPI_SUM, alone);
	codes[SUMAC_MPI_EXSCAN] = PMPI_Exscan(&word, &word, 1, MPI_INT, MPI_SUM, alone);
	PMPI_Comm_free(&alone);
}

int sumac_mpi_alias_code(enum sumac_mpi_kind kind)
{
	return codes[kind];
}
