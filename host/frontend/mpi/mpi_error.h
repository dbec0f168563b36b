/*
 * Sumac's errors as MPI's.
 */
#ifndef SUMAC_MPI_ERROR_H
#define SUMAC_MPI_ERROR_H

#include <mpi.h>

/* Calls the communicator's error handler with a code whose string is sumac_last_error(). Returns that code if
 * the handler returns. */
int sumac_mpi_error_raise(MPI_Comm comm, int status);

#endif
