/*
 * The NIC engine's own structures: registers and capabilities, the NIC's resources, teams (a group each), and
 * calls in progress. Files: nic_engine (opening), nic_space (resources), nic_team (reserve,
 * install, free), nic_route, nic_staging, nic_post, nic_again, nic_completion, nic_copies, nic_failure, nic_window.
 */
#ifndef SUMAC_NIC_PRIVATE_H
#define SUMAC_NIC_PRIVATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bus/bus.h"
#include "engine/engine.h"
#include "plan/plan_blocks.h"
#include "spec/spec.h"

enum {
	SUMAC_NIC_PLAN_FEATURES = 0,		  /* SUMAC_FEATURE_* that plans for NICs use */
	SUMAC_NIC_HALVES = 2,			  /* calls of a team that may use staging at a time */
	SUMAC_NIC_WINDOW_CHUNKS = 256,	  /* chunks that all peers of a class may together send ahead */
	SUMAC_NIC_POOL_SHARE = 2,		  /* a group's share is the packet memory that it may choose from, divided by this */
	SUMAC_NIC_RING_SLOTS_LOG2 = 4,	  /* result slots per ring: each is sent from until acknowledged */
	SUMAC_NIC_LONGEST_RING_LOG2 = 12,	  /* of descriptors and completions */
	SUMAC_NIC_SMALLEST_SLOT_LOG2 = 4,	  /* a kilobyte: for less, the CPU is the better engine */
};

/* What the NIC says about itself. */
struct sumac_nic_caps {
	unsigned groups, channels, pool_beats, nodes, rings, ring_slots, routes, windows;
	unsigned slot_beats, channel_slots, fan_in, features;
	int radix;	    /* fan-in that plans use */
	uint16_t ops[256];  /* by type code: bit n for op n */
};

/* Units of something, numbered from 0, handed out in contiguous ranges. */
struct sumac_nic_space {
	unsigned n, n_free;
	uint8_t *used;
};

struct sumac_nic_window {
	struct sumac_nic_window *next;
	struct sumac_bus_window bus;
};

struct sumac_nic_engine {
	struct sumac_engine base;
	struct sumac_bus *bus;
	struct sumac_nic_caps caps;
	struct sumac_nic_space groups, channels, pool;
	struct sumac_nic_window *windows; /* of zero-copy memory */
	struct sumac_nic_team *teams;
	struct sumac_plan_needs needs[SUMAC_ROUTE_MAX_IN + 1]; /* by a team's size; 0 until they have been counted */
	size_t staging_bytes;
	int bus_status;		    /* the first error of the bus, or 0 */
	struct sumac_engine_ops copies_ops; /* in use where the bus copies */
};

/* The channels of one class: `first` is the index of the one that leads to the planner's first peer. */
struct sumac_nic_channels {
	unsigned first, n;
	uint16_t *peers;
};

/* What a member tells the others about itself. */
struct sumac_nic_peer {
	uint8_t mac[6], ip[4];
	unsigned first[SUMAC_N_CHANNEL_CLASSES];
	unsigned slots_log2, slot_log2;
};

/* The plan of one row of plans.def and one root on this rank, and where its nodes are in the group's route table. */
struct sumac_nic_route {
	bool is_made;
	bool reads_memory, writes_memory;
	struct sumac_plan plan;
	unsigned *entry; /* of each node */
};

/* Staging for one call: a piece for its source and, behind it, one for its destination. */
struct sumac_nic_half {
	struct sumac_bus_window grown; /* its own window, if it has outgrown the team's; else length 0 */
	uint16_t window;
	uint64_t offset; /* in the window */
	uint8_t *memory;
	size_t piece_bytes;
	bool is_busy;
};

/* Where the NIC finds a call's memory. */
struct sumac_nic_buffers {
	uint16_t src_window, dst_window;
	uint64_t src_offset, dst_offset;
};

struct sumac_nic_call {
	struct sumac_nic_call *next;
	const struct sumac_call *call;
	struct sumac_ticket *ticket;
	struct sumac_nic_route *route;
	struct sumac_nic_half *half;	/* NULL: no staging in use */
	bool stages_src, stages_dst;
	uint64_t staged_bytes;	/* of both */
	const void *src, *dst;	/* as they were when it was posted */
	struct sumac_nic_buffers buffers;
	uint64_t src_bytes, dst_bytes;
	unsigned n_left;	/* nodes that have not yet completed */
	unsigned n_fetched;	/* nodes whose completions have come from the NIC's memory, where that is apart */
	uint64_t rung_at, done_at;
	uint32_t seq;		/* the lower half of the call's */
	uint64_t first;		/* number of the first of its descriptors */
	bool is_kept;		/* for the next call with its memo */
	bool may_repeat;	/* it has been posted: its descriptors will do for the next call that is like it */
};

