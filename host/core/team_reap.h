/*
 * Freeing teams that their ranks let go of one by one. Nobody meets for that; but when ranks make another
 * team, they tell each other what they have let go of, and what all its members have, all free.
 */
#ifndef SUMAC_TEAM_REAP_H
#define SUMAC_TEAM_REAP_H

#include "core/team.h"

enum { SUMAC_MAX_RELEASED = 32 };

/* Marks of teams, then zeros. */
struct sumac_released {
	uint64_t mark[SUMAC_MAX_RELEASED];
};

/* What this rank has let go of, as far as all its members are among world_ranks. */
void sumac_team_list_released(const struct sumac_job *job, const int *world_ranks, int size,
			      struct sumac_released *released_out);

/* Frees what all members have let go of; of(ctx, i) is what world_ranks[i] has. */
void sumac_team_reap(const struct sumac_job *job, const int *world_ranks, int size,
		     const struct sumac_released *(*of)(const void *ctx, int i), const void *ctx);

#endif
