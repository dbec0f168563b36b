/*
 * Progress takes completions from the group's ring as they arrive, with nodes in any order. A call is done when all its nodes
 * are; a staged result is then copied to where the caller wants it. A result of a few bytes comes in the completion itself.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nic/nic_rings.h"

enum {
	NO_RANK = 0xffff,
	STATUS_AND_LEN = 0xff << 8 * SUMAC_CPL_STATUS_OFFSET | 0xff << 8 * SUMAC_CPL_INLINE_LEN_OFFSET, /* of the first word */
};

/* They are this if the node was done well and its result has so many bytes. */
#define OK_OF(len_bytes) ((len_bytes) << 8 * SUMAC_CPL_INLINE_LEN_OFFSET)

static void give_half_back(struct sumac_nic_call *call, bool has_result)
{
	call->base.ticket->staged_bytes = call->staged_bytes;
	if (has_result && call->stages_dst)
		memcpy(call->base.call->dst, call->staging->memory + call->staging->piece_bytes, call->dst_bytes);
	call->staging->is_busy = false;
}

/* The ticket is done with this status, and all that the call held is free again. */
static inline void end_call(struct sumac_nic_team *team, struct sumac_nic_call *call, int status)
{
	sumac_engine_team_remove(&team->base, &call->base);
	if (call->staging)
		give_half_back(call, status == 0);
	call->base.ticket->status = status;
	if (!call->is_kept)
		free(call);
}

void sumac_nic_call_abort(struct sumac_nic_team *team, struct sumac_nic_call *call, int status)
{
	for (unsigned i = 0; call->n_left && i < team->engine->caps.nodes; i++)
		if (team->pending[i] == call)
			team->pending[i] = NULL;
	call->base.ticket->fault_rank = team->base.fault_rank;
	if (team->waiting == call)
		team->waiting = sumac_nic_call_next(call);
	end_call(team, call, status);
}

/* The NIC names no rank when it refuses: then it is this rank's fault. */
static __attribute__((cold)) void take_bad(struct sumac_nic_team *team, int status, int fault_rank)
{
	if (status == SUMAC_EFAILED && sumac_nic_failure_ask(team))
		return; /* posted to a group that had failed: its state has the reason */
	sumac_nic_team_fail(&team->base, -status, fault_rank == NO_RANK ? team->base.desc.rank : fault_rank);
}

/* Where in the call's result a node's piece begins. */
static uint64_t first_of(const struct sumac_nic_team *team, const struct sumac_nic_call *call, uint32_t cookie)
{
	for (unsigned node = 0; node < (unsigned)call->route->plan.n_nodes; node++) {
		const uint8_t *desc = sumac_nic_descriptor_at(team, call->first + node);

		if (SUMAC_GET(desc, DESC, COOKIE) == cookie)
			return SUMAC_GET(desc, DESC, DST_OFFSET) - call->buffers.dst_offset;
	}
	return call->dst_bytes;
}

/* The result goes where the NIC would have written it. False: the call has no such bytes. */
static bool take_piece(struct sumac_nic_team *team, const struct sumac_nic_call *call, uint32_t cookie, const uint8_t *result,
		       size_t len_bytes)
{
	uint64_t first = len_bytes == call->dst_bytes ? 0 : first_of(team, call, cookie);
	uint8_t *dst = call->stages_dst ? call->staging->memory + call->staging->piece_bytes : call->dst;

	if (len_bytes > SUMAC_CPL_INLINE_BYTES || first >= call->dst_bytes || len_bytes > call->dst_bytes - first)
		return false;
	memcpy(dst + first, result, len_bytes);
	if (call->stages_dst && team->engine->bus->copies)
		sumac_nic_copies_give_result(team, call, first, len_bytes);
	return true;
}

/* The words of a completion, each of which is to be read once. */
struct words {
	uint64_t word[SUMAC_CPL_INLINE_OFFSET / sizeof(uint64_t)];
};

static inline struct words read_words(const uint8_t *completion)
{
	const _Atomic uint64_t *from = (const _Atomic uint64_t *)(const void *)completion;
	struct words words;

#pragma GCC unroll 8
	for (size_t i = 0; i < sizeof(words.word) / sizeof(words.word[0]); i++)
		words.word[i] = atomic_load_explicit(&from[i], memory_order_relaxed);
	return words;
}

/* The NIC writes completions as nodes are done: the call's last one has the time at which all were. */
static inline void take_good(struct sumac_nic_team *team, struct sumac_nic_call *call, const struct words *words)
{
	uint64_t rung_at = SUMAC_GET(words, CPL, RUNG_AT);

	call->base.ticket->combines += SUMAC_GET(words, CPL, COMBINES);
	if (rung_at < call->rung_at)
		call->rung_at = rung_at;
	if (--call->n_left || team->base.status < 0)
		return;
	call->base.ticket->cycles = SUMAC_GET(words, CPL, DONE_AT) - call->rung_at;
	end_call(team, call, 0);
}

/* Nobody asked for it: nothing that this NIC says about the team can be trusted. */
static __attribute__((cold)) void take_foreign(struct sumac_nic_team *team)
{
	sumac_nic_team_fail(&team->base, -SUMAC_EIO, team->base.desc.rank);
}

/* A failure, or a result that is not of the usual length; by the first word of its completion. True: the node is done well. */
static __attribute__((noinline)) bool take_other(struct sumac_nic_team *team, struct sumac_nic_call *call, uint64_t word,
						 const uint8_t *result)
{
	int status = (int)SUMAC_GET(&word, CPL, STATUS);
	size_t len_bytes = SUMAC_GET(&word, CPL, INLINE_LEN);

	if (status == 0 && take_piece(team, call, (uint32_t)SUMAC_GET(&word, CPL, COOKIE), result, len_bytes))
		return true;
	call->n_left--;
	if (status)
		take_bad(team, status, (int)SUMAC_GET(&word, CPL, FAULT_RANK));
	else
		take_foreign(team);
	return false;
}

