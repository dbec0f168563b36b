/* Groups: what they take is sized for the team, is refused when it has run out, and is given back. */
#include "sumac.h"
#include "test_nic_world.h"

static void registers_are_written_before_what_needs_them(void **state)
{
	struct world world;
	const uint32_t g0 = SUMAC_GROUP_BASE;
	static const uint32_t config[] = { SUMAC_G_KEY, SUMAC_G_RANK, SUMAC_G_SLOT, SUMAC_G_RING_POOL, SUMAC_G_POOL_BEATS,
					   SUMAC_G_RING_SLOTS, SUMAC_G_DRING_LO, SUMAC_G_DRING_HI,
					   SUMAC_G_CRING_LO, SUMAC_G_CRING_HI, SUMAC_G_RING_LOG2 };
	int opened, channel;

	(void)state;
	world_start(&world, 3);
	opened = fake_bus_first(world.fake[1], g0 + SUMAC_G_CTRL);
	channel = fake_bus_first(world.fake[1], SUMAC_REG_CHANNEL_SLOTS);
	assert_true(opened >= 0 && channel > opened);
	for (size_t i = 0; i < sizeof(config) / sizeof(config[0]); i++) {
		assert_int_equal(fake_bus_count(world.fake[1], g0 + config[i]), 1);
		assert_true(fake_bus_first(world.fake[1], g0 + config[i]) < opened);
	}
	assert_int_equal(fake_bus_group(world.fake[1], 0, SUMAC_G_RANK), 1 | 3 << 16);
	assert_int_equal(fake_bus_group(world.fake[1], 0, SUMAC_G_KEY), 0x1234567);
	assert_int_equal(fake_bus_count(world.fake[1], SUMAC_REG_CHANNEL_SLOTS), 2);
	world_close(&world);
}

/* 256 chunks over all peers, but no more slots than a channel has. */
static void windows_are_sized_by_the_team(void **state)
{
	static const int want_log2[][2] = { { 2, 4 }, { 3, 4 }, { 4, 4 }, { 8, 4 }, { 16, 4 } };

	(void)state;
	for (size_t i = 0; i < sizeof(want_log2) / sizeof(want_log2[0]); i++) {
		struct world world;

		world_start(&world, want_log2[i][0]);
		assert_int_equal(world.fake[0]->channel[0].slots & 0xffff, want_log2[i][1]);
		world_close(&world);
	}
}

/* Rings and windows of slots are next to each other in packet memory, and do not leave it. */
static void partitions_do_not_overlap(void **state)
{
	struct world world;
	struct sumac_engine_team *second[WORLD_MAX];
	static uint8_t used[SUMAC_DEF_PoolBeats];

	(void)state;
	memset(used, 0, sizeof(used));
	world_start(&world, 5);
	assert_int_equal(world_make_team(&world, 4, 99, second), 0);
	for (unsigned g = 0; g < 2; g++) {
		unsigned first = fake_bus_group(world.fake[0], g, SUMAC_G_RING_POOL);
		unsigned slot = 1u << fake_bus_group(world.fake[0], g, SUMAC_G_SLOT);
		unsigned n = 2u << fake_bus_group(world.fake[0], g, SUMAC_G_RING_SLOTS);
		unsigned last = first + fake_bus_group(world.fake[0], g, SUMAC_G_POOL_BEATS);

		for (unsigned b = first; b < first + n * slot; b++)
			assert_int_equal(used[b]++, 0);
		for (int c = 0; c < 7; c++) {
			const struct fake_channel *channel = &world.fake[0]->channel[c];

			if ((channel->group & 0xffff) == g)
				assert_true(channel->pool >= first && channel->pool + (slot << (channel->slots & 0xffff)) <= last);
		}
	}
	for (int c = 0; c < 7; c++) {
		const struct fake_channel *channel = &world.fake[0]->channel[c];
		unsigned slot = 1u << fake_bus_group(world.fake[0], channel->group & 0xffff, SUMAC_G_SLOT);

		assert_true(channel->is_open);
		for (unsigned b = channel->pool; b < channel->pool + (slot << (channel->slots & 0xffff)); b++)
			assert_int_equal(used[b]++, 0);
	}
	world_free_team(&world, 4, second);
	world_close(&world);
}

