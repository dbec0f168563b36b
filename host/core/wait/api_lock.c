/*
 * The API lock is a ticket lock, so that a thread that waits inside, and comes back again and again, leaves the others their
 * turn. A thread that has to wait for its turn sleeps after a while.
 */
#include "core/wait/api_lock.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SPINS = 100 };

struct sumac_api_lock sumac_api_lock;
static atomic_bool is_shared;
static atomic_int n_out; /* threads that have stepped out, and will step in again */

void sumac_api_lock_await(unsigned turn)
{
	unsigned now;

	for (int i = 0; (now = atomic_load_explicit(&sumac_api_lock.n_left, memory_order_acquire)) != turn; i++) {
		atomic_store_explicit(&is_shared, true, memory_order_relaxed);
		if (i > SPINS)
			syscall(SYS_futex, &sumac_api_lock.n_left, FUTEX_WAIT_PRIVATE, now, NULL, NULL, 0);
	}
}

bool sumac_api_lock_try(void)
{
	unsigned turn = atomic_load_explicit(&sumac_api_lock.n_left, memory_order_acquire);

	if (!atomic_compare_exchange_strong_explicit(&sumac_api_lock.n_came, &turn, turn + 1, memory_order_acquire,
						     memory_order_relaxed))
		return false;
	atomic_store_explicit(&sumac_api_lock.holder, (uintptr_t)pthread_self(), memory_order_relaxed);
	sumac_api_lock.depth = 1;
	return true;
}

void sumac_api_lock_call(void)
{
	syscall(SYS_futex, &sumac_api_lock.n_left, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int sumac_api_lock_drop(void)
{
	int was = sumac_api_lock_is_mine() ? sumac_api_lock.depth : 0;

	if (was) {
		atomic_fetch_add_explicit(&n_out, 1, memory_order_relaxed);
		sumac_api_lock.depth = 1;
		sumac_api_lock_release();
	}
	return was;
}

void sumac_api_lock_retake(int was)
{
	if (was) {
		sumac_api_lock_take();
		sumac_api_lock.depth = was;
		atomic_fetch_sub_explicit(&n_out, 1, memory_order_relaxed);
	}
}

void sumac_api_lock_give_way(void)
{
	if (sumac_api_lock_is_mine() && atomic_load_explicit(&sumac_api_lock.n_came, memory_order_relaxed) !=
				    atomic_load_explicit(&sumac_api_lock.n_left, memory_order_relaxed) + 1)
		sumac_api_lock_retake(sumac_api_lock_drop());
}

void sumac_api_lock_after_fork(void)
{
	bool is_mine = sumac_api_lock_is_mine();

	atomic_store(&n_out, 0);
	atomic_store(&sumac_api_lock.n_left, 0);
	atomic_store(&sumac_api_lock.n_came, is_mine);
	if (!is_mine)
		atomic_store(&sumac_api_lock.holder, 0);
}

bool sumac_api_lock_is_shared(void)
{
	return atomic_load_explicit(&is_shared, memory_order_relaxed);
}

bool sumac_api_lock_has_waiting(void)
{
	return atomic_load_explicit(&n_out, memory_order_relaxed) > 0;
}
