/*
 * Foreign frames meet a NIC that has groups open, calls posted, and honest peers: raw bytes, and well-formed packets whose fields
 * are changed and whose checksums are right unless the input says otherwise. Whatever comes, the NIC keeps to its windows and to
 * its channels (card.h); the group whose key no foreign frame carries goes on undisturbed; and the other one, closed and opened
 * anew, does as well.
 */
#include "fuzz/card_group.h"
#include "sim/rack/frame.h"

enum { EXPOSED = 0, SPARED = 1, EXPOSED_KEY = 0x5eed0001, SPARED_KEY = 0x5eed7002, LATER_KEY = 0x5eed0003, MOST_STEPS = 48,
       SLOW = 0xe0, MOST_PAYLOAD = 4096, MOST_RAW = 256, MOST_ADDED = 128 };

static uint8_t payload[MOST_PAYLOAD], bytes[SUMAC_PKT_BYTES + MOST_PAYLOAD + 4 + MOST_ADDED];
static uint32_t taken;
static bool is_closing; /* the exposed group */

static bool is_sealed_right(size_t len_bytes)
{
	size_t end = len_bytes - SUMAC_FRAME_CRC_BYTES;

	return sumac_frame_crc(bytes + SUMAC_PKT_CRC_FROM, end - SUMAC_PKT_CRC_FROM) ==
	       sumac_record_get(bytes, (unsigned)end, SUMAC_FRAME_CRC_BYTES);
}

/* A frame that is whole does not have the spared group's key. */
static void send(size_t len_bytes, bool is_sealed, bool has_error)
{
	if (is_sealed && len_bytes >= SUMAC_PKT_BYTES)
		frame_seal(bytes, len_bytes);
	if (!has_error && len_bytes >= SUMAC_PKT_BYTES && SUMAC_GET(bytes, PKT, KEY) == SPARED_KEY && is_sealed_right(len_bytes)) {
		SUMAC_PUT(bytes, PKT, KEY, SPARED_KEY + 1);
		frame_seal(bytes, len_bytes);
	}
	card_frame_in(bytes, len_bytes, has_error);
}

static uint32_t some_channel(struct fuzz_input *input)
{
	uint32_t which = (uint32_t)fuzz_take(input, 1) % (2 * OUR_PEERS);

	return group_channel(which < OUR_PEERS ? EXPOSED : SPARED, which % OUR_PEERS);
}

static int8_t step(struct fuzz_input *input)
{
	return (int8_t)fuzz_take(input, 1);
}

/* Which of its fields differ from an honest packet's. A closing group waits long for the chunks that a lie has acknowledged: inputs
 * that take that long would leave no time for others. */
enum { SEQ = 1, ACK = 2, LIMIT = 4, KEY = 8, CHANNEL = 16, WORD = 32, FLAGS = 64, PATCHED = 128, LIES = ACK | LIMIT | PATCHED };

static struct frame_build forged(struct fuzz_input *input, unsigned kind, unsigned fields)
{
	struct frame_build frame = peer_frame(some_channel(input), kind);

	frame.payload = payload;
	if (kind == SUMAC_KIND_DATA)
		frame.payload_bytes = (uint16_t)(fuzz_take(input, 2) % (MOST_PAYLOAD + 1));
	if (fields & FLAGS)
		frame.first = true, frame.word = CARD_DIGEST + card.channels[frame.channel].group;
	if (fields & SEQ)
		frame.seq += (uint32_t)step(input);
	if (fields & ACK)
		frame.ack += (uint32_t)step(input);
	if (fields & LIMIT)
		frame.limit += (uint32_t)step(input);
	if (fields & KEY)
		frame.key ^= (uint32_t)fuzz_take(input, 4);
	if (fields & CHANNEL)
		frame.channel = (uint16_t)fuzz_take(input, 2);
	if (fields & WORD)
		frame.word = (uint32_t)fuzz_take(input, 4);
	return frame;
}

