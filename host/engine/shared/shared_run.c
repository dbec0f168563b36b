/*
 * Calls, one after the other: in the leaf, by the NIC, in the leaf again. The NIC gets the leaves' values in memory that its
 * owner reaches.
 */
#include "engine/shared/shared.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static const size_t MIN_VALUES_BYTES = 4096;

static struct sumac_shared_run *run_of(struct sumac_steps *steps)
{
	return (struct sumac_shared_run *)((char *)steps - offsetof(struct sumac_shared_run, steps));
}

static struct sumac_shared_run *oldest(const struct sumac_shared_team *team)
{
	return (struct sumac_shared_run *)team->base.oldest;
}

/* The result lies behind the source, on a line of its own. */
static size_t result_at(size_t src_bytes)
{
	return (src_bytes + 127) / 128 * 128;
}

static int get_values(struct sumac_shared_team *team, size_t len_bytes)
{
	size_t wanted_bytes = MIN_VALUES_BYTES;

	if (len_bytes <= team->values_bytes)
		return 0;
	while (wanted_bytes < len_bytes && wanted_bytes <= SIZE_MAX / 2)
		wanted_bytes *= 2;
	sumac_segment_free(team->engine->segment, team->values, true);
	team->values = sumac_segment_alloc(team->engine->segment, wanted_bytes, &team->values_at);
	team->values_bytes = team->values ? wanted_bytes : 0;
	return team->values ? 0 : sumac_fail(SUMAC_ENOMEM, "the memory that the ranks of this host share has no %zu bytes left",
					     wanted_bytes);
}

static int begin_by_nic(struct sumac_steps *steps)
{
	struct sumac_shared_run *run = run_of(steps);
	struct sumac_shared_team *team = run->team;
	const struct sumac_level *level = &team->level;
	const struct sumac_call *own = &steps->own;
	struct sumac_mailbox_request request = { .kind = SUMAC_MAILBOX_POST, .n_members = (uint32_t)level->n_groups,
		.number = run->number, .coll = own->coll, .op = (uint32_t)own->op, .type = (uint32_t)own->type,
		.root = sumac_coll_has_root(own->coll) ? (uint32_t)own->root : 0, .seq = (uint32_t)own->seq,
		.has_firsts = own->firsts != NULL, .count = own->count, .digest = own->digest };
	int err = get_values(team, result_at(own->src_bytes) + own->dst_bytes);

	if (err)
		return err;
	if (own->src_bytes)
		memcpy(team->values, own->src, own->src_bytes);
	if (own->firsts)
		memcpy(request.firsts, own->firsts, ((size_t)level->n_groups + 1) * sizeof(request.firsts[0]));
	request.src = team->values_at;
	request.dst = team->values_at + result_at(own->src_bytes);
	sumac_mailbox_ask(&team->engine->mail, team->slot, &request, NULL);
	return 0;
}

/* The rank at fault. The NICs' network names a leaf, or a rank that a host has named. About a dead leaf it knows only that the
 * NIC is gone, which goes with its owner. */
static int fault_of(const struct sumac_shared_team *team, const struct sumac_mailbox_reply *reply)
{
	const struct sumac_shared_engine *engine = team->engine;
	int member = reply->fault, first, owner;

	if (member >= SUMAC_MAILBOX_MEMBERS && member - SUMAC_MAILBOX_MEMBERS < team->base.desc.size)
		return member - SUMAC_MAILBOX_MEMBERS;
	if (member < 0 || member >= team->level.n_groups)
		return -1;
	first = team->level.owners[member];
	if (reply->status != -SUMAC_EPEER)
		return first;
	owner = engine->owner_of[engine->nic_of[team->base.desc.world_ranks[first]]];
	sumac_fail(SUMAC_EPEER, "rank %d, the owner of rank %d's NIC, has died", owner, team->base.desc.world_ranks[first]);
	return sumac_shared_team_rank_of(team, owner);
}

