/*
 * What a wait looks at now and then besides its call: dead members, members that called something else, time that is over.
 */
#ifndef SUMAC_WAIT_AROUND_H
#define SUMAC_WAIT_AROUND_H

#include <stdint.h>

struct sumac_request;
struct sumac_wait;

/* Plans the looks of a wait that begins now. */
void sumac_wait_around_begin(struct sumac_wait *wait, int64_t now_ns);
/* Something has moved: members are not asked for a while. */
void sumac_wait_around_moved(struct sumac_wait *wait, int64_t now_ns);

/* An error ends the wait, with the team rank at fault. Members say one if the call is theirs no longer; a rank that is late is
 * none, but named. */
int sumac_wait_look_around(struct sumac_request *request, int64_t now_ns, int *fault_rank_out);

#endif
