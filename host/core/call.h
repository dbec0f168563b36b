/*
 * One call on a team, posted to an engine and waited for. A blocking call does one right after the other.
 */
#ifndef SUMAC_CALL_H
#define SUMAC_CALL_H

#include "agree/note.h"
#include "core/report.h"
#include "core/team.h"
#include "core/wait.h"

/* A call in progress. Lives until it has been waited for or,
 * if its engine never lets go of it, as long as the team. */
struct sumac_request {
	struct sumac_team *team;
	struct sumac_request *next; /* of the team's requests, or of its abandoned calls */
	enum sumac_engine_kind kind;
	struct sumac_call call; /* its list of parts, if it has one, is the request's own */
	struct sumac_ticket ticket;
	struct sumac_wait wait;
	struct sumac_report_entry *entry; /* where it is to be counted, or NULL */
	enum sumac_purpose purpose;
	uint64_t shape;		   /* sumac_call_shape() */
	unsigned n_memory_changes; /* of the job, when the call was posted */
	bool may_repeat;	   /* a call like it may be posted by sumac_call_repeat() */
};

/* As "reduce(SUM, I32, 100, root 2)". */
void sumac_call_text(const struct sumac_request *request, char text_out[SUMAC_NOTE_TEXT_CAP]);

/* What has no operation and type of its own gets these, since every call has some: any will do. */
#define SUMAC_CALL_NO_OP SUMAC_OP_OR
#define SUMAC_CALL_NO_TYPE SUMAC_TYPE_U8

/* Starts the call, with the team's next sequence number. The salt stands for what else the ranks must agree
 * on. If the call fails, so does the team, since others may be waiting. */
int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    enum sumac_purpose purpose, uint64_t salt, struct sumac_request **request_out);

/* Whether the call is like the last one on the team, which is over, and nothing has changed on which that one's checks, its
 * engine or its memory's places depended. A buffer that a rank does not use is NULL in the request, and any will do. */
static inline bool sumac_call_is_repeated(const struct sumac_team *team, const struct sumac_call *call)
{
	const struct sumac_request *last = team->spare;

	return last && last->call.seq == team->seq && last->may_repeat && last->call.coll == call->coll &&
	       last->call.op == call->op && last->call.type == call->type && last->call.count == call->count &&
	       last->call.root == call->root && !call->firsts && (last->call.dst == call->dst || !last->call.dst) &&
	       (last->call.src == call->src || !last->call.src) && last->n_memory_changes == team->job->n_memory_changes;
}

/* Posts such a call: the request of the last one takes its place in the sequence, and the rest stays as it was. */
int sumac_call_repeat(struct sumac_team *team, struct sumac_request **request_out);

/* Waits, and frees the request. A failure fails the team, with a story. */
int sumac_call_wait(struct sumac_request *request);
/* The same in two steps, in between which the request can still be read. */
int sumac_call_finish(struct sumac_request *request);
void sumac_call_free(struct sumac_request *request);
/* The same for one that no engine has any more. */
void sumac_call_discard(struct sumac_request *request);
/* 1 if the call is still in progress; else as sumac_call_finish(). */
int sumac_call_look(struct sumac_request *request);

/* A barrier on the CPU engine, before something is closed. Its digest covers all calls that were made on the team, so
 * ranks that disagreed on any of them learn it now at the latest. */
int sumac_call_sync(struct sumac_team *team);
/* The same on all teams of the job that have not failed, at once; the first error. */
int sumac_call_sync_all(struct sumac_job *job);

#endif
