/*
 * Sumac's errors as MPI's.
 */
#ifndef SUMAC_MPI_ERROR_H
#define SUMAC_MPI_ERROR_H

#include <mpi.h>

#include "sumac.h"

/* A call of the program has failed: calls the communicator's error handler, with a code whose string is the account of the last
 * error. Returns that code, if the handler returns. If errors are fatal, it prints the account before the job ends, since the
 * host would name a call of ours. who: the ranks that it affects; NULL: another rank prints. */
int sumac_mpi_error_raise(MPI_Comm comm, const char *call, const char *who, int status);

/* The code of sumac_mpi_error_raise() alone, with its string, to be raised later. */
int sumac_mpi_error_code(const char *call, int status);

/* sumac_mpi_error_raise() for a call on a team, whose ranks choose one that prints. NULL: no team. */
int sumac_mpi_error_raise_of(const struct sumac_team *team, MPI_Comm comm, const char *call, int status);

/* Reports an error of the program, by a code that the host MPI has for it. */
int sumac_mpi_error_raise_code(MPI_Comm comm, const char *call, int code, const char *why);

#endif
