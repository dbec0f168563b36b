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

static void check(MPI_Datatype datatype, int wanted)
{
	char name[MPI_MAX_OBJECT_NAME] = "";
	int n = 0, len;

	MPI_Type_get_name(datatype, name, &len);
	for (int i = 0; i < n_calls; i++) {
		if (handles[i].datatype != datatype)
			continue;
		n++;
		if (calls[i].type == wanted)
			continue;
		fprintf(stderr, "%s: the map says type 0x%x, not 0x%x\n", calls[i].name, calls[i].type, wanted);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	if (n)
		return;
	fprintf(stderr, "%s: the map has it not, or in another size than this MPI\n", name);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Numbers of C: what the compiler says of the type that MPI names. */
static void check_numbers(void)
{
	check(MPI_CHAR, E2E_TYPE_OF(signed char));
	check(MPI_SIGNED_CHAR, E2E_TYPE_OF(signed char));
	check(MPI_UNSIGNED_CHAR, E2E_TYPE_OF(unsigned char));
	check(MPI_SHORT, E2E_TYPE_OF(short));
	check(MPI_UNSIGNED_SHORT, E2E_TYPE_OF(unsigned short));
	check(MPI_INT, E2E_TYPE_OF(int));
	check(MPI_UNSIGNED, E2E_TYPE_OF(unsigned));
	check(MPI_LONG, E2E_TYPE_OF(long));
	check(MPI_UNSIGNED_LONG, E2E_TYPE_OF(unsigned long));
	check(MPI_LONG_LONG, E2E_TYPE_OF(long long));
	check(MPI_LONG_LONG_INT, E2E_TYPE_OF(long long));
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
	check(MPI_COUNT, E2E_TYPE_OF(MPI_Count));
	check(MPI_FLOAT, E2E_TYPE_OF(float));
	check(MPI_DOUBLE, E2E_TYPE_OF(double));
	check(MPI_LONG_DOUBLE, E2E_TYPE_OF(long double));
	check(MPI_C_COMPLEX, E2E_TYPE_OF(float _Complex));
	check(MPI_C_FLOAT_COMPLEX, E2E_TYPE_OF(float _Complex));
	check(MPI_C_DOUBLE_COMPLEX, E2E_TYPE_OF(double _Complex));
}

/* The rest as the standard describes it. Debian's Open MPI has all datatypes of the map but MPI_REAL2; MPICH has no
 * logicals of a width, either. */
static void check_other(void)
{
	check(MPI_C_LONG_DOUBLE_COMPLEX, SUMAC_TYPE_CX80);
	check(MPI_C_BOOL, SUMAC_TYPE_L8);
	check(MPI_BYTE, SUMAC_TYPE_B8);
	check(MPI_CXX_BOOL, SUMAC_TYPE_L8);
	check(MPI_CXX_FLOAT_COMPLEX, SUMAC_TYPE_C32);
	check(MPI_CXX_DOUBLE_COMPLEX, SUMAC_TYPE_C64);
	check(MPI_CXX_LONG_DOUBLE_COMPLEX, SUMAC_TYPE_CX80);
	check(MPI_FLOAT_INT, SUMAC_TYPE_PAIR_F32_I32);
	check(MPI_DOUBLE_INT, SUMAC_TYPE_PAIR_F64_I32);
	check(MPI_LONG_INT, SUMAC_TYPE_PAIR_I64_I32);
	check(MPI_2INT, SUMAC_TYPE_PAIR_I32_I32);
	check(MPI_SHORT_INT, SUMAC_TYPE_PAIR_I16_I32);
	check(MPI_LONG_DOUBLE_INT, SUMAC_TYPE_PAIR_X80_I32);
}

static void check_fortran(void)
{
	check(MPI_2REAL, SUMAC_TYPE_PAIR_F32_F32);
	check(MPI_2DOUBLE_PRECISION, SUMAC_TYPE_PAIR_F64_F64);
	check(MPI_2INTEGER, SUMAC_TYPE_PAIR_I32_I32);
	check(MPI_INTEGER, SUMAC_TYPE_I32);
	check(MPI_INTEGER1, SUMAC_TYPE_I8);
	check(MPI_INTEGER2, SUMAC_TYPE_I16);
	check(MPI_INTEGER4, SUMAC_TYPE_I32);
	check(MPI_INTEGER8, SUMAC_TYPE_I64);
	check(MPI_REAL, SUMAC_TYPE_F32);
	check(MPI_REAL4, SUMAC_TYPE_F32);
	check(MPI_DOUBLE_PRECISION, SUMAC_TYPE_F64);
	check(MPI_REAL8, SUMAC_TYPE_F64);
	check(MPI_REAL16, SUMAC_TYPE_F128);
	check(MPI_COMPLEX, SUMAC_TYPE_C32);
	check(MPI_COMPLEX8, SUMAC_TYPE_C32);
	check(MPI_DOUBLE_COMPLEX, SUMAC_TYPE_C64);
	check(MPI_COMPLEX16, SUMAC_TYPE_C64);
	check(MPI_COMPLEX32, SUMAC_TYPE_C128);
	check(MPI_LOGICAL, SUMAC_TYPE_L32);
#ifdef MPI_LOGICAL1
	check(MPI_LOGICAL1, SUMAC_TYPE_L8);
	check(MPI_LOGICAL2, SUMAC_TYPE_L16);
	check(MPI_LOGICAL4, SUMAC_TYPE_L32);
	check(MPI_LOGICAL8, SUMAC_TYPE_L64);
#endif
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
	check_numbers();
	check_other();
	check_fortran();
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

#if MPI_VERSION >= 4
	static unsigned turn;

	if (++turn % 2) {
		last_code = MPI_Allreduce_c(dst == src ? MPI_IN_PLACE : src, dst, (MPI_Count)count, handle->datatype,
					    handle->op, MPI_COMM_WORLD);
		return last_code;
	}
#endif
	last_code = MPI_Allreduce(dst == src ? MPI_IN_PLACE : src, dst, (int)count, handle->datatype, handle->op,
				  MPI_COMM_WORLD);
	return last_code;
}

int e2e_has(enum e2e_coll coll)
{
	return coll == E2E_ALLREDUCE || coll == E2E_REDUCE;
}

int e2e_run(const struct e2e_args *args, void **request_out)
{
	const struct handle *handle = args->call->private;
	int is_root = e2e_rank() == args->root, in_place = args->dst == args->src && is_root;

	if (request_out)
		return -1;
	if (args->coll == E2E_ALLREDUCE)
		return e2e_allreduce(args->call, args->dst, args->src, args->count);
#if MPI_VERSION >= 4
	static unsigned turn;

	if (++turn % 2) {
		last_code = MPI_Reduce_c(in_place ? MPI_IN_PLACE : args->src, is_root ? args->dst : NULL,
					 (MPI_Count)args->count, handle->datatype, handle->op, args->root, MPI_COMM_WORLD);
		return last_code;
	}
#endif
	last_code = MPI_Reduce(in_place ? MPI_IN_PLACE : args->src, is_root ? args->dst : NULL, (int)args->count,
			       handle->datatype, handle->op, args->root, MPI_COMM_WORLD);
	return last_code;
}

int e2e_wait(void *request)
{
	(void)request;
	return -1;
}

const char *e2e_last_error(void)
{
	static char text[MPI_MAX_ERROR_STRING];
	int len;

	MPI_Error_string(last_code, text, &len);
	return text;
}
