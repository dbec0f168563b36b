/*
 * The one place where the library waits.
 */
#ifndef SUMAC_WAIT_H
#define SUMAC_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/call.h"

/* Until the call is done: its status, and the team rank at fault if it failed.
 * Also ends, with the call still in its engine, when a member has died, when
 * members disagree, or when nothing has moved for the call's time. */
int sumac_wait(struct sumac_flight *flight, int *fault_rank_out);

/* Whether the engine has let go of the call, after at most a second. */
bool sumac_wait_for_release(struct sumac_flight *flight);

/* Pushes the engines and the registered hooks on, once; > 0 if an engine moved something. */
int sumac_wait_poll(struct sumac_job *job);

#endif
