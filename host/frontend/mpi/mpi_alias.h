/*
 * Whether the host MPI treats one buffer as both source and destination of a call as an error.
 */
#ifndef SUMAC_MPI_ALIAS_H
#define SUMAC_MPI_ALIAS_H

#include "frontend/mpi/mpi_call.h"

/* Tries it with the host MPI; to be called once, after PMPI_Init. */
void sumac_mpi_alias_open(void);

/* In a reduce, only the root's buffers matter. */
bool sumac_mpi_minds_alias(const struct sumac_mpi_call *call);

#endif
