/*
 * An API call from its beginning to its end: checked, given to an engine, waited for and counted, and its error reported.
 */
#ifndef SUMAC_PERFORM_H
#define SUMAC_PERFORM_H

#include "core/call/call.h"

/* Does the whole call; works out this rank's part of it first. */
int sumac_perform(struct sumac_team *team, struct sumac_call *call);

/* Starts the call: the request is the team's, and *request_out the caller's, until it ends. On failure no request is made. */
int sumac_perform_begin(struct sumac_team *team, struct sumac_call *call, struct sumac_request **request_out);
/* The same two for a call that another one carries. */
struct sumac_carrier;
int sumac_perform_carried(struct sumac_team *team, struct sumac_call *call, const struct sumac_carrier *carrier);
int sumac_perform_begin_carried(struct sumac_team *team, struct sumac_call *call, const struct sumac_carrier *carrier,
				struct sumac_request **request_out);

/* Waits for the call's end, and frees the request. */
int sumac_perform_end(struct sumac_request *request);
/* The same if the call is done; else returns 1. */
int sumac_perform_end_if_done(struct sumac_request *request);

/* Waits for all requests that the program left open; returns their number. */
int sumac_perform_end_all(struct sumac_job *job);

#endif
