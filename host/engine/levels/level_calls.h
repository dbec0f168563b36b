/*
 * What each step of a call by levels is, as a call of its own: of level_steps.c alone.
 */
#ifndef SUMAC_LEVEL_CALLS_H
#define SUMAC_LEVEL_CALLS_H

#include "engine/levels/level_steps.h"

enum { SUMAC_STEP_IN, SUMAC_STEP_BETWEEN, SUMAC_STEP_OUT, SUMAC_STEP_ENDED };

/* Whether this rank has anything to do in the step that the call is in. */
bool sumac_steps_have_call(const struct sumac_steps *steps);
/* steps->own, of that step: but for what the ranks agree on, a call like any other. */
void sumac_steps_set_call(struct sumac_steps *steps);
/* Whether the first step is in the leaf, where who speaks for it then waits for all. */
bool sumac_steps_begin_in_leaf(const struct sumac_steps *steps);
/* The parts of groups that are rows, and of this rank's group's members: of the call that is the oldest now. */
void sumac_steps_set_firsts(const struct sumac_steps *steps);
/* Room for values that have no place in the caller's memory. */
size_t sumac_steps_scratch_bytes(const struct sumac_steps *steps);
/* In the end of a reduce-scatter, from there to where the caller wants it. */
void sumac_steps_deliver_part(const struct sumac_steps *steps);

#endif
