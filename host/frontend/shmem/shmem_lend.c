/*
 * Teams that serve active sets of the same PEs, so that those use the teams' groups in the NICs. A set that was
 * served once keeps its team, even when the program has destroyed it: otherwise PEs, of which some may still be in a
 * call on the set while others destroy the team, would have to agree on what comes first.
 *
 * A team and a set that are one have one order of calls. PEs with several threads at once lend nothing, since those
 * may call on both at the same time.
 */
#include <stdlib.h>

#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

struct lender {
	struct lender *next;
	struct sumac_team *team;
	bool is_lent, is_destroyed;
};

bool sumac_shmem_lend_has_destroyed;

static struct lender *lenders;
static char destroyed; /* its address is no team */

static struct lender **place_of(const struct sumac_team *team)
{
	struct lender **at = &lenders;

	while (*at && (*at)->team != team)
		at = &(*at)->next;
	return at;
}

/* Without memory nothing is lent. */
void sumac_shmem_lend_add(struct sumac_team *team)
{
	SUMAC_SHMEM_LOCKED;
	struct lender *lender = *place_of(team) ? NULL : malloc(sizeof(*lender));

	if (!lender)
		return;
	*lender = (struct lender){ lenders, team, false, false };
	lenders = lender;
}

static bool has_members(const struct sumac_team *team, const int *members, int size)
{
	if (sumac_team_size(team) != size)
		return false;
	for (int i = 0; i < size; i++)
		if (sumac_team_world_rank(team, i) != members[i])
			return false;
	return true;
}

/* Among several, picks the one with the lowest key, as the other members do. */
struct sumac_team *sumac_shmem_lend_find(const int *members, int size)
{
	SUMAC_SHMEM_LOCKED;
	struct sumac_team *found = NULL;
	int level;

	shmem_query_thread(&level);
	for (struct lender *at = lenders; at && level < SHMEM_THREAD_MULTIPLE; at = at->next)
		if (has_members(at->team, members, size) && (!found || sumac_team_key(at->team) < sumac_team_key(found)))
			found = at->team;
	return found;
}

void sumac_shmem_lend(const struct sumac_team *team)
{
	SUMAC_SHMEM_LOCKED;

	(*place_of(team))->is_lent = true;
}

bool sumac_shmem_lend_keeps(const struct sumac_team *team)
{
	SUMAC_SHMEM_LOCKED;
	struct lender **at = place_of(team), *lender = *at;

	if (lender && lender->is_lent)
		return lender->is_destroyed = sumac_shmem_lend_has_destroyed = true;
	if (lender)
		*at = lender->next;
	free(lender);
	return false;
}

struct sumac_team *sumac_shmem_lend_living(struct sumac_team *team)
{
	SUMAC_SHMEM_LOCKED;
	const struct lender *lender = *place_of(team);

	return lender && lender->is_destroyed ? (struct sumac_team *)(void *)&destroyed : team;
}

void sumac_shmem_lend_forget(void)
{
	sumac_shmem_lend_has_destroyed = false;
	while (lenders) {
		struct lender *lender = lenders;

		lenders = lender->next;
		free(lender);
	}
}
