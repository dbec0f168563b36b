/*
 * Lets time pass in a wait: while nothing moves, spinning turns into yielding, then sleeping. In between, the hooks of others
 * run, such as the host MPI's, and other threads come in.
 */
#include "core/wait/wait_idle.h"

#include <sched.h>

#include "agree/agree.h"
#include "base/fail.h"
#include "bus/bus.h"
#include "core/wait/api_lock.h"
#include "core/call/request.h"
#include "core/team/team.h"
#include "core/wait/wait.h"
#include "segment/segment.h"
#include "remote/remote.h"

enum { MAX_HOOKS = 8 };

static const int64_t YIELD_NS = 1000000;
static const int64_t CROWDED_YIELD_NS = 200000;

static struct {
	int (*hook)(void *ctx);
	void *ctx;
} hooks[MAX_HOOKS];
static int n_hooks;

int sumac_progress_hook_add(int (*hook)(void *ctx), void *ctx)
{
	SUMAC_HOLD_API_LOCK;
	if (n_hooks == MAX_HOOKS)
		return sumac_fail(SUMAC_ENOMEM, "there are already %d progress hooks", MAX_HOOKS);
	hooks[n_hooks].hook = hook;
	hooks[n_hooks++].ctx = ctx;
	return 0;
}

void sumac_progress_hook_remove(int (*hook)(void *ctx), void *ctx)
{
	SUMAC_HOLD_API_LOCK;
	int n_kept = 0;

	for (int i = 0; i < n_hooks; i++)
		if (hooks[i].hook != hook || hooks[i].ctx != ctx)
			hooks[n_kept++] = hooks[i];
	n_hooks = n_kept;
}

int sumac_wait_poll_engines(struct sumac_job *job)
{
	int moved = 0;

	for (int i = 0; i < SUMAC_N_ENGINES; i++)
		if (job->engine[i])
			moved += job->engine[i]->ops->progress(job->engine[i]) > 0;
	moved += job->remote && sumac_remote_progress(job->remote) > 0;
	return moved + (sumac_agree_progress(job->agree) > 0);
}

/* Movement in the hooks does not count as the call's progress: the host MPI may be busy with something else for hours. Hooks run
 * without the API lock: they may take a lock whose holder wants to come in. */
void sumac_wait_let_others_act(void)
{
	if (n_hooks) {
		int depth = sumac_api_lock_drop();

		for (int i = 0; i < n_hooks; i++)
			hooks[i].hook(hooks[i].ctx);
		sumac_api_lock_retake(depth);
	}
	sumac_api_lock_give_way();
}

int sumac_wait_poll(struct sumac_job *job)
{
	int moved = sumac_wait_poll_engines(job);

	sumac_wait_let_others_act();
	return moved;
}

/* Sleeps until a rank of this host has news for us, or time is up. */
void sumac_wait_nap(struct sumac_job *job, uint32_t seen, int64_t duration_ns)
{
	int depth = sumac_api_lock_drop();

	sumac_segment_sleep(job->segment, seen, duration_ns);
	sumac_api_lock_retake(depth);
}

/* Reads the count of events so far, so that a sleep ends early when more follow. Only one thread at a time may call the bus. */
uint32_t sumac_wait_events(const struct sumac_job *job)
{
	return job->bus ? job->bus->ops->events(job->bus) : sumac_segment_events(job->segment);
}

void sumac_wait_sleep(struct sumac_job *job, uint32_t seen, int64_t duration_ns)
{
	if (!job->bus)
		sumac_wait_nap(job, seen, duration_ns);
	else if (sumac_api_lock_is_shared())
		sumac_wait_nap(job, sumac_segment_events(job->segment), duration_ns);
	else
		job->bus->ops->sleep(job->bus, seen, (uint64_t)duration_ns);
}

/* Has no effect before the world team exists: until then all ranks meet in every exchange, nobody
 * waits for anything but the exchange itself, and on the stepped clock a rank that leaves the
 * exchange first would be ahead of the others by an unrepeatable time. */
void sumac_job_wait_begin(struct sumac_job *job)
{
	if (job->bus && job->world)
		job->bus->ops->waiting(job->bus, job->bus->ops->events(job->bus));
}

void sumac_job_wait_end(struct sumac_job *job)
{
	if (job->bus)
		job->bus->ops->running(job->bus);
}

void sumac_wait_yield(void)
{
	int depth = sumac_api_lock_drop();

	sched_yield();
	sumac_api_lock_retake(depth);
}

void sumac_wait_pass(struct sumac_job *job)
{
	uint32_t seen = sumac_segment_events(job->segment);

	if (sumac_wait_poll_engines(job))
		sumac_api_lock_give_way();
	else
		sumac_wait_nap(job, seen, SUMAC_WAIT_MIN_SLEEP_NS);
}

/* How long a wait yields. It yields to other ranks of this host, which need its core, at once and for as long as going to sleep
 * and waking would take; but with many in line each would run only to yield again. A simulated NIC needs the core itself. */
static int64_t yield_ns(const struct sumac_job *job)
{
	if (job->bus ? job->bus->simulated : job->nics_are_simulated)
		return 0;
	return job->ranks_a_core <= 1 ? YIELD_NS : job->ranks_a_core <= SUMAC_WAIT_MAX_YIELDERS ? CROWDED_YIELD_NS : 0;
}

/* Spinning on a core that other ranks or a simulated NIC need delays the very thing that we wait for (8 ranks on 2 cores: 2.7 ms
 * a collective instead of 0.3). */
struct sumac_wait_idling sumac_wait_idling_of_calls(const struct sumac_job *job)
{
	return (struct sumac_wait_idling){ .spin_ns = job->ranks_a_core > 1 && !job->bus ? 0 : job->spin_ns,
					   .yield_ns = yield_ns(job),
					   .max_sleep_ns = n_hooks || job->bus ? SUMAC_WAIT_MAX_SLEEP_NS : job->max_sleep_ns,
					   .hears_bus = true };
}

void sumac_wait_moved(struct sumac_wait_state *wait, int64_t now_ns)
{
	wait->patience.since_ns = now_ns;
	wait->sleep_ns = SUMAC_WAIT_MIN_SLEEP_NS;
}

void sumac_wait_back_off(struct sumac_job *job, struct sumac_wait_state *wait, const struct sumac_wait_idling *idling,
			  uint32_t seen, int64_t now_ns)
{
	int64_t idle_ns = now_ns - wait->patience.since_ns;

	if (idle_ns < idling->spin_ns)
		return;
	if (idle_ns < idling->spin_ns + idling->yield_ns) {
		sumac_wait_yield();
		return;
	}
	if (idling->hears_bus)
		sumac_wait_sleep(job, seen, wait->sleep_ns);
	else
		sumac_wait_nap(job, seen, wait->sleep_ns);
	if (wait->sleep_ns < idling->max_sleep_ns)
		wait->sleep_ns *= 2;
}
