/*
 * A job under watch: its phase, and what the parts of the watch say to each other.
 */
#ifndef SUMAC_LAUNCH_WATCH_H
#define SUMAC_LAUNCH_WATCH_H

#include "launch/launch.h"

/* How many ranks' ends are printed one by one. */
enum { SUMAC_WATCH_MAX_TOLD = 8 };

enum sumac_watch_phase {
	SUMAC_WATCH_RUNNING, /* ends with the job's timeout */
	SUMAC_WATCH_GRACE,   /* a rank failed, or the user interrupted */
	SUMAC_WATCH_ENDING,  /* SIGTERM is sent */
};

struct sumac_watch {
	struct sumac_launch *launch;
	enum sumac_watch_phase phase;
	double phase_ends_s; /* 0: it does not */
	double began_s;
	double progress_s; /* when the next line about the start is due; 0: none */
	int asked_signal;    /* the user's first request to end; 0: none came */
	bool has_connected;  /* whether any rank ever did */
	int n_lost;
	bool asks_turn; /* the PMIx server has yet to answer sumac_pmix_server_ask_turn() */
};

/* launch_phase.c */
void sumac_watch_begin(struct sumac_launch *launch, struct sumac_watch *watch_out);
void sumac_watch_begin_grace(struct sumac_watch *watch);
void sumac_watch_begin_ending(struct sumac_watch *watch);
/* Kills what the ranks left behind, and half a start; the job's NICs end by themselves. */
void sumac_watch_kill_rest(const struct sumac_launch *launch);
void sumac_watch_signal_all(const struct sumac_launch *launch, int number);
int sumac_watch_n_running(const struct sumac_launch *launch);
/* How many processes have ended that are yet to be judged. */
int sumac_watch_n_awaiting_word(const struct sumac_launch *launch);
/* Whether processes are yet to be started. After the user, or we, asked the ranks to end, no more are. */
bool sumac_watch_is_starting(const struct sumac_watch *watch);
/* Time until the phase ends, for poll(): -1 when it does not end, 0 when it has. */
int sumac_watch_left_ms(const struct sumac_watch *watch);

/* launch_progress.c: prints on stderr, now and then, how far a slow start is. Returns after how many milliseconds to call it
 * again, or -1. */
int sumac_watch_tell_progress(struct sumac_watch *watch);

/* launch_ends.c: takes what the PMIx server tells, and the processes that have ended. */
void sumac_watch_take_notices(struct sumac_watch *watch);
void sumac_watch_take_ended(struct sumac_watch *watch);
/* The first failure gives the job's status, unless its cause turns out later: a program that died below a shell that took its
 * time to end. lost_order is 0 if no connection was lost. */
void sumac_watch_note_failure(struct sumac_watch *watch, int lost_order, int exit_status);

#endif
