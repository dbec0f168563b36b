/*
 * Starts a job, keeps an eye on the processes started so far, and watches all until the last one has gone. After a
 * first failure the other ranks have a set grace to report it in their own words; then they are asked to end, then
 * made to.
 */
#include "launch/launch_watch.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "launch/descendants.h"
#include "launch/notices.h"
#include "launch/exit_status.h"

/* The job's NICs end by themselves, in their own time. */
static bool is_nic(const void *ctx, pid_t pid)
{
	const struct sumac_launch *launch = ctx;

	return pid == launch->rack.pid || sumac_xrt_processes_card(&launch->cards, pid) >= 0;
}

void sumac_watch_kill_rest(const struct sumac_launch *launch)
{
	sumac_descendants_kill(launch->rack.pid || launch->cards.n ? is_nic : NULL, launch);
}

/* When this returns, none of the ranks' processes is left, and none is to be reaped. */
static void force(struct sumac_launch *launch)
{
	sumac_watch_kill_rest(launch);
	for (int rank = 0; rank < launch->n_processes; rank++) {
		launch->processes[rank].pid = 0;
		launch->processes[rank].awaits_word = false;
	}
}

static bool is_over(const struct sumac_watch *watch)
{
	return !sumac_watch_is_starting(watch) && !sumac_watch_n_running(watch->launch) &&
	       !sumac_watch_n_awaiting_word(watch->launch);
}

static void handle_request(struct sumac_watch *watch, int number)
{
	if (number == SIGUSR1 || number == SIGUSR2) {
		sumac_watch_signal_all(watch->launch, number);
	} else if (watch->phase == SUMAC_WATCH_RUNNING) {
		if (sumac_watch_is_starting(watch)) /* half a job does not succeed */
			sumac_watch_note_failure(watch, 0, SUMAC_EXIT_SIGNAL + number);
		watch->asked_signal = number;
		sumac_watch_signal_all(watch->launch, number);
		sumac_watch_begin_grace(watch);
	} else if (watch->phase == SUMAC_WATCH_GRACE) { /* on a second request we stop waiting */
		sumac_watch_begin_ending(watch);
	} else {
		force(watch->launch);
	}
}

static void handle_signals(struct sumac_watch *watch)
{
	struct signalfd_siginfo info;

	while (read(watch->launch->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			sumac_watch_take_ended(watch);
		else
			handle_request(watch, (int)info.ssi_signo);
	}
}

static void handle_timeout(struct sumac_watch *watch)
{
	struct sumac_launch *launch = watch->launch;

	if (watch->phase == SUMAC_WATCH_RUNNING) {
		fprintf(stderr, "%s: the job has not ended after %g s; where its ranks are:\n", launch->title, launch->timeout_s);
		sumac_launch_tell_calls(launch);
		sumac_watch_note_failure(watch, 0, SUMAC_EXIT_TIMEOUT);
		sumac_watch_begin_ending(watch);
	} else if (watch->phase == SUMAC_WATCH_GRACE) {
		fprintf(stderr, "%s: ending %d of %d ranks, which are still running after %g s of grace\n", launch->title,
			sumac_watch_n_running(launch), launch->n_ranks, launch->grace_s);
		sumac_watch_begin_ending(watch);
	} else {
		force(launch);
	}
}

/* Waits until something happens, or is due. */
static void wait_for_more(struct sumac_watch *watch)
{
	struct pollfd polled[2] = {
		{ .fd = watch->launch->signal_fd, .events = POLLIN },
		{ .fd = watch->launch->notices ? watch->launch->notices->fd : -1, .events = POLLIN },
	};
	int left_ms = sumac_watch_left_ms(watch), progress_ms = sumac_watch_tell_progress(watch);

	if (sumac_watch_is_starting(watch))
		left_ms = 0;
	else if (progress_ms >= 0 && (left_ms < 0 || progress_ms < left_ms))
		left_ms = progress_ms;
	poll(polled, 2, left_ms);
}

int sumac_launch_watch(struct sumac_launch *launch)
{
	struct sumac_watch watch;
	int err;

	sumac_watch_begin(launch, &watch);
	sumac_watch_take_ended(&watch); /* ranks that were started and ended before */
	while (!is_over(&watch)) {
		wait_for_more(&watch);
		sumac_watch_take_notices(&watch);
		handle_signals(&watch);
		if (!sumac_watch_left_ms(&watch) && !is_over(&watch))
			handle_timeout(&watch);
		err = sumac_watch_is_starting(&watch) ? sumac_launch_start_next(launch) : 0;
		if (err)
			return err;
	}
	if (launch->n_failed > SUMAC_WATCH_MAX_TOLD)
		fprintf(stderr, "%s: %d ranks failed in all\n", launch->title, launch->n_failed);
	return launch->exit_status;
}
