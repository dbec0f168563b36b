/*
 * One frame by itself: its fields, and for each rule a frame that breaks it. Frames are built, and their sums
 * computed, by code that shares nothing with the parser.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frame_build.h"
#include "sim/nic/vnic.h"
#include "sim/rack/frame.h"
#include "spec/spec.h"

enum { N_NICS = 300, FROM = 258, TO = 7, PASSES = -1 };

static uint8_t bytes[SUMAC_VNIC_FRAME_BYTES + 64];
static size_t len_bytes;
static struct sumac_frame frame;

static struct frame_build a_chunk(void)
{
	return (struct frame_build){ .from = FROM, .to = TO, .kind = SUMAC_KIND_DATA, .channel = 0x1234, .key = 0xABCDEF01,
				     .seq = 0x8765, .ack = 77, .limit = 99, .payload = "payload", .payload_bytes = 7 };
}

static void build(struct frame_build what)
{
	len_bytes = frame_build(&what, bytes);
}

/* The rule that it breaks, or PASSES. */
static int judge(void)
{
	enum sumac_checker_rule rule;

	return sumac_frame_parse(bytes, len_bytes, FROM, N_NICS, &frame, &rule) ? (int)rule : PASSES;
}

/* After a change at that byte, with its sums made good again. */
static int judge_with(unsigned at, uint8_t value)
{
	uint8_t was = bytes[at];
	int rule;

	bytes[at] = value;
	frame_seal(bytes, len_bytes);
	rule = judge();
	bytes[at] = was;
	frame_seal(bytes, len_bytes);
	return rule;
}

static void a_good_frame_has_its_fields(void **state)
{
	struct frame_build what = a_chunk();

	(void)state;
	for (int first = 0; first < 2; first++) {
		what.first = first;
		build(what);
		assert_int_equal(judge(), PASSES);
		assert_true(frame.from == FROM && frame.to == TO && frame.kind == SUMAC_KIND_DATA);
		assert_true(frame.first == first && frame.channel == 0x1234 && frame.key == 0xABCDEF01);
		assert_true(frame.seq == 0x8765 && frame.ack == 77 && frame.limit == 99);
	}
	what = (struct frame_build){ .from = FROM, .to = TO, .kind = SUMAC_KIND_ACK };
	build(what);
	assert_int_equal(judge(), PASSES);
}

static void every_kind_of_the_table_passes_and_no_other(void **state)
{
	bool is_kind[16] = { false };
	struct frame_build what = { .from = FROM, .to = TO };

	(void)state;
#define SUMAC_KIND(name, code, help) is_kind[code] = true;
#include "spec/rows.def"
	for (what.kind = 0; what.kind < 16; what.kind++) {
		build(what);
		assert_int_equal(judge(), is_kind[what.kind] ? PASSES : SUMAC_CHECKER_KIND);
	}
	build(a_chunk());
	assert_int_equal(judge_with(SUMAC_PKT_KIND_OFFSET, SUMAC_KIND_DATA | 2 << 4), SUMAC_CHECKER_KIND);
	for (what.kind = SUMAC_KIND_ACK; what.kind <= SUMAC_KIND_ABORT; what.kind++) {
		what.first = true;
		what.gap = false;
		build(what);
		assert_int_equal(judge(), SUMAC_CHECKER_KIND); /* a first of nothing */
		what.first = false;
		what.gap = true;
		build(what);
		assert_int_equal(judge(), what.kind == SUMAC_KIND_ACK || what.kind == SUMAC_KIND_PROBE_REPLY ? PASSES
													     : SUMAC_CHECKER_KIND);
	}
}

static void lengths_agree_with_each_other(void **state)
{
	struct frame_build what = a_chunk();

	(void)state;
	build(what);
	for (size_t shorter = 0; shorter < SUMAC_PKT_BYTES + 4; shorter += 17) {
		len_bytes = shorter;
		assert_int_equal(judge(), SUMAC_CHECKER_LENGTH);
	}
	build(what);
	len_bytes += 4;
	frame_seal(bytes, len_bytes);
	assert_int_equal(judge(), SUMAC_CHECKER_LENGTH);
	build(what);
	assert_int_equal(judge_with(SUMAC_PKT_LENGTH_OFFSET, 9), SUMAC_CHECKER_LENGTH);
	assert_int_equal(judge_with(SUMAC_PKT_IP_LEN_OFFSET + 1, bytes[SUMAC_PKT_IP_LEN_OFFSET + 1] + 1),
			 SUMAC_CHECKER_LENGTH);
	assert_int_equal(judge_with(SUMAC_PKT_UDP_LEN_OFFSET + 1, 0), SUMAC_CHECKER_LENGTH);
	what.kind = SUMAC_KIND_ACK; /* which carries nothing */
	build(what);
	assert_int_equal(judge(), SUMAC_CHECKER_LENGTH);
}

