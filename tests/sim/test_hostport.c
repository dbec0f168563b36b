/*
 * The modelled host port: latencies, rate, order, error
 * answers, what is stored when, and what the master may not do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/nic/hostport.h"
#include "spec/spec.h"

enum { READ = 225, WRITE = 125, RATE = 50, BASE = 0x10000, MEMORY = 65536, BEAT = 64 };

static _Alignas(64) uint8_t memory[MEMORY];
static struct sumac_hostport port;
static struct sumac_axi_master master;
static const char *last_fault;
static uint64_t now;

static void *translate(void *ctx, uint64_t address, size_t len_bytes)
{
	(void)ctx;
	if (address < BASE || address + len_bytes > BASE + MEMORY)
		return NULL;
	return memory + (address - BASE);
}

static void fault(void *ctx, uint64_t cycle, const char *what)
{
	(void)ctx, (void)cycle;
	last_fault = what;
}

static void write_window(uint32_t index, uint64_t base, uint64_t len_bytes)
{
	sumac_hostwindows_write(&port.windows, SUMAC_REG_WINDOW_INDEX, index);
	sumac_hostwindows_write(&port.windows, SUMAC_REG_WINDOW_BASE_LO, (uint32_t)base);
	sumac_hostwindows_write(&port.windows, SUMAC_REG_WINDOW_BASE_HI, (uint32_t)(base >> 32));
	sumac_hostwindows_write(&port.windows, SUMAC_REG_WINDOW_LEN_LO, (uint32_t)len_bytes);
	sumac_hostwindows_write(&port.windows, SUMAC_REG_WINDOW_LEN_HI, (uint32_t)(len_bytes >> 32));
}

static int set_up(void **state)
{
	static const struct sumac_vnic_model model = { READ, WRITE, { RATE, 1 }, { RATE, 1 } };
	static const struct sumac_vnic_host host = { .translate = translate, .fault = fault };

	(void)state;
	for (int i = 0; i < MEMORY; i++)
		memory[i] = (uint8_t)(i / 64 * 7 + i);
	memset(&master, 0, sizeof master);
	master.rready = master.bready = true;
	last_fault = NULL;
	now = 1000;
	sumac_hostport_init(&port, &model, &host);
	write_window(0, 0, UINT64_C(1) << 32);
	return 0;
}

static void clock(void)
{
	sumac_hostport_drive(&port, now, false);
	sumac_hostport_take(&port, now, &master);
	now++;
}

static void ask_read(uint64_t address, unsigned beats)
{
	master.arvalid = true;
	master.araddr = address;
	master.arlen = (uint8_t)(beats - 1);
	clock();
	master.arvalid = false;
}

/* Clocks until a read beat is handed over; the cycle in which it was. */
static uint64_t next_beat(void)
{
	for (int i = 0; i < 2000; i++) {
		sumac_hostport_drive(&port, now, false);
		sumac_hostport_take(&port, now, &master);
		now++;
		if (!port.pins.rvalid && port.pins.rdata[0] != 0xee)
			return now - 1;
	}
	fail_msg("no beat comes");
	return 0;
}

/* Marks the pins, so that the next beat shows. */
static uint64_t read_beat(uint64_t address, uint8_t resp, bool last)
{
	uint64_t cycle;

	port.pins.rdata[0] = 0xee;
	cycle = next_beat();
	assert_int_equal(port.pins.rresp, resp);
	assert_int_equal(port.pins.rlast, last);
	if (resp == SUMAC_AXI_OKAY)
		assert_memory_equal(port.pins.rdata, memory + (address - BASE), BEAT);
	return cycle;
}

static void a_read_takes_its_latency(void **state)
{
	uint64_t asked = now;

	(void)state;
	memory[0] = memory[64] = 1;
	ask_read(BASE, 1);
	assert_int_equal(sumac_hostport_next(&port, now), asked + READ);
	assert_int_equal(read_beat(BASE, SUMAC_AXI_OKAY, true), asked + READ);
	assert_int_equal(sumac_hostport_next(&port, now), SUMAC_VNIC_NEVER);
}

