/*
 * A job from MPI_Init to MPI_Finalize.
 */
#include "mpi_job.h"

void mpi_job_begin(int rank, int size)
{
	fake_mpi_reset(rank, size);
	fake_core_reset(rank, size);
	fake_core_settings("");
	MPI_Init(NULL, NULL);
	fake_mpi.n_reductions = fake_mpi.n_tests = fake_mpi.n_tests_left = 0;
}

int mpi_job_end(void **state)
{
	(void)state;
	fake_core.status = 0;
	MPI_Finalize();
	return 0;
}
