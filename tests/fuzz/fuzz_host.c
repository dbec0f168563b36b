/*
 * A host does what it likes with a NIC: writes to any register, groups, channels, routes and windows of any shape, descriptors in
 * rings or pushed, doorbells; its peers answer, or not. Whatever it does, the NIC keeps to the windows that it has accepted and to
 * the channels that are open (card.h), and no group sends by another one's; all groups close when the host ends them; no memory is
 * touched while none is open; and a group that is opened then does its work.
 */
#include "fuzz/card_group.h"

enum { MOST_STEPS = 48, SLOW = 0xe0, KEY = 0x40570000, LATER_KEY = 0x40571000, QUIET_CYCLES = 128 };

static const uint16_t registers[] = {
#define SUMAC_REG(name, offset, access, help) SUMAC_REG_##name,
#include "spec/rows.def"
};
static const uint16_t group_registers[] = {
#define SUMAC_GREG(name, offset, access, help) SUMAC_##name,
#include "spec/rows.def"
};

/* Mostly numbers that mean something. */
static uint32_t some_value(struct fuzz_input *input)
{
	unsigned how = (unsigned)fuzz_take(input, 1);

	switch (how % 4) {
	case 0: return how / 4;
	case 1: return 1u << how / 8;
	case 2: return (uint32_t)CARD_BASE + GUARD_BYTES * (uint32_t)fuzz_take(input, 1);
	default: return (uint32_t)fuzz_take(input, 4);
	}
}

static uint32_t some_group(struct fuzz_input *input)
{
	uint32_t which = (uint32_t)fuzz_take(input, 1);

	return which & 0x80 ? which % CARD_GROUPS : which % 2;
}

/* One of n fields is another number, with the input's leave. */
static void change_one(struct fuzz_input *input, uint32_t *const *fields, unsigned n)
{
	unsigned which = (unsigned)fuzz_take(input, 1);

	if (which < n)
		*fields[which] = some_value(input);
}

static void write_any(struct fuzz_input *input)
{
	unsigned which = (unsigned)fuzz_take(input, 1);
	uint32_t offset;

	card.has_odd_desc |= which >= 0x80;
	if (which < 0x80)
		offset = registers[which % (sizeof registers / sizeof registers[0])];
	else if (which < 0xf0)
		offset = nic_group_register(some_group(input), group_registers[which % (sizeof group_registers /
											sizeof group_registers[0])]);
	else
		offset = (uint32_t)fuzz_take(input, 2);
	card_write(offset, some_value(input));
}

static void open_any_group(struct fuzz_input *input)
{
	uint32_t group = some_group(input), ours = group % OUR_GROUPS;
	struct nic_group layout = group_layout(ours, KEY + group);
	uint32_t *const fields[] = { &layout.slot_log2, &layout.pool, &layout.pool_beats, &layout.ring_slots_log2,
				     &layout.ring_log2, &layout.key, &layout.rank, &layout.size };
	unsigned how;

	card.has_odd_desc |= group != ours;
	layout.group = group;
	layout.pool = POOL_BEATS * group;
	change_one(input, fields, sizeof fields / sizeof fields[0]);
	how = (unsigned)fuzz_take(input, 1);
	card.has_odd_desc |= how & 1;
	if (how & 1)
		*(how & 2 ? &layout.dring : &layout.cring) = CARD_BASE + fuzz_take(input, 2);
	nic_write_group(&card.writer, &layout);
	card_write(nic_group_register(group, SUMAC_G_CTRL), 1);
}

static void open_any_channel(struct fuzz_input *input)
{
	uint32_t group = some_group(input), peer = (uint32_t)fuzz_take(input, 1) % 4;
	struct nic_channel channel = channel_layout(group, peer % OUR_PEERS);
	uint32_t to = channel.peer, *const fields[] = { &channel.index, &channel.pool, &channel.slots_log2,
							&channel.peer_slots_log2, &channel.peer_rank, &channel.peer_index, &to };

	change_one(input, fields, sizeof fields / sizeof fields[0]);
	channel.peer = (int)(to % 0x10000);
	if (peer >= OUR_PEERS) /* the two channels of a group are one pair, inside the NIC */
		channel.peer = CARD_NIC, channel.peer_index = group_channel(group, 3 - peer);
	nic_write_channel(&card.writer, &channel);
}

static uint16_t some_stream(struct fuzz_input *input, uint32_t group)
{
	uint16_t bits = (uint16_t)fuzz_take(input, 2), low = bits & ((1u << SUMAC_ROUTE_IN_CHANNEL_LSB) - 1);
	uint32_t own = group_channel(group, bits >> SUMAC_ROUTE_IN_CHANNEL_LSB & 1);

	return bits & 0x8000 ? bits & 0x7fff : (uint16_t)(low | own << SUMAC_ROUTE_IN_CHANNEL_LSB);
}

static void write_any_route(struct fuzz_input *input)
{
	uint32_t group = some_group(input), route = (uint32_t)fuzz_take(input, 1), head = (uint32_t)fuzz_take(input, 4);
	uint32_t channels[OUR_PEERS] = { group_channel(group, 0), group_channel(group, 1) };
	uint16_t ins[SUMAC_ROUTE_MAX_IN * 2] = { 0 }, outs[SUMAC_ROUTE_MAX_OUT * 2] = { 0 };

	if (route & 0x80) {
		group_routes(group, channels);
		return;
	}
	for (uint32_t i = 0; i < SUMAC_BITS_GET(head, ROUTE_HEAD, N_IN); i++)
		ins[i] = some_stream(input, group);
	for (uint32_t i = 0; i < SUMAC_BITS_GET(head, ROUTE_HEAD, N_OUT); i++)
		outs[i] = some_stream(input, group);
	nic_write_route(&card.writer, group, route, head, ins, outs);
}

