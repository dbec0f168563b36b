/*
 * MPI_Reduce_locals, and MPI_Reduce_local: all predefined operations on all the datatypes that go with them against the
 * oracle, in the five forms of its proposal and by all its names; operations of the program's own, on datatypes with and
 * without gaps; what is an error, and which handler hears of it. With an argument that error is fatal. On one rank.
 */
#include "huge.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e.h"
#include "mpi_expect.h"
#include "oracle/oracle.h"
#include "sumac_mpi.h"
#include "sumac_ops.h"

enum { MAX_COUNT = 300, MAX_BYTES = 32, LONG = 100000, SEED = 9 };

static int me, n_bad, n_pairs;

/* Each form by the operands that it names: X, Y, or A, which is inoutbuf and is named by MPI_IN_PLACE. */
static const char *const forms[] = { "XY", "AY", "XA", "XX", "AA" };
enum { N_FORMS = sizeof(forms) / sizeof(forms[0]) };

typedef int locals(const void *, const void *, void *, MPI_Count, MPI_Datatype, MPI_Op);

#define BY_INT(name) \
	static int by_##name(const void *in, const void *arg, void *inout, MPI_Count count, MPI_Datatype type, MPI_Op op) \
	{ \
		return name(in, arg, inout, (int)count, type, op); \
	}
BY_INT(MPI_Reduce_locals)
BY_INT(PMPI_Reduce_locals)
BY_INT(MPIX_Reduce_locals)
BY_INT(PMPIX_Reduce_locals)
static locals *const names[] = { by_MPI_Reduce_locals,	by_PMPI_Reduce_locals, by_MPIX_Reduce_locals, by_PMPIX_Reduce_locals,
				 MPI_Reduce_locals_c,	PMPI_Reduce_locals_c,  MPIX_Reduce_locals_c,  PMPIX_Reduce_locals_c };

/* An odd address, of any alignment that the type might want. */
static _Alignas(64) char memory[4][MAX_COUNT * MAX_BYTES + 64];
#define X (memory[0] + 1)
#define Y (memory[1] + 2)
#define A (memory[2] + 3)

static void *named(char which)
{
	return which == 'X' ? X : which == 'Y' ? Y : A;
}

static const void *given(char which)
{
	return which == 'A' ? MPI_IN_PLACE : named(which);
}

static int form_is_right(const char *form, int op, int type, MPI_Op mpi_op, MPI_Datatype mpi_type, int count, locals *call)
{
	const void *operands[2] = { named(form[0]), named(form[1]) };

	for (int i = 0; i < 3; i++)
		e2e_fill(type, SEED, i, (size_t)count, memory[i] + 1 + i);
	return !oracle_reduce(op, type, 2, operands, (size_t)count, memory[3]) &&
	       call(given(form[0]), given(form[1]), A, count, mpi_type, mpi_op) == MPI_SUCCESS &&
	       e2e_compare(type, A, memory[3], (size_t)count) == (size_t)count;
}

/* MPI_Reduce_local is the form XA. */
static int by_reduce_local(const void *in, const void *arg, void *inout, MPI_Count count, MPI_Datatype type, MPI_Op op)
{
	(void)arg;
	return MPI_Reduce_local(in, inout, (int)count, type, op);
}

static void try_pair(MPI_Op mpi_op, int op, MPI_Datatype mpi_type, int type, const char *name)
{
	static const int counts[] = { 1, 7, MAX_COUNT };

	n_pairs++;
	for (int i = 0; i < 3; i++) {
		for (int form = 0; form < N_FORMS; form++) {
			if (form_is_right(forms[form], op, type, mpi_op, mpi_type, counts[i], names[(n_pairs + i + form) % 8]))
				continue;
			fprintf(stderr, "operation %d on %s, %d elements, form %s is wrong\n", op, name, counts[i], forms[form]);
			n_bad++;
		}
		EXPECT(form_is_right("XA", op, type, mpi_op, mpi_type, counts[i], by_reduce_local));
	}
}

