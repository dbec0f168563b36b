/* Staging: grows with the calls, serves two at a time, makes room
 * for others, and running out of it is an error, not a hang. */
#include "test_nic_world.h"

enum { LARGE = 5000 };

static struct sumac_call sum(void *dst, const void *src, uint64_t count, uint32_t seq)
{
	return (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32,
				    .count = count, .dst = dst, .src = src, .seq = seq };
}

static void it_grows_once_and_stays(void **state)
{
	struct world world;
	static uint32_t src[LARGE], dst[LARGE];

	(void)state;
	world_start(&world, 1);
	for (uint32_t i = 0; i < 4; i++) {
		struct sumac_call call = sum(dst, src, LARGE, i);
		struct sumac_ticket ticket;

		src[LARGE - 1] = 7 + i;
		assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
		world_progress(&world);
		assert_int_equal(ticket.status, 0);
		assert_int_equal(dst[LARGE - 1], 7 + i);
		assert_int_equal(ticket.staged_bytes, sizeof(src) + sizeof(dst));
		assert_int_equal(world.fake[0]->n_windows_taken, 2);
	}
	world_close(&world);
}

static void a_third_call_waits_for_a_piece(void **state)
{
	struct world world;
	uint32_t src[3][5] = { 0 }, dst[3][5]; /* too long for descriptors and completions */
	struct sumac_call call[3];
	struct sumac_ticket ticket[3];

	(void)state;
	world_start(&world, 1);
	world.fake[0]->holds = true;
	for (uint32_t i = 0; i < 3; i++) {
		call[i] = sum(dst[i], src[i], 5, i);
		assert_int_equal(world_post(&world, 0, &call[i], &ticket[i]), 0);
	}
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), 2);
	fake_bus_complete(world.fake[0], 0, 0, 0, 0xffff);
	world_progress(&world);
	assert_int_equal(ticket[0].status, 0);
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), 3);
	for (int i = 0; i < 2; i++)
		fake_bus_complete(world.fake[0], 0, 0, 0, 0xffff);
	world_progress(&world);
	assert_int_equal(ticket[1].status, 0);
	assert_int_equal(ticket[2].status, 0);
	world_close(&world);
}

/* Windows are few: one that a team has grown and does not use may go to another team; a repeat sees that its own has gone. */
static void idle_staging_makes_room(void **state)
{
	struct world world;
	struct sumac_engine_team *second[1];
	const struct sumac_engine_ops *ops;
	static uint32_t src[LARGE], dst[LARGE];
	struct sumac_call call = sum(dst, src, LARGE, 1);
	struct sumac_ticket ticket;

	(void)state;
	call.memo = 1;
	world_start(&world, 1);
	ops = world.engine[0]->ops;
	assert_int_equal(world_make_team(&world, 1, 2, second), 0);
	world.fake[0]->windows_left = 3;
	for (int i = 0; i < 4; i++) {
		struct sumac_engine_team *team = i % 2 ? second[0] : world.team[0];

		src[0] = 40 + (uint32_t)i;
		call.seq = 1 + (uint32_t)i / 2;
		ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
		sumac_call_measure(&call, 1, 0);
		assert_int_equal((i < 2 ? ops->post : ops->post_like)(team, &call, &ticket), 0);
		world_progress(&world);
		assert_int_equal(ticket.status, 0);
		assert_int_equal(dst[0], 40 + i);
	}
	/* A small call finds its old piece in place. */
	call.count = 1;
	src[0] = 99;
	assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
	world_progress(&world);
	assert_int_equal(dst[0], 99);
	world_close(&world);
}

/* A call's piece may have gone to another team, and come back, smaller, for another kind of call. */
static void a_repeat_does_not_take_a_piece_that_became_too_small(void **state)
{
	enum { LESS = 2000 };
	struct world world;
	struct sumac_engine_team *second[1];
	static uint32_t src[LARGE];
	uint32_t *heap;
	struct sumac_call call = sum(NULL, src, LARGE, 0);
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 1);
	assert_int_equal(world_make_team(&world, 1, 2, second), 0);
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], sizeof(src), (void **)&heap), 0);
	world.fake[0]->windows_left = 4;
	call.dst = heap;
	for (int i = 0; i < 4; i++) {
		struct sumac_engine_team *team = i == 1 ? second[0] : world.team[0];

		call.seq++;
		call.memo = i == 2 ? 2 : 1;
		call.count = i == 2 ? LESS : LARGE;
		src[call.count - 1] = 40 + (uint32_t)i;
		ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
		sumac_call_measure(&call, 1, 0);
		assert_int_equal((i < 3 ? world.engine[0]->ops->post : world.engine[0]->ops->post_like)(team, &call, &ticket), 0);
		world_progress(&world);
		assert_int_equal(ticket.status, 0);
		assert_int_equal(heap[call.count - 1], 40 + i);
	}
	world_close(&world);
}

/* One of a team's two calls finds no window: it waits until the other gives its piece back. */
static void a_call_that_finds_no_window_waits_for_the_teams_other_piece(void **state)
{
	struct world world;
	static uint32_t src[2][LARGE], dst[2][LARGE];
	struct sumac_call call[2];
	struct sumac_ticket ticket[2];

	(void)state;
	world_start(&world, 1);
	world.fake[0]->windows_left = 2;
	world.fake[0]->holds = true;
	for (uint32_t i = 0; i < 2; i++) {
		call[i] = sum(dst[i], src[i], LARGE, i);
		assert_int_equal(world_post(&world, 0, &call[i], &ticket[i]), 0);
		assert_int_equal(ticket[i].status, 1);
	}
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), 1);
	for (int i = 0; i < 2; i++) {
		fake_bus_complete(world.fake[0], 0, 0, 0, 0xffff);
		world_progress(&world);
		assert_int_equal(ticket[i].status, 0);
	}
	assert_int_equal(world.fake[0]->n_windows_taken, 2);
	world_close(&world);
}

/* This rank cannot take part: the others must be told, through the NIC. */
static void no_window_left_fails_the_team(void **state)
{
	struct world world;
	static uint32_t src[LARGE], dst[LARGE];
	struct sumac_call call = sum(dst, src, LARGE, 1);
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 2);
	world.fake[1]->windows_left = 1;
	assert_int_equal(world_post(&world, 1, &call, &ticket), 0);
	world_progress(&world);
	assert_int_equal(ticket.status, -SUMAC_ENORES);
	assert_int_equal(ticket.fault_rank, 1);
	assert_int_equal(fake_bus_group(world.fake[1], 0, SUMAC_G_FAIL), 1 | SUMAC_ENORES << 16);
	assert_int_equal(world_post(&world, 1, &call, &ticket), 0);
	assert_true(ticket.status == -SUMAC_ENORES && ticket.fault_rank == 1);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_grows_once_and_stays),
		cmocka_unit_test(a_third_call_waits_for_a_piece),
		cmocka_unit_test(idle_staging_makes_room),
		cmocka_unit_test(a_repeat_does_not_take_a_piece_that_became_too_small),
		cmocka_unit_test(a_call_that_finds_no_window_waits_for_the_teams_other_piece),
		cmocka_unit_test(no_window_left_fails_the_team),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
