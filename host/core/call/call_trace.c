#include "core/call/call_trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "base/trace_file.h"
#include "bus/bus.h"
#include "core/call/explain.h"
#include "core/team/team.h"

enum { LANES = 32, KEPT_PLANS = 8, PATH_CAP = 4200 };
static const int64_t FLUSH_NS = 1000000000; /* so that a trace of a job that hangs shows where */

struct sumac_call_trace {
	struct sumac_trace_file *file;
	char path[PATH_CAP];
	bool is_ours; /* no launcher begins and ends it */
	uint64_t hz;
	int64_t flushed_ns;
	uint32_t lanes, named_lanes; /* bits: in use; ever used */
	uint64_t n_requests;
	/* The plans of the last kinds of calls: making one takes time. */
	struct {
		const struct sumac_report_entry *entry;
		const struct sumac_team *team;
		uint64_t count;
		int root;
		char text[SUMAC_PLAN_CAP];
	} plans[KEPT_PLANS];
	unsigned n_plans;
};

static bool is_simulated(const struct sumac_job *job)
{
	return job->bus && job->bus->ops->cycle;
}

uint64_t sumac_call_trace_now(const struct sumac_job *job)
{
	return is_simulated(job) ? job->bus->ops->cycle(job->bus) : (uint64_t)sumac_clock_ns();
}

/* Under a launcher all write to one file; else each rank has its own. */
static int find_file(const struct sumac_job *job, struct sumac_call_trace *trace)
{
	const char *dir = sumac_settings_job_dir(), *path = sumac_setting_string(SUMAC_SETTING_TRACE);
	int len;

	trace->is_ours = !*dir;
	if (*dir)
		len = snprintf(trace->path, sizeof(trace->path), "%s/" SUMAC_TRACE_LINK, dir);
	else if (job->rank)
		len = snprintf(trace->path, sizeof(trace->path), "%s.%d", path, job->rank);
	else
		len = snprintf(trace->path, sizeof(trace->path), "%s", path);
	return len < (int)sizeof(trace->path) ? 0 : -ENAMETOOLONG;
}

static void name_process(const struct sumac_job *job, struct sumac_call_trace *trace)
{
	bool simulated = is_simulated(job);
	char name[96];

	snprintf(name, sizeof(name), "rank %d (%s time)", job->rank, simulated ? "simulated" : "real");
	sumac_trace_file_event(trace->file,
			       "{\"ph\":\"M\",\"name\":\"sumac_clock\",\"pid\":%d,\"tid\":0,\"ts\":0,\"args\":{\"time\":\"%s\","
			       "\"clock_hz\":%" PRIu64 "}}", job->rank, simulated ? "simulated" : "real", trace->hz);
	sumac_trace_file_name(trace->file, "process_name", job->rank, 0, name);
}

int sumac_call_trace_open(struct sumac_job *job)
{
	struct sumac_call_trace *trace;
	int err;

	if (!*sumac_setting_string(SUMAC_SETTING_TRACE))
		return 0;
	trace = calloc(1, sizeof(*trace));
	if (!trace)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the trace");
	trace->hz = is_simulated(job) ? job->bus->clock_hz : UINT64_C(1000000000);
	err = find_file(job, trace);
	if (!err && trace->is_ours)
		err = sumac_trace_file_begin(trace->path);
	if (!err && !(trace->file = sumac_trace_file_open(trace->path)))
		err = -errno;
	if (err) {
		sumac_fail(SUMAC_EIO, "the trace %s cannot be written: %s", trace->path, strerror(-err));
		free(trace);
		return -SUMAC_EIO;
	}
	name_process(job, trace);
	job->trace = trace;
	sumac_team_forget_last();
	return 0;
}

void sumac_call_trace_close(struct sumac_job *job)
{
	struct sumac_call_trace *trace = job->trace;
	const char *dir = sumac_settings_job_dir();
	int err;

	if (!trace)
		return;
	err = sumac_trace_file_close(trace->file);
	if (!err && trace->is_ours)
		err = sumac_trace_file_end(trace->path);
	if (err && (!*dir || sumac_status_mark(dir, SUMAC_TRACE_LOST)))
		sumac_say(SUMAC_SAY_ALWAYS, "rank %d: calls are missing in the trace %s: %s; the program's results are unaffected",
			  job->rank, sumac_setting_string(SUMAC_SETTING_TRACE), strerror(-err));
	free(trace);
	job->trace = NULL;
}

/* Calls of several threads overlap, so each takes the first lane that is free. */
static int take_lane(const struct sumac_job *job, struct sumac_call_trace *trace)
{
	int lane = 0;
	char name[32];

	while (lane < LANES - 1 && trace->lanes >> lane & 1)
		lane++;
	trace->lanes |= 1u << lane;
	if (!(trace->named_lanes >> lane & 1)) {
		snprintf(name, sizeof(name), lane ? "calls, %d" : "calls", lane + 1);
		sumac_trace_file_name(trace->file, "thread_name", job->rank, lane + 1, name);
	}
	trace->named_lanes |= 1u << lane;
	return lane;
}

void sumac_call_trace_posted(struct sumac_request *request, uint64_t began, bool is_blocking)
{
	const struct sumac_job *job = request->team->job;

	request->traced = (struct sumac_call_span){ .began = began, .is_blocking = is_blocking };
	if (is_blocking) {
		request->traced.lane = take_lane(job, job->trace);
		request->traced.waits = sumac_call_trace_now(job);
	}
}

