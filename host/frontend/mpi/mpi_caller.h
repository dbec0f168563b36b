/*
 * Tells whether a part of the host's MPI library calls, or anybody else.
 */
#ifndef SUMAC_MPI_CALLER_H
#define SUMAC_MPI_CALLER_H

#include <stdbool.h>

/* By the address that the call returns to. A tool may end in a jump to PMPI_Reduce, and then it is its own caller's. */
bool sumac_mpi_is_hosts(const void *caller);

#endif
