/*
 * Which of MPI's predefined datatypes and operations are Sumac's, by the generated map.
 */
#ifndef SUMAC_MPI_MAP_H
#define SUMAC_MPI_MAP_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "sumac_ops.h"

/* Leaves out handles that this MPI library lacks, or has in another size. To be called after PMPI_Init. */
void sumac_mpi_map_open(void);

/* An empty entry of the map allows nothing. */
struct sumac_mpi_type_row {
	MPI_Datatype handle;
	enum sumac_type type;
	int size_bytes; /* MPI_Type_size must give this: without padding; 0: the entry is empty */
	unsigned ops;	/* bit n: allowed with op code n */
};

struct sumac_mpi_op_row {
	MPI_Op handle;
	enum sumac_op op;
	unsigned bit; /* in a type's ops; 0: the entry is empty */
};

/* Where the last handle was found: most calls have the same one. Rows do not change once the map is open, so any thread may set
 * these. */
extern const struct sumac_mpi_type_row *_Atomic sumac_mpi_map_last_type __attribute__((visibility("hidden")));
extern const struct sumac_mpi_op_row *_Atomic sumac_mpi_map_last_op __attribute__((visibility("hidden")));
const struct sumac_mpi_type_row *sumac_mpi_map_type(MPI_Datatype handle);
const struct sumac_mpi_op_row *sumac_mpi_map_op(MPI_Op handle);

/* Whether both are predefined, MPI allows the pair and Sumac computes it. */
static inline bool sumac_mpi_map_find(MPI_Op op, MPI_Datatype datatype, enum sumac_op *op_out, enum sumac_type *type_out)
{
	const struct sumac_mpi_type_row *type_row = atomic_load_explicit(&sumac_mpi_map_last_type, memory_order_relaxed);
	const struct sumac_mpi_op_row *op_row = atomic_load_explicit(&sumac_mpi_map_last_op, memory_order_relaxed);

	if (type_row->handle != datatype)
		type_row = sumac_mpi_map_type(datatype);
	if (op_row->handle != op)
		op_row = sumac_mpi_map_op(op);
	*op_out = op_row->op;
	*type_out = type_row->type;
	return type_row->ops & op_row->bit;
}

/* Whether the operation is predefined; all others are the program's own. */
bool sumac_mpi_map_has_op(MPI_Op op);

/* Why a pair was not found; asks the MPI library nothing, since it would answer a wrong handle with an error. */
const char *sumac_mpi_map_why_not(MPI_Op op, MPI_Datatype datatype);

#endif
