/*
 * The calls of the API: each is checked, given to an engine, waited for, and counted.
 */
#include "core/call/perform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/combination.h"
#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "core/call/call_trace.h"
#include "core/call/repeat.h"
#include "core/call/check.h"
#include "core/wait/api_lock.h"
#include "core/call/offload.h"
#include "core/exact/sums_carrier.h"
#include "core/wait/progress_thread.h"
#include "core/wait/wait.h"

/* For example "allreduce of SUM on I32 in a team of 4 ranks", or "barrier of a team of 4 ranks". */
static void describe(const struct sumac_report_kind *kind, char *text_out, size_t cap_bytes)
{
	char name[SUMAC_REPORT_KIND_CAP];

	sumac_report_kind_text(kind, name);
	snprintf(text_out, cap_bytes, "%s %s a team of %d ranks", name, sumac_coll_combines(kind->coll) ? "in" : "of",
		 kind->team_size);
}

static int refuse(const struct sumac_report_kind *kind)
{
	char what[96];

	describe(kind, what, sizeof(what));
	return sumac_refuse(what, "the CPU engine", kind->reason);
}

/* Ends the job if on_error is abort: a program that ignores statuses would go on with whatever is in its buffers. */
static __attribute__((cold)) int report_error(const struct sumac_team *team, const struct sumac_call *call, int err)
{
	const struct timespec pause = { .tv_nsec = 300000000 }; /* lets another rank report what all have met */
	char who[96];

	if (strcmp(sumac_setting_string(SUMAC_SETTING_ON_ERROR), "abort"))
		return err;
	if (sumac_team_should_report(team, "rank", who, sizeof(who)))
		sumac_say(SUMAC_SAY_ALWAYS, "%s: %s: %s", who, sumac_coll_name(call->coll), sumac_last_error());
	else
		nanosleep(&pause, NULL);
	sumac_abort(EXIT_FAILURE, "a reduction has failed, and the setting on_error is abort");
}

/* Logs the first call of each kind. */
static void say_decision(const struct sumac_team *team, const struct sumac_report_kind *kind)
{
	char what[96];

	if (team->desc.rank != 0 || !sumac_says(SUMAC_SAY_DECISIONS))
		return;
	describe(kind, what, sizeof(what));
	sumac_say(SUMAC_SAY_DECISIONS, "%s: %s engine, since %s", what, kind->engine, kind->reason);
}

static void decide(struct sumac_team *team, const struct sumac_call *call, const struct sumac_carrier *carrier)
{
	const struct sumac_job *job = team->job;
	struct sumac_decision *decision = &team->decision;
	struct sumac_report_kind *kind = &decision->kind;
	bool is_new;

	*kind = (struct sumac_report_kind){ .coll = call->coll, .op = call->op, .type = call->type,
					    .team_size = team->desc.size };
	decision->carrier = carrier;
	decision->engine = sumac_offload_decide_carried(team, call, carrier, &kind->reason);
	if (carrier) {
		snprintf(decision->why, sizeof(decision->why), "%s (%s)", kind->reason, carrier->name);
		kind->reason = decision->why;
	}
	decision->is_refused = decision->engine != SUMAC_ENGINE_NIC && job->require_nic && sumac_coll_combines(call->coll);
	kind->engine = decision->is_refused ? "none" : job->engine[decision->engine]->ops->name;
	decision->entry = sumac_report_entry(team->job, kind, &is_new);
	if (is_new)
		say_decision(team, kind);
}

/* The decision is the same for all calls of a kind on a team, so it is made anew only when the kind differs from the last
 * call's. */
static const struct sumac_decision *decision_on(struct sumac_team *team, const struct sumac_call *call,
						const struct sumac_carrier *carrier)
{
	const struct sumac_decision *last = &team->decision;

	if (!last->entry || last->kind.coll != call->coll || last->kind.op != call->op || last->kind.type != call->type ||
	    last->carrier != carrier)
		decide(team, call, carrier);
	return last;
}

/* Unordered calls of two threads could come in one order here and in another elsewhere. When we see that, the team fails, since
 * other ranks may have begun one of them. */
