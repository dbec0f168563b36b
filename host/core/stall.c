/*
 * Judging a call that does not move. Each rank keeps notes of its last calls; the CPU engine answers for it
 * whenever the rank is inside Sumac, whichever engine the calls are on.
 */
#include "core/stall.h"

#include <stdio.h>
#include <time.h>

#include "core/status.h"
#include "core/wait.h"
#include "spec/spec.h"

enum { MAX_ASKED = 32 };

static const int64_t ANSWER_NS = 250000000;

/* The members to ask: those that the engine says it waits for, else the first few. */
static int choose(const struct sumac_flight *flight, int *ranks_out)
{
	const struct sumac_team *team = flight->team;
	const struct sumac_engine_ops *ops = team->job->engine[flight->kind]->ops;
	int n = ops->waiting_for(team->context[flight->kind], ranks_out, MAX_ASKED);

	if (n > MAX_ASKED)
		n = MAX_ASKED;
	if (n <= 0)
		for (int rank = n = 0; rank < team->desc.size && n < MAX_ASKED; rank++)
			ranks_out[n++] = rank;
	return n;
}

static int ask(const struct sumac_flight *flight, int rank, struct sumac_cpu_notes *answer_out)
{
	if (rank == flight->team->desc.rank || rank < 0 || rank >= flight->team->desc.size)
		return 1;
	return sumac_engine_cpu_query(flight->team->context[SUMAC_ENGINE_CPU], rank, answer_out);
}

int sumac_stall_compare(struct sumac_flight *flight, int *fault_rank_out)
{
	struct sumac_engine_team *engine = flight->team->context[SUMAC_ENGINE_CPU];
	struct sumac_cpu_notes answer, own;
	int ranks[MAX_ASKED];
	int n = choose(flight, ranks);
	uint32_t seq;

	sumac_engine_cpu_heard(engine, flight->team->desc.rank, &own);
	for (int i = 0; i < n; i++) {
		/* A member that is ahead knows this call, too, and by its digest also those before it. */
		if (ask(flight, ranks[i], &answer) || !sumac_cpu_notes_differ(&own, &answer, &seq))
			continue;
		*fault_rank_out = ranks[i];
		return -SUMAC_EMISMATCH;
	}
	return 0;
}

/* One member's answer, for which we wait a little; false if none comes. */
static bool ask_patiently(struct sumac_flight *flight, int rank, struct sumac_cpu_notes *answer_out)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	int64_t end_ns = sumac_wait_now_ns() + ANSWER_NS;

	while (sumac_wait_now_ns() < end_ns) {
		int asked = ask(flight, rank, answer_out);

		if (asked <= 0)
			return !asked;
		sumac_wait_poll(flight->team->job);
		nanosleep(&pause, NULL);
	}
	return false;
}

void sumac_stall_tell(struct sumac_flight *flight, int *fault_rank_out)
{
	const struct sumac_team *team = flight->team;
	struct sumac_cpu_notes answer;
	char text[SUMAC_NOTE_TEXT_CAP], where[SUMAC_NOTE_TEXT_CAP + 64] = "does not answer: it is not inside Sumac";
	int ranks[MAX_ASKED];
	int n = team->job->engine[flight->kind]->ops->waiting_for(team->context[flight->kind], ranks, MAX_ASKED);

	*fault_rank_out = n > 0 ? ranks[0] : -1;
	if (n <= 0) {
		sumac_fail(SUMAC_ETIMEOUT, "the engine does not tell whom it waits for");
		return;
	}
	if (ask_patiently(flight, ranks[0], &answer)) {
		sumac_note_text(&answer.call[0], text);
		snprintf(where, sizeof(where), "is in call %u, %s", answer.call[0].seq, text);
	}
	sumac_fail(SUMAC_ETIMEOUT, "it waits for %d of the ranks; the first of them, rank %d, %s", n, ranks[0], where);
}

void sumac_stall_show(struct sumac_flight *flight)
{
	const struct sumac_team *team = flight->team;
	int ranks[MAX_ASKED];
	int n = team->job->engine[flight->kind]->ops->waiting_for(team->context[flight->kind], ranks, MAX_ASKED);

	n = n < 0 ? 0 : n < MAX_ASKED ? n : MAX_ASKED;
	for (int i = 0; i < n; i++)
		ranks[i] = team->desc.world_ranks[ranks[i]];
	sumac_status_page_wait_for(team->job->page, ranks, n);
}
