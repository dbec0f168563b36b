/*
 * A request: one call on a team, from when it is posted until it has been waited for.
 */
#ifndef SUMAC_REQUEST_H
#define SUMAC_REQUEST_H

#include "agree/note.h"
#include "base/patience.h"
#include "core/report/report.h"
#include "core/report/status_page.h"

struct sumac_team;
struct sumac_carriage;

/* The state of one wait for a call, which may come in pieces. */
struct sumac_wait_state {
	struct sumac_patience patience;
	int64_t looked_at_ns; /* 0: nobody has waited yet */
	int64_t next_death_check_ns, next_show_ns, next_compare_ns;
	int64_t compare_step_ns;
	int64_t sleep_ns;
};

/* A call in a trace, in its time. */
struct sumac_call_span {
	uint64_t began, waits; /* when the program began to wait for it */
	bool is_blocking, is_waited_for;
	int lane;
};

/* A call in progress. Lives until it has been waited for or,
 * if its engine never lets go of it, as long as the team. */
struct sumac_request {
	struct sumac_team *team;
	struct sumac_request *next; /* of the team's requests, or of its abandoned calls */
	enum sumac_engine_kind kind;
	struct sumac_call call; /* its list of parts, if it has one, is the request's own */
	struct sumac_ticket ticket;
	struct sumac_wait_state wait;
	struct sumac_report_entry *entry; /* where it is to be counted; NULL: nowhere, or it is a carrying call */
	uint64_t bytes;
	enum sumac_purpose purpose;
	uint64_t shape;		   /* sumac_call_shape() */
	struct sumac_note note;	   /* what other ranks may ask for */
	unsigned n_memory_changes; /* the job's, when the call was posted */
	bool is_under_way;	   /* for a request that the team keeps: it is in use */
	struct sumac_request *then; /* the kept request that last followed it; itself if none has */
	struct sumac_status_text name; /* the call's, for the status page */
	/* A call that carries another one (carry.h), and where that is to be counted; or NULL. A kept request carries none. */
	struct sumac_carriage *carriage;
	struct sumac_report_entry *carried_entry;
	struct sumac_call_span traced; /* in jobs with a trace */
};

/* For example "reduce(SUM, I32, 100, root 2)". */
void sumac_request_text(const struct sumac_request *request, char text_out[SUMAC_NOTE_TEXT_CAP]);
/* For a request that no engine has. */
void sumac_request_free(struct sumac_request *request);

#endif
