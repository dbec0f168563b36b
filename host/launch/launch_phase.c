/*
 * The phases of a job that does not end by itself: a grace in which the ranks may report in their own words, the
 * request to end, and then force.
 */
#include <signal.h>

#include "base/clock.h"
#include "launch/launch_watch.h"
#include "launch/exit_status.h"

/* Time between the request to end and the force. */
#define TERM_S 2.0

static double now_s(void)
{
	return (double)sumac_clock_ns() * 1e-9;
}

int sumac_watch_n_running(const struct sumac_launch *launch)
{
	int n = 0;

	for (int rank = 0; rank < launch->n_processes; rank++)
		n += launch->processes[rank].pid != 0;
	return n;
}

int sumac_watch_n_awaiting_word(const struct sumac_launch *launch)
{
	int n = 0;

	for (int rank = 0; rank < launch->n_processes; rank++)
		n += launch->processes[rank].awaits_word;
	return n;
}

void sumac_watch_signal_all(const struct sumac_launch *launch, int number)
{
	for (int rank = 0; rank < launch->n_processes; rank++)
		if (launch->processes[rank].pid)
			kill(-launch->processes[rank].pid, number);
}

void sumac_watch_begin(struct sumac_launch *launch, struct sumac_watch *watch_out)
{
	double began_s = launch->began_s ? launch->began_s : now_s();

	*watch_out = (struct sumac_watch){
		.launch = launch,
		.began_s = began_s,
		.phase_ends_s = launch->timeout_s ? began_s + launch->timeout_s : 0,
		.progress_s = launch->progress_s ? began_s + launch->progress_s : 0,
	};
}

bool sumac_watch_is_starting(const struct sumac_watch *watch)
{
	return watch->launch->n_started < watch->launch->n_processes && watch->phase != SUMAC_WATCH_ENDING &&
	       !watch->asked_signal;
}

void sumac_watch_begin_grace(struct sumac_watch *watch)
{
	if (watch->phase != SUMAC_WATCH_RUNNING)
		return;
	watch->phase = SUMAC_WATCH_GRACE;
	watch->phase_ends_s = now_s() + watch->launch->grace_s;
}

/* A job that had to be ended because the user asked for it has not succeeded, whatever its ranks return now. */
void sumac_watch_begin_ending(struct sumac_watch *watch)
{
	if (watch->asked_signal && !watch->launch->n_failed)
		sumac_watch_note_failure(watch, 0, SUMAC_EXIT_SIGNAL + watch->asked_signal);
	watch->phase = SUMAC_WATCH_ENDING;
	watch->phase_ends_s = now_s() + TERM_S;
	sumac_watch_signal_all(watch->launch, SIGTERM);
	sumac_watch_signal_all(watch->launch, SIGCONT); /* a stopped rank would not see it */
}

int sumac_watch_left_ms(const struct sumac_watch *watch)
{
	double left_s = watch->phase_ends_s - now_s();

	if (!watch->phase_ends_s)
		return -1;
	if (left_s <= 0)
		return 0;
	return left_s > 1e6 ? 1000000000 : (int)(left_s * 1e3) + 1;
}
