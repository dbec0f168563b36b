/*
 * MPI: every predefined datatype with every operation that MPI allows on it, on MPI_COMM_WORLD. The program
 * knows nothing of Sumac: it is a plain MPI program.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler_types.h"
#include "e2e.h"
#include "sumac_ops.h"

const char e2e_api[] = "mpi";

enum { MAX_TYPES = 128, MAX_OPS = 16 };

static struct handle {
	MPI_Datatype datatype;
	MPI_Op op;
} handles[MAX_TYPES * MAX_OPS];
static struct e2e_call calls[MAX_TYPES * MAX_OPS];
static int n_calls;
static int last_code;

static const struct {
	const char *name;
	int op;
} op_names[] = {
#define SUMAC_MPI_OPERATION(handle, op) { #handle, SUMAC_OP_##op },
#include "frontend/mpi/mpi_handles.inc"
};
static MPI_Op ops[MAX_OPS];

static void add_all(const char *name, MPI_Datatype datatype, int type, int size_bytes, unsigned allowed)
{
	int size = 0;

	if (datatype == MPI_DATATYPE_NULL || MPI_Type_size(datatype, &size) || size != size_bytes)
		return;
	for (size_t i = 0; i < sizeof(op_names) / sizeof(op_names[0]); i++) {
		struct e2e_call *call = &calls[n_calls];

		if (!(allowed >> op_names[i].op & 1))
			continue;
		snprintf(call->name, sizeof(call->name), "%s on %s", op_names[i].name, name);
		call->op = op_names[i].op;
		call->type = type;
		handles[n_calls] = (struct handle){ datatype, ops[i] };
		call->private = &handles[n_calls++];
	}
}

/* Of C's datatypes, what the compiler says of the type that MPI names. */
static void check(MPI_Datatype datatype, int type_by_compiler)
{
	int n = 0;

	for (int i = 0; i < n_calls; i++) {
		if (handles[i].datatype != datatype)
			continue;
		n++;
		if (calls[i].type == type_by_compiler)
			continue;
		fprintf(stderr, "%s: the map says type 0x%x, the compiler 0x%x\n", calls[i].name, calls[i].type,
			type_by_compiler);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	if (!n)
		MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check_all(void)
{
	check(MPI_SIGNED_CHAR, E2E_TYPE_OF(signed char));
	check(MPI_UNSIGNED_CHAR, E2E_TYPE_OF(unsigned char));
	check(MPI_SHORT, E2E_TYPE_OF(short));
	check(MPI_UNSIGNED_SHORT, E2E_TYPE_OF(unsigned short));
	check(MPI_INT, E2E_TYPE_OF(int));
	check(MPI_UNSIGNED, E2E_TYPE_OF(unsigned));
	check(MPI_LONG, E2E_TYPE_OF(long));
	check(MPI_UNSIGNED_LONG, E2E_TYPE_OF(unsigned long));
	check(MPI_LONG_LONG, E2E_TYPE_OF(long long));
	check(MPI_UNSIGNED_LONG_LONG, E2E_TYPE_OF(unsigned long long));
	check(MPI_INT8_T, E2E_TYPE_OF(int8_t));
	check(MPI_INT16_T, E2E_TYPE_OF(int16_t));
	check(MPI_INT32_T, E2E_TYPE_OF(int32_t));
	check(MPI_INT64_T, E2E_TYPE_OF(int64_t));
	check(MPI_UINT8_T, E2E_TYPE_OF(uint8_t));
	check(MPI_UINT16_T, E2E_TYPE_OF(uint16_t));
	check(MPI_UINT32_T, E2E_TYPE_OF(uint32_t));
	check(MPI_UINT64_T, E2E_TYPE_OF(uint64_t));
	check(MPI_AINT, E2E_TYPE_OF(MPI_Aint));
	check(MPI_OFFSET, E2E_TYPE_OF(MPI_Offset));
	check(MPI_FLOAT, E2E_TYPE_OF(float));
	check(MPI_DOUBLE, E2E_TYPE_OF(double));
	check(MPI_LONG_DOUBLE, E2E_TYPE_OF(long double));
	check(MPI_C_FLOAT_COMPLEX, E2E_TYPE_OF(float _Complex));
	check(MPI_C_DOUBLE_COMPLEX, E2E_TYPE_OF(double _Complex));
}

void e2e_open(int *argc, char ***argv)
{
	int n_ops = 0;

	MPI_Init(argc, argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
#define SUMAC_MPI_OPERATION(handle, op) ops[n_ops++] = handle;
#include "frontend/mpi/mpi_handles.inc"
#define SUMAC_MPI_HANDLE(handle, type, size, allowed, language) \
	add_all(#handle, handle, SUMAC_TYPE_##type, size, allowed);
#include "frontend/mpi/mpi_handles.inc"
	check_all();
}

void e2e_close(int status)
{
	MPI_Finalize();
	exit(status);
}

int e2e_rank(void)
{
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank;
}

int e2e_size(void)
{
	int size;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	return size;
}

void e2e_barrier(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
}

void *e2e_alloc(size_t len_bytes)
{
	return malloc(len_bytes);
}

int e2e_calls(const struct e2e_call **calls_out)
{
	*calls_out = calls;
	return n_calls;
}

const struct e2e_call *e2e_call_find(int op, int type)
{
	for (int i = 0; i < n_calls; i++)
		if (calls[i].op == op && calls[i].type == type)
			return &calls[i];
	return NULL;
}

int e2e_has_all_pairs(void)
{
	return 0;
}

int e2e_allreduce(const struct e2e_call *call, void *dst, const void *src, size_t count)
{
	const struct handle *handle = call->private;

	last_code = MPI_Allreduce(dst == src ? MPI_IN_PLACE : src, dst, (int)count, handle->datatype, handle->op,
				  MPI_COMM_WORLD);
	return last_code;
}

int e2e_has_root(void)
{
	return 1;
}

int e2e_reduce(const struct e2e_call *call, void *dst, const void *src, size_t count, int root)
{
	const struct handle *handle = call->private;
	int in_place = dst == src && e2e_rank() == root;

	last_code = MPI_Reduce(in_place ? MPI_IN_PLACE : src, e2e_rank() == root ? dst : NULL, (int)count,
			       handle->datatype, handle->op, root, MPI_COMM_WORLD);
	return last_code;
}

const char *e2e_last_error(void)
{
	static char text[MPI_MAX_ERROR_STRING];
	int len;

	MPI_Error_string(last_code, text, &len);
	return text;
}
