/*
 * Reductions of 1000 doubles: on the symmetric heap ("heap"), on static data ("static"), or from one to the other ("half").
 * The job's report says how many bytes the host has copied for them.
 */
#include <shmem.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 1000, ROUNDS = 5 };

static double static_source[COUNT], static_dest[COUNT];

int main(int argc, char **argv)
{
	const char *where = argc > 1 ? argv[1] : "";
	double *source, *dest;
	int n_bad = 0;

	shmem_init();
	source = !strcmp(where, "static") ? static_source : shmem_malloc(sizeof(static_source));
	dest = strcmp(where, "heap") ? static_dest : shmem_malloc(sizeof(static_dest));
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < COUNT; i++)
			source[i] = i + round;
		n_bad += shmem_double_sum_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT);
		for (int i = 0; i < COUNT; i++)
			n_bad += dest[i] != (i + round) * (double)shmem_n_pes();
	}
	shmem_finalize();
	return n_bad != 0;
}
