/*
 * One call on a team, posted to an engine and waited for. A blocking call does one right after the other.
 */
#ifndef SUMAC_CALL_H
#define SUMAC_CALL_H

#include "agree/note.h"
#include "core/team.h"

/* A call in progress. Lives until it has been waited for or,
 * if its engine never lets go of it, as long as the team. */
struct sumac_flight {
	struct sumac_team *team;
	struct sumac_flight *next; /* of the team's abandoned calls */
	enum sumac_engine_kind kind;
	struct sumac_call call;
	struct sumac_request request;
	char text[SUMAC_NOTE_TEXT_CAP]; /* as "reduce(SUM, I32, 100, root 2)" */
};

/* Starts the call, with the team's next sequence number. The salt stands for what else the ranks must agree
 * on. If the call fails, so does the team, since others may be waiting. */
int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    enum sumac_purpose purpose, uint64_t salt, struct sumac_flight **flight_out);

/* Waits, and frees the flight; cycles and combines are the
 * engine's. A failure fails the team, with a story. */
int sumac_call_wait(struct sumac_flight *flight, uint64_t *cycles_out, uint64_t *combines_out);

/* A barrier on the CPU engine, before something is closed. Its digest covers all calls that were made on the team, so
 * ranks that disagreed on any of them learn it now at the latest. */
int sumac_call_sync(struct sumac_team *team);
/* The same on all teams of the job that have not failed, at once; the first error. */
int sumac_call_sync_all(struct sumac_job *job);

#endif
