/*
 * The map of handles, sorted so that a call finds its datatype in a few steps.
 */
#include "frontend/mpi/mpi_map.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/combination.h"
#include "core/frontend.h"

struct type_row {
	MPI_Datatype handle;
	enum sumac_type type;
	int size_bytes; /* what MPI_Type_size must say: without padding */
	unsigned ops;	/* bit n: allowed with op code n */
};

struct op_row {
	MPI_Op handle;
	enum sumac_op op;
};

enum { MAX_TYPES = 128, MAX_OPS = 16 };

static struct type_row types[MAX_TYPES];
static struct op_row ops[MAX_OPS];
static int n_types, n_ops;

static int by_handle(const void *left, const void *right)
{
	uintptr_t l = (uintptr_t)((const struct type_row *)left)->handle;
	uintptr_t r = (uintptr_t)((const struct type_row *)right)->handle;

	return l < r ? -1 : l > r;
}

/* Whether this MPI library lays the type out as we do. */
static bool is_usable(const struct type_row *row)
{
	MPI_Aint lower, extent;
	int size_bytes;

	if (row->handle == MPI_DATATYPE_NULL || PMPI_Type_size(row->handle, &size_bytes) != MPI_SUCCESS ||
	    PMPI_Type_get_extent(row->handle, &lower, &extent) != MPI_SUCCESS)
		return false;
	return size_bytes == row->size_bytes && !lower && extent == (MPI_Aint)sumac_type_bytes(row->type);
}

static void add_type(const struct type_row *row)
{
	if (!is_usable(row) || n_types == MAX_TYPES)
		return;
	/* One handle may have two names; then what both allow is safe. */
	for (int i = 0; i < n_types; i++) {
		if (types[i].handle != row->handle)
			continue;
		types[i].ops &= types[i].type == row->type ? row->ops : 0;
		return;
	}
	types[n_types++] = *row;
}

void sumac_mpi_map_open(void)
{
	n_types = n_ops = 0;
#define SUMAC_MPI_HANDLE(name, type_name, size, allowed, language) \
	add_type(&(struct type_row){ name, SUMAC_TYPE_##type_name, size, allowed });
#define SUMAC_MPI_OPERATION(name, op_name) ops[n_ops++] = (struct op_row){ name, SUMAC_OP_##op_name };
#include "frontend/mpi/mpi_handles.inc"
	qsort(types, (size_t)n_types, sizeof(types[0]), by_handle);
}

bool sumac_mpi_map_find(MPI_Op op, MPI_Datatype datatype, enum sumac_op *op_out, enum sumac_type *type_out)
{
	const struct type_row wanted = { .handle = datatype };
	const struct type_row *row = bsearch(&wanted, types, (size_t)n_types, sizeof(types[0]), by_handle);

	for (int i = 0; row && i < n_ops; i++) {
		if (ops[i].handle != op)
			continue;
		*op_out = ops[i].op;
		*type_out = row->type;
		return row->ops >> ops[i].op & 1;
	}
	return false;
}
