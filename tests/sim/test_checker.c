/*
 * The protocol checker: silent on good traffic, and each rule is caught when broken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frame_build.h"
#include "bus/address.h"
#include "sim/rack/checker.h"
#include "spec/spec.h"

enum { N_NICS = 3, SEQ_BITS = 24, SMALL_SEQ_BITS = 4, KEY = 0x1badcafe, SLOTS_LOG2 = 2, SLOTS = 4 };
/* NIC 0's channel to NIC 1 is 5, NIC 1's to NIC 0 is 9. */
enum { AT_0 = 5, AT_1 = 9 };

static struct sumac_checker *checker;
static uint8_t frame[8192];
static int last_rule;

static void note(void *ctx, enum sumac_checker_rule rule, const char *text)
{
	(void)ctx, (void)text;
	last_rule = (int)rule;
}

static void write_register(int nic, uint32_t offset, uint32_t value)
{
	sumac_checker_reg_write(checker, nic, offset, value);
}

static void open_channel(int nic, int peer, uint16_t index, uint16_t peer_index, uint32_t key, uint32_t slots_word)
{
	uint8_t mac[6];

	sumac_address_mac(peer, mac);
	write_register(nic, SUMAC_GROUP_BASE + 3 * SUMAC_GROUP_SIZE + SUMAC_G_KEY, key);
	write_register(nic, SUMAC_REG_CHANNEL_INDEX, index);
	write_register(nic, SUMAC_REG_CHANNEL_GROUP, 3 | (uint32_t)peer << 16);
	write_register(nic, SUMAC_REG_CHANNEL_PEER, peer_index);
	write_register(nic, SUMAC_REG_CHANNEL_MAC_LO, (uint32_t)sumac_record_get(mac, 0, 4));
	write_register(nic, SUMAC_REG_CHANNEL_MAC_HI, (uint32_t)sumac_record_get(mac, 4, 2));
	write_register(nic, SUMAC_REG_CHANNEL_SLOTS, slots_word);
}

static void open_both(uint32_t key)
{
	open_channel(0, 1, AT_0, AT_1, key, SLOTS_LOG2 | SLOTS_LOG2 << 16);
	open_channel(1, 0, AT_1, AT_0, key, SLOTS_LOG2 | SLOTS_LOG2 << 16);
}

static void start(unsigned seq_bits)
{
	assert_int_equal(sumac_checker_open(N_NICS, seq_bits, note, NULL, &checker), 0);
	last_rule = -1;
	open_both(KEY);
}

static int set_up_lossy(void **state)
{
	(void)state;
	start(SMALL_SEQ_BITS);
	sumac_checker_allow_repeats(checker);
	return 0;
}

static int set_up(void **state)
{
	(void)state;
	start(SEQ_BITS);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	sumac_checker_close(checker);
	return 0;
}

static struct frame_build from_0(unsigned kind, uint32_t seq, uint32_t ack, uint32_t limit)
{
	return (struct frame_build){ .from = 0, .to = 1, .kind = kind, .channel = AT_1, .key = KEY, .seq = seq, .ack = ack,
				     .limit = limit, .payload = "abcdefg",
				     .payload_bytes = kind == SUMAC_KIND_DATA ? 7 : 0 };
}

static struct frame_build from_1(unsigned kind, uint32_t seq, uint32_t ack, uint32_t limit)
{
	struct frame_build what = from_0(kind, seq, ack, limit);

	what.from = 1;
	what.to = 0;
	what.channel = AT_0;
	return what;
}

/* Shows a frame to the checker; returns the rule that it breaks, or -1. */
static int show(const struct frame_build *what)
{
	size_t len_bytes = frame_build(what, frame);

	last_rule = -1;
	sumac_checker_frame(checker, what->from, 0, frame, len_bytes);
	return last_rule;
}

static int show_from_0(unsigned kind, uint32_t seq, uint32_t ack, uint32_t limit)
{
	struct frame_build what = from_0(kind, seq, ack, limit);

	return show(&what);
}

