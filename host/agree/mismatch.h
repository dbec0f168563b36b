/*
 * Ranks that disagree on a call: who differs from whom, and in what.
 */
#ifndef SUMAC_MISMATCH_H
#define SUMAC_MISMATCH_H

#include "agree/agree.h"

/* To be called once the team has failed (sumac_agree_fail()), so that the members tell what
 * they called. Waits for them a little. With two opinions among the ranks that told: the
 * rank whose opinion differs from the lowest rank's goes to fault_rank_io, and the story to
 * text_out; the same on all ranks that heard the same. Else what is known, which is this
 * rank's own call, and whatever rank the engine had named. */
void sumac_mismatch_explain(struct sumac_agree_team *team, int *fault_rank_io, char *text_out, size_t cap_bytes);

#endif
