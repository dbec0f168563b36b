/*
 * Posting and ending calls: sequence number, digest, the note that answers
 * other ranks that ask what this one does, and the story when a call fails.
 */
#include "core/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree/agree.h"
#include "agree/mismatch.h"
#include "base/fail.h"
#include "base/say.h"
#include "core/wait.h"

enum { DETAIL_CAP = 384 };

static struct sumac_engine *engine_of(const struct sumac_flight *flight)
{
	return flight->team->job->engine[flight->kind];
}

/* What failed, in words. This rank is alive, whatever others believe. */
static const char *describe_status(const struct sumac_flight *flight, int status, int fault_rank)
{
	if (status == -SUMAC_EPEER && fault_rank == flight->team->desc.rank)
		return "another rank could not reach this one, and takes it for dead";
	/* Brief, since the details follow and MPI truncates long stories. */
	if (status == -SUMAC_EMISMATCH)
		return "the ranks disagree";
	return sumac_strerror(status);
}

static void describe_fault(const struct sumac_team *team, int status, int fault_rank, size_t cap_bytes, char *who_out)
{
	*who_out = 0;
	if (fault_rank < 0 || fault_rank >= team->desc.size)
		return;
	if (status == -SUMAC_EMISMATCH && team->desc.world_ranks[fault_rank] != fault_rank)
		snprintf(who_out, cap_bytes, " (rank %d of the team is rank %d of the job)", fault_rank,
			 team->desc.world_ranks[fault_rank]);
	else if (status != -SUMAC_EMISMATCH)
		snprintf(who_out, cap_bytes, " (rank %d of the team, rank %d of the job%s)", fault_rank,
			 team->desc.world_ranks[fault_rank], fault_rank == team->desc.rank ? ", this one" : "");
}

/* The engine's own detail, if it gave one, is this thread's last error. */
static void describe_detail(struct sumac_flight *flight, int status, int *fault_rank_io, size_t cap_bytes,
			    char *detail_out)
{
	char story[DETAIL_CAP];

	snprintf(story, sizeof(story), "%.*s", (int)sizeof(story) - 1, sumac_last_error());
	if (status == -SUMAC_EMISMATCH) {
		sumac_agree_fail(flight->team->agreement, status, *fault_rank_io);
		sumac_mismatch_explain(flight->team->agreement, fault_rank_io, story, sizeof(story));
	}
	snprintf(detail_out, cap_bytes, "%s%s", *story ? ": " : "", story);
}

/* Puts together the story of a call that failed, and fails its team with it. */
static void fail_team(struct sumac_flight *flight, int status, int fault_rank)
{
	struct sumac_team *team = flight->team;
	char who[64], detail[DETAIL_CAP + 2], story[SUMAC_STORY_CAP];

	describe_detail(flight, status, &fault_rank, sizeof(detail), detail);
	describe_fault(team, status, fault_rank, sizeof(who), who);
	snprintf(story, sizeof(story), "%s, call %u on a team of %d ranks, by the %s engine: %s%s%s", flight->text,
		 flight->call.seq, team->desc.size, engine_of(flight)->ops->name,
		 describe_status(flight, status, fault_rank), who, detail);
	sumac_team_mark_failed(team, status, fault_rank, story);
	sumac_fail(status, "%s", story);
	sumac_say(SUMAC_SAY_DECISIONS, "rank %d: %s", team->job->rank, story);
}

/* The digest covers the calls before it: a disagreement
 * that went unnoticed in one call is found in the next. */
static uint64_t next_digest(struct sumac_team *team, const struct sumac_call *call, uint64_t salt)
{
	team->digest = sumac_call_digest(call, salt ^ (team->digest << 1 | team->digest >> 63));
	return team->digest;
}

int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    enum sumac_purpose purpose, uint64_t salt, struct sumac_flight **flight_out)
{
	struct sumac_flight *flight = calloc(1, sizeof(*flight));
	struct sumac_note note;
	int err;

	if (!flight)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a call");
	flight->team = team;
	flight->kind = kind;
	flight->call = *call;
	flight->call.seq = ++team->seq;
	flight->call.digest = next_digest(team, &flight->call, salt ^ (uint64_t)purpose << 56);
	flight->request.status = 1;
	flight->request.fault_rank = -1;
	note = sumac_note_of(&flight->call, kind, purpose);
	sumac_note_text(&note, flight->text);
	sumac_fail_clear();
	sumac_status_page_enter(team->job->page, sumac_coll_name(call->coll), flight->call.seq, team->desc.size,
				engine_of(flight)->ops->name);
	sumac_agree_note(team->agreement, &note);
	sumac_say(SUMAC_SAY_CALLS, "rank %d: %s, call %u, by the %s engine", team->job->rank, flight->text,
		  flight->call.seq, engine_of(flight)->ops->name);
	err = engine_of(flight)->ops->post(team->context[kind], &flight->call, &flight->request);
	if (err < 0) {
		fail_team(flight, err, -1);
		sumac_status_page_leave(team->job->page);
		free(flight);
		return err;
	}
	*flight_out = flight;
	return 0;
}

int sumac_call_wait(struct sumac_flight *flight, uint64_t *cycles_out, uint64_t *combines_out)
{
	struct sumac_team *team = flight->team;
	int fault_rank = -1;
	int status = sumac_wait(flight, &fault_rank);

	if (status < 0)
		fail_team(flight, status, fault_rank);
	sumac_status_page_leave(team->job->page);
	*cycles_out = flight->request.cycles;
	*combines_out = flight->request.combines;
	/* Failing the team also ends its outstanding calls, after a while. */
	if (sumac_wait_for_release(flight)) {
		free(flight);
	} else {
		flight->next = team->abandoned;
		team->abandoned = flight;
	}
	return status;
}

static int post_sync(struct sumac_team *team, struct sumac_flight **flight_out)
{
	struct sumac_call call = { .coll = SUMAC_COLL_BARRIER, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U8 };

	return sumac_call_post(team, SUMAC_ENGINE_CPU, &call, SUMAC_FOR_END, 0, flight_out);
}

int sumac_call_sync(struct sumac_team *team)
{
	struct sumac_flight *flight;
	uint64_t cycles, combines;
	int err = post_sync(team, &flight);

	return err ? err : sumac_call_wait(flight, &cycles, &combines);
}

/* Keeps the first error, with its story. */
static void keep_first(int err, int *first_io, char story_io[SUMAC_STORY_CAP])
{
	if (err && !*first_io) {
		*first_io = err;
		snprintf(story_io, SUMAC_STORY_CAP, "%s", sumac_last_error());
	}
}

int sumac_call_sync_all(struct sumac_job *job)
{
	struct sumac_flight *flights = NULL, *flight;
	char story[SUMAC_STORY_CAP];
	uint64_t cycles, combines;
	int first = 0;

	/* All are posted before any is waited for: ranks have made their teams in different orders. */
	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = sumac_team_next(job, team)) {
		if (team->failed)
			continue;
		keep_first(post_sync(team, &flight), &first, story);
		if (team->failed)
			continue;
		flight->next = flights;
		flights = flight;
	}
	while ((flight = flights)) {
		flights = flight->next;
		keep_first(sumac_call_wait(flight, &cycles, &combines), &first, story);
	}
	return first ? sumac_fail(first, "%s", story) : 0;
}
