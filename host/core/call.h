/*
 * One call on a team, posted to an engine and waited for. Blocking calls are both in a row.
 */
#ifndef SUMAC_CALL_H
#define SUMAC_CALL_H

#include "core/team.h"

enum { SUMAC_CALL_TEXT_CAP = 96 };

/* A call that is under way. Lives until waited for; when its engine never lets go of it, as long as the team. */
struct sumac_flight {
	struct sumac_team *team;
	struct sumac_flight *next; /* of the team's abandoned ones */
	enum sumac_engine_kind kind;
	struct sumac_call call;
	struct sumac_request request;
	int64_t timeout_ns;		/* without progress; 0: for ever */
	char text[SUMAC_CALL_TEXT_CAP]; /* as "reduce(SUM, I32, 100, root 2)" */
};

/* "reduce", "allreduce", "barrier". */
const char *sumac_coll_name(enum sumac_coll coll);

/* What all ranks must agree on. The salt tells calls that look alike, but mean something else, apart: 0 for the API's. */
uint64_t sumac_call_digest(const struct sumac_call *call, uint64_t salt);

/* Starts the call, giving it the team's next sequence number. When it fails, so does the team, since others may wait. */
int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    uint64_t salt, struct sumac_flight **flight_out);

/* Waits, frees the flight; cycles and combines are the engine's. A failure fails the team, with its story told. */
int sumac_call_wait(struct sumac_flight *flight, uint64_t *cycles_out, uint64_t *combines_out);

/* A barrier on the CPU engine without a limit of time, before something is taken down. */
int sumac_call_sync(struct sumac_team *team);

/* Salts of the core's own calls. */
enum { SUMAC_SALT_SPLIT = 1, SUMAC_SALT_END = 2 };

#endif