struct sumac_nic_team {
	struct sumac_nic_team *next;
	struct sumac_nic_engine *engine;
	int rank, size;
	uint32_t key;
	struct sumac_plan_blocks blocks; /* what members stand for; nothing is its own */
	unsigned group;
	struct sumac_nic_channels class[SUMAC_N_CHANNEL_CLASSES];
	unsigned n_rings, slots_log2, ring_slots_log2;
	unsigned slot_log2; /* as granted to this rank; once installed, as the whole team uses it */
	unsigned pool_first, pool_n;
	bool is_installed;

	struct sumac_bus_window window; /* descriptor ring, completion ring, staging */
	unsigned ring_log2, ring_mask;
	uint8_t *descriptors, *completions;
	uint64_t n_posted;
	uint32_t n_completed, n_reported;
	struct sumac_nic_half half[SUMAC_NIC_HALVES];
	size_t staging_offset, staging_bytes; /* of the first piece, in the team's window; of each */

	struct sumac_nic_route *routes[SUMAC_PLAN_N_ROWS]; /* NULL, or an array by root */
	uint32_t (*entries)[SUMAC_ROUTE_WORDS];	    /* what has been written to the route table */
	unsigned n_entries;
	struct sumac_nic_call *calls; /* oldest first */
	struct sumac_nic_call **calls_end;
	struct sumac_nic_call *waiting; /* the first of them that is not posted */
	struct sumac_nic_call *kept[SUMAC_N_MEMOS + 1]; /* by memo, of which 0 is none; or NULL */
	struct sumac_nic_call **pending; /* of each posted node its call, in the place that its descriptor has for a cookie; else NULL */
	unsigned next_pending;

	int status; /* 0, or why it has failed */
	int fault_rank;
	bool is_closed, is_lost; /* lost: the NIC has not let go of it, so none of its resources is reused */
	uint64_t failed_at_ns;
	bool has_moved;	      /* since the last look at the clock: nothing that is done soon needs one */
	uint64_t moved_at_ns; /* as of that look */
};

static inline struct sumac_nic_engine *sumac_nic_engine_of(struct sumac_engine *engine)
{
	return (struct sumac_nic_engine *)engine;
}

static inline struct sumac_nic_team *sumac_nic_team_of(struct sumac_engine_team *team)
{
	return (struct sumac_nic_team *)team;
}

/* Registers. An error of the bus is kept in the engine, and makes all teams fail at the next progress. Writes are inline, since
 * each call has its doorbell. */
static inline void sumac_nic_write(struct sumac_nic_engine *engine, uint32_t offset, uint32_t value)
{
	int err = engine->bus->ops->reg_write(engine->bus, offset, value);

	if (err && engine->bus_status == 0)
		engine->bus_status = err;
}

static inline uint32_t sumac_nic_group_offset(const struct sumac_nic_team *team, uint32_t reg)
{
	return SUMAC_GROUP_BASE + team->group * SUMAC_GROUP_SIZE + reg;
}

static inline void sumac_nic_group_write(const struct sumac_nic_team *team, uint32_t reg, uint32_t value)
{
	sumac_nic_write(team->engine, sumac_nic_group_offset(team, reg), value);
}

uint32_t sumac_nic_read(struct sumac_nic_engine *engine, uint32_t offset);
uint32_t sumac_nic_group_read(const struct sumac_nic_team *team, uint32_t reg);

/* nic_space.c */
int sumac_nic_space_init(struct sumac_nic_space *space, unsigned n);
void sumac_nic_space_destroy(struct sumac_nic_space *space);
int sumac_nic_space_take(struct sumac_nic_space *space, unsigned n, unsigned *first_out); /* 0 or -SUMAC_ENORES */
void sumac_nic_space_give(struct sumac_nic_space *space, unsigned first, unsigned n);

