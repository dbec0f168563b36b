/*
 * The decision between NIC and CPU engine. It depends only on what the team has agreed: whether all members
 * have a context in their NICs, which collectives these do, which pairs of operation and type all their NICs do.
 */
#include "core/call/offload.h"

#include <stdio.h>
#include <string.h>

#include "base/combination.h"
#include "base/settings.h"
#include "core/call/call.h"
#include "core/call/carry.h"
#include "core/exact/sums_carrier.h"

enum sumac_engine_kind sumac_offload_decide(const struct sumac_team *team, enum sumac_coll coll, int op, int type,
					    const char **reason_out)
{
	struct sumac_engine *nic = team->job->engine[SUMAC_ENGINE_NIC];
	int index = sumac_combination_index(op, type);
	const char *why_not;

	if (!team->context[SUMAC_ENGINE_NIC]) {
		*reason_out = team->nic_why;
		return SUMAC_ENGINE_CPU;
	}
	why_not = nic->ops->why_not_coll ? nic->ops->why_not_coll(team->context[SUMAC_ENGINE_NIC], coll) : NULL;
	if (why_not) {
		*reason_out = why_not;
		return SUMAC_ENGINE_CPU;
	}
	if (index >= 0 && team->nic_pairs[index / 8] & 1u << (index % 8)) {
		*reason_out = "the NICs of all ranks do this";
		return SUMAC_ENGINE_NIC;
	}
	why_not = nic->ops->why_not(nic, op, type, team->desc.size);
	*reason_out = why_not ? why_not : "the NIC of another rank of the team does not do this";
	return SUMAC_ENGINE_CPU;
}

enum sumac_engine_kind sumac_offload_decide_carried(const struct sumac_team *team, const struct sumac_call *call,
						    const struct sumac_carrier *carrier, const char **reason_out)
{
	enum sumac_engine_kind kind;

	if (!carrier)
		return sumac_offload_decide(team, call->coll, call->op, call->type, reason_out);
	if (carrier->why_cpu) {
		*reason_out = carrier->why_cpu;
		return SUMAC_ENGINE_CPU;
	}
	kind = sumac_offload_decide(team, call->coll, carrier->op, carrier->type, reason_out);
	if (kind == SUMAC_ENGINE_NIC && carrier->scale)
		kind = sumac_offload_decide(team, SUMAC_COLL_ALLREDUCE, SUMAC_CARRIER_SCALE_OP, SUMAC_CARRIER_SCALE_TYPE,
					    reason_out);
	return kind;
}

int sumac_team_is_offloaded(const struct sumac_team *team, enum sumac_op op, enum sumac_type type,
			    const char **reason_out)
{
	const struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = op, .type = type, .count = 1 };

	*reason_out = "the team is not valid";
	if (sumac_team_check(team))
		return 0;
	return sumac_offload_decide_carried(team, &call, sumac_carrier_for(team->job, &call, true), reason_out) == SUMAC_ENGINE_NIC;
}

/* The settings are the same on all ranks. With a progress thread every request progresses. Without one, a NIC still does what has
 * been posted to it. A request longer than every team's staging might not get posted when memory is short, and ranks that share a
 * NIC do their own part of the work. */
bool sumac_team_drives(const struct sumac_team *team, enum sumac_coll coll, enum sumac_op op, enum sumac_type type,
		       size_t count, const char **reason_out)
{
	static _Thread_local char why_not[SUMAC_WHY_CAP];
	bool combines = sumac_coll_combines(coll);
	const struct sumac_call call = { .coll = coll, .op = combines ? (int)op : SUMAC_CALL_NO_OP,
					 .type = combines ? (int)type : SUMAC_CALL_NO_TYPE, .count = count };
	const struct sumac_carrier *carrier = sumac_carrier_for(team->job, &call, false);
	enum sumac_engine_kind kind = sumac_offload_decide_carried(team, &call, carrier, reason_out);
	size_t elem_bytes = carrier ? carrier->n_each * sumac_type_bytes(carrier->type) : sumac_type_bytes(type);

	if (!strcmp(sumac_setting_string(SUMAC_SETTING_PROGRESS), "thread"))
		return true;
	if (kind != SUMAC_ENGINE_NIC) {
		snprintf(why_not, sizeof(why_not), "it does not block: the CPU engine needs the setting progress = thread "
			 "for that; no NIC takes it: %s", *reason_out);
		*reason_out = why_not;
		return false;
	}
	if (sumac_nic_map_are_shared(&team->job->nics)) {
		*reason_out = "it does not block: ranks that share a NIC need the setting progress = thread for that";
		return false;
	}
	if (!combines || count <= (size_t)sumac_setting_int(SUMAC_SETTING_STAGING_BYTES) / elem_bytes)
		return true;
	*reason_out = "it does not block, and is longer than the setting staging_bytes";
	return false;
}
