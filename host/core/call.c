/*
 * Posting and ending calls: sequence number, digest, the note by which other ranks can ask what this one does, and
 * the story when a call fails.
 */
#include "core/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/combination.h"
#include "core/say.h"
#include "core/stall.h"
#include "core/status.h"
#include "core/wait.h"
#include "engine/cpu/control.h"

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

const char *sumac_coll_name(enum sumac_coll coll)
{
	switch (coll) {
	case SUMAC_COLL_REDUCE:
		return "reduce";
	case SUMAC_COLL_ALLREDUCE:
		return "allreduce";
	case SUMAC_COLL_BARRIER:
		return "barrier";
	}
	return "?";
}

uint64_t sumac_call_digest(const struct sumac_call *call, uint64_t salt)
{
	uint64_t hash = mix(salt, (uint64_t)call->coll);

	hash = mix(hash, (uint64_t)call->op);
	hash = mix(hash, (uint64_t)call->type); /* class and width */
	hash = mix(hash, call->count);
	hash = mix(hash, (uint64_t)call->root);
	return mix(hash, call->seq);
}

static void describe(struct sumac_flight *flight)
{
	const struct sumac_call *call = &flight->call;
	char root[32] = "";

	if (call->coll == SUMAC_COLL_BARRIER) {
		snprintf(flight->text, sizeof(flight->text), "barrier");
		return;
	}
	if (call->coll == SUMAC_COLL_REDUCE)
		snprintf(root, sizeof(root), ", root %d", call->root);
	snprintf(flight->text, sizeof(flight->text), "%s(%s, %s, %llu%s)", sumac_coll_name(call->coll),
		 sumac_op_name(call->op), sumac_type_name(call->type), (unsigned long long)call->count, root);
}

static struct sumac_engine *engine_of(const struct sumac_flight *flight)
{
	return flight->team->job->engine[flight->kind];
}

/* Tells the story of a call that failed, and fails its team with it. The engine's own detail, if it told one, is
 * this thread's last error. */
static void fail_team(struct sumac_flight *flight, int status, int fault_rank)
{
	struct sumac_team *team = flight->team;
	char who[64] = "", detail[SUMAC_STORY_CAP / 2] = "", story[SUMAC_STORY_CAP];

	if (fault_rank >= 0 && fault_rank < team->desc.size)
		snprintf(who, sizeof(who), " (rank %d of the team, rank %d of the job)", fault_rank,
			 team->desc.world_ranks[fault_rank]);
	if (*sumac_last_error())
		snprintf(detail, sizeof(detail), ": %.*s", (int)sizeof(detail) - 3, sumac_last_error());
	snprintf(story, sizeof(story), "%s, call %u on a team of %d ranks, by the %s engine: %s%s%s", flight->text,
		 flight->call.seq, team->desc.size, engine_of(flight)->ops->name, sumac_strerror(status), who, detail);
	sumac_team_mark_failed(team, status, fault_rank, story);
	sumac_fail(status, "%s", story);
	sumac_say(SUMAC_SAY_DECISIONS, "rank %d: %s", team->job->rank, story);
}

int sumac_call_post(struct sumac_team *team, enum sumac_engine_kind kind, const struct sumac_call *call,
		    uint64_t salt, struct sumac_flight **flight_out)
{
	struct sumac_flight *flight = calloc(1, sizeof(*flight));
	int err;

	if (!flight)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a call");
	flight->team = team;
	flight->kind = kind;
	flight->timeout_ns = team->job->timeout_ns;
	flight->call = *call;
	flight->call.seq = ++team->seq;
	flight->call.digest = sumac_call_digest(&flight->call, salt);
	flight->request.status = 1;
	flight->request.fault_rank = -1;
	describe(flight);
	sumac_fail_clear();
	sumac_status_page_enter(team->job->page, sumac_coll_name(call->coll), flight->call.seq, team->desc.size,
				engine_of(flight)->ops->name);
	sumac_engine_cpu_note(team->context[SUMAC_ENGINE_CPU], flight->call.seq, flight->call.digest, flight->text);
	sumac_say(SUMAC_SAY_CALLS, "rank %d: %s, call %u, by the %s engine", team->job->rank, flight->text,
		  flight->call.seq, engine_of(flight)->ops->name);
	err = engine_of(flight)->ops->post(team->context[kind], &flight->call, &flight->request);
	if (err < 0) {
		fail_team(flight, err, -1);
		sumac_status_page_leave(team->job->page);
		free(flight);
		return err;
	}
	*flight_out = flight;
	return 0;
}

int sumac_call_wait(struct sumac_flight *flight, uint64_t *cycles_out, uint64_t *combines_out)
{
	struct sumac_team *team = flight->team;
	int fault_rank = -1;
	int status = sumac_wait(flight, &fault_rank);

	if (status == -SUMAC_EMISMATCH && !*sumac_last_error())
		sumac_stall_explain(flight, fault_rank);
	if (status < 0)
		fail_team(flight, status, fault_rank);
	sumac_status_page_leave(team->job->page);
	*cycles_out = flight->request.cycles;
	*combines_out = flight->request.combines;
	/* Failing the team ends what is outstanding on it, in due course. */
	if (sumac_wait_for_release(flight)) {
		free(flight);
	} else {
		flight->next = team->abandoned;
		team->abandoned = flight;
	}
	return status;
}

int sumac_call_sync(struct sumac_team *team)
{
	struct sumac_call call = { .coll = SUMAC_COLL_BARRIER, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U8 };
	struct sumac_flight *flight;
	uint64_t cycles, combines;
	int err = sumac_call_post(team, SUMAC_ENGINE_CPU, &call, SUMAC_SALT_END, &flight);

	if (err)
		return err;
	/* At the end ranks may come as late as they like; the dead are told of by the bootstrap. */
	flight->timeout_ns = 0;
	return sumac_call_wait(flight, &cycles, &combines);
}
