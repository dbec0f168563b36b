/*
 * The same buffer as source and as result, which MPI forbids: what the host says of it.
 */
#ifndef SUMAC_MPI_ALIAS_H
#define SUMAC_MPI_ALIAS_H

#include "frontend/mpi/mpi_call.h"

/* Asks the host, where nobody else takes part. To be called once after PMPI_Init. */
void sumac_mpi_alias_open(void);

/* MPI_SUCCESS where the host lets it pass. */
int sumac_mpi_alias_code(enum sumac_mpi_kind kind);

#endif
