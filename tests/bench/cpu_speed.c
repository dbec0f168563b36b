/*
 * Times of blocking collectives on this machine's ranks, for `make bench-cpu`: a line a point, COLLECTIVE TYPE BYTES SECONDS, where
 * bytes are what a rank gives and the time is the slowest rank's of a call, the median over blocks of calls back to back. The
 * program calls MPI and nothing else; what it asks about itself (when to begin, who was slowest) goes past Sumac to the host.
 */
#include <complex.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 16 << 20, N_BLOCKS = 5 };
static const double BLOCK_S = 0.003;
static const int sizes[] = { 8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20, 4 << 20, MOST_BYTES };
enum { N_SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static char *src, *dst;
static int n_ranks, rank, *counts;

struct point {
	MPI_Datatype type;
	int count;
};

static void call_reduce(const struct point *p)
{
	MPI_Reduce(src, dst, p->count, p->type, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void call_allreduce(const struct point *p)
{
	MPI_Allreduce(src, dst, p->count, p->type, MPI_SUM, MPI_COMM_WORLD);
}

static void call_reduce_scatter(const struct point *p)
{
	MPI_Reduce_scatter(src, dst, counts, p->type, MPI_SUM, MPI_COMM_WORLD);
}

static void call_scan(const struct point *p)
{
	MPI_Scan(src, dst, p->count, p->type, MPI_SUM, MPI_COMM_WORLD);
}

static void call_barrier(const struct point *p)
{
	(void)p;
	MPI_Barrier(MPI_COMM_WORLD);
}

static double time_of(void (*call)(const struct point *), const struct point *p, int n)
{
	double begin, mine, slowest;

	PMPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	for (int i = 0; i < n; i++)
		call(p);
	mine = (MPI_Wtime() - begin) / n;
	PMPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return slowest;
}

static int by_value(const void *left, const void *right)
{
	const double *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

static void measure(const char *collective, void (*call)(const struct point *), const char *name, int bytes, const struct point *p)
{
	double blocks[N_BLOCKS];
	int n = 1;

	/* Also what warms up: the first calls touch buffers, and a long call is its own block. */
	for (double s = time_of(call, p, 2); n < 10000 && s * n < BLOCK_S; s = time_of(call, p, n))
		n = s * 10 * n < BLOCK_S ? 10 * n : (int)(BLOCK_S / s) + 1;
	for (int i = 0; i < N_BLOCKS; i++)
		blocks[i] = time_of(call, p, n);
	qsort(blocks, N_BLOCKS, sizeof(double), by_value);
	if (rank == 0)
		printf("%s %s %d %.9f\n", collective, name, bytes, blocks[N_BLOCKS / 2]);
}

static void measure_type(const char *name, MPI_Datatype type, int extent)
{
	for (int i = 0; i < N_SIZES; i++) {
		struct point p = { type, sizes[i] < extent ? 1 : sizes[i] / extent };
		int share = p.count < n_ranks ? 1 : p.count / n_ranks;

		measure("allreduce", call_allreduce, name, p.count * extent, &p);
		measure("reduce", call_reduce, name, p.count * extent, &p);
		measure("scan", call_scan, name, p.count * extent, &p);
		for (int r = 0; r < n_ranks; r++)
			counts[r] = share;
		measure("reduce_scatter", call_reduce_scatter, name, share * n_ranks * extent, &p);
	}
}

/* Small numbers of every type have the same bits, but for their padding: what is added stays a number. */
static void fill(void *memory, const void *one, int extent)
{
	for (int at = 0; at + extent <= MOST_BYTES; at += extent)
		memcpy((char *)memory + at, one, (size_t)extent);
}

#define MEASURE(ctype, mpi_type)                                                                                       \
	do {                                                                                                           \
		ctype one = 1;                                                                                         \
                                                                                                                       \
		fill(src, &one, sizeof(one));                                                                          \
		measure_type(#mpi_type, mpi_type, sizeof(one));                                                        \
	} while (0)

int main(int argc, char **argv)
{
	struct point nothing = { MPI_BYTE, 0 };

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
	src = malloc(MOST_BYTES);
	dst = malloc(MOST_BYTES);
	counts = malloc((size_t)n_ranks * sizeof(*counts));
	if (!src || !dst || !counts)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memset(dst, 0, MOST_BYTES);
	measure("barrier", call_barrier, "-", 0, &nothing);
	MEASURE(int, MPI_INT);
	MEASURE(float, MPI_FLOAT);
	MEASURE(double, MPI_DOUBLE);
	MEASURE(double complex, MPI_C_DOUBLE_COMPLEX);
	MEASURE(long double, MPI_LONG_DOUBLE);
	free(src);
	free(dst);
	free(counts);
	MPI_Finalize();
	return 0;
}
