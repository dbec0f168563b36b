/*
 * Teams: an ordered set of ranks with a context in each engine, a common sequence of calls, and a common
 * fate: after a call on it has failed, a team takes no more.
 */
#ifndef SUMAC_TEAM_H
#define SUMAC_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/frontend.h"
#include "core/job/job.h"
#include "core/report/report.h"

enum { SUMAC_STORY_CAP = 768 };

struct sumac_agree_team;
struct sumac_request;

/* Where the calls of a kind go, and are counted. */
struct sumac_decision {
	struct sumac_report_kind kind;
	const struct sumac_carrier *carrier; /* of the calls, or NULL */
	char why[SUMAC_WHY_CAP];	     /* with a carrier: the reason, and the carrier's name */
	struct sumac_report_entry *entry; /* NULL: nothing has been decided yet, or there was no memory */
	enum sumac_engine_kind engine;
	bool is_refused; /* since a NIC was required */
};

struct sumac_team {
	struct sumac_job *job;
	struct sumac_team *next;       /* of all teams of this process */
	struct sumac_team *next_there; /* of those whose addresses share a place: team.c */
	struct sumac_team_desc desc;
	struct sumac_engine_team *context[SUMAC_N_ENGINES];
	struct sumac_agree_team *agreement;
	uint8_t *nic_pairs;		  /* bit i: every member's NIC does pair number i */
	char nic_why[SUMAC_WHY_CAP];	  /* why the team has no context in the NICs */
	uint64_t seq;			  /* of the last call */
	uint64_t digest;		  /* of all calls so far */
	int failed;			  /* 0, or the status of the call that failed it */
	char story[SUMAC_STORY_CAP];	  /* of that call */
	struct sumac_request *requests;	  /* that the program has not waited for, newest first */
	struct sumac_request *abandoned;  /* calls that an engine may still write to */
	struct sumac_decision decision;	  /* on the last call */
	struct sumac_request *kept[SUMAC_N_MEMOS]; /* of its last kinds of calls (repeat.h), by memo - 1; or NULL */
	struct sumac_request *newest;  /* of those kept, the last that was called; or NULL */
	bool is_released;		  /* no more calls; freed later (team_reap.h) */
	bool is_called;			  /* a thread is inside a blocking call on the team */
};

/* Collective over the exchange's ranks: all members, and observers (rank -1), which take
 * part in the exchange and learn its outcome, but are not in the team. Every rank
 * passes the same size and, if it is a member, the same world_ranks (copied). */
int sumac_team_make(struct sumac_job *job, const struct sumac_oob *oob, int exchange_size, const int *members,
		    int rank, int size, const int *world_ranks, struct sumac_team **team_out);

/* Registers the team, so that sumac_team_check() finds it. */
void sumac_team_enlist(struct sumac_team *team);

/* Frees this rank's part; no member may call or send any more. */
void sumac_team_drop(struct sumac_team *team);
void sumac_team_drop_all(struct sumac_job *job);

/* 0, -SUMAC_ETEAM if it is not a team of this process, or -SUMAC_EFAILED with the story of its failure. */
int sumac_team_check_well(const struct sumac_team *team);
/* The team that was looked up last: most calls are on it. Nobody follows a pointer before it is known to be a team. NULL in a
 * child of the process that has the job, and while calls are traced: so an untraced call does not ask whether it is. */
extern const struct sumac_team *_Atomic sumac_team_last_known __attribute__((visibility("hidden")));
void sumac_team_forget_last(void);
static inline bool sumac_team_is_last_known(const struct sumac_team *team)
{
	return team && team == atomic_load_explicit(&sumac_team_last_known, memory_order_relaxed) && !team->is_released &&
	       !team->failed;
}
static inline int sumac_team_check(const struct sumac_team *team)
{
	return sumac_team_is_last_known(team) ? 0 : sumac_team_check_well(team);
}

/* Whether it is a team of this process, failed or not. */
bool sumac_team_is_one(const struct sumac_team *team);

/* Asks about a team of this process; leaves no story. */
bool sumac_team_has_failed(const struct sumac_team *team);

/* Iterates over the job's teams; NULL comes before the first and after the last. */
struct sumac_team *sumac_team_next(const struct sumac_job *job, const struct sumac_team *team);

/* The team takes no more calls: keeps the story, and fails it on its
 * engines, here and on the members. fault_rank: in the team, or -1. */
void sumac_team_mark_failed(struct sumac_team *team, int status, int fault_rank, const char *story);

#endif
