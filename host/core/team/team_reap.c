/*
 * Freeing teams that their ranks release one by one. A rank releases a team when its last call on it has
 * returned, though requests may still be open; when all have, and have waited for these, only acknowledgements are still
 * sent, as after sumac_team_free().
 */
#include "core/team/team_reap.h"

#include <stdbool.h>
#include <string.h>

static int place_of(int world_rank, const int *world_ranks, int size)
{
	for (int i = 0; i < size; i++)
		if (world_ranks[i] == world_rank)
			return i;
	return -1;
}

static bool is_within(const struct sumac_team *team, const int *world_ranks, int size)
{
	for (int rank = 0; rank < team->desc.size; rank++)
		if (place_of(team->desc.world_ranks[rank], world_ranks, size) < 0)
			return false;
	return true;
}

/* Members that disagree on their calls have different marks: such
 * a team is kept, and the disagreement is reported at the end. */
static uint64_t mark_of(const struct sumac_team *team)
{
	return team->desc.key ^ team->digest;
}

void sumac_team_list_released(const struct sumac_job *job, const int *world_ranks, int size,
			      struct sumac_released *released_out)
{
	int n = 0;

	memset(released_out, 0, sizeof(*released_out));
	if (!job->n_released)
		return;
	for (const struct sumac_team *at = sumac_team_next(job, NULL); at && n < SUMAC_MAX_RELEASED;
	     at = sumac_team_next(job, at))
		if (at->is_released && !at->requests && is_within(at, world_ranks, size))
			released_out->mark[n++] = mark_of(at);
}

static bool has_mark(const struct sumac_released *released, uint64_t mark)
{
	for (int i = 0; i < SUMAC_MAX_RELEASED; i++)
		if (released->mark[i] == mark)
			return true;
	return false;
}

void sumac_team_reap(const struct sumac_job *job, const int *world_ranks, int size,
		     const struct sumac_released *(*of)(const void *ctx, int i), const void *ctx)
{
	struct sumac_team *next;

	if (!job->n_released)
		return;
	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = next) {
		bool is_free = team->is_released && is_within(team, world_ranks, size);

		next = sumac_team_next(job, team);
		for (int rank = 0; rank < team->desc.size && is_free; rank++) {
			int place = place_of(team->desc.world_ranks[rank], world_ranks, size);

			is_free = has_mark(of(ctx, place), mark_of(team));
		}
		if (is_free)
			sumac_team_drop(team);
	}
}
