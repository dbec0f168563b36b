/*
 * 200 communicators one after the other: duplicates, halves, and all but
 * one, each reduced on and freed before the next, though at times three are
 * alive. A NIC has fewer groups, so the report tells whether each came back.
 * With an argument, one reduction, and a file of that name, which MPI libraries reduce for, too.
 */
#include <mpi.h>
#include <stdio.h>

enum { TURNS = 200, ALIVE = 3, COUNT = 100 };

static int me, n, n_bad;

static void check(MPI_Comm comm, int turn)
{
	int mine[COUNT], sum[COUNT], rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	for (int i = 0; i < COUNT; i++)
		mine[i] = turn + rank * i;
	MPI_Allreduce(mine, sum, COUNT, MPI_INT, MPI_SUM, comm);
	for (int i = 0; i < COUNT; i++)
		n_bad += sum[i] != size * turn + i * (size * (size - 1) / 2);
	/* The last call on it may be one that most ranks leave early. */
	MPI_Reduce(mine, sum, COUNT, MPI_INT, MPI_MAX, turn % size, comm);
	for (int i = 0; i < COUNT && rank == turn % size; i++)
		n_bad += sum[i] != turn + (size - 1) * i;
}

static MPI_Comm make(int turn)
{
	MPI_Comm comm;

	if (turn % 4 == 1)
		MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &comm);
	else if (turn % 4 == 2)
		MPI_Comm_split(MPI_COMM_WORLD, me == turn % n ? MPI_UNDEFINED : 0, -me, &comm);
	else
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	return comm;
}

static void use_file(char *name)
{
	int mine = me, sum = -1;
	MPI_File file;

	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	n_bad += sum != n * (n - 1) / 2;
	n_bad += MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) != MPI_SUCCESS;
	MPI_File_set_size(file, 64);
	MPI_File_write_at_all(file, me * (MPI_Offset)sizeof(mine), &mine, 1, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
}

int main(int argc, char **argv)
{
	MPI_Comm alive[ALIVE];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	for (int i = 0; i < ALIVE; i++)
		alive[i] = MPI_COMM_NULL;
	if (argc > 1)
		use_file(argv[1]);
	for (int turn = 0; turn < TURNS && argc == 1; turn++) {
		MPI_Comm *place = &alive[turn * 2 % ALIVE];

		/* Freed in another order than made, and by some ranks earlier than by others. */
		if (*place != MPI_COMM_NULL)
			MPI_Comm_free(place);
		*place = make(turn);
		if (*place != MPI_COMM_NULL)
			check(*place, turn);
	}
	for (int i = 0; i < ALIVE; i++)
		if (alive[i] != MPI_COMM_NULL)
			MPI_Comm_free(&alive[i]);
	MPI_Finalize();
	if (n_bad)
		fprintf(stderr, "rank %d: %d wrong\n", me, n_bad);
	return n_bad != 0;
}