static int show_from_1(unsigned kind, uint32_t seq, uint32_t ack, uint32_t limit)
{
	struct frame_build what = from_1(kind, seq, ack, limit);

	return show(&what);
}

/* Shows a good chunk in which one byte is changed; sealed again, so that only that is wrong. */
static int show_changed(unsigned offset, uint8_t flip, bool seal)
{
	struct frame_build what = from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);
	size_t len_bytes;

	what.first = true;
	len_bytes = frame_build(&what, frame);
	frame[offset] ^= flip;
	if (seal)
		frame_seal(frame, len_bytes);
	last_rule = -1;
	sumac_checker_frame(checker, 0, 0, frame, len_bytes);
	return last_rule;
}

static void good_traffic_is_silent(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 300; i++) {
		struct frame_build what = from_0(SUMAC_KIND_DATA, i, i, i + SLOTS);

		what.first = i % 3 == 0;
		what.payload = frame + 4096; /* anything */
		what.payload_bytes = (uint16_t)(i * 13 % 4000);
		assert_int_equal(show(&what), -1);
		assert_int_equal(show_from_1(SUMAC_KIND_DATA, i, i + 1, i + 1 + SLOTS), -1);
	}
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 300, 304), -1);
	assert_int_equal(show_from_0(SUMAC_KIND_PROBE, 0, 300, 304), -1);
	assert_int_equal(show_from_0(SUMAC_KIND_ABORT, 0, 300, 304), -1);
	assert_int_equal(sumac_checker_counts(checker)->chunks, 600);
	assert_int_equal(sumac_checker_counts(checker)->acks, 1);
	assert_int_equal(sumac_checker_counts(checker)->aborts, 1);
}

static void sequence_numbers_wrap(void **state)
{
	(void)state;
	sumac_checker_close(checker);
	start(SMALL_SEQ_BITS);
	for (uint32_t i = 0; i < 100; i++) {
		assert_int_equal(show_from_0(SUMAC_KIND_DATA, i & 15, 0, SLOTS), -1);
		assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, (i + 1) & 15, (i + 1 + SLOTS) & 15), -1);
	}
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 5, 0, SLOTS), SUMAC_CHECKER_SEQ); /* 4 is next */
}

static void a_chunk_twice_is_caught(void **state)
{
	(void)state;
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS), -1);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS), SUMAC_CHECKER_SEQ);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 1, 0, SLOTS), -1);
}

static void a_chunk_left_out_is_caught(void **state)
{
	(void)state;
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 1, 0, SLOTS), SUMAC_CHECKER_SEQ);
}

static void a_chunk_beyond_the_limit_is_caught(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < SLOTS; i++)
		assert_int_equal(show_from_0(SUMAC_KIND_DATA, i, 0, SLOTS), -1);
	/* Acknowledged, but not released: the limit stays. */
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, SLOTS, SLOTS), -1);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, SLOTS, 0, SLOTS), SUMAC_CHECKER_LIMIT);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, SLOTS, 2 * SLOTS), -1);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, SLOTS + 1, 0, SLOTS), -1);
}

static void acknowledging_what_was_not_sent_is_caught(void **state)
{
	(void)state;
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 1, SLOTS), SUMAC_CHECKER_ACK);
}

static void acknowledging_backwards_is_caught(void **state)
{
	(void)state;
	show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);
	show_from_0(SUMAC_KIND_DATA, 1, 0, SLOTS);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 2, SLOTS), -1);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 1, SLOTS), SUMAC_CHECKER_ACK);
}

static void a_limit_backwards_is_caught(void **state)
{
	(void)state;
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 0, SLOTS - 1), SUMAC_CHECKER_GRANT);
}

static void a_limit_beyond_the_window_is_caught(void **state)
{
	(void)state;
	show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 0, SLOTS + 1), SUMAC_CHECKER_GRANT);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 1, SLOTS + 1), -1);
}

static void a_foreign_channel_is_caught(void **state)
{
	struct frame_build what = from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);

	(void)state;
	what.channel++;
	assert_int_equal(show(&what), SUMAC_CHECKER_CHANNEL);
}

