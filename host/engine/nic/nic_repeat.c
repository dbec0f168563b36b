/*
 * Calls like an earlier one: the memo keeps what that one found out, and its descriptors are copied as long as they are in the
 * ring. A call that differs in anything else takes the long way, sumac_nic_post().
 */
#include <string.h>

#include "engine/nic/nic_rings.h"

/* Only what tells the two calls apart changes; even the cookies are as they were, as nothing is pending. `first`, if any, stands
 * where the source does in the descriptors. */
static inline void copy_descriptors(struct sumac_nic_team *team, struct sumac_nic_call *call, const struct sumac_call *what,
				    const uint64_t *first)
{
	struct sumac_nic_call **pending = team->pending;
	uint8_t *ring = team->descriptors;
	uint64_t mask = team->ring_mask, from = call->first, to = team->n_posted, end = to + call->n_left, digest = what->digest;
	uint32_t seq = (uint32_t)what->seq;

	call->first = to;
	do {
		const uint8_t *last = ring + (size_t)SUMAC_DESC_BYTES * (from & mask);
		uint8_t *desc = ring + (size_t)SUMAC_DESC_BYTES * (to & mask);
		uint32_t cookie = (uint32_t)SUMAC_GET(last, DESC, COOKIE);

		memcpy(desc, last, SUMAC_DESC_SEQ_OFFSET);
		SUMAC_PUT(desc, DESC, SEQ, seq);
		SUMAC_PUT(desc, DESC, COOKIE, cookie);
		SUMAC_PUT(desc, DESC, DIGEST, digest);
		if (first)
			memcpy(desc + SUMAC_DESC_INLINE_OFFSET, first, sizeof(*first));
		else
			memcpy(desc + SUMAC_DESC_INLINE_OFFSET, last + SUMAC_DESC_INLINE_OFFSET, SUMAC_DESC_INLINE_BYTES);
		pending[cookie] = call;
		from++;
	} while (++to != end); /* each call has nodes */
	team->n_posted = to;
}

static __attribute__((noinline)) void put_sources(struct sumac_nic_team *team, const struct sumac_nic_call *call, const void *src)
{
	for (uint64_t at = call->first; at != team->n_posted; at++)
		memcpy(sumac_nic_descriptor_at(team, at) + SUMAC_DESC_INLINE_OFFSET, src, call->given_bytes);
}

/* Likewise; of a source that is in the descriptors, 8 or 4 bytes are written without a look at those of the last call. */
static inline void copy_with_source(struct sumac_nic_team *team, struct sumac_nic_call *call, const struct sumac_call *what)
{
	uint64_t first = 0;

	if (call->given_bytes == sizeof(uint64_t)) {
		memcpy(&first, what->src, sizeof(uint64_t));
		copy_descriptors(team, call, what, &first);
	} else if (call->given_bytes == sizeof(uint32_t)) {
		memcpy(&first, what->src, sizeof(uint32_t));
		copy_descriptors(team, call, what, &first);
	} else {
		copy_descriptors(team, call, what, NULL);
		put_sources(team, call, what->src);
	}
}

/* The same buffers are staged where they were, unless that piece has been given up since, or is another one's now. Where no
 * call is in progress, no piece is in use. */
static inline bool stage_again(struct sumac_nic_call *call)
{
	const struct sumac_nic_buffers *buffers = &call->buffers;
	struct sumac_nic_staging_slot *slot = call->staging;

	if (call->stages_dst &&
	    (buffers->dst_window != slot->window || buffers->dst_offset != slot->offset + slot->piece_bytes))
		return false;
	if (call->stages_src) {
		if (buffers->src_window != slot->window || buffers->src_offset != slot->offset ||
		    slot->piece_bytes < call->src_bytes)
			return false;
		memcpy(slot->memory, call->src, call->src_bytes);
	}
	slot->is_busy = true;
	return true;
}

/* Where the memory lies elsewhere, each node's piece has moved with it. */
static __attribute__((noinline)) void move_descriptors(struct sumac_nic_team *team, const struct sumac_nic_call *call,
						       const struct sumac_nic_buffers *before)
{
	const struct sumac_nic_buffers *now = &call->buffers;
	uint64_t src_move = now->src_offset - before->src_offset, dst_move = now->dst_offset - before->dst_offset;

	for (uint64_t at = call->first; at != team->n_posted; at++) {
		uint8_t *desc = sumac_nic_descriptor_at(team, at);

		SUMAC_PUT(desc, DESC, SRC_OFFSET, SUMAC_GET(desc, DESC, SRC_OFFSET) + src_move);
		SUMAC_PUT(desc, DESC, SRC_WINDOW, now->src_window);
		SUMAC_PUT(desc, DESC, DST_OFFSET, SUMAC_GET(desc, DESC, DST_OFFSET) + dst_move);
		SUMAC_PUT(desc, DESC, DST_WINDOW, now->dst_window);
	}
}

/* Posts it again with what has been found out about its memory. */
static inline __attribute__((always_inline)) void post_again(struct sumac_nic_team *team, struct sumac_nic_call *call,
							     const struct sumac_call *what, struct sumac_ticket *ticket,
							     const struct sumac_nic_buffers *before)
{
	call->base.ticket = ticket;
	call->seq = (uint32_t)what->seq;
	call->rung_at = UINT64_MAX;
	call->n_left = call->n_nodes;
	sumac_engine_team_append(&team->base, &call->base);
	if (team->n_posted - call->first > team->ring_mask) {
		sumac_nic_write_descriptors(team, call); /* the ring has come round since */
	} else if (call->given_bytes) {
		copy_with_source(team, call, what);
	} else {
		copy_descriptors(team, call, what, NULL);
		if (before && memcmp(before, &call->buffers, sizeof(*before)))
			move_descriptors(team, call, before);
	}
	sumac_nic_announce(team, call->first);
}

static __attribute__((noinline)) int post_elsewhere(struct sumac_nic_team *team, struct sumac_nic_call *call,
						    const struct sumac_call *what, struct sumac_ticket *ticket)
{
	struct sumac_nic_buffers before = call->buffers;

	if (sumac_nic_place_memory(team, call) <= 0)
		return sumac_nic_post(&team->base, what, ticket);
	post_again(team, call, what, ticket, &before);
	return 0;
}

/* The call takes the long way where calls are in progress, or there is no memory to stage in. */
int sumac_nic_post_like(struct sumac_engine_team *base, const struct sumac_call *what, struct sumac_ticket *ticket)
{
	struct sumac_nic_team *team = sumac_nic_team_of(base);
	struct sumac_nic_call *call = team->kept[what->memo];

	if (!call || !call->may_repeat || team->base.oldest || team->base.status < 0)
		return sumac_nic_post(base, what, ticket);
	call->base.call = what;
	if (call->src != what->src && call->given_bytes)
		call->src = what->src;
	if (call->dst != what->dst && call->is_result_inline)
		call->dst = what->dst;
	if (call->src != what->src || call->dst != what->dst || (call->staging && !stage_again(call)))
		return post_elsewhere(team, call, what, ticket);
	post_again(team, call, what, ticket, NULL);
	return 0;
}
