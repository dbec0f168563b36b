/*
 * The program that both the rack and SMPI run: plain MPI, allreduces of doubles, timed as OSU's benchmark does: a barrier, then
 * one call. mpi_allreduce BYTES CALLS prints the mean of its calls on the rank where that is longest, in microseconds of
 * MPI_Wtime: simulated time under SMPI, and of no use on the rack, whose report tells simulated cycles. It ends with 1 if a
 * result is wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <mpi.h>

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoull(argv[1], NULL, 0) / sizeof(double) : 0;
	int calls = argc > 2 ? atoi(argv[2]) : 0, rank, size, wrong = 0, any_wrong = 0;
	double *src = malloc(count * sizeof(*src)), *dst = malloc(count * sizeof(*dst));
	double us = 0, most_us = 0;

	if (!count || calls < 1 || !src || !dst) {
		fprintf(stderr, "mpi_allreduce: mpi_allreduce BYTES CALLS, at least 8 bytes and one call\n");
		return 2;
	}
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (size_t i = 0; i < count; i++)
		src[i] = (double)(i % 1000) + rank;
	for (int i = 0; i < calls; i++) {
		double begin;

		MPI_Barrier(MPI_COMM_WORLD);
		begin = MPI_Wtime();
		MPI_Allreduce(src, dst, (int)count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		us += (MPI_Wtime() - begin) * 1e6 / calls;
	}
	for (size_t i = 0; i < count; i++)
		wrong |= dst[i] != size * (double)(i % 1000) + size * (size - 1) / 2;
	/* No further allreduce: the report adds up calls of a kind. */
	MPI_Reduce(&us, &most_us, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	MPI_Reduce(&wrong, &any_wrong, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
	if (!rank && !any_wrong)
		printf("%.4f\n", most_us);
	MPI_Finalize();
	free(src);
	free(dst);
	return any_wrong;
}
