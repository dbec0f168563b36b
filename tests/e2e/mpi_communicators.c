/*
 * Communicators: 70 alive at once, splits with reversed keys, groups, duplicates that come and go by the
 * hundred, one of a single rank; each with its own order of ranks and its own results.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#include "e2e.h"
#include "mpi_expect.h"
#include "sumac_ops.h"

enum { ALIVE = 70, COME_AND_GO = 300, COUNT = 9 };

static int me, n, n_bad;

/* Product of complex numbers, whose bits depend on the ranks' order in the communicator. */
static void check(MPI_Comm comm, uint64_t seed)
{
	float complex_in[2 * COUNT], complex_out[2 * COUNT], complex_wanted[2 * COUNT];
	int mine[COUNT], sum[COUNT], wanted[COUNT], rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	e2e_fill(SUMAC_TYPE_C32, seed, rank, COUNT, complex_in);
	EXPECT(!MPI_Allreduce(complex_in, complex_out, COUNT, MPI_C_FLOAT_COMPLEX, MPI_PROD, comm));
	e2e_expect(SUMAC_OP_PROD, SUMAC_TYPE_C32, seed, size, COUNT, complex_wanted);
	EXPECT(e2e_compare(SUMAC_TYPE_C32, complex_out, complex_wanted, COUNT) == COUNT);

	e2e_fill(SUMAC_TYPE_I32, seed, rank, COUNT, mine);
	e2e_expect(SUMAC_OP_SUM, SUMAC_TYPE_I32, seed, size, COUNT, wanted);
	EXPECT(!MPI_Reduce(mine, sum, COUNT, MPI_INT, MPI_SUM, (int)seed % size, comm));
	if (rank == (int)seed % size)
		EXPECT(e2e_compare(SUMAC_TYPE_I32, sum, wanted, COUNT) == COUNT);
}

static void test_many_alive(void)
{
	MPI_Comm comms[ALIVE];

	for (int i = 0; i < ALIVE; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
	for (int turn = 0; turn < 2; turn++)
		for (int i = 0; i < ALIVE; i++)
			check(comms[i], (uint64_t)(turn * ALIVE + i));
	for (int i = ALIVE - 1; i >= 0; i--)
		MPI_Comm_free(&comms[i]);
}

static void test_splits(void)
{
	MPI_Comm comm, copy;

	/* Reversed. */
	MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &comm);
	check(comm, 1001);
	MPI_Comm_dup(comm, &copy);
	MPI_Comm_free(&comm);
	check(copy, 1002);
	MPI_Comm_free(&copy);
	/* Two halves, each reversed, at the same time. */
	MPI_Comm_split(MPI_COMM_WORLD, me % 2, n - me, &comm);
	for (int i = 0; i < 5; i++)
		check(comm, 1003 + (uint64_t)i);
	MPI_Comm_free(&comm);
	/* All but one. */
	MPI_Comm_split(MPI_COMM_WORLD, me == n / 2 ? MPI_UNDEFINED : 3, (me + 2) % n, &comm);
	if (comm != MPI_COMM_NULL) {
		check(comm, 1010);
		MPI_Comm_free(&comm);
	}
	check(MPI_COMM_SELF, 1011);
}

static void test_group(void)
{
	MPI_Group all, some;
	MPI_Comm comm;
	int ranks[2] = { n - 1, 0 };

	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Group_incl(all, n > 1 ? 2 : 1, ranks, &some);
	/* Only its members call this. */
	if (me == 0 || me == n - 1) {
		MPI_Comm_create_group(MPI_COMM_WORLD, some, 5, &comm);
		check(comm, 2000);
		MPI_Comm_free(&comm);
	}
	MPI_Group_free(&all);
	MPI_Group_free(&some);
}

/* The largest unsigned number is above 1; Open MPI alone takes some of these types for signed. */
static void test_unsigned(void)
{
	const MPI_Datatype types[] = { MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_UINT64_T };
	uint64_t mine = me ? 1 : UINT64_MAX, greatest;

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		greatest = 0;
		EXPECT(!MPI_Allreduce(&mine, &greatest, 1, types[i], MPI_MAX, MPI_COMM_WORLD) && greatest == UINT64_MAX);
	}
}

int main(int argc, char **argv)
{
	MPI_Comm comm, left_alive;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	check(MPI_COMM_WORLD, 1);
	test_unsigned();
	test_many_alive();
	test_splits();
	test_group();
	for (int i = 0; i < COME_AND_GO; i++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		if (i % 3)
			check(comm, 3000 + (uint64_t)i);
		MPI_Comm_free(&comm);
	}
	MPI_Comm_dup(MPI_COMM_WORLD, &left_alive);
	check(left_alive, 4000);
	check(MPI_COMM_WORLD, 4001);
	MPI_Finalize();
	return n_bad != 0;
}
