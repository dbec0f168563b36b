/*
 * The one place where the library waits.
 */
#ifndef SUMAC_WAIT_H
#define SUMAC_WAIT_H

#include <stdbool.h>

struct sumac_job;
struct sumac_request;

/* Waits until the call is done; returns its status, and the team rank at fault if it
 * failed. Also ends, with the call still in its engine, when a member has died,
 * when members disagree, or when nothing has moved for the call's timeout. */
int sumac_wait_until_done(struct sumac_request *request, int *fault_rank_out);

/* Looks for the end of a call that does not block, for about as long as a request takes that has to be waited for. Where
 * several calls in a row were not over so soon, it looks at few, until the other ranks come in time again. */
void sumac_wait_briefly(const struct sumac_request *request);

/* The same without waiting: 1 if the call is still in progress. */
int sumac_wait_look(struct sumac_request *request, int *fault_rank_out);

/* Waits until the engine has let go of the call, a second at most; false if it has not. */
bool sumac_wait_for_release(struct sumac_request *request);

/* Polls the engines once; > 0 if one of them moved something. */
int sumac_wait_poll_engines(struct sumac_job *job);
/* The same; if nothing moved, lets time pass, in which other threads may come in. */
void sumac_wait_pass(struct sumac_job *job);
/* Polls, and runs the registered hooks, without the API lock. */
int sumac_wait_poll(struct sumac_job *job);

#endif
