/*
 * An honest host and its honest peers.
 */
#include "fuzz/card_group.h"

#include "bus/push.h"

static struct {
	uint32_t posted, taken;
	struct sumac_bus_aperture aperture;
} rings[OUR_GROUPS];
static unsigned calls;

void groups_begin(bool is_slow)
{
	calls = 0;
	card_open(is_slow);
}

uint8_t *group_memory(uint32_t group)
{
	return card.memory + GROUP_BYTES * group;
}

uint32_t group_window(uint32_t group)
{
	return 1 + group;
}

uint32_t group_channel(uint32_t group, uint32_t peer)
{
	return OUR_PEERS * group + peer;
}

static uint64_t group_base(uint32_t group)
{
	return CARD_BASE + (uint64_t)GROUP_BYTES * group;
}

struct nic_group group_layout(uint32_t group, uint32_t key)
{
	return (struct nic_group){ .group = group, .key = key, .rank = 0, .size = 1 + OUR_PEERS, .slot_log2 = SLOT_LOG2,
				   .pool = POOL_BEATS * group, .pool_beats = POOL_BEATS, .ring_slots_log2 = 1,
				   .dring = group_base(group) + DRING_AT, .cring = group_base(group) + CRING_AT,
				   .ring_log2 = RING_LOG2 };
}

struct nic_channel channel_layout(uint32_t group, uint32_t peer)
{
	uint32_t window_beats = 1u << WINDOW_SLOTS_LOG2 << SLOT_LOG2;

	return (struct nic_channel){ .index = group_channel(group, peer), .group = group, .peer_rank = 1 + peer,
				     .peer_index = 7 + group, .peer = CARD_NIC + 1 + (int)peer,
				     .pool = POOL_BEATS * group + POOL_BEATS / 2 + window_beats * peer,
				     .slots_log2 = WINDOW_SLOTS_LOG2, .peer_slots_log2 = WINDOW_SLOTS_LOG2 };
}

static uint16_t in(uint32_t channel, uint32_t combines)
{
	return (uint16_t)nic_route_in(SUMAC_STREAM_CHANNEL, channel, combines);
}

static uint16_t out(uint32_t channel, uint32_t tap)
{
	return (uint16_t)nic_route_out(SUMAC_STREAM_CHANNEL, channel, tap);
}

static uint32_t spread_head(uint32_t n_in, uint32_t n_out, uint32_t ring, uint32_t spread)
{
	return nic_route_head(n_in, n_out, ring) | SUMAC_BITS_PUT(ROUTE_HEAD, SPREAD, spread) |
	       SUMAC_BITS_PUT(ROUTE_HEAD, PARTS, OUR_PEERS) | SUMAC_BITS_PUT(ROUTE_HEAD, FIRST, spread == 1 ? 1 : OUR_PEERS);
}

void group_routes(uint32_t group, uint32_t channels[OUR_PEERS])
{
	const struct nic_writer *w = &card.writer;
	const uint32_t a = channels[0], b = channels[1];
	const uint16_t memory = (uint16_t)nic_route_in(SUMAC_STREAM_MEMORY, 0, 0);
	const uint16_t all[] = { memory, in(a, 1), in(b, 1) }, peers[] = { in(a, 0), in(b, 0) };
	const uint16_t to_peers[] = { out(a, 0), out(b, 0) };
	const uint16_t folded[] = { (uint16_t)nic_route_out(SUMAC_STREAM_MEMORY, 0, OUR_PEERS), out(b, OUR_PEERS) };
	const uint16_t gathered = (uint16_t)nic_route_out(SUMAC_STREAM_MEMORY, 0, OUR_PEERS - 1);

	nic_write_route(w, group, ROUTE_SEND, nic_route_head(1, OUR_PEERS, 0), &memory, to_peers);
	nic_write_route(w, group, ROUTE_FOLD, nic_route_head(1 + OUR_PEERS, 1, 1), all, folded);
	nic_write_route(w, group, ROUTE_RELAY, nic_route_head(1 + OUR_PEERS, 2, 1), all, folded);
	nic_write_route(w, group, ROUTE_SCATTER, spread_head(1, OUR_PEERS, 0, 1), &memory, to_peers);
	nic_write_route(w, group, ROUTE_GATHER, spread_head(OUR_PEERS, 1, 1, 2), peers, &gathered);
}

static uint32_t first_value(uint32_t group, unsigned i)
{
	return i * 0x01000193u + group;
}