static void post_any(struct fuzz_input *input)
{
	uint32_t group = some_group(input) % OUR_GROUPS;
	unsigned what = (unsigned)fuzz_take(input, 1), more = (unsigned)fuzz_take(input, 1);
	struct card_desc desc = group_desc(group, what % 8, fuzz_take(input, 1) * (more & 1 ? 4 : 1));

	if (more & 2)
		desc.op = (unsigned)fuzz_take(input, 1), desc.type = (unsigned)fuzz_take(input, 1);
	if (more & 4)
		desc.part_bytes = (uint32_t)fuzz_take(input, 2);
	if (more & 8)
		desc.inline_len = (unsigned)fuzz_take(input, 1) % 20;
	if (more & 16)
		desc.src_window = (uint16_t)fuzz_take(input, 1), desc.src = fuzz_take(input, 2);
	if (more & 32)
		desc.dst_window = (uint16_t)fuzz_take(input, 1), desc.dst = fuzz_take(input, 2);
	if (more & 64)
		desc.count = fuzz_take(input, 8);
	if (more & 128)
		desc.src = fuzz_take(input, 6), desc.dst = fuzz_take(input, 6);
	group_post(group, &desc, what & 16);
}

static void write_any_window(struct fuzz_input *input)
{
	uint32_t index = (uint32_t)fuzz_take(input, 1) % 8;
	unsigned how = (unsigned)fuzz_take(input, 1);
	uint64_t base = CARD_BASE + 64 * fuzz_take(input, 2), len_bytes = 64 * fuzz_take(input, 1);

	if (how & 1)
		base = fuzz_take(input, 8);
	if (how & 2)
		len_bytes = fuzz_take(input, 8);
	card_window(index, base, len_bytes);
}

static void write_memory(struct fuzz_input *input)
{
	size_t at = fuzz_take(input, 2) % (CARD_MEMORY_BYTES - 8);
	uint64_t value = fuzz_take(input, 8);

	memcpy(card.memory + at, &value, sizeof value);
	card.has_odd_desc = true;
}

/* A chunk that would be the next of its channel, if there is such a channel. */
static void send_chunk(struct fuzz_input *input)
{
	static const uint8_t payload[1024];
	unsigned what = (unsigned)fuzz_take(input, 1), n_words = (unsigned)fuzz_take(input, 1);

	peer_send_next(what % 4, what / 4 % OUR_PEERS, n_words, what & 16, payload);
}

static void ring(struct fuzz_input *input)
{
	uint32_t group = some_group(input);

	card.has_odd_desc = true;
	card_write(nic_group_register(group, SUMAC_G_DOORBELL), some_value(input));
}

static void act(struct fuzz_input *input)
{
	unsigned what = (unsigned)fuzz_take(input, 1);

	switch (what % 16) {
	case 0:
	case 1: write_any(input); break;
	case 2: open_any_group(input); break;
	case 3: open_any_channel(input); break;
	case 4: write_any_route(input); break;
	case 5:
	case 6: post_any(input); break;
	case 7: write_any_window(input); break;
	case 8: card_run(1 + 16 * (what / 16) * (what / 16)); break;
	case 9: peers_answer(); break;
	case 10: send_chunk(input); break;
	case 11: write_memory(input); break;
	case 12: group_end(some_group(input), are_in_doubt()); break;
	case 13: card_look((uint32_t)fuzz_take(input, 2)); break;
	case 14: ring(input); break;
	default: group_open((uint32_t)(what / 16 % OUR_GROUPS), KEY + what); break;
	}
}

/* A host goes on to ring and to push, and closes the windows, but no group is open, so nothing comes of it. */
static void rest(void)
{
	card_run(QUIET_CYCLES); /* what has been written is in memory */
	card.is_at_rest = true;
	for (uint32_t group = 0; group < OUR_GROUPS; group++) {
		struct card_desc desc = group_desc(group, ROUTE_SEND, 8);

		group_post(group, &desc, false);
		group_post(group, &desc, true);
	}
	for (uint32_t i = 0; i < SUMAC_DEF_Windows; i++)
		card_window(i, 0, 0);
	card_settle();
	card_forget_windows();
	card_run(QUIET_CYCLES);
	card.is_at_rest = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len_bytes)
{
	struct fuzz_input input = { data, len_bytes };
	unsigned how = (unsigned)fuzz_take(&input, 1);
	uint32_t later = how / 4 % OUR_GROUPS;

	groups_begin(how >= SLOW);
	group_open(0, KEY);
	for (int i = 0; i < MOST_STEPS && input.left_bytes; i++)
		act(&input);
	groups_close(UINT64_MAX, how & 1 || are_in_doubt());
	rest();
	nic_write_address(&card.writer, CARD_NIC);
	group_open(later, LATER_KEY);
	group_allreduce(later, 2, true);
	group_allreduce(later, 40, false);
	groups_finish();
	return 0;
}
