/*
 * Checks that a wait makes now and then: dead members, members that called something else, a NIC that is gone, time that is up.
 */
#ifndef SUMAC_WAIT_AROUND_H
#define SUMAC_WAIT_AROUND_H

#include <stdbool.h>
#include <stdint.h>

struct sumac_job;
struct sumac_request;
struct sumac_team;
struct sumac_wait_state;

/* Plans the looks of a wait that begins now. */
void sumac_wait_around_begin(struct sumac_wait_state *wait, int64_t now_ns);
/* Something has moved: members are not asked for a while. */
void sumac_wait_around_moved(struct sumac_wait_state *wait, int64_t now_ns);

/* Whether it is time for the checks that apply to every wait: */
bool sumac_wait_is_check_due(struct sumac_wait_state *wait, int64_t now_ns);
/* -SUMAC_EPEER if a member of the team is known to have died, or has corrupted its message rings. All that it sent before has
 * then been read: the caller looks again for what it awaits, and ends with the error only if that is not there. */
int sumac_wait_check_members(const struct sumac_team *team, int *fault_rank_out);
/* -SUMAC_E..., with a story, if the NIC is gone, or the connection to the launcher, which would tell of deaths. */
int sumac_wait_check_links(const struct sumac_job *job);

/* An error ends the wait, with the team rank at fault. Members report one if they are in another call; a late rank is no error,
 * but is named. */
int sumac_wait_look_around(struct sumac_request *request, int64_t now_ns, int *fault_rank_out);

#endif
