/*
 * Posting: a call becomes one descriptor for each node of its plan, in the order of calls; it is posted
 * whole, or waits. Memory that the NIC does not reach is staged.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/combination.h"
#include "base/overlap.h"
#include "engine/nic/nic_private.h"

/* Makes a call's memory reachable for the NIC. 1: done; 0: it must wait for staging; < 0: impossible. */
static int place_memory(struct nic_team *team, struct nic_call *call)
{
	const struct sumac_call *what = call->call;
	const struct nic_route *route = call->route;
	struct nic_places *places = &call->places;
	size_t src_bytes = call->src_bytes, dst_bytes = call->dst_bytes;
	bool reads = route->reads_memory && src_bytes > 0, writes = route->writes_memory && dst_bytes > 0;
	bool stages_src = false, stages_dst = false;
	int status;

	call->half = NULL;
	memset(places, 0, sizeof(*places)); /* even what pads them: they are compared */
	places->src_window = places->dst_window = team->window.index;
	if (reads)
		stages_src = !sumac_nic_window_find(team->engine, what->src, src_bytes, &places->src_window, &places->src_offset);
	if (writes)
		stages_dst = !sumac_nic_window_find(team->engine, what->dst, dst_bytes, &places->dst_window, &places->dst_offset);
	/* In place, the node that writes a chunk must not overtake another that reads it for sending. */
	if (reads && writes && route->plan.n_nodes > 1 && !stages_dst &&
	    sumac_overlap(what->src, src_bytes, what->dst, dst_bytes))
		stages_src = true;
	call->src = what->src;
	call->dst = what->dst;
	call->stages_src = stages_src;
	call->stages_dst = stages_dst;
	call->staged_bytes = 0;
	if (!stages_src && !stages_dst)
		return 1;
	status = sumac_nic_staging_take(team, src_bytes > dst_bytes ? src_bytes : dst_bytes, &call->half);
	if (status < 0 || !call->half)
		return status;
	if (stages_src) {
		call->staged_bytes = src_bytes;
		memcpy(call->half->memory, what->src, src_bytes);
		places->src_window = call->half->window;
		places->src_offset = call->half->offset;
	}
	if (stages_dst) {
		call->staged_bytes += dst_bytes;
		places->dst_window = call->half->window;
		places->dst_offset = call->half->offset + call->half->piece_bytes;
	}
	return 1;
}

static uint32_t take_cookie(struct nic_team *team, struct nic_call *call, int node)
{
	unsigned n = team->engine->caps.nodes, place = team->next_pending;

	/* One is free: never more nodes are posted than there are places. */
	while (team->pending[place].call)
		place = place + 1 < n ? place + 1 : 0;
	team->next_pending = place + 1 < n ? place + 1 : 0;
	team->pending[place] = (struct nic_pending){ call, node };
	return place;
}

static uint8_t *descriptor(const struct nic_team *team, uint32_t number)
{
	return team->descriptors + (size_t)SUMAC_DESC_BYTES * (number & team->ring_mask);
}

static void write_descriptor(struct nic_team *team, struct nic_call *call, int node)
{
	const struct sumac_call *what = call->call;
	const struct nic_places *places = &call->places;
	struct sumac_piece piece = sumac_coll_piece(what->coll, what->count, what->firsts, team->size,
						    call->route->plan.node[node].part);
	size_t elem_bytes = sumac_type_bytes(what->type);
	uint8_t *desc = descriptor(team, team->n_posted);

	memset(desc, 0, SUMAC_DESC_BYTES);
	SUMAC_PUT(desc, DESC, OP, what->op);
	SUMAC_PUT(desc, DESC, TYPE, what->type);
	SUMAC_PUT(desc, DESC, ROUTE, call->route->entry[node]);
	SUMAC_PUT(desc, DESC, COUNT, piece.n);
	SUMAC_PUT(desc, DESC, SRC_OFFSET, places->src_offset + piece.src_first * elem_bytes);
	SUMAC_PUT(desc, DESC, SRC_WINDOW, places->src_window);
	SUMAC_PUT(desc, DESC, DST_OFFSET, places->dst_offset + piece.dst_first * elem_bytes);
	SUMAC_PUT(desc, DESC, DST_WINDOW, places->dst_window);
	SUMAC_PUT(desc, DESC, SEQ, what->seq);
	SUMAC_PUT(desc, DESC, COOKIE, take_cookie(team, call, node));
	SUMAC_PUT(desc, DESC, DIGEST, what->digest);
	team->n_posted++;
}

