/*
 * Whether Sumac is up in this MPI program.
 */
#ifndef SUMAC_MPI_SETUP_H
#define SUMAC_MPI_SETUP_H

#include <stdbool.h>

bool sumac_mpi_is_up(void);

#endif
