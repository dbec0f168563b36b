/*
 * Each step of a call by levels as a call of its own; for level_steps.c alone.
 */
#ifndef SUMAC_LEVEL_CALLS_H
#define SUMAC_LEVEL_CALLS_H

#include "engine/levels/level_steps.h"

enum { SUMAC_STEP_IN, SUMAC_STEP_BETWEEN, SUMAC_STEP_OUT, SUMAC_STEP_ENDED };

/* Whether this rank has anything to do in the step that the call is in. */
bool sumac_steps_have_call(const struct sumac_steps *steps);
/* Sets steps->own for that step: a call like any other, except for what the ranks agree on. */
void sumac_steps_set_call(struct sumac_steps *steps);
/* Whether the first step is in the leaf, where the speaker then waits for all. */
bool sumac_steps_begin_in_leaf(const struct sumac_steps *steps);
/* Sets, for the call that is the oldest now, the parts of groups that are rows, and those of this rank's group's members. */
void sumac_steps_set_firsts(const struct sumac_steps *steps);
/* Room for values that have no place in the caller's memory. */
size_t sumac_steps_scratch_bytes(const struct sumac_steps *steps);
/* At the end of a reduce-scatter: copies this rank's part from there to where the caller wants it. */
void sumac_steps_deliver_part(const struct sumac_steps *steps);

#endif
