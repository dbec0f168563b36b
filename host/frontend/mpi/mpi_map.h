/*
 * Which of MPI's predefined datatypes and operations are Sumac's, by the generated map.
 */
#ifndef SUMAC_MPI_MAP_H
#define SUMAC_MPI_MAP_H

#include <mpi.h>
#include <stdbool.h>

#include "sumac_ops.h"

/* Leaves out what this MPI library lacks, or has in another size. To be called after PMPI_Init. */
void sumac_mpi_map_open(void);

/* Whether both are predefined, MPI allows the pair and Sumac computes it. */
bool sumac_mpi_map_find(MPI_Op op, MPI_Datatype datatype, enum sumac_op *op_out, enum sumac_type *type_out);

/* Whether the operation is predefined; all else is the program's own. */
bool sumac_mpi_map_has_op(MPI_Op op);

/* Why not, for a pair that is not found; asks the MPI library nothing, which would answer a wrong handle with an error. */
const char *sumac_mpi_map_why_not(MPI_Op op, MPI_Datatype datatype);

#endif
