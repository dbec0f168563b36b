/*
 * Collectives of more elements than an int counts, which MPI takes from version 4 on.
 */
#include "huge.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "mpi_expect.h"

static int me, n, n_bad;

#if MPI_VERSION >= 4
static uint8_t given_by(int rank, size_t i)
{
	return (uint8_t)(i * 7 + i / 251 + (size_t)rank * 31);
}

static uint8_t wanted(size_t i)
{
	uint8_t value = 0;

	for (int rank = 0; rank < n; rank++)
		value ^= given_by(rank, i);
	return value;
}

static void fill(uint8_t *memory, size_t from, size_t count)
{
	for (size_t i = from; i < from + count; i++)
		memory[i] = given_by(me, i);
}

/* And clears it, for the next one. */
static size_t n_wrong(uint8_t *memory, size_t from, size_t count)
{
	size_t n_found = 0;

	for (size_t i = from; i < from + count; i++) {
		n_found += memory[i] != wanted(i);
		memory[i] = 0x5A;
	}
	return n_found;
}

static void expect(uint8_t *memory)
{
	EXPECT(n_wrong(memory, 0, HUGE_PIECE) == 0);
	EXPECT(n_wrong(memory, HUGE_FRONT, HUGE_TAIL) == 0);
	EXPECT(memory[HUGE_COUNT] == 0x5A);
}

static void test_all(void)
{
	uint8_t *src = huge_alloc(), *dst = huge_alloc();
	MPI_Count counts[] = { HUGE_COUNT };
	MPI_Request request;

	fill(src, 0, HUGE_PIECE);
	fill(src, HUGE_FRONT, HUGE_TAIL);
	memset(dst + HUGE_FRONT, 0x5A, HUGE_TAIL + 1);
	EXPECT(!MPI_Allreduce_c(src, dst, HUGE_COUNT, MPI_BYTE, MPI_BXOR, MPI_COMM_WORLD));
	expect(dst);
	EXPECT(!MPI_Ireduce_c(src, dst, HUGE_COUNT, MPI_UINT8_T, MPI_BXOR, 0, MPI_COMM_WORLD, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	if (!me)
		expect(dst);
	if (n == 1) {
		EXPECT(!MPI_Reduce_scatter_c(src, dst, counts, MPI_BYTE, MPI_BXOR, MPI_COMM_WORLD));
		expect(dst);
	}
}
#endif

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
#if MPI_VERSION >= 4
	test_all();
#endif
	MPI_Finalize();
	return n_bad != 0;
}
