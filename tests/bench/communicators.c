/*
 * Many communicators: makes COUNT duplicates of MPI_COMM_WORLD, calls CALLS allreduces of one number on each, in turn, and frees
 * them. Prints how many milliseconds that took: communicators COUNT CALLS.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_COUNT = 1000 };

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 0, n_calls = argc > 2 ? atoi(argv[2]) : 0, rank, one = 1, sum = 0, size;
	MPI_Comm comms[MAX_COUNT];
	double begin;

	if (count < 0 || count > MAX_COUNT)
		return 2;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	for (int i = 0; i < count; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
	for (int call = 0; call < n_calls; call++)
		for (int i = 0; i < count; i++)
			MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comms[i]);
	for (int i = 0; i < count; i++)
		MPI_Comm_free(&comms[i]);
	if (!rank)
		printf("%.2f\n", 1e3 * (MPI_Wtime() - begin));
	MPI_Finalize();
	return sum != size;
}