void sumac_call_trace_waits(struct sumac_request *request)
{
	const struct sumac_job *job = request->team->job;

	request->traced.is_waited_for = true;
	request->traced.lane = take_lane(job, job->trace);
	request->traced.waits = sumac_call_trace_now(job);
}

static const char *plan_of(struct sumac_call_trace *trace, const struct sumac_request *request)
{
	const struct sumac_call *call = &request->call;
	unsigned at;

	for (at = 0; at < KEPT_PLANS && trace->plans[at].entry; at++)
		if (trace->plans[at].entry == request->carried_entry && trace->plans[at].team == request->team &&
		    trace->plans[at].count == call->count && trace->plans[at].root == call->root)
			return trace->plans[at].text;
	at = trace->n_plans++ % KEPT_PLANS;
	trace->plans[at].entry = request->carried_entry;
	trace->plans[at].team = request->team;
	trace->plans[at].count = call->count;
	trace->plans[at].root = call->root;
	if (sumac_explain_plan(request->team, request->kind, call, trace->plans[at].text, SUMAC_PLAN_CAP))
		snprintf(trace->plans[at].text, SUMAC_PLAN_CAP, "unknown");
	return trace->plans[at].text;
}

/* The members of the call's arguments; `nic` and `group` say which nodes of which NIC are its. */
static void describe(const struct sumac_request *request, uint64_t ended, int err, size_t cap_bytes, char *text_out)
{
	const struct sumac_job *job = request->team->job;
	const struct sumac_report_kind *kind = &request->carried_entry->kind;
	const struct sumac_engine_ops *ops = job->engine[request->kind]->ops;
	bool combines = sumac_coll_combines(kind->coll), is_on_nic = ops->group && is_simulated(job) && !request->carriage;
	int len;

	len = snprintf(text_out, cap_bytes,
		       "\"op\":\"%s\",\"type\":\"%s\",\"bytes\":%" PRIu64 ",\"ranks\":%d,\"engine\":\"%s\",\"plan\":\"%s\""
		       ",\"seq\":%" PRIu64 ",\"status\":%d,\"begin\":%" PRIu64 ",\"end\":%" PRIu64,
		       combines ? sumac_op_name(kind->op) : "", combines ? sumac_type_name(kind->type) : "", request->bytes,
		       kind->team_size, kind->engine, plan_of(job->trace, request), request->call.seq, err, request->traced.began,
		       ended);
	if (is_on_nic && len > 0 && (size_t)len < cap_bytes)
		snprintf(text_out + len, cap_bytes - (size_t)len, ",\"nic\":%d,\"group\":%d,\"cycles\":%" PRIu64,
			 job->nics.nic_of[job->rank], ops->group(request->team->context[request->kind]), request->ticket.cycles);
}

static void write_request(struct sumac_call_trace *trace, int rank, const char *name, const struct sumac_call_span *span,
			  uint64_t ended, const char *args)
{
	char ts[SUMAC_TRACE_US_CAP];
	uint64_t number = ++trace->n_requests;

	sumac_trace_file_event(trace->file,
			       "{\"ph\":\"b\",\"cat\":\"request\",\"name\":\"%s\",\"id\":\"%d.%" PRIu64 "\",\"pid\":%d,"
			       "\"tid\":%d,\"ts\":%s,\"args\":{%s}}", name, rank, number, rank, span->lane + 1,
			       sumac_trace_us(span->began, trace->hz, ts), args);
	sumac_trace_file_event(trace->file,
			       "{\"ph\":\"e\",\"cat\":\"request\",\"name\":\"%s\",\"id\":\"%d.%" PRIu64 "\",\"pid\":%d,"
			       "\"tid\":%d,\"ts\":%s}", name, rank, number, rank, span->lane + 1,
			       sumac_trace_us(ended, trace->hz, ts));
}

static void write_slice(struct sumac_call_trace *trace, int rank, const char *name, int lane, uint64_t began, uint64_t ended,
			const char *args)
{
	char ts[SUMAC_TRACE_US_CAP], dur[SUMAC_TRACE_US_CAP];

	sumac_trace_file_event(trace->file,
			       "{\"ph\":\"X\",\"cat\":\"call\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,"
			       "\"ts\":%s,\"dur\":%s,\"args\":{%s}}", name, rank, lane + 1, sumac_trace_us(began, trace->hz, ts),
			       sumac_trace_us(ended - began, trace->hz, dur), args);
}

void sumac_call_trace_ended(struct sumac_request *request, int err)
{
	const struct sumac_job *job = request->team->job;
	struct sumac_call_trace *trace = job->trace;
	struct sumac_call_span *span = &request->traced;
	uint64_t ended = sumac_call_trace_now(job);
	const char *name;
	int64_t now_ns = sumac_clock_ns();
	char args[1024];

	if (span->is_blocking || span->is_waited_for)
		trace->lanes &= ~(1u << span->lane);
	if (!request->carried_entry)
		return; /* there was no memory for it */
	name = sumac_coll_name(request->carried_entry->kind.coll);
	describe(request, ended, err, sizeof(args), args);
	if (span->is_blocking)
		write_slice(trace, job->rank, name, span->lane, span->began, ended, args);
	else
		write_request(trace, job->rank, name, span, ended, args);
	if (span->is_blocking || span->is_waited_for)
		write_slice(trace, job->rank, "wait", span->lane, span->waits, ended, "");
	if (now_ns - trace->flushed_ns > FLUSH_NS) {
		sumac_trace_file_flush(trace->file);
		trace->flushed_ns = now_ns;
	}
}
