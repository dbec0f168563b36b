/*
 * A job: the processes that the launcher started, and how each of them ended.
 */
#ifndef SUMAC_LAUNCH_H
#define SUMAC_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "launch/rack_process.h"
#include "launch/xrt_process.h"

struct sumac_process {
	pid_t pid; /* 0: it has ended, or never began */
	bool has_connected;
	bool has_finalized;
	bool has_exited_early; /* it ended with status 0 before it connected */
	bool awaits_word;      /* it exited with status 0, and the PMIx server has yet to say whether it finalized first */
	int n_turns;	       /* of the server's thread since then, after it had read all that was sent, */
	int n_unread_turns;    /* and before it had */
	int lost_order;	       /* 1: the first whose connection broke; 0: it did not break */
	bool is_status_told;   /* to the user, by a note that it left before it ended */
	bool is_told;	       /* the user and the other ranks know that it failed */
};

struct sumac_launch {
	const char *title; /* "sumac run" */
	const char *dir;
	char **program; /* argv of the processes */
	int n_ranks;
	int n_processes;       /* n_ranks, or 1 */
	int n_started;	       /* how many, from the first on */
	char **(*environment_of)(int rank); /* each process's environment, to be freed; NULL: ours */
	bool is_under_mpirun; /* the one process is the host MPI's launcher, which names failed ranks itself */
	struct sumac_process *processes;
	double began_s;	  /* on the clock; 0: set with the first process */
	double timeout_s; /* counted from then; 0: none */
	double grace_s;
	double progress_s; /* a start that takes longer is reported; 0: never */
	struct sumac_rack_process rack;
	struct sumac_xrt_processes cards; /* emulated ones, if the ranks reach them through XRT */
	int signal_fd;
	struct sumac_notices *notices; /* from the PMIx server; NULL: none runs */

	int exit_status; /* of the first failure */
	int n_failed;
	int culprit_order; /* lost_order of the rank whose failure gave exit_status */
};

/* Starts the next process. On failure, prints why on stderr and returns the exit status of the whole job. */
int sumac_launch_start_next(struct sumac_launch *launch);
/* Starts the remaining processes, and watches all until the last has gone. Returns the job's exit status. */
int sumac_launch_watch(struct sumac_launch *launch);

/* Prints on stderr how a process ended, and returns the exit status that this stands for. */
int sumac_launch_tell_end(const struct sumac_launch *launch, int rank, int wait_status);
/* Prints on stderr, for each rank, which call it is in and which ranks it waits for. */
void sumac_launch_tell_calls(const struct sumac_launch *launch);
/* Prints on stderr the processes of the ranks that did not reach their end, if there are any. */
void sumac_launch_tell_processes(const struct sumac_launch *launch);
/* Returns, and prints, whether the setting require refused any rank's call. */
bool sumac_launch_tell_refusals(const struct sumac_launch *launch);
/* Prints on stderr that no rank reached Sumac, if the user must know. Returns whether the job fails for it. */
bool sumac_launch_tell_absence(const struct sumac_launch *launch);
/* Prints on stderr why the job cannot record the waveforms that its settings ask for. 0, or -1. */
int sumac_launch_check_wave(const char *title);

/* Does what both kinds of job need around their processes: settings, NICs, the folder, the report. */
struct sumac_launch_options;
int sumac_launch_run(const char *title, const struct sumac_launch_options *options, char **program,
		     int (*body)(struct sumac_launch *launch));

#endif
