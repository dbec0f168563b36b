/*
 * sumac_explain: which engine would take a call and why, and by which plan.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/combination.h"
#include "base/fail.h"
#include "core/call/call.h"
#include "core/call/carry.h"
#include "core/call/explain.h"
#include "core/wait/api_lock.h"
#include "core/job/job_nics.h"
#include "core/call/offload.h"
#include "core/exact/sums_carrier.h"
#include "plan/plan.h"

/* Counts the other ranks that the plan's channels lead to, or come from. */
static int count_peers(const struct sumac_plan *plan, int size, bool counts_outputs)
{
	bool *is_peer = calloc((size_t)size, sizeof(*is_peer));
	int n = 0;

	for (const struct sumac_plan_node *node = plan->node; is_peer && node < plan->node + plan->n_nodes; node++) {
		for (int i = 0; counts_outputs && i < node->n_out; i++)
			if (node->out[i].kind == SUMAC_STREAM_CHANNEL)
				is_peer[node->out[i].peer] = true;
		for (int i = 0; !counts_outputs && i < node->n_in; i++)
			if (node->in[i].kind == SUMAC_STREAM_CHANNEL)
				is_peer[node->in[i].peer] = true;
	}
	for (int rank = 0; is_peer && rank < size; rank++)
		n += is_peer[rank];
	free(is_peer);
	return n;
}

/* Describes the plan that the engine would make, so that the text cannot differ from what the engine does. */
int sumac_explain_plan(const struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call, char *text_out,
		       size_t cap_bytes)
{
	const struct sumac_engine_ops *ops = team->job->engine[kind]->ops;
	const char *how = ops->how ? ops->how(team->context[kind], call) : NULL;
	struct sumac_plan plan = { 0 };
	int err = how ? 0 : ops->plan(team->context[kind], call, &plan), n_sends, n_hears, most = 0, n_parts = 0;
	char slices[32] = "";

	n_sends = err ? 0 : count_peers(&plan, team->desc.size, true);
	n_hears = err ? 0 : count_peers(&plan, team->desc.size, false);
	for (int i = 0; i < plan.n_nodes; i++) {
		if (plan.node[i].n_in > most)
			most = plan.node[i].n_in;
		if (plan.node[i].parts > n_parts)
			n_parts = plan.node[i].parts;
	}
	if (n_parts)
		snprintf(slices, sizeof(slices), " by %d slices", n_parts);
	if (how)
		snprintf(text_out, cap_bytes, "%s", how);
	else if (!plan.n_nodes)
		snprintf(text_out, cap_bytes, "this rank has nothing to do");
	else if (!n_sends && !n_hears)
		snprintf(text_out, cap_bytes, "a copy");
	else
		snprintf(text_out, cap_bytes, "%d node%s of at most %d input%s%s; this rank sends to %d others and hears from %d",
			 plan.n_nodes, plan.n_nodes == 1 ? "" : "s", most, most == 1 ? "" : "s", slices, n_sends, n_hears);
	sumac_plan_free(&plan);
	return err;
}

/* For example "allreduce of SUM on I32, 100 elements of 4 bytes", "broadcast, 100 bytes" or "barrier". */
static void describe_call(const struct sumac_call *call, char *text_out, size_t cap_bytes)
{
	const struct sumac_coll_row *row = sumac_coll_row(call->coll);

	if (sumac_coll_combines(call->coll))
		snprintf(text_out, cap_bytes, "%s of %s on %s, %llu elements of %zu bytes", row->name, sumac_op_name(call->op),
			 sumac_type_name(call->type), (unsigned long long)call->count, sumac_type_bytes(call->type));
	else if (row->gives == SUMAC_NONE)
		snprintf(text_out, cap_bytes, "%s", row->name);
	else
		snprintf(text_out, cap_bytes, "%s, %llu bytes", row->name, (unsigned long long)call->count);
}

static const char *remark_on(const struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call)
{
	if (kind == SUMAC_ENGINE_NIC && !team->job->bus)
		return " Data for the NIC is copied.";
	if (kind == SUMAC_ENGINE_NIC)
		return " Buffers outside memory from sumac_alloc() are staged through a window.";
	if (team->job->require_nic && sumac_coll_combines(call->coll))
		return " The setting require is nic, so the call would fail.";
	return "";
}

int sumac_explain_call(const struct sumac_team *team, struct sumac_call *call, struct sumac_explanation *explanation_out)
{
	struct sumac_call carrying;
	int err = sumac_team_check(team);

	if (!err && !sumac_coll_row(call->coll))
		err = sumac_fail(SUMAC_EINVAL, "there is no collective with the code %d", (int)call->coll);
	if (!err && sumac_coll_combines(call->coll))
		err = sumac_combination_check(call->op, call->type);
	if (err)
		return err;
	if (!sumac_coll_combines(call->coll)) {
		call->op = SUMAC_CALL_NO_OP;
		call->type = SUMAC_CALL_NO_TYPE;
	}
	carrying = *call;
	explanation_out->carrier = sumac_carrier_for(team->job, call, true);
	explanation_out->kind = sumac_offload_decide_carried(team, call, explanation_out->carrier, &explanation_out->reason);
	if (explanation_out->carrier) {
		carrying.op = explanation_out->carrier->op;
		carrying.type = explanation_out->carrier->type;
		carrying.count *= explanation_out->carrier->n_each;
	}
	err = sumac_explain_plan(team, explanation_out->kind, &carrying, explanation_out->plan, sizeof(explanation_out->plan));
	return err ? sumac_fail(err, "no plan exists for this call") : 0;
}

int sumac_explain(enum sumac_coll coll, enum sumac_op op, enum sumac_type type, size_t count,
		  const struct sumac_team *team, char *text_out, size_t cap_bytes)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_call call = { .coll = coll, .op = op, .type = type, .count = count };
	struct sumac_explanation told;
	struct sumac_nics_about about;
	char what[128];
	int err = sumac_explain_call(team, &call, &told);

	if (err)
		return err;
	describe_call(&call, what, sizeof(what));
	sumac_job_nics_about(team->job, &about);
	return snprintf(text_out, cap_bytes, "%s, in a team of %d ranks: the %s engine%s, since %s%s%s%s. Plan: %s.%s", what,
			team->desc.size, told.kind == SUMAC_ENGINE_NIC ? "NIC" : "CPU",
			told.kind == SUMAC_ENGINE_NIC && about.is_simulated ? " (simulated NICs)" : "", told.reason,
			told.carrier ? " (" : "", told.carrier ? told.carrier->name : "", told.carrier ? ")" : "", told.plan,
			remark_on(team, told.kind, &call));
}