static int refuse_thread(struct sumac_team *team, const struct sumac_call *call)
{
	char story[SUMAC_STORY_CAP];

	snprintf(story, sizeof(story), "on rank %d a thread called %s while another one was inside a call on the same team; "
		 "calls on a team need an order", team->job->rank, sumac_coll_name(call->coll));
	sumac_team_mark_failed(team, -SUMAC_ETHREAD, team->desc.rank, story);
	return sumac_fail(SUMAC_ETHREAD, "%s", story);
}

static uint64_t bytes_of(const struct sumac_call *call)
{
	return call->count * sumac_type_bytes(call->type);
}

/* With a carrier, or if a setting asks for one, the call is carried by another one; may_wait: it need not return at once. */
static int begin_anew(struct sumac_team *team, struct sumac_call *call, const struct sumac_carrier *carrier, bool may_wait,
		      struct sumac_request **request_out)
{
	const struct sumac_decision *decision;
	int err;

	sumac_call_measure(call, team->desc.size, team->desc.rank);
	err = sumac_check_call(team, call);
	if (!err && team->is_called)
		err = refuse_thread(team, call);
	if (err)
		return err;
	if (!carrier)
		carrier = sumac_carrier_for(team->job, call, may_wait);
	decision = decision_on(team, call, carrier);
	if (decision->is_refused)
		err = refuse(&decision->kind);
	else if (carrier)
		err = sumac_carry_begin(team, decision->engine, call, carrier, may_wait, request_out);
	else
		err = sumac_call_post(team, decision->engine, call, SUMAC_FOR_API, 0, request_out);
	if (err) {
		sumac_report_count(decision->entry, bytes_of(call), NULL, true);
		return err;
	}
	(*request_out)->entry = carrier ? NULL : decision->entry;
	(*request_out)->carried_entry = decision->entry;
	(*request_out)->bytes = bytes_of(call);
	return 0;
}

/* A call like an earlier one on the team was checked and decided with that one. */
static SUMAC_ALWAYS_INLINE int begin_untraced(struct sumac_team *team, struct sumac_call *call, bool may_wait,
					      struct sumac_request **request_out)
{
	struct sumac_request *request = sumac_repeat_find(team, call);
	int err;

	if (!request)
		return begin_anew(team, call, NULL, may_wait, request_out);
	*request_out = request;
	err = sumac_repeat_post(team, request);
	if (err)
		sumac_report_count(request->carried_entry, request->bytes, NULL, true);
	return err;
}

/* Traced requests count like those that carry another: their ends are looked at. */
static void trace_begun(struct sumac_request *request, uint64_t began, bool is_blocking)
{
	request->entry = NULL;
	sumac_call_trace_posted(request, began, is_blocking);
}

/* On a team that is not the last one's, or traced. */
static __attribute__((noinline)) int begin_slowly(struct sumac_team *team, struct sumac_call *call, bool may_wait,
						  struct sumac_request **request_out)
{
	int err = sumac_team_check_well(team);
	uint64_t began = !err && team->job->trace ? sumac_call_trace_now(team->job) : 0;

	if (!err)
		err = begin_untraced(team, call, may_wait, request_out);
	if (!err && team->job->trace)
		trace_begun(*request_out, began, may_wait);
	return err;
}

static SUMAC_ALWAYS_INLINE int begin(struct sumac_team *team, struct sumac_call *call, bool may_wait,
				     struct sumac_request **request_out)
{
	return __builtin_expect(sumac_team_is_last_known(team), 1) ? begin_untraced(team, call, may_wait, request_out) :
								       begin_slowly(team, call, may_wait, request_out);
}

/* Counts a call that ended with that status, reports an error, and frees the request. */
static SUMAC_ALWAYS_INLINE int end_counted(struct sumac_request *request, struct sumac_report_entry *entry, int err)
{
	sumac_report_count(entry, request->bytes, &request->ticket, err != 0);
	if (err)
		report_error(request->team, &request->call, err);
	sumac_call_free(request);
	return err;
}

static __attribute__((cold)) int end_carrying(struct sumac_request *request, int err)
{
	if (request->carriage)
		err = sumac_carry_end(request, err);
	if (request->team->job->trace)
		sumac_call_trace_ended(request, err);
	return end_counted(request, request->carried_entry, err);
}

