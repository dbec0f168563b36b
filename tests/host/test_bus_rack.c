/*
 * The bus to the rack, with a real rack of Verilated NICs at the other end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../sim/rack_child.h"
#include "host/bus/bus.h"
#include "spec/spec.h"
#include "sumac.h"

static struct rack_child rack;
static struct sumac_bus *bus;

static void attach(void)
{

	if (sumac_bus_rack_open(rack.socket_path, 0, 1, &bus))
		fail_msg("%s", sumac_last_error());
}

static int set_up(void **state)
{
	(void)state;
	rack_child_start(&rack, 1, NULL, NULL);
	attach();
	return 0;
}

static int tear_down(void **state)
{
	char log[1024];
	int status;

	(void)state;
	bus->ops->close(bus);
	status = rack_child_end(&rack, log, sizeof log);
	if (status)
		print_message("the rack ended with %d: %s\n", status, log);
	return status;
}

static uint32_t read_register(uint32_t offset)
{
	uint32_t value = 0;

	assert_int_equal(bus->ops->reg_read(bus, offset, &value), 0);
	return value;
}

static void says_who_it_is(void **state)
{
	(void)state;
	assert_int_equal(read_register(SUMAC_REG_MAGIC), SUMAC_MAGIC);
	assert_int_equal(read_register(SUMAC_REG_SPEC_HASH), SUMAC_SPEC_HASH);
	assert_int_equal(read_register(SUMAC_REG_PARAM(Groups)), SUMAC_DEF_Groups);
	assert_int_equal(read_register(SUMAC_REG_PARAM(PoolBeats)), SUMAC_DEF_PoolBeats);
	assert_int_equal(read_register(SUMAC_REG_XRT_CTRL), 4);
	assert_string_equal(bus->kind, "rack");
	assert_true(bus->simulated);
	assert_false(bus->stepped);
	assert_int_equal(bus->clock_hz, 250000000);
	assert_int_equal(bus->ops->health(bus), 0);
}

static void has_the_rank_s_addresses(void **state)
{
	const uint8_t mac[6] = { 0x02, 0x53, 0x4d, 0, 0, 0 }, ip[4] = { 10, 83, 0, 0 };

	(void)state;
	assert_memory_equal(bus->mac, mac, 6);
	assert_memory_equal(bus->ip, ip, 4);
}

static void reads_come_after_writes(void **state)
{
	(void)state;
	for (uint32_t i = 1; i < 2000; i++) {
		assert_int_equal(bus->ops->reg_write(bus, SUMAC_REG_IP, i), 0);
		if (i % 97 == 0)
			assert_int_equal(read_register(SUMAC_REG_IP), i);
	}
	assert_int_equal(read_register(SUMAC_REG_IP), 1999);
}

static void an_address_without_a_register_is_an_error(void **state)
{
	uint32_t value;

	(void)state;
	assert_int_equal(bus->ops->reg_read(bus, 0x7ffc, &value), -SUMAC_EIO);
	assert_int_equal(read_register(SUMAC_REG_MAGIC), SUMAC_MAGIC);
}

/* Through the ring of writes, which goes round. A group that is closed refuses the last word of each. */
static void pushes_end_with_the_last_word(void **state)
{
	static uint32_t ring[2 * SUMAC_BUS_APERTURE_WORDS];
	struct sumac_bus_aperture aperture = { .offset = SUMAC_GROUP_BASE + SUMAC_G_PUSH, .ring = ring, .ring_mask = 1 };

	(void)state;
	for (uint32_t i = 0; i < 300; i++) {
		for (int word = 0; word < 2 * SUMAC_BUS_APERTURE_WORDS; word++)
			ring[word]++;
		assert_int_equal(bus->ops->push(bus, &aperture, i, i + 2), 0);
		if (i % 50 == 0)
			assert_int_equal(read_register(SUMAC_REG_REFUSED), (uint32_t)(aperture.offset + 60) << 16 | SUMAC_ESTATE);
		bus->ops->reg_write(bus, SUMAC_REG_REFUSED, 0);
	}
	assert_int_equal(read_register(SUMAC_REG_REFUSED), 0);
}

static void tells_ops_by_type(void **state)
{
	(void)state;
	bus->ops->reg_write(bus, SUMAC_REG_CAP_OPS_INDEX, SUMAC_TYPE_I32);
	assert_true(read_register(SUMAC_REG_CAP_OPS) >> SUMAC_OP_SUM & 1);
	bus->ops->reg_write(bus, SUMAC_REG_CAP_OPS_INDEX, 0xff);
	assert_int_equal(read_register(SUMAC_REG_CAP_OPS), 0);
}

static void windows_are_zeroed_memory(void **state)
{
	struct sumac_bus_window a, b;

	(void)state;
	assert_int_equal(bus->ops->window_alloc(bus, 100, &a), 0);
	assert_int_equal(bus->ops->window_alloc(bus, 3 << 20, &b), 0);
	assert_int_not_equal(a.index, b.index);
	assert_true(a.bus_address != b.bus_address);
	assert_int_equal((uintptr_t)b.memory % 4096, 0);
	for (int i = 0; i < 3 << 20; i += 4093)
		assert_int_equal(((char *)b.memory)[i], 0);
	bus->ops->window_free(bus, &a);
	assert_null(a.memory);
	assert_int_equal(bus->ops->window_alloc(bus, 64, &a), 0);
	bus->ops->window_free(bus, &a);
	bus->ops->window_free(bus, &b);
}

static void windows_run_out(void **state)
{
	struct sumac_bus_window windows[SUMAC_DEF_Windows], one_more;

	(void)state;
	for (int i = 0; i < SUMAC_DEF_Windows; i++)
		assert_int_equal(bus->ops->window_alloc(bus, 4096, &windows[i]), 0);
	assert_int_equal(bus->ops->window_alloc(bus, 4096, &one_more), -SUMAC_ENORES);
	assert_int_equal(bus->ops->window_alloc(bus, 0, &one_more), -SUMAC_EINVAL);
	for (int i = 0; i < SUMAC_DEF_Windows; i++)
		bus->ops->window_free(bus, &windows[i]);
}

static void no_rack_is_said(void **state)
{
	struct sumac_bus *none;

	(void)state;
	assert_int_equal(sumac_bus_rack_open("/tmp/there-is-no-rack", 0, 1, &none), -SUMAC_ENODEV);
	assert_non_null(strstr(sumac_last_error(), "no rack answers"));
}

static void sleeping_ends_with_the_time(void **state)
{
	(void)state;
	bus->ops->sleep(bus, bus->ops->events(bus), 20000000);
	bus->ops->running(bus);
}

static void comes_back_after_a_farewell(void **state)
{
	(void)state;
	bus->ops->close(bus);
	attach();
	assert_int_equal(read_register(SUMAC_REG_MAGIC), SUMAC_MAGIC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_who_it_is),
		cmocka_unit_test(has_the_rank_s_addresses),
		cmocka_unit_test(reads_come_after_writes),
		cmocka_unit_test(an_address_without_a_register_is_an_error),
		cmocka_unit_test(pushes_end_with_the_last_word),
		cmocka_unit_test(tells_ops_by_type),
		cmocka_unit_test(windows_are_zeroed_memory),
		cmocka_unit_test(windows_run_out),
		cmocka_unit_test(no_rack_is_said),
		cmocka_unit_test(sleeping_ends_with_the_time),
		cmocka_unit_test(comes_back_after_a_farewell),
	};

	return cmocka_run_group_tests_name("bus_rack", tests, set_up, tear_down);
}
