/*
 * The one place where the library waits.
 */
#ifndef SUMAC_WAIT_H
#define SUMAC_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/call.h"

/* Waits until the call is done; returns its status, and the team rank at fault if it
 * failed. Also ends, with the call still in its engine, when a member has died,
 * when members disagree, or when nothing has moved for the call's timeout. */
int sumac_wait(struct sumac_flight *flight, int *fault_rank_out);

/* Waits until the engine has let go of the call, a second at most; false if it has not. */
bool sumac_wait_for_release(struct sumac_flight *flight);

/* Polls the engines and the registered hooks once; > 0 if an engine moved something. */
int sumac_wait_poll(struct sumac_job *job);

#endif