/* nic_team.c, nic_install.c */
int sumac_nic_team_reserve(struct sumac_engine *engine, const struct sumac_team_desc *desc,
			   struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
int sumac_nic_team_install(struct sumac_engine_team *team, const uint8_t *blobs);
void sumac_nic_team_free(struct sumac_engine_team *team);
void sumac_nic_blob_write(const struct sumac_nic_team *team, uint8_t *blob_out);
int sumac_nic_blobs_read(struct sumac_nic_team *team, const uint8_t *blobs, struct sumac_nic_peer *peers_out);
void sumac_nic_group_open(struct sumac_nic_team *team, const struct sumac_nic_peer *peers);
bool sumac_nic_group_close(struct sumac_nic_team *team, unsigned n_tries); /* true: the NIC has let go of it */

/* nic_route.c */
/* The needs of the plans of a team that is no larger than the fan-in; NULL: there is no memory to count them. */
const struct sumac_plan_needs *sumac_nic_count_needs(struct sumac_nic_engine *engine, int size);
int sumac_nic_route_get(struct sumac_nic_team *team, const struct sumac_call *call, struct sumac_nic_route **route_out);
int sumac_nic_plan(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_plan *plan_io);
void sumac_nic_routes_free(struct sumac_nic_team *team);

/* nic_staging.c */
void sumac_nic_staging_init(struct sumac_nic_team *team, size_t offset, size_t piece_bytes);
/* Takes a free half with pieces of at least that length. If none is free now: 0, and half_out is NULL. */
int sumac_nic_staging_take(struct sumac_nic_team *team, size_t len_bytes, struct sumac_nic_half **half_out);
void sumac_nic_staging_free(struct sumac_nic_team *team);

/* nic_window.c: where the NIC sees a range of memory; false: it does not. */
bool sumac_nic_window_find(const struct sumac_nic_engine *engine, const void *memory, size_t len_bytes,
			   uint16_t *window_out, uint64_t *offset_out);
void sumac_nic_windows_free(struct sumac_nic_engine *engine);

/* nic_post.c */
int sumac_nic_post(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);
int sumac_nic_post_queued(struct sumac_nic_team *team); /* returns how many were posted */
int sumac_nic_place_memory(struct sumac_nic_team *team, struct sumac_nic_call *call); /* 1: done; 0: it must wait for staging; < 0: impossible */
void sumac_nic_write_descriptors(struct sumac_nic_team *team, struct sumac_nic_call *call);

static inline uint8_t *sumac_nic_descriptor_at(const struct sumac_nic_team *team, uint64_t number)
{
	return team->descriptors + (size_t)SUMAC_DESC_BYTES * (number & team->ring_mask);
}

static inline const uint8_t *sumac_nic_completion_at(const struct sumac_nic_team *team, uint32_t number)
{
	return team->completions + (size_t)SUMAC_CPL_BYTES * (number & team->ring_mask);
}

/* Whether the NIC has written it: LAP shows that, and is written last. */
static inline bool sumac_nic_completion_is_written(const struct sumac_nic_team *team, const uint8_t *completion, uint32_t number)
{
	const _Atomic uint64_t *lap = (const _Atomic uint64_t *)(const void *)(completion + SUMAC_CPL_LAP_OFFSET);

	return atomic_load_explicit(lap, memory_order_acquire) == 1 + (uint64_t)(number >> team->ring_log2);
}

static inline void sumac_nic_call_append(struct sumac_nic_team *team, struct sumac_nic_call *call)
{
	*team->calls_end = call;
	team->calls_end = &call->next;
}

static inline void sumac_nic_ring_doorbell(struct sumac_nic_team *team)
{
	team->has_moved = true;
	atomic_thread_fence(memory_order_release);
	sumac_nic_group_write(team, SUMAC_G_DOORBELL, team->n_posted & 0xffff);
}

/* nic_again.c */
int sumac_nic_post_like(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket);

/* nic_copies.c: for a bus whose windows are copies of the NIC's memory. */
void sumac_nic_copies_give(struct sumac_nic_team *team, const struct sumac_nic_call *call); /* what the NIC is to read of it */
int sumac_nic_copies_progress(struct sumac_engine *engine);

/* nic_completion.c */
int sumac_nic_progress(struct sumac_engine *engine);
void sumac_nic_call_abort(struct sumac_nic_team *team, struct sumac_nic_call *call, int status); /* before all its nodes are complete */
int sumac_nic_waiting_for(struct sumac_engine_team *team, int *ranks_out, int cap);

/* nic_failure.c */
void sumac_nic_team_fail(struct sumac_engine_team *team, int status, int fault_rank);
int sumac_nic_failure_progress(struct sumac_nic_team *team);
/* Asks the NIC whether the group has failed; if so, the team fails with the NIC's reason. */
bool sumac_nic_failure_ask(struct sumac_nic_team *team);
void sumac_nic_watch(struct sumac_nic_team *team);

#endif
