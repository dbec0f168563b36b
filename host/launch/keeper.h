/*
 * The keeper: the process that the user starts and signals. It forks the launcher proper and
 * outlives it, so that a job ends whole whichever of the two is killed.
 */
#ifndef SUMAC_KEEPER_H
#define SUMAC_KEEPER_H

/* After these times the child has failed to end the job, and the keeper ends it. */
struct sumac_keeper_limits {
	double job_s; /* from the beginning; 0: none */
	double end_s; /* from the first signal that asks for the end */
};

/* Runs body(ctx) in a child and returns the exit status that body returned. Signals to this process go on to
 * the child (blocked there: it reads them by signalfd). Afterwards all descendants are gone and job_dir is
 * removed: the child sees to it when this process is killed. */
int sumac_keeper_keep(const char *title, const char *job_dir, const struct sumac_keeper_limits *limits, int (*body)(void *ctx),
		      void *ctx);

/* Blocks and returns the signals that both sides read by signalfd, without those that were ignored before. */
int sumac_keeper_signal_fd(void);
/* Unblocks them, in a child before exec. */
void sumac_keeper_unblock_signals(void);
/* Makes a child, before exec, a helper of the job in a process group of its own: it dies with the launcher, reads nothing, leaves
 * standard output to the program, and keeps the two descriptors. */
void sumac_keeper_become_helper(int parent_fd, int ready_fd);

#endif
