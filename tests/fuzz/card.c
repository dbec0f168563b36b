/*
 * The watch over the NIC follows the writes that it has accepted, and believes nothing else.
 */
#include "fuzz/card.h"

#include <string.h>

#include "bus/address.h"
#include "fuzz/fuzz.h"
#include "sim/nic/vnic.h"
#include "sim/rack/frame.h"

enum {
	ALL_NICS = 1 << 16,
	MOST_WINDOWS = 512,   /* that an input opens */
	FAST_CYCLES = 16, SLOW_CYCLES = 2000,
	GRACE_CYCLES = 4096,  /* within these a frame has left that was begun for a channel before it was closed or opened anew */
};

struct card card;

/* The values last written of registers that take effect together, and all windows that may be in use. */
static struct {
	uint32_t window, window_words[4];
	uint32_t channel, channel_group, channel_peer;
	uint8_t mac[8], ip[4];
} written;
static struct { uint32_t index; uint64_t base, len_bytes; bool is_current; } windows[MOST_WINDOWS];
static int n_windows;
static bool was_replaced;

static uint64_t two_words(const uint32_t *words)
{
	return words[0] | (uint64_t)words[1] << 32;
}

static bool lies_in(uint64_t address, uint64_t len_bytes, uint64_t base, uint64_t base_bytes)
{
	return address >= base && address - base <= base_bytes && len_bytes <= base_bytes - (address - base);
}

static void expect_in_window(uint64_t address, uint64_t len_bytes)
{
	bool is_inside = false;

	for (int i = 0; i < n_windows; i++)
		is_inside |= windows[i].is_current && lies_in(address, len_bytes, windows[i].base, windows[i].len_bytes);
	fuzz_expect(is_inside, "the rings of an open group lie in no window");
}

static void expect_rings_in_windows(void)
{
	for (int group = 0; group < CARD_GROUPS; group++) {
		uint64_t len_bytes = (uint64_t)SUMAC_DESC_BYTES << card.groups[group].ring_log2;

		if (!card.groups[group].is_open)
			continue;
		expect_in_window(two_words(card.groups[group].rings), len_bytes);
		expect_in_window(two_words(card.groups[group].rings + 2), len_bytes);
	}
}

static void commit_window(void)
{
	uint64_t base = two_words(written.window_words), len_bytes = two_words(written.window_words + 2);

	for (int i = 0; i < n_windows; i++)
		if (windows[i].is_current && windows[i].index == written.window) {
			windows[i].is_current = false;
			was_replaced = true;
		}
	if (!len_bytes) {
		expect_rings_in_windows();
		return;
	}
	fuzz_expect(base % 64 == 0 && len_bytes % 64 == 0 && base + len_bytes > base, "a window of broken beats was accepted");
	fuzz_expect(n_windows < MOST_WINDOWS, "too many windows for the harness");
	windows[n_windows].index = written.window;
	windows[n_windows].base = base;
	windows[n_windows].len_bytes = len_bytes;
	windows[n_windows++].is_current = true;
	expect_rings_in_windows();
}

void card_forget_windows(void)
{
	int n_kept = 0;

	for (int i = 0; i < n_windows; i++)
		if (windows[i].is_current)
			windows[n_kept++] = windows[i];
	n_windows = n_kept;
}

/* Nobody can tell which of the two has sent a frame, so their peers acknowledge for the wrong one. */
static bool are_alike(const struct card_channel *a, const struct card_channel *b)
{
	return a->key == b->key && a->peer == b->peer && !memcmp(a->mac, b->mac, sizeof a->mac);
}

static void commit_channel(void)
{
	struct card_channel *channel = &card.channels[written.channel];
	uint32_t group = written.channel_group & 0xffff;
	uint8_t mac[6], ip[4];
	int nic = sumac_address_nic(written.mac, ALL_NICS);

	card.before[written.channel] = *channel;
	card.before[written.channel].until = card.now + GRACE_CYCLES;
	*channel = (struct card_channel){ .is_open = true, .opening = ++card.n_openings, .group = group,
					  .life = card.groups[group].life, .rank = written.channel_group >> 16,
					  .peer = written.channel_peer & 0xffff, .key = card.groups[group].key };
	memcpy(channel->mac, written.mac, sizeof channel->mac);
	memcpy(channel->ip, written.ip, sizeof channel->ip);
	sumac_address_ip(nic, ip);
	card.has_odd_address |= nic < 0 || memcmp(ip, written.ip, sizeof ip) != 0;
	sumac_address_mac(CARD_NIC, mac);
	card.has_loop |= memcmp(mac, written.mac, sizeof mac) == 0;
	for (int i = 0; i < CARD_CHANNELS; i++)
		card.has_lied |= &card.channels[i] != channel && card.channels[i].is_open && are_alike(&card.channels[i], channel);
}

