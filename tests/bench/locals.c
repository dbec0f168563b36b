/*
 * The benchmark of MPI_Reduce_locals on one rank: A = X op Y by Sumac's kernels, beside what a program has to do without it,
 * a copy of Y to A and then the host's MPI_Reduce_local. Both do the same to the same arrays, by turns of well under a
 * millisecond where arrays are small, each after a call of its own that is not timed: what the other left in the caches is not
 * its own. Copies take two turns of a round, so that it shows how far a thing is from itself. Columns are gigabytes of one array
 * a second, and how many times as fast: the median of the rounds' quotients. With an argument only pairs whose names contain it,
 * and with a second one only arrays of that many bytes.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sumac_mpi.h"
#include "sumac_ops.h"

enum { MOST_BYTES = 16 << 20, LEAST_TIME_BYTES = 1 << 17, CACHED_BYTES = 4 << 20 };
/* It takes caches a millisecond, or dozens of passes, to keep what is used again. */
enum { LEAST_ROUNDS = 9, MOST_ROUNDS = 201, LEAST_ROUNDS_NS = 8000000, MEASUREMENTS = 3, MOST_ROWS = 1000 };
#define MOST_NOISE 0.05
static const int sizes[] = { 64, 512, 16 << 10, 512 << 10, MOST_BYTES };
enum { N_SIZES = sizeof(sizes) / sizeof(sizes[0]) };
enum side { SUMAC, COPY, COPY_AGAIN, N_SIDES };

static char *x, *y, *a;
static const char *wanted = "";
static int wanted_bytes, n_rows;

/* Times as fast as a copy, and a copy as a copy. */
static struct { char name[64]; double sumac[N_SIZES], copy[N_SIZES]; } rows[MOST_ROWS];

