/*
 * The host MPI gets its own calls untouched: user-defined and derived operations and types,
 * intercommunicators, empty calls, pairs that MPI does not allow, and errors, which come as the host gives
 * them. Prints a line for each error, the same with Sumac and without.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "mpi_expect.h"

static int me, n, n_bad;

static void tell(const char *what, int code)
{
	printf("%s: class %d\n", what, class_of(code));
}

/* Keeps the left one: not commutative. */
static void keep_left(void *left, void *right, int *len, MPI_Datatype *type)
{
	(void)type;
	memcpy(right, left, (size_t)*len * sizeof(int));
}

static void test_user_defined(void)
{
	MPI_Datatype pair;
	MPI_Op op;
	int mine[2] = { me + 10, me + 20 }, all[2] = { 0 };

	MPI_Op_create(keep_left, 0, &op);
	EXPECT(!MPI_Allreduce(mine, all, 2, MPI_INT, op, MPI_COMM_WORLD));
	EXPECT(all[0] == 10 && all[1] == 20);
	MPI_Op_free(&op);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_commit(&pair);
	tell("derived type", MPI_Allreduce(mine, all, 1, pair, MPI_SUM, MPI_COMM_WORLD));
	MPI_Type_free(&pair);
}

static void test_empty(void)
{
	int untouched = 5;

	EXPECT(!MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	EXPECT(!MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
	EXPECT(!MPI_Allreduce(&me, &untouched, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD) && untouched == 5);
}

static void test_intercommunicator(void)
{
	MPI_Comm half, inter;
	int mine = 1 + me, sum = 0, wanted = 0;

	if (n < 2)
		return;
	MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !(me % 2), 1, &inter);
	EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter));
	for (int rank = !(me % 2); rank < n; rank += 2)
		wanted += 1 + rank;
	EXPECT(sum == wanted);
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
}

static void test_errors(void)
{
	unsigned char bytes[4] __attribute__((aligned(4))) = { 1, 2, 3, 4 }, out[4];
	int mine = me, sum;

	tell("MAX on BYTE", MPI_Allreduce(bytes, out, 4, MPI_BYTE, MPI_MAX, MPI_COMM_WORLD));
	tell("BAND on FLOAT", MPI_Allreduce(bytes, out, 1, MPI_FLOAT, MPI_BAND, MPI_COMM_WORLD));
#ifdef OPEN_MPI /* MPICH 4.0 looks at no count, and crashes */
	tell("negative count", MPI_Allreduce(&mine, &sum, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
#endif
	tell("a root below", MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, -5, MPI_COMM_WORLD));
	tell("a root above", MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, n, MPI_COMM_WORLD));
	tell("no operation", MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
	tell("no datatype", MPI_Allreduce(&mine, &sum, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD));
	tell("no communicator", MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL));
	tell("result in place", MPI_Allreduce(&mine, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	tell("one buffer", MPI_Allreduce(bytes, bytes, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	/* And it goes on. */
	EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) && sum == n * (n - 1) / 2);
}

/* An error of the root's alone: it waits for nobody, and its second try pairs with the others' call. */
static void test_one_buffer_at_the_root(MPI_Comm comm)
{
	const int wanted = n * (n + 1) / 2;
	int mine = 1 + me, sum = 0, code = MPI_SUCCESS;
	MPI_Request request;

	if (!me)
		tell("one buffer at the root", MPI_Reduce(&mine, &mine, 1, MPI_INT, MPI_SUM, 0, comm));
	MPI_Bcast(&n, 1, MPI_INT, 0, comm);
	EXPECT(!MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, comm) && mine == 1 + me && (me || sum == wanted));
	if (!me)
		tell("one buffer, not blocking", MPI_Ireduce(&mine, &mine, 1, MPI_INT, MPI_SUM, 0, comm, &request));
	EXPECT(!MPI_Ireduce(&mine, &sum, 1, MPI_INT, MPI_MAX, 0, comm, &request) && !MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(mine == 1 + me && (me || sum == n));
	/* Where the host takes it, it is a scan in place. */
	if (!me)
		tell("one buffer of a scan", code = MPI_Scan(&mine, &mine, 1, MPI_INT, MPI_SUM, comm));
	EXPECT((!me && !code) || !MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, comm));
	EXPECT(!me || sum == (me + 1) * (me + 2) / 2);
}

/* An attribute of the program's own, with its own delete callback that reduces. */
static int on_delete(MPI_Comm comm, int key, void *value, void *extra)
{
	int mine = 1, sum = 0;

	(void)comm, (void)key, (void)value, (void)extra;
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
	n_bad += sum != 1;
	return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
	int level, key;
	MPI_Comm other;

	if (argc > 1 && !strcmp(argv[1], "threads"))
		MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	else
		MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, NULL);
	MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
	test_user_defined();
	test_empty();
	test_intercommunicator();
	test_errors();
	test_one_buffer_at_the_root(MPI_COMM_WORLD);
	MPI_Comm_dup(MPI_COMM_WORLD, &other);
	test_one_buffer_at_the_root(other);
	MPI_Comm_free(&other);
	if (argc > 1 && !strcmp(argv[1], "leave"))
		return n_bad != 0;
	MPI_Finalize();
	return n_bad != 0;
}
