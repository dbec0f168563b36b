/*
 * The modelled MAC: the link's rate, frames whole, and what the NIC may not do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/nic/mac.h"

enum { RATE = 50, BEAT = 64 };

static struct sumac_mac mac;
static struct sumac_mac_tx tx;
static uint8_t sent[SUMAC_VNIC_FRAME_BYTES];
static struct sumac_vnic_frame last_frame;
static int n_frames;
static const char *last_fault;
static uint64_t now;

static void frame_out(void *ctx, const struct sumac_vnic_frame *frame)
{
	(void)ctx;
	last_frame = *frame;
	memcpy(sent, frame->bytes, frame->len_bytes);
	n_frames++;
}

static void fault(void *ctx, uint64_t cycle, const char *what)
{
	(void)ctx, (void)cycle;
	last_fault = what;
}

static int set_up(void **state)
{
	static const struct sumac_vnic_model model = { 225, 125, { RATE, 1 }, { RATE, 1 } };
	static const struct sumac_vnic_host host = { .frame_out = frame_out, .fault = fault };

	(void)state;
	sumac_mac_init(&mac, &model, &host);
	memset(&tx, 0, sizeof tx);
	last_fault = NULL;
	n_frames = 0;
	now = 1000;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	sumac_mac_destroy(&mac);
	return 0;
}

static void clock(void)
{
	sumac_mac_drive(&mac, now, false);
	sumac_mac_take(&mac, now, &tx);
	now++;
}

static void send_frame(const uint8_t *bytes, size_t len_bytes)
{
	uint8_t beat[BEAT];

	for (size_t at = 0; at < len_bytes; at += BEAT) {
		size_t n = len_bytes - at < BEAT ? len_bytes - at : BEAT;

		memset(beat, 0xcc, sizeof beat);
		memcpy(beat, bytes + at, n);
		tx = (struct sumac_mac_tx){ true, at + BEAT >= len_bytes, n == BEAT ? ~0ull : (1ull << n) - 1, beat };
		do
			clock();
		while (!mac.pins.tready);
	}
	tx.tvalid = false;
}

static void frames_leave_whole_at_the_link_s_rate(void **state)
{
	uint8_t bytes[4164];
	uint64_t first_end;

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(i * 31);
	send_frame(bytes, sizeof bytes);
	first_end = last_frame.end_ticks;
	for (int i = 0; i < 9; i++)
		send_frame(bytes, sizeof bytes);
	assert_int_equal(n_frames, 10);
	assert_int_equal(last_frame.len_bytes, sizeof bytes);
	assert_memory_equal(sent, bytes, sizeof bytes);
	assert_int_equal(last_frame.end_ticks - first_end, 9 * (4164 + SUMAC_VNIC_FRAME_OVERHEAD_BYTES));
	assert_in_range(last_frame.tail_cycle * RATE, last_frame.end_ticks - 8 * RATE, last_frame.end_ticks);
	assert_null(last_fault);
}

static void a_rate_of_half_bytes_a_cycle_is_kept_exactly(void **state)
{
	uint8_t bytes[640] = { 0 };
	uint64_t first_cycle;

	(void)state;
	mac.rate.rate = (struct sumac_vnic_rate){ 25, 2 };
	send_frame(bytes, sizeof bytes);
	first_cycle = last_frame.tail_cycle;
	for (int i = 0; i < 25; i++)
		send_frame(bytes, sizeof bytes);
	/* 664 bytes at 12.5 a cycle */
	assert_int_equal(last_frame.tail_cycle - first_cycle, 25 * 664 * 2 / 25);
}

static void a_pause_inside_is_a_fault(void **state)
{
	uint8_t beat[BEAT] = { 0 };

	(void)state;
	tx = (struct sumac_mac_tx){ true, false, ~0ull, beat };
	clock();
	tx.tvalid = false;
	clock();
	assert_non_null(strstr(last_fault, "pauses"));
}

static void a_beat_that_changes_is_a_fault(void **state)
{
	uint8_t beat[BEAT] = { 0 };

	(void)state;
	tx = (struct sumac_mac_tx){ true, false, ~0ull, beat };
	do
		clock();
	while (mac.pins.tready); /* until it stalls */
	assert_null(last_fault);
	beat[5]++;
	clock();
	assert_non_null(strstr(last_fault, "changed"));
}

static void gaps_in_tkeep_are_faults(void **state)
{
	uint8_t beat[BEAT] = { 0 };

	(void)state;
	tx = (struct sumac_mac_tx){ true, true, 0xf7, beat };
	clock();
	assert_non_null(strstr(last_fault, "tkeep"));
	last_fault = NULL;
	set_up(NULL);
	tx = (struct sumac_mac_tx){ true, false, 0xff, beat };
	clock();
	assert_non_null(strstr(last_fault, "tkeep"));
}

static void an_endless_frame_is_a_fault(void **state)
{
	uint8_t bytes[SUMAC_VNIC_FRAME_BYTES + BEAT] = { 0 };

	(void)state;
	send_frame(bytes, SUMAC_VNIC_FRAME_BYTES);
	assert_null(last_fault);
	send_frame(bytes, sizeof bytes);
	assert_non_null(strstr(last_fault, "longer"));
	assert_int_equal(n_frames, 1);
}

static void frames_come_in_at_their_time_without_a_pause(void **state)
{
	uint8_t bytes[200];
	uint64_t at = now + 10;

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)i;
	sumac_mac_frame_in(&mac, at, bytes, sizeof bytes, false);
	sumac_mac_frame_in(&mac, at, bytes, 64, true);
	assert_int_equal(sumac_mac_next(&mac, now), at);
	for (; now < at; now++) {
		sumac_mac_drive(&mac, now, false);
		assert_false(mac.pins.tvalid);
		sumac_mac_take(&mac, now, &tx);
	}
	for (int beat = 0; beat < 5; beat++, now++) {
		/* A frame that has begun goes on in frozen cycles. */
		sumac_mac_drive(&mac, now, beat == 2);
		assert_true(mac.pins.tvalid);
		assert_int_equal(mac.pins.tlast, beat >= 3);
		assert_int_equal(mac.pins.tuser, beat == 4);
		assert_int_equal(mac.pins.tkeep, beat == 3 ? 0xff : ~0ull);
		assert_int_equal(mac.pins.tdata[0], beat == 4 ? 0 : (uint8_t)(64 * beat));
		sumac_mac_take(&mac, now, &tx);
	}
	assert_int_equal(sumac_mac_next(&mac, now), SUMAC_VNIC_NEVER);
}

static void frozen_cycles_begin_no_frame(void **state)
{
	uint8_t bytes[64] = { 0 };

	(void)state;
	sumac_mac_frame_in(&mac, now, bytes, sizeof bytes, false);
	sumac_mac_drive(&mac, now, true);
	assert_false(mac.pins.tvalid);
	assert_false(mac.pins.tready);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(frames_leave_whole_at_the_link_s_rate),
		TEST(a_rate_of_half_bytes_a_cycle_is_kept_exactly),
		TEST(a_pause_inside_is_a_fault),
		TEST(a_beat_that_changes_is_a_fault),
		TEST(gaps_in_tkeep_are_faults),
		TEST(an_endless_frame_is_a_fault),
		TEST(frames_come_in_at_their_time_without_a_pause),
		TEST(frozen_cycles_begin_no_frame),
	};

	return cmocka_run_group_tests_name("mac", tests, NULL, NULL);
}
