/*
 * The library's thread: asleep when no request is in progress; else it looks at the engines, and sleeps for longer and
 * longer while nothing moves. It does not run the hooks: what is behind them may belong to the program's own threads.
 */
#include "core/pusher.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/call.h"
#include "core/gate.h"
#include "core/wait.h"

static const long MIN_SLEEP_NS = 20000, MAX_SLEEP_NS = 1000000;

struct sumac_pusher {
	struct sumac_job *job;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t news;
	bool has_work, must_end;
};

/* Inside the gate. */
static bool has_open_requests(const struct sumac_job *job)
{
	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = sumac_team_next(job, team))
		for (struct sumac_request *request = team->requests; request; request = request->next)
			if (request->ticket.status > 0)
				return true;
	return false;
}

/* Sleeps until there is work; false at the end. */
static bool wait_for_work(struct sumac_pusher *pusher)
{
	bool must_end;

	pthread_mutex_lock(&pusher->lock);
	while (!pusher->has_work && !pusher->must_end)
		pthread_cond_wait(&pusher->news, &pusher->lock);
	pusher->has_work = false;
	must_end = pusher->must_end;
	pthread_mutex_unlock(&pusher->lock);
	return !must_end;
}

static bool must_end(struct sumac_pusher *pusher)
{
	bool must_end;

	pthread_mutex_lock(&pusher->lock);
	must_end = pusher->must_end;
	pthread_mutex_unlock(&pusher->lock);
	return must_end;
}

static void push_until_done(struct sumac_pusher *pusher)
{
	struct timespec pause = { .tv_nsec = MIN_SLEEP_NS };
	bool is_busy = true;

	while (is_busy && !must_end(pusher)) {
		int moved;

		sumac_gate_enter();
		moved = sumac_wait_poll_engines(pusher->job);
		is_busy = has_open_requests(pusher->job);
		sumac_gate_leave();
		if (moved) {
			pause.tv_nsec = MIN_SLEEP_NS;
			continue;
		}
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < MAX_SLEEP_NS)
			pause.tv_nsec *= 2;
	}
}

static void *run(void *ctx)
{
	struct sumac_pusher *pusher = ctx;

	while (wait_for_work(pusher))
		push_until_done(pusher);
	return NULL;
}

int sumac_pusher_open(struct sumac_job *job)
{
	return strcmp(sumac_setting_string(SUMAC_SETTING_PROGRESS), "thread") ? 0 : sumac_pusher_start(job);
}

int sumac_pusher_start(struct sumac_job *job)
{
	struct sumac_pusher *pusher;
	sigset_t all, before;
	int err;

	if (job->pusher)
		return 0;
	pusher = calloc(1, sizeof(*pusher));
	if (!pusher)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the thread that makes progress");
	pusher->job = job;
	pthread_mutex_init(&pusher->lock, NULL);
	pthread_cond_init(&pusher->news, NULL);
	/* Signals are for the program's threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&pusher->thread, NULL, run, pusher);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err) {
		free(pusher);
		return sumac_fail(SUMAC_ENOMEM, "the thread that makes progress cannot be started: %s", strerror(err));
	}
	job->pusher = pusher;
	return 0;
}

void sumac_pusher_close(struct sumac_job *job)
{
	struct sumac_pusher *pusher = job->pusher;
	int depth;

	if (!pusher)
		return;
	job->pusher = NULL;
	pthread_mutex_lock(&pusher->lock);
	pusher->must_end = true;
	pthread_cond_signal(&pusher->news);
	pthread_mutex_unlock(&pusher->lock);
	depth = sumac_gate_step_out(); /* it may stand before the gate */
	pthread_join(pusher->thread, NULL);
	sumac_gate_step_in(depth);
	pthread_mutex_destroy(&pusher->lock);
	pthread_cond_destroy(&pusher->news);
	free(pusher);
}

void sumac_pusher_wake(struct sumac_job *job)
{
	struct sumac_pusher *pusher = job->pusher;

	if (!pusher)
		return;
	pthread_mutex_lock(&pusher->lock);
	pusher->has_work = true;
	pthread_cond_signal(&pusher->news);
	pthread_mutex_unlock(&pusher->lock);
}
