/*
 * The decision between NIC and CPU engine. It depends only on what the team has agreed: whether all members
 * have a context in their NICs, and which pairs of operation and type all their NICs do.
 */
#include "core/offload.h"

#include "base/combination.h"

enum sumac_engine_kind sumac_offload_decide(const struct sumac_team *team, int op, int type, const char **reason_out)
{
	struct sumac_engine *nic = team->job->engine[SUMAC_ENGINE_NIC];
	int index = sumac_combination_index(op, type);
	const char *why_not;

	if (!team->context[SUMAC_ENGINE_NIC]) {
		*reason_out = team->nic_why;
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

int sumac_team_is_offloaded(const struct sumac_team *team, enum sumac_op op, enum sumac_type type,
			    const char **reason_out)
{
	*reason_out = "the team is not valid";
	if (sumac_team_check(team))
		return 0;
	return sumac_offload_decide(team, op, type, reason_out) == SUMAC_ENGINE_NIC;
}