static void a_wrong_key_is_caught(void **state)
{
	struct frame_build what = from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);

	(void)state;
	what.key ^= 0x100;
	assert_int_equal(show(&what), SUMAC_CHECKER_CHANNEL);
}

static void each_byte_of_a_header_counts(void **state)
{
	static const struct {
		unsigned offset;
		int rule;
	} rows[] = {
		{ SUMAC_PKT_ETH_DST_OFFSET + 5, SUMAC_CHECKER_ADDRESS }, { SUMAC_PKT_ETH_DST_OFFSET, SUMAC_CHECKER_ADDRESS },
		{ SUMAC_PKT_ETH_SRC_OFFSET + 5, SUMAC_CHECKER_ADDRESS }, { SUMAC_PKT_ETH_TYPE_OFFSET, SUMAC_CHECKER_HEADER },
		{ SUMAC_PKT_IP_VERIHL_OFFSET, SUMAC_CHECKER_HEADER },	 { SUMAC_PKT_IP_TOS_OFFSET, SUMAC_CHECKER_HEADER },
		{ SUMAC_PKT_IP_LEN_OFFSET + 1, SUMAC_CHECKER_LENGTH },	 { SUMAC_PKT_IP_ID_OFFSET, SUMAC_CHECKER_HEADER },
		{ SUMAC_PKT_IP_FRAG_OFFSET, SUMAC_CHECKER_HEADER },	 { SUMAC_PKT_IP_TTL_OFFSET, SUMAC_CHECKER_HEADER },
		{ SUMAC_PKT_IP_PROTO_OFFSET, SUMAC_CHECKER_HEADER },	 { SUMAC_PKT_IP_SRC_OFFSET + 3, SUMAC_CHECKER_ADDRESS },
		{ SUMAC_PKT_IP_DST_OFFSET + 3, SUMAC_CHECKER_ADDRESS },	 { SUMAC_PKT_UDP_SRC_OFFSET, SUMAC_CHECKER_HEADER },
		{ SUMAC_PKT_UDP_DST_OFFSET, SUMAC_CHECKER_HEADER },	 { SUMAC_PKT_UDP_LEN_OFFSET, SUMAC_CHECKER_LENGTH },
		{ SUMAC_PKT_UDP_SUM_OFFSET, SUMAC_CHECKER_HEADER },	 { SUMAC_PKT_LENGTH_OFFSET, SUMAC_CHECKER_LENGTH },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(show_changed(rows[i].offset, 0x08, true), rows[i].rule);
	assert_int_equal(show_changed(0, 0, true), -1);
}

static void checksums_are_checked(void **state)
{
	(void)state;
	assert_int_equal(show_changed(SUMAC_PKT_IP_SUM_OFFSET, 1, false), SUMAC_CHECKER_IP_SUM);
	assert_int_equal(show_changed(64 + 2, 1, false), SUMAC_CHECKER_CRC); /* payload */
	assert_int_equal(show_changed(SUMAC_PKT_SEQ_OFFSET, 1, false), SUMAC_CHECKER_CRC);
}

static void unknown_kinds_and_flags_are_caught(void **state)
{
	struct frame_build what = from_0(SUMAC_KIND_ACK, 0, 0, SLOTS);

	(void)state;
	assert_int_equal(show_changed(SUMAC_PKT_KIND_OFFSET, 0x0e, true), SUMAC_CHECKER_KIND);
	assert_int_equal(show_changed(SUMAC_PKT_KIND_OFFSET, 0x40, true), SUMAC_CHECKER_KIND);
	what.first = true;
	assert_int_equal(show(&what), SUMAC_CHECKER_KIND);
}

static void a_word_of_nothing_is_caught(void **state)
{
	struct frame_build what = from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);

	(void)state;
	what.word = 1;
	assert_int_equal(show(&what), SUMAC_CHECKER_WORD);
}

