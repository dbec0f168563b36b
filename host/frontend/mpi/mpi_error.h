/*
 * Sumac's errors as MPI's.
 */
#ifndef SUMAC_MPI_ERROR_H
#define SUMAC_MPI_ERROR_H

#include <mpi.h>

#include "sumac.h"

/* A call of the program's has failed: calls the communicator's error handler, with a code whose string is the account
 * of the last error. Returns that code, if the handler comes back. Where errors are fatal, the account is printed
 * before the job is ended, since the host would name a call of ours. who: whom it holds for; NULL: another rank prints. */
int sumac_mpi_error_raise(MPI_Comm comm, const char *call, const char *who, int status);

/* The code of sumac_mpi_error_raise() alone, with its string, for what is raised later. */
int sumac_mpi_error_code(const char *call, int status);

/* sumac_mpi_error_raise() of a call on a team, whose ranks choose who speaks. NULL: of none. */
int sumac_mpi_error_raise_of(const struct sumac_team *team, MPI_Comm comm, const char *call, int status);

/* An error of the program's, by a code that the host MPI has for it. */
int sumac_mpi_error_raise_code(MPI_Comm comm, const char *call, int code, const char *why);

#endif
