/*
 * Judges a call that makes no progress: whether the members are in the same call, and whom it waits for.
 */
#ifndef SUMAC_STALL_H
#define SUMAC_STALL_H

#include "agree/agree.h"

/* Asks the members what they have called, and judges the answers that have come so far.
 * 0: nothing wrong is known; -SUMAC_EMISMATCH, with a rank that disagrees. Does not wait. */
int sumac_stall_compare(struct sumac_agree_team *team, int *fault_rank_out);

/* Says whom a call that ran out of time waits for. fault_rank_out: the first of them, or -1. */
void sumac_stall_tell(struct sumac_agree_team *team, int *fault_rank_out);

/* Team ranks that the engines' oldest call waits for; returns how many, cap at most. */
int sumac_stall_waiting_for(const struct sumac_agree_team *team, int *ranks_out, int cap);

#endif
