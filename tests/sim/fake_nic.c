/*
 * The fake NIC: a list of things to come (register writes, frames), worked off in order of time.
 */
#include "fake_nic.h"

#include <stdlib.h>
#include <string.h>

#include "base/causes.h"
#include "frame_build.h"
#include "sim/nic/vnic.h"
#include "bus/address.h"
#include "spec/spec.h"

enum { REGISTERS = 0x10000 / 4, RATE = 50, FLOOD_BYTES = 4096, GROUPS_AT = SUMAC_GROUP_BASE };

uint32_t fake_nic_spec_hash = SUMAC_SPEC_HASH;

struct event {
	struct event *next;
	uint64_t at;
	bool is_frame;
	uint32_t offset, value;
	size_t len_bytes;
	uint8_t bytes[];
};

struct channel {
	bool open;
	unsigned group, peer_index, slots;
	int peer;
	uint32_t sent, received;
};

struct sumac_vnic {
	struct sumac_vnic_host host;
	uint64_t now, free_cycle;
	uint32_t irqs, completions[FAKE_NIC_GROUPS];
	int self;
	uint32_t registers[REGISTERS];
	struct channel channels[FAKE_NIC_CHANNELS];
	struct event *events;
};

int sumac_vnic_open(const struct sumac_vnic_model *model, const struct sumac_vnic_host *host,
		    struct sumac_vnic **nic_out)
{
	static const struct {
		uint32_t offset, value;
	} caps[] = {
		{ SUMAC_REG_MAGIC, SUMAC_MAGIC },
		{ SUMAC_REG_PARAM(Groups), FAKE_NIC_GROUPS },
		{ SUMAC_REG_PARAM(Channels), FAKE_NIC_CHANNELS },
		{ SUMAC_REG_PARAM(SweepCycles), SUMAC_DEF_SweepCycles },
		{ SUMAC_REG_PARAM(SeqBits), SUMAC_DEF_SeqBits },
		{ SUMAC_REG_PARAM(ChannelSlots), SUMAC_DEF_ChannelSlots },
		{ SUMAC_REG_PARAM(Windows), FAKE_NIC_WINDOWS },
	};
	struct sumac_vnic *nic = calloc(1, sizeof *nic);

	(void)model;
	if (!nic)
		return -SUMAC_ENOMEM;
	nic->host = *host;
	for (size_t i = 0; i < sizeof caps / sizeof *caps; i++)
		nic->registers[caps[i].offset / 4] = caps[i].value;
	nic->registers[SUMAC_REG_SPEC_HASH / 4] = fake_nic_spec_hash;
	*nic_out = nic;
	return 0;
}

void sumac_vnic_close(struct sumac_vnic *nic)
{
	while (nic && nic->events) {
		struct event *event = nic->events;

		nic->events = event->next;
		free(event);
	}
	free(nic);
}

/* After all that are not later. */
static int add_event(struct sumac_vnic *nic, const struct event *what, const void *bytes)
{
	struct event *event = malloc(sizeof *event + what->len_bytes), **place = &nic->events;

	if (!event)
		return -SUMAC_ENOMEM;
	*event = *what;
	if (what->len_bytes)
		memcpy(event->bytes, bytes, what->len_bytes);
	while (*place && (*place)->at <= event->at)
		place = &(*place)->next;
	event->next = *place;
	*place = event;
	return 0;
}

int sumac_vnic_reg_write(struct sumac_vnic *nic, uint64_t at, uint32_t offset, uint32_t value)
{
	return add_event(nic, &(struct event){ .at = at, .offset = offset, .value = value }, NULL);
}

int sumac_vnic_frame_in(struct sumac_vnic *nic, uint64_t at, const void *bytes, size_t len_bytes, bool error)
{
	(void)error;
	return add_event(nic, &(struct event){ .at = at, .is_frame = true, .len_bytes = len_bytes }, bytes);
}

static uint32_t group_register(const struct sumac_vnic *nic, unsigned group, uint32_t offset)
{
	return nic->registers[(GROUPS_AT + group * SUMAC_GROUP_SIZE + offset) / 4];
}