static double now_s(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int by_value(const void *left, const void *right)
{
	const double *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

static double median(double *values, int n)
{
	qsort(values, (size_t)n, sizeof(double), by_value);
	return values[n / 2];
}

static void run(enum side side, int n, int count, int bytes, MPI_Datatype type, MPI_Op op)
{
	if (side == SUMAC)
		for (int i = 0; i < n; i++)
			MPI_Reduce_locals(x, y, a, count, type, op);
	else
		for (int i = 0; i < n; i++) {
			memcpy(a, y, (size_t)bytes);
			PMPI_Reduce_local(x, a, count, type, op);
		}
}

static double time_of(enum side side, int count, int bytes, MPI_Datatype type, MPI_Op op)
{
	int n = bytes < LEAST_TIME_BYTES ? LEAST_TIME_BYTES / bytes : 1;
	double begin;

	if (bytes < CACHED_BYTES)
		run(side, 1, count, bytes, type, op);
	begin = now_s();
	run(side, n, count, bytes, type, op);
	return (now_s() - begin) / n;
}

/* Rounds, of which the first warms up. Another subject begins each time. */
static double measure_once(int count, int bytes, MPI_Datatype type, MPI_Op op, double medians_out[N_SIDES], double *copy_out)
{
	static double times[N_SIDES][MOST_ROUNDS], quotients[MOST_ROUNDS], copies[MOST_ROUNDS];
	double end = now_s() + 1e-9 * LEAST_ROUNDS_NS;
	int n = -1;

	for (; n < LEAST_ROUNDS || (n < MOST_ROUNDS && now_s() < end); n++)
		for (int turn = 0; turn < N_SIDES; turn++) {
			enum side side = (enum side)((n + 1 + turn) % N_SIDES);

			times[side][n < 0 ? 0 : n] = time_of(side, count, bytes, type, op);
		}
	for (int i = 0; i < n; i++) {
		quotients[i] = (times[COPY][i] + times[COPY_AGAIN][i]) / 2 / times[SUMAC][i];
		copies[i] = times[COPY][i] / times[COPY_AGAIN][i];
	}
	for (int side = 0; side < N_SIDES; side++)
		medians_out[side] = median(times[side], n);
	*copy_out = median(copies, n);
	return median(quotients, n);
}

/* A pair that seems slower is measured again, as another process may have been at work: the median of three counts. */
static void measure(int size, MPI_Aint extent, MPI_Datatype type, MPI_Op op, double *sumac_out, double *copy_out)
{
	int count = size / (int)extent, bytes = count * (int)extent;
	double medians[N_SIDES], again[MEASUREMENTS];

	*sumac_out = again[0] = measure_once(count, bytes, type, op, medians, copy_out);
	if (*sumac_out < 1) {
		for (int i = 1; i < MEASUREMENTS; i++)
			again[i] = measure_once(count, bytes, type, op, medians, copy_out);
		*sumac_out = median(again, MEASUREMENTS);
	}
	printf("  %7.2f %7.2f %5.2f", bytes / medians[SUMAC] * 1e-9, bytes / medians[COPY] * 1e-9, *sumac_out);
}

/* Ordinary numbers, and pairs of which either may win. */
static void fill(int type)
{
	for (int i = 0; i < MOST_BYTES; i++) {
		x[i] = (char)(0x3f - (i & 3) % 3);
		y[i] = (char)(0x3e + (i >> 5 & 1));
	}
	/* Few patterns of bits are long doubles. */
	if (type == SUMAC_TYPE_X80 || type == SUMAC_TYPE_CX80 || type == SUMAC_TYPE_PAIR_X80_I32)
		for (int i = 0; i < MOST_BYTES; i += 16) {
			const long double left = 1.25L, right = i & 32 ? 1.5L : 0.75L;

			memcpy(x + i, &left, 10);
			memcpy(y + i, &right, 10);
		}
}

static int is_wanted(int i)
{
	return !wanted_bytes || sizes[i] == wanted_bytes;
}

static void row(const char *op_name, MPI_Op op, const char *type_name, MPI_Datatype mpi_type, int type, int size)
{
	char name[64];
	MPI_Aint lower, extent;
	int size_here;

	snprintf(name, sizeof(name), "%s %s", op_name, type_name);
	if (!strstr(name, wanted) || n_rows == MOST_ROWS || mpi_type == MPI_DATATYPE_NULL || MPI_Type_size(mpi_type, &size_here) ||
	    size_here != size)
		return;
	MPI_Type_get_extent(mpi_type, &lower, &extent);
	fill(type);
	printf("%-32s", name);
	snprintf(rows[n_rows].name, sizeof(rows[n_rows].name), "%s", name);
	for (int i = 0; i < N_SIZES; i++)
		if (is_wanted(i))
			measure(sizes[i], extent, mpi_type, op, &rows[n_rows].sumac[i], &rows[n_rows].copy[i]);
	printf("\n");
	fflush(stdout);
	n_rows++;
}

/* How far a copy is from itself, but for the farthest hundredth; what is slower by more than that is slower. A busy machine
 * hides nothing. */
static int tell_size(int i)
{
	static double distances[MOST_ROWS];
	double noise;
	int n_below = 0, n_slower = 0;

	for (int j = 0; j < n_rows; j++)
		distances[j] = fabs(log(rows[j].copy[i]));
	qsort(distances, (size_t)n_rows, sizeof(double), by_value);
	noise = fmin(distances[n_rows - 1 - n_rows / 100], log(1 + MOST_NOISE));
	for (int j = 0; j < n_rows; j++) {
		n_below += rows[j].sumac[i] < 1;
		if (log(rows[j].sumac[i]) >= -noise)
			continue;
		n_slower++;
		printf("slower: %s of %d bytes, %.2f times as fast\n", rows[j].name, sizes[i], rows[j].sumac[i]);
	}
	printf("%8d bytes: %d of %d pairs below 1, %d by more than %.1f %%, a copy's difference from itself\n", sizes[i], n_below,
	       n_rows, n_slower, 100 * (exp(noise) - 1));
	return n_slower;
}

int main(int argc, char **argv)
{
	int n_slower = 0;

	MPI_Init(&argc, &argv);
	wanted = argc > 1 ? argv[1] : "";
	wanted_bytes = argc > 2 ? atoi(argv[2]) : 0;
	x = malloc(MOST_BYTES);
	y = malloc(MOST_BYTES);
	a = calloc(1, MOST_BYTES);
	printf("%-32s", "bytes of an array");
	for (int i = 0; i < N_SIZES; i++)
		if (is_wanted(i))
			printf("  %21d", sizes[i]);
	printf("\n%-32s", "GB/s, and times as fast");
	for (int i = 0; i < N_SIZES; i++)
		if (is_wanted(i))
			printf("  %7s %7s %5s", "locals", "copy+", "");
	printf("\n");
#define ROW(op_name, op, handle, type, size, allowed) \
	if ((allowed) >> SUMAC_OP_##op & 1) \
		row(#op, op_name, #handle, handle, SUMAC_TYPE_##type, size);
	/* A name for each type of Sumac's; the others are the same. Not binary128, as what these MPIs do for MPI_REAL16 is the
	 * arithmetic of another type: 1.5 + 2.25 is 2.25 with Open MPI, and NaN with MPICH. */
#define TYPES(op_name, op) \
	ROW(op_name, op, MPI_INT8_T, I8, 1, 0x07fe) ROW(op_name, op, MPI_INT16_T, I16, 2, 0x07fe) \
	ROW(op_name, op, MPI_INT32_T, I32, 4, 0x07fe) ROW(op_name, op, MPI_INT64_T, I64, 8, 0x07fe) \
	ROW(op_name, op, MPI_UINT8_T, U8, 1, 0x07fe) ROW(op_name, op, MPI_UINT64_T, U64, 8, 0x07fe) \
	ROW(op_name, op, MPI_FLOAT, F32, 4, 0x001e) ROW(op_name, op, MPI_DOUBLE, F64, 8, 0x001e) \
	ROW(op_name, op, MPI_LONG_DOUBLE, X80, 16, 0x001e) \
	ROW(op_name, op, MPI_C_FLOAT_COMPLEX, C32, 8, 0x0006) ROW(op_name, op, MPI_C_DOUBLE_COMPLEX, C64, 16, 0x0006) \
	ROW(op_name, op, MPI_C_LONG_DOUBLE_COMPLEX, CX80, 32, 0x0006) ROW(op_name, op, MPI_C_BOOL, L8, 1, 0x0700) \
	ROW(op_name, op, MPI_LOGICAL, L32, 4, 0x0700) ROW(op_name, op, MPI_BYTE, B8, 1, 0x00e0) \
	ROW(op_name, op, MPI_FLOAT_INT, PAIR_F32_I32, 8, 0x1800) ROW(op_name, op, MPI_DOUBLE_INT, PAIR_F64_I32, 12, 0x1800) \
	ROW(op_name, op, MPI_LONG_INT, PAIR_I64_I32, 12, 0x1800) ROW(op_name, op, MPI_2INT, PAIR_I32_I32, 8, 0x1800) \
	ROW(op_name, op, MPI_SHORT_INT, PAIR_I16_I32, 6, 0x1800) \
	ROW(op_name, op, MPI_LONG_DOUBLE_INT, PAIR_X80_I32, 20, 0x1800) \
	ROW(op_name, op, MPI_2DOUBLE_PRECISION, PAIR_F64_F64, 16, 0x1800)
#define SUMAC_MPI_OPERATION(handle, op) TYPES(handle, op)
#include "frontend/mpi/mpi_handles.inc"
	for (int i = 0; n_rows && i < N_SIZES; i++)
		if (is_wanted(i))
			n_slower += tell_size(i);
	printf("%d pairs: %d times slower than a copy and the host's MPI_Reduce_local\n", n_rows, n_slower);
	return MPI_Finalize();
}
