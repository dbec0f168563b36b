/*
 * What a team on the CPU engine knows of its calls and of the members', and its failure. Whoever is in a call
 * has all that it needed of the calls before, and has sent all that others need of them; so what failed on
 * one rank fails on another when that comes to the same call, and not before.
 */
#include "engine/cpu/cpu.h"

#include <stdlib.h>
#include <string.h>

static bool is_before(uint32_t seq, uint32_t other)
{
	return (int32_t)(seq - other) < 0;
}

/* The call that this rank has come to. */
static uint32_t place(const struct sumac_cpu_team *team)
{
	return team->oldest ? team->oldest->call->seq : team->current.seq;
}

void sumac_cpu_team_fail(struct sumac_cpu_team *team, int status, int fault_rank, bool tell)
{
	if (team->status)
		return;
	team->status = status;
	team->fault_rank = fault_rank;
	team->failed_seq = place(team);
	/* Where ranks disagree each tells the others what it called, so that all can say who differs. */
	tell |= status == -SUMAC_EMISMATCH;
	for (int rank = 0; tell && rank < team->size; rank++)
		if (rank != team->rank)
			team->questions[rank].owes_abort = team->owes_control = true;
	sumac_cpu_run_end_all(team, status, fault_rank);
	sumac_cpu_control_progress(team);
}

static bool disagrees(const struct sumac_cpu_team *team, uint32_t seq, uint64_t digest)
{
	const struct sumac_cpu_note *ours = &team->past[seq % SUMAC_CPU_PAST_CALLS];

	return ours->seq == seq && seq && ours->digest != digest;
}

bool sumac_cpu_team_is_failed(struct sumac_cpu_team *team)
{
	const struct sumac_cpu_dispute *dispute = &team->dispute;

	if (!team->status && dispute->is_open && !is_before(place(team), dispute->seq))
		sumac_cpu_team_fail(team, dispute->status, dispute->fault_rank, dispute->must_tell);
	return team->status != 0;
}

/* The earlier call counts; of the same, what this rank has found by itself. */
static bool counts_more(const struct sumac_cpu_dispute *dispute, const struct sumac_cpu_dispute *other)
{
	return !other->is_open || is_before(dispute->seq, other->seq) ||
	       (dispute->seq == other->seq && dispute->must_tell && !other->must_tell);
}

void sumac_cpu_team_dispute(struct sumac_cpu_team *team, const struct sumac_cpu_dispute *dispute)
{
	if (counts_more(dispute, &team->dispute))
		team->dispute = *dispute;
	sumac_cpu_team_is_failed(team);
}

static void dispute_with(struct sumac_cpu_team *team, uint32_t seq, int other)
{
	struct sumac_cpu_dispute dispute = { .is_open = true, .must_tell = true, .seq = seq,
					     .status = -SUMAC_EMISMATCH, .fault_rank = other };

	sumac_cpu_team_dispute(team, &dispute);
}

void sumac_cpu_team_check(struct sumac_cpu_team *team, const struct sumac_cpu_chunk_header *header)
{
	if (disagrees(team, header->seq, header->digest))
		dispute_with(team, header->seq, (int)header->from);
}

void sumac_cpu_team_hear(struct sumac_cpu_team *team, int from, const struct sumac_cpu_notes *notes)
{
	struct sumac_cpu_question *question = &team->questions[from];
	uint32_t seq = 0;

	if (!question->heard)
		question->heard = malloc(sizeof(*question->heard));
	if (!question->heard)
		return;
	*question->heard = *notes;
	team->has_heard = true;
	for (int i = 0; i < SUMAC_CPU_NOTES && notes->call[i].seq; i++)
		if (disagrees(team, notes->call[i].seq, notes->call[i].digest))
			seq = notes->call[i].seq;
	if (seq)
		dispute_with(team, seq, from);
}

/* Chunks of this call may have come before it: if they are of another one, now is the time to say so. */
static void check_early_chunks(struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream)
{
	for (uint32_t i = 0; i < team->engine->window_slots && !team->status; i++) {
		struct sumac_cpu_chunk_header header;

		if (!stream->slots[i])
			continue;
		memcpy(&header, stream->slots[i]->header, sizeof(header));
		sumac_cpu_team_check(team, &header);
	}
}

/* Members may have told of it already, too. */
static void check_heard(struct sumac_cpu_team *team, uint32_t seq)
{
	for (int rank = 0; rank < team->size && team->has_heard; rank++) {
		const struct sumac_cpu_notes *heard = team->questions[rank].heard;
		const struct sumac_cpu_note *theirs = heard ? sumac_cpu_notes_find(heard, seq) : NULL;

		if (theirs && disagrees(team, seq, theirs->digest))
			dispute_with(team, seq, rank);
	}
}

void sumac_cpu_team_note(struct sumac_cpu_team *team, const struct sumac_cpu_note *note)
{
	team->current = *note;
	team->past[note->seq % SUMAC_CPU_PAST_CALLS] = *note;
	for (const struct sumac_cpu_stream *stream = team->streams; stream; stream = stream->next)
		check_early_chunks(team, stream);
	check_heard(team, note->seq);
	sumac_cpu_team_is_failed(team);
}

void sumac_cpu_team_notes(const struct sumac_cpu_team *team, struct sumac_cpu_notes *notes_out)
{
	memset(notes_out, 0, sizeof(*notes_out));
	for (uint32_t i = 0; i < SUMAC_CPU_NOTES && i < team->current.seq; i++) {
		uint32_t seq = team->current.seq - i;
		const struct sumac_cpu_note *note = &team->past[seq % SUMAC_CPU_PAST_CALLS];

		if (note->seq != seq)
			break;
		notes_out->call[i] = *note;
	}
}
