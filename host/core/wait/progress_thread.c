/*
 * The library's thread polls the engines while a request is in progress, and naps longer and longer while nothing moves. When none
 * is, it goes on napping for a while: programs often begin the next one soon, and waking a thread takes longer than a short call.
 * Then it sleeps until it is called. A nap's end may take the program's core for as long as ten short calls. So where the program
 * has completed its last request before the thread has met it open, naps go on growing.
 *
 * The thread does not run the hooks, since these may use what belongs to the program's own threads.
 *
 * Where other ranks may ask for this one's memory (host/remote), it serves them. A rank of the same host wakes it up; requests
 * from other hosts it has to poll for.
 */
#include "core/wait/progress_thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/settings.h"
#include "core/wait/api_lock.h"
#include "core/call/request.h"
#include "core/team/team.h"
#include "core/wait/wait.h"
#include "fabric/fabric.h"
#include "segment/segment.h"
#include "remote/remote.h"

static const long MIN_SLEEP_NS = 20000, MAX_SLEEP_NS = 1000000;
static const int64_t REST_NS = 1000000000;
static const long IDLE_NS = 1000000;

struct sumac_progress_thread {
	struct sumac_job *job;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t news;
	atomic_bool has_work, must_end, serves, is_asleep;
};

/* Under the API lock. */
static bool has_open_requests(const struct sumac_job *job)
{
	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = sumac_team_next(job, team))
		for (struct sumac_request *request = team->requests; request; request = request->next)
			if (request->ticket.status > 0)
				return true;
	return false;
}

/* Sleeps until there is work; false at the end. Whoever brings work looks whether the thread sleeps after that, and the thread for
 * work after it has said that it will: so one of them sees the other. */
static bool wait_for_work(struct sumac_progress_thread *thread)
{
	pthread_mutex_lock(&thread->lock);
	atomic_store(&thread->is_asleep, true);
	while (!atomic_load(&thread->has_work) && !atomic_load(&thread->must_end) && !atomic_load(&thread->serves))
		pthread_cond_wait(&thread->news, &thread->lock);
	atomic_store(&thread->is_asleep, false);
	pthread_mutex_unlock(&thread->lock);
	return !atomic_load(&thread->must_end);
}

/* A nap's length, a little longer or shorter: otherwise naps may keep in step with a program that they then never help. */
static void nap(long ns)
{
	long spread_ns = (long)((uint64_t)sumac_clock_ns() * 2654435761u % (uint64_t)(ns / 2));

	nanosleep(&(struct timespec){ .tv_nsec = ns - ns / 4 + spread_ns }, NULL);
}

static void push_until_done(struct sumac_progress_thread *thread)
{
	long pause_ns = MIN_SLEEP_NS, idle_ns = 0;
	bool is_of_use = true;

	while (idle_ns < IDLE_NS && !atomic_load(&thread->must_end) && !atomic_load(&thread->serves)) {
		bool is_new = atomic_exchange(&thread->has_work, false), is_busy = true, is_inside = !sumac_api_lock_try();
		int moved = 0;

		/* A thread of the program that is inside makes progress itself. */
		if (!is_inside) {
			is_busy = has_open_requests(thread->job);
			moved = is_busy && sumac_wait_poll_engines(thread->job) > 0;
			sumac_api_lock_release();
		}
		is_of_use = (is_busy && !is_inside) || (is_of_use && !is_new);
		if (moved || (is_of_use && (is_new || !is_busy)))
			pause_ns = MIN_SLEEP_NS;
		if (moved)
			continue;
		idle_ns = is_busy || is_new ? 0 : idle_ns + pause_ns;
		nap(pause_ns);
		if (pause_ns < MAX_SLEEP_NS)
			pause_ns *= 2;
	}
}

