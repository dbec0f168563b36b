/*
 * How members tell each other about their groups, and how a group is opened: every channel names its other
 * end, and is opened after the group's own registers have been written.
 */
#include "test_nic_world.h"

#include "engine/nic/nic_team.h"

static struct sumac_nic_team *private_of(const struct world *world, int rank)
{
	return (struct sumac_nic_team *)world->team[rank];
}

static void test_a_blob_tells_all_that_is_in_it(void **state)
{
	uint8_t blobs[3 * SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_nic_peer peers[3];
	struct world world;

	(void)state;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++)
		sumac_nic_blob_write(private_of(&world, r), blobs + r * SUMAC_ENGINE_BLOB_BYTES);
	assert_int_equal(sumac_nic_blobs_read(private_of(&world, 0), blobs, peers), 0);
	for (int r = 0; r < 3; r++) {
		const struct sumac_nic_team *team = private_of(&world, r);

		assert_memory_equal(peers[r].mac, world.fake[r]->bus.mac, 6);
		assert_memory_equal(peers[r].ip, world.fake[r]->bus.ip, 4);
		for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
			assert_int_equal(peers[r].first[class], team->class[class].first);
		for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
			assert_int_equal(peers[r].slots_log2[class], team->class[class].slots_log2);
		assert_int_equal(peers[r].slot_log2, team->slot_log2);
	}
	world_free_team(&world, 3, world.team);
	world_close(&world);
}

static void test_the_team_has_the_smallest_slot_and_what_all_nics_can_do(void **state)
{
	uint8_t blobs[2 * SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_nic_team *team, other;
	struct sumac_nic_peer peers[2];
	struct world world;

	(void)state;
	world_start(&world, 2);
	team = private_of(&world, 0);
	other = *private_of(&world, 1);
	sumac_nic_blob_write(team, blobs);
	other.slot_log2 = team->slot_log2 + 1;
	team->features = other.features = SUMAC_FEATURE_SPREAD;
	sumac_nic_blob_write(&other, blobs + SUMAC_ENGINE_BLOB_BYTES);
	sumac_nic_blob_write(team, blobs);
	assert_int_equal(sumac_nic_blobs_read(team, blobs, peers), 0);
	assert_int_equal(team->slot_log2, other.slot_log2 - 1);
	assert_int_equal(team->features, SUMAC_FEATURE_SPREAD);
	other.slot_log2 = team->slot_log2 - 1;
	other.features = 0;
	sumac_nic_blob_write(&other, blobs + SUMAC_ENGINE_BLOB_BYTES);
	assert_int_equal(sumac_nic_blobs_read(team, blobs, peers), 0);
	assert_int_equal(team->slot_log2, other.slot_log2);
	assert_int_equal(team->features, 0);
	assert_int_equal(sumac_nic_n_channels(team, SUMAC_CLASS_DOWN), 0);
	world_free_team(&world, 2, world.team);
	world_close(&world);
}

/* The byte of a blob that is changed, and what it becomes. */
static void test_bytes_that_are_no_blob_are_refused(void **state)
{
	static const struct {
		int at;
		uint8_t byte;
	} changes[] = { { 0, 0 }, { 3, 0 }, { 19, 0x7f }, { 24, 16 }, { 25, 16 }, { 26, 8 } };
	uint8_t good[SUMAC_ENGINE_BLOB_BYTES], bad[SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_nic_peer peers[1];
	struct world world;

	(void)state;
	world_start(&world, 1);
	sumac_nic_blob_write(private_of(&world, 0), good);
	assert_int_equal(sumac_nic_blobs_read(private_of(&world, 0), good, peers), 0);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		memcpy(bad, good, sizeof(bad));
		bad[changes[i].at] = changes[i].byte;
		assert_int_equal(sumac_nic_blobs_read(private_of(&world, 0), bad, peers), -SUMAC_EINVAL);
	}
	world_free_team(&world, 1, world.team);
	world_close(&world);
}

static void test_the_group_has_key_rank_rings_and_memory(void **state)
{
	struct world world;

	(void)state;
	world_start(&world, 4);
	for (int r = 0; r < 4; r++) {
		const struct sumac_nic_team *team = private_of(&world, r);
		const struct fake_bus *fake = world.fake[r];
		uint64_t address = team->window.bus_address;

		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_KEY), (uint32_t)team->base.desc.key);
		assert_int_equal(team->base.desc.key, private_of(&world, 0)->base.desc.key);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_RANK), (uint32_t)r | 4u << 16);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_SLOT), team->slot_log2);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_RING_POOL), team->pool_first);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_DRING_LO), (uint32_t)address);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_DRING_HI), address >> 32);
		address += (uint64_t)(team->completions - team->descriptors);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_CRING_LO), (uint32_t)address);
		assert_int_equal(fake_bus_group(fake, team->group, SUMAC_G_CTRL), 1);
	}
	world_free_team(&world, 4, world.team);
	world_close(&world);
}

