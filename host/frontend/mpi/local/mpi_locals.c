/*
 * MPI_Reduce_locals, which no MPI has yet, and MPI_Reduce_local. Sumac's kernels compute predefined operations on the
 * datatypes that the standard allows them, whatever the host MPI makes of them; the host does all others, block by
 * block.
 */
#include "frontend/mpi/local/mpi_locals.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/combination.h"
#include "base/overlap.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_blocks.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_layout.h"
#include "frontend/mpi/mpi_map.h"
#include "frontend/mpi/mpi_setup.h"
#include "sumac.h"
#include "sumac_mpi.h"

static const char overlaps[] = "inoutbuf overlaps an input";
static const char not_mapped[] = "the operation on this datatype is not one of Sumac's";

/* Both MPIs use the error handler of MPI_COMM_WORLD for calls without a communicator, even MPICH, which calls itself MPI 4. */
int sumac_mpi_local_error(const struct sumac_mpi_local_call *call, int error_class, const char *why)
{
	return sumac_mpi_error_raise_code(MPI_COMM_WORLD, call->name, error_class, why);
}

static const void *operand(const void *given, const void *in_place)
{
	return given == MPI_IN_PLACE ? in_place : given;
}

/* The host knows which predefined operation goes with which datatype, and reports errors in its own words. It need not call the
 * program's function for nothing. */
static int check_by_host(const struct sumac_mpi_local_call *c)
{
	if (c->datatype == MPI_DATATYPE_NULL || c->op == MPI_OP_NULL || sumac_mpi_map_has_op(c->op))
		return PMPI_Reduce_local(NULL, NULL, 0, c->datatype, c->op);
	return MPI_SUCCESS;
}

/* MPI_BOTTOM is NULL, and a valid place if a datatype says where its elements are. */
static bool is_there(const struct sumac_mpi_layout *layout, const void *buffer, MPI_Count count)
{
	MPI_Count first;

	return !sumac_mpi_layout_span(layout, count, &first) || (uintptr_t)buffer + (uintptr_t)first;
}

static bool are_there(const struct sumac_mpi_layout *layout, const struct sumac_mpi_local_call *c)
{
	return is_there(layout, c->inbuf, c->count) && is_there(layout, c->argbuf, c->count) &&
	       is_there(layout, c->inoutbuf, c->count);
}

static bool is_apart(const struct sumac_mpi_layout *layout, const struct sumac_mpi_local_call *c, const void *input)
{
	return input == MPI_IN_PLACE || !sumac_mpi_layout_overlap(layout, input, c->inoutbuf, c->count);
}

/* Elements that lie side by side. The core refuses a result that overlaps an operand in part. */
static inline __attribute__((always_inline)) int compute(const struct sumac_mpi_local_call *c, enum sumac_op op,
							 enum sumac_type type)
{
	const void *left = operand(c->inbuf, c->inoutbuf), *right = operand(c->argbuf, c->inoutbuf);
	int err;

	if (c->inbuf == c->inoutbuf || c->argbuf == c->inoutbuf)
		return sumac_mpi_local_error(c, MPI_ERR_BUFFER, c->inoutbuf ? overlaps : "a buffer is NULL");
	err = sumac_reduce_local(op, type, c->inoutbuf, left, right, (size_t)c->count);
	if (!err)
		return MPI_SUCCESS;
	return sumac_mpi_local_error(c, MPI_ERR_BUFFER, err == -SUMAC_EOVERLAP ? overlaps : sumac_last_error());
}

static int leave_to_host(const struct sumac_mpi_local_call *c)
{
	struct sumac_mpi_layout layout;
	int code = check_by_host(c);

	if (code != MPI_SUCCESS || !c->count)
		return code;
	code = sumac_mpi_layout_of(c->datatype, &layout);
	if (code != MPI_SUCCESS)
		return code;
	if (!are_there(&layout, c))
		return sumac_mpi_local_error(c, MPI_ERR_BUFFER, "a buffer is NULL");
	if (!is_apart(&layout, c, c->inbuf) || !is_apart(&layout, c, c->argbuf))
		return sumac_mpi_local_error(c, MPI_ERR_BUFFER, overlaps);
	sumac_report_left(c->name, SUMAC_LEFT_OTHER, (uint64_t)(c->count * layout.size_bytes), not_mapped);
	code = sumac_mpi_by_blocks(&layout, c->op, operand(c->inbuf, c->inoutbuf), operand(c->argbuf, c->inoutbuf),
				   c->inoutbuf, c->count);
	return code < 0 ? sumac_mpi_local_error(c, -code, "the elements could not be copied") : code;
}

