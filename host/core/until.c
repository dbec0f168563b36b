/*
 * The same manners as a call's wait (wait.c): a few looks, then the engines, then yielding, then sleeping until somebody of
 * this host has news. Sleeps stay short, as who only stores to this rank's memory may not say so.
 */
#include "core/until.h"

#include <sched.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/patience.h"
#include "bus/bus.h"
#include "core/gate.h"
#include "core/job.h"
#include "core/wait.h"
#include "core/wait_idle.h"
#include "fabric/fabric.h"
#include "fabric/segment.h"

enum { N_QUICK_LOOKS = 200 };

static const int64_t DEATH_CHECK_NS = 20000000, YIELD_NS = 200000, MIN_SLEEP_NS = 50000, MAX_SLEEP_NS = 1000000;

struct until {
	struct sumac_job *job;
	struct sumac_patience patience;
	int64_t next_check_ns, sleep_ns;
};

static int check(struct until *until, int64_t now_ns, const char *what)
{
	struct sumac_job *job = until->job;
	int dead, err;

	if (now_ns < until->next_check_ns)
		return 0;
	until->next_check_ns = now_ns + DEATH_CHECK_NS;
	dead = job->bootstrap.first_dead(job->bootstrap.ctx);
	if (dead >= 0)
		return sumac_fail(SUMAC_EPEER, "rank %d has died, while this one waited for %s", dead, what);
	dead = sumac_fabric_fault_peer(job->fabric);
	if (dead >= 0)
		return sumac_fail(SUMAC_EPEER, "rank %d has spoilt the memory through which it sends messages", dead);
	err = job->bus ? job->bus->ops->health(job->bus) : 0;
	if (err)
		return sumac_fail(err, "the NIC is gone: its %s has ended, or does not answer", job->bus->kind);
	return sumac_patience_check(&until->patience, what);
}

/* Others may be inside meanwhile. */
static void pass_time(struct until *until, uint32_t seen, int64_t now_ns)
{
	struct sumac_job *job = until->job;
	int64_t idle_ns = now_ns - until->patience.since_ns, spin_ns = job->ranks_a_core > 1 ? 0 : job->spin_ns;
	int depth;

	if (idle_ns < spin_ns)
		return;
	depth = sumac_gate_step_out();
	if (idle_ns < spin_ns + YIELD_NS) {
		sched_yield();
	} else {
		sumac_segment_sleep(job->segment, seen, until->sleep_ns);
		if (until->sleep_ns < MAX_SLEEP_NS)
			until->sleep_ns *= 2;
	}
	sumac_gate_step_in(depth);
}

static int wait_for(struct until *until, bool (*is_so)(void *arg), void *arg, const char *what)
{
	struct sumac_job *job = until->job;
	int err = 0;

	while (!err) {
		uint32_t seen = sumac_segment_events(job->segment);
		/* The engine asks the network only now and then while it expects nothing. */
		int moved = (sumac_fabric_progress(job->fabric) > 0) + sumac_wait_poll(job);
		int64_t now_ns = sumac_clock_ns();

		if (is_so(arg))
			return 0;
		if (moved) {
			until->patience.since_ns = now_ns;
			until->sleep_ns = MIN_SLEEP_NS;
		}
		err = check(until, now_ns, what);
		if (!err && !moved) {
			sumac_job_wait_begin(job);
			pass_time(until, seen, now_ns);
		}
	}
	return err;
}

int sumac_until(struct sumac_job *job, bool (*is_so)(void *arg), void *arg, const char *what)
{
	struct until until = { .job = job, .sleep_ns = MIN_SLEEP_NS };
	struct sumac_status_text name;
	int err;

	for (int i = 0; i < (job->ranks_a_core > 1 ? 1 : N_QUICK_LOOKS); i++)
		if (is_so(arg))
			return 0;
	sumac_patience_begin(&until.patience);
	name = sumac_status_text(what, "");
	sumac_status_page_enter(job->page, &name, 0, job->size);
	err = wait_for(&until, is_so, arg, what);
	sumac_status_page_leave(job->page);
	sumac_job_wait_end(job);
	return err;
}