static void open_memory(uint32_t group)
{
	uint8_t *memory = group_memory(group);

	memset(memory, 0xa5, GROUP_BYTES);
	memset(memory + CRING_AT, 0, SUMAC_CPL_BYTES << RING_LOG2);
	for (int i = 0; i < (RESULT_AT - DATA_AT) / 4; i++)
		sumac_record_put(memory + DATA_AT, 4u * (unsigned)i, 4, first_value(group, (unsigned)i));
	rings[group].posted = rings[group].taken = 0;
	rings[group].aperture = (struct sumac_bus_aperture){ .offset = nic_group_register(group, SUMAC_G_PUSH) };
	card_window(group_window(group), group_base(group) + GUARD_BYTES, GROUP_BYTES - 2 * GUARD_BYTES);
}

void group_open(uint32_t group, uint32_t key)
{
	struct nic_group layout = group_layout(group, key);
	uint32_t channels[OUR_PEERS];

	open_memory(group);
	nic_write_group(&card.writer, &layout);
	card_write(nic_group_register(group, SUMAC_G_PATIENCE), 0);
	card_write(nic_group_register(group, SUMAC_G_CTRL), 1);
	for (uint32_t peer = 0; peer < OUR_PEERS; peer++) {
		struct nic_channel channel = channel_layout(group, peer);

		channels[peer] = channel.index;
		nic_write_channel(&card.writer, &channel);
	}
	group_routes(group, channels);
	card_settle();
}

struct card_desc group_desc(uint32_t group, uint32_t route, uint64_t count)
{
	return (struct card_desc){ .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .route = route, .count = count,
				   .digest = CARD_DIGEST + group, .src_window = (uint16_t)group_window(group),
				   .dst_window = (uint16_t)group_window(group), .src = DATA_AT - GUARD_BYTES,
				   .dst = RESULT_AT - GUARD_BYTES };
}

void desc_put(uint8_t *at, const struct card_desc *desc)
{
	memset(at, 0, SUMAC_DESC_BYTES);
	SUMAC_PUT(at, DESC, OP, desc->op);
	SUMAC_PUT(at, DESC, TYPE, desc->type);
	SUMAC_PUT(at, DESC, FLAGS, desc->flags);
	SUMAC_PUT(at, DESC, INLINE_LEN, desc->inline_len);
	SUMAC_PUT(at, DESC, ROUTE, desc->route);
	SUMAC_PUT(at, DESC, COUNT, desc->count);
	SUMAC_PUT(at, DESC, SRC_OFFSET, desc->src);
	SUMAC_PUT(at, DESC, SRC_WINDOW, desc->src_window);
	SUMAC_PUT(at, DESC, DST_OFFSET, desc->dst);
	SUMAC_PUT(at, DESC, DST_WINDOW, desc->dst_window);
	SUMAC_PUT(at, DESC, SEQ, desc->seq);
	SUMAC_PUT(at, DESC, DIGEST, desc->digest);
	SUMAC_PUT(at, DESC, PART_BYTES, desc->part_bytes);
}

static int push_word(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	(void)bus;
	card_write(offset, value);
	return 0;
}

void group_post(uint32_t group, const struct card_desc *desc, bool is_pushed)
{
	uint8_t *at = group_memory(group) + DRING_AT + SUMAC_DESC_BYTES * (rings[group].posted++ % (1u << RING_LOG2));
	uint32_t words[SUMAC_BUS_APERTURE_WORDS];

	desc_put(at, desc);
	if (desc->inline_len)
		memcpy(at + SUMAC_DESC_INLINE_OFFSET, group_memory(group) + DATA_AT, SUMAC_DESC_INLINE_BYTES);
	memcpy(words, at, sizeof words);
	if (is_pushed)
		sumac_push_one(NULL, &rings[group].aperture, words, push_word);
	else
		card_write(nic_group_register(group, SUMAC_G_DOORBELL), rings[group].posted & 0xffff);
}

struct frame_build peer_frame(uint32_t channel, unsigned kind)
{
	const struct card_channel *at = &card.channels[channel];

	return (struct frame_build){ .from = CARD_NIC + (int)at->rank, .to = CARD_NIC, .kind = kind, .channel = (uint16_t)channel,
				     .key = at->key, .ack = at->sent, .limit = at->sent + SUMAC_DEF_ChannelSlots,
				     .seq = kind == SUMAC_KIND_DATA || kind == SUMAC_KIND_PROBE ? at->next : 0 };
}

