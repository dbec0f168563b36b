/*
 * Judging ranks that disagree, by what each of them told about its last calls. Each
 * call's digest covers all calls before it, so the first call that two ranks know
 * differently is the one on which they disagree, however late it was noticed.
 */
#include "agree/mismatch.h"

#include <stdio.h>
#include <stdlib.h>

#include "agree/agree_private.h"
#include "base/clock.h"

static const int64_t TELL_NS = 2000000000; /* for members to tell; long, since a busy machine lets some wait */

/* Two ranks that differ, and the call in which they do, as each knows it. */
struct verdict {
	int lowest, other;
	struct sumac_note lowest_note, other_note;
};

static bool all_have_told(struct sumac_agree_team *team)
{
	struct sumac_notes notes;
	int n_told = 0;

	for (int rank = 0; rank < team->size; rank++)
		n_told += sumac_agree_heard(team, rank, &notes) == SUMAC_HEARD_AT_LAST;
	return n_told == team->size;
}

static void wait_for_members(struct sumac_agree_team *team)
{
	int64_t end_ns = sumac_clock_ns() + TELL_NS;

	while (!all_have_told(team) && sumac_clock_ns() < end_ns)
		team->agree->pass(team->agree->ctx);
}

/* Compares the others with the lowest rank that told, and picks the one that differs from it in the earliest call. */
static bool judge(struct sumac_agree_team *team, struct verdict *verdict_out)
{
	struct sumac_notes lowest, other;
	uint64_t seq, first = UINT64_MAX;
	int rank = 0;

	while (!sumac_agree_heard(team, rank, &lowest))
		rank++; /* ends at this rank at the latest: it has its own notes */
	verdict_out->lowest = rank;
	for (rank++; rank < team->size; rank++) {
		if (!sumac_agree_heard(team, rank, &other) || !sumac_notes_differ(&lowest, &other, &seq) ||
		    seq >= first)
			continue;
		first = seq;
		verdict_out->other = rank;
		verdict_out->lowest_note = *sumac_notes_find(&lowest, seq);
		verdict_out->other_note = *sumac_notes_find(&other, seq);
	}
	return first != UINT64_MAX;
}

void sumac_mismatch_explain(struct sumac_agree_team *team, int *fault_rank_io, char *text_out, size_t cap_bytes)
{
	char mine[SUMAC_NOTE_TEXT_CAP], theirs[SUMAC_NOTE_TEXT_CAP], difference[64];
	struct sumac_notes own;
	struct verdict verdict;

	wait_for_members(team);
	if (judge(team, &verdict)) {
		*fault_rank_io = verdict.other;
		sumac_note_text(&verdict.lowest_note, mine);
		sumac_note_text(&verdict.other_note, theirs);
		sumac_note_difference(&verdict.lowest_note, &verdict.other_note, difference, sizeof(difference));
		snprintf(text_out, cap_bytes, "in call %llu rank %d called %s, rank %d %s: they differ in %s",
			 (unsigned long long)verdict.other_note.seq, verdict.other, theirs, verdict.lowest, mine, difference);
		return;
	}
	if (*fault_rank_io == team->rank)
		*fault_rank_io = -1;
	sumac_agree_own_notes(team, &own);
	sumac_note_text(&own.call[0], mine);
	snprintf(text_out, cap_bytes, "this rank called %s; the others' calls are not known", mine);
}
