/*
 * The host's writes, in the order that registers.def wants.
 */
#include "nic_writes.h"

#include "bus/address.h"
#include "spec/spec.h"

static void put(const struct nic_writer *w, uint32_t offset, uint32_t value)
{
	w->write(w->to, offset, value);
}

static uint32_t low(const uint8_t *bytes, unsigned n_bytes)
{
	return (uint32_t)sumac_record_get(bytes, 0, n_bytes);
}

uint32_t nic_group_register(uint32_t group, uint32_t reg)
{
	return SUMAC_GROUP_BASE + SUMAC_GROUP_SIZE * group + reg;
}

void nic_write_address(const struct nic_writer *w, int nic)
{
	uint8_t mac[6], ip[4];

	sumac_address_mac(nic, mac);
	sumac_address_ip(nic, ip);
	put(w, SUMAC_REG_MAC_LO, low(mac, 4));
	put(w, SUMAC_REG_MAC_HI, low(mac + 4, 2));
	put(w, SUMAC_REG_IP, low(ip, 4));
}

void nic_write_window(const struct nic_writer *w, uint32_t index, uint64_t base, uint64_t len_bytes)
{
	put(w, SUMAC_REG_WINDOW_INDEX, index);
	put(w, SUMAC_REG_WINDOW_BASE_LO, (uint32_t)base);
	put(w, SUMAC_REG_WINDOW_BASE_HI, (uint32_t)(base >> 32));
	put(w, SUMAC_REG_WINDOW_LEN_LO, (uint32_t)len_bytes);
}

void nic_write_group(const struct nic_writer *w, const struct nic_group *group)
{
	const uint32_t writes[][2] = {
		{ SUMAC_G_KEY, group->key },
		{ SUMAC_G_RANK, group->rank | group->size << 16 },
		{ SUMAC_G_SLOT, group->slot_log2 },
		{ SUMAC_G_RING_POOL, group->pool },
		{ SUMAC_G_POOL_BEATS, group->pool_beats },
		{ SUMAC_G_RING_SLOTS, group->ring_slots_log2 },
		{ SUMAC_G_DRING_LO, (uint32_t)group->dring },
		{ SUMAC_G_DRING_HI, (uint32_t)(group->dring >> 32) },
		{ SUMAC_G_CRING_LO, (uint32_t)group->cring },
		{ SUMAC_G_CRING_HI, (uint32_t)(group->cring >> 32) },
		{ SUMAC_G_RING_LOG2, group->ring_log2 },
	};

	for (unsigned i = 0; i < sizeof writes / sizeof writes[0]; i++)
		put(w, nic_group_register(group->group, writes[i][0]), writes[i][1]);
}

void nic_write_channel(const struct nic_writer *w, const struct nic_channel *channel)
{
	uint8_t mac[6], ip[4];

	sumac_address_mac(channel->peer, mac);
	sumac_address_ip(channel->peer, ip);
	put(w, SUMAC_REG_CHANNEL_INDEX, channel->index);
	put(w, SUMAC_REG_CHANNEL_GROUP, channel->group | channel->peer_rank << 16);
	put(w, SUMAC_REG_CHANNEL_PEER, channel->peer_index);
	put(w, SUMAC_REG_CHANNEL_MAC_LO, low(mac, 4));
	put(w, SUMAC_REG_CHANNEL_MAC_HI, low(mac + 4, 2));
	put(w, SUMAC_REG_CHANNEL_IP, low(ip, 4));
	put(w, SUMAC_REG_CHANNEL_POOL, channel->pool);
	put(w, SUMAC_REG_CHANNEL_SLOTS, channel->slots_log2 | channel->peer_slots_log2 << 16);
}

uint32_t nic_route_in(uint32_t kind, uint32_t channel, uint32_t combines)
{
	return SUMAC_BITS_PUT(ROUTE_IN, KIND, kind) | SUMAC_BITS_PUT(ROUTE_IN, CHANNEL, channel) |
	       SUMAC_BITS_PUT(ROUTE_IN, COMBINES, combines);
}

uint32_t nic_route_out(uint32_t kind, uint32_t channel, uint32_t tap)
{
	return SUMAC_BITS_PUT(ROUTE_OUT, KIND, kind) | SUMAC_BITS_PUT(ROUTE_OUT, CHANNEL, channel) |
	       SUMAC_BITS_PUT(ROUTE_OUT, TAP, tap);
}

uint32_t nic_route_head(uint32_t n_in, uint32_t n_out, uint32_t ring)
{
	return SUMAC_BITS_PUT(ROUTE_HEAD, N_IN, n_in) | SUMAC_BITS_PUT(ROUTE_HEAD, N_OUT, n_out) |
	       SUMAC_BITS_PUT(ROUTE_HEAD, RING, ring);
}

static void put_streams(const struct nic_writer *w, uint32_t n, uint32_t most, const uint16_t *streams)
{
	for (uint32_t i = 0; i < most; i += 2)
		put(w, SUMAC_REG_ROUTE_DATA, (i < n ? streams[i] : 0u) | (i + 1 < n ? (uint32_t)streams[i + 1] : 0u) << 16);
}

void nic_write_route(const struct nic_writer *w, uint32_t group, uint32_t route, uint32_t head, const uint16_t *ins,
		     const uint16_t *outs)
{
	put(w, SUMAC_REG_ROUTE_INDEX, group << 16 | route);
	put(w, SUMAC_REG_ROUTE_DATA, head);
	put_streams(w, SUMAC_BITS_GET(head, ROUTE_HEAD, N_IN), SUMAC_ROUTE_MAX_IN, ins);
	put_streams(w, SUMAC_BITS_GET(head, ROUTE_HEAD, N_OUT), SUMAC_ROUTE_MAX_OUT, outs);
}
