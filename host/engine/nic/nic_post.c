/*
 * Posting: a call becomes one descriptor for each node of its plan, in the order of calls; it is posted
 * whole, or waits. Memory that the NIC does not reach is staged.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/combination.h"
#include "base/overlap.h"
#include "engine/nic/nic_rings.h"

enum { BEAT_BYTES = 64 };

/* Where source and destination overlap, the node that writes a chunk must not overtake another that reads it for sending. In a
 * sliced plan none does, if each element is written where it was read (sumac_plan_reads_first()). */
static bool is_overwritten_early(const struct sumac_nic_team *team, const struct sumac_nic_call *call)
{
	const struct sumac_call *what = call->base.call;
	const uint8_t *dst = what->dst;
	struct sumac_piece own;

	if (what->coll == SUMAC_COLL_REDUCE_SCATTER || !sumac_plan_reads_first(&call->route->plan))
		return true;
	own = sumac_coll_piece(what->coll, what->count, what->firsts, team->base.desc.size,
			       sumac_coll_has_parts(what->coll) ? team->base.desc.rank : SUMAC_ALL_PARTS);
	return dst + (own.dst_first - own.src_first) * sumac_type_bytes(what->type) != (const uint8_t *)what->src;
}

/* Whether all of a call's result comes in completions, so that the NIC needs no place to write to. */
static bool is_result_inline(const struct sumac_nic_team *team, const struct sumac_plan *plan, uint64_t dst_bytes)
{
	if (!(team->engine->caps.features & SUMAC_FEATURE_INLINE_RESULT) || dst_bytes > SUMAC_CPL_INLINE_BYTES)
		return false;
	for (int node = 0; node < plan->n_nodes; node++)
		if (plan->node[node].spread == SUMAC_SPREAD_INPUTS)
			return false;
	return true;
}

static bool reads_memory(const struct sumac_plan_node *node)
{
	for (int i = 0; i < node->n_in; i++)
		if (node->in[i].kind == SUMAC_STREAM_MEMORY)
			return true;
	return false;
}

/* The bytes of a call's source if each node reads all of it, and its descriptor has place for it; else 0. */
static uint8_t given_bytes(const struct sumac_nic_team *team, const struct sumac_plan *plan, uint64_t src_bytes)
{
	if (!(team->engine->caps.features & SUMAC_FEATURE_INLINE) || src_bytes > SUMAC_DESC_INLINE_BYTES)
		return 0;
	for (int node = 0; node < plan->n_nodes; node++)
		if (!reads_memory(&plan->node[node]) || plan->node[node].parts || plan->node[node].part != SUMAC_ALL_PARTS)
			return 0;
	return (uint8_t)src_bytes;
}

/* Makes a call's memory reachable for the NIC. */
int sumac_nic_place_memory(struct sumac_nic_team *team, struct sumac_nic_call *call)
{
	const struct sumac_call *what = call->base.call;
	const struct sumac_nic_route *route = call->route;
	struct sumac_nic_buffers *buffers = &call->buffers;
	size_t src_bytes = call->src_bytes, dst_bytes = call->dst_bytes;
	bool reads = route->reads_memory && src_bytes > 0 && !call->given_bytes, writes = route->writes_memory && dst_bytes > 0;
	bool stages_src = false, stages_dst = false;
	int err;

	call->staging = NULL;
	memset(buffers, 0, sizeof(*buffers)); /* even what pads them: they are compared */
	buffers->src_window = buffers->dst_window = team->window.index;
	if (reads)
		stages_src = !sumac_nic_window_find(team->engine, what->src, src_bytes, &buffers->src_window, &buffers->src_offset);
	if (writes && !call->is_result_inline)
		stages_dst = !sumac_nic_window_find(team->engine, what->dst, dst_bytes, &buffers->dst_window, &buffers->dst_offset);
	if (reads && writes && route->plan.n_nodes > 1 && !stages_src && !stages_dst &&
	    sumac_overlap(what->src, src_bytes, what->dst, dst_bytes) && is_overwritten_early(team, call))
		stages_src = true;
	call->src = what->src;
	call->dst = what->dst;
	call->stages_src = stages_src;
	call->stages_dst = stages_dst;
	call->staged_bytes = 0;
	if (!stages_src && !stages_dst)
		return 1;
	err = sumac_nic_staging_take(team, src_bytes > dst_bytes ? src_bytes : dst_bytes, &call->staging);
	if (err || !call->staging)
		return err;
	if (stages_src) {
		call->staged_bytes = src_bytes;
		memcpy(call->staging->memory, what->src, src_bytes);
		buffers->src_window = call->staging->window;
		buffers->src_offset = call->staging->offset;
	}
	if (stages_dst) {
		call->staged_bytes += dst_bytes;
		buffers->dst_window = call->staging->window;
		buffers->dst_offset = call->staging->offset + call->staging->piece_bytes;
	}
	return 1;
}

