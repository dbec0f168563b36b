/*
 * Judging ranks that disagree, by what each of them told of its last calls. Each
 * call's digest covers all calls before it, so the first call that two ranks know
 * differently is the one on which they disagree, however late it was noticed.
 */
#include "core/mismatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/note.h"
#include "core/wait.h"

static const int64_t TELL_NS = 250000000; /* that members get to tell */

/* Two ranks that differ, in which call, and how each calls it. */
struct verdict {
	int lowest, other;
	struct sumac_cpu_note lowests, others;
};

static bool all_have_told(const struct sumac_team *team)
{
	struct sumac_cpu_notes notes;
	int n_told = 0;

	for (int rank = 0; rank < team->desc.size; rank++)
		n_told += sumac_engine_cpu_heard(team->context[SUMAC_ENGINE_CPU], rank, &notes) == SUMAC_CPU_HEARD_AT_LAST;
	return n_told == team->desc.size;
}

static void wait_for_members(const struct sumac_team *team)
{
	const struct timespec pause = { .tv_nsec = 100000 };
	int64_t end_ns = sumac_wait_now_ns() + TELL_NS;

	while (!all_have_told(team) && sumac_wait_now_ns() < end_ns)
		if (!sumac_wait_poll(team->job))
			nanosleep(&pause, NULL);
}

/* Of the ranks that differ from the lowest that told, the one that did so first. */
static bool judge(const struct sumac_team *team, struct verdict *verdict_out)
{
	struct sumac_engine_team *engine = team->context[SUMAC_ENGINE_CPU];
	struct sumac_cpu_notes lowest, other;
	uint32_t seq, first = UINT32_MAX;
	int rank = 0;

	while (!sumac_engine_cpu_heard(engine, rank, &lowest))
		rank++; /* no further than this rank */
	verdict_out->lowest = rank;
	for (rank++; rank < team->desc.size; rank++) {
		if (!sumac_engine_cpu_heard(engine, rank, &other) || !sumac_cpu_notes_differ(&lowest, &other, &seq) ||
		    seq >= first)
			continue;
		first = seq;
		verdict_out->other = rank;
		verdict_out->lowests = *sumac_cpu_notes_find(&lowest, seq);
		verdict_out->others = *sumac_cpu_notes_find(&other, seq);
	}
	return first != UINT32_MAX;
}

void sumac_mismatch_explain(struct sumac_team *team, int *fault_rank_io, char *text_out, size_t cap_bytes)
{
	char mine[SUMAC_NOTE_TEXT_CAP], theirs[SUMAC_NOTE_TEXT_CAP], difference[64];
	struct sumac_cpu_notes own;
	struct verdict verdict;

	wait_for_members(team);
	if (judge(team, &verdict)) {
		*fault_rank_io = verdict.other;
		sumac_note_text(&verdict.lowests, mine);
		sumac_note_text(&verdict.others, theirs);
		sumac_note_difference(&verdict.lowests, &verdict.others, difference, sizeof(difference));
		snprintf(text_out, cap_bytes, "in call %u rank %d called %s, rank %d %s: they differ in %s",
			 verdict.others.seq, verdict.other, theirs, verdict.lowest, mine, difference);
		return;
	}
	if (*fault_rank_io == team->desc.rank)
		*fault_rank_io = -1;
	sumac_engine_cpu_heard(team->context[SUMAC_ENGINE_CPU], team->desc.rank, &own);
	sumac_note_text(&own.call[0], mine);
	snprintf(text_out, cap_bytes, "this rank called %s; what the others called is not known", mine);
}