/* Most calls carry no other, and have one test for that and for where they are counted. */
static inline int end(struct sumac_request *request, int err)
{
	if (__builtin_expect(!request->entry, 0))
		return end_carrying(request, err);
	return end_counted(request, request->entry, err);
}

/* Waits for a blocking call. */
static SUMAC_ALWAYS_INLINE int finish(struct sumac_team *team, struct sumac_request *request)
{
	int err;

	team->is_called = true;
	err = sumac_call_finish(request);
	team->is_called = false;
	return end(request, err);
}

int sumac_perform(struct sumac_team *team, struct sumac_call *call)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_request *request;
	int err = begin(team, call, true, &request);

	return err ? report_error(team, call, err) : finish(team, request);
}

static int begin_carried(struct sumac_team *team, struct sumac_call *call, const struct sumac_carrier *carrier, bool may_wait,
			 struct sumac_request **request_out)
{
	int err = sumac_team_check(team);
	uint64_t began = !err && team->job->trace ? sumac_call_trace_now(team->job) : 0;

	if (!err)
		err = begin_anew(team, call, carrier, may_wait, request_out);
	if (!err && team->job->trace)
		trace_begun(*request_out, began, may_wait);
	return err;
}

int sumac_perform_carried(struct sumac_team *team, struct sumac_call *call, const struct sumac_carrier *carrier)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_request *request;
	int err = begin_carried(team, call, carrier, true, &request);

	return err ? report_error(team, call, err) : finish(team, request);
}

/* The request that the call has begun, or err, becomes the caller's. */
static SUMAC_ALWAYS_INLINE int hand_out(struct sumac_team *team, struct sumac_call *call, int err,
					struct sumac_request **request_out)
{
	/* A repeated call has a request before it fails, which the program may not look at. */
	if (err) {
		*request_out = NULL;
		return report_error(team, call, err);
	}
	sumac_status_page_leave(team->job->page);
	(*request_out)->next = team->requests;
	team->requests = *request_out;
	/* The program may now wait elsewhere for ranks that wait for this call. */
	if ((*request_out)->ticket.lacks_room && sumac_progress_thread_start(team->job))
		sumac_say(SUMAC_SAY_DECISIONS, "rank %d: %s: a request waits for room in the NIC until the program's next call",
			  team->job->rank, sumac_last_error());
	sumac_wait_briefly(*request_out);
	if ((*request_out)->ticket.status > 0)
		sumac_progress_thread_wake(team->job);
	return 0;
}

int sumac_perform_begin(struct sumac_team *team, struct sumac_call *call, struct sumac_request **request_out)
{
	SUMAC_HOLD_API_LOCK;
	int err = begin(team, call, false, request_out);

	return hand_out(team, call, err, request_out);
}

int sumac_perform_begin_carried(struct sumac_team *team, struct sumac_call *call, const struct sumac_carrier *carrier,
				struct sumac_request **request_out)
{
	SUMAC_HOLD_API_LOCK;
	int err = begin_carried(team, call, carrier, false, request_out);

	return hand_out(team, call, err, request_out);
}

static void take_from_team(struct sumac_request *request)
{
	struct sumac_request **at = &request->team->requests;

	while (*at != request)
		at = &(*at)->next;
	*at = request->next;
}

int sumac_perform_end(struct sumac_request *request)
{
	SUMAC_HOLD_API_LOCK;
	int status;

	sumac_fail_clear();
	if (__builtin_expect(!!request->team->job->trace, 0))
		sumac_call_trace_waits(request);
	status = sumac_call_finish(request);
	take_from_team(request); /* not earlier: another thread may free a released team that has no requests */
	return end(request, status);
}

int sumac_perform_end_if_done(struct sumac_request *request)
{
	SUMAC_HOLD_API_LOCK;
	int status;

	sumac_fail_clear();
	status = sumac_call_look(request);
	if (status > 0)
		return 1;
	take_from_team(request);
	return end(request, status);
}

int sumac_perform_end_all(struct sumac_job *job)
{
	int n = 0;

	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = sumac_team_next(job, team))
		for (; team->requests; n++)
			sumac_perform_end(team->requests);
	return n;
}
