/*
 * Opening and closing for a job, making and freeing for a team, and delivering messages to their teams.
 */
#include "agree/agree_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"

static const int64_t TELL_NS = 250000000; /* a job's limit for telling members that their teams have failed */

int sumac_agree_open(struct sumac_fabric *fabric, void (*pass)(void *ctx), void *ctx, struct sumac_agree **agree_out)
{
	struct sumac_agree *agree = calloc(1, sizeof(*agree));

	if (!agree)
		return sumac_fail(SUMAC_ENOMEM, "no memory for comparing the calls of ranks");
	agree->fabric = fabric;
	agree->pass = pass;
	agree->ctx = ctx;
	agree->tell_ns = TELL_NS;
	*agree_out = agree;
	return 0;
}

static void drop_arrivals(struct sumac_agree *agree)
{
	struct sumac_fabric_buf *buf;

	while ((buf = sumac_fabric_next(agree->fabric, SUMAC_FABRIC_AGREE)))
		sumac_fabric_buf_put(buf);
}

void sumac_agree_close(struct sumac_agree *agree)
{
	drop_arrivals(agree);
	free(agree);
}

static struct sumac_agree_team *find(struct sumac_agree *agree, uint64_t key)
{
	struct sumac_agree_team *team = agree->teams;

	while (team && team->key != key)
		team = team->next;
	return team;
}

/* A message for none of our teams, or from a rank that is not a member, is dropped. */
static void deliver(struct sumac_agree *agree, const struct sumac_fabric_buf *buf)
{
	struct sumac_agree_message message;
	struct sumac_agree_team *team;

	if (buf->len_bytes != sizeof(message))
		return;
	memcpy(&message, buf->header, sizeof(message));
	team = find(agree, message.key);
	if (team && message.from < (uint32_t)team->size && team->world_ranks[message.from] == buf->src)
		sumac_agree_take(team, &message);
}

void sumac_agree_watch(struct sumac_agree_team *team)
{
	if (team->is_busy)
		return;
	team->is_busy = true;
	team->next_busy = team->agree->busy;
	team->agree->busy = team;
}

int sumac_agree_progress(struct sumac_agree *agree)
{
	struct sumac_fabric_buf *buf;
	int moved = 0;

	while ((buf = sumac_fabric_next(agree->fabric, SUMAC_FABRIC_AGREE))) {
		deliver(agree, buf);
		sumac_fabric_buf_put(buf);
		moved = 1;
	}
	for (struct sumac_agree_team **at = &agree->busy, *team; (team = *at);) {
		bool is_failed = sumac_agree_is_failed(team);

		moved |= sumac_agree_send(team);
		team->is_busy = team->owes_messages || (team->dispute.is_open && !is_failed);
		if (team->is_busy)
			at = &team->next_busy;
		else
			*at = team->next_busy;
	}
	return moved;
}

static void team_release(struct sumac_agree_team *team)
{
	for (int rank = 0; team->members && rank < team->size; rank++)
		free(team->members[rank].heard);
	free(team->members);
	free(team);
}

int sumac_agree_team_make(struct sumac_agree *agree, const struct sumac_team_desc *desc,
			  struct sumac_engine *const *engines, struct sumac_engine_team *const *contexts,
			  struct sumac_agree_team **team_out)
{
	struct sumac_agree_team *team = calloc(1, sizeof(*team));

	if (!team)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a team of %d ranks", desc->size);
	team->listener = (struct sumac_engine_listener){ sumac_agree_saw, sumac_agree_failed };
	team->agree = agree;
	team->rank = desc->rank;
	team->size = desc->size;
	team->world_ranks = desc->world_ranks;
	team->key = desc->key;
	team->engines = engines;
	team->contexts = contexts;
	team->fault_rank = -1;
	team->members = calloc((size_t)desc->size, sizeof(team->members[0]));
	if (!team->members) {
		team_release(team);
		return sumac_fail(SUMAC_ENOMEM, "no memory for a team of %d ranks", desc->size);
	}
	team->next = agree->teams;
	agree->teams = team;
	*team_out = team;
	return 0;
}

/* Whether a member has yet to be told, or its message has yet to leave this rank. A member considered dead does not count. */
static bool is_telling(const struct sumac_agree_team *team)
{
	for (int rank = 0; rank < team->size; rank++) {
		const struct sumac_agree_member *member = &team->members[rank];

		if (rank == team->rank || (rank == team->fault_rank && team->status == -SUMAC_EPEER))
			continue;
		if (member->owes_abort || sumac_fabric_n_controls(team->agree->fabric, team->world_ranks[rank]))
			return true;
	}
	return false;
}

/* A member that cannot be told delays every team that has it, so all teams share one limit. */
static void tell(const struct sumac_agree_team *team)
{
	struct sumac_agree *agree = team->agree;
	int64_t begin_ns = sumac_clock_ns(), waited_ns = 0;

	for (; is_telling(team) && waited_ns < agree->tell_ns; waited_ns = sumac_clock_ns() - begin_ns)
		agree->pass(agree->ctx);
	agree->tell_ns -= waited_ns;
}

void sumac_agree_team_free(struct sumac_agree_team *team)
{
	struct sumac_agree_team **at = &team->agree->teams;

	if (team->status)
		tell(team);
	while (*at != team)
		at = &(*at)->next;
	*at = team->next;
	for (at = &team->agree->busy; *at && *at != team; at = &(*at)->next_busy)
		;
	if (*at)
		*at = team->next_busy;
	team_release(team);
}

struct sumac_engine_listener *sumac_agree_listener(struct sumac_agree_team *team)
{
	return &team->listener;
}

int sumac_agree_ask(struct sumac_agree_team *team, int team_rank, struct sumac_notes *answer_out)
{
	struct sumac_agree_member *member;

	if (team_rank < 0 || team_rank >= team->size)
		return -SUMAC_EINVAL;
	member = &team->members[team_rank];
	if (team_rank == team->rank) {
		sumac_agree_own_notes(team, answer_out);
		return 0;
	}
	if (member->state == SUMAC_ANSWERED) {
		*answer_out = *member->heard;
		member->state = SUMAC_UNASKED;
		return 0;
	}
	if (member->state == SUMAC_UNASKED) {
		member->state = SUMAC_TO_ASK;
		sumac_agree_owe(team);
	}
	return 1;
}

enum sumac_heard sumac_agree_heard(struct sumac_agree_team *team, int team_rank, struct sumac_notes *notes_out)
{
	const struct sumac_agree_member *member = &team->members[team_rank];

	if (team_rank == team->rank) {
		sumac_agree_own_notes(team, notes_out);
		return SUMAC_HEARD_AT_LAST;
	}
	if (!member->heard)
		return SUMAC_NOT_HEARD;
	*notes_out = *member->heard;
	return member->has_failed ? SUMAC_HEARD_AT_LAST : SUMAC_HEARD;
}

int sumac_agree_status(struct sumac_agree_team *team, int *fault_rank_out)
{
	if (sumac_agree_is_failed(team))
		*fault_rank_out = team->fault_rank;
	return team->status;
}
