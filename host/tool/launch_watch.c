/*
 * Watches a job until its last process has gone. After a first failure the other ranks have a set
 * grace to report it in their own words; then they are asked to end, then made to.
 */
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/descendants.h"
#include "tool/launch.h"
#include "tool/job_dir.h"
#include "tool/pmix_server.h"
#include "tool/tool.h"

/* Between the request to end and the force. */
#define TERM_S 2.0

enum { MAX_TOLD = 8 };

enum phase {
	RUNNING, /* ends with the job's timeout */
	GRACE,	 /* a rank failed, or the user interrupted */
	ENDING,	 /* SIGTERM is sent */
};

struct watch {
	struct sumac_launch *launch;
	enum phase phase;
	double phase_ends_s; /* 0: it does not */
	bool has_connected;  /* any rank, ever */
	int n_lost;
};

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int n_running(const struct sumac_launch *launch)
{
	int n = 0;

	for (int rank = 0; rank < launch->n_processes; rank++)
		n += launch->processes[rank].pid != 0;
	return n;
}

static void signal_all(const struct sumac_launch *launch, int number)
{
	for (int rank = 0; rank < launch->n_processes; rank++)
		if (launch->processes[rank].pid)
			kill(-launch->processes[rank].pid, number);
}

static void begin_ending(struct watch *watch)
{
	watch->phase = ENDING;
	watch->phase_ends_s = now_s() + TERM_S;
	signal_all(watch->launch, SIGTERM);
	signal_all(watch->launch, SIGCONT); /* a stopped rank would not see it */
}

static void begin_grace(struct watch *watch)
{
	if (watch->phase != RUNNING)
		return;
	watch->phase = GRACE;
	watch->phase_ends_s = now_s() + watch->launch->grace_s;
}

/* The first failure gives the status, unless its cause turns out later: a program that died below a shell that
 * took its time to end. */
static void note_failure(struct watch *watch, int lost_order, int exit_status)
{
	struct sumac_launch *launch = watch->launch;

	if (launch->n_failed++ && (!lost_order || lost_order >= launch->culprit_order))
		return;
	launch->exit_status = exit_status;
	launch->culprit_order = lost_order;
}

/* What ranks do after we ask them to end is no failure of theirs. */
static void fail_rank(struct watch *watch, int rank, int wait_status)
{
	struct sumac_launch *launch = watch->launch;
	int exit_status;

	if (watch->phase == ENDING || launch->processes[rank].is_told)
		return;
	launch->processes[rank].is_told = true;
	if (launch->n_failed >= MAX_TOLD || (launch->is_under_mpirun && WIFEXITED(wait_status)))
		exit_status = WIFSIGNALED(wait_status) ? SUMAC_EXIT_SIGNAL + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
	else
		exit_status = sumac_launch_tell_end(launch, rank, wait_status);
	note_failure(watch, launch->processes[rank].lost_order, exit_status);
	if (launch->processes[rank].has_finalized)
		return; /* nobody can be waiting for it */
	if (launch->notice_fd >= 0)
		sumac_pmix_server_tell_death(rank);
	begin_grace(watch);
}

/* A rank that never connects is a fault only where others do: their first fence waits for it. */
static void fail_early_exits(struct watch *watch)
{
	for (int rank = 0; watch->has_connected && rank < watch->launch->n_processes; rank++)
		if (watch->launch->processes[rank].has_exited_early)
			fail_rank(watch, rank, 0);
}

static void handle_end(struct watch *watch, int rank, int wait_status)
{
	struct sumac_process *process = &watch->launch->processes[rank];
	bool is_clean = WIFEXITED(wait_status) && !WEXITSTATUS(wait_status);

	process->pid = 0;
	if (!is_clean)
		fail_rank(watch, rank, wait_status);
	else if (process->has_connected && !process->has_finalized)
		fail_rank(watch, rank, wait_status);
	else if (!process->has_connected && watch->launch->notice_fd >= 0)
		process->has_exited_early = true;
	fail_early_exits(watch);
}

static void handle_abort(struct watch *watch, const struct sumac_notice *notice)
{
	if (watch->phase == ENDING)
		return;
	fprintf(stderr, "%s: rank %d aborted the job with status %d: %s\n", watch->launch->title, notice->rank,
		notice->status, notice->why);
	watch->launch->processes[notice->rank].is_told = true;
	note_failure(watch, 0, notice->status & 0xff ? notice->status & 0xff : SUMAC_EXIT_FAILED);
	begin_ending(watch);
}

static void handle_notices(struct watch *watch)
{
	struct sumac_notice notice;

	while (watch->launch->notice_fd >= 0 && read(watch->launch->notice_fd, &notice, sizeof(notice)) == sizeof(notice)) {
		struct sumac_process *process = &watch->launch->processes[notice.rank];

		if (notice.kind == SUMAC_NOTICE_CONNECTED) {
			process->has_connected = watch->has_connected = true;
			process->has_finalized = false;
			fail_early_exits(watch);
		} else if (notice.kind == SUMAC_NOTICE_FINALIZED) {
			process->has_finalized = true;
		} else if (notice.kind == SUMAC_NOTICE_ABORTED) {
			handle_abort(watch, &notice);
		} else if (!process->has_finalized && !process->lost_order) {
			/* Its program died. The end of the process that we started, a shell perhaps, will tell the user. */
			process->lost_order = ++watch->n_lost;
			if (process->pid)
				sumac_pmix_server_tell_death(notice.rank);
		}
	}
}

