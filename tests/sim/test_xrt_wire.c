/*
 * Packets of XRT's emulation, byte by byte.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/xrt/xrt_wire.h"

/* A register write as XRT 2.13 sends it: address 0x1800150, 4 bytes, 07 00 00 00, PF and BAR 0. */
static const uint8_t written[] = { 0x09, 17, 0, 0, 0, 0, 0, 0, 0, 0x15, 9, 0, 0, 0, 0x10, 0xd0, 0x82, 0x80, 0x0c, 0x18, 0x04, 0x22,
				   0x04, 0x07, 0, 0, 0, 0x30, 0, 0x38, 0 };

static struct sumac_xrt_packet packet;
static struct sumac_xrt_message message;
static int fds[2];

static int set_up(void **state)
{
	(void)state;
	return socketpair(AF_UNIX, SOCK_STREAM, 0, fds);
}

static int tear_down(void **state)
{
	(void)state;
	sumac_xrt_packet_destroy(&packet);
	close(fds[0]);
	close(fds[1]);
	return 0;
}

static void a_packet_is_taken_apart(void **state)
{
	(void)state;
	assert_int_equal(write(fds[0], written, sizeof written), sizeof written);
	assert_int_equal(sumac_xrt_receive(fds[1], SUMAC_XRT_HEADER_BYTES, &packet), 0);
	assert_int_equal(packet.api, SUMAC_XRT_REG_WRITE);
	assert_true(sumac_xrt_parse(&packet, &message));
	assert_int_equal(message.number[2], 0x1800150);
	assert_int_equal(message.number[3], 4);
	assert_int_equal(message.len_bytes[4], 4);
	assert_memory_equal(message.bytes[4], "\7\0\0\0", 4);
}

/* An answer, as the shim takes it: valid, and four bytes. */
static void a_packet_is_put_together(void **state)
{
	static const uint8_t wanted[] = { 0x09, 8, 0, 0, 0, 0, 0, 0, 0, 0x08, 1, 0x12, 4, 'a', 'b', 'c', 'd' };
	uint8_t bytes[64];

	(void)state;
	sumac_xrt_begin(&packet, SUMAC_XRT_REG_READ);
	sumac_xrt_put_number(&packet, 1, 1);
	memcpy(sumac_xrt_put_bytes(&packet, 2, 4), "abcd", 4);
	assert_int_equal(sumac_xrt_send(fds[0], SUMAC_XRT_SHORT_HEADER_BYTES, &packet), 0);
	assert_int_equal(read(fds[1], bytes, sizeof bytes), sizeof wanted);
	assert_memory_equal(bytes, wanted, sizeof wanted);
	sumac_xrt_begin(&packet, SUMAC_XRT_HOST_READ);
	sumac_xrt_put_number(&packet, 1, UINT64_MAX);
	assert_int_equal(sumac_xrt_send(fds[0], SUMAC_XRT_HEADER_BYTES, &packet), 0);
	assert_int_equal(sumac_xrt_receive(fds[1], SUMAC_XRT_HEADER_BYTES, &packet), 0);
	assert_int_equal(packet.api, SUMAC_XRT_HOST_READ);
	assert_true(sumac_xrt_parse(&packet, &message));
	assert_true(message.number[1] == UINT64_MAX);
}

static void long_messages_arrive_whole(void **state)
{
	(void)state;
	sumac_xrt_begin(&packet, SUMAC_XRT_TO_DEVICE);
	memset(sumac_xrt_put_bytes(&packet, 4, 70000), 'x', 70000);
	assert_int_equal(sumac_xrt_send(fds[0], SUMAC_XRT_HEADER_BYTES, &packet), 0);
	sumac_xrt_packet_destroy(&packet);
	assert_int_equal(sumac_xrt_receive(fds[1], SUMAC_XRT_HEADER_BYTES, &packet), 0);
	assert_true(sumac_xrt_parse(&packet, &message));
	assert_int_equal(message.len_bytes[4], 70000);
	assert_int_equal(message.bytes[4][69999], 'x');
}

static void rubbish_is_no_packet(void **state)
{
	uint8_t bytes[sizeof written];

	(void)state;
	memcpy(bytes, written, sizeof bytes);
	bytes[8] = 1; /* longer than anything */
	assert_int_equal(write(fds[0], bytes, sizeof bytes), sizeof bytes);
	assert_true(sumac_xrt_receive(fds[1], SUMAC_XRT_HEADER_BYTES, &packet) < 0);
	close(fds[0]);
	assert_true(sumac_xrt_receive(fds[1], SUMAC_XRT_HEADER_BYTES, &packet) < 0);
	packet.bytes = (uint8_t[]){ 0x22, 5, 1, 2 }; /* five bytes, of which there are two; then a number without an end */
	packet.len_bytes = 4;
	assert_false(sumac_xrt_parse(&packet, &message));
	packet.bytes = (uint8_t[]){ 0x10, 0x80 };
	packet.len_bytes = 2;
	assert_false(sumac_xrt_parse(&packet, &message));
	packet.bytes = NULL;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(a_packet_is_taken_apart),
		TEST(a_packet_is_put_together),
		TEST(long_messages_arrive_whole),
		TEST(rubbish_is_no_packet),
	};

	return cmocka_run_group_tests_name("xrt_wire", tests, NULL, NULL);
}
