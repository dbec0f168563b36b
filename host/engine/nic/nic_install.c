/*
 * The blobs in which members describe their groups to each other, and the register writes that open a group: its own registers,
 * then its channels, since a channel takes key and slot size from its group when it is opened.
 */
#include <string.h>

#include "engine/nic/nic_team.h"

/* The blob, little endian. Written and read in this file only. */
enum {
	BLOB_MARK_AT = 0,      /* 4 */
	BLOB_MAC_AT = 4,       /* 6 */
	BLOB_IP_AT = 10,       /* 4 */
	BLOB_FIRST_AT = 16,    /* 4 for each class */
	BLOB_SLOTS_AT = 24,    /* 1 for each class: log2 of the slots of a channel */
	BLOB_SLOT_AT = 26,     /* 1: log2 of the beats of a slot */
	BLOB_FEATURES_AT = 27, /* 1: features that plans use */
	BLOB_MARK = 0x43494E31,
};

_Static_assert((int)BLOB_FEATURES_AT < (int)SUMAC_NIC_BLOB_BYTES, "the fields fit the blob");
_Static_assert(SUMAC_NIC_PLAN_FEATURES <= UINT8_MAX, "the features fit their byte");
_Static_assert(BLOB_FIRST_AT + 4 * SUMAC_N_CHANNEL_CLASSES <= BLOB_SLOTS_AT, "the blob's fields overlap");

void sumac_nic_blob_write(const struct sumac_nic_team *team, uint8_t *blob_out)
{
	memset(blob_out, 0, SUMAC_ENGINE_BLOB_BYTES);
	sumac_record_put(blob_out, BLOB_MARK_AT, 4, BLOB_MARK);
	memcpy(blob_out + BLOB_MAC_AT, team->engine->bus->mac, 6);
	memcpy(blob_out + BLOB_IP_AT, team->engine->bus->ip, 4);
	for (unsigned class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++) {
		sumac_record_put(blob_out, BLOB_FIRST_AT + 4 * class, 4, team->class[class].first);
		sumac_record_put(blob_out, BLOB_SLOTS_AT + class, 1, team->class[class].slots_log2);
	}
	sumac_record_put(blob_out, BLOB_SLOT_AT, 1, team->slot_log2);
	sumac_record_put(blob_out, BLOB_FEATURES_AT, 1, team->features);
}

static int read_one(const uint8_t *blob, struct sumac_nic_peer *peer_out)
{
	if (sumac_record_get(blob, BLOB_MARK_AT, 4) != BLOB_MARK)
		return -SUMAC_EINVAL;
	memcpy(peer_out->mac, blob + BLOB_MAC_AT, 6);
	memcpy(peer_out->ip, blob + BLOB_IP_AT, 4);
	for (unsigned class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++) {
		peer_out->first[class] = (unsigned)sumac_record_get(blob, BLOB_FIRST_AT + 4 * class, 4);
		peer_out->slots_log2[class] = (unsigned)sumac_record_get(blob, BLOB_SLOTS_AT + class, 1);
		if (peer_out->first[class] >= 1u << SUMAC_ROUTE_IN_CHANNEL_BITS || peer_out->slots_log2[class] >= 16)
			return -SUMAC_EINVAL;
	}
	peer_out->slot_log2 = (unsigned)sumac_record_get(blob, BLOB_SLOT_AT, 1);
	peer_out->features = (unsigned)sumac_record_get(blob, BLOB_FEATURES_AT, 1);
	return peer_out->slot_log2 < 8 ? 0 : -SUMAC_EINVAL;
}

/* A chunk has the size of the team's smallest slot, so all members use that size; and plans are such as all NICs can do. */
int sumac_nic_blobs_read(struct sumac_nic_team *team, const uint8_t *blobs, struct sumac_nic_peer *peers_out)
{
	for (int r = 0; r < team->base.desc.size; r++) {
		int err = read_one(blobs + (size_t)r * SUMAC_ENGINE_BLOB_BYTES, &peers_out[r]);

		if (err)
			return err;
		if (peers_out[r].slot_log2 < team->slot_log2)
			team->slot_log2 = peers_out[r].slot_log2;
		team->features &= peers_out[r].features;
	}
	return 0;
}

/* This rank's position in a peer's planner list, which is ascending. */
static unsigned place_at(const struct sumac_nic_team *team, int peer, int class)
{
	unsigned place = 0;

	for (int rank = 0; rank < team->base.desc.rank; rank++)
		place += sumac_plan_are_peers(team->base.desc.size, team->engine->caps.radix, team->features, class,
					      peer, rank);
	return place;
}

static void open_channel(const struct sumac_nic_team *team, int class, unsigned place, unsigned pool,
			 const struct sumac_nic_peer *peers)
{
	struct sumac_nic_engine *engine = team->engine;
	unsigned rank = team->class[class].peers[place];
	const struct sumac_nic_peer *peer = &peers[rank];

	sumac_nic_write(engine, SUMAC_REG_CHANNEL_INDEX, team->class[class].first + place);
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_GROUP, team->group | rank << 16);
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_PEER,
			(peer->first[class] + place_at(team, (int)rank, class)) | (unsigned)class << 16);
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_MAC_LO, (uint32_t)sumac_record_get(peer->mac, 0, 4));
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_MAC_HI, (uint32_t)sumac_record_get(peer->mac, 4, 2));
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_IP, (uint32_t)sumac_record_get(peer->ip, 0, 4));
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_POOL, pool);
	sumac_nic_write(engine, SUMAC_REG_CHANNEL_SLOTS, team->class[class].slots_log2 | peer->slots_log2[class] << 16);
}

void sumac_nic_group_open(struct sumac_nic_team *team, const struct sumac_nic_peer *peers)
{
	uint64_t descriptors = team->window.bus_address;
	uint64_t completions = descriptors + (uint64_t)(team->completions - team->descriptors);
	unsigned pool = team->pool_first + (team->n_rings << team->ring_slots_log2 << team->slot_log2);

	sumac_nic_group_write(team, SUMAC_G_KEY, (uint32_t)team->base.desc.key);
	sumac_nic_group_write(team, SUMAC_G_RANK, (uint32_t)team->base.desc.rank | (uint32_t)team->base.desc.size << 16);
	sumac_nic_group_write(team, SUMAC_G_SLOT, team->slot_log2);
	sumac_nic_group_write(team, SUMAC_G_RING_POOL, team->pool_first);
	sumac_nic_group_write(team, SUMAC_G_POOL_BEATS, team->pool_n);
	sumac_nic_group_write(team, SUMAC_G_RING_SLOTS, team->ring_slots_log2);
	sumac_nic_group_write(team, SUMAC_G_DRING_LO, (uint32_t)descriptors);
	sumac_nic_group_write(team, SUMAC_G_DRING_HI, (uint32_t)(descriptors >> 32));
	sumac_nic_group_write(team, SUMAC_G_CRING_LO, (uint32_t)completions);
	sumac_nic_group_write(team, SUMAC_G_CRING_HI, (uint32_t)(completions >> 32));
	sumac_nic_group_write(team, SUMAC_G_RING_LOG2, team->ring_log2);
	sumac_nic_group_write(team, SUMAC_G_PATIENCE, team->engine->patience);
	sumac_nic_group_write(team, SUMAC_G_CTRL, 1);
	for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
		for (unsigned place = 0; place < sumac_nic_n_channels(team, class); place++) {
			pool += SUMAC_NIC_WINDOW_GAP;
			open_channel(team, class, place, pool, peers);
			pool += 1u << team->class[class].slots_log2 << team->slot_log2;
		}
}
