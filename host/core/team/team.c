/*
 * Teams that exist: listing and checking them, failing and dropping one.
 */
#include "core/team/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "agree/agree.h"
#include "base/fail.h"
#include "base/spread.h"
#include "core/wait/api_lock.h"
#include "core/job/process.h"
#include "core/call/request.h"

enum { N_PLACES_BITS = 8 };

/* All teams of the process, newest first, and the same by address, so that a bad pointer is recognised without being followed. */
static struct sumac_team *teams, *at_address[1 << N_PLACES_BITS];
static pthread_mutex_t teams_lock = PTHREAD_MUTEX_INITIALIZER;
const struct sumac_team *_Atomic sumac_team_last_known;

static struct sumac_team **place_of(const struct sumac_team *team)
{
	return &at_address[sumac_spread((uintptr_t)team, N_PLACES_BITS)];
}

static bool is_known(const struct sumac_team *team)
{
	const struct sumac_team *at;

	if (team == atomic_load_explicit(&sumac_team_last_known, memory_order_relaxed))
		return true;
	pthread_mutex_lock(&teams_lock);
	for (at = *place_of(team); at && at != team; at = at->next_there)
		;
	if (at && !sumac_is_forked())
		atomic_store_explicit(&sumac_team_last_known, at->job->trace ? NULL : at, memory_order_relaxed);
	pthread_mutex_unlock(&teams_lock);
	return at != NULL;
}

void sumac_team_enlist(struct sumac_team *team)
{
	struct sumac_team **place = place_of(team);

	pthread_mutex_lock(&teams_lock);
	team->next = teams;
	teams = team;
	team->next_there = *place;
	*place = team;
	pthread_mutex_unlock(&teams_lock);
}

static void delist(struct sumac_team *team)
{
	struct sumac_team **at;

	pthread_mutex_lock(&teams_lock);
	for (at = &teams; *at && *at != team; at = &(*at)->next)
		;
	if (*at)
		*at = team->next;
	for (at = place_of(team); *at && *at != team; at = &(*at)->next_there)
		;
	if (*at)
		*at = team->next_there;
	if (team == atomic_load_explicit(&sumac_team_last_known, memory_order_relaxed))
		atomic_store_explicit(&sumac_team_last_known, NULL, memory_order_relaxed);
	pthread_mutex_unlock(&teams_lock);
}

int sumac_team_check_well(const struct sumac_team *team)
{
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (!team)
		return sumac_fail(SUMAC_ETEAM, "the team is NULL: not made, or this rank is not a member");
	if (!is_known(team) || team->is_released)
		return sumac_fail(SUMAC_ETEAM, "%p is not a team, or was freed", (const void *)team);
	if (team->failed)
		return sumac_fail(SUMAC_EFAILED, "the team failed earlier: %s", team->story);
	return 0;
}

void sumac_team_forget_last(void)
{
	atomic_store_explicit(&sumac_team_last_known, NULL, memory_order_relaxed);
}

bool sumac_team_has_failed(const struct sumac_team *team)
{
	return is_known(team) && team->failed;
}

bool sumac_team_is_one(const struct sumac_team *team)
{
	if (sumac_check_process())
		return false;
	if (team && is_known(team) && !team->is_released)
		return true;
	sumac_fail(SUMAC_ETEAM, "%p is not a team", (const void *)team);
	return false;
}

int sumac_team_rank(const struct sumac_team *team)
{
	return sumac_team_is_one(team) ? team->desc.rank : -SUMAC_ETEAM;
}

int sumac_team_size(const struct sumac_team *team)
{
	return sumac_team_is_one(team) ? team->desc.size : -SUMAC_ETEAM;
}

int sumac_team_world_rank(const struct sumac_team *team, int team_rank)
{
	return sumac_team_is_one(team) && team_rank >= 0 && team_rank < team->desc.size ? team->desc.world_ranks[team_rank] : -1;
}

uint64_t sumac_team_key(const struct sumac_team *team)
{
	return sumac_team_is_one(team) ? team->desc.key : 0;
}

void sumac_team_mark_failed(struct sumac_team *team, int status, int fault_rank, const char *story)
{
	if (team->failed)
		return;
	team->failed = status;
	snprintf(team->story, sizeof(team->story), "%s", story);
	sumac_agree_fail(team->agreement, status, fault_rank);
}

void sumac_team_drop(struct sumac_team *team)
{
	delist(team);
	team->job->n_released -= team->is_released;
	for (int i = 0; i < SUMAC_N_ENGINES; i++) {
		if (team->context[i])
			team->job->engine[i]->ops->team_free(team->context[i]);
		team->context[i] = NULL;
	}
	if (team->agreement)
		sumac_agree_team_free(team->agreement);
	while (team->abandoned) {
		struct sumac_request *request = team->abandoned;

		team->abandoned = request->next;
		sumac_request_free(request);
	}
	for (int i = 0; i < SUMAC_N_MEMOS; i++)
		free(team->kept[i]);
	free((void *)team->desc.world_ranks);
	free(team->nic_pairs);
	free(team);
}

struct sumac_team *sumac_team_next(const struct sumac_job *job, const struct sumac_team *team)
{
	struct sumac_team *at;

	pthread_mutex_lock(&teams_lock);
	for (at = team ? team->next : teams; at && at->job != job; at = at->next)
		;
	pthread_mutex_unlock(&teams_lock);
	return at;
}

void sumac_team_drop_all(struct sumac_job *job)
{
	struct sumac_team *team;

	while ((team = sumac_team_next(job, NULL)))
		sumac_team_drop(team);
}

int sumac_team_release(struct sumac_team *team)
{
	SUMAC_HOLD_API_LOCK;
	if (!sumac_team_is_one(team))
		return -SUMAC_ETEAM;
	team->is_released = true;
	team->job->n_released++;
	return 0;
}
