/*
 * Tests' own racks: starts sumac-rack (or a forked child of the test, where the NICs are fakes), and ends it.
 */
#ifndef SUMAC_TEST_RACK_CHILD_H
#define SUMAC_TEST_RACK_CHILD_H

#include <sys/types.h>

struct rack_child {
	pid_t pid;
	int lifeline_fd; /* closing it ends the rack */
	char dir[64], socket_path[96], stats_path[96], log_path[96];
};

/* Further options in argv, NULL at its end. The rack's standard error goes to log_path. Fails the test when
 * the rack does not come up. main_of: runs a rack in the forked child; NULL: executes the binary
 * (RACK_BINARY in the environment, else build/bin/sumac-rack). */
void rack_child_start(struct rack_child *rack, int n_nics, int (*main_of)(int argc, char *const argv[]),
		      const char *const *options);
/* Returns its exit status (128 + signal); removes its files. The log stays in log_out if that is not NULL. */
int rack_child_end(struct rack_child *rack, char *log_out, size_t cap_bytes);

#endif
