/*
 * Freeing teams that their ranks release one by one. Ranks do not meet for that; but when they make another
 * team, they tell each other what they have released, and free the teams that all members have released.
 */
#ifndef SUMAC_TEAM_REAP_H
#define SUMAC_TEAM_REAP_H

#include "core/team/team.h"

enum { SUMAC_MAX_RELEASED = 32 };

/* Marks of teams, then zeros. */
struct sumac_released {
	uint64_t mark[SUMAC_MAX_RELEASED];
};

/* The teams that this rank has released, as far as all their members are among world_ranks. */
void sumac_team_list_released(const struct sumac_job *job, const int *world_ranks, int size,
			      struct sumac_released *released_out);

/* Frees the teams that all members have released; of(ctx, i) lists those of world_ranks[i]. */
void sumac_team_reap(const struct sumac_job *job, const int *world_ranks, int size,
		     const struct sumac_released *(*of)(const void *ctx, int i), const void *ctx);

#endif
