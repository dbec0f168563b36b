/*
 * Chooses the level that a call goes by. All ranks must choose alike, so the choice follows from the call, and from who shares
 * a host with whom.
 */
#include "engine/cpu/cpu_levels.h"

/* A longer reduce-scatter streams: each rank needs only a little of what its leaf folds, and would keep all of it. */
enum { MAX_SCATTER_BYTES = 4 << 20 };

static size_t bytes_of(const struct sumac_call *call)
{
	return (size_t)call->count * sumac_type_bytes(call->type);
}

/* A value goes from row to row, in one hop fewer than there are rows. If few ranks share a host with a neighbour, and a plan
 * without rows takes one step, that plan ends sooner, though it sends more messages. */
static bool goes_by_rows(const struct sumac_cpu_team *team, const struct sumac_call *call)
{
	const struct sumac_level *rows = &team->levels->at[SUMAC_CPU_OF_ROWS];
	struct sumac_plan_spec spec = sumac_cpu_spec_of(team, NULL, call);

	return 2 * rows->n_groups <= rows->size || sumac_plan_is_chain(&spec);
}

/* SUMAC_CPU_N_LEVELS: by none. */
static int choose(const struct sumac_cpu_team *team, const struct sumac_call *call)
{
	if (sumac_coll_row(call->coll)->order == SUMAC_LEFT)
		return goes_by_rows(team, call) ? SUMAC_CPU_OF_ROWS : SUMAC_CPU_N_LEVELS;
	if (call->coll == SUMAC_COLL_REDUCE_SCATTER && bytes_of(call) > MAX_SCATTER_BYTES)
		return SUMAC_CPU_N_LEVELS;
	if (sumac_coll_combines(call->coll) && !sumac_combination_is_free(call->op, call->type))
		return SUMAC_CPU_OF_BLOCKS;
	if (call->coll == SUMAC_COLL_ALLGATHER && !team->levels->at[SUMAC_CPU_OF_HOSTS].are_rows)
		return SUMAC_CPU_N_LEVELS;
	return SUMAC_CPU_OF_HOSTS;
}

struct sumac_level *sumac_cpu_level_for(const struct sumac_cpu_team *team, const struct sumac_call *call)
{
	struct sumac_cpu_levels *levels = team->levels;
	int i = levels ? choose(team, call) : SUMAC_CPU_N_LEVELS;

	return i < SUMAC_CPU_N_LEVELS && levels->is_there[i] ? &levels->at[i] : NULL;
}

bool sumac_cpu_level_is_of_rows(const struct sumac_cpu_team *team, const struct sumac_level *level)
{
	return level && level == &team->levels->at[SUMAC_CPU_OF_ROWS];
}