/* For each pair of ranks: each one's channel names the other's,
 * with the other's addresses; windows do not overlap. */
static void expect_channel(const struct world *world, int rank, unsigned place, unsigned *pool)
{
	const struct sumac_nic_team *team = private_of(world, rank);
	const struct sumac_nic_channels *up = &team->class[SUMAC_CLASS_UP];
	const struct fake_channel *channel = &world->fake[rank]->channel[up->first + place], *other;
	unsigned peer = up->peers[place];

	assert_true(channel->is_open);
	assert_int_equal(channel->group, team->group | peer << 16);
	assert_int_equal(channel->mac_lo, sumac_record_get(world->fake[peer]->bus.mac, 0, 4));
	assert_int_equal(channel->mac_hi, sumac_record_get(world->fake[peer]->bus.mac, 4, 2));
	assert_int_equal(channel->ip, sumac_record_get(world->fake[peer]->bus.ip, 0, 4));
	other = &world->fake[peer]->channel[channel->peer & 0xffff];
	assert_int_equal(other->peer & 0xffff, up->first + place);
	assert_int_equal(other->group >> 16, rank);
	assert_int_equal(channel->slots & 0xffff, other->slots >> 16);
	*pool += SUMAC_NIC_WINDOW_GAP;
	assert_int_equal(channel->pool, *pool);
	*pool += 1u << team->class[SUMAC_CLASS_UP].slots_log2 << team->slot_log2;
}

static void test_channels_find_each_other(void **state)
{
	struct world world;

	(void)state;
	world_start(&world, 5);
	for (int r = 0; r < 5; r++) {
		const struct sumac_nic_team *team = private_of(&world, r);
		unsigned pool = team->pool_first + (team->n_rings << team->ring_slots_log2 << team->slot_log2);

		assert_int_equal(team->class[SUMAC_CLASS_UP].n, 4);
		for (unsigned place = 0; place < 4; place++)
			expect_channel(&world, r, place, &pool);
		assert_true(pool <= team->pool_first + team->pool_n);
		/* A channel takes key and slot size from its group when it is opened. */
		assert_true(fake_bus_first(world.fake[r], SUMAC_REG_CHANNEL_SLOTS) >
			    fake_bus_first(world.fake[r], SUMAC_GROUP_BASE + team->group * SUMAC_GROUP_SIZE + SUMAC_G_CTRL));
	}
	world_free_team(&world, 5, world.team);
	world_close(&world);
}

/* A team above the fan-in: rank 17 of 18 is the last of the 17 peers that rank 15 has, and so has its channel number 16. */
static void test_a_channel_finds_its_end_in_a_long_list(void **state)
{
	enum { SIZE = 18, RANK = 17 };
	uint16_t list[SIZE];
	struct sumac_nic_peer peers[SIZE] = { 0 };
	struct sumac_nic_team team;
	struct world world;
	unsigned place = 0;

	(void)state;
	world_start(&world, 1);
	team = *private_of(&world, 0);
	team.base.desc.size = SIZE;
	team.base.desc.rank = RANK;
	team.group++; /* of which nobody knows yet */
	team.class[SUMAC_CLASS_UP].peers = list;
	team.class[SUMAC_CLASS_UP].n =
		(unsigned)sumac_plan_peers(SIZE, RANK, team.engine->caps.radix, SUMAC_NIC_PLAN_FEATURES, SUMAC_CLASS_UP, list,
					   SIZE);
	while (list[place] != 15)
		place++;
	peers[15].first[SUMAC_CLASS_UP] = 100;
	sumac_nic_group_open(&team, peers);
	assert_int_equal(world.fake[0]->channel[team.class[SUMAC_CLASS_UP].first + place].peer, 100 + 16);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_blob_tells_all_that_is_in_it),
		cmocka_unit_test(test_the_team_has_the_smallest_slot_and_what_all_nics_can_do),
		cmocka_unit_test(test_bytes_that_are_no_blob_are_refused),
		cmocka_unit_test(test_the_group_has_key_rank_rings_and_memory),
		cmocka_unit_test(test_channels_find_each_other),
		cmocka_unit_test(test_a_channel_finds_its_end_in_a_long_list),
	};

	return cmocka_run_group_tests_name("nic_install", tests, NULL, NULL);
}
