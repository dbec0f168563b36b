/*
 * Times of MPI's collectives as the OSU micro-benchmarks define them, for `make bench-cpu`: isolated FORM BUFFERS MS TYPE
 * COLLECTIVE BYTES..., where "all" picks every collective. Each rank times each call by itself; a barrier, which is not timed,
 * parts the calls.
 * FORM is "blocking" or "nonblocking", whose time is that of start and wait. With BUFFERS "same" all calls have the same memory,
 * with "fresh" each has memory that none of the last calls had. It measures for MS milliseconds a point. A line a point,
 * COLLECTIVE BYTES AVERAGE SLOWEST, in seconds a call: the average over ranks, and the slowest rank's. BYTES are what a rank gives.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CALLS = 4, MOST_CALLS = 1000, POOL_BYTES = 64 << 20, PAGE = 4096 };

static MPI_Datatype type;
static size_t extent;
static int n_ranks, rank, *counts;
static char *pool[2]; /* operands, results */

static void run_allreduce(void *dst, const void *src, int count, MPI_Request *request)
{
	if (request)
		MPI_Iallreduce(src, dst, count, type, MPI_SUM, MPI_COMM_WORLD, request);
	else
		MPI_Allreduce(src, dst, count, type, MPI_SUM, MPI_COMM_WORLD);
}

static void run_reduce(void *dst, const void *src, int count, MPI_Request *request)
{
	if (request)
		MPI_Ireduce(src, dst, count, type, MPI_SUM, 0, MPI_COMM_WORLD, request);
	else
		MPI_Reduce(src, dst, count, type, MPI_SUM, 0, MPI_COMM_WORLD);
}

/* A rank has so many of all elements. */
static int share_of(int of_rank, int count)
{
	return count / n_ranks + (of_rank < count % n_ranks);
}

static void run_reduce_scatter(void *dst, const void *src, int count, MPI_Request *request)
{
	for (int r = 0; r < n_ranks; r++)
		counts[r] = share_of(r, count);
	if (request)
		MPI_Ireduce_scatter(src, dst, counts, type, MPI_SUM, MPI_COMM_WORLD, request);
	else
		MPI_Reduce_scatter(src, dst, counts, type, MPI_SUM, MPI_COMM_WORLD);
}

static void run_reduce_scatter_block(void *dst, const void *src, int count, MPI_Request *request)
{
	if (request)
		MPI_Ireduce_scatter_block(src, dst, share_of(0, count), type, MPI_SUM, MPI_COMM_WORLD, request);
	else
		MPI_Reduce_scatter_block(src, dst, share_of(0, count), type, MPI_SUM, MPI_COMM_WORLD);
}

static void run_scan(void *dst, const void *src, int count, MPI_Request *request)
{
	if (request)
		MPI_Iscan(src, dst, count, type, MPI_SUM, MPI_COMM_WORLD, request);
	else
		MPI_Scan(src, dst, count, type, MPI_SUM, MPI_COMM_WORLD);
}

static void run_exscan(void *dst, const void *src, int count, MPI_Request *request)
{
	if (request)
		MPI_Iexscan(src, dst, count, type, MPI_SUM, MPI_COMM_WORLD, request);
	else
		MPI_Exscan(src, dst, count, type, MPI_SUM, MPI_COMM_WORLD);
}

static void run_barrier(void *dst, const void *src, int count, MPI_Request *request)
{
	(void)dst, (void)src, (void)count;
	if (request)
		MPI_Ibarrier(MPI_COMM_WORLD, request);
	else
		MPI_Barrier(MPI_COMM_WORLD);
}

static const struct collective {
	const char *name;
	void (*run)(void *dst, const void *src, int count, MPI_Request *request);
} collectives[] = {
	{ "reduce", run_reduce },	  { "allreduce", run_allreduce }, { "reduce_scatter", run_reduce_scatter },
	{ "reduce_scatter_block", run_reduce_scatter_block },		  { "scan", run_scan },
	{ "exscan", run_exscan },	  { "barrier", run_barrier },
};
enum { N_COLLECTIVES = sizeof(collectives) / sizeof(collectives[0]) };

/* Call number i's place in the pools. */
static size_t place_of(int i, size_t len_bytes, int is_fresh)
{
	size_t step = (len_bytes / PAGE + 1) * PAGE;

	return is_fresh ? (size_t)i % (POOL_BYTES / step) * step : 0;
}