static void send_frame(struct sumac_vnic *nic, struct channel *channel, unsigned kind, uint32_t word, const void *payload,
		       uint16_t payload_bytes)
{
	const struct frame_build what = {
		.from = nic->self, .to = channel->peer, .kind = kind, .channel = (uint16_t)channel->peer_index,
		.key = group_register(nic, channel->group, SUMAC_G_KEY), .seq = channel->sent, .ack = channel->received,
		.limit = channel->received + channel->slots, .word = word, .payload = payload, .payload_bytes = payload_bytes };
	uint8_t bytes[SUMAC_VNIC_FRAME_BYTES];
	struct sumac_vnic_frame frame = { .bytes = bytes };

	frame.len_bytes = frame_build(&what, bytes);
	nic->free_cycle = (nic->free_cycle > nic->now ? nic->free_cycle : nic->now) + frame.len_bytes / RATE + 1;
	/* The rack takes what ends in this epoch or later: a fake may send ahead of its time. */
	frame.tail_cycle = nic->now;
	frame.end_ticks = nic->free_cycle * RATE;
	nic->host.frame_out(nic->host.ctx, &frame);
	channel->sent += kind == SUMAC_KIND_DATA;
}

static void ring_doorbell(struct sumac_vnic *nic, unsigned group, uint32_t value)
{
	static const uint8_t flood[FLOOD_BYTES];
	uint32_t n = value & FAKE_NIC_FLOOD ? value & 0xff : 1;

	for (uint32_t i = 0; value & FAKE_NIC_BREAK && i < (value & 0xff); i++)
		nic->host.fault(nic->host.ctx, nic->now, "a rule is broken");
	if (value & FAKE_NIC_BREAK)
		return;
	for (int i = 0; i < FAKE_NIC_CHANNELS; i++)
		for (uint32_t chunk = 0; nic->channels[i].open && nic->channels[i].group == group && chunk < n; chunk++)
			send_frame(nic, &nic->channels[i], SUMAC_KIND_DATA, 0,
				   value & FAKE_NIC_FLOOD ? (const void *)flood : &value,
				   value & FAKE_NIC_FLOOD ? FLOOD_BYTES : sizeof value);
}

static void send_aborts(struct sumac_vnic *nic, unsigned group, uint32_t word)
{
	for (int i = 0; i < FAKE_NIC_CHANNELS; i++)
		if (nic->channels[i].open && nic->channels[i].group == group)
			send_frame(nic, &nic->channels[i], SUMAC_KIND_ABORT, word, NULL, 0);
}

static void open_channel(struct sumac_vnic *nic, uint32_t slots_word)
{
	struct channel *channel = &nic->channels[nic->registers[SUMAC_REG_CHANNEL_INDEX / 4] % FAKE_NIC_CHANNELS];
	uint8_t mac[8];

	sumac_record_put(mac, 0, 4, nic->registers[SUMAC_REG_CHANNEL_MAC_LO / 4]);
	sumac_record_put(mac, 4, 4, nic->registers[SUMAC_REG_CHANNEL_MAC_HI / 4]);
	*channel = (struct channel){ .open = true, .group = nic->registers[SUMAC_REG_CHANNEL_GROUP / 4] & 0xffff,
				     .peer_index = nic->registers[SUMAC_REG_CHANNEL_PEER / 4] & 0xffff,
				     .slots = 1u << (slots_word & 0xf), .peer = sumac_address_nic(mac, 1 << 16) };
}

static void set_state(struct sumac_vnic *nic, unsigned group, uint32_t word)
{
	nic->registers[(GROUPS_AT + group * SUMAC_GROUP_SIZE + SUMAC_G_STATE) / 4] = 2 | word >> 16 << 8 | word << 16;
	nic->irqs++;
}

static void take_write(struct sumac_vnic *nic, uint32_t offset, uint32_t value)
{
	unsigned group = (offset - GROUPS_AT) / SUMAC_GROUP_SIZE;

	nic->registers[offset / 4] = value;
	if (offset == SUMAC_REG_MAC_HI)
		nic->self = (int)(value & 0xff) << 8 | (int)(value >> 8);
	if (offset == SUMAC_REG_CHANNEL_SLOTS)
		open_channel(nic, value);
	if (offset < GROUPS_AT || group >= FAKE_NIC_GROUPS)
		return;
	if (offset % SUMAC_GROUP_SIZE == SUMAC_G_DOORBELL)
		ring_doorbell(nic, group, value);
	if (offset % SUMAC_GROUP_SIZE == SUMAC_G_FAIL) {
		send_aborts(nic, group, value);
		set_state(nic, group, value);
	}
}

