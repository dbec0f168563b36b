/*
 * The rack's surroundings in the NICs' own units.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/rack/surroundings.h"

static void times_become_the_nearest_cycles_by_the_clock(void **state)
{
	const struct sumac_rack_options slow = { .nic_mhz = 250 }, fast = { .nic_mhz = 322 };

	(void)state;
	assert_int_equal(sumac_rack_cycles(&slow, 0), 0);
	assert_int_equal(sumac_rack_cycles(&slow, 600), 150);
	assert_int_equal(sumac_rack_cycles(&slow, 5), 1);
	assert_int_equal(sumac_rack_cycles(&slow, 6), 2); /* the nearest */
	assert_int_equal(sumac_rack_cycles(&fast, 600), 193);
	assert_int_equal(sumac_rack_cycles(&fast, 1000000), 322000);
	assert_int_equal(sumac_rack_ns(&slow, 1001), 4004);
	assert_int_equal(sumac_rack_ns(&fast, 322), 1000);
}

static void expect_rate(uint32_t mhz, uint32_t gbps, uint32_t cycle_ticks, uint32_t byte_ticks)
{
	const struct sumac_rack_options options = { .nic_mhz = mhz };
	struct sumac_vnic_rate rate = sumac_rack_rate(&options, gbps);

	assert_int_equal(rate.cycle_ticks, cycle_ticks);
	assert_int_equal(rate.byte_ticks, byte_ticks);
}

static void a_rate_is_an_exact_ratio(void **state)
{
	(void)state;
	expect_rate(250, 100, 50, 1);
	expect_rate(250, 2, 1, 1);
	expect_rate(250, 25, 25, 2);
	expect_rate(322, 100, 6250, 161); /* 12.5 bytes a nanosecond, 0.322 cycles a nanosecond */
	expect_rate(2000, 1024, 64, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_become_the_nearest_cycles_by_the_clock),
		cmocka_unit_test(a_rate_is_an_exact_ratio),
	};

	return cmocka_run_group_tests_name("surroundings", tests, NULL, NULL);
}
