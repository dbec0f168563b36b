/*
 * The messages: aborts, and the question which calls a member has begun, with its answer. A team keeps what
 * it owes as flags, so that a member that does not read costs no memory.
 */
#include "agree/agree_private.h"
#include "agree/stall.h"

#include <string.h>

/* Two ranks that disagree each name the other; to all others the first fault that was found is reported. */
static int fault_for(const struct sumac_agree_team *team, int rank)
{
	return rank == team->fault_rank && team->status == -SUMAC_EMISMATCH ? team->rank : team->fault_rank;
}

static int first_waited_for(const struct sumac_agree_team *team)
{
	int rank;

	return sumac_stall_waiting_for(team, &rank, 1) ? rank : -1;
}

/* False if it cannot be sent now. A peer that cannot be reached at all is owed nothing. */
static bool send(struct sumac_agree_team *team, int rank, enum sumac_agree_kind kind)
{
	struct sumac_agree_message message;

	memset(&message, 0, sizeof(message));
	message.port = SUMAC_FABRIC_AGREE;
	message.kind = kind;
	message.key = team->key;
	message.from = (uint32_t)team->rank;
	if (kind == SUMAC_AGREE_ABORT) {
		message.abort.status = team->status;
		message.abort.fault_rank = fault_for(team, rank);
		message.abort.seq = (uint32_t)team->failed_seq;
	}
	if (kind == SUMAC_AGREE_ANSWER)
		message.waits_for = first_waited_for(team);
	if (kind != SUMAC_AGREE_QUESTION)
		sumac_agree_own_notes(team, &message.notes);
	return sumac_fabric_send_control(team->agree->fabric, team->world_ranks[rank], &message, sizeof(message)) != 1;
}

void sumac_agree_owe(struct sumac_agree_team *team)
{
	team->owes_messages = true;
	sumac_agree_watch(team);
}

int sumac_agree_send(struct sumac_agree_team *team)
{
	bool owes = false;

	if (!team->owes_messages)
		return 0;
	for (int rank = 0; rank < team->size; rank++) {
		struct sumac_agree_member *member = &team->members[rank];

		if (member->owes_abort)
			member->owes_abort = !send(team, rank, SUMAC_AGREE_ABORT);
		if (member->owes_answer)
			member->owes_answer = !send(team, rank, SUMAC_AGREE_ANSWER);
		if (member->state == SUMAC_TO_ASK && send(team, rank, SUMAC_AGREE_QUESTION))
			member->state = SUMAC_ASKED;
		owes |= member->owes_abort || member->owes_answer || member->state == SUMAC_TO_ASK;
	}
	team->owes_messages = owes;
	return !owes;
}

static void take_abort(struct sumac_agree_team *team, const struct sumac_agree_message *message)
{
	int from = (int)message->from;
	struct sumac_dispute dispute = { .is_open = true, .seq = sumac_agree_whole(team, message->abort.seq),
					 .status = message->abort.status, .fault_rank = message->abort.fault_rank };

	if (message->abort.status >= 0 || message->abort.fault_rank < -1 || message->abort.fault_rank >= team->size)
		return; /* makes no sense */
	team->members[from].has_failed = true;
	sumac_agree_hear(team, from, &message->notes);
	sumac_agree_dispute(team, &dispute);
}

static void take_answer(struct sumac_agree_team *team, const struct sumac_agree_message *message)
{
	struct sumac_agree_member *member = &team->members[message->from];

	if (member->state != SUMAC_ASKED)
		return;
	sumac_agree_hear(team, (int)message->from, &message->notes);
	member->waits_for = message->waits_for >= 0 && message->waits_for < team->size ? message->waits_for : -1;
	member->state = member->heard ? SUMAC_ANSWERED : SUMAC_UNASKED;
}

void sumac_agree_take(struct sumac_agree_team *team, const struct sumac_agree_message *message)
{
	switch (message->kind) {
	case SUMAC_AGREE_ABORT:
		take_abort(team, message);
		return;
	case SUMAC_AGREE_QUESTION:
		team->members[message->from].owes_answer = true;
		sumac_agree_owe(team);
		return;
	case SUMAC_AGREE_ANSWER:
		take_answer(team, message);
		return;
	}
}
