/*
 * Which engine would take a call, why, and by which plan: for sumac_explain(), and for the tool.
 */
#ifndef SUMAC_EXPLAIN_H
#define SUMAC_EXPLAIN_H

#include "core/team/team.h"

enum { SUMAC_PLAN_CAP = 160 };

struct sumac_explanation {
	enum sumac_engine_kind kind;
	const char *reason;		     /* lives as long as the team */
	const struct sumac_carrier *carrier; /* or NULL */
	char plan[SUMAC_PLAN_CAP];
};

/* The call has its coll, op, type and count; one that only moves bytes counts these, and gets its op and type here. 0, or a status
 * with sumac_last_error(). */
int sumac_explain_call(const struct sumac_team *team, struct sumac_call *call_io, struct sumac_explanation *explanation_out);

/* Describes the plan that the engine makes for such a call, for example "2 nodes of at most 4 inputs; ...". 0 or -SUMAC_E.... */
int sumac_explain_plan(const struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call, char *text_out,
		       size_t cap_bytes);

#endif
