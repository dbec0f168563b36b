/*
 * A call of the API from its beginning to its end: checked, given to an engine, waited for, counted; and its error told.
 */
#ifndef SUMAC_PERFORM_H
#define SUMAC_PERFORM_H

#include "core/call/call.h"

/* All of it. What of the call is this rank's is worked out here. */
int sumac_perform(struct sumac_team *team, struct sumac_call *call);

/* Its beginning: the request is the team's, and *request_out the caller's, until it ends. Where this fails, there is none. */
int sumac_perform_begin(struct sumac_team *team, struct sumac_call *call, struct sumac_request **request_out);
/* Its end, which is waited for; frees the request. */
int sumac_perform_end(struct sumac_request *request);
/* The same if the call is done; else 1. */
int sumac_perform_end_if_done(struct sumac_request *request);

/* Waits for all requests that the program has left; returns how many they were. */
int sumac_perform_end_all(struct sumac_job *job);

#endif
