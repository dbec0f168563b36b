/*
 * The register port: order, times, reads after writes, with a NIC that stalls at random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/nic/regport.h"

enum { N_WRITES = 1500, SEED = 7 };

/* A slave that takes address and data each when it likes, and answers later. */
struct slave {
	bool has_address, has_data, owes_answer, owes_read;
	uint32_t offset, value, read_offset;
	uint32_t taken[N_WRITES][2];
	uint64_t taken_at[N_WRITES];
	int n_taken;
	uint32_t refuses; /* writes to this register */
};

static struct sumac_regport port;
static struct slave slave;
static uint64_t now;

static int set_up(void **state)
{
	(void)state;
	slave = (struct slave){ .refuses = UINT32_MAX };
	now = 0;
	srand(SEED);
	return sumac_regport_init(&port);
}

static int tear_down(void **state)
{
	(void)state;
	sumac_regport_destroy(&port);
	return 0;
}

static bool often(void)
{
	return rand() % 4 != 0;
}

static void finish_write(void)
{
	if (!slave.has_address || !slave.has_data)
		return;
	slave.taken[slave.n_taken][0] = slave.offset;
	slave.taken[slave.n_taken][1] = slave.value;
	slave.taken_at[slave.n_taken++] = now;
	slave.has_address = slave.has_data = false;
	slave.owes_answer = true;
}

static void clock(bool frozen)
{
	struct sumac_axil_slave pins = { 0 };

	sumac_regport_drive(&port, now, frozen);
	pins.awready = !slave.has_address && !slave.owes_answer && often();
	pins.wready = !slave.has_data && !slave.owes_answer && often();
	pins.arready = !slave.owes_read && often();
	pins.bvalid = slave.owes_answer && often();
	pins.bresp = slave.offset == slave.refuses ? SUMAC_AXI_SLVERR : SUMAC_AXI_OKAY;
	pins.rvalid = slave.owes_read && often();
	pins.rdata = slave.read_offset * 3;
	if (pins.awready && port.pins.awvalid) {
		slave.has_address = true;
		slave.offset = port.pins.awaddr;
	}
	if (pins.wready && port.pins.wvalid) {
		slave.has_data = true;
		slave.value = port.pins.wdata;
	}
	if (pins.bvalid)
		slave.owes_answer = false;
	if (pins.rvalid)
		slave.owes_read = false;
	if (pins.arready && port.pins.arvalid) {
		slave.owes_read = true;
		slave.read_offset = port.pins.araddr;
	}
	finish_write();
	sumac_regport_take(&port, &pins);
	now += !frozen;
}

static void writes_arrive_in_order_and_not_before_their_time(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < N_WRITES; i++)
		assert_int_equal(sumac_regport_write(&port, 125 + i, 4 * i, i * i), 0);
	assert_int_equal(sumac_regport_next(&port, now), 125);
	while (sumac_regport_next(&port, now) != SUMAC_VNIC_NEVER)
		clock(false);
	assert_int_equal(slave.n_taken, N_WRITES);
	for (uint32_t i = 0; i < N_WRITES; i++) {
		assert_int_equal(slave.taken[i][0], (uint16_t)(4 * i));
		assert_int_equal(slave.taken[i][1], i * i);
		assert_true(slave.taken_at[i] >= 125 + i);
	}
}

static void read_after_writes(bool frozen)
{
	for (uint32_t i = 0; i < 20; i++)
		sumac_regport_write(&port, 1000 * i, 4 * i, i);
	sumac_regport_read(&port, 0x134);
	while (!port.read_done)
		clock(frozen);
	assert_int_equal(slave.n_taken, 20);
	assert_int_equal(port.read_value, 0x134 * 3);
}

static void a_read_comes_after_all_writes(void **state)
{
	(void)state;
	read_after_writes(false);
	assert_true(now > 19000);
}

static void frozen_a_write_s_time_is_not_waited_for(void **state)
{
	(void)state;
	read_after_writes(true);
	assert_int_equal(now, 0);
	assert_int_equal(sumac_regport_next(&port, now), SUMAC_VNIC_NEVER);
}

static uint32_t told[3][2];
static int n_told;

static void reg_written(void *ctx, uint32_t offset, uint32_t value)
{
	assert_ptr_equal(ctx, &slave);
	assert_in_range(n_told, 0, 2);
	told[n_told][0] = offset;
	told[n_told++][1] = value;
}

static void the_host_is_told_of_each_write_that_was_not_refused(void **state)
{
	static const struct sumac_vnic_host host = { .ctx = &slave, .reg_written = reg_written };
	static const uint32_t writes[][2] = { { 0x100, 7 }, { 0x104, 8 }, { 0x8000, 9 } };

	(void)state;
	port.host = &host;
	slave.refuses = 0x104;
	n_told = 0;
	for (int i = 0; i < 3; i++)
		sumac_regport_write(&port, 0, writes[i][0], writes[i][1]);
	while (sumac_regport_next(&port, now) != SUMAC_VNIC_NEVER)
		clock(false);
	assert_int_equal(n_told, 2);
	assert_memory_equal(told[0], writes[0], sizeof(told[0]));
	assert_memory_equal(told[1], writes[2], sizeof(told[1]));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(writes_arrive_in_order_and_not_before_their_time),
		TEST(a_read_comes_after_all_writes),
		TEST(frozen_a_write_s_time_is_not_waited_for),
		TEST(the_host_is_told_of_each_write_that_was_not_refused),
	};

	return cmocka_run_group_tests_name("regport", tests, NULL, NULL);
}
