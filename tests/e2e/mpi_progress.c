/*
 * Legal programs that hang if a rank inside Sumac does not push its host MPI on, or
 * the other way round: large messages that are under way while their receiver reduces,
 * a reduction whose sender goes on to a blocking receive, and the making of a group
 * while others still work on another communicator. A hang is ended by an alarm.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi_expect.h"

enum { LARGE = 10 << 20, COUNT = 1000, REDUCED = 300000, TIMEOUT_S = 60 };

static int me, n, n_bad;
static char *large;

static void reduce_all(MPI_Comm comm, int count)
{
	int *values = malloc(2 * (size_t)count * sizeof(int)), size;

	MPI_Comm_size(comm, &size);
	for (int i = 0; i < count; i++)
		values[i] = i;
	EXPECT(!MPI_Allreduce(values, values + count, count, MPI_INT, MPI_SUM, comm));
	for (int i = 0; i < count; i++)
		EXPECT(values[count + i] == size * i);
	free(values);
}

/* 0: Irecv, Allreduce, Wait. 1: Send, Allreduce. */
static void test_message_under_way(MPI_Comm comm)
{
	MPI_Request request;

	if (me == 0) {
		memset(large, 0, LARGE);
		MPI_Irecv(large, LARGE, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
		reduce_all(comm, COUNT);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		EXPECT(large[0] == 7 && large[LARGE - 1] == 7);
	} else {
		if (me == 1) {
			memset(large, 7, LARGE);
			MPI_Send(large, LARGE, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
		}
		reduce_all(comm, COUNT);
	}
}

/* The root tells the others only when it has the result: they sit in a blocking receive of the host MPI's. */
static void test_blocked_after_reduce(MPI_Comm comm, int root)
{
	int *values = malloc(2 * REDUCED * sizeof(int)), token = 0;

	for (int i = 0; i < REDUCED; i++)
		values[i] = i - me;
	EXPECT(!MPI_Reduce(values, values + REDUCED, REDUCED, MPI_INT, MPI_SUM, root, comm));
	if (me == root) {
		sleep(1);
		for (int i = 0; i < REDUCED; i++)
			EXPECT(values[REDUCED + i] == n * i - n * (n - 1) / 2);
		for (int rank = 0; rank < n; rank++)
			if (rank != root)
				MPI_Send(&token, 1, MPI_INT, rank, 2, MPI_COMM_WORLD);
	} else {
		MPI_Recv(&token, 1, MPI_INT, root, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	free(values);
}

/* Rank 0 makes a group with the last rank while that one is kept busy by the rank in between. */
static void test_group_made_late(void)
{
	MPI_Comm pair, left, right;

	MPI_Comm_split(MPI_COMM_WORLD, me == 1 ? MPI_UNDEFINED : 0, me, &pair);
	MPI_Comm_split(MPI_COMM_WORLD, me < 2 ? 0 : MPI_UNDEFINED, me, &left);
	MPI_Comm_split(MPI_COMM_WORLD, me >= 1 ? 0 : MPI_UNDEFINED, me, &right);
	if (left != MPI_COMM_NULL)
		reduce_all(left, REDUCED);
	if (right != MPI_COMM_NULL)
		reduce_all(right, REDUCED);
	if (pair != MPI_COMM_NULL)
		reduce_all(pair, REDUCED);
}

static void test_nonblocking_collective_under_way(void)
{
	long double mine = me, sum = 0;
	MPI_Request request;

	MPI_Iallreduce(&mine, &sum, 1, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
	reduce_all(MPI_COMM_WORLD, COUNT);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	EXPECT(sum == n * (n - 1) / 2);
}

int main(int argc, char **argv)
{
	MPI_Comm fresh;

	MPI_Init(&argc, &argv);
	alarm(TIMEOUT_S);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	large = malloc(LARGE);
	test_message_under_way(MPI_COMM_WORLD);
	/* The same where the first call has yet to make the group. */
	MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
	test_message_under_way(fresh);
	for (int root = 0; root < n; root++)
		test_blocked_after_reduce(fresh, root);
	test_nonblocking_collective_under_way();
	if (n > 2)
		test_group_made_late();
	MPI_Comm_free(&fresh);
	MPI_Finalize();
	return n_bad != 0;
}
