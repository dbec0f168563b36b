/*
 * What a wait looks at now and then besides what it waits for: dead members, members that called something else, time that is over.
 */
#ifndef SUMAC_WAIT_AROUND_H
#define SUMAC_WAIT_AROUND_H

#include <stdbool.h>
#include <stdint.h>

struct sumac_job;
struct sumac_request;
struct sumac_team;
struct sumac_wait;

/* Plans the looks of a wait that begins now. */
void sumac_wait_around_begin(struct sumac_wait *wait, int64_t now_ns);
/* Something has moved: members are not asked for a while. */
void sumac_wait_around_moved(struct sumac_wait *wait, int64_t now_ns);

/* Whether it is time to look for what ends any wait: */
bool sumac_wait_is_check_due(struct sumac_wait *wait, int64_t now_ns);
/* -SUMAC_EPEER when a member of the team is known to have died; */
int sumac_wait_check_deaths(const struct sumac_team *team, int *fault_rank_out);
/* the same, with a story, when one has written what cannot be into the memory through which it sends; */
int sumac_wait_check_messages(const struct sumac_team *team, int *fault_rank_out);
/* -SUMAC_E..., with a story, when the NIC is gone, or the connection to the launcher, which would tell of deaths. */
int sumac_wait_check_links(const struct sumac_job *job);

/* An error ends the wait, with the team rank at fault. Members say one if the call is theirs no longer; a rank that is late is
 * none, but named. */
int sumac_wait_look_around(struct sumac_request *request, int64_t now_ns, int *fault_rank_out);

#endif
