/*
 * The API lock: one thread at a time does what the API does, in the order in which they came. A thread that waits while it holds
 * the lock lets the others pass.
 */
#ifndef SUMAC_API_LOCK_H
#define SUMAC_API_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Hidden, since otherwise every access would go through a table. */
extern struct sumac_api_lock {
	_Atomic unsigned n_came, n_left;
	_Atomic uintptr_t holder; /* the thread inside, or 0. A thread compares it only with itself, so may read it outside */
	int depth;		  /* how often it has entered */
} sumac_api_lock __attribute__((visibility("hidden")));

/* Waits for this thread's turn; wakes the threads that wait for theirs. */
void sumac_api_lock_await(unsigned turn);
void sumac_api_lock_call(void);

static inline bool sumac_api_lock_is_mine(void)
{
	return atomic_load_explicit(&sumac_api_lock.holder, memory_order_relaxed) == (uintptr_t)pthread_self();
}

/* May be nested. Every call takes and releases it, so both are inline. */
static inline void sumac_api_lock_take(void)
{
	unsigned turn;

	if (sumac_api_lock_is_mine()) {
		sumac_api_lock.depth++;
		return;
	}
	turn = atomic_fetch_add_explicit(&sumac_api_lock.n_came, 1, memory_order_relaxed);
	if (atomic_load_explicit(&sumac_api_lock.n_left, memory_order_acquire) != turn)
		sumac_api_lock_await(turn);
	atomic_store_explicit(&sumac_api_lock.holder, (uintptr_t)pthread_self(), memory_order_relaxed);
	sumac_api_lock.depth = 1;
}

static inline void sumac_api_lock_release(void)
{
	unsigned turn;

	if (--sumac_api_lock.depth)
		return;
	atomic_store_explicit(&sumac_api_lock.holder, 0, memory_order_relaxed);
	turn = atomic_fetch_add_explicit(&sumac_api_lock.n_left, 1, memory_order_seq_cst) + 1;
	if (atomic_load_explicit(&sumac_api_lock.n_came, memory_order_seq_cst) != turn)
		sumac_api_lock_call();
}

/* Takes the lock if nobody is inside, or waits to be. */
bool sumac_api_lock_try(void);

/* For the beginning of a function: takes the lock, and releases it when the function returns. */
#define SUMAC_HOLD_API_LOCK \
	__attribute__((cleanup(sumac_api_lock_release_scope), unused)) int has_api_lock = (sumac_api_lock_take(), 1)

static inline void sumac_api_lock_release_scope(const int *is_inside)
{
	(void)is_inside;
	sumac_api_lock_release();
}

/* For work that must not be done inside: drop() returns what retake() needs. Neither affects a thread that is not inside. */
int sumac_api_lock_drop(void);
void sumac_api_lock_retake(int depth);

/* For a thread inside: lets in the threads that wait for the lock, if any. */
void sumac_api_lock_give_way(void);

/* In the child of a fork, where only the thread that forked lives on: the others neither hold the lock nor wait for it. */
void sumac_api_lock_after_fork(void);

/* Whether a thread has ever found another one inside. If not, sleeping inside delays nobody. */
bool sumac_api_lock_is_shared(void);

/* For a thread inside: whether another one is in the middle of a call, where it waits. */
bool sumac_api_lock_has_waiting(void);

#endif