static void close_channel(uint32_t index)
{
	card.channels[index].is_open = false;
	card.channels[index].until = card.now + GRACE_CYCLES;
}

static void group_written(uint32_t group, uint32_t reg, uint32_t value)
{
	if (reg == SUMAC_G_KEY)
		card.groups[group].key = value;
	else if (reg >= SUMAC_G_DRING_LO && reg <= SUMAC_G_CRING_HI)
		card.groups[group].rings[(reg - SUMAC_G_DRING_LO) / 4] = value;
	else if (reg == SUMAC_G_RING_LOG2)
		card.groups[group].ring_log2 = value;
	if (reg != SUMAC_G_CTRL)
		return;
	card.groups[group].is_open = value & 1;
	if (!(value & 1))
		return;
	card.groups[group].life++;
	card.groups[group].is_live = true;
	expect_rings_in_windows();
}

static void reg_written(void *ctx, uint32_t offset, uint32_t value)
{
	(void)ctx;
	switch (offset) {
	case SUMAC_REG_WINDOW_INDEX: written.window = value; return;
	case SUMAC_REG_WINDOW_BASE_LO:
	case SUMAC_REG_WINDOW_BASE_HI:
	case SUMAC_REG_WINDOW_LEN_LO:
	case SUMAC_REG_WINDOW_LEN_HI:
		written.window_words[(offset - SUMAC_REG_WINDOW_BASE_LO) / 4] = value;
		if (offset == SUMAC_REG_WINDOW_LEN_HI)
			commit_window();
		return;
	case SUMAC_REG_CHANNEL_INDEX: written.channel = value; return;
	case SUMAC_REG_CHANNEL_GROUP: written.channel_group = value; return;
	case SUMAC_REG_CHANNEL_PEER: written.channel_peer = value; return;
	case SUMAC_REG_CHANNEL_MAC_LO: sumac_record_put(written.mac, 0, 4, value); return;
	case SUMAC_REG_CHANNEL_MAC_HI: sumac_record_put(written.mac, 4, 2, value); return;
	case SUMAC_REG_CHANNEL_IP: sumac_record_put(written.ip, 0, 4, value); return;
	case SUMAC_REG_CHANNEL_SLOTS: commit_channel(); return;
	case SUMAC_REG_CHANNEL_CLOSE: close_channel(value); return;
	default:
		if (offset >= SUMAC_GROUP_BASE)
			group_written((offset - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE,
				      (offset - SUMAC_GROUP_BASE) % SUMAC_GROUP_SIZE, value);
		return;
	}
}

static void *translate(void *ctx, uint64_t address, size_t len_bytes)
{
	bool is_inside = false;

	(void)ctx;
	fuzz_expect(!card.is_at_rest, "the NIC has touched memory while no group is open");
	for (int i = 0; i < n_windows; i++)
		is_inside |= lies_in(address, len_bytes, windows[i].base, windows[i].len_bytes);
	fuzz_expect(is_inside, "the NIC has touched memory outside the windows");
	return lies_in(address, len_bytes, CARD_BASE, CARD_MEMORY_BYTES) ? card.memory + (address - CARD_BASE) : NULL;
}

/* The model of the port knows only a window's last place. */
static void fault(void *ctx, uint64_t cycle, const char *what)
{
	(void)ctx;
	(void)cycle;
	fuzz_expect(was_replaced && strstr(what, "outside the host's windows"), what);
}

/* A tombstone says what has arrived, and no more. */
static bool may_send(const struct card_channel *channel, unsigned kind)
{
	bool is_late = kind == SUMAC_KIND_ACK || kind == SUMAC_KIND_PROBE_REPLY;
	bool is_group_alive = channel->life && channel->life == card.groups[channel->group].life &&
			      card.groups[channel->group].is_live;

	if (channel->is_open)
		return is_late || is_group_alive;
	return is_late && card.now < channel->until;
}

static bool is_of(const struct card_channel *channel, const uint8_t *bytes)
{
	return channel->key == SUMAC_GET(bytes, PKT, KEY) && channel->peer == SUMAC_GET(bytes, PKT, CHANNEL) &&
	       !memcmp(channel->mac, bytes + SUMAC_PKT_ETH_DST_OFFSET, sizeof channel->mac) &&
	       !memcmp(channel->ip, bytes + SUMAC_PKT_IP_DST_OFFSET, sizeof channel->ip);
}

static const struct card_channel *sender_of(const uint8_t *bytes, unsigned kind)
{
	for (int i = 0; i < CARD_CHANNELS; i++)
		if (card.channels[i].life && is_of(&card.channels[i], bytes) && may_send(&card.channels[i], kind))
			return &card.channels[i];
	for (int i = 0; i < CARD_CHANNELS; i++)
		if (card.before[i].life && is_of(&card.before[i], bytes) && card.now < card.before[i].until)
			return &card.before[i];
	return NULL;
}

static void follow(struct card_channel *channel, const struct sumac_frame *fields, const uint8_t *bytes)
{
	struct card_frame *kept = &card.frames[card.n_frames++ % CARD_FRAMES];

	if (fields->kind == SUMAC_KIND_DATA && fields->seq >= channel->sent)
		channel->sent = fields->seq + 1;
	if (fields->ack > channel->next || fields->gap)
		channel->next = fields->ack;
	fuzz_expect(card.has_odd_desc || !fields->first || SUMAC_GET(bytes, PKT, WORD) == CARD_DIGEST + channel->group,
		    "a group has sent by a channel of another one");
	*kept = (struct card_frame){ .channel = (uint32_t)(channel - card.channels), .opening = channel->opening,
				     .kind = fields->kind, .first = fields->first, .seq = fields->seq,
				     .word = (uint32_t)SUMAC_GET(bytes, PKT, WORD),
				     .payload_bytes = SUMAC_GET(bytes, PKT, LENGTH) };
	memcpy(kept->payload, bytes + SUMAC_PKT_BYTES,
	       kept->payload_bytes < CARD_PAYLOAD_BYTES ? kept->payload_bytes : CARD_PAYLOAD_BYTES);
}

static void frame_out(void *ctx, const struct sumac_vnic_frame *frame)
{
	const struct card_channel *sender;
	struct sumac_frame fields;
	enum sumac_checker_rule rule;

	(void)ctx;
	if (sumac_frame_parse(frame->bytes, frame->len_bytes, CARD_NIC, ALL_NICS, &fields, &rule))
		fuzz_expect(card.has_odd_address && rule == SUMAC_CHECKER_ADDRESS, "the NIC has sent a frame that is none");
	sender = sender_of(frame->bytes, fields.kind);
	fuzz_expect(sender, "the NIC has sent a frame that belongs to none of its channels");
	if (sender >= card.channels && sender < card.channels + CARD_CHANNELS)
		follow(&card.channels[sender - card.channels], &fields, frame->bytes);
}

void card_write(uint32_t offset, uint32_t value)
{
	if (offset == SUMAC_REG_MAC_LO || offset == SUMAC_REG_MAC_HI || offset == SUMAC_REG_IP)
		card.has_odd_address = true;
	fuzz_expect(!sumac_vnic_reg_write(card.nic, card.now, offset, value), "no memory");
}

static void write_to(void *to, uint32_t offset, uint32_t value)
{
	(void)to;
	fuzz_expect(!sumac_vnic_reg_write(card.nic, card.now, offset, value), "no memory");
}

uint32_t card_read(uint32_t offset)
{
	uint32_t value;

	fuzz_expect(!sumac_vnic_reg_read(card.nic, offset, &value), "the NIC does not answer");
	return value;
}

void card_settle(void)
{
	fuzz_expect(card_read(SUMAC_REG_MAGIC) == SUMAC_MAGIC, "the NIC is not itself");
}

void card_look(uint32_t offset)
{
	uint32_t value;

	sumac_vnic_reg_read(card.nic, offset, &value);
}

void card_run(uint64_t cycles)
{
	for (uint64_t end = card.now + cycles; card.now < end; ) {
		card.now++;
		sumac_vnic_run(card.nic, card.now);
	}
}

void card_frame_in(const void *bytes, size_t len_bytes, bool has_error)
{
	fuzz_expect(!sumac_vnic_frame_in(card.nic, card.now, bytes, len_bytes, has_error), "no memory");
}

void card_window(uint32_t index, uint64_t base, uint64_t len_bytes)
{
	nic_write_window(&card.writer, index, base, len_bytes);
	card_write(SUMAC_REG_WINDOW_LEN_HI, (uint32_t)(len_bytes >> 32));
}

uint32_t card_group_state(uint32_t group)
{
	uint32_t state = card_read(nic_group_register(group, SUMAC_G_STATE));

	if (!(state & 0xff))
		card.groups[group].is_live = false;
	return state;
}

void card_open(bool is_slow)
{
	const struct sumac_vnic_model model = { .read_cycles = is_slow ? SLOW_CYCLES : FAST_CYCLES,
						.write_cycles = is_slow ? SLOW_CYCLES : FAST_CYCLES,
						.host_rate = { 64, 1 }, .link_rate = { 50, 1 } };
	const struct sumac_vnic_host host = { .translate = translate, .frame_out = frame_out, .fault = fault,
					      .reg_written = reg_written };

	memset(&card, 0, sizeof card);
	memset(card.memory, 0xa5, sizeof card.memory);
	memset(&written, 0, sizeof written);
	n_windows = 0;
	was_replaced = false;
	card.writer.write = write_to;
	fuzz_expect(!sumac_vnic_open(&model, &host, &card.nic), "no memory");
	nic_write_address(&card.writer, CARD_NIC);
}

void card_close(void)
{
	sumac_vnic_close(card.nic);
}
