/*
 * The gate: whatever the API does is done inside it, by one thread at a time, in the order in which they came. A thread that
 * waits inside lets the others pass.
 */
#ifndef SUMAC_GATE_H
#define SUMAC_GATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Hidden, as what is declared here only would be looked up in a table. */
extern struct sumac_gate {
	_Atomic unsigned n_came, n_left;
	_Atomic uintptr_t holder; /* the thread inside, or 0. Compared with oneself only, so it may be read outside */
	int depth;		  /* how often it has entered */
} sumac_gate __attribute__((visibility("hidden")));

/* Waits for one's turn; wakes those who wait for theirs. */
void sumac_gate_await(unsigned turn);
void sumac_gate_call(void);

static inline bool sumac_gate_is_mine(void)
{
	return atomic_load_explicit(&sumac_gate.holder, memory_order_relaxed) == (uintptr_t)pthread_self();
}

/* May be nested. Every call enters and leaves, so both are inline. */
static inline void sumac_gate_enter(void)
{
	unsigned turn;

	if (sumac_gate_is_mine()) {
		sumac_gate.depth++;
		return;
	}
	turn = atomic_fetch_add_explicit(&sumac_gate.n_came, 1, memory_order_relaxed);
	if (atomic_load_explicit(&sumac_gate.n_left, memory_order_acquire) != turn)
		sumac_gate_await(turn);
	atomic_store_explicit(&sumac_gate.holder, (uintptr_t)pthread_self(), memory_order_relaxed);
	sumac_gate.depth = 1;
}

static inline void sumac_gate_leave(void)
{
	unsigned turn;

	if (--sumac_gate.depth)
		return;
	atomic_store_explicit(&sumac_gate.holder, 0, memory_order_relaxed);
	turn = atomic_fetch_add_explicit(&sumac_gate.n_left, 1, memory_order_seq_cst) + 1;
	if (atomic_load_explicit(&sumac_gate.n_came, memory_order_seq_cst) != turn)
		sumac_gate_call();
}

/* For the beginning of a function: enters, and leaves when the function returns. */
#define SUMAC_INSIDE_THE_GATE \
	__attribute__((cleanup(sumac_gate_leave_scope), unused)) int is_inside_the_gate = (sumac_gate_enter(), 1)

static inline void sumac_gate_leave_scope(const int *is_inside)
{
	(void)is_inside;
	sumac_gate_leave();
}

/* Around what must not be done inside: step_out() returns what step_in() needs. Of no effect for a thread that is not inside. */
int sumac_gate_step_out(void);
void sumac_gate_step_in(int depth);

/* For a thread inside: lets those in who stand before the gate, if there are any. */
void sumac_gate_give_way(void);

/* In the child of a fork, where only the thread that forked lives on: the others are no longer inside, nor before the gate. */
void sumac_gate_after_fork(void);

/* Whether a thread has ever found another one inside. Where this has never been so, sleeping inside delays nobody. */
bool sumac_gate_is_shared(void);

/* For a thread inside: whether another one is in the middle of a call, where it waits. */
bool sumac_gate_has_waiting(void);

#endif