static uint32_t take_cookie(struct sumac_nic_team *team, struct sumac_nic_call *call)
{
	unsigned n = team->engine->caps.nodes, place = team->next_pending;

	/* One is free: never more nodes are posted than there are places. */
	while (team->pending[place])
		place = place + 1 < n ? place + 1 : 0;
	team->next_pending = place + 1 < n ? place + 1 : 0;
	team->pending[place] = call;
	return place;
}

/* The bytes of a part of a plan that cuts the elements into equal ones: the collective's own, or whole beats. */
static uint64_t part_bytes(const struct sumac_call *what, unsigned n_parts)
{
	uint64_t elem_bytes = sumac_type_bytes(what->type), n = (what->count + n_parts - 1) / n_parts;

	return sumac_coll_has_parts(what->coll) ? n * elem_bytes : (n * elem_bytes + BEAT_BYTES - 1) / BEAT_BYTES * BEAT_BYTES;
}

/* The elements that a node of a plan with such parts walks over. */
static struct sumac_piece piece_of(const struct sumac_call *what, const struct sumac_plan_node *node)
{
	uint64_t most = part_bytes(what, node->parts) / sumac_type_bytes(what->type), first = (uint64_t)node->part * most, left;

	if (first > what->count)
		first = what->count;
	left = what->count - first;
	return (struct sumac_piece){ .src_first = first, .dst_first = first, .n = most < left ? most : left };
}

static void write_descriptor(struct sumac_nic_team *team, struct sumac_nic_call *call, int node_index)
{
	const struct sumac_call *what = call->base.call;
	const struct sumac_plan_node *node = &call->route->plan.node[node_index];
	const struct sumac_nic_buffers *buffers = &call->buffers;
	size_t elem_bytes = sumac_type_bytes(what->type);
	struct sumac_piece piece;
	uint8_t *desc = sumac_nic_descriptor_at(team, team->n_posted);

	memset(desc, 0, SUMAC_DESC_BYTES);
	if (node->parts && node->part != SUMAC_ALL_PARTS && !sumac_coll_has_parts(what->coll))
		piece = piece_of(what, node);
	else
		piece = sumac_coll_piece(what->coll, what->count, what->firsts, team->base.desc.size, node->part);
	if (node->parts)
		SUMAC_PUT(desc, DESC, PART_BYTES, part_bytes(what, node->parts));
	SUMAC_PUT(desc, DESC, OP, what->op);
	SUMAC_PUT(desc, DESC, TYPE, what->type);
	SUMAC_PUT(desc, DESC, ROUTE, call->route->entry[node_index]);
	SUMAC_PUT(desc, DESC, COUNT, piece.n);
	SUMAC_PUT(desc, DESC, SRC_OFFSET, buffers->src_offset + piece.src_first * elem_bytes);
	SUMAC_PUT(desc, DESC, SRC_WINDOW, buffers->src_window);
	SUMAC_PUT(desc, DESC, DST_OFFSET, buffers->dst_offset + piece.dst_first * elem_bytes);
	SUMAC_PUT(desc, DESC, DST_WINDOW, buffers->dst_window);
	SUMAC_PUT(desc, DESC, SEQ, (uint32_t)what->seq);
	SUMAC_PUT(desc, DESC, COOKIE, take_cookie(team, call));
	SUMAC_PUT(desc, DESC, DIGEST, what->digest);
	if (call->given_bytes) {
		SUMAC_PUT(desc, DESC, INLINE_LEN, call->given_bytes);
		memcpy(desc + SUMAC_DESC_INLINE_OFFSET, what->src, call->given_bytes);
	}
	team->n_posted++;
}