/* As many as the NIC holds; the ring is longer than that. */
static bool has_room(const struct nic_team *team, unsigned n_nodes)
{
	unsigned outstanding = team->n_posted - team->n_completed;

	return outstanding + n_nodes <= team->engine->caps.nodes;
}

static inline void ring(struct nic_team *team)
{
	team->has_moved = true;
	atomic_thread_fence(memory_order_release);
	sumac_nic_group_write(team, SUMAC_G_DOORBELL, team->n_posted & 0xffff);
}

/* 1: posted; 0: not now; < 0: never. */
static int try_post(struct nic_team *team, struct nic_call *call)
{
	int status;

	if (!has_room(team, (unsigned)call->route->plan.n_nodes))
		return 0;
	status = place_memory(team, call);
	if (status <= 0)
		return status;
	call->n_left = (unsigned)call->route->plan.n_nodes;
	for (int n = 0; n < call->route->plan.n_nodes; n++)
		write_descriptor(team, call, n);
	ring(team);
	call->may_repeat = true;
	call->ticket->lacks_room = false;
	return 1;
}

int sumac_nic_post_queued(struct nic_team *team)
{
	int n_posted = 0;

	while (team->waiting) {
		int status = try_post(team, team->waiting);

		if (status < 0)
			/* The peers rely on this rank: they must not be left waiting. */
			sumac_nic_team_fail((struct sumac_engine_team *)team, status, team->rank);
		if (status <= 0)
			break;
		team->waiting = team->waiting->next;
		n_posted++;
	}
	return n_posted;
}

static inline void append(struct nic_team *team, struct nic_call *call)
{
	*team->calls_end = call;
	team->calls_end = &call->next;
}

int sumac_nic_post(struct sumac_engine_team *base, const struct sumac_call *what, struct sumac_ticket *ticket)
{
	struct nic_team *team = nic_team_of(base);
	struct nic_call *call;
	struct nic_route *route;
	int status;

	if (!team->is_installed)
		return -SUMAC_ESTATE;
	if (team->status < 0)
		return -SUMAC_EFAILED;
	if (what->count > SIZE_MAX >> (what->type & 0xf))
		return -SUMAC_ERANGE;
	status = sumac_nic_route_get(team, what, &route);
	if (status < 0)
		return status;
	if (route->plan.n_nodes == 0) {
		*ticket = (struct sumac_ticket){ .fault_rank = -1 }; /* this rank has nothing to do, and nobody waits for it */
		return 0;
	}
	call = team->spare ? team->spare : malloc(sizeof(*call));
	team->spare = NULL;
	if (!call)
		return -SUMAC_ENOMEM;
	*call = (struct nic_call){ .call = what, .ticket = ticket, .route = route, .rung_at = UINT64_MAX, .seq = what->seq,
				   .src_bytes = sumac_call_src_bytes(what, team->size, team->rank),
				   .dst_bytes = sumac_call_dst_bytes(what, team->size, team->rank) };
	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1, .lacks_room = true,
					 .engine_private = call };
	append(team, call);
	if (!team->waiting) {
		team->waiting = call;
		sumac_nic_post_queued(team);
	}
	return 0;
}

/* The descriptors of the call before stand in the ring, right before the place for the new ones. All but what tells the two
 * calls apart is as it was, even the cookies, as nothing is pending. */
