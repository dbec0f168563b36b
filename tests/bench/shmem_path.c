/*
 * The short path of a SHMEM program: how many instructions a PE spends on a reduction of 8 bytes in front of the core, whose
 * collectives are played here, and behind it. Checking mode is off, and is to cost nothing. Run under callgrind.
 */
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/measure.h"
#include "sumac.h"

static int64_t in, out, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync_array[SHMEM_REDUCE_SYNC_SIZE];
static int n_reached;

int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count)
{
	(void)team, (void)op, (void)type, (void)dst, (void)src, (void)count;
	n_reached++;
	return 0;
}

static int on_team(void)
{
	return shmem_int64_sum_reduce(SHMEM_TEAM_WORLD, &out, &in, 1);
}

static int on_set(void)
{
	shmem_long_sum_to_all(&out, &in, 1, 0, 0, 1, work, sync_array);
	return 0;
}

int main(void)
{
	shmem_init();
	measure("nothing", nothing);
	measure("on_team", on_team);
	measure("on_set", on_set);
	printf("%d\n", n_reached == 2 * (N_FIRST + N_CALLS) ? N_CALLS : 0); /* none: they did not come to the core */
	fflush(stdout);
	_exit(0);
}
