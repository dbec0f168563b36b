/*
 * Describes plans to users.
 */
#ifndef SUMAC_EXPLAIN_H
#define SUMAC_EXPLAIN_H

#include "core/team/team.h"

/* Describes the plan that the engine makes for such a call, for example "2 nodes of at most 4 inputs; ...". 0 or -SUMAC_E.... */
int sumac_explain_plan(const struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call, char *text_out,
		       size_t cap_bytes);

#endif
