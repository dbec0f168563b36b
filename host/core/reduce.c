/*
 * The collectives of the API: checked, given to an engine, waited for, and counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/combination.h"
#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "core/call.h"
#include "core/check.h"
#include "core/offload.h"
#include "core/report.h"

/* A barrier combines nothing; to ask an engine whether it can do one, this takes its place. */
enum { BARRIER_OP = SUMAC_OP_SUM, BARRIER_TYPE = SUMAC_TYPE_U8 };

/* As "allreduce of SUM on I32 in a team of 4 ranks"; a barrier has neither operation nor type. */
static void describe(const struct sumac_report_call *line, char *text_out, size_t cap_bytes)
{
	if (line->coll == SUMAC_COLL_BARRIER)
		snprintf(text_out, cap_bytes, "barrier of a team of %d ranks", line->team_size);
	else
		snprintf(text_out, cap_bytes, "%s of %s on %s in a team of %d ranks", sumac_coll_name(line->coll),
			 sumac_op_name(line->op), sumac_type_name(line->type), line->team_size);
}

static int refuse(const struct sumac_report_call *line)
{
	char what[96];

	describe(line, what, sizeof(what));
	return sumac_refuse(what, "the CPU engine", line->reason);
}

static int perform(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		   struct sumac_report_call *line)
{
	struct sumac_flight *flight;
	int err = sumac_call_post(team, kind, call, SUMAC_FOR_API, 0, &flight);

	return err ? err : sumac_call_wait(flight, &line->cycles, &line->combines);
}

/* For programs that look at no status: they would go on with whatever is in their buffers. */
static int report_error(const struct sumac_team *team, const struct sumac_call *call, int err)
{
	const struct timespec pause = { .tv_nsec = 300000000 }; /* in which another rank says what all have met with */
	char who[96];

	if (!err || strcmp(sumac_setting_string(SUMAC_SETTING_ON_ERROR), "abort"))
		return err;
	if (sumac_team_speaks(team, "rank", who, sizeof(who)))
		sumac_say(SUMAC_SAY_ALWAYS, "%s: %s: %s", who, sumac_coll_name(call->coll), sumac_last_error());
	else
		nanosleep(&pause, NULL);
	sumac_abort(EXIT_FAILURE, "a reduction has failed, and the setting on_error is abort");
}

static int try(struct sumac_team *team, const struct sumac_call *call)
{
	struct sumac_report_call line = { .coll = call->coll, .op = call->op, .type = call->type };
	struct sumac_job *job;
	enum sumac_engine_kind kind;
	bool is_refused, is_first;
	char what[96];
	int err;

	err = sumac_team_check(team);
	if (!err)
		err = sumac_check_call(team, call);
	if (err)
		return err;
	job = team->job;
	kind = sumac_offload_decide(team, call->op, call->type, &line.reason);
	is_refused = kind != SUMAC_ENGINE_NIC && job->require_nic && call->coll != SUMAC_COLL_BARRIER;
	line.team_size = team->desc.size;
	line.bytes = call->count * sumac_type_bytes(call->type);
	line.engine = is_refused ? "none" : job->engine[kind]->ops->name;
	err = is_refused ? refuse(&line) : perform(team, kind, call, &line);
	line.is_failed = err != 0;
	is_first = sumac_report_add(job, &line);
	if (is_first && team->desc.rank == 0) {
		describe(&line, what, sizeof(what));
		sumac_say(SUMAC_SAY_DECISIONS, "%s: %s engine, since %s", what, line.engine, line.reason);
	}
	return err;
}

static int run(struct sumac_team *team, const struct sumac_call *call)
{
	return report_error(team, call, try(team, call));
}

int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		    size_t count)
{
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = op, .type = type, .count = count, .dst = dst,
				   .src = src };

	return run(team, &call);
}

int sumac_reduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count, int root)
{
	struct sumac_call call = { .coll = SUMAC_COLL_REDUCE, .op = op, .type = type, .count = count, .root = root,
				   .dst = dst, .src = src };

	if (!sumac_team_check(team) && team->desc.rank != root)
		call.dst = NULL;
	return run(team, &call);
}

int sumac_barrier(struct sumac_team *team)
{
	struct sumac_call call = { .coll = SUMAC_COLL_BARRIER, .op = BARRIER_OP, .type = BARRIER_TYPE };

	return run(team, &call);
}