static void headers_and_addresses_are_ours(void **state)
{
	static const unsigned headers[] = { SUMAC_PKT_ETH_TYPE_OFFSET, SUMAC_PKT_IP_VERIHL_OFFSET, SUMAC_PKT_IP_TOS_OFFSET,
					    SUMAC_PKT_IP_ID_OFFSET, SUMAC_PKT_IP_FRAG_OFFSET, SUMAC_PKT_IP_TTL_OFFSET,
					    SUMAC_PKT_IP_PROTO_OFFSET, SUMAC_PKT_UDP_SRC_OFFSET, SUMAC_PKT_UDP_DST_OFFSET,
					    SUMAC_PKT_UDP_SUM_OFFSET };
	static const unsigned addresses[] = { SUMAC_PKT_ETH_DST_OFFSET, SUMAC_PKT_ETH_DST_OFFSET + 5,
			SUMAC_PKT_ETH_SRC_OFFSET + 5,
					      SUMAC_PKT_IP_SRC_OFFSET + 3, SUMAC_PKT_IP_DST_OFFSET };

	(void)state;
	build(a_chunk());
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		assert_int_equal(judge_with(headers[i], bytes[headers[i]] ^ 1), SUMAC_CHECKER_HEADER);
	for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
		assert_int_equal(judge_with(addresses[i], bytes[addresses[i]] ^ 1), SUMAC_CHECKER_ADDRESS);
}

static void a_nic_that_is_not_there_is_nobody_s_address(void **state)
{
	struct frame_build what = a_chunk();

	(void)state;
	what.to = N_NICS - 1;
	build(what);
	assert_int_equal(judge(), PASSES);
	what.to = N_NICS;
	build(what);
	assert_int_equal(judge(), SUMAC_CHECKER_ADDRESS);
	what.to = TO;
	what.from = FROM + 1; /* another port's */
	build(what);
	assert_int_equal(judge(), SUMAC_CHECKER_ADDRESS);
}

static void every_bit_counts_for_the_crc(void **state)
{
	(void)state;
	build(a_chunk());
	for (size_t at = SUMAC_PKT_BYTES; at < len_bytes; at++)
		for (int bit = 0; bit < 8; bit++) {
			bytes[at] ^= (uint8_t)(1 << bit);
			assert_int_equal(judge(), SUMAC_CHECKER_CRC);
			bytes[at] ^= (uint8_t)(1 << bit);
		}
	bytes[SUMAC_PKT_IP_SUM_OFFSET] ^= 1;
	assert_int_equal(judge(), SUMAC_CHECKER_IP_SUM);
}

/* The check value of CRC-32C, and the checksum of RFC 1071's kind: all ones make zero. */
static void sums_are_the_known_ones(void **state)
{
	(void)state;
	assert_int_equal(sumac_frame_crc((const uint8_t *)"123456789", 9), 0xE3069283);
	assert_int_equal(sumac_frame_crc(NULL, 0), 0);
	memset(bytes, 0xff, sizeof bytes);
	assert_int_equal(sumac_frame_ip_sum(bytes), 0);
	memset(bytes, 0, sizeof bytes);
	assert_int_equal(sumac_frame_ip_sum(bytes), 0xffff);
}

static void only_a_first_chunk_and_an_abort_have_a_word(void **state)
{
	struct frame_build what = a_chunk();

	(void)state;
	what.word = 1u << 31;
	for (what.kind = SUMAC_KIND_DATA; what.kind <= SUMAC_KIND_ABORT; what.kind++) {
		build(what);
		assert_int_equal(judge(), what.kind == SUMAC_KIND_ABORT ? PASSES : SUMAC_CHECKER_WORD);
		what.payload_bytes = 0;
	}
	what = a_chunk();
	what.word = 1;
	what.first = true;
	build(what);
	assert_int_equal(judge(), PASSES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_frame_has_its_fields),
		cmocka_unit_test(every_kind_of_the_table_passes_and_no_other),
		cmocka_unit_test(lengths_agree_with_each_other),
		cmocka_unit_test(headers_and_addresses_are_ours),
		cmocka_unit_test(a_nic_that_is_not_there_is_nobody_s_address),
		cmocka_unit_test(every_bit_counts_for_the_crc),
		cmocka_unit_test(sums_are_the_known_ones),
		cmocka_unit_test(only_a_first_chunk_and_an_abort_have_a_word),
	};

	return cmocka_run_group_tests_name("frame", tests, NULL, NULL);
}
