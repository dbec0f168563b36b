/*
 * Threads that share a turn's items: the caller and its helpers each take the next item until none is left. A turn of the
 * rack takes fractions of a millisecond, so handing over must cost little: helpers look out for the next turn for a moment
 * before they sleep, and a turn waits for nobody who has not taken an item.
 */
#ifndef SUMAC_SIM_STEP_THREADS_H
#define SUMAC_SIM_STEP_THREADS_H

struct sumac_step_threads;

/* As many cores as this process may run on. */
int sumac_step_threads_cores(void);

/* n_threads: the caller's is one of them; fewer if the system grants fewer. Returns 0 or -SUMAC_ENOMEM. */
int sumac_step_threads_open(int n_threads, struct sumac_step_threads **threads_out);
void sumac_step_threads_close(struct sumac_step_threads *threads);
int sumac_step_threads_count(const struct sumac_step_threads *threads);

/* Calls step(ctx, item) once for each item from 0 to n_items - 1 (at most 65535), on any of the threads, in any order. All of
 * them see what the caller did before; the caller sees afterwards what all of them did. */
void sumac_step_threads_run(struct sumac_step_threads *threads, void (*step)(void *ctx, int item), void *ctx, int n_items);

#endif