static int rank_of(const struct sumac_launch *launch, pid_t pid)
{
	for (int rank = 0; rank < launch->n_processes; rank++)
		if (launch->processes[rank].pid == pid)
			return rank;
	return -1;
}

static void handle_rack_end(struct watch *watch, int wait_status)
{
	watch->launch->rack.pid = 0;
	if (!n_running(watch->launch) || watch->phase == ENDING)
		return;
	fprintf(stderr, "%s: the rack of simulated NICs ended %s %d, and the job with it\n", watch->launch->title,
		WIFSIGNALED(wait_status) ? "by signal" : "with status",
		WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status));
	note_failure(watch, 0, SUMAC_EXIT_FAILED);
	begin_grace(watch);
}

/* Several may have ended since we looked, and the system does not tell in which order. The cause comes before
 * what it caused: those that nobody was connected to, those whose connections broke, in that order, and last
 * those that took their leave. */
static int order_of(const struct sumac_process *process)
{
	if (!process->has_connected)
		return 0;
	return process->lost_order && !process->has_finalized ? process->lost_order : INT_MAX;
}

/* The next of those that ended, or -1; ended[rank] is a wait status, or -1. */
static int first_ended(const struct sumac_launch *launch, const int *ended)
{
	int first = -1;

	for (int rank = 0; rank < launch->n_processes; rank++)
		if (ended[rank] >= 0 &&
		    (first < 0 || order_of(&launch->processes[rank]) < order_of(&launch->processes[first])))
			first = rank;
	return first;
}

static void handle_children(struct watch *watch)
{
	struct sumac_launch *launch = watch->launch;
	int *ended = malloc((size_t)launch->n_processes * sizeof(*ended)), status, rank;
	pid_t pid;

	if (!ended)
		return;
	for (rank = 0; rank < launch->n_processes; rank++)
		ended[rank] = -1;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		rank = rank_of(launch, pid);
		if (rank >= 0)
			ended[rank] = status;
		else if (pid == launch->rack.pid)
			handle_rack_end(watch, status);
	}
	handle_notices(watch); /* a rank tells that it finalized before it ends */
	while ((rank = first_ended(launch, ended)) >= 0) {
		handle_end(watch, rank, ended[rank]);
		ended[rank] = -1;
	}
	free(ended);
}

/* A second request to end is impatience. */
static void handle_signals(struct watch *watch)
{
	struct signalfd_siginfo info;

	while (read(watch->launch->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		int number = (int)info.ssi_signo;

		if (number == SIGCHLD) {
			handle_children(watch);
		} else if (number == SIGUSR1 || number == SIGUSR2 || watch->phase == RUNNING) {
			signal_all(watch->launch, number);
			if (number != SIGUSR1 && number != SIGUSR2)
				begin_grace(watch);
		} else if (watch->phase == GRACE) {
			begin_ending(watch);
		} else {
			sumac_descendants_kill(watch->launch->rack.pid);
		}
	}
}

static void handle_timeout(struct watch *watch)
{
	struct sumac_launch *launch = watch->launch;

	if (watch->phase == RUNNING) {
		fprintf(stderr, "%s: the job has not ended after %g s; where its ranks are:\n", launch->title, launch->timeout_s);
		sumac_launch_tell_calls(launch);
		note_failure(watch, 0, SUMAC_EXIT_TIMEOUT);
		begin_ending(watch);
	} else if (watch->phase == GRACE) {
		fprintf(stderr, "%s: ending %d of %d ranks, which are still running after %g s of grace\n", launch->title,
			n_running(launch), launch->n_ranks, launch->grace_s);
		begin_ending(watch);
	} else {
		sumac_descendants_kill(launch->rack.pid);
		for (int rank = 0; rank < launch->n_processes; rank++)
			launch->processes[rank].pid = 0; /* killed, and reaped there */
	}
}

static int poll_timeout_ms(const struct watch *watch)
{
	double left_s = watch->phase_ends_s - now_s();

	if (!watch->phase_ends_s)
		return -1;
	if (left_s <= 0)
		return 0;
	return left_s > 1e6 ? 1000000000 : (int)(left_s * 1e3) + 1;
}

/* The keeper is gone, killed: nobody else will end the ranks, or remove the folder. */
static void abandon(const struct sumac_launch *launch)
{
	sumac_descendants_kill(0);
	sumac_job_dir_remove(launch->dir);
	_exit(SUMAC_EXIT_SIGNAL + SIGKILL);
}

int sumac_launch_watch(struct sumac_launch *launch)
{
	struct watch watch = { .launch = launch, .phase_ends_s = launch->timeout_s ? now_s() + launch->timeout_s : 0 };
	struct pollfd polled[3] = {
		{ .fd = launch->signal_fd, .events = POLLIN },
		{ .fd = launch->lifeline_fd, .events = POLLIN },
		{ .fd = launch->notice_fd, .events = POLLIN },
	};

	handle_children(&watch); /* what ended while the others were started */
	while (n_running(launch)) {
		poll(polled, 3, poll_timeout_ms(&watch));
		if (polled[1].revents)
			abandon(launch);
		handle_notices(&watch);
		handle_signals(&watch);
		if (watch.phase_ends_s && now_s() >= watch.phase_ends_s && n_running(launch))
			handle_timeout(&watch);
	}
	if (launch->n_failed > MAX_TOLD)
		fprintf(stderr, "%s: %d ranks failed in all\n", launch->title, launch->n_failed);
	return launch->exit_status;
}
