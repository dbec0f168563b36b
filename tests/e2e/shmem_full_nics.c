/*
 * On 3 PEs whose NICs have no room for another team: an active set of the same PEs as a team, and one of no team's PEs. The
 * job's report says which ranks computed on which.
 */
#include <shmem.h>

enum { COUNT = 4, MORE_THAN_NICS_HAVE = 68 };

static int source[COUNT], dest[COUNT], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync[2][SHMEM_REDUCE_SYNC_SIZE];

int main(void)
{
	shmem_team_t team;
	int me, n_bad = 0;

	shmem_init();
	me = shmem_my_pe();
	source[0] = 1;
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		sync[0][i] = sync[1][i] = SHMEM_SYNC_VALUE;
	n_bad += shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team) != 0;
	for (int i = 0; i < MORE_THAN_NICS_HAVE; i++)
		n_bad += shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 3, NULL, 0, &team) != 0;
	for (int i = 0; i < 5 && me < 2; i++)
		shmem_int_sum_to_all(dest, source, COUNT, 0, 0, 2, work, sync[0]);
	n_bad += me < 2 && dest[0] != 2;
	for (int i = 0; i < 4 && me > 0; i++)
		shmem_int_or_to_all(dest, source, COUNT, 1, 0, 2, work, sync[1]);
	n_bad += me > 0 && dest[0] != 1;
	shmem_finalize();
	return n_bad != 0;
}
