/*
 * MPI_Comm_spawn: all ranks together start two more processes of this program. Both sides reduce in a world of their own,
 * across the intercommunicator, and in one communicator of all.
 *
 * With the argument "required", where a NIC is: the parents wait while their children try, and the job ends by that.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHILDREN = 2 };

static int me, n, n_bad;
static const char *who;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "%s %d: line %d: %s\n", who, me, __LINE__, #condition)))

/* 1 + ... + size */
static int sum_of(int size)
{
	return size * (size + 1) / 2;
}

static void reduce_within(MPI_Comm comm)
{
	int rank, size, mine, sum = 0;
	MPI_Request request;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	mine = rank + 1;
	EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm) && sum == sum_of(size));
	EXPECT(!MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_MAX, comm, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && sum == size - 1);
	sum = 0;
	EXPECT(!MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, size - 1, comm));
	EXPECT(rank != size - 1 || sum == sum_of(size));
	EXPECT(!MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, comm) && sum == sum_of(mine));
	EXPECT(!MPI_Barrier(comm));
}

static void reduce_across(MPI_Comm inter, int is_child)
{
	int mine = me + 1, sum = 0, n_others;

	MPI_Comm_remote_size(inter, &n_others);
	EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter) && sum == sum_of(n_others));
	sum = 0;
	/* From the children to the parents' first. */
	EXPECT(!MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, is_child ? 0 : me ? MPI_PROC_NULL : MPI_ROOT, inter));
	EXPECT(sum == (is_child || me ? 0 : sum_of(n_others)));
}

int main(int argc, char **argv)
{
	MPI_Comm inter, all;
	int is_child;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	MPI_Comm_get_parent(&inter);
	is_child = inter != MPI_COMM_NULL;
	who = is_child ? "child" : "rank";
	if (!is_child) {
		reduce_within(MPI_COMM_WORLD);
		MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
		if (argc > 1 && !strcmp(argv[1], "required"))
			MPI_Recv(&n, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
	}
	reduce_across(inter, is_child);
	reduce_within(MPI_COMM_WORLD);
	MPI_Intercomm_merge(inter, is_child, &all);
	reduce_within(all);
	MPI_Comm_free(&all);
	MPI_Comm_disconnect(&inter);
	MPI_Finalize();
	printf("%s %d of %d: %d wrong\n", who, me, n, n_bad);
	return n_bad != 0;
}
