/*
 * The gate is a ticket lock, so that a thread that waits inside, and comes back again and again, leaves the others their
 * turn. Who has to wait for his turn sleeps after a while.
 */
#include "core/gate.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/frontend.h"

enum { SPINS = 100 };

static _Atomic unsigned n_came, n_left;
static atomic_bool is_shared;
static _Thread_local int depth; /* how often this thread has entered */

/* A child of the process that has the job has the gate as it was when it was forked, perhaps with somebody inside: but it
 * is refused everything. */
static bool has_gate(void)
{
	return !sumac_is_forked();
}

static void take(void)
{
	unsigned turn, now;

	if (!has_gate())
		return;
	turn = atomic_fetch_add_explicit(&n_came, 1, memory_order_relaxed);
	for (int i = 0; (now = atomic_load_explicit(&n_left, memory_order_acquire)) != turn; i++) {
		atomic_store_explicit(&is_shared, true, memory_order_relaxed);
		if (i > SPINS)
			syscall(SYS_futex, &n_left, FUTEX_WAIT_PRIVATE, now, NULL, NULL, 0);
	}
}

static void release(void)
{
	unsigned turn;

	if (!has_gate())
		return;
	turn = atomic_fetch_add_explicit(&n_left, 1, memory_order_seq_cst) + 1;
	if (atomic_load_explicit(&n_came, memory_order_seq_cst) != turn)
		syscall(SYS_futex, &n_left, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void sumac_gate_enter(void)
{
	if (depth++ == 0)
		take();
}

void sumac_gate_leave(void)
{
	if (--depth == 0)
		release();
}

int sumac_gate_step_out(void)
{
	int was = depth;

	depth = 0;
	if (was)
		release();
	return was;
}

void sumac_gate_step_in(int was)
{
	if (was)
		take();
	depth = was;
}

void sumac_gate_give_way(void)
{
	if (depth && atomic_load_explicit(&n_came, memory_order_relaxed) !=
			     atomic_load_explicit(&n_left, memory_order_relaxed) + 1)
		sumac_gate_step_in(sumac_gate_step_out());
}

bool sumac_gate_is_shared(void)
{
	return atomic_load_explicit(&is_shared, memory_order_relaxed);
}
