/*
 * A world of real processes for tests: forked ranks that meet over a bootstrap in shared memory.
 */
#ifndef FORK_WORLD_H
#define FORK_WORLD_H

#include "bootstrap/bootstrap.h"

/* Forks n_ranks processes, each of which runs the function and exits with what it returns. Returns the ranks'
 * exit codes, or 256 + a signal's number; a rank that has not ended after timeout_s is killed. */
void fork_world_run(int n_ranks, int timeout_s, int (*function)(struct sumac_bootstrap *bootstrap, void *arg),
		    void *arg, int *codes_out);

#endif
