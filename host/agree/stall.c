/*
 * Judging a call that makes no progress. Each rank keeps notes of its last calls, and
 * answers questions about them whenever it is inside Sumac, whichever engine the calls are on.
 */
#include "agree/stall.h"

#include <stdio.h>

#include "agree/agree_private.h"
#include "base/clock.h"
#include "base/fail.h"

enum { MAX_ASKED = 32 };

static const int64_t ANSWER_NS = 250000000;

int sumac_stall_waiting_for(const struct sumac_agree_team *team, int *ranks_out, int cap)
{
	int n = 0;

	for (int kind = 0; kind < SUMAC_N_ENGINES && n <= 0; kind++)
		if (team->contexts[kind])
			n = team->engines[kind]->ops->waiting_for(team->contexts[kind], ranks_out, cap);
	return n < 0 ? 0 : n < cap ? n : cap;
}

/* The members to ask: those that the engine says it waits for, else the first few. */
static int choose(const struct sumac_agree_team *team, int *ranks_out)
{
	int n = sumac_stall_waiting_for(team, ranks_out, MAX_ASKED);

	if (!n)
		for (int rank = 0; rank < team->size && n < MAX_ASKED; rank++)
			ranks_out[n++] = rank;
	return n;
}

static int ask(struct sumac_agree_team *team, int rank, struct sumac_notes *answer_out)
{
	return rank == team->rank ? 1 : sumac_agree_ask(team, rank, answer_out);
}

int sumac_stall_compare(struct sumac_agree_team *team, int *fault_rank_out)
{
	struct sumac_notes answer, own;
	int ranks[MAX_ASKED];
	int n = choose(team, ranks);
	uint64_t seq;

	sumac_agree_own_notes(team, &own);
	for (int i = 0; i < n; i++) {
		/* A member that is ahead still knows this call, and through its digest those before it. */
		if (ask(team, ranks[i], &answer) || !sumac_notes_differ(&own, &answer, &seq))
			continue;
		*fault_rank_out = ranks[i];
		return -SUMAC_EMISMATCH;
	}
	return 0;
}

/* One member's answer, for which we wait briefly; false if none comes. */
static bool ask_patiently(struct sumac_agree_team *team, int rank, struct sumac_notes *answer_out)
{
	int64_t end_ns = sumac_clock_ns() + ANSWER_NS;

	while (sumac_clock_ns() < end_ns) {
		int asked = ask(team, rank, answer_out);

		if (asked <= 0)
			return !asked;
		team->agree->pass(team->agree->ctx);
	}
	return false;
}

/* Finds the rank that all wait for in the end: a rank may wait for one that waits for another, such as the owner of a leaf. This
 * rank answers itself. */
static int follow(struct sumac_agree_team *team, int rank, struct sumac_notes *answer_out, bool *answers_out)
{
	for (int n = 0;; n++) {
		int next;

		*answers_out = ask_patiently(team, rank, answer_out);
		next = *answers_out ? team->members[rank].waits_for : -1;
		if (next < 0 || next == team->rank || n == MAX_ASKED)
			return rank;
		rank = next;
	}
}

void sumac_stall_tell(struct sumac_agree_team *team, int *fault_rank_out)
{
	char text[SUMAC_NOTE_TEXT_CAP], where[SUMAC_NOTE_TEXT_CAP + 64] = "does not answer: it is not inside Sumac";
	char chain[64] = "";
	int ranks[MAX_ASKED];
	int n = sumac_stall_waiting_for(team, ranks, MAX_ASKED);
	struct sumac_notes answer;
	bool answers;

	*fault_rank_out = -1;
	if (!n) {
		sumac_fail(SUMAC_ETIMEOUT, "the engine does not say which ranks it waits for");
		return;
	}
	*fault_rank_out = follow(team, ranks[0], &answer, &answers);
	if (*fault_rank_out != ranks[0])
		snprintf(chain, sizeof(chain), "in the end waits for rank %d, which ", *fault_rank_out);
	if (answers) {
		sumac_note_text(&answer.call[0], text);
		snprintf(where, sizeof(where), "is in call %llu, %s", (unsigned long long)answer.call[0].seq, text);
	}
	sumac_fail(SUMAC_ETIMEOUT, "it waits for %d of the ranks; the first of them, rank %d, %s%s", n, ranks[0], chain, where);
}
