/* Completions: in any order, never twice, added up in the ticket; which rank a call waits for. */
#include "test_nic_world.h"

static struct sumac_call nothing(uint32_t seq)
{
	return (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32,
				    .seq = seq };
}

static void nodes_complete_in_any_order(void **state)
{
	struct world world;
	struct sumac_call call[3] = { nothing(1), nothing(2), nothing(3) };
	struct sumac_ticket ticket[3];
	static const int order[6] = { 5, 0, 3, 0, 0, 0 }; /* index among those still pending */

	(void)state;
	world_start(&world, 2);
	world.fake[0]->holds = true;
	for (int i = 0; i < 3; i++)
		assert_int_equal(world_post(&world, 0, &call[i], &ticket[i]), 0);
	/* Nodes 5, 0, 4, 1, 2, 3: calls 2, 0, 2, 0, 1, 1. */
	for (int i = 0; i < 6; i++) {
		fake_bus_complete(world.fake[0], 0, order[i], 0, 0xffff);
		world_progress(&world);
		assert_int_equal(ticket[2].status, i >= 2 ? 0 : 1);
		assert_int_equal(ticket[0].status, i >= 3 ? 0 : 1);
		assert_int_equal(ticket[1].status, i >= 5 ? 0 : 1);
	}
	/* The fake's clock advances by 10 for each completion; a node takes 200 from its doorbell. */
	assert_int_equal(ticket[1].cycles, 210);
	assert_int_equal(ticket[1].combines, 14);
	assert_int_equal(ticket[2].cycles, 220);
	world_close(&world);
}

/* The engine reports the completions that it took to the NIC before the ring can be full. */
static void the_nic_learns_in_time_what_was_consumed(void **state)
{
	enum { CALLS = 6 * SUMAC_DEF_Nodes };
	struct world world;
	uint32_t value = 0;

	(void)state;
	world_start(&world, 1);
	for (uint32_t i = 0; i < CALLS; i++) {
		struct sumac_call call = nothing(i);
		struct sumac_ticket ticket;

		call.src = call.dst = &value;
		assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
		world_progress(&world);
		assert_int_equal(ticket.status, 0);
	}
	assert_true(fake_bus_group(world.fake[0], 0, SUMAC_G_CONSUMED) >= CALLS - SUMAC_DEF_Nodes);
	world_close(&world);
}

static void a_foreign_completion_fails_the_team(void **state)
{
	struct world world;
	struct sumac_call call = nothing(1);
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 2);
	world.fake[0]->holds = true;
	assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
	SUMAC_PUT(world.fake[0]->group[0].node[0].desc, DESC, COOKIE, 0xdead);
	fake_bus_complete(world.fake[0], 0, 0, 0, 0xffff);
	for (int i = 0; i < 100000 && ticket.status > 0; i++)
		world_progress(&world);
	assert_int_equal(ticket.status, -SUMAC_EIO);
	world_close(&world);
}

/* A completion brings more than its call has room for. */
static void a_result_too_long_fails_the_team(void **state)
{
	struct world world;
	uint32_t values[4] = { 1, 2, 3, 4 };
	struct sumac_call call = nothing(1);
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 1);
	world.fake[0]->holds = true;
	call.src = call.dst = values;
	call.count = 1;
	assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
	SUMAC_PUT(world.fake[0]->group[0].node[0].desc, DESC, COUNT, 2);
	fake_bus_complete(world.fake[0], 0, 0, 0, 0xffff);
	for (int i = 0; i < 100000 && ticket.status > 0; i++)
		world_progress(&world);
	assert_int_equal(ticket.status, -SUMAC_EIO);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(values[i], i + 1);
	world_close(&world);
}

static void waiting_for_names_the_peers(void **state)
{
	struct world world;
	struct sumac_call call = nothing(1);
	struct sumac_ticket ticket;
	int ranks[8];

	(void)state;
	world_start(&world, 4);
	assert_int_equal(world.engine[2]->ops->waiting_for(world.team[2], ranks, 8), 0);
	assert_int_equal(world_post(&world, 2, &call, &ticket), 0);
	world_progress(&world);
	assert_int_equal(world.engine[2]->ops->waiting_for(world.team[2], ranks, 8), 3);
	assert_int_equal(ranks[0], 0);
	assert_int_equal(ranks[1], 1);
	assert_int_equal(ranks[2], 3);
	assert_int_equal(world.engine[2]->ops->waiting_for(world.team[2], ranks, 2), 2);
	world.engine[2]->ops->team_fail(world.team[2], -SUMAC_ETIMEOUT, 3);
	world_progress(&world);
	assert_int_equal(ticket.status, -SUMAC_ETIMEOUT);
	assert_int_equal(ticket.fault_rank, 3);
	/* A leaf of a reduce that is held up waits for the rank to which it sends. */
	world.fake[1]->holds = true;
	call.coll = SUMAC_COLL_REDUCE;
	call.root = 3;
	assert_int_equal(world_post(&world, 1, &call, &ticket), 0);
	assert_int_equal(world.engine[1]->ops->waiting_for(world.team[1], ranks, 8), 1);
	assert_int_equal(ranks[0], 3);
	world_close(&world);
	assert_int_equal(ticket.status, -SUMAC_EFAILED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_complete_in_any_order),
		cmocka_unit_test(the_nic_learns_in_time_what_was_consumed),
		cmocka_unit_test(a_foreign_completion_fails_the_team),
		cmocka_unit_test(a_result_too_long_fails_the_team),
		cmocka_unit_test(waiting_for_names_the_peers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
