/*
 * An engine's context for a team begins with this: the team's description, how the team failed, and the calls in progress,
 * which are done in their order. An engine keeps its teams in a list.
 */
#ifndef SUMAC_ENGINE_TEAM_H
#define SUMAC_ENGINE_TEAM_H

#include "engine/engine.h"

/* An engine's record of a call in progress begins with this. */
struct sumac_engine_run {
	struct sumac_engine_run *next;
	const struct sumac_call *call;
	struct sumac_ticket *ticket;
};

struct sumac_engine_team {
	struct sumac_engine_team *next; /* of the engine's */
	struct sumac_team_desc desc;
	bool is_installed;
	int status, fault_rank; /* of a failed team */
	struct sumac_engine_run *oldest, **newest_end;
};

static inline void sumac_engine_team_init(struct sumac_engine_team *team, const struct sumac_team_desc *desc)
{
	*team = (struct sumac_engine_team){ .desc = *desc, .fault_rank = -1, .newest_end = &team->oldest };
}

static inline void sumac_engine_team_enlist(struct sumac_engine_team *team, struct sumac_engine_team **teams_io)
{
	team->next = *teams_io;
	*teams_io = team;
}

static inline void sumac_engine_team_delist(struct sumac_engine_team *team, struct sumac_engine_team **teams_io)
{
	while (*teams_io != team)
		teams_io = &(*teams_io)->next;
	*teams_io = team->next;
}

static inline uint64_t sumac_engine_team_oldest(struct sumac_engine_team *team)
{
	return team->oldest ? team->oldest->call->seq : 0;
}

/* The record has its call and ticket. */
static inline void sumac_engine_team_append(struct sumac_engine_team *team, struct sumac_engine_run *run)
{
	run->next = NULL;
	*team->newest_end = run;
	team->newest_end = &run->next;
}

/* Takes out a call, which is the oldest as a rule; the record is the engine's again. */
static inline void sumac_engine_team_remove(struct sumac_engine_team *team, struct sumac_engine_run *run)
{
	struct sumac_engine_run **at = &team->oldest;

	while (*at != run)
		at = &(*at)->next;
	*at = run->next;
	if (!run->next)
		team->newest_end = at;
}

static inline void sumac_engine_team_end_oldest(struct sumac_engine_team *team, int status, int fault_rank)
{
	struct sumac_engine_run *run = team->oldest;

	sumac_engine_team_remove(team, run);
	run->ticket->fault_rank = fault_rank;
	run->ticket->status = status;
}

/* A team fails once: false if it had failed before. */
static inline bool sumac_engine_team_fail_first(struct sumac_engine_team *team, int status, int fault_rank)
{
	if (team->status)
		return false;
	team->status = status;
	team->fault_rank = fault_rank;
	return true;
}

/* For a failure that the engine has found itself: tells the listener while the call that failed is still the oldest, then fails
 * the team by the engine's own team_fail. */
static inline void sumac_engine_team_break(struct sumac_engine_team *team, int status, int fault_rank,
					   void (*team_fail)(struct sumac_engine_team *team, int status, int fault_rank))
{
	if (!team->status && team->desc.listener)
		team->desc.listener->failed(team->desc.listener, status, fault_rank);
	team_fail(team, status, fault_rank);
}

#endif
