/* Routes: laid out as the spec says, written once, and before the descriptor that names them. */
#include "engine/nic/nic_team.h"
#include "test_nic_world.h"

static void run(struct world *world, enum sumac_coll coll, int root, uint32_t seq)
{
	struct sumac_call call = { .coll = coll, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32, .root = root, .seq = seq };
	struct sumac_ticket ticket[WORLD_MAX];

	for (int r = 0; r < world->size; r++)
		assert_int_equal(world_post(world, r, &call, &ticket[r]), 0);
	world_progress(world);
	for (int r = 0; r < world->size; r++)
		assert_int_equal(ticket[r].status, 0);
}

static void words_are_as_the_spec_says(void **state)
{
	struct world world;
	const uint32_t *send, *fold;

	(void)state;
	world_start(&world, 3);
	run(&world, SUMAC_COLL_ALLREDUCE, 0, 1);
	send = world.fake[1]->route[0][0];
	fold = world.fake[1]->route[0][1];
	/* Rank 1 of 3: memory to ranks 2 and 0, whose channels are 1 and 0. */
	assert_int_equal(send[0], 1 | 2 << 5);
	assert_int_equal(send[1], SUMAC_STREAM_MEMORY);
	assert_int_equal(send[9], (SUMAC_STREAM_CHANNEL | 1 << 6) | SUMAC_STREAM_CHANNEL << 16);
	/* Channel 0, memory and a combine, channel 1 and a combine; tapped after the third; ring 1. */
	assert_int_equal(fold[0], 3 | 1 << 5 | 1 << 18);
	assert_int_equal(fold[1], SUMAC_STREAM_CHANNEL | (SUMAC_STREAM_MEMORY | 1 << 2) << 16);
	assert_int_equal(fold[2], SUMAC_STREAM_CHANNEL | 1 << 2 | 1 << 6);
	assert_int_equal(fold[9], SUMAC_STREAM_MEMORY | 2 << 2);
	world_close(&world);
}

static void each_is_written_once_and_in_time(void **state)
{
	struct world world;
	int route, pushed;

	(void)state;
	world_start(&world, 4);
	for (uint32_t round = 0; round < 3; round++) {
		run(&world, SUMAC_COLL_ALLREDUCE, 0, 10 * round);
		run(&world, SUMAC_COLL_BARRIER, 0, 10 * round + 1);
		for (int root = 0; root < 4; root++)
			run(&world, SUMAC_COLL_REDUCE, root, 10 * round + 2 + (uint32_t)root);
	}
	for (int r = 0; r < 4; r++) {
		/* Two nodes of the exchange, which the barrier shares; the second is also that of a reduce to this
		 * rank; and one for each other root. */
		assert_int_equal(fake_bus_count(world.fake[r], SUMAC_REG_ROUTE_INDEX), 5);
		assert_int_equal(fake_bus_count(world.fake[r], SUMAC_REG_ROUTE_DATA), 5 * SUMAC_ROUTE_WORDS);
		route = fake_bus_first(world.fake[r], SUMAC_REG_ROUTE_DATA);
		pushed = fake_bus_first(world.fake[r], SUMAC_GROUP_BASE + SUMAC_G_PUSH);
		assert_true(route + 2 * SUMAC_ROUTE_WORDS < pushed);
	}
	world_close(&world);
}

/* A reduce-scatter is made of reduces to each rank. */
static void alike_nodes_share_an_entry(void **state)
{
	struct world world;

	(void)state;
	world_start(&world, 4);
	run(&world, SUMAC_COLL_REDUCE_SCATTER, 0, 1);
	for (int root = 0; root < 4; root++)
		run(&world, SUMAC_COLL_REDUCE, root, 2 + (uint32_t)root);
	for (int r = 0; r < 4; r++)
		assert_int_equal(fake_bus_count(world.fake[r], SUMAC_REG_ROUTE_INDEX), 4);
	world_close(&world);
}

/* Whatever a team calls, its ranks need no more entries than were counted when it was made, and one of them needs as many. */
static void all_plans_take_as_many_entries_as_were_counted(void **state)
{
	(void)state;
	for (int size = 1; size <= WORLD_MAX; size++) {
		struct world world;
		int most = 0;

		world_start(&world, size);
		for (int r = 0; r < size; r++) {
			struct sumac_call call = { .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32 };
			struct sumac_nic_route *route;

			for (int coll = 0; coll < SUMAC_N_COLLS; coll++)
				for (call.root = 0; call.root < size; call.root++)
					for (call.count = 1; call.count <= 1 << 20; call.count <<= 20) {
						call.coll = (enum sumac_coll)coll;
						assert_int_equal(sumac_nic_route_get((struct sumac_nic_team *)world.team[r], &call,
										     &route), 0);
					}
			if (fake_bus_count(world.fake[r], SUMAC_REG_ROUTE_INDEX) > most)
				most = fake_bus_count(world.fake[r], SUMAC_REG_ROUTE_INDEX);
		}
		assert_int_equal(sumac_nic_count_needs((struct sumac_nic_engine *)world.engine[0], size)->n_entries, most);
		world_close(&world);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_as_the_spec_says),
		cmocka_unit_test(each_is_written_once_and_in_time),
		cmocka_unit_test(alike_nodes_share_an_entry),
		cmocka_unit_test(all_plans_take_as_many_entries_as_were_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
