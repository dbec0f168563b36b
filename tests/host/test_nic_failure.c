/* Failure: the NIC hears of it, every call ends with the first status known, and nothing hangs. */
#include <time.h>

#include "test_nic_world.h"

static struct sumac_call sum(uint32_t *dst, const uint32_t *src, uint32_t seq)
{
	return (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32,
				    .count = 1, .dst = dst, .src = src, .seq = seq };
}

static void progress_until_done(struct world *world, const struct sumac_ticket *ticket)
{
	const struct timespec nap = { .tv_nsec = 1000000 };

	for (int i = 0; i < 5000 && ticket->status > 0; i++) {
		world_progress(world);
		nanosleep(&nap, NULL);
	}
}

/* A refused descriptor concerns this rank alone, until the engine fails the group because of it. */
static void a_bad_completion_fails_the_group(void **state)
{
	struct world world;
	uint32_t src = 5, dst = 77;
	struct sumac_call call[2] = { sum(&dst, &src, 1), sum(&dst, &src, 2) };
	struct sumac_ticket ticket[2];

	(void)state;
	world_start(&world, 2);
	world.fake[0]->holds = true;
	for (int i = 0; i < 2; i++)
		assert_int_equal(world_post(&world, 0, &call[i], &ticket[i]), 0);
	fake_bus_complete(world.fake[0], 0, 1, SUMAC_ERANGE, 0xffff);
	for (int i = 0; i < 2; i++) {
		progress_until_done(&world, &ticket[i]);
		assert_int_equal(ticket[i].status, -SUMAC_ERANGE);
		assert_int_equal(ticket[i].fault_rank, 0);
	}
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_FAIL), 0 | SUMAC_ERANGE << 16);
	assert_int_equal(fake_bus_count(world.fake[0], SUMAC_GROUP_BASE + SUMAC_G_FAIL), 1);
	assert_int_equal(dst, 77);
	world_close(&world);
}

static void the_core_may_fail_a_team(void **state)
{
	struct world world;
	uint32_t value = 5;
	struct sumac_call call = sum(&value, &value, 1);
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 3);
	assert_int_equal(world_post(&world, 1, &call, &ticket), 0);
	world.engine[1]->ops->team_fail(world.team[1], -SUMAC_EPEER, 2);
	world.engine[1]->ops->team_fail(world.team[1], -SUMAC_ETIMEOUT, 0);
	world_progress(&world);
	assert_int_equal(ticket.status, -SUMAC_EPEER);
	assert_int_equal(ticket.fault_rank, 2);
	assert_int_equal(fake_bus_group(world.fake[1], 0, SUMAC_G_FAIL), 2 | SUMAC_EPEER << 16);
	/* A later call ends at once, and for the same reason. */
	ticket = (struct sumac_ticket){ .status = 1 };
	assert_int_equal(world_post(&world, 1, &call, &ticket), 0);
	assert_true(ticket.status == -SUMAC_EPEER && ticket.fault_rank == 2);
	world_close(&world);
}

/* The NIC completes none of the calls: the group is closed, and then they end. */
static void a_silent_nic_is_not_waited_for(void **state)
{
	struct world world;
	uint32_t value = 5;
	struct sumac_call call = sum(&value, &value, 1);
	struct sumac_ticket ticket;

	(void)state;
	for (int keeps_open = 0; keeps_open < 2; keeps_open++) {
		world_start(&world, 2);
		world.fake[0]->fails_silently = true;
		world.fake[0]->keeps_open = keeps_open;
		world.fake[0]->bus.simulated = false;
		assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
		world.engine[0]->ops->team_fail(world.team[0], -SUMAC_EPEER, 1);
		world_progress(&world);
		assert_int_equal(ticket.status, 1);
		progress_until_done(&world, &ticket);
		assert_int_equal(ticket.status, -SUMAC_EPEER);
		assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_CTRL), 0);
		world.engine[0]->ops->team_free(world.team[0]);
		assert_int_equal(world.fake[0]->n_windows_taken, keeps_open);
		world.fake[0]->n_windows_taken = 0;
		world_close(&world);
	}
}

/* The rack fails a group by itself when a rank dies; nothing that was posted completes. */
static void a_group_that_fails_by_itself_is_noticed(void **state)
{
	struct world world;
	uint32_t value = 5;
	struct sumac_call call = sum(&value, &value, 1);
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 4);
	world.fake[0]->fails_silently = true;
	assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
	world.fake[0]->group[0].state = 2;
	world.fake[0]->group[0].reg[SUMAC_G_STATE / 4] = 3u << 16 | SUMAC_EPEER << 8;
	progress_until_done(&world, &ticket);
	assert_int_equal(ticket.status, -SUMAC_EPEER);
	assert_int_equal(ticket.fault_rank, 3);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bad_completion_fails_the_group),
		cmocka_unit_test(the_core_may_fail_a_team),
		cmocka_unit_test(a_silent_nic_is_not_waited_for),
		cmocka_unit_test(a_group_that_fails_by_itself_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
