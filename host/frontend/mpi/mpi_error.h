/*
 * Sumac's errors as MPI's.
 */
#ifndef SUMAC_MPI_ERROR_H
#define SUMAC_MPI_ERROR_H

#include <mpi.h>

/* A call of the program's has failed: calls the communicator's error handler, with a code whose string is the account
 * of the last error. Returns that code, if the handler comes back. Where errors are fatal, the account is printed
 * before the job is ended, since the host would name a call of ours. who: whom it holds for; NULL: another rank prints. */
int sumac_mpi_error_raise(MPI_Comm comm, const char *call, const char *who, int status);

#endif