/* Ranks whose channels have different numbers find each other: see send_on() in the fake. */
static void channels_name_the_peers_own_index(void **state)
{
	struct world world;
	struct sumac_engine_team *pair[WORLD_MAX], *all[WORLD_MAX];

	(void)state;
	world_open(&world, 5);
	assert_int_equal(world_make_team(&world, 2, 1, pair), 0);
	assert_int_equal(world_make_team(&world, 5, 2, all), 0);
	/* Ranks 0 and 1 have one channel already, the others none. */
	assert_int_equal(world.fake[3]->channel[0].peer, 1 + 2);
	assert_int_equal(world.fake[3]->channel[2].peer, 2);
	assert_int_equal(world.fake[0]->channel[1].peer, 1);
	assert_int_equal(world.fake[0]->channel[3].peer, 0);
	assert_int_equal(world.fake[0]->channel[3].group, 1 | 3 << 16);
	world_free_team(&world, 2, pair);
	world_free_team(&world, 5, all);
	world_close(&world);
}

/* Each gets less than the one before, none nothing. */
static void as_many_teams_find_room_as_there_are_groups(void **state)
{
	static const int sizes[] = { 2, 4, 8, 16 };
	static struct sumac_engine_team *team[FAKE_GROUPS + 1][WORLD_MAX];
	struct world world;

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		int n = 0;

		world_open(&world, sizes[i]);
		while (world_make_team(&world, sizes[i], (uint64_t)n, team[n]) == 0)
			n++;
		assert_int_equal(n, FAKE_GROUPS);
		while (n-- > 0)
			world_free_team(&world, sizes[i], team[n]);
		world_close(&world);
	}
}

/* 70 groups: those that do not fit are refused, the others go on working, and all that they took is given
 * back. */
static void seventy_groups_are_refused_gracefully(void **state)
{
	struct world world;
	struct sumac_engine_team *team[70][WORLD_MAX];

	(void)state;
	world_open(&world, 2);
	for (int round = 0; round < 2; round++) {
		int n = 0;

		for (int i = 0; i < 70; i++) {
			int status = world_make_team(&world, 2, (uint64_t)i, team[n]);

			assert_true(status == 0 || status == -SUMAC_ENORES);
			n += status == 0;
		}
		assert_int_equal(n, FAKE_GROUPS);
		while (n-- > 0)
			world_free_team(&world, 2, team[n]);
		assert_int_equal(world.fake[0]->n_windows_taken, 0);
	}
	world_close(&world);
}

static void everything_that_can_run_out_is_refused_and_given_back(void **state)
{
	static const struct {
		uint32_t reg, value;
	} scarce[] = { { SUMAC_REG_PARAM(Channels), 2 }, { SUMAC_REG_PARAM(PoolBeats), 32 }, { SUMAC_REG_PARAM(Routes), 12 },
		       { SUMAC_REG_PARAM(Nodes), 3 } };
	static const char *const told[] = { "2 of 2 channels left", "packet memory is in use: 32 of 32 beats",
					    "needs 13 routes, and a group has 12",
					    "has 4 members, but a group of the NIC takes only 3 pending nodes" };
	struct world world;
	struct sumac_engine_team *teams[WORLD_MAX];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct fake_bus *fake = fake_bus_open(0);
		int ranks[4] = { 0, 1, 2, 3 };
		struct sumac_team_desc desc = { .size = 4, .world_ranks = ranks, .key = 1 };
		uint8_t blob[SUMAC_ENGINE_BLOB_BYTES];
		struct sumac_engine *engine;

		fake->reg[scarce[i].reg / 4] = scarce[i].value;
		assert_int_equal(sumac_engine_nic_open(&fake->bus, &world_nic_options, &engine), 0);
		for (int round = 0; round < 3; round++)
			assert_int_equal(engine->ops->team_reserve(engine, &desc, &teams[0], blob), -SUMAC_ENORES);
		assert_non_null(strstr(sumac_last_error(), told[i]));
		assert_int_equal(fake->n_windows_taken, 0);
		desc.size = 1;
		assert_int_equal(engine->ops->team_reserve(engine, &desc, &teams[0], blob), i == 1 ? -SUMAC_ENORES : 0);
		engine->ops->close(engine);
		fake_bus_close(fake);
	}
	world_open(&world, 2);
	world.fake[1]->windows_left = 0;
	assert_int_equal(world_make_team(&world, 2, 1, teams), -SUMAC_ENORES);
	world.fake[1]->windows_left = FAKE_WINDOWS;
	assert_int_equal(world_make_team(&world, 2, 1, teams), 0);
	world_free_team(&world, 2, teams);
	world_close(&world);
}

