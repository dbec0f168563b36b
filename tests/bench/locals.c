/*
 * The benchmark of MPI_Reduce_locals on one rank: A = X op Y by Sumac's kernels, beside what a program has to do without it,
 * a copy of Y to A and then the host's MPI_Reduce_local. Repetitions of both by turns; of each the median. Columns are
 * gigabytes of one array a second, and how many times as fast. With an argument only the pairs whose names contain it.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sumac_mpi.h"
#include "sumac_ops.h"

enum { REPETITIONS = 9, MOST_BYTES = 16 << 20, LEAST_TIME_BYTES = 1 << 18 };
static const int sizes[] = { 64, 512, 16 << 10, 512 << 10, MOST_BYTES };
enum { N_SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static char *x, *y, *a;
static const char *wanted = "";
static int n_rows, n_slower;

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

static void with_sumac(int count, int bytes, MPI_Datatype type, MPI_Op op)
{
	(void)bytes;
	MPI_Reduce_locals(x, y, a, count, type, op);
}

static void with_copy(int count, int bytes, MPI_Datatype type, MPI_Op op)
{
	memcpy(a, y, (size_t)bytes);
	PMPI_Reduce_local(x, a, count, type, op);
}

static double time_of(void (*run)(int, int, MPI_Datatype, MPI_Op), int count, int bytes, MPI_Datatype type, MPI_Op op)
{
	int n = bytes < LEAST_TIME_BYTES ? LEAST_TIME_BYTES / bytes : 1;
	double begin = now_s();

	for (int i = 0; i < n; i++)
		run(count, bytes, type, op);
	return (now_s() - begin) / n;
}

static void measure(int size, MPI_Aint extent, MPI_Datatype type, MPI_Op op)
{
	int count = size / (int)extent, bytes = count * (int)extent;
	double sumac[REPETITIONS], copy[REPETITIONS];

	for (int i = -1; i < REPETITIONS; i++) {
		double s = time_of(with_sumac, count, bytes, type, op), c = time_of(with_copy, count, bytes, type, op);

		if (i < 0) /* to warm up */
			continue;
		sumac[i] = s;
		copy[i] = c;
	}
	qsort(sumac, REPETITIONS, sizeof(double), by_value);
	qsort(copy, REPETITIONS, sizeof(double), by_value);
	n_slower += sumac[REPETITIONS / 2] > copy[REPETITIONS / 2];
	printf("  %7.2f %7.2f %5.1f", bytes / sumac[REPETITIONS / 2] * 1e-9, bytes / copy[REPETITIONS / 2] * 1e-9,
	       copy[REPETITIONS / 2] / sumac[REPETITIONS / 2]);
}

/* Ordinary numbers, and pairs of which either may win. */
static void fill(int type)
{
	for (int i = 0; i < MOST_BYTES; i++) {
		x[i] = (char)(0x3f - (i & 3) % 3);
		y[i] = (char)(0x3e + (i >> 5 & 1));
	}
	/* Of long doubles few bits are numbers. */
	if (type == SUMAC_TYPE_X80 || type == SUMAC_TYPE_CX80 || type == SUMAC_TYPE_PAIR_X80_I32)
		for (int i = 0; i < MOST_BYTES; i += 16) {
			const long double left = 1.25L, right = i & 32 ? 1.5L : 0.75L;

			memcpy(x + i, &left, 10);
			memcpy(y + i, &right, 10);
		}
}

static void row(const char *op_name, MPI_Op op, const char *type_name, MPI_Datatype mpi_type, int type, int size)
{
	char name[64];
	MPI_Aint lower, extent;
	int size_here;

	snprintf(name, sizeof(name), "%s %s", op_name, type_name);
	if (!strstr(name, wanted) || mpi_type == MPI_DATATYPE_NULL || MPI_Type_size(mpi_type, &size_here) || size_here != size)
		return;
	MPI_Type_get_extent(mpi_type, &lower, &extent);
	fill(type);
	printf("%-32s", name);
	for (int i = 0; i < N_SIZES; i++)
		measure(sizes[i], extent, mpi_type, op);
	printf("\n");
	n_rows++;
}

static void copy_rates(void)
{
	printf("%-32s", "copy alone");
	for (int i = 0; i < N_SIZES; i++) {
		double begin = now_s();
		int n = 1 + (64 << 20) / sizes[i];

		for (int j = 0; j < n; j++) {
			memcpy(a, y, (size_t)sizes[i]);
			__asm__ volatile("" : : "r"(a) : "memory");
		}
		printf("  %7.2f              ", sizes[i] * (double)n / (now_s() - begin) * 1e-9);
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	wanted = argc > 1 ? argv[1] : "";
	x = malloc(MOST_BYTES);
	y = malloc(MOST_BYTES);
	a = calloc(1, MOST_BYTES);
	printf("%-32s", "bytes of an array");
	for (int i = 0; i < N_SIZES; i++)
		printf("  %21d", sizes[i]);
	printf("\n%-32s", "GB/s, and times as fast");
	for (int i = 0; i < N_SIZES; i++)
		printf("  %7s %7s %5s", "locals", "copy+", "");
	printf("\n");
	copy_rates();
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
	printf("%d pairs at %d sizes: %d times slower than a copy and the host's MPI_Reduce_local\n", n_rows, N_SIZES, n_slower);
	return MPI_Finalize();
}