void sumac_nic_write_descriptors(struct sumac_nic_team *team, struct sumac_nic_call *call)
{
	call->first = team->n_posted;
	for (int node = 0; node < call->route->plan.n_nodes; node++)
		write_descriptor(team, call, node);
}

/* The NIC holds so many at most; the ring is longer. */
static bool has_room(const struct sumac_nic_team *team, unsigned n_nodes)
{
	unsigned outstanding = (uint32_t)team->n_posted - team->n_completed;

	return outstanding + n_nodes <= team->engine->caps.nodes;
}

void sumac_nic_ring_doorbell(struct sumac_nic_team *team)
{
	team->has_moved = true;
	atomic_thread_fence(memory_order_release);
	sumac_nic_write(team->engine, team->doorbell, team->n_posted & 0xffff);
}

/* 1: posted; 0: not now; < 0: never. */
static int try_post(struct sumac_nic_team *team, struct sumac_nic_call *call)
{
	int placed;

	if (!has_room(team, call->n_nodes))
		return 0;
	placed = sumac_nic_place_memory(team, call);
	if (placed <= 0)
		return placed;
	call->n_left = call->n_nodes;
	sumac_nic_write_descriptors(team, call);
	if (team->engine->bus->copies)
		sumac_nic_copies_give(team, call);
	sumac_nic_announce(team, call->first);
	call->may_repeat = true;
	call->base.ticket->lacks_room = false;
	return 1;
}

int sumac_nic_post_queued(struct sumac_nic_team *team)
{
	int n_posted = 0;

	while (team->waiting) {
		int posted = try_post(team, team->waiting);

		if (posted < 0)
			/* The peers rely on this rank: they must not be left waiting. */
			sumac_nic_team_fail(&team->base, posted, team->base.desc.rank);
		if (posted <= 0)
			break;
		team->waiting = sumac_nic_call_next(team->waiting);
		n_posted++;
	}
	return n_posted;
}

/* The memory of its memo's last call, or new. */
static struct sumac_nic_call *take_call(struct sumac_nic_team *team, unsigned memo)
{
	struct sumac_nic_call *call = team->kept[memo] ? team->kept[memo] : malloc(sizeof(*call));

	if (call && memo)
		team->kept[memo] = call;
	return call;
}

int sumac_nic_post(struct sumac_engine_team *base, const struct sumac_call *what, struct sumac_ticket *ticket)
{
	struct sumac_nic_team *team = sumac_nic_team_of(base);
	struct sumac_nic_call *call;
	struct sumac_nic_route *route;
	int err;

	if (team->kept[what->memo])
		team->kept[what->memo]->may_repeat = false;
	if (!team->base.is_installed)
		return -SUMAC_ESTATE;
	if (team->base.status < 0) { /* the caller, perhaps a rank that shares this NIC, may not have heard of it */
		*ticket = (struct sumac_ticket){ .status = team->base.status, .fault_rank = team->base.fault_rank };
		return 0;
	}
	assert(sumac_call_is_sound(what, team->base.desc.size));
	err = sumac_nic_route_get(team, what, &route);
	if (err)
		return err;
	if (route->plan.n_nodes == 0) {
		*ticket = (struct sumac_ticket){ .fault_rank = -1 }; /* this rank has nothing to do, and nobody waits for it */
		return 0;
	}
	call = take_call(team, what->memo);
	if (!call)
		return -SUMAC_ENOMEM;
	*call = (struct sumac_nic_call){ .base = { .call = what, .ticket = ticket }, .route = route, .rung_at = UINT64_MAX,
					 .seq = (uint32_t)what->seq, .is_kept = what->memo,
					 .src_bytes = what->src_bytes, .dst_bytes = what->dst_bytes,
					 .n_nodes = (unsigned)route->plan.n_nodes,
					 .given_bytes = given_bytes(team, &route->plan, what->src_bytes),
					 .is_result_inline = is_result_inline(team, &route->plan, what->dst_bytes) };
	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1, .lacks_room = true };
	sumac_engine_team_append(&team->base, &call->base);
	if (!team->waiting) {
		team->waiting = call;
		sumac_nic_post_queued(team);
	}
	return 0;
}