/* Slices go through a ring more than other plans. */
static void a_team_that_lacks_a_ring_is_refused_with_both_numbers(void **state)
{
	struct fake_bus *fake = fake_bus_open(0);
	int ranks[2] = { 0, 1 };
	struct sumac_team_desc desc = { .size = 2, .world_ranks = ranks, .key = 1 };
	uint8_t blob[SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_engine_team *team;
	struct sumac_engine *engine;

	(void)state;
	fake->reg[SUMAC_REG_FEATURES / 4] |= SUMAC_FEATURE_SPREAD;
	fake->reg[SUMAC_REG_PARAM(Rings) / 4] = fake->reg[SUMAC_REG_PARAM(RingSlots) / 4] = 2;
	assert_int_equal(sumac_engine_nic_open(&fake->bus, &world_nic_options, &engine), 0);
	assert_int_equal(engine->ops->team_reserve(engine, &desc, &team, blob), -SUMAC_ENORES);
	assert_string_equal(sumac_last_error(), "the team needs 3 rings of result slots, and a group has 2");
	desc.size = 1;
	assert_int_equal(engine->ops->team_reserve(engine, &desc, &team, blob), 0);
	engine->ops->close(engine);
	fake_bus_close(fake);
}

static void a_team_above_the_fan_in_is_refused_with_both_numbers(void **state)
{
	struct fake_bus *fake = fake_bus_open(0);
	int ranks[17];
	struct sumac_team_desc desc = { .size = 17, .world_ranks = ranks, .key = 1 };
	uint8_t blob[SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_engine_team *team;
	struct sumac_engine *engine;

	(void)state;
	for (int r = 0; r < 17; r++)
		ranks[r] = r;
	assert_int_equal(sumac_engine_nic_open(&fake->bus, &world_nic_options, &engine), 0);
	assert_int_equal(engine->ops->team_reserve(engine, &desc, &team, blob), -SUMAC_ENOTSUP);
	assert_string_equal(sumac_last_error(), "the team has 17 members, but the NIC's fan-in is 16");
	desc.size = 16;
	assert_int_equal(engine->ops->team_reserve(engine, &desc, &team, blob), 0);
	engine->ops->close(engine);
	fake_bus_close(fake);
}

/* When packet memory is short, slots get smaller; all ranks then use the smallest that any was granted. */
static void all_use_the_smallest_slot(void **state)
{
	struct world world = { .size = 2 };

	(void)state;
	for (int r = 0; r < 2; r++) {
		world.fake[r] = fake_bus_open((unsigned)r);
		world.fake[r]->reg[SUMAC_REG_PARAM(PoolBeats) / 4] = r == 1 ? 1024 : SUMAC_DEF_PoolBeats;
		assert_int_equal(sumac_engine_nic_open(&world.fake[r]->bus, &world_nic_options, &world.engine[r]), 0);
	}
	assert_int_equal(world_make_team(&world, 2, 1, world.team), 0);
	for (int r = 0; r < 2; r++) {
		assert_int_equal(fake_bus_group(world.fake[r], 0, SUMAC_G_SLOT), 4);
		assert_int_equal(world.fake[r]->channel[0].slots, r == 0 ? 4 | 1 << 16 : 1 | 4 << 16);
	}
	world_close(&world);
}

static void a_blob_that_makes_no_sense_is_refused(void **state)
{
	struct world world;
	uint8_t blobs[2 * SUMAC_ENGINE_BLOB_BYTES];
	int ranks[2] = { 0, 1 };
	struct sumac_team_desc desc = { .size = 2, .world_ranks = ranks, .key = 1 };

	(void)state;
	world_open(&world, 1);
	assert_int_equal(world.engine[0]->ops->team_reserve(world.engine[0], &desc, &world.team[0], blobs), 0);
	memset(blobs + SUMAC_ENGINE_BLOB_BYTES, 0xff, SUMAC_ENGINE_BLOB_BYTES);
	assert_int_equal(world.engine[0]->ops->team_install(world.team[0], blobs), -SUMAC_EINVAL);
	memcpy(blobs + SUMAC_ENGINE_BLOB_BYTES, blobs, 16);
	assert_int_equal(world.engine[0]->ops->team_install(world.team[0], blobs), -SUMAC_EINVAL);
	assert_int_equal(fake_bus_count(world.fake[0], SUMAC_REG_CHANNEL_SLOTS), 0);
	world_close(&world);
}

/* Its channels still tell peers what has arrived. */
static void freeing_closes_the_group_and_not_its_channels(void **state)
{
	struct world world;

	(void)state;
	world_start(&world, 4);
	world.engine[2]->ops->team_free(world.team[2]);
	assert_false(world.fake[2]->group[0].is_open);
	assert_int_equal(fake_bus_count(world.fake[2], SUMAC_REG_CHANNEL_CLOSE), 0);
	assert_int_equal(world.fake[2]->n_windows_taken, 0);
	world_close(&world);
}

/* A refusal by the NIC while a team is installed fails the team with the NIC's reason; the next is none the worse. */
static void a_refused_write_fails_the_team_that_wrote_it(void **state)
{
	struct world world;
	struct sumac_engine_team *teams[WORLD_MAX];

	(void)state;
	world_open(&world, 2);
	world.fake[1]->reg[SUMAC_REG_REFUSED / 4] = (uint32_t)(SUMAC_GROUP_BASE + SUMAC_G_CTRL) << 16 | SUMAC_ESTATE;
	assert_int_equal(world_make_team(&world, 2, 1, teams), -SUMAC_ESTATE);
	assert_string_equal(sumac_last_error(), "it refused a write of its register 0x8000");
	assert_int_equal(world_make_team(&world, 2, 1, teams), 0);
	world_free_team(&world, 2, teams);
	world_close(&world);
}

/* A group that the NIC does not let go of: none of its resources is reused. */
static void a_group_that_does_not_close_is_not_used_again(void **state)
{
	struct world world;
	struct sumac_engine_team *teams[WORLD_MAX];

	(void)state;
	world_start(&world, 2);
	world.fake[0]->keeps_open = true;
	world.fake[0]->bus.simulated = false;
	world_free_team(&world, 2, world.team);
	assert_int_equal(world.fake[0]->n_windows_taken, 1);
	assert_int_equal(world.fake[1]->n_windows_taken, 0);
	world.fake[0]->keeps_open = false;
	assert_int_equal(world_make_team(&world, 2, 1, teams), 0);
	assert_int_equal(fake_bus_group(world.fake[0], 1, SUMAC_G_RANK), 0 | 2 << 16);
	world_free_team(&world, 2, teams);
	world.fake[0]->n_windows_taken = 0;
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registers_are_written_before_what_needs_them),
		cmocka_unit_test(windows_are_sized_by_the_team),
		cmocka_unit_test(partitions_do_not_overlap),
		cmocka_unit_test(channels_name_the_peers_own_index),
		cmocka_unit_test(as_many_teams_find_room_as_there_are_groups),
		cmocka_unit_test(seventy_groups_are_refused_gracefully),
		cmocka_unit_test(everything_that_can_run_out_is_refused_and_given_back),
		cmocka_unit_test(a_team_that_lacks_a_ring_is_refused_with_both_numbers),
		cmocka_unit_test(a_team_above_the_fan_in_is_refused_with_both_numbers),
		cmocka_unit_test(all_use_the_smallest_slot),
		cmocka_unit_test(a_blob_that_makes_no_sense_is_refused),
		cmocka_unit_test(freeing_closes_the_group_and_not_its_channels),
		cmocka_unit_test(a_refused_write_fails_the_team_that_wrote_it),
		cmocka_unit_test(a_group_that_does_not_close_is_not_used_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
