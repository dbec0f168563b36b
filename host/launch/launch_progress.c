/*
 * Reports progress during a slow start, so that it is not mistaken for a hang.
 */
#include <stdio.h>

#include "base/clock.h"
#include "launch/launch_watch.h"

static int n_connected(const struct sumac_launch *launch)
{
	int n = 0;

	for (int rank = 0; rank < launch->n_started; rank++)
		n += launch->processes[rank].has_connected;
	return n;
}

/* If no rank connects, the program does not use Sumac, and its start is over. */
static bool is_complete(const struct sumac_watch *watch)
{
	const struct sumac_launch *launch = watch->launch;

	return launch->n_started == launch->n_processes && (!watch->has_connected || n_connected(launch) == launch->n_processes);
}

int sumac_watch_tell_progress(struct sumac_watch *watch)
{
	const struct sumac_launch *launch = watch->launch;
	double now_s = (double)sumac_clock_ns() * 1e-9;

	if (!watch->progress_s || watch->phase != SUMAC_WATCH_RUNNING || is_complete(watch))
		return -1;
	if (now_s >= watch->progress_s) {
		fprintf(stderr, "%s: starting: %d of %d ranks are started, and %d have connected\n", launch->title,
			launch->n_started, launch->n_processes, n_connected(launch));
		watch->progress_s = now_s + (now_s - watch->began_s); /* each time twice as long */
	}
	return (int)((watch->progress_s - now_s) * 1e3) + 1;
}