/* With no open request the NICs have nothing to tell, and asking them would cost simulated time. */
static int look(struct sumac_job *job, bool *is_busy_out)
{
	struct sumac_engine *cpu = job->engine[SUMAC_ENGINE_CPU];
	int moved;

	sumac_api_lock_take();
	*is_busy_out = has_open_requests(job);
	moved = sumac_fabric_progress(job->fabric) > 0;
	moved += *is_busy_out ? sumac_wait_poll_engines(job) : cpu->ops->progress(cpu) > 0;
	moved += sumac_remote_progress(job->remote) > 0;
	sumac_api_lock_release();
	return moved;
}

static void serve(struct sumac_progress_thread *thread)
{
	struct sumac_job *job = thread->job;
	bool has_other_hosts = sumac_segment_n_local(job->segment) < job->size, is_busy;
	int64_t pause_ns = MIN_SLEEP_NS;

	while (!atomic_load(&thread->must_end)) {
		uint32_t seen = sumac_segment_bells(job->segment, SUMAC_SEGMENT_PROGRESS);

		if (look(job, &is_busy)) {
			pause_ns = MIN_SLEEP_NS;
			continue;
		}
		sumac_segment_rest(job->segment, SUMAC_SEGMENT_PROGRESS, seen, is_busy || has_other_hosts ? pause_ns : REST_NS);
		if (pause_ns < MAX_SLEEP_NS)
			pause_ns *= 2;
	}
}

static void *run(void *ctx)
{
	struct sumac_progress_thread *thread = ctx;

	while (wait_for_work(thread))
		if (atomic_load(&thread->serves))
			serve(thread);
		else
			push_until_done(thread);
	return NULL;
}

int sumac_progress_thread_open(struct sumac_job *job)
{
	return strcmp(sumac_setting_string(SUMAC_SETTING_PROGRESS), "thread") ? 0 : sumac_progress_thread_start(job);
}

int sumac_progress_thread_start(struct sumac_job *job)
{
	struct sumac_progress_thread *thread;
	sigset_t all, before;
	int err;

	if (job->progress_thread)
		return 0;
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the progress thread");
	thread->job = job;
	pthread_mutex_init(&thread->lock, NULL);
	pthread_cond_init(&thread->news, NULL);
	/* Signals are for the program's threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&thread->thread, NULL, run, thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err) {
		free(thread);
		return sumac_fail(SUMAC_ENOMEM, "the progress thread cannot be started: %s", strerror(err));
	}
	job->progress_thread = thread;
	return 0;
}

int sumac_progress_thread_serve(struct sumac_job *job)
{
	int err = sumac_progress_thread_start(job);

	if (err)
		return err;
	pthread_mutex_lock(&job->progress_thread->lock);
	atomic_store(&job->progress_thread->serves, true);
	pthread_cond_signal(&job->progress_thread->news);
	pthread_mutex_unlock(&job->progress_thread->lock);
	return 0;
}

/* The thread may sleep in either of these two ways. */
static void call(struct sumac_progress_thread *thread)
{
	pthread_cond_signal(&thread->news);
	if (atomic_load(&thread->serves))
		sumac_segment_ring(thread->job->segment, sumac_segment_local_rank(thread->job->segment), SUMAC_SEGMENT_PROGRESS);
}

void sumac_progress_thread_close(struct sumac_job *job)
{
	struct sumac_progress_thread *thread = job->progress_thread;
	int depth;

	if (!thread)
		return;
	job->progress_thread = NULL;
	pthread_mutex_lock(&thread->lock);
	atomic_store(&thread->must_end, true);
	call(thread);
	pthread_mutex_unlock(&thread->lock);
	depth = sumac_api_lock_drop(); /* it may be waiting for the lock */
	pthread_join(thread->thread, NULL);
	sumac_api_lock_retake(depth);
	pthread_mutex_destroy(&thread->lock);
	pthread_cond_destroy(&thread->news);
	free(thread);
}

void sumac_progress_thread_wake(struct sumac_job *job)
{
	struct sumac_progress_thread *thread = job->progress_thread;

	if (!thread)
		return;
	atomic_store(&thread->has_work, true);
	if (!atomic_load(&thread->is_asleep) && !atomic_load(&thread->serves))
		return;
	pthread_mutex_lock(&thread->lock);
	call(thread);
	pthread_mutex_unlock(&thread->lock);
}
