/*
 * For tests alone: each team's calls begin with a number from which FEW more calls lead over 2^32. Linked with the core's archive.
 */
#include <stdlib.h>

#include "agree/agree_private.h"
#include "core/team/team.h"

int __real_sumac_team_make(struct sumac_job *job, const struct sumac_oob *oob, int exchange_size, const int *members, int rank,
			   int size, const int *world_ranks, struct sumac_team **team_out);
int __wrap_sumac_team_make(struct sumac_job *job, const struct sumac_oob *oob, int exchange_size, const int *members, int rank,
			   int size, const int *world_ranks, struct sumac_team **team_out);

int __wrap_sumac_team_make(struct sumac_job *job, const struct sumac_oob *oob, int exchange_size, const int *members, int rank,
			   int size, const int *world_ranks, struct sumac_team **team_out)
{
	int err = __real_sumac_team_make(job, oob, exchange_size, members, rank, size, world_ranks, team_out);

	/* An observer has no team. */
	if (!err && rank >= 0)
		(*team_out)->seq = (*team_out)->agreement->seq = (*team_out)->agreement->sighted =
			UINT32_MAX - (uint64_t)atoi(getenv("FEW"));
	return err;
}
