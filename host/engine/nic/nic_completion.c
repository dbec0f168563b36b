/*
 * Completions: taken from the group's ring as they arrive, with nodes in any order. A call is done when all
 * its nodes are; a staged result is then copied to where the caller wants it.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nic/nic_private.h"

enum { NO_RANK = 0xffff };

/* The next completion, if the NIC has written it: LAP shows that, and is written last. */
static const uint8_t *next_completion(const struct nic_team *team)
{
	uint32_t place = team->n_completed & ((1u << team->ring_log2) - 1);
	const uint8_t *completion = team->completions + (size_t)SUMAC_CPL_BYTES * place;
	const _Atomic uint64_t *lap = (const _Atomic uint64_t *)(const void *)(completion + SUMAC_CPL_LAP_OFFSET);
	uint64_t want = 1 + (uint64_t)(team->n_completed >> team->ring_log2);

	return atomic_load_explicit(lap, memory_order_acquire) == want ? completion : NULL;
}

/* Ends a call: the ticket is done with this status, and all that it held is free again. */
void sumac_nic_call_end(struct nic_team *team, struct nic_call *call, int status)
{
	const struct sumac_call *what = call->call;
	struct sumac_ticket *ticket = call->ticket;

	for (struct nic_call **at = &team->calls; *at; at = &(*at)->next)
		if (*at == call) {
			*at = call->next;
			if (!*at)
				team->calls_end = at;
			break;
		}
	if (team->waiting == call)
		team->waiting = call->next;
	for (unsigned i = 0; call->n_left && i < team->engine->caps.nodes; i++)
		if (team->pending[i].call == call)
			team->pending[i].call = NULL;
	if (call->half && status == 0 && call->stages_dst)
		memcpy(what->dst, call->half->memory + call->half->piece_bytes, call->dst_bytes);
	if (call->half)
		call->half->is_busy = false;
	if (status == 0)
		ticket->cycles = call->done_at - call->rung_at;
	else
		ticket->fault_rank = team->fault_rank;
	ticket->engine_private = NULL;
	ticket->status = status;
	if (team->spare)
		free(call);
	else
		team->spare = call;
}

static struct nic_pending *find_pending(struct nic_team *team, uint32_t cookie)
{
	unsigned slot = cookie & ((1u << NIC_COOKIE_SLOT_BITS) - 1);

	if (slot >= team->engine->caps.nodes || !team->pending[slot].call || team->pending[slot].cookie != cookie)
		return NULL;
	return &team->pending[slot];
}

static void take_good(struct nic_team *team, struct nic_call *call, const uint8_t *completion)
{
	uint64_t rung_at = SUMAC_GET(completion, CPL, RUNG_AT), done_at = SUMAC_GET(completion, CPL, DONE_AT);

	call->ticket->combines += SUMAC_GET(completion, CPL, COMBINES);
	if (rung_at < call->rung_at)
		call->rung_at = rung_at;
	if (done_at > call->done_at)
		call->done_at = done_at;
	if (call->n_left == 0 && team->status == 0)
		sumac_nic_call_end(team, call, 0);
}

static void take_one(struct nic_team *team, const uint8_t *completion)
{
	struct nic_pending *pending = find_pending(team, (uint32_t)SUMAC_GET(completion, CPL, COOKIE));
	int status = (int)SUMAC_GET(completion, CPL, STATUS), fault = (int)SUMAC_GET(completion, CPL, FAULT_RANK);
	struct nic_call *call = pending ? pending->call : NULL;

	if (!call || SUMAC_GET(completion, CPL, SEQ) != call->call->seq) {
		/* Nobody asked for it: nothing that this NIC says about the team can be trusted. */
		sumac_nic_team_fail((struct sumac_engine_team *)team, -SUMAC_EIO, team->rank);
		return;
	}
	call->n_left--;
	call->left_mask &= ~(1ull << pending->node);
	pending->call = NULL;
	if (status == 0)
		take_good(team, call, completion);
	else if (status == SUMAC_EFAILED && sumac_nic_failure_ask(team))
		return; /* posted to a group that had failed: its state has the reason */
	else /* the NIC names no rank when it refuses: it is this rank's fault */
		sumac_nic_team_fail((struct sumac_engine_team *)team, -status, fault == NO_RANK ? team->rank : fault);
}

int sumac_nic_completions_take(struct nic_team *team)
{
	const uint8_t *completion;
	int n = 0;

	while ((completion = next_completion(team))) {
		uint8_t copy[SUMAC_CPL_BYTES];

		memcpy(copy, completion, sizeof(copy));
		team->n_completed++;
		n++;
		take_one(team, copy);
	}
	if (n == 0)
		return 0;
	team->has_moved = true;
	/* Reported rarely: all that may be pending fit into the ring next to half of it unreported. */
	if (team->n_completed - team->n_reported >= 1u << (team->ring_log2 - 1)) {
		team->n_reported = team->n_completed;
		sumac_nic_group_write(team, SUMAC_G_CONSUMED, team->n_reported & 0xffff);
	}
	return n;
}

static void add_peer(int peer, int *ranks, int cap, int *n)
{
	for (int i = 0; i < *n && i < cap; i++)
		if (ranks[i] == peer)
			return;
	if (*n < cap)
		ranks[*n] = peer;
	(*n)++;
}

/* The NIC does not say which input is missing, so these are all ranks that the oldest call's unfinished nodes
 * take from or, if those only send, all that they send to. */
int sumac_nic_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap)
{
	const struct nic_team *team = nic_team_of(base);
	const struct nic_call *call = team->calls;
	int n_ranks = 0;

	if (!call || !call->is_posted)
		return 0;
	for (int n = 0; n < call->route->plan.n_nodes; n++)
		for (int i = 0; call->left_mask & 1ull << n && i < call->route->plan.node[n].n_in; i++)
			if (call->route->plan.node[n].in[i].kind == SUMAC_STREAM_CHANNEL)
				add_peer(call->route->plan.node[n].in[i].peer, ranks_out, cap, &n_ranks);
	for (int n = 0; n_ranks == 0 && n < call->route->plan.n_nodes; n++)
		for (int o = 0; call->left_mask & 1ull << n && o < call->route->plan.node[n].n_out; o++)
			if (call->route->plan.node[n].out[o].kind == SUMAC_STREAM_CHANNEL)
				add_peer(call->route->plan.node[n].out[o].peer, ranks_out, cap, &n_ranks);
	return n_ranks < cap ? n_ranks : cap;
}
