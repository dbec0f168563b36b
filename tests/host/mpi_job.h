/*
 * A job of the host MPI that fake_mpi.h plays, on the core that fake_core.h plays.
 */
#ifndef MPI_JOB_H
#define MPI_JOB_H

#include "fake_core.h"
#include "fake_mpi.h"

/* MPI_Init by one rank of a job, with the default settings. Its calls to the host are not counted. */
void mpi_job_begin(int rank, int size);
/* MPI_Finalize, whatever the core said last: a test's teardown. */
int mpi_job_end(void **state);

#endif
