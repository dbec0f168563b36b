/*
 * MPI and SHMEM in one program, begun and ended in the order that the arguments say, as "mpi shmem shmem mpi": both reduce on
 * the engines, on the same job, for as long as they last.
 */
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>

static int n_bad;
static long psync[SHMEM_REDUCE_SYNC_SIZE];
static int pwork[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static int source, dest;

#define EXPECT(condition) ((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "line %d: %s\n", __LINE__, #condition)))

static void reduce_in_mpi(void)
{
	int me, n, sum = 0;
	MPI_Comm copy;

	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	EXPECT(!MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) && sum == n * (n - 1) / 2);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &copy);
	EXPECT(!MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_MAX, copy) && sum == n - 1);
	MPI_Comm_free(&copy);
}

static void reduce_in_shmem(void)
{
	int me = shmem_my_pe(), n = shmem_n_pes(), *mine = shmem_malloc(sizeof(*mine)), *sum = shmem_malloc(sizeof(*sum));

	*mine = me + 1;
	EXPECT(!shmem_int_sum_reduce(SHMEM_TEAM_WORLD, sum, mine, 1) && *sum == n * (n + 1) / 2);
	/* An active set, whose members meet through the launcher. */
	source = me;
	if (me < 2 && n > 2) {
		shmem_int_sum_to_all(&dest, &source, 1, 0, 0, 2, pwork, psync);
		EXPECT(dest == 1);
	}
	shmem_barrier_all();
	shmem_free(sum);
	shmem_free(mine);
}

int main(int argc, char **argv)
{
	int mpi_lasts = 0, shmem_lasts = 0;

	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		psync[i] = SHMEM_SYNC_VALUE;
	for (int i = 1; i < argc; i++) {
		int *lasts = strcmp(argv[i], "mpi") ? &shmem_lasts : &mpi_lasts;

		*lasts = !*lasts;
		if (lasts == &mpi_lasts)
			mpi_lasts ? MPI_Init(NULL, NULL) : MPI_Finalize();
		else
			shmem_lasts ? shmem_init() : shmem_finalize();
		if (mpi_lasts)
			reduce_in_mpi();
		if (shmem_lasts)
			reduce_in_shmem();
	}
	return n_bad != 0;
}
