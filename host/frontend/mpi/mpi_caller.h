/*
 * Tells whether a call comes from a part of the host's MPI library, or from anybody else.
 */
#ifndef SUMAC_MPI_CALLER_H
#define SUMAC_MPI_CALLER_H

#include <stdbool.h>

/* Judges by the address that the call returns to. If a tool ends in a jump to PMPI_Reduce, that address is its own caller's. */
bool sumac_mpi_is_hosts(const void *caller);

#endif
