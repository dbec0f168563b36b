/*
 * Ranks that disagree on a call: who differs from whom, and how.
 */
#ifndef SUMAC_MISMATCH_H
#define SUMAC_MISMATCH_H

#include "agree/agree.h"

/* To be called once the team has failed (sumac_agree_fail()), so that the members tell what they called;
 * waits briefly for them. If ranks that told differ, fault_rank_io becomes the one that differs from the
 * lowest rank, and text_out says how: the same on all ranks that heard the same. Else text_out says what this
 * rank called, and fault_rank_io keeps the rank that the engine named, unless that is this rank: then it
 * becomes -1. */
void sumac_mismatch_explain(struct sumac_agree_team *team, int *fault_rank_io, char *text_out, size_t cap_bytes);

#endif