/* Results of the usual lengths, without a call. */
static inline bool take_few(const struct sumac_nic_call *call, uint32_t status_and_len, const uint8_t *result)
{
	if (status_and_len == OK_OF(8) && call->dst_bytes == 8)
		memcpy(call->dst, result, 8);
	else if (status_and_len == OK_OF(4) && call->dst_bytes == 4)
		memcpy(call->dst, result, 4);
	else
		return false;
	return true;
}

static inline void take_one(struct sumac_nic_team *team, struct words words, const uint8_t *result)
{
	uint32_t cookie = (uint32_t)SUMAC_GET(&words, CPL, COOKIE), status_and_len = le64toh(words.word[0]) & STATUS_AND_LEN;
	struct sumac_nic_call *call = cookie < team->engine->caps.nodes ? team->pending[cookie] : NULL;

	if (!call || SUMAC_GET(&words, CPL, SEQ) != call->seq) {
		take_foreign(team);
		return;
	}
	team->pending[cookie] = NULL;
	if (status_and_len && !take_few(call, status_and_len, result) && !take_other(team, call, words.word[0], result))
		return;
	take_good(team, call, &words);
}

static inline int take_all(struct sumac_nic_team *team)
{
	uint32_t first = team->n_completed;
	const uint8_t *completion;

	while (team->base.oldest &&
	       sumac_nic_completion_is_written(team, completion = sumac_nic_completion_at(team, team->n_completed),
					       team->n_completed)) {
		team->n_completed++;
		take_one(team, read_words(completion), completion + SUMAC_CPL_INLINE_OFFSET);
	}
	if (team->n_completed == first)
		return 0;
	team->has_moved = true;
	/* Reported rarely: all that may be pending fit into the ring next to half of it unreported. */
	if (team->n_completed - team->n_reported > team->ring_mask / 2) {
		team->n_reported = team->n_completed;
		sumac_nic_group_write(team, SUMAC_G_CONSUMED, team->n_reported & 0xffff);
	}
	return (int)(team->n_completed - first);
}

/* If the bus has failed, so have all teams. */
static int check_bus(struct sumac_nic_engine *engine)
{
	int moved = 0;

	if (!engine->bus_status)
		engine->bus_status = engine->bus->ops->health(engine->bus);
	for (struct sumac_engine_team *team = engine->teams; team && engine->bus_status < 0; team = team->next)
		if (team->oldest) {
			sumac_nic_team_fail(team, engine->bus_status, -1);
			moved += sumac_nic_failure_progress(sumac_nic_team_of(team));
		}
	return moved;
}

/* Moves on a team for which nothing has completed just now. */
static int push(struct sumac_nic_team *team)
{
	if (team->base.status < 0)
		return sumac_nic_failure_progress(team);
	if (team->waiting && sumac_nic_post_queued(team))
		return 1;
	sumac_nic_watch(team);
	return 0;
}

/* Never blocks. The bus is asked for its health only where nothing moves; where something moves, it is well. */
int sumac_nic_progress(struct sumac_engine *base)
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);
	int moved = 0;

	for (struct sumac_engine_team *team = engine->teams; team; team = team->next) {
		if (team->oldest && !engine->bus_status)
			moved += take_all(sumac_nic_team_of(team));
		if (team->oldest)
			moved += push(sumac_nic_team_of(team));
	}
	return moved ? moved : check_bus(engine);
}

/* While time runs, nobody looks at completions: how many there are at that moment would be chance. */
int sumac_nic_stepped_progress(struct sumac_engine *base)
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);
	struct sumac_bus *bus = engine->bus;
	int moved = 0;

	if (!bus->stepped || !bus->ops->runs(bus))
		return sumac_nic_progress(base);
	for (struct sumac_engine_team *team = engine->teams; team; team = team->next)
		if (team->oldest)
			moved += push(sumac_nic_team_of(team));
	return moved ? moved : check_bus(engine);
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

/* Channels of a node's inputs, or of its outputs, lead to these peers. */
static void add_peers(const struct sumac_plan_node *node, bool in, int *ranks, int cap, int *n)
{
	for (int i = 0; in && i < node->n_in; i++)
		if (node->in[i].kind == SUMAC_STREAM_CHANNEL)
			add_peer(node->in[i].peer, ranks, cap, n);
	for (int o = 0; !in && o < node->n_out; o++)
		if (node->out[o].kind == SUMAC_STREAM_CHANNEL)
			add_peer(node->out[o].peer, ranks, cap, n);
}

/* The NIC does not say which input is missing, so these are all ranks that the oldest call's unfinished nodes
 * take from or, if those only send, all that they send to. */
int sumac_nic_waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap)
{
	const struct sumac_nic_team *team = sumac_nic_team_of(base);
	const struct sumac_nic_call *call = sumac_nic_oldest(team);
	int n_ranks = 0;

	if (!call || call == team->waiting) /* it is not posted */
		return 0;
	for (int in = 1; in >= 0 && n_ranks == 0; in--)
		for (int node = 0; node < call->route->plan.n_nodes; node++) {
			const uint8_t *desc = sumac_nic_descriptor_at(team, call->first + (unsigned)node);

			if (team->pending[SUMAC_GET(desc, DESC, COOKIE)] == call)
				add_peers(&call->route->plan.node[node], in, ranks_out, cap, &n_ranks);
		}
	return n_ranks < cap ? n_ranks : cap;
}
