/* Opening the NIC engine: only a matching NIC is taken, and its registers say what it can do. */
#include "engine/nic/nic_engine.h"
#include "test_nic_world.h"

static int open_with(uint32_t offset, uint32_t value)
{
	struct fake_bus *fake = fake_bus_open(5);
	struct sumac_engine *engine = NULL;
	int status;

	fake->reg[offset / 4] = value;
	status = sumac_engine_nic_open(&fake->bus, &world_nic_options, &engine);
	if (status == 0)
		engine->ops->close(engine);
	fake_bus_close(fake);
	return status;
}

static void a_wrong_spec_hash_is_refused(void **state)
{
	(void)state;
	assert_int_equal(open_with(SUMAC_REG_SPEC_HASH, SUMAC_SPEC_HASH ^ 1), -SUMAC_ESPEC);
}

static void what_is_no_sumac_is_refused(void **state)
{
	(void)state;
	assert_int_equal(open_with(SUMAC_REG_MAGIC, 0xffffffff), -SUMAC_ENODEV);
}

static void capabilities_without_sense_are_refused(void **state)
{
	(void)state;
	assert_int_equal(open_with(SUMAC_REG_PARAM(Groups), 0), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(Groups), 65), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(Channels), 2048), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(SweepCycles), 0), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(ProbeRounds), 0), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(Nodes), 1), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(Rings), 1), -SUMAC_ENOTSUP);
	assert_int_equal(open_with(SUMAC_REG_PARAM(FanIn), 1), -SUMAC_ENOTSUP);
}

static void the_nic_gets_its_addresses(void **state)
{
	struct fake_bus *fake = fake_bus_open(0x102);
	struct sumac_engine *engine;

	(void)state;
	assert_int_equal(sumac_engine_nic_open(&fake->bus, &world_nic_options, &engine), 0);
	assert_int_equal(fake->reg[SUMAC_REG_MAC_LO / 4], 0x004d5302);
	assert_int_equal(fake->reg[SUMAC_REG_MAC_HI / 4], 0x0201);
	assert_int_equal(fake->reg[SUMAC_REG_IP / 4], 0x0201530a);
	engine->ops->close(engine);
	fake_bus_close(fake);
}

/* Opens an engine on a NIC whose rounds are so long; returns its G_PATIENCE. */
static unsigned patience_with(uint32_t sweep_cycles, uint64_t patience_ns)
{
	struct sumac_nic_options options = world_nic_options;
	struct fake_bus *fake = fake_bus_open(5);
	struct sumac_engine *engine = NULL;
	unsigned patience;

	options.patience_ns = patience_ns;
	fake->reg[SUMAC_REG_PARAM(SweepCycles) / 4] = sweep_cycles;
	assert_int_equal(sumac_engine_nic_open(&fake->bus, &options, &engine), 0);
	patience = ((struct sumac_nic_engine *)engine)->patience;
	engine->ops->close(engine);
	fake_bus_close(fake);
	return patience;
}

/* Patience is counted in rounds of the sweep, and never less than what was asked for. */
static void a_nic_of_shorter_rounds_waits_as_long(void **state)
{
	(void)state;
	assert_int_equal(patience_with(512, 20000000), 39);
	assert_int_equal(patience_with(16, 20000000), 1221);
	assert_int_equal(patience_with(1024, 20000000), 20);
	assert_int_equal(patience_with(512, 1000), 1);
	assert_int_equal(patience_with(8, 2000000000), 2047);
}

static void why_not_names_the_reason(void **state)
{
	struct world world;
	struct sumac_engine *engine;

	(void)state;
	world_open(&world, 1);
	engine = world.engine[0];
	assert_null(engine->ops->why_not(engine, SUMAC_OP_SUM, SUMAC_TYPE_I32, 16));
	assert_string_equal(engine->ops->why_not(engine, SUMAC_OP_SUM, SUMAC_TYPE_F32, 4),
			    "the NIC does not do this type");
	assert_string_equal(engine->ops->why_not(engine, SUMAC_OP_LAND, SUMAC_TYPE_I32, 4),
			    "the NIC does not do this operation on this type");
	assert_string_equal(engine->ops->why_not(engine, SUMAC_OP_SUM, SUMAC_TYPE_I32, 17),
			    "the team is larger than the NIC's fan-in");
	assert_non_null(engine->ops->why_not(engine, -1, SUMAC_TYPE_I32, 2));
	assert_non_null(engine->ops->why_not(engine, 99, SUMAC_TYPE_I32, 2));
	assert_non_null(engine->ops->why_not(engine, SUMAC_OP_SUM, 0x1234, 2));
	world_close(&world);
}

/* By the setting, if bus and NIC can; by itself only where that is cheap. */
static void descriptors_are_pushed_where_that_is_cheap(void **state)
{
	(void)state;
	for (int i = 0; i < 24; i++) {
		struct fake_bus *fake = fake_bus_open(0);
		struct sumac_bus_ops ops = *fake->bus.ops;
		struct sumac_nic_options options = { .push = (enum sumac_nic_push)(i % 3) };
		bool is_cheap = i / 3 % 2, has_op = i / 6 % 2, has_feature = i / 12;
		struct sumac_engine *engine;

		if (!has_op)
			ops.push = NULL;
		if (!has_feature)
			fake->reg[SUMAC_REG_FEATURES / 4] &= ~(uint32_t)SUMAC_FEATURE_PUSH;
		fake->bus.ops = &ops;
		fake->bus.pushes_cheaply = is_cheap;
		assert_int_equal(sumac_engine_nic_open(&fake->bus, &options, &engine), 0);
		assert_int_equal(sumac_nic_engine_of(engine)->pushes,
				 has_op && has_feature && (options.push == SUMAC_NIC_PUSH_YES ||
							   (options.push == SUMAC_NIC_PUSH_AUTO && is_cheap)));
		engine->ops->close(engine);
		fake_bus_close(fake);
	}
}

static void a_dead_bus_ends_what_is_outstanding(void **state)
{
	struct world world;
	int32_t value = 1;
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
				   .count = 1, .src = &value, .dst = &value, .seq = 1 };
	struct sumac_ticket ticket;

	(void)state;
	world_start(&world, 2);
	assert_int_equal(world_post(&world, 0, &call, &ticket), 0);
	world_progress(&world);
	assert_int_equal(ticket.status, 1);
	world.fake[0]->health = -SUMAC_EIO;
	world_progress(&world);
	assert_int_equal(ticket.status, -SUMAC_EIO);
	world.fake[0]->health = 0;
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_spec_hash_is_refused),
		cmocka_unit_test(what_is_no_sumac_is_refused),
		cmocka_unit_test(capabilities_without_sense_are_refused),
		cmocka_unit_test(the_nic_gets_its_addresses),
		cmocka_unit_test(a_nic_of_shorter_rounds_waits_as_long),
		cmocka_unit_test(why_not_names_the_reason),
		cmocka_unit_test(descriptors_are_pushed_where_that_is_cheap),
		cmocka_unit_test(a_dead_bus_ends_what_is_outstanding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
