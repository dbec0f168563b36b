/*
 * Calls in which speakers act between leaves; for level_steps.c alone.
 */
#ifndef SUMAC_LEVEL_CALLS_H
#define SUMAC_LEVEL_CALLS_H

#include "engine/levels/level_steps.h"

enum { SUMAC_STEP_IN, SUMAC_STEP_BETWEEN, SUMAC_STEP_OUT };

/* Whether the first step is in the leaf, where the speaker then waits for all. */
bool sumac_steps_begin_in_leaf(const struct sumac_steps *steps);
/* At the end of a reduce-scatter: copies this rank's part from scratch memory to where the caller wants it. */
void sumac_steps_deliver_part(const struct sumac_steps *steps);

#endif