static int work_by_nic(struct sumac_steps *steps, int *moved_io)
{
	struct sumac_shared_run *run = run_of(steps);
	struct sumac_shared_team *team = run->team;
	const struct sumac_call *own = &steps->own;
	struct sumac_mailbox_reply reply;

	if (!sumac_mailbox_look(&team->engine->mail, team->slot, &reply))
		return 0;
	*moved_io = 1;
	if (reply.status) {
		if (*reply.told)
			sumac_fail(reply.status, "%s", reply.told);
		sumac_shared_team_break(team, reply.status, fault_of(team, &reply));
		return reply.status;
	}
	if (own->dst_bytes)
		memcpy(own->dst, team->values + result_at(own->src_bytes), own->dst_bytes);
	run->base.ticket->cycles = reply.cycles;
	run->base.ticket->combines = reply.combines;
	run->base.ticket->staged_bytes = own->src_bytes + own->dst_bytes + reply.staged_bytes;
	return 1;
}

static const struct sumac_between by_nic = { &sumac_steps_by_speakers, begin_by_nic, work_by_nic };

static void run_end(struct sumac_shared_team *team, int status, int fault_rank)
{
	struct sumac_engine_run *run = team->base.oldest;

	run->ticket->lacks_room = false;
	sumac_engine_team_end_oldest(&team->base, status, fault_rank);
	free(run);
}

void sumac_shared_end_all(struct sumac_shared_team *team, int status, int fault_rank)
{
	if (team->level.leaf)
		sumac_leaf_end_all(team->level.leaf, status, fault_rank);
	while (team->base.oldest)
		run_end(team, status, fault_rank);
}

int sumac_shared_team_progress(struct sumac_shared_team *team)
{
	int moved = 0;

	while (!team->base.status && team->base.oldest) {
		struct sumac_steps *steps = &oldest(team)->steps;
		int worked = sumac_steps_work(steps);

		if (worked < 0)
			return 1;
		moved |= worked;
		if (!sumac_steps_are_ended(steps))
			break;
		run_end(team, 0, -1);
		moved = 1;
	}
	return moved;
}

/* The program may go on to wait elsewhere for others that wait for what this rank has yet to do in its leaf; so the call lacks
 * room. */
int sumac_shared_post(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_shared_team *team = (struct sumac_shared_team *)base;
	struct sumac_shared_run *run;

	assert(team->base.is_installed && sumac_call_is_sound(call, team->base.desc.size));
	*ticket = (struct sumac_ticket){ .status = team->base.status ? team->base.status : 1, .fault_rank = team->base.fault_rank };
	if (team->base.status)
		return 0;
	run = calloc(1, sizeof(*run));
	if (!run)
		return -SUMAC_ENOMEM;
	run->base.call = call;
	run->base.ticket = ticket;
	run->team = team;
	run->number = ++team->n_calls;
	sumac_steps_start(&run->steps, &team->level, &team->scratch, &by_nic, call);
	sumac_engine_team_append(&team->base, &run->base);
	ticket->lacks_room = true;
	sumac_shared_team_progress(team);
	return 0;
}

/* The NICs do not say which leaf is missing, nor a leaf which of its ranks is late: so these are all ranks of the other leaves. */
static int all_others(const struct sumac_shared_team *team, int *ranks_out, int cap)
{
	int n = 0;

	for (int rank = 0; rank < team->base.desc.size && n < cap; rank++)
		if (team->level.group_of[rank] != team->level.group)
			ranks_out[n++] = rank;
	return n;
}

int sumac_shared_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap)
{
	const struct sumac_shared_team *team = (struct sumac_shared_team *)base;
	int n;

	if (!team->base.oldest)
		return 0;
	n = sumac_steps_waiting_for(&oldest(team)->steps, ranks_out, cap);
	return n < 0 ? all_others(team, ranks_out, cap) : n;
}
