/*
 * How a wait spends its time: polls, hooks of others, and, while nothing moves, spinning, yielding and sleeping.
 */
#ifndef SUMAC_WAIT_IDLE_H
#define SUMAC_WAIT_IDLE_H

#include <stdbool.h>
#include <stdint.h>

struct sumac_job;
struct sumac_wait_state;

enum { SUMAC_WAIT_MIN_SLEEP_NS = 50000, SUMAC_WAIT_MAX_SLEEP_NS = 1000000 };
enum { SUMAC_WAIT_MAX_YIELDERS = 8 }; /* ranks on a core; with more, each would run only to yield again */

/* Runs the registered hooks, and lets other threads come in. */
void sumac_wait_let_others_act(void);

/* The count of events so far, so that a sleep ends early when more follow; read it before looking for what they announce. */
uint32_t sumac_wait_events(const struct sumac_job *job);

/* Sleeps until there is news, from a rank of this host or from the bus, or time is up. */
void sumac_wait_sleep(struct sumac_job *job, uint32_t seen, int64_t duration_ns);
/* The same for news from ranks of this host alone. */
void sumac_wait_nap(struct sumac_job *job, uint32_t seen, int64_t duration_ns);
void sumac_wait_yield(void);

/* "I wait in something that is not a reduction" (a fence, the
 * making of a team): simulated time may advance meanwhile. */
void sumac_job_wait_begin(struct sumac_job *job);
void sumac_job_wait_end(struct sumac_job *job);

/* How long a wait in which nothing moves spins, and then yields, before it sleeps. */
struct sumac_wait_idling {
	int64_t spin_ns, yield_ns, max_sleep_ns;
	bool hears_bus; /* news from the bus end a sleep */
};

struct sumac_wait_idling sumac_wait_idling_of_calls(const struct sumac_job *job);
/* Something moved. */
void sumac_wait_moved(struct sumac_wait_state *wait, int64_t now_ns);
/* Nothing moved: spins, yields or sleeps, depending on how long that has been so. */
void sumac_wait_back_off(struct sumac_job *job, struct sumac_wait_state *wait, const struct sumac_wait_idling *idling,
			  uint32_t seen, int64_t now_ns);

#endif
