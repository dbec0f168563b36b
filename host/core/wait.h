/*
 * The one place where the library waits.
 */
#ifndef SUMAC_WAIT_H
#define SUMAC_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/patience.h"

struct sumac_job;
struct sumac_request;

/* What is known of one wait for a call, which may come in pieces. */
struct sumac_wait {
	struct sumac_patience patience;
	int64_t looked_at_ns; /* 0: nobody has waited yet */
	int64_t next_death_check_ns, next_show_ns, next_compare_ns;
	int64_t compare_step_ns;
	int64_t sleep_ns;
};

/* Waits until the call is done; returns its status, and the team rank at fault if it
 * failed. Also ends, with the call still in its engine, when a member has died,
 * when members disagree, or when nothing has moved for the call's timeout. */
int sumac_wait_until_done(struct sumac_request *request, int *fault_rank_out);

/* The same without waiting: 1 if the call is still in progress. */
int sumac_wait_look(struct sumac_request *request, int *fault_rank_out);

/* Waits until the engine has let go of the call, a second at most; false if it has not. */
bool sumac_wait_for_release(struct sumac_request *request);

/* Polls the engines once; > 0 if one of them moved something. */
int sumac_wait_poll_engines(struct sumac_job *job);
/* The same; where nothing moved, time passes, in which other threads may be inside. */
void sumac_wait_pass(struct sumac_job *job);
/* Polls, and runs the registered hooks, outside the gate. */
int sumac_wait_poll(struct sumac_job *job);

#endif
