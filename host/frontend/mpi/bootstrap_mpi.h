/*
 * The bootstrap of a rank inside an MPI program, over the host MPI, on Sumac's own communicator.
 */
#ifndef SUMAC_BOOTSTRAP_MPI_H
#define SUMAC_BOOTSTRAP_MPI_H

#include <mpi.h>

#include "bootstrap/bootstrap.h"

/* The communicator has all ranks of the job, remains the caller's, and must outlive the bootstrap. */
int sumac_bootstrap_mpi_open(MPI_Comm comm, struct sumac_bootstrap *bootstrap_out);

#endif
