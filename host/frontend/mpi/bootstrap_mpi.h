/*
 * The bootstrap of a rank inside an MPI program: the host MPI, on a communicator of our own.
 */
#ifndef SUMAC_BOOTSTRAP_MPI_H
#define SUMAC_BOOTSTRAP_MPI_H

#include <mpi.h>

#include "fabric/bootstrap.h"

/* The communicator holds all ranks of the job, stays the caller's, and outlives the bootstrap. */
int sumac_bootstrap_mpi_open(MPI_Comm comm, struct sumac_bootstrap *bootstrap_out);

#endif
