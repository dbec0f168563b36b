/*
 * What to make of a call that does not move: whether the members are in the same call, and whom it waits for.
 */
#ifndef SUMAC_STALL_H
#define SUMAC_STALL_H

#include "core/call.h"

/* Asks the members over the CPU fabric what they have called, and judges the answers that have come so far.
 * 0: nothing wrong is known; -SUMAC_EMISMATCH, with a rank that disagrees. Does not wait. */
int sumac_stall_compare(struct sumac_flight *flight, int *fault_rank_out);

/* The story of a call that ran out of time: whom it waits for. fault_rank_out: the first of them, or -1. */
void sumac_stall_tell(struct sumac_flight *flight, int *fault_rank_out);

/* Shows on the status page whom the call waits for. */
void sumac_stall_show(struct sumac_flight *flight);

#endif
