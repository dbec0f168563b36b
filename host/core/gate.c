/*
 * The gate is a ticket lock, so that a thread that waits inside, and comes back again and again, leaves the others their
 * turn. Who has to wait for his turn sleeps after a while.
 */
#include "core/gate.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SPINS = 100 };

struct sumac_gate sumac_gate;
static atomic_bool is_shared;
static atomic_int n_out; /* threads that have stepped out, and will step in again */

void sumac_gate_await(unsigned turn)
{
	unsigned now;

	for (int i = 0; (now = atomic_load_explicit(&sumac_gate.n_left, memory_order_acquire)) != turn; i++) {
		atomic_store_explicit(&is_shared, true, memory_order_relaxed);
		if (i > SPINS)
			syscall(SYS_futex, &sumac_gate.n_left, FUTEX_WAIT_PRIVATE, now, NULL, NULL, 0);
	}
}

void sumac_gate_call(void)
{
	syscall(SYS_futex, &sumac_gate.n_left, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int sumac_gate_step_out(void)
{
	int was = sumac_gate_is_mine() ? sumac_gate.depth : 0;

	if (was) {
		atomic_fetch_add_explicit(&n_out, 1, memory_order_relaxed);
		sumac_gate.depth = 1;
		sumac_gate_leave();
	}
	return was;
}

void sumac_gate_step_in(int was)
{
	if (was) {
		sumac_gate_enter();
		sumac_gate.depth = was;
		atomic_fetch_sub_explicit(&n_out, 1, memory_order_relaxed);
	}
}

void sumac_gate_give_way(void)
{
	if (sumac_gate_is_mine() && atomic_load_explicit(&sumac_gate.n_came, memory_order_relaxed) !=
				    atomic_load_explicit(&sumac_gate.n_left, memory_order_relaxed) + 1)
		sumac_gate_step_in(sumac_gate_step_out());
}

void sumac_gate_after_fork(void)
{
	bool is_mine = sumac_gate_is_mine();

	atomic_store(&n_out, 0);
	atomic_store(&sumac_gate.n_left, 0);
	atomic_store(&sumac_gate.n_came, is_mine);
	if (!is_mine)
		atomic_store(&sumac_gate.holder, 0);
}

bool sumac_gate_is_shared(void)
{
	return atomic_load_explicit(&is_shared, memory_order_relaxed);
}

bool sumac_gate_has_waiting(void)
{
	return atomic_load_explicit(&n_out, memory_order_relaxed) > 0;
}
