/*
 * SHMEM_TEAM_SHARED: the PEs of this host. Every PE knows them; the first collective call on the team makes it. If
 * all PEs are on one host, it is the team of all.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

static struct sumac_team *_Atomic team;

int sumac_shmem_shared_size(void)
{
	int n = 0;

	for (int pe = 0; pe < sumac_size(); pe++)
		n += sumac_is_on_this_host(pe);
	return n;
}

int sumac_shmem_shared_place_of(int pe)
{
	int place = 0;

	if (!sumac_is_on_this_host(pe))
		return -1;
	for (int at = 0; at < pe; at++)
		place += sumac_is_on_this_host(at);
	return place;
}

int sumac_shmem_shared_pe(int place)
{
	for (int pe = 0; pe < sumac_size(); pe++)
		if (place >= 0 && sumac_is_on_this_host(pe) && !place--)
			return pe;
	return -1;
}

static struct sumac_team *make(int size)
{
	int *members = malloc((size_t)size * sizeof(*members));
	struct sumac_team *made = NULL;
	char name[64];

	if (!members)
		return NULL;
	for (int place = 0; place < size; place++)
		members[place] = sumac_shmem_shared_pe(place);
	snprintf(name, sizeof(name), "sumac.shared.%d", members[0]);
	if (sumac_shmem_meet(name, members, size, sumac_shmem_shared_place_of(sumac_rank()), &made))
		made = NULL;
	if (made)
		sumac_shmem_lend_add(made);
	free(members);
	return made;
}

struct sumac_team *sumac_shmem_shared_team(void)
{
	int size = sumac_shmem_shared_size();

	if (!team && size)
		team = size == sumac_size() ? sumac_team_world() : make(size);
	return team;
}

void sumac_shmem_shared_forget(void)
{
	team = NULL;
}