/* Seconds of n calls on this rank, without the barriers between them. */
static double time_of(const struct collective *collective, size_t len_bytes, int n, int is_nonblocking, int is_fresh)
{
	MPI_Request request;
	double begin, sum = 0;

	for (int i = 0; i < n; i++) {
		size_t at = place_of(i, len_bytes, is_fresh);

		begin = MPI_Wtime();
		collective->run(pool[1] + at, pool[0] + at, (int)(len_bytes / extent), is_nonblocking ? &request : NULL);
		if (is_nonblocking)
			MPI_Wait(&request, MPI_STATUS_IGNORE);
		sum += MPI_Wtime() - begin;
		MPI_Barrier(MPI_COMM_WORLD);
	}
	return sum;
}

static void measure(const struct collective *collective, size_t len_bytes, double wanted_s, int is_nonblocking, int is_fresh)
{
	double begin, s, is[2], all[2];
	int n = LEAST_CALLS;

	/* The first calls warm up; the next ones say how many the time is enough for, by rank 0's word. */
	time_of(collective, len_bytes, 2, is_nonblocking, is_fresh);
	begin = MPI_Wtime();
	time_of(collective, len_bytes, n, is_nonblocking, is_fresh);
	s = (MPI_Wtime() - begin) / n;
	n = s * MOST_CALLS < wanted_s ? MOST_CALLS : (int)(wanted_s / s);
	n = n < LEAST_CALLS ? LEAST_CALLS : n;
	MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
	time_of(collective, len_bytes, n / 5, is_nonblocking, is_fresh);
	is[0] = is[1] = time_of(collective, len_bytes, n, is_nonblocking, is_fresh) / n;
	MPI_Reduce(&is[0], &all[0], 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Reduce(&is[1], &all[1], 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%s %zu %.9f %.9f\n", collective->name, len_bytes, all[0] / n_ranks, all[1]);
}

static int open_type(const char *name)
{
	const union {
		int i;
		float f;
		double d;
		char c;
		long double l;
	} one_of[] = { { .i = 1 }, { .f = 1 }, { .d = 1 }, { .c = 1 }, { .l = 1 } };
	const struct {
		const char *name;
		MPI_Datatype type;
		size_t extent;
	} types[] = {
		{ "int", MPI_INT, sizeof(int) },
		{ "float", MPI_FLOAT, sizeof(float) },
		{ "double", MPI_DOUBLE, sizeof(double) },
		{ "char", MPI_CHAR, sizeof(char) },
		{ "long_double", MPI_LONG_DOUBLE, sizeof(long double) },
	};

	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++)
		if (strcmp(types[t].name, name) == 0) {
			type = types[t].type;
			extent = types[t].extent;
			for (size_t at = 0; at < POOL_BYTES; at += extent)
				memcpy(pool[0] + at, &one_of[t], extent);
			return 0;
		}
	return -1;
}

int main(int argc, char **argv)
{
	int is_nonblocking, is_fresh;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
	counts = malloc((size_t)n_ranks * sizeof(*counts));
	for (int i = 0; i < 2; i++)
		pool[i] = calloc(1, POOL_BYTES);
	if (argc < 7 || !counts || !pool[0] || !pool[1] || open_type(argv[4]))
		MPI_Abort(MPI_COMM_WORLD, 2);
	memset(pool[1], 1, POOL_BYTES);
	is_nonblocking = strcmp(argv[1], "nonblocking") == 0;
	is_fresh = strcmp(argv[2], "fresh") == 0;
	for (int c = 0; c < N_COLLECTIVES; c++) {
		if (strcmp(argv[5], "all") != 0 && strcmp(argv[5], collectives[c].name) != 0)
			continue;
		for (int i = 6; i < argc; i++) {
			size_t len_bytes = strtoul(argv[i], NULL, 10) / extent * extent;

			if (collectives[c].run == run_barrier)
				len_bytes = 0;
			else if (len_bytes < extent)
				continue;
			measure(&collectives[c], len_bytes, atof(argv[3]) / 1e3, is_nonblocking, is_fresh);
			if (len_bytes == 0)
				break;
		}
	}
	MPI_Finalize();
	return 0;
}
