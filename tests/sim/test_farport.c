/*
 * Far memory behind the host port: what is asked for together, what is not, and in which order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/nic/hostport.h"

enum { BEAT = 64, BASE = 0x10000, MEMORY = 8192 };

static uint8_t memory[MEMORY];
static char story[512];
static bool has_gone;
static struct sumac_hostport port;
static struct sumac_axi_master master;
static uint64_t now;

static void *translate(void *ctx, uint64_t address, size_t len_bytes)
{
	(void)ctx, (void)address, (void)len_bytes;
	return NULL;
}

static bool is_far(void *ctx, uint64_t address, size_t len_bytes)
{
	(void)ctx;
	return address >= BASE && address + len_bytes <= BASE + MEMORY;
}

static void tell(const char *what, uint64_t address, size_t len_bytes)
{
	size_t len = strlen(story);

	snprintf(story + len, sizeof story - len, "%s %d+%d, ", what, (int)(address - BASE), (int)len_bytes);
}

static int far_read(void *ctx, uint64_t address, size_t len_bytes, void *bytes_out)
{
	(void)ctx;
	tell("read", address, len_bytes);
	memcpy(bytes_out, memory + (address - BASE), len_bytes);
	return has_gone ? -5 : 0;
}

static int far_write(void *ctx, uint64_t address, size_t len_bytes, const void *bytes)
{
	(void)ctx;
	tell("write", address, len_bytes);
	memcpy(memory + (address - BASE), bytes, len_bytes);
	return 0;
}

static int set_up(void **state)
{
	static const struct sumac_vnic_model model = { 1, 1, { BEAT, 1 }, { BEAT, 1 } };
	static const struct sumac_vnic_host host = { .translate = translate, .is_far = is_far, .far_read = far_read,
						     .far_write = far_write };

	(void)state;
	for (int i = 0; i < MEMORY; i++)
		memory[i] = (uint8_t)(i / BEAT * 7 + i + 1);
	memset(&master, 0, sizeof master);
	master.rready = master.bready = true;
	*story = 0;
	has_gone = false;
	now = 1000;
	sumac_hostport_init(&port, &model, &host);
	port.windows.windows[0].len_bytes = UINT64_MAX;
	port.windows.n_windows = 1;
	return 0;
}

static void clock(void)
{
	sumac_hostport_drive(&port, now, false);
	if (port.pins.rvalid && port.pins.rresp == SUMAC_AXI_OKAY)
		assert_memory_equal(port.pins.rdata, memory + (master.araddr - BASE), BEAT);
	if (port.pins.rvalid)
		master.araddr += BEAT;
	sumac_hostport_take(&port, now++, &master);
}

/* Every beat of it is as in memory, or refused. */
static void read_burst(uint64_t address, unsigned beats)
{
	master.araddr = address;
	master.arlen = (uint8_t)(beats - 1);
	master.arvalid = true;
	sumac_hostport_drive(&port, now, false);
	sumac_hostport_take(&port, now++, &master);
	master.arvalid = false;
	for (unsigned i = 0; i < beats + 8; i++)
		clock();
	assert_int_equal(master.araddr, address + beats * BEAT);
}

static void write_burst(uint64_t address, unsigned beats, const uint64_t *strobes, uint8_t resp)
{
	static const uint8_t line[BEAT] = { [0 ... BEAT - 1] = 0xd5 };
	bool has_answer = false;

	master.awvalid = true;
	master.awaddr = address;
	master.awlen = (uint8_t)(beats - 1);
	clock();
	master.awvalid = false;
	for (unsigned i = 0; i < beats; i++) {
		master.wvalid = true;
		master.wstrb = strobes[i];
		master.wdata = line;
		master.wlast = i == beats - 1;
		do
			clock();
		while (!port.pins.wready);
	}
	master.wvalid = false;
	for (int i = 0; i < SUMAC_HOSTPORT_SETTLE_CYCLES + 8; i++) {
		sumac_hostport_drive(&port, now, false);
		if (port.pins.bvalid)
			assert_int_equal(port.pins.bresp, resp);
		has_answer |= port.pins.bvalid;
		sumac_hostport_take(&port, now++, &master);
	}
	assert_true(has_answer);
}

static void a_burst_is_read_at_once_and_never_from_one_before_it(void **state)
{
	(void)state;
	read_burst(BASE + 128, 4);
	memory[200]++;
	read_burst(BASE + 128, 2);
	read_burst(BASE + MEMORY - BEAT, 1);
	assert_string_equal(story, "read 128+256, read 128+128, read 8128+64, ");
}

static void what_cannot_be_read_is_refused(void **state)
{
	(void)state;
	has_gone = true;
	read_burst(BASE, 1);
	assert_int_equal(port.pins.rresp, SUMAC_AXI_SLVERR);
	has_gone = false;
	read_burst(BASE, 1);
	assert_int_equal(port.pins.rresp, SUMAC_AXI_OKAY);
	read_burst(BASE + MEMORY, 1);
	assert_int_equal(port.pins.rresp, SUMAC_AXI_SLVERR);
}

static void the_lines_of_a_burst_are_written_together(void **state)
{
	const uint64_t strobes[] = { ~0ull << 60, ~0ull, ~0ull, 3 }, holes[] = { 0xff00, 0xf000000000000001 };

	(void)state;
	write_burst(BASE, 4, strobes, SUMAC_AXI_OKAY);
	write_burst(BASE + 256, 2, holes, SUMAC_AXI_OKAY);
	write_burst(BASE + 384, 1, strobes + 3, SUMAC_AXI_OKAY);
	assert_string_equal(story, "write 60+134, write 264+8, write 320+1, write 380+4, write 384+2, ");
	assert_int_equal(memory[60], 0xd5);
	assert_int_equal(memory[193], 0xd5);
	assert_int_not_equal(memory[194], 0xd5);
	write_burst(BASE + MEMORY, 1, strobes, SUMAC_AXI_SLVERR);
}

static void a_line_s_lap_is_written_after_the_rest(void **state)
{
	const uint64_t whole = ~0ull, lap = 0xffull << 56;

	(void)state;
	write_burst(BASE + 640, 1, &whole, SUMAC_AXI_OKAY);
	write_burst(BASE + 640, 1, &lap, SUMAC_AXI_OKAY);
	assert_string_equal(story, "write 640+56, write 696+8, write 696+8, ");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, set_up)
	const struct CMUnitTest tests[] = {
		TEST(a_burst_is_read_at_once_and_never_from_one_before_it),
		TEST(what_cannot_be_read_is_refused),
		TEST(the_lines_of_a_burst_are_written_together),
		TEST(a_line_s_lap_is_written_after_the_rest),
	};

	return cmocka_run_group_tests_name("farport", tests, NULL, NULL);
}