void peer_send(const struct frame_build *frame)
{
	uint8_t bytes[SUMAC_PKT_BYTES + 4096 + 4];

	card_frame_in(bytes, frame_build(frame, bytes), false);
}

void peer_send_next(uint32_t group, uint32_t peer, unsigned n_words, bool is_first, const void *payload)
{
	struct frame_build frame = peer_frame(group_channel(group, peer), SUMAC_KIND_DATA);

	frame.payload = payload;
	frame.payload_bytes = n_words ? (uint16_t)(4 * n_words) : 64u << SLOT_LOG2;
	frame.first = is_first;
	frame.word = is_first ? CARD_DIGEST + group : 0;
	card.channels[frame.channel].next++;
	peer_send(&frame);
}

void peers_answer(void)
{
	uint64_t first = card.n_frames - card.n_seen > CARD_FRAMES ? card.n_frames - CARD_FRAMES : card.n_seen;

	for (uint64_t i = first; i < card.n_frames; i++) {
		const struct card_frame *seen = &card.frames[i % CARD_FRAMES];
		struct frame_build answer = peer_frame(seen->channel, SUMAC_KIND_ACK);

		if (seen->opening != card.channels[seen->channel].opening)
			continue;
		if (seen->kind == SUMAC_KIND_PROBE)
			answer.kind = SUMAC_KIND_PROBE_REPLY;
		else if (seen->kind == SUMAC_KIND_ABORT)
			answer.kind = SUMAC_KIND_ABORT, answer.word = seen->word;
		else if (seen->kind != SUMAC_KIND_DATA)
			continue;
		peer_send(&answer);
	}
	card.n_seen = card.n_frames;
}

static bool any_lives(uint64_t mask)
{
	bool lives = false;

	for (uint32_t group = 0; group < CARD_GROUPS; group++)
		if (mask >> group & 1 && card.groups[group].is_live && card_group_state(group))
			lives = true;
	return lives;
}

/* A peer says that all has come, and that it has given up, too. */
static void release_channels(uint64_t mask)
{
	for (uint32_t i = 0; i < CARD_CHANNELS; i++) {
		const struct card_channel *channel = &card.channels[i];
		struct frame_build ack = peer_frame(i, SUMAC_KIND_ACK), end = peer_frame(i, SUMAC_KIND_ABORT);

		if (!channel->is_open || !(mask >> channel->group & 1) || !card.groups[channel->group].is_live ||
		    channel->life != card.groups[channel->group].life)
			continue;
		end.word = SUMAC_EPEER << 16;
		peer_send(&ack);
		peer_send(&end);
	}
}

bool are_in_doubt(void)
{
	return card.has_lied || card.has_loop || card.has_odd_address;
}

void group_end(uint32_t group, bool fail_first)
{
	if (fail_first)
		card_write(nic_group_register(group, SUMAC_G_FAIL), SUMAC_ETIMEOUT << 16 | 0xffff);
	card_write(nic_group_register(group, SUMAC_G_CTRL), 0);
}

void groups_close(uint64_t mask, bool fail_first)
{
	uint64_t began, most_cycles = are_in_doubt() ? DOUBT_CYCLES : CLOSE_CYCLES;

	card_settle();
	for (uint32_t group = 0; group < CARD_GROUPS; group++)
		if (mask >> group & 1 && card.groups[group].is_live)
			group_end(group, fail_first);
	for (began = card.now; any_lives(mask); card_run(600)) {
		fuzz_expect(card.now - began < most_cycles, "a group never closes");
		release_channels(mask);
		peers_answer();
	}
}

static uint32_t peer_value(uint32_t peer, unsigned i)
{
	return (peer + 2) * 0x9e3779b1u + i * 0x85ebca6bu + calls;
}

static uint32_t own_value(uint32_t group, unsigned i)
{
	return (uint32_t)sumac_record_get(group_memory(group) + DATA_AT, 4 * i, 4);
}

/* The peers' parts, each as many chunks as it takes, when there is a place for them. */
static void send_parts(uint32_t group, unsigned count, unsigned *sent)
{
	enum { CHUNK = 64 << SLOT_LOG2 };
	uint32_t values[CHUNK / 4];

	for (uint32_t peer = 0; peer < OUR_PEERS; peer++) {
		unsigned left = 4 * count - sent[peer], len_bytes = left < CHUNK ? left : CHUNK;

		if (!left)
			continue;
		for (unsigned i = 0; i < len_bytes / 4u; i++)
			values[i] = peer_value(peer, sent[peer] / 4 + i);
		peer_send_next(group, peer, len_bytes / 4, !sent[peer], values);
		sent[peer] += len_bytes;
	}
}

