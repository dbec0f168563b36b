/* NICs whose memory is their own: what is not copied to them they do not see, and what is not fetched nobody here does. */
#include "test_nic_world.h"

enum { COUNT = 700, ROUNDS = 90 };

static uint32_t src[WORLD_MAX][2][COUNT], dst[WORLD_MAX][2][COUNT];
static struct sumac_call calls[WORLD_MAX][2];
static struct sumac_ticket tickets[WORLD_MAX][2];

static enum sumac_coll coll = SUMAC_COLL_ALLREDUCE;

static uint32_t value(int rank, int which, unsigned i, uint32_t seq)
{
	return 1000u * (unsigned)rank + 7 * i + seq + (unsigned)which;
}

/* With a memo, the second time like the first. */
static void post(struct world *world, int rank, int which, uint32_t seq)
{
	const struct sumac_engine_ops *ops = world->engine[rank]->ops;
	struct sumac_call *call = &calls[rank][which];

	for (unsigned i = 0; i < COUNT; i++) {
		src[rank][which][i] = value(rank, which, i, seq);
		dst[rank][which][i] = 0;
	}
	*call = (struct sumac_call){ .coll = coll, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32, .count = COUNT,
				     .dst = dst[rank][which], .src = src[rank][which], .seq = seq + (unsigned)which,
				     .memo = coll == SUMAC_COLL_ALLREDUCE ? 1 + (unsigned)which : 0 };
	tickets[rank][which] = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	sumac_call_measure(call, world->size, rank);
	assert_int_equal((seq > 2 ? ops->post_like : ops->post)(world->team[rank], call, &tickets[rank][which]), 0);
}

static void check(const struct world *world, int which, uint32_t seq)
{
	for (int r = 0; r < world->size; r++) {
		assert_int_equal(tickets[r][which].status, 0);
		for (unsigned i = 0; i < COUNT; i++) {
			uint32_t values[WORLD_MAX];

			for (int k = 0; k < world->size; k++)
				values[k] = value(k, which, i, seq);
			assert_int_equal(dst[r][which][i], world_e(values, world->size));
		}
	}
}

/* A node for each rank; so those of the calls after it go round the rings' ends, not only up to them. */
static void post_one_node(struct world *world)
{
	coll = SUMAC_COLL_REDUCE;
	for (int r = 0; r < world->size; r++)
		post(world, r, 0, 1);
	world_progress(world);
	for (int r = 0; r < world->size; r++)
		assert_int_equal(tickets[r][0].status, 0);
	coll = SUMAC_COLL_ALLREDUCE;
}

/* With two calls at a time, and staging that has grown. */
static void results_are_right_wherever_the_rings_stand(void **state)
{
	(void)state;
	for (int size = 1; size <= 5; size++) {
		struct world world;

		world_start(&world, size);
		post_one_node(&world);
		for (uint32_t seq = 2; seq < 2 + 2 * ROUNDS; seq += 2) {
			for (int which = 0; which < 2; which++)
				for (int r = 0; r < size; r++)
					post(&world, r, which, seq);
			world_progress(&world);
			for (int which = 0; which < 2; which++)
				check(&world, which, seq);
		}
		world_close(&world);
	}
}

/* Each copy is a transfer over the card's bus. */
static void a_call_is_copied_in_four_pieces_and_nothing_where_nobody_waits(void **state)
{
	struct world world;

	(void)state;
	world_start(&world, 1);
	post(&world, 0, 0, 2);
	assert_int_equal(world.fake[0]->n_copied, 2); /* source, descriptor */
	world_progress(&world);
	assert_int_equal(world.fake[0]->n_copied, 4); /* completion, result */
	world_progress(&world);
	assert_int_equal(world.fake[0]->n_copied, 4);
	check(&world, 0, 2);
	world_close(&world);
}

static void a_copy_that_fails_fails_the_call(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 4; n++) {
		struct world world;

		world_start(&world, 1);
		world.fake[0]->copies_left = n;
		post(&world, 0, 0, 2);
		for (int i = 0; i < 3; i++)
			world_progress(&world);
		assert_int_equal(tickets[0][0].status, -SUMAC_EIO);
		world_close(&world);
	}
}

/* Ranks' parts of 8 bytes come in one completion each, and the result is fetched as a whole. */
static void parts_in_completions_are_in_the_result(void **state)
{
	struct world world;
	struct sumac_call call[3];

	(void)state;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++) {
		src[r][0][0] = src[r][0][1] = 7 + (uint32_t)r;
		call[r] = (struct sumac_call){ .coll = SUMAC_COLL_ALLGATHER, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32,
					       .count = 6, .dst = dst[r][0], .src = src[r][0], .seq = 1 };
		assert_int_equal(world_post(&world, r, &call[r], &tickets[r][0]), 0);
		world_progress(&world);
	}
	world_progress(&world);
	for (int r = 0; r < 3; r++)
		for (uint32_t i = 0; i < 6; i++)
			assert_int_equal(dst[r][0][i], 7 + i / 2);
	world_close(&world);
}

/* Nobody would know when to copy it. */
static void memory_of_the_nic_is_not_given_to_programs(void **state)
{
	struct world world;
	void *memory;

	(void)state;
	world_start(&world, 1);
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], 4096, &memory), -SUMAC_ENOTSUP);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_right_wherever_the_rings_stand),
		cmocka_unit_test(a_call_is_copied_in_four_pieces_and_nothing_where_nobody_waits),
		cmocka_unit_test(a_copy_that_fails_fails_the_call),
		cmocka_unit_test(parts_in_completions_are_in_the_result),
		cmocka_unit_test(memory_of_the_nic_is_not_given_to_programs),
	};

	fake_bus_copies = true;
	return cmocka_run_group_tests_name("nic_copies", tests, NULL, NULL);
}
