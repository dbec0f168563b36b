/*
 * What ends a SHMEM job: an error in a call that returns nothing, what checking mode finds, a crash, and
 * shmem_global_exit(). Usage: shmem_die PLACE [STATUS].
 */
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sumac.h"

static int source[100], dest[100], work_array[100];
static long sync_array[SHMEM_REDUCE_SYNC_SIZE] = { 0 };

int main(int argc, char **argv)
{
	const char *place = argc > 1 ? argv[1] : "";
	int on_stack[100] = { 0 };

	if (!strcmp(place, "early"))
		shmem_malloc(8);
	shmem_init();
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		sync_array[i] = SHMEM_SYNC_VALUE;
	shmem_barrier_all();
	if (!strcmp(place, "exit") && shmem_my_pe() == (shmem_n_pes() > 1))
		shmem_global_exit(argc > 2 ? atoi(argv[2]) : 7);
	if (!strcmp(place, "crash")) {
		if (shmem_my_pe() == shmem_n_pes() - 1)
			raise(SIGSEGV);
		shmem_barrier_all(); /* which ends the others */
	}
	if (!strcmp(place, "outside"))
		shmem_int_sum_to_all(dest, source, 10, 0, 1, shmem_n_pes(), work_array, sync_array);
	if (!strcmp(place, "negative"))
		shmem_int_sum_to_all(dest, source, -1, 0, 0, shmem_n_pes(), work_array, sync_array);
	if (!strcmp(place, "sync")) {
		sync_array[3] = 5;
		shmem_int_sum_to_all(dest, source, 10, 0, 0, shmem_n_pes(), work_array, sync_array);
	}
	if (!strcmp(place, "overlap"))
		shmem_int_sum_to_all(source + 1, source, 10, 0, 0, shmem_n_pes(), work_array, sync_array);
	if (!strcmp(place, "free"))
		shmem_free(source);
	if (!strcmp(place, "again")) {
		shmem_finalize();
		shmem_init();
	}
	if (!strcmp(place, "twice")) {
		shmem_finalize();
		shmem_finalize();
	}
	/* This one returns a status. */
	if (!strcmp(place, "stack")) {
		int err = shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, on_stack, 100);

		fprintf(stderr, "%s\n", sumac_last_error());
		shmem_finalize();
		return err ? 0 : 1;
	}
	if (!strcmp(place, "exit"))
		sleep(60);
	fprintf(stderr, "still there\n");
	return 0;
}
