/*
 * The job's way to other ranks' memory. Mapped memory needs no lock: the processor itself loads and stores.
 */
#include "core/job/remote_api.h"

#include <sched.h>
#include <string.h>

#include "base/fail.h"
#include "core/wait/api_lock.h"
#include "core/job/job.h"
#include "core/job/process.h"
#include "core/wait/progress_thread.h"
#include "core/wait/wait.h"
#include "core/wait/wait_condition.h"

/* Waits on behalf of the remote, which knows the job only as a pointer. */
static int until(void *job, bool (*is_so)(void *arg), void *arg, const char *what)
{
	return sumac_wait_for_condition(job, is_so, arg, what);
}

int sumac_remote_api_open(void *heap, size_t heap_bytes)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();
	struct sumac_remote_host host = { job, until };
	int err;

	if (!job || job->remote)
		return sumac_fail(SUMAC_ESTATE, "the job's memory can be shared once only, after sumac_init()");
	/* All ranks meet here without a NIC: simulated time stands still, so it is the same on every run. */
	err = sumac_remote_open(job->fabric, job->segment, &job->bootstrap, &host, heap, heap_bytes, &job->remote);
	return err || job->size == 1 ? err : sumac_progress_thread_serve(job);
}

/* Takes the API lock, and refuses a forked child, which has no threads and nothing to say to other ranks. */
static int enter(void)
{
	sumac_api_lock_take();
	return sumac_check_process();
}

static struct sumac_remote *remote(void)
{
	return sumac_job_current()->remote;
}

void *sumac_remote_api_at(int rank, const void *own, size_t len_bytes)
{
	return sumac_remote_at(remote(), rank, own, len_bytes);
}

int sumac_remote_api_check(int rank, const void *own, size_t len_bytes)
{
	return sumac_remote_check(remote(), rank, own, len_bytes);
}

void sumac_remote_api_touched(int rank)
{
	sumac_remote_touched(remote(), rank);
}

int sumac_remote_api_put(struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source, size_t len_bytes)
{
	void *at = sumac_remote_at(remote(), rank, own_dest, len_bytes);
	int err;

	if (at) {
		memmove(at, source, len_bytes);
		sumac_remote_touched(remote(), rank);
		return 0;
	}
	err = enter();
	if (!err)
		err = sumac_remote_put(remote(), flow, rank, own_dest, source, len_bytes);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_get(struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source, size_t len_bytes, bool waits)
{
	const void *at = sumac_remote_at(remote(), rank, own_source, len_bytes);
	int err;

	if (at) {
		memmove(dest, at, len_bytes);
		return 0;
	}
	err = enter();
	if (!err)
		err = sumac_remote_get(remote(), flow, rank, dest, own_source, len_bytes);
	if (!err && waits)
		err = sumac_remote_wait(remote(), flow, rank);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_amo_of(struct sumac_remote_flow *flow, int rank, void *own, const struct sumac_amo *amo, void *fetch_out,
			    bool waits)
{
	int err;

	if (sumac_remote_at(remote(), rank, own, amo->width))
		return sumac_remote_amo(remote(), flow, rank, own, amo, fetch_out);
	err = enter();
	if (!err)
		err = sumac_remote_amo(remote(), flow, rank, own, amo, fetch_out);
	if (!err && waits)
		err = sumac_remote_wait(remote(), flow, rank);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_amo(int rank, void *own, const struct sumac_amo *amo, void *fetch_out, bool waits)
{
	return sumac_remote_api_amo_of(NULL, rank, own, amo, fetch_out, waits);
}

int sumac_remote_api_put_blocks(struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source,
				const struct sumac_remote_blocks *blocks, size_t n_blocks)
{
	int err = enter();

	if (!err)
		err = sumac_remote_put_blocks(remote(), flow, rank, own_dest, source, blocks, n_blocks);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_get_blocks(struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source,
				const struct sumac_remote_blocks *blocks, size_t n_blocks)
{
	int err = enter();

	if (!err)
		err = sumac_remote_get_blocks(remote(), flow, rank, dest, own_source, blocks, n_blocks);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_quiet_of(struct sumac_remote_flow *flow, int rank)
{
	int err;

	atomic_thread_fence(memory_order_seq_cst);
	if (sumac_remote_is_quiet(remote(), flow))
		return 0;
	err = enter();
	if (!err)
		err = rank < 0 ? sumac_remote_quiet(remote(), flow) : sumac_remote_wait(remote(), flow, rank);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_quiet(int rank)
{
	return sumac_remote_api_quiet_of(NULL, rank);
}

int sumac_remote_api_fence(struct sumac_remote_flow *flow)
{
	int err;

	atomic_thread_fence(memory_order_seq_cst);
	if (sumac_remote_is_quiet(remote(), flow))
		return 0;
	err = enter();
	if (!err)
		err = sumac_remote_fence(remote(), flow);
	sumac_api_lock_release();
	return err;
}

int sumac_remote_api_until(bool (*is_so)(void *arg), void *arg, const char *what)
{
	SUMAC_HOLD_API_LOCK;
	int err = sumac_check_process();

	return err ? err : sumac_wait_for_condition(sumac_job_current(), is_so, arg, what);
}

void sumac_remote_api_pass(void)
{
	struct sumac_job *job = sumac_job_current();

	sumac_api_lock_take();
	sumac_wait_poll(job);
	sumac_api_lock_release();
	if (job->ranks_a_core > 1)
		sched_yield();
}