static void send_forged(struct fuzz_input *input)
{
	enum { KINDS = 7, UNSEALED = 0x20, RESIZED = 0x40, ERROR = 0x80 };
	unsigned what = (unsigned)fuzz_take(input, 1), fields = (unsigned)fuzz_take(input, 1);
	struct frame_build frame;
	size_t len_bytes;

	if (is_closing)
		fields &= ~LIES;
	frame = forged(input, what % 32 % KINDS, fields);
	len_bytes = frame_build(&frame, bytes);
	card.has_lied |= (fields & LIES) != 0;
	if (fields & PATCHED) {
		size_t at = fuzz_take(input, 1) % SUMAC_PKT_BYTES;

		bytes[at] ^= (uint8_t)fuzz_take(input, 1);
	}
	if (what & RESIZED) {
		int more = step(input);

		memset(bytes + len_bytes, 0, MOST_ADDED);
		len_bytes = more < 0 && (size_t)-more >= len_bytes ? 1 : len_bytes + (size_t)(ssize_t)more;
	}
	send(len_bytes, !(what & UNSEALED), what & ERROR);
}

static void send_raw(struct fuzz_input *input)
{
	size_t len_bytes = 1 + fuzz_take(input, 1) % MOST_RAW;
	unsigned how = (unsigned)fuzz_take(input, 1);

	for (size_t i = 0; i < len_bytes; i++)
		bytes[i] = (uint8_t)fuzz_take(input, 1);
	card.has_lied |= !is_closing;
	send(len_bytes, how & 1 && !is_closing, how & 2);
}

/* The next chunk, as an honest peer of the exposed group sends it. */
static void send_chunk(struct fuzz_input *input)
{
	unsigned what = (unsigned)fuzz_take(input, 1), n_words = (unsigned)fuzz_take(input, 1);

	peer_send_next(EXPOSED, what % OUR_PEERS, n_words, what & 2, payload);
}

static void post(struct fuzz_input *input)
{
	unsigned what = (unsigned)fuzz_take(input, 1), more = (unsigned)fuzz_take(input, 1);
	struct card_desc desc = group_desc(EXPOSED, what % 8, fuzz_take(input, 1) * (more & 1 ? 4 : 1));
	bool is_spread = desc.route == ROUTE_SCATTER || desc.route == ROUTE_GATHER;

	if (more & 2)
		desc.op = (unsigned)fuzz_take(input, 1), desc.type = (unsigned)fuzz_take(input, 1);
	if (is_spread || more & 4)
		desc.part_bytes = (uint32_t)((desc.count * 4 + OUR_PEERS) / (1 + OUR_PEERS) + 63) / 64 * 64;
	if (more & 8)
		desc.inline_len = (unsigned)(4 * desc.count);
	group_post(EXPOSED, &desc, what & 16);
}

/* The host of the exposed group looks after it: takes completions, or ends it, or begins it anew. */
static void tend(struct fuzz_input *input)
{
	unsigned what = (unsigned)fuzz_take(input, 1);

	is_closing |= what % 8 == 1;
	if (what % 8 == 0)
		card_write(nic_group_register(EXPOSED, SUMAC_G_FAIL), SUMAC_ETIMEOUT << 16 | what >> 3);
	else if (what % 8 == 1)
		group_end(EXPOSED, are_in_doubt());
	else
		card_write(nic_group_register(EXPOSED, SUMAC_G_CONSUMED), ++taken);
}

static void act(struct fuzz_input *input)
{
	unsigned what = (unsigned)fuzz_take(input, 1);

	switch (what % 8) {
	case 0:
	case 1: send_forged(input); break;
	case 2: send_raw(input); break;
	case 3: card_run(1 + 4 * (what / 8) * (what / 8)); break;
	case 4: post(input); break;
	case 5: peers_answer(); break;
	case 6: send_chunk(input); break;
	default: tend(input); break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len_bytes)
{
	struct fuzz_input input = { data, len_bytes };
	unsigned how = (unsigned)fuzz_take(&input, 1);

	taken = 0;
	is_closing = false;
	for (unsigned i = 0; i < sizeof payload; i++)
		payload[i] = (uint8_t)(i * 7 + i / 256);
	groups_begin(how >= SLOW);
	group_open(EXPOSED, EXPOSED_KEY);
	group_open(SPARED, SPARED_KEY);
	for (int i = 0; i < MOST_STEPS && input.left_bytes; i++)
		act(&input);
	group_allreduce(SPARED, 2, true);
	groups_close(UINT64_C(1) << EXPOSED, are_in_doubt() || how & 1);
	group_open(EXPOSED, LATER_KEY);
	group_allreduce(EXPOSED, 2, how & 2);
	group_allreduce(EXPOSED, 40, false);
	group_allreduce(SPARED, 40, false);
	expect_untouched();
	groups_finish();
	return 0;
}
