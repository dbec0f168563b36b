/*
 * Calls in progress: what the engine knows of one from its post to its last completion.
 */
#ifndef SUMAC_NIC_CALL_H
#define SUMAC_NIC_CALL_H

#include "engine/engine_team.h"
#include "engine/nic/nic_route.h"
#include "engine/nic/nic_staging.h"

/* Where the NIC finds a call's memory. */
struct sumac_nic_buffers {
	uint16_t src_window, dst_window;
	uint64_t src_offset, dst_offset;
};

struct sumac_nic_call {
	struct sumac_engine_run base;
	struct sumac_nic_route *route;
	struct sumac_nic_staging_slot *staging; /* NULL: no staging in use */
	bool stages_src, stages_dst;
	uint8_t given_bytes;	/* each node's descriptor brings all of the source; 0: it does not */
	bool is_result_inline;	/* all of it comes in completions */
	uint64_t staged_bytes;	/* of both */
	const void *src;	/* this and dst as they were when it was posted */
	void *dst;
	struct sumac_nic_buffers buffers;
	uint64_t src_bytes, dst_bytes;
	unsigned n_nodes, n_left; /* its nodes; of them, those that have not yet completed */
	unsigned n_fetched;	/* nodes whose completions have come from the NIC's memory, where that is apart */
	uint64_t rung_at;	/* the first of its nodes */
	uint32_t seq;		/* the lower half of the call's */
	uint64_t first;		/* number of the first of its descriptors */
	bool is_kept;		/* for the next call with its memo */
	bool may_repeat;	/* it has been posted: its descriptors will do for the next call that is like it */
};

static inline struct sumac_nic_call *sumac_nic_call_next(const struct sumac_nic_call *call)
{
	return (struct sumac_nic_call *)call->base.next;
}

/* nic_post.c */
int sumac_nic_post(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);
int sumac_nic_post_queued(struct sumac_nic_team *team); /* returns how many were posted */
/* 1: done; 0: it must wait for staging; < 0: impossible. */
int sumac_nic_place_memory(struct sumac_nic_team *team, struct sumac_nic_call *call);
void sumac_nic_write_descriptors(struct sumac_nic_team *team, struct sumac_nic_call *call);

/* nic_repeat.c */
int sumac_nic_post_like(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);

/* nic_completion.c: ends a call before all its nodes are complete. */
void sumac_nic_call_abort(struct sumac_nic_team *team, struct sumac_nic_call *call, int status);
int sumac_nic_waiting_for(struct sumac_engine_team *team, int *ranks_out, int cap);
int sumac_nic_progress(struct sumac_engine *engine);
int sumac_nic_stepped_progress(struct sumac_engine *engine); /* on the stepped clock */

/* nic_copies.c: for a bus whose windows are copies of the NIC's memory. */
void sumac_nic_copies_give(struct sumac_nic_team *team, const struct sumac_nic_call *call); /* gives the NIC what it is to read */
void sumac_nic_copies_give_result(struct sumac_nic_team *team, const struct sumac_nic_call *call, uint64_t first, size_t len_bytes);
int sumac_nic_copies_progress(struct sumac_engine *engine);

#endif
