/*
 * How a job's processes end: which of them has failed, which failure gives the job its status, and what the other
 * ranks and the user are told.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/report/status_page.h"
#include "launch/launch_watch.h"
#include "launch/pmix_guard.h"
#include "launch/pmix_server.h"
#include "launch/exit_status.h"

/* When libpmix's thread has read all that was sent, it acts on it within its next turns. It may have many turns before it reads,
 * as long as we ask for the next one before it is done with the last; but not this many with a pause before each. */
enum { MAX_TURNS = 32, MAX_UNREAD_TURNS = 10000, PAUSE_NS = 1000000 };

void sumac_watch_note_failure(struct sumac_watch *watch, int lost_order, int exit_status)
{
	struct sumac_launch *launch = watch->launch;

	if (launch->n_failed++ && (!lost_order || lost_order >= launch->culprit_order))
		return;
	launch->exit_status = exit_status;
	launch->culprit_order = lost_order;
}

static void tell_failure(struct sumac_watch *watch, int rank, int wait_status)
{
	struct sumac_launch *launch = watch->launch;
	int exit_status;

	if (launch->n_failed >= SUMAC_WATCH_MAX_TOLD || (launch->is_under_mpirun && WIFEXITED(wait_status)))
		exit_status = WIFSIGNALED(wait_status) ? SUMAC_EXIT_SIGNAL + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
	else
		exit_status = sumac_launch_tell_end(launch, rank, wait_status);
	sumac_watch_note_failure(watch, launch->processes[rank].lost_order, exit_status);
}

/* When the rank noted that it fails; 0: it noted nothing. */
static int64_t failure_ns(const struct sumac_launch *launch, int rank, int *exit_status_out)
{
	struct sumac_status_page page;

	if (sumac_status_page_read(launch->dir, rank, &page) || !page.exit_status)
		return 0;
	*exit_status_out = page.exit_status & 0xff;
	return page.exit_ns;
}

/* A rank that fails notes its status, and waits for the others before it leaves. When another rank fails meanwhile, or aborts the
 * job, it most likely does so because of that failure: then the job gets the status of the rank that noted its own first. */
static void tell_first_failure(struct sumac_watch *watch, int64_t before_ns)
{
	struct sumac_launch *launch = watch->launch;
	int first = -1, status = 0, first_status = 0;

	if (launch->n_failed || launch->is_under_mpirun)
		return;
	for (int rank = 0; rank < launch->n_processes; rank++) {
		int64_t at_ns = failure_ns(launch, rank, &status);

		if (!at_ns || at_ns >= before_ns)
			continue;
		before_ns = at_ns;
		first = rank;
		first_status = status;
	}
	if (first < 0)
		return;
	launch->processes[first].is_status_told = true;
	tell_failure(watch, first, W_EXITCODE(first_status, 0));
}

/* Ranks that we have asked to end no longer count as failing. */
static void fail_rank(struct sumac_watch *watch, int rank, int wait_status)
{
	struct sumac_launch *launch = watch->launch;
	int noted;

	if (watch->phase == SUMAC_WATCH_ENDING || launch->processes[rank].is_told)
		return;
	launch->processes[rank].is_told = true;
	tell_first_failure(watch, failure_ns(launch, rank, &noted));
	if (!launch->processes[rank].is_status_told)
		tell_failure(watch, rank, wait_status);
	if (launch->processes[rank].has_finalized)
		return; /* nobody can be waiting for it */
	if (launch->notices)
		sumac_pmix_server_tell_death(rank);
	sumac_watch_begin_grace(watch);
}

/* A rank that never connects is at fault only if others do connect: their first fence waits for it. */
static void fail_early_exits(struct sumac_watch *watch)
{
	for (int rank = 0; watch->has_connected && rank < watch->launch->n_processes; rank++)
		if (watch->launch->processes[rank].has_exited_early)
			fail_rank(watch, rank, 0);
}

/* The rank itself said that it needs nobody any more. */
static bool has_finished(const struct sumac_launch *launch, int rank)
{
	struct sumac_status_page page;

	return !sumac_status_page_read(launch->dir, rank, &page) && page.has_finished;
}

static int ask_turn(struct sumac_watch *watch)
{
	int err = watch->asks_turn ? 0 : sumac_pmix_server_ask_turn();

	watch->asks_turn = !err;
	return err;
}

/* A rank whose farewell the server has not answered within 2 seconds exits without that answer. The farewell then still lies in
 * its connection, and our not having heard it proves nothing until the server's thread has had time to read, however long it was
 * kept from it. */
static void judge_leave(struct sumac_watch *watch, int rank)
{
	struct sumac_process *process = &watch->launch->processes[rank];

	if (has_finished(watch->launch, rank))
		process->has_finalized = true;
	else if (process->lost_order || ask_turn(watch))
		fail_rank(watch, rank, 0);
	else
		process->awaits_word = true;
}

/* The server has lost the rank, or has had its time: no word will come any more. */
static void fail_silent(struct sumac_watch *watch, int rank)
{
	watch->launch->processes[rank].awaits_word = false;
	fail_rank(watch, rank, 0);
}

static bool has_had_time(struct sumac_process *process, bool has_unread)
{
	return has_unread ? ++process->n_unread_turns >= MAX_UNREAD_TURNS : ++process->n_turns >= MAX_TURNS;
}

/* If a child of the rank holds the connection open, it is not lost, so we count turns, too. */
static void handle_turn(struct sumac_watch *watch)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	bool has_unread = sumac_watch_n_awaiting_word(watch->launch) && sumac_pmix_guard_has_unread();

	watch->asks_turn = false;
	if (has_unread)
		nanosleep(&pause, NULL);
	for (int rank = 0; rank < watch->launch->n_processes; rank++) {
		struct sumac_process *process = &watch->launch->processes[rank];

		if (process->awaits_word && (has_had_time(process, has_unread) || ask_turn(watch)))
			fail_silent(watch, rank);
	}
}

