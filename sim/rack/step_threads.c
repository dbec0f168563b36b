/*
 * Threads that share a turn's items. They take items from one word that holds the turn, its number of items and the
 * next one: so a helper that comes late finds nothing left, rather than an item of a turn that it knows nothing
 * about.
 */
#define _GNU_SOURCE
#include "sim/rack/step_threads.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "spec/spec.h"

enum {
	LINE_BYTES = 64,
	/* Longer than the rack takes between two turns, and short enough that no rank misses its core. */
	LOOK_OUT_NS = 50000,
	ALL_ITEMS = 0xffff,
};

/* A number that others wait for to change. */
struct watched {
	_Alignas(LINE_BYTES) uint32_t value;
	uint32_t n_asleep;
};

struct sumac_step_threads {
	/* These belong to this turn: they change only while there is no item to take and none under way. */
	void (*step)(void *ctx, int item);
	void *ctx;
	_Alignas(LINE_BYTES) uint64_t tickets; /* turn << 32 | number of items << 16 | next item */
	struct watched turn;
	struct watched n_done; /* items of this turn */
	bool must_end;
	int n_helpers;
	pthread_t helpers[];
};

int sumac_step_threads_cores(void)
{
	cpu_set_t cores;

	return sched_getaffinity(0, sizeof cores, &cores) ? (int)sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&cores);
}

static void pause_a_little(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#endif
}

/* Others may need the core more: ranks do, when there are as many of them as cores. So we keep offering it. */
static bool changes_soon(const struct watched *watched, uint32_t seen)
{
	int64_t begin_ns = sumac_clock_ns();

	do {
		for (int look = 0; look < 64; look++) {
			if (__atomic_load_n(&watched->value, __ATOMIC_ACQUIRE) != seen)
				return true;
			pause_a_little();
		}
		sched_yield();
	} while (sumac_clock_ns() - begin_ns < LOOK_OUT_NS);
	return false;
}

static uint32_t await_change(struct watched *watched, uint32_t seen)
{
	if (!changes_soon(watched, seen)) {
		/* Pairs with change(): either it sees a sleeper, or the sleeper sees the new value. */
		__atomic_fetch_add(&watched->n_asleep, 1, __ATOMIC_SEQ_CST);
		while (__atomic_load_n(&watched->value, __ATOMIC_SEQ_CST) == seen)
			syscall(SYS_futex, &watched->value, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
		__atomic_fetch_sub(&watched->n_asleep, 1, __ATOMIC_RELAXED);
	}
	return __atomic_load_n(&watched->value, __ATOMIC_ACQUIRE);
}

static void change(struct watched *watched, int n_woken)
{
	__atomic_fetch_add(&watched->value, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&watched->n_asleep, __ATOMIC_SEQ_CST))
		syscall(SYS_futex, &watched->value, FUTEX_WAKE_PRIVATE, n_woken, NULL, NULL, 0);
}

/* Returns the item, or -1: none is left. */
static int take_item(struct sumac_step_threads *threads)
{
	uint64_t tickets = __atomic_load_n(&threads->tickets, __ATOMIC_RELAXED);

	while ((tickets & ALL_ITEMS) < (tickets >> 16 & ALL_ITEMS))
		if (__atomic_compare_exchange_n(&threads->tickets, &tickets, tickets + 1, true, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return (int)(tickets & ALL_ITEMS);
	return -1;
}

static void work(struct sumac_step_threads *threads)
{
	int item;

	while ((item = take_item(threads)) >= 0) {
		threads->step(threads->ctx, item);
		change(&threads->n_done, 1);
	}
}

static void *help(void *arg)
{
	struct sumac_step_threads *threads = arg;
	uint32_t turn = 0;

	while (!__atomic_load_n(&threads->must_end, __ATOMIC_ACQUIRE)) {
		work(threads);
		turn = await_change(&threads->turn, turn);
	}
	return NULL;
}

int sumac_step_threads_open(int n_threads, struct sumac_step_threads **threads_out)
{
	int n_wanted = n_threads > 1 ? n_threads - 1 : 0;
	size_t len_bytes = sizeof(struct sumac_step_threads) + (size_t)n_wanted * sizeof(pthread_t);
	struct sumac_step_threads *threads =
		aligned_alloc(LINE_BYTES, (len_bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);

	if (!threads)
		return -SUMAC_ENOMEM;
	*threads = (struct sumac_step_threads){ 0 };
	while (threads->n_helpers < n_wanted &&
	       !pthread_create(&threads->helpers[threads->n_helpers], NULL, help, threads))
		threads->n_helpers++;
	*threads_out = threads;
	return 0;
}

void sumac_step_threads_close(struct sumac_step_threads *threads)
{
	if (!threads)
		return;
	__atomic_store_n(&threads->must_end, true, __ATOMIC_RELEASE);
	change(&threads->turn, INT_MAX);
	for (int i = 0; i < threads->n_helpers; i++)
		pthread_join(threads->helpers[i], NULL);
	free(threads);
}

int sumac_step_threads_count(const struct sumac_step_threads *threads)
{
	return threads->n_helpers + 1;
}

void sumac_step_threads_run(struct sumac_step_threads *threads, void (*step)(void *ctx, int item), void *ctx, int n_items)
{
	uint32_t done;

	/* The caller is alone, so nothing is handed over. */
	if (n_items < 2 || !threads->n_helpers) {
		for (int item = 0; item < n_items; item++)
			step(ctx, item);
		return;
	}
	threads->step = step;
	threads->ctx = ctx;
	__atomic_store_n(&threads->n_done.value, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&threads->tickets, (uint64_t)(threads->turn.value + 1) << 32 | (uint64_t)n_items << 16,
			 __ATOMIC_RELEASE);
	change(&threads->turn, n_items - 1);
	work(threads);
	done = __atomic_load_n(&threads->n_done.value, __ATOMIC_ACQUIRE);
	while (done != (uint32_t)n_items)
		done = await_change(&threads->n_done, done);
}
