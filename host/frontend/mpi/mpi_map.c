/*
 * The map of handles: tables in which a handle is found at the place that its bits name, or a place or two behind.
 */
#include "frontend/mpi/mpi_map.h"

#include <stdint.h>
#include <string.h>

#include "base/combination.h"
#include "base/spread.h"
#include "core/frontend.h"

/* Entries in the tables, many more than there are handles. */
enum { N_TYPES_BITS = 9, N_OPS_BITS = 6 };

static struct sumac_mpi_type_row types[1 << N_TYPES_BITS];
static struct sumac_mpi_op_row ops[1 << N_OPS_BITS];
const struct sumac_mpi_type_row *_Atomic sumac_mpi_map_last_type = types;
const struct sumac_mpi_op_row *_Atomic sumac_mpi_map_last_op = ops;

/* Where the handle is, or the empty entry where it may be put. */
static struct sumac_mpi_type_row *type_place(MPI_Datatype handle)
{
	unsigned at = sumac_spread((uintptr_t)handle, N_TYPES_BITS);

	while (types[at].handle != handle && types[at].size_bytes)
		at = (at + 1) % (1 << N_TYPES_BITS);
	return &types[at];
}

static struct sumac_mpi_op_row *op_place(MPI_Op handle)
{
	unsigned at = sumac_spread((uintptr_t)handle, N_OPS_BITS);

	while (ops[at].handle != handle && ops[at].bit)
		at = (at + 1) % (1 << N_OPS_BITS);
	return &ops[at];
}

/* Whether this MPI library lays the type out as we do. */
static bool is_usable(const struct sumac_mpi_type_row *row)
{
	MPI_Aint lower, extent;
	int size_bytes;

	if (row->handle == MPI_DATATYPE_NULL || PMPI_Type_size(row->handle, &size_bytes) != MPI_SUCCESS ||
	    PMPI_Type_get_extent(row->handle, &lower, &extent) != MPI_SUCCESS)
		return false;
	return size_bytes == row->size_bytes && !lower && extent == (MPI_Aint)sumac_type_bytes(row->type);
}

static void add_type(const struct sumac_mpi_type_row *row)
{
	struct sumac_mpi_type_row *place;

	if (!is_usable(row))
		return;
	place = type_place(row->handle);
	/* One handle may have two names; then an operation that both allow is safe. */
	if (place->size_bytes)
		place->ops &= place->type == row->type ? row->ops : 0;
	else
		*place = *row;
}

static void add_op(MPI_Op handle, enum sumac_op op)
{
	*op_place(handle) = (struct sumac_mpi_op_row){ handle, op, 1u << op };
}

void sumac_mpi_map_open(void)
{
	memset(types, 0, sizeof(types));
	memset(ops, 0, sizeof(ops));
#define SUMAC_MPI_HANDLE(name, type_name, size, allowed, language) \
	add_type(&(struct sumac_mpi_type_row){ name, SUMAC_TYPE_##type_name, size, allowed });
#define SUMAC_MPI_OPERATION(name, op_name) add_op(name, SUMAC_OP_##op_name);
#include "frontend/mpi/mpi_handles.inc"
}

const struct sumac_mpi_type_row *sumac_mpi_map_type(MPI_Datatype handle)
{
	const struct sumac_mpi_type_row *row = type_place(handle);

	atomic_store_explicit(&sumac_mpi_map_last_type, row, memory_order_relaxed);
	return row;
}

const struct sumac_mpi_op_row *sumac_mpi_map_op(MPI_Op handle)
{
	const struct sumac_mpi_op_row *row = op_place(handle);

	atomic_store_explicit(&sumac_mpi_map_last_op, row, memory_order_relaxed);
	return row;
}

bool sumac_mpi_map_has_op(MPI_Op op)
{
	return op_place(op)->bit || op == MPI_REPLACE || op == MPI_NO_OP;
}

const char *sumac_mpi_map_why_not(MPI_Op op, MPI_Datatype datatype)
{
	if (op != MPI_OP_NULL && !sumac_mpi_map_has_op(op))
		return "the operation is the program's own";
	return type_place(datatype)->size_bytes ? "the operation on this datatype is not one of Sumac's" :
							"the datatype is the program's own, or is not one of Sumac's";
}
