/*
 * These end a SHMEM job: an error in a call that returns nothing, what checking mode finds, a crash, and
 * shmem_global_exit(). Usage: shmem_die PLACE [STATUS [WHAT]].
 */
#include <pthread.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/frontend.h"

static int source[100], dest[100], work_array[100], is_leaving;
static long sync_array[SHMEM_REDUCE_SYNC_SIZE] = { 0 };

static void tell(void)
{
	shmem_int_p(&is_leaving, 1, 0);
	shmem_quiet();
}

/* PE 1 goes without shmem_finalize(), while PE 0 does what the argument says. */
static int leave(const char *what, int status)
{
	source[0] = 7 * shmem_my_pe();
	shmem_barrier_all();
	if (shmem_my_pe()) {
		atexit(tell);
		return status;
	}
	shmem_int_wait_until(&is_leaving, SHMEM_CMP_EQ, 1);
	for (int i = 0; i < 100; i++)
		if (shmem_int_g(source, 1) != 7)
			fprintf(stderr, "PE 1 is not there any more\n");
	if (!strcmp(what, "wait"))
		shmem_int_wait_until(&is_leaving, SHMEM_CMP_EQ, 2);
	if (!strcmp(what, "collective"))
		shmem_barrier_all();
	if (!strcmp(what, "reduction") && shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 1))
		return 9;
	shmem_finalize();
	return 0;
}

/* As an exit handler that is older than shmem_init(), or the destructor of a global object. */
static void end_late(void)
{
	shmem_barrier_all();
	if (shmem_int_g(source, (shmem_my_pe() + 1) % shmem_n_pes()) != 7)
		fprintf(stderr, "a PE is not there any more\n");
	shmem_finalize();
}

static void *wait_for_nobody(void *arg)
{
	shmem_int_wait_until(&is_leaving, SHMEM_CMP_EQ, 2);
	return arg;
}

static void exit_during_a_call(void)
{
	pthread_t thread;

	alarm(60); /* a hang ends as a failure */
	pthread_create(&thread, NULL, wait_for_nobody, NULL);
	while (!sumac_is_in_a_call())
		usleep(100);
	exit(4);
}

int main(int argc, char **argv)
{
	const char *place = argc > 1 ? argv[1] : "";
	int on_stack[100] = { 0 };

	if (!strcmp(place, "early"))
		shmem_malloc(8);
	if (!strcmp(place, "handler"))
		atexit(end_late);
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
	if (!strcmp(place, "leave"))
		return leave(argc > 3 ? argv[3] : "", argc > 2 ? atoi(argv[2]) : 0);
	if (!strcmp(place, "handler")) {
		source[0] = 7;
		return argc > 2 ? atoi(argv[2]) : 0;
	}
	if (!strcmp(place, "thread"))
		exit_during_a_call();
	if (!strcmp(place, "fork")) {
		if (!fork())
			exit(5);
		wait(NULL);
		shmem_barrier_all();
		shmem_finalize();
		return 0;
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
		return 4;
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