int sumac_mpi_reduce_locals(const struct sumac_mpi_local_call *c)
{
	enum sumac_type type;
	enum sumac_op op;

	if (c->inoutbuf == MPI_IN_PLACE)
		return sumac_mpi_local_error(c, MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed as inoutbuf");
	if (c->count < 0)
		return sumac_mpi_local_error(c, MPI_ERR_COUNT, "the count is negative");
	if (!sumac_mpi_is_up() || !sumac_mpi_map_find(c->op, c->datatype, &op, &type))
		return leave_to_host(c);
	return c->count ? compute(c, op, type) : MPI_SUCCESS;
}

/* MPICH rejects one buffer used twice, which Open MPI allows: we leave that to them. */
static bool has_two_buffers(const struct sumac_mpi_local_call *c, enum sumac_type type)
{
	size_t bytes = sumac_type_bytes(type) * (size_t)c->count;

	return c->inbuf && c->inoutbuf && c->inbuf != MPI_IN_PLACE && c->inoutbuf != MPI_IN_PLACE &&
	       !sumac_overlap(c->inbuf, bytes, c->inoutbuf, bytes);
}

int sumac_mpi_reduce_local(const struct sumac_mpi_local_call *c)
{
	enum sumac_type type;
	enum sumac_op op;

	if (c->count < 0) /* MPICH does not check, and reads on */
		return sumac_mpi_local_error(c, MPI_ERR_COUNT, "the count is negative");
	if (c->count && sumac_mpi_is_up() && sumac_mpi_map_find(c->op, c->datatype, &op, &type) && has_two_buffers(c, type))
		return compute(c, op, type);
	sumac_report_left(c->name, SUMAC_LEFT_OTHER, sumac_mpi_bytes_of(c->datatype, (uint64_t)c->count), not_mapped);
	if (c->count <= INT_MAX)
		return PMPI_Reduce_local(c->inbuf, c->inoutbuf, (int)c->count, c->datatype, c->op);
#if MPI_VERSION >= 4
	return PMPI_Reduce_local_c(c->inbuf, c->inoutbuf, c->count, c->datatype, c->op);
#else
	return sumac_mpi_local_error(c, MPI_ERR_COUNT, "the count is more than this MPI takes");
#endif
}

/* Each also exists as PMPI, of which the others are aliases, for tools that put their own in front. */
#define ENTRY(name, run, parameters, ...) \
	int P##name parameters \
	{ \
		const struct sumac_mpi_local_call call = { #name, __VA_ARGS__ }; \
		return run(&call); \
	} \
	int name parameters __attribute__((weak, alias("P" #name)));
#define LOCALS(name, count_type) \
	ENTRY(name, sumac_mpi_reduce_locals, \
	      (const void *inbuf, const void *argbuf, void *inoutbuf, count_type count, MPI_Datatype datatype, MPI_Op op), \
	      inbuf, argbuf, inoutbuf, count, datatype, op)
LOCALS(MPI_Reduce_locals, int)
LOCALS(MPI_Reduce_locals_c, MPI_Count)
LOCALS(MPIX_Reduce_locals, int)
LOCALS(MPIX_Reduce_locals_c, MPI_Count)

#define LOCAL(name, count_type) \
	int name(const void *inbuf, void *inoutbuf, count_type count, MPI_Datatype datatype, MPI_Op op) \
	{ \
		const struct sumac_mpi_local_call call = { #name, inbuf, MPI_IN_PLACE, inoutbuf, count, datatype, op }; \
		return sumac_mpi_reduce_local(&call); \
	}
LOCAL(MPI_Reduce_local, int)
#if MPI_VERSION >= 4
LOCAL(MPI_Reduce_local_c, MPI_Count)
#endif