/* Two completions, all good; the result where the descriptor wants it. */
static bool have_come(uint32_t group)
{
	unsigned entries = 1u << RING_LOG2;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t number = rings[group].taken + i;
		uint8_t *at = group_memory(group) + CRING_AT + SUMAC_CPL_BYTES * (number % entries);

		if (SUMAC_GET(at, CPL, LAP) != 1 + number / entries)
			return false;
		fuzz_expect(SUMAC_GET(at, CPL, STATUS) == SUMAC_OK, "a good call has failed");
		memcpy(group_memory(group) + RESULT_AT, at + SUMAC_CPL_INLINE_OFFSET, SUMAC_GET(at, CPL, INLINE_LEN));
	}
	rings[group].taken += 2;
	card_write(nic_group_register(group, SUMAC_G_CONSUMED), rings[group].taken & 0xffff);
	return true;
}

static void expect_sums(uint32_t group, unsigned count)
{
	const uint8_t *result = group_memory(group) + RESULT_AT;

	for (unsigned i = 0; i < count; i++) {
		uint32_t sum = own_value(group, i);

		for (uint32_t peer = 0; peer < OUR_PEERS; peer++)
			sum += peer_value(peer, i);
		fuzz_expect(sumac_record_get(result, 4 * i, 4) == sum, "a good call has a wrong result");
	}
	fuzz_expect(sumac_record_get(result, 4 * count, 4) == 0xa5a5a5a5, "a good call has written beyond its result");
}

/* In this call the card has sent its own values to each peer. */
static void expect_parts_sent(uint32_t group, unsigned count, uint64_t first_frame)
{
	unsigned got[OUR_PEERS] = { 0 };

	for (uint64_t f = first_frame; f < card.n_frames; f++) {
		const struct card_frame *frame = &card.frames[f % CARD_FRAMES];
		uint32_t peer = frame->channel - group_channel(group, 0);

		if (frame->kind != SUMAC_KIND_DATA || peer >= OUR_PEERS)
			continue;
		fuzz_expect(frame->first == !got[peer] && frame->word == (frame->first ? CARD_DIGEST + group : 0),
			    "a chunk of a good call is not its stream's next");
		for (unsigned i = 0; i < frame->payload_bytes / 4; i++)
			fuzz_expect(sumac_record_get(frame->payload, 4 * i, 4) == own_value(group, got[peer] / 4 + i),
				    "the card has sent wrong values");
		got[peer] += (unsigned)frame->payload_bytes;
	}
	for (int peer = 0; peer < OUR_PEERS; peer++)
		fuzz_expect(got[peer] == 4 * count, "the card has not sent all values once");
}

void group_allreduce(uint32_t group, unsigned count, bool is_pushed)
{
	struct card_desc desc = group_desc(group, ROUTE_SEND, count);
	unsigned sent[OUR_PEERS] = { 0 };
	uint64_t began = card.now, first_frame;

	calls++;
	memset(group_memory(group) + RESULT_AT, 0xa5, 4 * count + 4);
	card_run(64);
	peers_answer();
	first_frame = card.n_frames;
	desc.inline_len = is_pushed && count <= 4 ? 4 * count : 0;
	group_post(group, &desc, is_pushed);
	desc.route = ROUTE_FOLD;
	group_post(group, &desc, is_pushed);
	for (bool ends = false; !ends; ends = have_come(group)) {
		fuzz_expect(card.now - began < CALL_CYCLES, "a good call never ends");
		send_parts(group, count, sent);
		card_run(100);
		peers_answer();
	}
	expect_sums(group, count);
	expect_parts_sent(group, count, first_frame);
}

void expect_untouched(void)
{
	for (uint32_t group = 0; group < OUR_GROUPS; group++) {
		const uint8_t *memory = group_memory(group);

		for (unsigned i = 0; i < GUARD_BYTES; i++)
			fuzz_expect(memory[i] == 0xa5 && memory[GROUP_BYTES - 1 - i] == 0xa5, "memory beside a window has changed");
		for (unsigned i = 0; card.groups[group].life && i < (RESULT_AT - DATA_AT) / 4; i++)
			fuzz_expect(own_value(group, i) == first_value(group, i), "a source has changed");
	}
}

void groups_finish(void)
{
	groups_close(UINT64_MAX, false);
	card_close();
}