static void reads_come_in_order_at_the_port_s_rate(void **state)
{
	uint64_t first, last = 0;

	(void)state;
	for (int i = 0; i < MEMORY; i += 64)
		memory[i] = 1;
	for (unsigned i = 0; i < 40; i++)
		ask_read(BASE + i * 512, 8);
	first = read_beat(BASE, SUMAC_AXI_OKAY, false);
	for (unsigned i = 1; i < 320; i++)
		last = read_beat(BASE + i * BEAT, SUMAC_AXI_OKAY, i % 8 == 7);
	assert_in_range(last - first, 319 * BEAT / RATE, 319 * BEAT / RATE + 1);
}

static void outside_the_windows_is_an_error(void **state)
{
	(void)state;
	memory[0] = 1;
	ask_read(BASE + MEMORY, 1);
	ask_read(BASE, 1);
	read_beat(0, SUMAC_AXI_SLVERR, true);
	read_beat(BASE, SUMAC_AXI_OKAY, true);
}

static void write_beats(uint64_t address, unsigned beats, uint64_t strobes, const uint8_t *data)
{
	master.awvalid = true;
	master.awaddr = address;
	master.awlen = (uint8_t)(beats - 1);
	clock();
	master.awvalid = false;
	for (unsigned i = 0; i < beats; i++) {
		master.wvalid = true;
		master.wstrb = strobes;
		master.wdata = data + BEAT * i;
		master.wlast = i == beats - 1;
		do
			clock();
		while (!port.pins.wready);
		master.wvalid = false;
	}
}

/* Clocks until the answer is handed over; the cycle. */
static uint64_t write_answer(uint8_t resp)
{
	for (int i = 0; i < 2000; i++) {
		sumac_hostport_drive(&port, now, false);
		if (port.pins.bvalid) {
			assert_int_equal(port.pins.bresp, resp);
			sumac_hostport_take(&port, now, &master);
			return now++;
		}
		sumac_hostport_take(&port, now, &master);
		now++;
	}
	fail_msg("no answer comes");
	return 0;
}

static void idle(unsigned cycles)
{
	while (cycles--)
		clock();
}

static void a_write_is_answered_after_its_latency_and_stored_by_strobes(void **state)
{
	static const uint64_t strobes[] = { ~0ull, 1, 1ull << 63, 0xff00000000000000, 0x00ffffffffffffff, 0x7ffffffffffffffe,
					    0xa5a5000000ff0f01, 0 };
	uint8_t data[BEAT], wanted[BEAT];

	(void)state;
	memset(data, 0xd5, sizeof data);
	for (size_t i = 0; i < sizeof strobes / sizeof *strobes; i++) {
		uint64_t last;

		memcpy(wanted, memory + 640, BEAT);
		for (int byte = 0; byte < BEAT; byte++)
			if (strobes[i] >> byte & 1)
				wanted[byte] = 0xd5;
		write_beats(BASE + 640, 1, strobes[i], data);
		last = now - 1;
		assert_int_equal(write_answer(SUMAC_AXI_OKAY), last + WRITE);
		idle(SUMAC_HOSTPORT_SETTLE_CYCLES + 1);
		assert_memory_equal(memory + 640, wanted, BEAT);
		assert_int_equal(memory[639], (uint8_t)(639 / 64 * 7 + 639));
		assert_int_equal(memory[704], (uint8_t)(704 / 64 * 7 + 704));
		assert_int_equal(sumac_hostport_next(&port, now), SUMAC_VNIC_NEVER);
		memset(memory + 640, (int)i, BEAT);
	}
}

static void an_interrupt_does_not_overtake_writes(void **state)
{
	uint8_t data[2 * BEAT];

	(void)state;
	memset(data, 0x3c, sizeof data);
	write_beats(BASE, 2, ~0ull, data);
	assert_int_not_equal(memory[0], 0x3c);
	sumac_hostport_flush(&port);
	assert_memory_equal(memory, data, sizeof data);
	/* A write that was stored early is answered all the same, once. */
	write_answer(SUMAC_AXI_OKAY);
	memset(memory, 1, 2 * BEAT);
	idle(300);
	assert_int_equal(memory[0], 1);
}

static void a_write_outside_is_an_error_and_stores_nothing(void **state)
{
	uint8_t data[2 * BEAT] = { 0 };

	(void)state;
	memory[MEMORY - 1] = 9;
	write_beats(BASE + MEMORY - BEAT, 2, ~0ull, data); /* its second beat is outside */
	write_answer(SUMAC_AXI_SLVERR);
	write_beats(BASE - BEAT, 1, ~0ull, data);
	write_answer(SUMAC_AXI_SLVERR);
}

