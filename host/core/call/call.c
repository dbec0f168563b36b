/*
 * Posts and ends calls: sequence number, digest, the note that tells other ranks what this one is doing, and the story of a call
 * that fails.
 */
#include "core/call/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree/agree.h"
#include "agree/mismatch.h"
#include "base/fail.h"
#include "base/say.h"
#include "core/call/repeat.h"
#include "core/wait/wait.h"

enum { DETAIL_CAP = 384 };

static struct sumac_engine *engine_of(const struct sumac_request *request)
{
	return request->team->job->engine[request->kind];
}

/* Puts the failure into words. This rank is alive, and cannot know whether it hears nobody or is heard by nobody. */
static const char *describe_status(const struct sumac_request *request, int status, int fault_rank)
{
	if (status == -SUMAC_EPEER && fault_rank == request->team->desc.rank)
		return "this rank heard no other, or another could not reach it: its own link may be down";
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
static void describe_detail(struct sumac_request *request, int status, int *fault_rank_io, size_t cap_bytes,
			    char *detail_out)
{
	char story[DETAIL_CAP];

	snprintf(story, sizeof(story), "%.*s", (int)sizeof(story) - 1, sumac_last_error());
	if (status == -SUMAC_EMISMATCH) {
		sumac_agree_fail(request->team->agreement, status, *fault_rank_io);
		sumac_mismatch_explain(request->team->agreement, fault_rank_io, story, sizeof(story));
	}
	snprintf(detail_out, cap_bytes, "%s%s", *story ? ": " : "", story);
}

/* Composes the story of a failed call, and fails its team with it. */
static void fail_team(struct sumac_request *request, int status, int fault_rank)
{
	struct sumac_team *team = request->team;
	char who[64], detail[DETAIL_CAP + 2], story[SUMAC_STORY_CAP], text[SUMAC_NOTE_TEXT_CAP];

	describe_detail(request, status, &fault_rank, sizeof(detail), detail);
	describe_fault(team, status, fault_rank, sizeof(who), who);
	sumac_request_text(request, text);
	snprintf(story, sizeof(story), "%s, call %llu on a team of %d ranks, by the %s engine: %s%s%s", text,
		 (unsigned long long)request->call.seq, team->desc.size, engine_of(request)->ops->name,
		 describe_status(request, status, fault_rank), who, detail);
	sumac_team_mark_failed(team, status, fault_rank, story);
	sumac_fail(status, "%s", story);
	sumac_say(SUMAC_SAY_DECISIONS, "rank %d: %s", team->job->rank, story);
}

static struct sumac_request *new_request(struct sumac_team *team, unsigned memo)
{
	struct sumac_request *request = memo ? team->kept[memo - 1] : NULL;

	if (!request)
		request = malloc(sizeof(*request));
	if (!request)
		return NULL;
	if (memo) {
		if (team->newest)
			team->newest->then = request;
		team->kept[memo - 1] = team->newest = request->then = request;
	}
	request->team = team;
	request->entry = NULL;
	request->is_under_way = true;
	request->carriage = NULL;
	return request;
}

uint64_t *sumac_call_copy_parts(const struct sumac_call *call)
{
	size_t len_bytes = ((size_t)call->n_parts + 1) * sizeof(*call->firsts);
	uint64_t *firsts = call->firsts ? malloc(len_bytes) : NULL;

	return firsts ? memcpy(firsts, call->firsts, len_bytes) : NULL;
}

/* Copies the call with its list, and clears buffers that this rank does not use. */
static int copy_call(const struct sumac_team *team, const struct sumac_call *call, struct sumac_request *request)
{
	request->call = *call;
	if (!sumac_coll_gives(call->coll, team->desc.rank, call->root))
		request->call.src = NULL;
	if (!sumac_coll_gets(call->coll, team->desc.rank, call->root))
		request->call.dst = NULL;
	request->call.firsts = sumac_call_copy_parts(call);
	return call->firsts && !request->call.firsts ? -SUMAC_ENOMEM : 0;
}

static void say_call(const struct sumac_request *request)
{
	char text[SUMAC_NOTE_TEXT_CAP];

	sumac_request_text(request, text);
	sumac_say(SUMAC_SAY_CALLS, "rank %d: %s, call %llu, by the %s engine", request->team->job->rank, text,
		  (unsigned long long)request->call.seq, engine_of(request)->ops->name);
}

int sumac_call_end_unposted(struct sumac_request *request, int err)
{
	fail_team(request, err, -1);
	sumac_status_page_leave(request->team->job->page);
	sumac_request_free(request);
	return err;
}

int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    enum sumac_purpose purpose, uint64_t salt, struct sumac_request **request_out)
{
	bool may_repeat = purpose == SUMAC_FOR_API && !salt && !call->firsts && !sumac_says(SUMAC_SAY_CALLS);
	unsigned memo = may_repeat ? sumac_repeat_memo_for(team, call) : 0;
	struct sumac_request *request = new_request(team, memo);
	int err;

	if (!request || copy_call(team, call, request)) {
		free(request); /* the team does not keep this one: kept requests have no list to copy */
		return sumac_fail(SUMAC_ENOMEM, "no memory for a call");
	}
	request->call.memo = memo;
	request->kind = kind;
	request->purpose = purpose;
	request->shape = sumac_call_shape(&request->call);
	request->n_memory_changes = team->job->n_memory_changes;
	request->name = sumac_status_text(sumac_coll_name(call->coll), engine_of(request)->ops->name);
	sumac_call_enter(team, request, salt ^ (uint64_t)purpose << 56);
	request->note = sumac_note_of(&request->call, kind, purpose);
	sumac_agree_note(team->agreement, &request->note);
	if (sumac_says(SUMAC_SAY_CALLS))
		say_call(request);
	*request_out = request;
	err = engine_of(request)->ops->post(team->context[kind], &request->call, &request->ticket);
	return err < 0 ? sumac_call_end_unposted(request, err) : 0;
}

/* A call on a team that has failed meanwhile ends with the team's story. */
static __attribute__((cold)) void explain_end(struct sumac_request *request, int status, int fault_rank)
{
	char text[SUMAC_NOTE_TEXT_CAP];

	if (!request->team->failed) {
		fail_team(request, status, fault_rank);
		return;
	}
	sumac_request_text(request, text);
	sumac_fail(status, "%s: the team failed: %s", text, request->team->story);
}

/* Ends a call with its status. */
static inline int end(struct sumac_request *request, int status, int fault_rank)
{
	if (status < 0)
		explain_end(request, status, fault_rank);
	sumac_status_page_leave(request->team->job->page);
	return status;
}

int sumac_call_wait_further(struct sumac_request *request)
{
	int fault_rank;
	int status = sumac_wait_until_done(request, &fault_rank);

	return end(request, status, fault_rank);
}

int sumac_call_look(struct sumac_request *request)
{
	int fault_rank;
	int status = sumac_wait_look(request, &fault_rank);

	return status > 0 ? 1 : end(request, status, fault_rank);
}

void sumac_call_free_anyhow(struct sumac_request *request)
{
	/* Failing the team also ends its outstanding calls, after a while. */
	if (!sumac_wait_for_release(request)) {
		request->next = request->team->abandoned;
		request->team->abandoned = request;
		return;
	}
	sumac_request_free(request);
}

int sumac_call_wait(struct sumac_request *request)
{
	int status = sumac_call_finish(request);

	sumac_call_free(request);
	return status;
}
