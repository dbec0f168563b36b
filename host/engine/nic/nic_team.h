/*
 * Teams: each has a group of the NIC, with its channels, its part of packet memory, its rings in host memory, and its calls.
 */
#ifndef SUMAC_NIC_TEAM_H
#define SUMAC_NIC_TEAM_H

#include "engine/nic/nic_call.h"
#include "plan/plan_blocks.h"

/* Beats of packet memory before each channel's window. Its banks are interleaved by beat, and chunks of a beat or two lie at the
 * beginning of their slots: without a gap they would all meet in one bank, which reads a beat a cycle. */
enum { SUMAC_NIC_WINDOW_GAP = 1 };

/* The channels of one class: `first` is the index of the one that leads to the planner's first peer. */
struct sumac_nic_channels {
	unsigned first, n;
	unsigned slots_log2; /* of each channel's window here */
	uint16_t *peers;
};

/* A member tells the others this about itself. */
struct sumac_nic_peer {
	uint8_t mac[6], ip[4];
	unsigned first[SUMAC_N_CHANNEL_CLASSES];
	unsigned slots_log2[SUMAC_N_CHANNEL_CLASSES], slot_log2, features;
};

struct sumac_nic_team {
	struct sumac_engine_team base; /* its description's blocks may be gone: they are here */
	struct sumac_nic_engine *engine;
	struct sumac_plan_blocks blocks; /* what members stand for; the team owns none of it */
	unsigned group;
	uint32_t doorbell; /* the group's register */
	struct sumac_bus_aperture aperture;
	struct sumac_nic_channels class[SUMAC_N_CHANNEL_CLASSES];
	unsigned n_rings, ring_slots_log2;
	unsigned features;  /* that plans use; once installed, those of all members' NICs */
	unsigned slot_log2; /* as granted to this rank; once installed, as the whole team uses it */
	unsigned pool_first, pool_n;

	struct sumac_bus_window window; /* descriptor ring, completion ring, staging */
	unsigned ring_log2, ring_mask;
	uint8_t *descriptors, *completions;
	uint64_t n_posted;
	uint32_t n_completed, n_reported;
	struct sumac_nic_staging_slot staging[SUMAC_NIC_STAGING_SLOTS];
	size_t staging_offset, staging_bytes; /* of the first piece, in the team's window; of each */

	struct sumac_nic_route *routes[SUMAC_PLAN_N_ROWS]; /* NULL, or an array by root */
	uint32_t (*entries)[SUMAC_ROUTE_WORDS];	    /* what has been written to the route table */
	unsigned n_entries;
	struct sumac_nic_call *waiting; /* the first of those in progress that is not posted */
	struct sumac_nic_call *kept[SUMAC_N_MEMOS + 1]; /* by memo, of which 0 is none; or NULL */
	struct sumac_nic_call **pending; /* by cookie: each posted node's call; else NULL */
	unsigned next_pending;

	bool is_closed, is_lost; /* lost: the NIC has not let go of it, so none of its resources is reused */
	uint64_t failed_at_ns;
	bool has_moved;	      /* since the last look at the clock: nothing that is done soon needs one */
	uint64_t moved_at_ns; /* as of that look */
};

static inline struct sumac_nic_team *sumac_nic_team_of(struct sumac_engine_team *team)
{
	return (struct sumac_nic_team *)team;
}

static inline uint32_t sumac_nic_group_offset(const struct sumac_nic_team *team, uint32_t reg)
{
	return SUMAC_GROUP_BASE + team->group * SUMAC_GROUP_SIZE + reg;
}

static inline void sumac_nic_group_write(const struct sumac_nic_team *team, uint32_t reg, uint32_t value)
{
	sumac_nic_write(team->engine, sumac_nic_group_offset(team, reg), value);
}

uint32_t sumac_nic_group_read(const struct sumac_nic_team *team, uint32_t reg);

/* Those of a class that plans use: where a member's NIC cannot do what they are for, none are. */
static inline unsigned sumac_nic_n_channels(const struct sumac_nic_team *team, int class)
{
	return class == SUMAC_CLASS_UP || team->features & SUMAC_FEATURE_SPREAD ? team->class[class].n : 0;
}

/* NULL: no call is in progress. */
static inline struct sumac_nic_call *sumac_nic_oldest(const struct sumac_nic_team *team)
{
	return (struct sumac_nic_call *)team->base.oldest;
}

/* nic_team.c */
int sumac_nic_team_reserve(struct sumac_engine *engine, const struct sumac_team_desc *desc,
			   struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
int sumac_nic_team_install(struct sumac_engine_team *team, const uint8_t *blobs);
void sumac_nic_team_free(struct sumac_engine_team *team);
bool sumac_nic_group_close(struct sumac_nic_team *team); /* true: the NIC has let go of it */

/* nic_install.c */
void sumac_nic_blob_write(const struct sumac_nic_team *team, uint8_t *blob_out);
int sumac_nic_blobs_read(struct sumac_nic_team *team, const uint8_t *blobs, struct sumac_nic_peer *peers_out);
void sumac_nic_group_open(struct sumac_nic_team *team, const struct sumac_nic_peer *peers);

/* nic_failure.c */
void sumac_nic_team_fail(struct sumac_engine_team *team, int status, int fault_rank);
int sumac_nic_failure_progress(struct sumac_nic_team *team);
/* Asks the NIC whether the group has failed; if so, the team fails with the NIC's reason. */
bool sumac_nic_failure_ask(struct sumac_nic_team *team);
void sumac_nic_watch(struct sumac_nic_team *team);

#endif
