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