static void complete(struct sumac_vnic *nic, unsigned group, uint32_t word)
{
	uint64_t ring = (uint64_t)group_register(nic, group, SUMAC_G_CRING_HI) << 32 |
			group_register(nic, group, SUMAC_G_CRING_LO);
	uint64_t address = ring + SUMAC_CPL_BYTES * nic->completions[group]++;
	uint8_t *memory = nic->host.translate(nic->host.ctx, address, 64), spare[64] = { 0 };
	uint8_t *line = memory ? memory : spare;

	SUMAC_PUT(line, CPL, COOKIE, word);
	SUMAC_PUT(line, CPL, DONE_AT, nic->now);
	SUMAC_PUT(line, CPL, LAP, 1);
	if (memory || !nic->host.far_write(nic->host.ctx, address, sizeof spare, spare))
		nic->irqs++;
}

static void take_frame(struct sumac_vnic *nic, const uint8_t *bytes)
{
	struct channel *channel = &nic->channels[SUMAC_GET(bytes, PKT, CHANNEL) % FAKE_NIC_CHANNELS];

	switch (SUMAC_GET(bytes, PKT, KIND)) {
	case SUMAC_KIND_DATA:
		channel->received++;
		send_frame(nic, channel, SUMAC_KIND_ACK, 0, NULL, 0);
		complete(nic, channel->group, (uint32_t)sumac_record_get(bytes, SUMAC_PKT_BYTES, 4));
		return;
	case SUMAC_KIND_ABORT:
		set_state(nic, channel->group, (uint32_t)SUMAC_GET(bytes, PKT, WORD));
		return;
	}
}

static void take_first(struct sumac_vnic *nic)
{
	struct event *event = nic->events;

	nic->events = event->next;
	if (event->is_frame)
		take_frame(nic, event->bytes);
	else
		take_write(nic, event->offset, event->value);
	free(event);
}

/* Writes that are on their way count first. */
int sumac_vnic_reg_read(struct sumac_vnic *nic, uint32_t offset, uint32_t *value_out)
{
	struct event **place = &nic->events;

	while (*place) {
		struct event *event = *place;

		if (event->is_frame) {
			place = &event->next;
			continue;
		}
		*place = event->next;
		take_write(nic, event->offset, event->value);
		free(event);
		place = &nic->events;
	}
	*value_out = nic->registers[offset / 4];
	return 0;
}

uint64_t sumac_vnic_next_but_wake(struct sumac_vnic *nic)
{
	return sumac_vnic_next(nic);
}

uint64_t sumac_vnic_next(struct sumac_vnic *nic)
{
	if (!nic->events)
		return SUMAC_VNIC_NEVER;
	return nic->events->at > nic->now ? nic->events->at : nic->now;
}

void sumac_vnic_run(struct sumac_vnic *nic, uint64_t until)
{
	while (nic->events && sumac_vnic_next(nic) < until) {
		nic->now = sumac_vnic_next(nic);
		take_first(nic);
	}
	nic->now = until;
}

uint32_t sumac_vnic_irqs(const struct sumac_vnic *nic)
{
	return nic->irqs;
}

void sumac_vnic_stats(const struct sumac_vnic *nic, struct sumac_vnic_stats *stats_out)
{
	*stats_out = (struct sumac_vnic_stats){ .cycles_stepped = nic->now };
}

void sumac_vnic_causes(struct sumac_vnic *nic, uint64_t now, struct sumac_causes *causes_out)
{
	*causes_out = (struct sumac_causes){ .cycles = now };
	causes_out->spent[nic->self][SUMAC_CAUSE_BUSY] = now;
}

int sumac_vnic_wave_open(struct sumac_vnic *nic, const struct sumac_vnic_wave *wave)
{
	(void)nic, (void)wave;
	return -SUMAC_ENOTSUP;
}

int sumac_vnic_wave_close(struct sumac_vnic *nic)
{
	(void)nic;
	return 0;
}

void sumac_vnic_watch(struct sumac_vnic *nic, sumac_vnic_happened *happened, sumac_vnic_caused *caused, void *ctx)
{
	(void)caused;
	(void)nic, (void)happened, (void)ctx;
}

int sumac_vnic_events(const struct sumac_vnic *nic, struct sumac_vnic_event events_out[SUMAC_VNIC_EVENTS])
{
	events_out[0] = (struct sumac_vnic_event){ nic->now, SUMAC_VNIC_DOORBELL };
	events_out[1] = (struct sumac_vnic_event){ nic->now + 1, SUMAC_CNT_COMBINES };
	return 2;
}
