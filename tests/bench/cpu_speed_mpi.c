/*
 * MPI, with the program's own buffers.
 */
#include <mpi.h>
#include <stdlib.h>

#include "cpu_speed.h"

static MPI_Datatype types[SPEED_N_TYPES];
static int *counts, n_ranks;

static void run_allreduce(void *dst, const void *src, enum speed_type type, int count)
{
	MPI_Allreduce(src, dst, count, types[type], MPI_SUM, MPI_COMM_WORLD);
}

static void run_reduce(void *dst, const void *src, enum speed_type type, int count)
{
	MPI_Reduce(src, dst, count, types[type], MPI_SUM, 0, MPI_COMM_WORLD);
}

static void run_scan(void *dst, const void *src, enum speed_type type, int count)
{
	MPI_Scan(src, dst, count, types[type], MPI_SUM, MPI_COMM_WORLD);
}

static void run_reduce_scatter(void *dst, const void *src, enum speed_type type, int count)
{
	if (counts[0] != count)
		for (int r = 0; r < n_ranks; r++)
			counts[r] = count;
	MPI_Reduce_scatter(src, dst, counts, types[type], MPI_SUM, MPI_COMM_WORLD);
}

static void run_barrier(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type, (void)count;
	MPI_Barrier(MPI_COMM_WORLD);
}

const struct speed_call speed_calls[] = {
	{ "allreduce", run_allreduce, SPEED_OF_COUNT }, { "reduce", run_reduce, SPEED_OF_COUNT },
	{ "scan", run_scan, SPEED_OF_COUNT },		{ "reduce_scatter", run_reduce_scatter, SPEED_OF_SHARES },
	{ "barrier", run_barrier, SPEED_OF_NOTHING },	{ 0 },
};

void speed_open(int *rank_out, int *n_ranks_out)
{
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, rank_out);
	MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
	*n_ranks_out = n_ranks;
	counts = speed_alloc((size_t)n_ranks * sizeof(*counts));
	counts[0] = 0;
	types[SPEED_INT] = MPI_INT;
	types[SPEED_FLOAT] = MPI_FLOAT;
	types[SPEED_DOUBLE] = MPI_DOUBLE;
	types[SPEED_COMPLEX] = MPI_C_DOUBLE_COMPLEX;
	types[SPEED_LONG_DOUBLE] = MPI_LONG_DOUBLE;
}

void *speed_alloc(size_t len_bytes)
{
	void *memory = malloc(len_bytes);

	if (!memory)
		MPI_Abort(MPI_COMM_WORLD, 1);
	return memory;
}

void speed_meet(void)
{
	PMPI_Barrier(MPI_COMM_WORLD);
}

double speed_slowest(double seconds)
{
	double slowest;

	PMPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return slowest;
}

void speed_close(void)
{
	MPI_Finalize();
}
