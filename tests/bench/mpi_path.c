/*
 * The short path of an MPI program: how many instructions a rank spends on a call of 8 bytes. The core's collectives are played
 * here, so that what is counted is the front end's, in front of the core and behind it; or, if WHOLE, the core is that of
 * short_path.c, with its fake NIC, and what is counted is the way from the call to the doorbell and back, without the look at the
 * NIC, but with the copies to and from where the NIC reaches them. Run under callgrind.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/measure.h"
#include "sumac.h"

static int64_t in[2], out[2];
#ifdef WHOLE
enum { n_reached = 5 * (N_FIRST + N_CALLS) };
struct sumac_bootstrap;
int short_path_open(int looks_are_counted);

/* In the place of the front end's own beginning. */
int sumac_init_with(const struct sumac_bootstrap *bootstrap)
{
	(void)bootstrap;
	return short_path_open(0);
}
#else
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
#endif

static int allreduce(void)
{
	return MPI_Allreduce(in, out, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static int reduce(void)
{
	return MPI_Reduce(in, out, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
}

static int barrier(void)
{
	return MPI_Barrier(MPI_COMM_WORLD);
}

/* Two buffers in turn. */
static int in_turn(void)
{
	static int turn;

	turn = !turn;
	return MPI_Allreduce(&in[turn], &out[turn], 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

/* The calls of a solver in each of its steps. */
static int alternating(void)
{
	static int is_good[2], turn;

	switch (turn++ % 3) {
	case 0:
		return allreduce();
	case 1:
		return MPI_Allreduce(&is_good[0], &is_good[1], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	default:
		return barrier();
	}
}

int main(void)
{
	MPI_Init(NULL, NULL);
	measure("nothing", nothing);
	measure("allreduce", allreduce);
	measure("reduce", reduce);
	measure("barrier", barrier);
	measure("in_turn", in_turn);
	measure("alternating", alternating);
	printf("%d\n", n_reached == 5 * (N_FIRST + N_CALLS) ? N_CALLS : 0); /* none: they did not come to the core */
	fflush(stdout);
	_exit(0);
}