static void writes_go_at_the_port_s_rate(void **state)
{
	static uint8_t data[64 * BEAT];
	uint64_t begin = now;

	(void)state;
	write_beats(BASE, 64, ~0ull, data);
	assert_in_range(now - begin, 64 * BEAT / RATE - 1, 64 * BEAT / RATE + 3);
}

static void bursts_across_4_kib_are_faults(void **state)
{
	uint8_t data[2 * BEAT] = { 0 };

	(void)state;
	ask_read(BASE + 4096 - BEAT, 1);
	assert_null(last_fault);
	ask_read(BASE + 4096 - BEAT, 2);
	assert_non_null(strstr(last_fault, "read burst"));
	last_fault = NULL;
	write_beats(BASE + 4096 - BEAT, 2, ~0ull, data);
	assert_non_null(strstr(last_fault, "write burst"));
}

/* Also where the memory around is the host's. */
static void a_beat_beside_the_registered_windows_is_a_fault(void **state)
{
	(void)state;
	write_window(0, BASE + BEAT, 2 * BEAT);
	write_window(3, BASE + BEAT, 3 * BEAT - 1);			/* what the NIC must refuse opens nothing, */
	write_window(3, BASE + BEAT + 32, 3 * BEAT);
	write_window(3, BASE, UINT64_MAX - BEAT + 1);
	write_window(0, BASE, 0);					/* and what is closed may still be read */
	ask_read(BASE + BEAT, 2);
	assert_null(last_fault);
	ask_read(BASE + BEAT, 3);
	assert_non_null(strstr(last_fault, "a read burst has bytes"));
	last_fault = NULL;
	ask_read(BASE, 2);
	assert_non_null(strstr(last_fault, "a read burst has bytes"));
	master.awvalid = true;
	master.awaddr = BASE + 3 * BEAT;
	clock();
	assert_non_null(strstr(last_fault, "a write burst has bytes"));
	write_window(255, BASE + 3 * BEAT, BEAT);
	last_fault = NULL;
	clock();
	assert_null(last_fault);
}

static void a_payload_that_changes_is_a_fault(void **state)
{
	uint8_t data[BEAT] = { 0 };

	(void)state;
	/* Data before any address: the port does not take it. */
	master.wvalid = true;
	master.wdata = data;
	master.wstrb = 1;
	master.wlast = true;
	clock();
	clock();
	assert_null(last_fault);
	data[3] = 1;
	clock();
	assert_non_null(strstr(last_fault, "write data changed"));
}

static void a_wrong_last_is_a_fault(void **state)
{
	uint8_t data[BEAT] = { 0 };

	(void)state;
	master.awvalid = true;
	master.awaddr = BASE;
	master.awlen = 1;
	clock();
	master.awvalid = false;
	master.wvalid = true;
	master.wdata = data;
	master.wstrb = 1;
	master.wlast = true;
	clock();
	assert_non_null(strstr(last_fault, "wlast"));
}

static void frozen_cycles_begin_nothing(void **state)
{
	(void)state;
	ask_read(BASE, 1);
	now += READ;
	sumac_hostport_drive(&port, now, true);
	assert_false(port.pins.rvalid || port.pins.arready || port.pins.awready || port.pins.wready);
	sumac_hostport_drive(&port, now, false);
	assert_true(port.pins.rvalid);
	master.rready = false;
	sumac_hostport_take(&port, now, &master);
	sumac_hostport_drive(&port, now, true);
	assert_true(port.pins.rvalid); /* but what has begun stays */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, set_up)
	const struct CMUnitTest tests[] = {
		TEST(a_read_takes_its_latency),
		TEST(reads_come_in_order_at_the_port_s_rate),
		TEST(outside_the_windows_is_an_error),
		TEST(a_write_is_answered_after_its_latency_and_stored_by_strobes),
		TEST(an_interrupt_does_not_overtake_writes),
		TEST(a_write_outside_is_an_error_and_stores_nothing),
		TEST(writes_go_at_the_port_s_rate),
		TEST(bursts_across_4_kib_are_faults),
		TEST(a_beat_beside_the_registered_windows_is_a_fault),
		TEST(a_payload_that_changes_is_a_fault),
		TEST(a_wrong_last_is_a_fault),
		TEST(frozen_cycles_begin_nothing),
	};

	return cmocka_run_group_tests_name("hostport", tests, NULL, NULL);
}
