/*
 * One call on a team, posted to an engine and waited for. A blocking call does one right after the other.
 */
#ifndef SUMAC_CALL_H
#define SUMAC_CALL_H

#include "agree/note.h"
#include "base/fail.h"
#include "core/call/request.h"
#include "core/team/team.h"

/* Calls that have no operation and type get these, since every call must have some; any would do. */
#define SUMAC_CALL_NO_OP SUMAC_OP_OR
#define SUMAC_CALL_NO_TYPE SUMAC_TYPE_U8

/* The request becomes the team's next call. The digest covers the calls before it, so a disagreement that went unnoticed in one
 * call is found in the next. */
static inline void sumac_call_enter(struct sumac_team *team, struct sumac_request *request, uint64_t salt)
{
	struct sumac_call *call = &request->call;
	uint64_t before = team->digest;

	request->next = NULL;
	request->ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	request->wait.looked_at_ns = 0; /* a wait sets its other fields when it begins */
	call->seq = ++team->seq;
	call->digest = team->digest = sumac_call_digest(request->shape, call->seq, salt ^ (before << 1 | before >> 63));
	sumac_fail_clear();
	sumac_status_page_enter(team->job->page, &request->name, call->seq, team->desc.size);
}

/* Copies the call's list of parts, which may be gone before it is done; NULL: there is none, or no memory. */
uint64_t *sumac_call_copy_parts(const struct sumac_call *call);

/* Called when the engine refuses the call: fails the team, and returns err. */
int sumac_call_end_unposted(struct sumac_request *request, int err) __attribute__((cold));

/* Starts the call, which has been measured, with the team's next sequence number. The salt stands for whatever else the ranks
 * must agree on. On failure the team fails too, since others may be waiting. */
int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    enum sumac_purpose purpose, uint64_t salt, struct sumac_request **request_out);

/* Waits, and frees the request. A failure fails the team, with a story. */
int sumac_call_wait(struct sumac_request *request);
/* The same in two steps, so that the caller can read the request in between. A call that is done at the first look needs no
 * clock, no patience and no other rank. */
int sumac_call_wait_further(struct sumac_request *request);
static inline int sumac_call_finish(struct sumac_request *request)
{
	struct sumac_job *job = request->team->job;
	struct sumac_engine *engine = job->engine[request->kind];

	if (request->ticket.status > 0)
		engine->ops->progress(engine);
	if (request->ticket.status != 0)
		return sumac_call_wait_further(request);
	sumac_status_page_leave(job->page);
	return 0;
}

void sumac_call_free_anyhow(struct sumac_request *request); /* even if an engine may still have it */
static inline void sumac_call_free(struct sumac_request *request)
{
	if (request->ticket.status > 0)
		sumac_call_free_anyhow(request);
	else if (request->call.memo)
		request->is_under_way = false;
	else
		sumac_request_free(request);
}
/* 1 if the call is still in progress; else as sumac_call_finish(). */
int sumac_call_look(struct sumac_request *request);

#endif