static void handle_end(struct sumac_watch *watch, int rank, int wait_status)
{
	struct sumac_process *process = &watch->launch->processes[rank];
	bool is_clean = WIFEXITED(wait_status) && !WEXITSTATUS(wait_status);

	process->pid = 0;
	if (!is_clean)
		fail_rank(watch, rank, wait_status);
	else if (process->has_connected && !process->has_finalized)
		judge_leave(watch, rank);
	else if (!process->has_connected && watch->launch->notices)
		process->has_exited_early = true;
	/* An interrupted job is no success, although Hydra reports one at times. */
	if (is_clean && watch->launch->is_under_mpirun && watch->asked_signal)
		sumac_watch_note_failure(watch, 0, SUMAC_EXIT_SIGNAL + watch->asked_signal);
	fail_early_exits(watch);
}

static void handle_abort(struct sumac_watch *watch, const struct sumac_notice *notice)
{
	if (watch->phase == SUMAC_WATCH_ENDING)
		return;
	tell_first_failure(watch, INT64_MAX);
	/* Status 0 is the way this program chose to end. */
	if (notice->status)
		fprintf(stderr, "%s: rank %d aborted the job with status %d: %s\n", watch->launch->title, notice->rank,
			notice->status, notice->why);
	watch->launch->processes[notice->rank].is_told = true;
	sumac_watch_note_failure(watch, 0, notice->status && !(notice->status & 0xff) ? SUMAC_EXIT_FAILED : notice->status & 0xff);
	sumac_watch_begin_ending(watch);
}

/* The rank's program died. The end of the process that we started, perhaps a shell, will tell the user. */
static void handle_loss(struct sumac_watch *watch, int rank)
{
	struct sumac_process *process = &watch->launch->processes[rank];

	if (process->has_finalized || process->lost_order)
		return;
	process->lost_order = ++watch->n_lost;
	if (process->awaits_word)
		fail_silent(watch, rank);
	else if (process->pid)
		sumac_pmix_server_tell_death(rank);
}

static void handle_notice(struct sumac_watch *watch, const struct sumac_notice *notice)
{
	struct sumac_process *process = &watch->launch->processes[notice->rank];

	if (notice->kind == SUMAC_NOTICE_CONNECTED) {
		process->has_connected = watch->has_connected = true;
		process->has_finalized = false;
		fail_early_exits(watch);
	} else if (notice->kind == SUMAC_NOTICE_FINALIZED) {
		process->has_finalized = true;
		process->awaits_word = false;
	} else if (notice->kind == SUMAC_NOTICE_ABORTED) {
		handle_abort(watch, notice);
	} else {
		handle_loss(watch, notice->rank);
	}
}

void sumac_watch_take_notices(struct sumac_watch *watch)
{
	struct sumac_notice notice;

	while (watch->launch->notices && sumac_notices_take(watch->launch->notices, &notice)) {
		if (notice.kind == SUMAC_NOTICE_TURNED)
			handle_turn(watch);
		else
			handle_notice(watch, &notice);
	}
}

static int rank_of(const struct sumac_launch *launch, pid_t pid)
{
	for (int rank = 0; rank < launch->n_processes; rank++)
		if (launch->processes[rank].pid == pid)
			return rank;
	return -1;
}

static void handle_rack_end(struct sumac_watch *watch, int wait_status)
{
	watch->launch->rack.pid = 0;
	if (!sumac_watch_n_running(watch->launch) || watch->phase == SUMAC_WATCH_ENDING)
		return;
	fprintf(stderr, "%s: the rack of simulated NICs ended %s %d, which ends the job\n", watch->launch->title,
		WIFSIGNALED(wait_status) ? "by signal" : "with status",
		WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status));
	sumac_watch_note_failure(watch, 0, SUMAC_EXIT_FAILED);
	sumac_watch_begin_grace(watch);
}

/* The card's rank says what it could no longer do. A card that ended by itself has lost its rank or the rack, and both are
 * reported elsewhere. */
static void handle_card_end(struct sumac_watch *watch, int card, int wait_status)
{
	int n_cards = watch->launch->cards.n, rank = (card * watch->launch->n_ranks + n_cards - 1) / n_cards; /* its lowest rank */

	if (!sumac_watch_n_running(watch->launch) || watch->phase == SUMAC_WATCH_ENDING ||
	    (WIFEXITED(wait_status) && !WEXITSTATUS(wait_status)))
		return;
	fprintf(stderr, "%s: the emulated card of rank %d ended %s %d, which ends the job\n", watch->launch->title, rank,
		WIFSIGNALED(wait_status) ? "by signal" : "with status",
		WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status));
	sumac_watch_note_failure(watch, 0, SUMAC_EXIT_FAILED);
	sumac_watch_begin_grace(watch);
}

/* Several may have ended since we looked, and the system does not tell in which order. Causes come before their effects: first
 * processes that nobody was connected to, then those whose connections broke, in that order, and last those that took their
 * leave. */
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

void sumac_watch_take_ended(struct sumac_watch *watch)
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
		else if ((rank = sumac_xrt_processes_forget(&launch->cards, pid)) >= 0)
			handle_card_end(watch, rank, status);
	}
	sumac_watch_take_notices(watch); /* a rank says that it finalized before it ends */
	while ((rank = first_ended(launch, ended)) >= 0) {
		handle_end(watch, rank, ended[rank]);
		ended[rank] = -1;
	}
	free(ended);
}