static inline void copy_descriptors(struct nic_team *team, struct nic_call *call, const struct sumac_call *what)
{
	struct nic_pending *pending = team->pending;
	uint8_t *ring = team->descriptors;
	uint32_t mask = team->ring_mask, n = call->n_left, at = team->n_posted, end = at + n;

	for (; at != end; at++) {
		uint8_t *desc = ring + (size_t)SUMAC_DESC_BYTES * (at & mask);

		memcpy(desc, ring + (size_t)SUMAC_DESC_BYTES * ((at - n) & mask), SUMAC_DESC_INLINE_OFFSET); /* which is zero */
		SUMAC_PUT(desc, DESC, SEQ, what->seq);
		SUMAC_PUT(desc, DESC, DIGEST, what->digest);
		pending[SUMAC_GET(desc, DESC, COOKIE)].call = call;
	}
}

/* The same buffers are staged where they were, unless that piece has been given up since. Where no call is in progress, no piece
 * is in use. */
static inline bool stage_again(struct nic_call *call)
{
	const struct nic_places *places = &call->places;
	struct nic_half *half = call->half;

	if (call->stages_dst &&
	    (places->dst_window != half->window || places->dst_offset != half->offset + half->piece_bytes))
		return false;
	if (call->stages_src) {
		if (places->src_window != half->window || places->src_offset != half->offset)
			return false;
		memcpy(half->memory, call->src, call->src_bytes);
	}
	half->is_busy = true;
	return true;
}

/* Where the memory lies elsewhere, each node's piece has moved with it. */
static __attribute__((noinline)) void move_descriptors(struct nic_team *team, const struct nic_call *call,
						       const struct nic_places *before)
{
	const struct nic_places *now = &call->places;
	uint64_t src_move = now->src_offset - before->src_offset, dst_move = now->dst_offset - before->dst_offset;

	for (uint32_t at = team->n_posted; at != team->n_posted + call->n_left; at++) {
		uint8_t *desc = descriptor(team, at);

		SUMAC_PUT(desc, DESC, SRC_OFFSET, SUMAC_GET(desc, DESC, SRC_OFFSET) + src_move);
		SUMAC_PUT(desc, DESC, SRC_WINDOW, now->src_window);
		SUMAC_PUT(desc, DESC, DST_OFFSET, SUMAC_GET(desc, DESC, DST_OFFSET) + dst_move);
		SUMAC_PUT(desc, DESC, DST_WINDOW, now->dst_window);
	}
}

/* Where calls are in progress, or there is no memory to stage in, the long way is right. */
int sumac_nic_post_again(struct sumac_engine_team *base, const struct sumac_call *what, struct sumac_ticket *ticket)
{
	struct nic_team *team = nic_team_of(base);
	struct nic_call *call = team->spare;
	struct nic_places before;
	bool is_elsewhere;

	if (!call || call->seq + 1 != what->seq || !call->may_repeat || team->calls || team->status < 0)
		return sumac_nic_post(base, what, ticket);
	call->call = what;
	is_elsewhere = call->src != what->src || call->dst != what->dst || (call->half && !stage_again(call));
	if (is_elsewhere) {
		before = call->places;
		if (place_memory(team, call) <= 0)
			return sumac_nic_post(base, what, ticket);
	}
	team->spare = NULL;
	call->next = NULL;
	call->ticket = ticket;
	call->seq = what->seq;
	call->rung_at = UINT64_MAX;
	call->done_at = 0;
	call->n_left = (unsigned)call->route->plan.n_nodes;
	ticket->engine_private = call;
	append(team, call);
	copy_descriptors(team, call, what);
	if (is_elsewhere && memcmp(&before, &call->places, sizeof(before)))
		move_descriptors(team, call, &before);
	team->n_posted += call->n_left;
	ring(team);
	return 0;
}
