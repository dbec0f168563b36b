/*
 * sumac_explain: which engine would take a call and why, and by which plan.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/combination.h"
#include "base/fail.h"
#include "bus/bus.h"
#include "core/offload.h"
#include "plan/plan.h"

static int levels_of(const struct sumac_plan *plan)
{
	int last = 0;

	for (int i = 0; i < plan->n_nodes; i++)
		if (plan->node[i].step > last)
			last = plan->node[i].step;
	return last;
}

/* The plan of an allreduce, in words. The engines make the same plans by the same planner. */
static void describe_plan(const struct sumac_team *team, enum sumac_engine_kind kind, char *text_out, size_t cap_bytes)
{
	struct sumac_plan_spec spec = { .coll = SUMAC_COLL_ALLREDUCE, .size = team->desc.size, .rank = team->desc.rank,
					.radix = SUMAC_DEF_FanIn, .links = kind == SUMAC_ENGINE_CPU };
	struct sumac_plan *plan = malloc(sizeof(*plan));
	uint16_t peers[SUMAC_DEF_FanIn * 8];

	snprintf(text_out, cap_bytes, "%s", "a copy");
	if (plan && team->desc.size > 1 && !sumac_plan_make(&spec, plan))
		snprintf(text_out, cap_bytes, "an exchange of radix %d in %d level%s; this rank exchanges with %d others",
			 spec.radix, levels_of(plan), levels_of(plan) == 1 ? "" : "s",
			 sumac_plan_peers(spec.size, spec.rank, spec.radix, SUMAC_CLASS_UP, peers,
					  (int)(sizeof(peers) / sizeof(peers[0]))));
	free(plan);
}

int sumac_explain(enum sumac_op op, enum sumac_type type, size_t count, const struct sumac_team *team, char *text_out,
		  size_t cap_bytes)
{
	enum sumac_engine_kind kind;
	const struct sumac_job *job;
	const char *reason, *remark = "";
	char plan[128];
	int err = sumac_team_check(team);

	if (!err)
		err = sumac_combination_check(op, type);
	if (err)
		return err;
	job = team->job;
	kind = sumac_offload_decide(team, op, type, &reason);
	describe_plan(team, kind, plan, sizeof(plan));
	if (kind == SUMAC_ENGINE_NIC)
		remark = " Buffers outside memory from sumac_alloc() are staged through a window.";
	else if (job->require_nic)
		remark = " The setting require is nic, so the call would fail.";
	return snprintf(text_out, cap_bytes,
			"%s of %s, %zu elements of %zu bytes, in a team of %d ranks: the %s engine%s, since %s. Plan: %s.%s",
			sumac_op_name(op), sumac_type_name(type), count, sumac_type_bytes(type), team->desc.size,
			kind == SUMAC_ENGINE_NIC ? "NIC" : "CPU",
			kind == SUMAC_ENGINE_NIC && job->bus && job->bus->simulated ? " (simulated NICs)" : "", reason, plan,
			remark);
}