static void stumps_and_tails_are_caught(void **state)
{
	struct frame_build what = from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);
	size_t len_bytes = frame_build(&what, frame);

	(void)state;
	for (size_t shown = 0; shown < len_bytes + 8; shown++) {
		if (shown == len_bytes)
			continue;
		last_rule = -1;
		sumac_checker_frame(checker, 0, 0, frame, shown);
		assert_int_equal(last_rule, SUMAC_CHECKER_LENGTH);
	}
}

static void ends_must_agree_on_slots(void **state)
{
	(void)state;
	open_channel(0, 2, 6, 7, KEY, 2 | 3 << 16);
	assert_int_equal(last_rule, -1);
	open_channel(2, 0, 7, 6, KEY, 3 | 3 << 16);
	assert_int_equal(last_rule, SUMAC_CHECKER_SLOTS);
}

static void opening_again_begins_anew(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < SLOTS; i++)
		show_from_0(SUMAC_KIND_DATA, i, 0, SLOTS);
	open_both(KEY);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS), -1);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 1, SLOTS), -1);
}

static void an_old_life_s_frame_is_no_violation(void **state)
{
	(void)state;
	show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS);
	open_both(KEY + 1);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 1, SLOTS), -1);
}

/* With numbers of 4 bits and windows of 4. */
static void on_a_lossy_wire_chunks_of_the_last_window_are_repeated_as_they_were(void **state)
{
	struct frame_build other = from_0(SUMAC_KIND_DATA, 2, 0, SLOTS);

	(void)state;
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 15, 0, SLOTS), SUMAC_CHECKER_SEQ); /* nothing came before the first */
	for (uint32_t seq = 0; seq < SLOTS; seq++)
		assert_int_equal(show_from_0(SUMAC_KIND_DATA, seq, 0, SLOTS), -1);
	for (uint32_t seq = 0; seq < SLOTS; seq++)
		assert_int_equal(show_from_0(SUMAC_KIND_DATA, seq, 0, SLOTS), -1);
	assert_int_equal(sumac_checker_counts(checker)->repeated, SLOTS);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, SLOTS, 0, SLOTS), SUMAC_CHECKER_LIMIT);
	other.payload = "abcdefh";
	assert_int_equal(show(&other), SUMAC_CHECKER_REPEAT);
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, 0, 0, SLOTS), SUMAC_CHECKER_SEQ); /* before the window */
	assert_int_equal(show_from_0(SUMAC_KIND_DATA, SLOTS + 2, 0, SLOTS), SUMAC_CHECKER_SEQ);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 2, SLOTS), -1);
	assert_int_equal(show(&other), SUMAC_CHECKER_REPEAT);
	assert_int_equal(show_from_1(SUMAC_KIND_ACK, 0, 3, SLOTS), -1);
	assert_int_equal(show(&other), -1); /* the receiver has it, and drops what comes */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(good_traffic_is_silent),
		TEST(sequence_numbers_wrap),
		TEST(a_chunk_twice_is_caught),
		TEST(a_chunk_left_out_is_caught),
		TEST(a_chunk_beyond_the_limit_is_caught),
		TEST(acknowledging_what_was_not_sent_is_caught),
		TEST(acknowledging_backwards_is_caught),
		TEST(a_limit_backwards_is_caught),
		TEST(a_limit_beyond_the_window_is_caught),
		TEST(a_foreign_channel_is_caught),
		TEST(a_wrong_key_is_caught),
		TEST(each_byte_of_a_header_counts),
		TEST(checksums_are_checked),
		TEST(unknown_kinds_and_flags_are_caught),
		TEST(a_word_of_nothing_is_caught),
		TEST(stumps_and_tails_are_caught),
		TEST(ends_must_agree_on_slots),
		TEST(opening_again_begins_anew),
		TEST(an_old_life_s_frame_is_no_violation),
		cmocka_unit_test_setup_teardown(on_a_lossy_wire_chunks_of_the_last_window_are_repeated_as_they_were, set_up_lossy,
						tear_down),
	};

	return cmocka_run_group_tests_name("checker", tests, NULL, NULL);
}
