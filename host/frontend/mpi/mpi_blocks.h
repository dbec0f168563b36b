/*
 * Operations that only the host MPI can apply: the program's own, in whatever language, and those that it allows
 * beyond the standard.
 */
#ifndef SUMAC_MPI_BLOCKS_H
#define SUMAC_MPI_BLOCKS_H

#include "frontend/mpi/mpi_layout.h"

/* out = left (op) right. Each operand is out, or has no byte in common with it. Returns MPI_SUCCESS; a code of the host's that
 * the error handler knows of; or, negative, one that it does not know of. */
int sumac_mpi_by_blocks(const struct sumac_mpi_layout *layout, MPI_Op op, const void *left, const void *right, void *out,
			MPI_Count count);

#endif
