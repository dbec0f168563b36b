/*
 * The gate: whatever the API does is done inside it, by one thread at a time, in the order in which they came. A thread that
 * waits inside lets the others pass.
 */
#ifndef SUMAC_GATE_H
#define SUMAC_GATE_H

#include <stdbool.h>

/* May be nested. */
void sumac_gate_enter(void);
void sumac_gate_leave(void);

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

/* Whether a thread has ever found another one inside. Where this has never been so, sleeping inside delays nobody. */
bool sumac_gate_is_shared(void);

#endif
