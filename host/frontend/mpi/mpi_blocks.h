/*
 * Operations that only the host MPI can apply: the program's own, in whatever language, and what it allows beyond the
 * standard.
 */
#ifndef SUMAC_MPI_BLOCKS_H
#define SUMAC_MPI_BLOCKS_H

#include "frontend/mpi/mpi_layout.h"

/* out = left (op) right. Each operand is out, or has no byte in common with it. Returns MPI_SUCCESS; a code of
 * the host's of which the error handler knows; or, negative, one of which it does not. */
int sumac_mpi_by_blocks(const struct sumac_mpi_layout *layout, MPI_Op op, const void *left, const void *right, void *out,
			MPI_Count count);

#endif
