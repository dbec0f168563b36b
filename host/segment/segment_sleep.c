/*
 * Sleeping and waking between processes, by a word in the sleeper's part.
 *
 * A sleeper raises its flag, then checks whether there is news, then sleeps; a waker writes its news, then looks at
 * the flag. With a fence between each pair, one of the two sees the other. The caller does the check, before it
 * sleeps: so a sleep whose flag was down only raises it, and lets the caller look again
 * (tests/model/segment_sleep.pml).
 */
#define _GNU_SOURCE
#include "segment/segment_private.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct sumac_segment_sleeper *sleeper_at(const struct sumac_segment *segment, int local_rank, int which)
{
	return &sumac_segment_header(segment, local_rank)->sleepers[which];
}

static void sleep_as(struct sumac_segment_sleeper *sleeper, uint32_t seen, int64_t duration_ns)
{
	const int64_t ns_per_s = 1000000000;
	struct timespec limit = { .tv_sec = duration_ns / ns_per_s, .tv_nsec = duration_ns % ns_per_s };

	if (!atomic_exchange(&sleeper->sleeps, 1)) {
		atomic_thread_fence(memory_order_seq_cst);
		return;
	}
	/* The kernel looks at the events again before it lets us sleep. */
	syscall(SYS_futex, &sleeper->events, FUTEX_WAIT, seen, &limit, NULL, 0);
}

static void rouse(struct sumac_segment_sleeper *sleeper)
{
	atomic_store_explicit(&sleeper->sleeps, 0, memory_order_relaxed);
	atomic_fetch_add_explicit(&sleeper->events, 1, memory_order_release);
	syscall(SYS_futex, &sleeper->events, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

uint32_t sumac_segment_events(const struct sumac_segment *segment)
{
	return atomic_load_explicit(&sleeper_at(segment, segment->local_rank, SUMAC_SEGMENT_CALLER)->events, memory_order_acquire);
}

void sumac_segment_sleep(struct sumac_segment *segment, uint32_t seen, int64_t duration_ns)
{
	sleep_as(sleeper_at(segment, segment->local_rank, SUMAC_SEGMENT_CALLER), seen, duration_ns);
}

const _Atomic uint32_t *sumac_segment_sleeps(const struct sumac_segment *segment, int local_rank)
{
	return &sleeper_at(segment, local_rank, SUMAC_SEGMENT_CALLER)->sleeps;
}

void sumac_segment_wake(struct sumac_segment *segment, int local_rank)
{
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(sumac_segment_sleeps(segment, local_rank), memory_order_relaxed))
		sumac_segment_wake_sleeper(segment, local_rank);
}

void sumac_segment_wake_sleeper(struct sumac_segment *segment, int local_rank)
{
	rouse(sleeper_at(segment, local_rank, SUMAC_SEGMENT_CALLER));
}

uint32_t sumac_segment_bells(const struct sumac_segment *segment, enum sumac_segment_thread thread)
{
	return atomic_load_explicit(&sleeper_at(segment, segment->local_rank, (int)thread)->events, memory_order_acquire);
}

void sumac_segment_rest(struct sumac_segment *segment, enum sumac_segment_thread thread, uint32_t seen, int64_t duration_ns)
{
	sleep_as(sleeper_at(segment, segment->local_rank, (int)thread), seen, duration_ns);
}

void sumac_segment_ring(struct sumac_segment *segment, int local_rank, enum sumac_segment_thread thread)
{
	struct sumac_segment_sleeper *sleeper = sleeper_at(segment, local_rank, (int)thread);

	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&sleeper->sleeps, memory_order_relaxed))
		rouse(sleeper);
}
