/*
 * Making a team. In three exchanges its ranks agree on a key and on who is in it, share
 * what each engine has reserved for it, and confirm that all is installed. The
 * NICs serve the team if all of them can; the CPU engine must.
 */
#include "core/team/team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/fnv.h"
#include "base/random.h"
#include "base/say.h"
#include "core/team/team_offer.h"
#include "core/team/team_reap.h"

struct hello {
	uint64_t key_share;
	uint64_t members_digest;
	struct sumac_released released;
	int32_t status;
};

static uint64_t digest_members(const int *world_ranks, int size)
{
	return sumac_fnv(SUMAC_FNV_START, world_ranks, (size_t)size * sizeof(*world_ranks));
}

static const struct sumac_released *released_of(const void *hellos, int rank)
{
	return &((const struct hello *)hellos)[rank].released;
}

static int agree_on_key(struct sumac_maker *maker, const int *world_ranks, uint64_t *key_out)
{
	struct hello mine = { .members_digest = digest_members(world_ranks, maker->size) };
	struct hello *hellos;
	void *records;
	int err;

	if (sumac_random(&mine.key_share, sizeof(mine.key_share)))
		mine.status = sumac_fail(SUMAC_EIO, "the system provides no random numbers");
	sumac_team_list_released(maker->job, world_ranks, maker->size, &mine.released);
	err = sumac_maker_gather(maker, &mine, sizeof(mine), &records);
	if (err)
		return err;
	hellos = records;
	for (int rank = 0; rank < maker->size && !err; rank++) {
		if (hellos[rank].status)
			err = sumac_fail(hellos[rank].status, "rank %d cannot make the team", rank);
		else if (hellos[rank].members_digest != hellos[0].members_digest)
			err = sumac_fail(SUMAC_EMISMATCH, "ranks 0 and %d disagree on who is in the team", rank);
	}
	if (!err)
		sumac_team_reap(maker->job, world_ranks, maker->size, released_of, hellos);
	*key_out = hellos[0].key_share;
	free(hellos);
	return err;
}

static struct sumac_team *allocate(struct sumac_job *job, int rank, int size, const int *world_ranks)
{
	struct sumac_team *team = calloc(1, sizeof(*team));
	int *copy = malloc((size_t)size * sizeof(*copy));
	uint8_t *pairs = malloc(SUMAC_PAIR_BYTES);

	if (!team || !copy || !pairs) {
		free(team);
		free(copy);
		free(pairs);
		return NULL;
	}
	memcpy(copy, world_ranks, (size_t)size * sizeof(*copy));
	memset(pairs, 0xff, SUMAC_PAIR_BYTES);
	team->job = job;
	team->desc.rank = rank;
	team->desc.size = size;
	team->desc.world_ranks = copy;
	team->nic_pairs = pairs;
	snprintf(team->nic_why, sizeof(team->nic_why), "%s", job->nic_why);
	sumac_team_enlist(team);
	return team;
}

int sumac_team_make(struct sumac_job *job, const struct sumac_oob *oob, int exchange_size, const int *members,
		    int rank, int size, const int *world_ranks, struct sumac_team **team_out)
{
	struct sumac_maker maker = { job, NULL, oob, exchange_size, members, size };
	uint64_t key;
	int err;

	*team_out = NULL;
	if (rank >= 0) {
		maker.team = allocate(job, rank, size, world_ranks);
		if (!maker.team)
			return sumac_fail(SUMAC_ENOMEM, "no memory for a team of %d ranks", size);
	}
	err = agree_on_key(&maker, world_ranks, &key);
	if (err)
		goto err_drop;
	if (maker.team)
		maker.team->desc.key = key;
	err = sumac_maker_offer(&maker);
	if (err)
		goto err_drop;
	*team_out = maker.team;
	if (maker.team && rank == 0)
		sumac_say(SUMAC_SAY_DECISIONS, "a team of %d ranks: %s", size,
			  maker.team->context[SUMAC_ENGINE_NIC] ? "NICs and CPU engine" : maker.team->nic_why);
	return 0;
err_drop:
	if (maker.team)
		sumac_team_drop(maker.team);
	return err;
}
