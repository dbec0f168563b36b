/*
 * The MPI front end's part of the short path: how many instructions a rank by itself spends on a call of 8 bytes in front of
 * the core and behind it. The core's collectives are played here. Run under callgrind.
 */
#include <mpi.h>
#include <stdio.h>

#include "bench/measure.h"
#include "sumac.h"

static double in = 1, out;
static int n_reached;

int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count)
{
	(void)team, (void)op, (void)type, (void)dst, (void)src, (void)count;
	n_reached++;
	return 0;
}

int sumac_reduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count,
		 int root)
{
	(void)team, (void)op, (void)type, (void)dst, (void)src, (void)count, (void)root;
	n_reached++;
	return 0;
}

int sumac_barrier(struct sumac_team *team)
{
	(void)team;
	n_reached++;
	return 0;
}

static int allreduce(void)
{
	return MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static int reduce(void)
{
	return MPI_Reduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static int barrier(void)
{
	return MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
	MPI_Init(NULL, NULL);
	measure("nothing", nothing);
	measure("allreduce", allreduce);
	measure("reduce", reduce);
	measure("barrier", barrier);
	printf("%d\n", n_reached == 3 * (N_CALLS + 2) ? N_CALLS : 0); /* none: they did not come to the core */
	MPI_Finalize();
	return 0;
}
