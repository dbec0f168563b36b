/*
 * PEs that form a team without the others, who need not know: they meet through the launcher.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/fail.h"
#include "base/patience.h"
#include "core/frontend.h"
#include "bootstrap/bootstrap.h"
#include "bootstrap/pmix_among.h"
#include "frontend/shmem/shmem_private.h"

/* The making of one team: each of its exchanges has a name of its own. */
struct meeting {
	const int *members;
	int size;
	char name[64];
	int n_exchanges;
	struct sumac_patience patience;
};

/* While the members gather, calls of other ranks make progress. */
static int push_on(void *ctx)
{
	struct meeting *meeting = ctx;
	struct timespec pause = { .tv_nsec = 200000 };

	sumac_progress();
	nanosleep(&pause, NULL);
	return sumac_patience_check(&meeting->patience, "the other members of the set");
}

static int exchange(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	struct meeting *meeting = ctx;
	char name[96];
	int err;

	snprintf(name, sizeof(name), "%s.%d", meeting->name, meeting->n_exchanges++);
	sumac_patience_begin(&meeting->patience);
	err = sumac_pmix_allgather_among(meeting->members, meeting->size, name, value, len_bytes, push_on, meeting,
					 recv_out);
	return err ? sumac_fail(err, "the PEs cannot meet: %s", sumac_last_error()) : 0;
}

/* Members may have a team already. They use it if all of them have that one. */
static int borrow(struct meeting *meeting, struct sumac_team **team_out)
{
	struct sumac_team *team = sumac_shmem_lend_find(meeting->members, meeting->size);
	uint64_t mine = team ? sumac_team_key(team) : 0, *keys = malloc((size_t)meeting->size * sizeof(*keys));
	bool is_of_all = team;
	int err;

	*team_out = NULL;
	if (!keys)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the teams of %d PEs", meeting->size);
	err = exchange(meeting, &mine, sizeof(mine), keys);
	for (int i = 0; i < meeting->size && !err; i++)
		is_of_all &= keys[i] == mine;
	free(keys);
	if (err || !is_of_all)
		return err;
	sumac_shmem_lend(team);
	*team_out = team;
	return 0;
}

int sumac_shmem_meet(const char *name, const int *members, int size, int place, struct sumac_team **team_out)
{
	struct meeting meeting = { .members = members, .size = size };
	struct sumac_oob oob = { &meeting, exchange };
	int err;

	snprintf(meeting.name, sizeof(meeting.name), "%s", name);
	err = borrow(&meeting, team_out);
	return err || *team_out ? err : sumac_team_create(&oob, place, size, members, team_out);
}
