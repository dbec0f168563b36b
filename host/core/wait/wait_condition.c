/*
 * Waits for a condition as for a call: a few looks at it, then polls the engines between looks. Whatever ends a call's wait ends
 * this one (wait_around.c). Sleeps stay short, since a rank that only stores to this one's memory may not say so.
 */
#include "core/wait/wait_condition.h"

#include "base/clock.h"
#include "base/fail.h"
#include "core/call/request.h"
#include "core/team/team.h"
#include "core/wait/wait.h"
#include "core/wait/wait_around.h"
#include "core/wait/wait_idle.h"
#include "fabric/fabric.h"
#include "segment/segment.h"

enum { N_QUICK_LOOKS = 200, YIELD_NS = 200000 };

/* 0: wait on. 1: it is so after all. */
static int check(struct sumac_job *job, struct sumac_patience *patience, bool (*is_so)(void *arg), void *arg, const char *what)
{
	int rank, err = sumac_wait_check_members(job->world, &rank);

	if (err) {
		sumac_fail_clear();
		if (is_so(arg))
			return 1;
		return sumac_fail(err, "rank %d %s while this one waited for %s", rank,
				  rank == sumac_fabric_fault_peer(job->fabric) ? "corrupted its message rings" : "died", what);
	}
	err = sumac_wait_check_links(job);
	return err ? err : sumac_patience_check(patience, what);
}

static int wait_for(struct sumac_job *job, bool (*is_so)(void *arg), void *arg, const char *what)
{
	const struct sumac_wait_idling idling = { .spin_ns = job->ranks_a_core > 1 ? 0 : job->spin_ns, .yield_ns = YIELD_NS,
						  .max_sleep_ns = SUMAC_WAIT_MAX_SLEEP_NS };
	struct sumac_wait_state wait = { .sleep_ns = SUMAC_WAIT_MIN_SLEEP_NS };
	int err = 0;

	sumac_patience_begin(&wait.patience);
	while (!err) {
		uint32_t seen = sumac_segment_events(job->segment);
		/* The engine asks the network only now and then while it expects nothing. */
		int moved = (sumac_fabric_progress(job->fabric) > 0) + sumac_wait_poll(job);
		int64_t now_ns = sumac_clock_ns();

		if (is_so(arg))
			return 0;
		if (moved)
			sumac_wait_moved(&wait, now_ns);
		if (sumac_wait_is_check_due(&wait, now_ns))
			err = check(job, &wait.patience, is_so, arg, what);
		if (!err && !moved) {
			sumac_job_wait_begin(job);
			sumac_wait_back_off(job, &wait, &idling, seen, now_ns);
		}
	}
	return err > 0 ? 0 : err;
}

int sumac_wait_for_condition(struct sumac_job *job, bool (*is_so)(void *arg), void *arg, const char *what)
{
	struct sumac_status_text name;
	int err;

	for (int i = 0; i < (job->ranks_a_core > 1 ? 1 : N_QUICK_LOOKS); i++)
		if (is_so(arg))
			return 0;
	name = sumac_status_text(what, "");
	sumac_status_page_enter(job->page, &name, 0, job->size);
	err = wait_for(job, is_so, arg, what);
	sumac_status_page_leave(job->page);
	sumac_job_wait_end(job);
	return err;
}
