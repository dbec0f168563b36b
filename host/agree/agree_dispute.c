/*
 * Keeps what a team knows of its own calls and of the members', and fails it. A rank that is in a call has received all that it
 * needed for the calls before it, and has sent all that others needed. So a call that failed on one rank fails on another when
 * the other reaches the same call, and not before.
 */
#include <stdlib.h>
#include <string.h>

#include "agree/agree_private.h"

static bool is_before(uint64_t seq, uint64_t other)
{
	return (int64_t)(seq - other) < 0;
}

/* The call that this rank has reached: the oldest that an engine still works on, else the newest. */
static uint64_t place(const struct sumac_agree_team *team)
{
	uint64_t place = team->seq;

	for (int kind = 0; kind < SUMAC_N_ENGINES; kind++) {
		uint64_t oldest = team->contexts[kind] ? team->engines[kind]->ops->oldest(team->contexts[kind]) : 0;

		if (oldest && is_before(oldest, place))
			place = oldest;
	}
	return place;
}

static void fail(struct sumac_agree_team *team, int status, int fault_rank, bool tell)
{
	if (team->status)
		return;
	team->failed_seq = place(team);
	team->status = status;
	team->fault_rank = fault_rank;
	/* Where ranks disagree, each tells the others what it called, so that all can say who differs. */
	tell |= status == -SUMAC_EMISMATCH;
	for (int rank = 0; tell && rank < team->size; rank++)
		if (rank != team->rank) {
			team->members[rank].owes_abort = true;
			sumac_agree_owe(team);
		}
	for (int kind = 0; kind < SUMAC_N_ENGINES; kind++)
		if (team->contexts[kind])
			team->engines[kind]->ops->team_fail(team->contexts[kind], status, fault_rank);
	sumac_agree_send(team);
}

void sumac_agree_fail(struct sumac_agree_team *team, int status, int fault_rank)
{
	fail(team, status, fault_rank, true);
}

void sumac_agree_failed(struct sumac_engine_listener *listener, int status, int fault_rank)
{
	fail((struct sumac_agree_team *)listener, status, fault_rank, true);
}

static bool disagrees(const struct sumac_agree_team *team, uint64_t seq, uint64_t digest)
{
	const struct sumac_note *ours = &team->past[seq % SUMAC_AGREE_PAST];

	return ours->seq == seq && seq && ours->digest != digest;
}

void sumac_agree_judge(struct sumac_agree_team *team)
{
	const struct sumac_dispute *dispute = &team->dispute;

	if (!is_before(place(team), dispute->seq))
		fail(team, dispute->status, dispute->fault_rank, dispute->must_tell);
}

/* The dispute of the earlier call counts; for the same call, the one that this rank found itself. */
static bool counts_more(const struct sumac_dispute *dispute, const struct sumac_dispute *other)
{
	return !other->is_open || is_before(dispute->seq, other->seq) ||
	       (dispute->seq == other->seq && dispute->must_tell && !other->must_tell);
}

void sumac_agree_dispute(struct sumac_agree_team *team, const struct sumac_dispute *dispute)
{
	if (counts_more(dispute, &team->dispute))
		team->dispute = *dispute;
	sumac_agree_watch(team);
	sumac_agree_is_failed(team);
}

static void dispute_with(struct sumac_agree_team *team, uint64_t seq, int other)
{
	struct sumac_dispute dispute = { .is_open = true, .must_tell = true, .seq = seq, .status = -SUMAC_EMISMATCH,
					 .fault_rank = other };

	sumac_agree_dispute(team, &dispute);
}

/* Keeps a sighting until this rank reaches that call. The first of equal digests is enough; if two differ, one of them differs
 * from ours, whatever ours will be. */
static void keep_sighting(struct sumac_agree_team *team, int from, uint64_t seq, uint64_t digest)
{
	struct sumac_sighting *early = team->early[seq % SUMAC_AGREE_PAST];

	if (is_before(team->sighted, seq))
		team->sighted = seq;
	for (int i = 0; i < SUMAC_AGREE_SIGHTINGS; i++) {
		if (early[i].seq == seq && early[i].digest == digest)
			return;
		if (early[i].seq != seq) {
			early[i] = (struct sumac_sighting){ .digest = digest, .seq = seq, .from = from };
			return;
		}
	}
}

void sumac_agree_saw(struct sumac_engine_listener *listener, int team_rank, uint32_t half, uint64_t digest)
{
	struct sumac_agree_team *team = (struct sumac_agree_team *)listener;
	uint64_t seq = sumac_agree_whole(team, half);

	if (is_before(team->seq, seq))
		keep_sighting(team, team_rank, seq, digest);
	else if (disagrees(team, seq, digest))
		dispute_with(team, seq, team_rank);
}

void sumac_agree_hear(struct sumac_agree_team *team, int from, const struct sumac_notes *notes)
{
	struct sumac_agree_member *member = &team->members[from];
	uint64_t seq = 0;

	if (!member->heard)
		member->heard = malloc(sizeof(*member->heard));
	if (!member->heard)
		return;
	*member->heard = *notes;
	team->has_heard = true;
	for (int i = 0; i < SUMAC_NOTES && notes->call[i].seq; i++)
		if (disagrees(team, notes->call[i].seq, notes->call[i].digest))
			seq = notes->call[i].seq;
	if (seq)
		dispute_with(team, seq, from);
}

/* Members' messages about this call may have come before it; now we see whether they meant another one. */
static void check_sightings(struct sumac_agree_team *team, uint64_t seq)
{
	const struct sumac_sighting *early = team->early[seq % SUMAC_AGREE_PAST];

	for (int i = 0; i < SUMAC_AGREE_SIGHTINGS; i++)
		if (early[i].seq == seq && disagrees(team, seq, early[i].digest))
			dispute_with(team, seq, early[i].from);
}

/* Members may also have told what they called here. */
static void check_heard(struct sumac_agree_team *team, uint64_t seq)
{
	for (int rank = 0; rank < team->size; rank++) {
		const struct sumac_notes *heard = team->members[rank].heard;
		const struct sumac_note *theirs = heard ? sumac_notes_find(heard, seq) : NULL;

		if (theirs && disagrees(team, seq, theirs->digest))
			dispute_with(team, seq, rank);
	}
}

/* Called after this rank has noted call number seq. */
static inline void reach(struct sumac_agree_team *team, uint64_t seq)
{
	team->seq = seq;
	if (!is_before(team->sighted, seq))
		check_sightings(team, seq);
	if (team->has_heard)
		check_heard(team, seq);
	sumac_agree_is_failed(team);
}

void sumac_agree_note(struct sumac_agree_team *team, const struct sumac_note *note)
{
	team->past[note->seq % SUMAC_AGREE_PAST] = *note;
	reach(team, note->seq);
}

void sumac_agree_own_notes(const struct sumac_agree_team *team, struct sumac_notes *notes_out)
{
	memset(notes_out, 0, sizeof(*notes_out));
	for (uint32_t i = 0; i < SUMAC_NOTES && i < team->seq; i++) {
		uint64_t seq = team->seq - i;
		const struct sumac_note *note = &team->past[seq % SUMAC_AGREE_PAST];

		if (note->seq != seq)
			break;
		notes_out->call[i] = *note;
	}
}
