/*
 * The rack that a job brings along: simulated NICs in a process of their own.
 */
#ifndef SUMAC_RACK_PROCESS_H
#define SUMAC_RACK_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct sumac_rack_process {
	pid_t pid;	 /* 0: none runs */
	int lifeline_fd; /* the rack ends when this is closed */
};

/* A rack, or all cards together, that a busy machine lets wait for so long has not died. */
enum { SUMAC_STOP_MS = 20000 };

/* Events that end the wait for a rack early, and whether one has. */
struct sumac_rack_wait {
	int signal_fd; /* from which the launcher reads its signals */
	double ends_s; /* on the clock; 0: only the rack's own limit counts */
	int asked_signal;
	bool has_timed_out;
	bool is_usage; /* the rack has refused its options */
};

/* Starts it and waits until it answers on socket_path. 0, or -1 with a message on stderr. */
int sumac_rack_process_start(const char *title, const char *socket_path, int n_nics, const char *clock, const char *patience,
			     struct sumac_rack_wait *wait, struct sumac_rack_process *rack_out);
/* Waits until a started process says "ready" on that pipe. 0 or -1. */
int sumac_rack_process_await(int fd, struct sumac_rack_wait *wait);
/* Whether a process that was asked to end has, in what is left of SUMAC_STOP_MS; counts the waiting. */
bool sumac_simulator_has_gone(pid_t pid, int *waited_ms_io, int *status_out);
/* Ends it, by force if need be. 0, or -1 with a message if
 * it ended badly (its protocol checker saw a violation). */
int sumac_rack_process_stop(const char *title, struct sumac_rack_process *rack);

#endif
