/* Windows: found for every range that is entirely in one, and for no other. */
#include "test_nic_world.h"

#include "engine/nic/nic_team.h"

static void ranges_are_found_whole_or_not_at_all(void **state)
{
	struct world world;
	const struct sumac_nic_engine *engine;
	uint8_t *first, *second;
	uint16_t window;
	uint64_t offset;

	(void)state;
	world_open(&world, 1);
	engine = sumac_nic_engine_of(world.engine[0]);
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], 4096, (void **)&first), 0);
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], 8192, (void **)&second), 0);
	assert_true(sumac_nic_window_find(engine, second + 8191, 1, &window, &offset));
	assert_int_equal(window, 1);
	assert_int_equal(offset, 8191);
	assert_true(sumac_nic_window_find(engine, first, 4096, &window, &offset));
	assert_int_equal(window, 0);
	assert_false(sumac_nic_window_find(engine, first, 4097, &window, &offset));
	assert_false(sumac_nic_window_find(engine, first + 1, SIZE_MAX, &window, &offset));
	assert_false(sumac_nic_window_find(engine, &window, 1, &window, &offset));
	assert_int_equal(sumac_engine_nic_free(world.engine[0], second + 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_engine_nic_free(world.engine[0], first), 0);
	assert_int_equal(sumac_engine_nic_free(world.engine[0], first), -SUMAC_EINVAL);
	world_close(&world);
}

static void there_are_only_so_many(void **state)
{
	struct world world;
	void *memory;

	(void)state;
	world_open(&world, 1);
	world.fake[0]->windows_left = 1;
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], 1, &memory), 0);
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], 1, &memory), -SUMAC_ENORES);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges_are_found_whole_or_not_at_all),
		cmocka_unit_test(there_are_only_so_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
