/*
 * The bootstrap of a program that runs alone: a world of one, which meets itself and hears of no death.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bootstrap/bootstrap.h"

static void it_is_rank_0_of_1_and_meets_itself(void **state)
{
	struct sumac_bootstrap world;
	int value = 7, all = 0;

	(void)state;
	assert_int_equal(sumac_bootstrap_single_open(&world), 0);
	assert_string_equal(world.name, "single");
	assert_int_equal(world.rank(world.ctx), 0);
	assert_int_equal(world.size(world.ctx), 1);
	assert_int_equal(world.first_dead(world.ctx), -1);
	assert_int_equal(sumac_bootstrap_allgather(&world, &value, sizeof(value), &all), 0);
	assert_int_equal(all, 7);
	world.close(world.ctx);
}

/* Two libraries in one program may each open one. */
static void two_worlds_know_nothing_of_each_other(void **state)
{
	struct sumac_bootstrap one, other;
	char value[8];
	size_t len;

	(void)state;
	assert_int_equal(sumac_bootstrap_single_open(&one), 0);
	assert_int_equal(sumac_bootstrap_single_open(&other), 0);
	assert_int_equal(one.put(one.ctx, "key", "one", 4), 0);
	assert_int_equal(one.fence(one.ctx), 0);
	assert_int_equal(other.fence(other.ctx), 0);
	assert_int_not_equal(other.get(other.ctx, 0, "key", value, sizeof(value), &len), 0);
	assert_int_equal(one.get(one.ctx, 0, "key", value, sizeof(value), &len), 0);
	assert_string_equal(value, "one");
	one.close(one.ctx);
	other.close(other.ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_rank_0_of_1_and_meets_itself),
		cmocka_unit_test(two_worlds_know_nothing_of_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