static void try_type(MPI_Datatype mpi_type, int type, int size, unsigned allowed, const char *name)
{
	int size_here;

	/* A type that the MPI was built without has another size, or none. */
	if (mpi_type == MPI_DATATYPE_NULL || MPI_Type_size(mpi_type, &size_here) != MPI_SUCCESS || size_here != size)
		return;
#define SUMAC_MPI_OPERATION(mpi_op, op) \
	if (allowed >> SUMAC_OP_##op & 1) \
		try_pair(mpi_op, SUMAC_OP_##op, mpi_type, type, name);
#include "frontend/mpi/mpi_handles.inc"
}

static void try_all_pairs(void)
{
#define SUMAC_MPI_HANDLE(handle, type, size, allowed, language) \
	try_type(handle, SUMAC_TYPE_##type, size, allowed, #handle);
#include "frontend/mpi/mpi_handles.inc"
	EXPECT(n_pairs > 200);
}

/* The program's own operation does not commute, nor associate. */
static int longest; /* elements that it was given at once */

static void subtract_twice(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
	MPI_Aint lower, extent;

	MPI_Type_get_extent(*datatype, &lower, &extent);
	longest = *len > longest ? *len : longest;
	for (int i = 0; i < *len; i++) {
		int *to = (int *)((char *)inout + i * extent);

		*to = *(int *)((char *)in + i * extent) - 2 * *to;
	}
}

/* A vector of ints that many apart; the memory between stays as it is. */
static void try_own(MPI_Op op, MPI_Datatype datatype, int apart, int count)
{
	size_t n = (size_t)count * (size_t)apart;
	int *x = malloc(n * sizeof(int)), *y = malloc(n * sizeof(int)), *a = malloc(n * sizeof(int));

	for (int form = 0; form < N_FORMS; form++) {
		const void *in = forms[form][0] == 'A' ? MPI_IN_PLACE : x;
		const void *arg = forms[form][1] == 'A' ? MPI_IN_PLACE : forms[form][1] == 'X' ? x : y;

		for (size_t i = 0; i < n; i++) {
			x[i] = (int)(i % 1000);
			y[i] = 5 * (int)(i % 77);
			a[i] = 7 + (int)(i % 501);
		}
		longest = 0;
		EXPECT(MPI_Reduce_locals(in, arg, a, count, datatype, op) == MPI_SUCCESS);
		for (size_t i = 0; i < n; i++) {
			int was = 7 + (int)(i % 501), left = in == MPI_IN_PLACE ? was : x[i];
			int right = arg == MPI_IN_PLACE ? was : ((const int *)arg)[i];

			if (a[i] == (i % (size_t)apart ? was : left - 2 * right))
				continue;
			fprintf(stderr, "own operation, form %s, int %zu of %zu, %d apart\n", forms[form], i, n, apart);
			n_bad++;
			break;
		}
		EXPECT(form == 2 || longest * apart * (int)sizeof(int) <= 65536);
	}
	free(x);
	free(y);
	free(a);
}

/* Elements of one array between those of the other are no overlap; the same elements are. */
static void try_interleaved(MPI_Op op, MPI_Datatype gapped)
{
	int both[6] = { 10, 1, 20, 2, 30, 3 }, y[6] = { 4, 0, 5, 0, 6, 0 };

	EXPECT(MPI_Reduce_locals(both, y, both + 1, 3, gapped, op) == MPI_SUCCESS);
	for (int i = 0; i < 3; i++)
		EXPECT(both[2 * i] == 10 * (i + 1) && both[2 * i + 1] == 10 * (i + 1) - 2 * (4 + i));
	EXPECT(MPI_Reduce_locals(both, y, both + 2, 2, gapped, op) == MPI_ERR_BUFFER);
	EXPECT(MPI_Reduce_locals(y, both, both, 2, gapped, op) == MPI_ERR_BUFFER);
}

static void try_own_operations(void)
{
	MPI_Datatype gapped, run, absolute;
	MPI_Op op;
	int one[3] = { 5 }, both[3];
	MPI_Aint at;

	MPI_Op_create(subtract_twice, 0, &op);
	MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &gapped);
	MPI_Type_commit(&gapped);
	try_own(op, MPI_INT, 1, 1);
	try_own(op, MPI_INT, 1, LONG);
	try_own(op, gapped, 3, 5);
	try_own(op, gapped, 3, LONG);
	MPI_Type_free(&gapped);
	MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gapped);
	MPI_Type_commit(&gapped);
	try_interleaved(op, gapped);
	/* Not committed; and where a datatype says where its element is. */
	MPI_Type_vector(2, 1, 2, MPI_INT, &run);
	MPI_Get_address(one, &at);
	MPI_Type_create_hindexed(1, (int[]){ 1 }, &at, MPI_INT, &absolute);
	MPI_Type_commit(&absolute);
	EXPECT(class_of(MPI_Reduce_locals(one, one, both, 1, run, op)) == MPI_ERR_TYPE);
	EXPECT(MPI_Reduce_locals(MPI_BOTTOM, MPI_IN_PLACE, MPI_BOTTOM, 1, absolute, op) == MPI_ERR_BUFFER);
	MPI_Type_free(&absolute);
	MPI_Type_free(&run);
	MPI_Type_free(&gapped);
	MPI_Op_free(&op);
}

static int n_heard;

static void try_huge(void)
{
	uint8_t *x = huge_alloc(), *a = huge_alloc();

	for (int i = 0; i < HUGE_PIECE; i++)
		x[i] = (uint8_t)(i * 7 + i / 251);
	memset(x + HUGE_FRONT, 0x33, HUGE_TAIL + 1);
	EXPECT(!MPI_Reduce_locals_c(x, x, a, (MPI_Count)HUGE_COUNT, MPI_BYTE, MPI_BAND));
	EXPECT(!memcmp(a, x, HUGE_PIECE) && !memcmp(a + HUGE_FRONT, x + HUGE_FRONT, HUGE_TAIL) && !a[HUGE_COUNT]);
}

static void hear(MPI_Comm *comm, int *code, ...)
{
	(void)code;
	EXPECT(*comm == MPI_COMM_WORLD);
	n_heard++;
}

#define EXPECT_ERROR(call, error_class) \
	do { \
		int heard_before = n_heard; \
		EXPECT(class_of(call) == (error_class)); \
		EXPECT(n_heard == heard_before + 1); \
	} while (0)

static void try_errors(void)
{
	int x[4] = { 1, 2, 3, 4 }, a[8] = { 0 };

	EXPECT_ERROR(MPI_Reduce_locals(x, x, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	EXPECT_ERROR(MPI_Reduce_locals(x, x, a, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
	EXPECT_ERROR(MPI_Reduce_locals_c(x, x, a, -5000000000, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
	EXPECT_ERROR(MPI_Reduce_local(x, a, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
	EXPECT_ERROR(MPI_Reduce_locals(a, x, a, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	EXPECT_ERROR(MPI_Reduce_locals(x, a + 3, a, 4, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	EXPECT_ERROR(MPI_Reduce_locals(NULL, x, a, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	EXPECT_ERROR(MPI_Reduce_locals(x, x, NULL, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
	EXPECT_ERROR(MPI_Reduce_locals(x, x, a, 1, MPI_FLOAT, MPI_BAND), MPI_ERR_OP);
	EXPECT_ERROR(MPI_Reduce_locals(x, x, a, 1, MPI_INT, MPI_OP_NULL), MPI_ERR_OP);
	EXPECT_ERROR(MPI_Reduce_local(x, a, 1, MPI_FLOAT, MPI_BAND), MPI_ERR_OP);
	/* Inputs that overlap, and inoutbuf right beside one. */
	EXPECT(MPI_Reduce_locals(a + 4, a + 5, a + 1, 3, MPI_INT, MPI_SUM) == MPI_SUCCESS);
	EXPECT(MPI_Reduce_locals(NULL, NULL, NULL, 0, MPI_INT, MPI_SUM) == MPI_SUCCESS);
	EXPECT(MPI_Reduce_locals(MPI_IN_PLACE, NULL, NULL, 0, MPI_INT, MPI_SUM) == MPI_SUCCESS);
	EXPECT(MPI_Reduce_locals(a, a, a, 0, MPI_INT, MPI_SUM) == MPI_SUCCESS);
	EXPECT(MPI_Reduce_local(NULL, NULL, 0, MPI_INT, MPI_SUM) == MPI_SUCCESS);
	for (int i = 0; i < 8; i++)
		EXPECT(a[i] == 0);
}

int main(int argc, char **argv)
{
	MPI_Errhandler handler;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	if (argc > 1)
		return MPI_Reduce_locals(X, Y, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM);
	MPI_Comm_create_errhandler(hear, &handler);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
	MPI_Errhandler_free(&handler);
	try_all_pairs();
	EXPECT(n_heard == 0);
	try_own_operations();
	EXPECT(n_heard == 4);
	try_errors();
	try_huge();
	printf("%d pairs, %d times wrong\n", n_pairs, n_bad);
	MPI_Finalize();
	return n_bad != 0;
}
