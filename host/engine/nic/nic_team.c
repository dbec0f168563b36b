/*
 * A team's group in the NIC: the resources that it takes when it
 * is reserved, sized for the team, and giving them back.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"
#include "engine/nic/nic_team.h"

enum {
	PAGE_BYTES = 4096,
	CLOSE_NAP_NS = 1000000,
	WINDOW_CHUNKS = 256,	/* chunks that all peers of a class may together send ahead */
	RING_SLOTS_LOG2 = 4,	/* result slots per ring: each is sent from until acknowledged */
	LEAST_RING_SLOTS_LOG2 = 3, /* the same of a team that gets the least there is */
	MANY_RANKS = 6,		/* from so many on twice as many slots, since each chunk waits for a turn of all peers */
	SMALLEST_SLOT_LOG2 = 4, /* a kilobyte: for less, the CPU is the better engine */
};

/* After which the NIC is taken never to let go. A card closes a group within a few milliseconds; simulating them takes long. */
#define CLOSE_NS 2000000000u
#define SIMULATED_CLOSE_NS 60000000000u

static unsigned floor_log2(unsigned n)
{
	unsigned log2 = 0;

	while (n >> (log2 + 1))
		log2++;
	return log2;
}

static int take_channels(struct sumac_nic_team *team)
{
	for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++) {
		struct sumac_nic_channels *channels = &team->class[class];
		int size = team->base.desc.size, n;

		channels->peers = calloc((size_t)size, sizeof(*channels->peers));
		if (!channels->peers)
			return -SUMAC_ENOMEM;
		n = sumac_plan_peers(size, team->base.desc.rank, team->engine->caps.radix, team->features, class,
				     channels->peers, size);
		if (sumac_nic_space_take(&team->engine->channels, (unsigned)n, &channels->first) < 0)
			return sumac_fail(SUMAC_ENORES, "it has %u of %u channels left, but not the %d in a row that the "
					  "team needs", team->engine->channels.n_free, team->engine->channels.n, n);
		channels->n = (unsigned)n;
	}
	return 0;
}

/* Slots per channel: enough for all peers of a class together to send some chunks ahead. */
static unsigned wanted_slots_log2(const struct sumac_nic_team *team)
{
	unsigned n_peers = team->base.desc.size > 1 ? (unsigned)team->base.desc.size - 1 : 1;
	unsigned most = floor_log2(team->engine->caps.channel_slots);
	unsigned slots_log2 = n_peers < WINDOW_CHUNKS ? floor_log2(WINDOW_CHUNKS / n_peers) : 0;

	if (slots_log2 < 1)
		slots_log2 = 1;
	return slots_log2 < most ? slots_log2 : most;
}

/* Results come down to a rank chunk by chunk, as it has sent its operands up: a few slots a peer bear their jitter. */
static unsigned down_slots_log2(const struct sumac_nic_team *team, unsigned up_log2)
{
	unsigned n_peers = (unsigned)team->base.desc.size - 1, most = n_peers < 2 ? 4 : n_peers < 4 ? 3 : 2;

	return most < up_log2 ? most : up_log2;
}

/* Beats of packet memory. */
static unsigned room_for(const struct sumac_nic_team *team, unsigned slots_log2, unsigned ring_log2, unsigned slot_log2)
{
	unsigned n_up = team->class[SUMAC_CLASS_UP].n, n_down = team->class[SUMAC_CLASS_DOWN].n;
	unsigned n_slots = (n_up << slots_log2) + (n_down << down_slots_log2(team, slots_log2)) + (team->n_rings << ring_log2);

	return (n_slots << slot_log2) + (n_up + n_down) * SUMAC_NIC_WINDOW_GAP;
}

static bool take_slots(struct sumac_nic_team *team, unsigned slots_log2, unsigned ring_log2, unsigned slot_log2,
		       unsigned most_beats)
{
	unsigned n_beats = room_for(team, slots_log2, ring_log2, slot_log2);

	if (n_beats > most_beats || sumac_nic_space_take(&team->engine->pool, n_beats, &team->pool_first) < 0)
		return false;
	team->pool_n = n_beats;
	team->slot_log2 = slot_log2;
	team->ring_slots_log2 = ring_log2;
	team->class[SUMAC_CLASS_UP].slots_log2 = slots_log2;
	team->class[SUMAC_CLASS_DOWN].slots_log2 = down_slots_log2(team, slots_log2);
	return true;
}

/* As many result slots a ring, or as the NIC has. */
static unsigned ring_slots_log2(const struct sumac_nic_team *team, unsigned wanted)
{
	unsigned most = floor_log2(team->engine->caps.ring_slots);

	return most < wanted ? most : wanted;
}

/* The least that later teams of this size need: as many as three eighths of the packet memory serve, this team and earlier ones
 * included, if there are groups for them. */
static unsigned kept_for_others(const struct sumac_nic_team *team, unsigned least)
{
	const struct sumac_nic_space *groups = &team->engine->groups;
	unsigned n_served = team->engine->pool.n / 8 * 3 / least, n_taken = groups->n - groups->n_free;
	unsigned n_others = n_served > n_taken ? n_served - n_taken : 0;

	return least * (n_others < groups->n_free ? n_others : groups->n_free);
}

/* Takes slots as large as possible: of a size the best that the team's share holds, trying fewer slots a peer; and if that is too
 * little, few, since many teams at once hide each other's waits, but not what smaller packets cost the wire. A share is an eighth
 * of what is free beyond the least for later teams, and for a NIC's first team, a job's largest that does most, a quarter of all.
 * If nothing fits, takes the least itself. */
static int take_pool(struct sumac_nic_team *team)
{
	const struct sumac_nic_caps *caps = &team->engine->caps;
	const struct sumac_nic_space *pool = &team->engine->pool;
	unsigned largest = floor_log2(caps->slot_beats), smallest = largest < SMALLEST_SLOT_LOG2 ? largest : SMALLEST_SLOT_LOG2;
	unsigned wanted = wanted_slots_log2(team), fewest = wanted < 1 ? wanted : 1;
	unsigned best_ring = ring_slots_log2(team, RING_SLOTS_LOG2 + (team->base.desc.size >= MANY_RANKS));
	unsigned few_ring = ring_slots_log2(team, RING_SLOTS_LOG2), least_ring = ring_slots_log2(team, LEAST_RING_SLOTS_LOG2);
	unsigned kept = kept_for_others(team, room_for(team, fewest, least_ring, smallest));
	unsigned most = pool->n_free > kept ? pool->n_free - kept : 0;
	unsigned share = pool->n_free == pool->n ? pool->n / 4 : most / 8;

	for (unsigned slot_log2 = largest + 1; slot_log2-- > smallest;) {
		for (unsigned slots_log2 = wanted + 1; slots_log2-- > fewest;)
			if (take_slots(team, slots_log2, best_ring, slot_log2, share))
				return 0;
		if (take_slots(team, fewest, few_ring, slot_log2, most))
			return 0;
	}
	if (take_slots(team, fewest, least_ring, smallest, pool->n_free))
		return 0;
	return sumac_fail(SUMAC_ENORES, "its packet memory is in use: %u of %u beats are left", pool->n_free,
			  pool->n);
}

/* The rings are twice as long as the number of nodes that may be pending, so
 * there is room for completions not yet reported to the NIC as taken. */
static int take_window(struct sumac_nic_team *team)
{
	struct sumac_nic_engine *engine = team->engine;
	size_t ring_bytes, staging_bytes = (engine->staging_bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	size_t rings_bytes;
	int err;

	team->ring_log2 = floor_log2(engine->caps.nodes) + 1;
	if (team->ring_log2 > SUMAC_NIC_LONGEST_RING_LOG2)
		team->ring_log2 = SUMAC_NIC_LONGEST_RING_LOG2;
	team->ring_mask = (1u << team->ring_log2) - 1;
	ring_bytes = (size_t)SUMAC_DESC_BYTES << team->ring_log2;
	rings_bytes = (2 * ring_bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	err = engine->bus->ops->window_alloc(engine->bus, rings_bytes + SUMAC_NIC_STAGING_SLOTS * 2 * staging_bytes, &team->window);
	if (err == -SUMAC_ENORES)
		return sumac_fail(SUMAC_ENORES, "all its %u memory windows are in use", engine->caps.windows);
	if (err)
		return err;
	team->descriptors = team->window.memory;
	team->completions = team->descriptors + ring_bytes;
	team->aperture = (struct sumac_bus_aperture){ .offset = sumac_nic_group_offset(team, SUMAC_G_PUSH),
						      .ring = (const uint32_t *)(const void *)team->descriptors,
						      .ring_mask = team->ring_mask };
	sumac_nic_staging_init(team, rings_bytes, staging_bytes);
	return 0;
}

/* Gives back what was taken, even if only part of it was. */
static void give_back(struct sumac_nic_team *team)
{
	struct sumac_nic_engine *engine = team->engine;

	sumac_engine_team_delist(&team->base, &engine->teams);
	if (!team->is_lost) {
		sumac_nic_space_give(&engine->pool, team->pool_first, team->pool_n);
		for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
			sumac_nic_space_give(&engine->channels, team->class[class].first, team->class[class].n);
		if (team->group < engine->caps.groups)
			sumac_nic_space_give(&engine->groups, team->group, 1);
		sumac_nic_staging_free(team);
		if (team->window.len_bytes > 0)
			engine->bus->ops->window_free(engine->bus, &team->window);
	}
	for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
		free(team->class[class].peers);
	sumac_nic_routes_free(team);
	free(team->pending);
	for (int memo = 1; memo <= SUMAC_N_MEMOS; memo++)
		free(team->kept[memo]);
	free(team);
}

static int take_all(struct sumac_nic_team *team)
{
	struct sumac_nic_engine *engine = team->engine;
	const struct sumac_plan_needs *needs;
	unsigned group;
	int err;

	if (team->base.desc.size > engine->caps.radix)
		return sumac_fail(SUMAC_ENOTSUP, "the team has %d members, but the NIC's fan-in is %d", team->base.desc.size,
				  engine->caps.radix);
	needs = sumac_nic_count_needs(engine, team->base.desc.size);
	if (!needs)
		return -SUMAC_ENOMEM;
	team->n_rings = (unsigned)needs->n_rings;
	if (team->n_rings > engine->caps.rings)
		return sumac_fail(SUMAC_ENORES, "the team needs %u rings of result slots, and a group has %u", team->n_rings,
				  engine->caps.rings);
	if ((unsigned)needs->n_nodes > engine->caps.nodes)
		return sumac_fail(SUMAC_ENORES, "the team has %d members, but a group of the NIC takes only %u pending nodes",
				  team->base.desc.size, engine->caps.nodes);
	team->entries = calloc(engine->caps.routes, sizeof(*team->entries));
	team->pending = calloc(engine->caps.nodes, sizeof(*team->pending));
	if (!team->entries || !team->pending)
		return -SUMAC_ENOMEM;
	if ((unsigned)needs->n_entries > engine->caps.routes)
		return sumac_fail(SUMAC_ENORES, "the team needs %d routes, and a group has %u", needs->n_entries,
				  engine->caps.routes);
	if (sumac_nic_space_take(&engine->groups, 1, &group) < 0)
		return sumac_fail(SUMAC_ENORES, "all of its %u groups are in use by other teams", engine->caps.groups);
	team->group = group;
	team->doorbell = sumac_nic_group_offset(team, SUMAC_G_DOORBELL);
	err = take_channels(team);
	if (!err)
		err = take_pool(team);
	return err ? err : take_window(team);
}

int sumac_nic_team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc,
			   struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES])
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);
	struct sumac_nic_team *team = calloc(1, sizeof(*team));
	int err;

	if (!team)
		return -SUMAC_ENOMEM;
	team->engine = engine;
	sumac_engine_team_init(&team->base, desc);
	team->blocks = desc->blocks ? *desc->blocks : (struct sumac_plan_blocks){ .are_even = true };
	team->blocks.first = NULL;
	team->group = engine->caps.groups;
	team->features = engine->caps.features & SUMAC_NIC_PLAN_FEATURES;
	sumac_engine_team_enlist(&team->base, &engine->teams);
	err = take_all(team);
	if (err) {
		give_back(team);
		return err;
	}
	sumac_nic_blob_write(team, blob_out);
	*team_out = &team->base;
	return 0;
}

/* The NIC reports a register write that it has refused. */
static int ask_refused(struct sumac_nic_engine *engine)
{
	uint32_t refused = sumac_nic_read(engine, SUMAC_REG_REFUSED);

	if (engine->bus_status < 0 || refused == 0)
		return engine->bus_status;
	sumac_nic_write(engine, SUMAC_REG_REFUSED, 0);
	return sumac_fail((int)(refused & 0xff), "it refused a write of its register 0x%x", refused >> 16);
}

int sumac_nic_team_install(struct sumac_engine_team *base, const uint8_t *blobs)
{
	struct sumac_nic_team *team = sumac_nic_team_of(base);
	struct sumac_nic_peer *peers = calloc((size_t)team->base.desc.size, sizeof(*peers));
	int err = peers ? sumac_nic_blobs_read(team, blobs, peers) : -SUMAC_ENOMEM;

	if (!err) {
		sumac_nic_group_open(team, peers);
		team->base.is_installed = team->engine->bus_status == 0;
		err = ask_refused(team->engine);
	}
	free(peers);
	return err;
}

/* A NIC that cannot be reached no longer exists: it holds nothing. */
bool sumac_nic_group_close(struct sumac_nic_team *team)
{
	if (!team->is_closed)
		sumac_nic_group_write(team, SUMAC_G_CTRL, 0);
	team->is_closed = true;
	return team->engine->bus_status < 0 || (sumac_nic_group_read(team, SUMAC_G_STATE) & 0xff) == 0 ||
	       team->engine->bus_status < 0;
}

/* The NIC closes a group when its peers have acknowledged all, and raises its interrupt. On the stepped clock that takes time,
 * which runs while this rank sleeps; then the state is read only after an interrupt, since a read clocks the NIC. */
static bool await_closed(struct sumac_nic_team *team)
{
	struct sumac_bus *bus = team->engine->bus;
	uint64_t since_ns = (uint64_t)sumac_clock_ns(), patience_ns = bus->simulated ? SIMULATED_CLOSE_NS : CLOSE_NS;
	uint32_t seen = bus->ops->events(bus), now_seen = seen;
	bool is_closed = sumac_nic_group_close(team);

	while (!is_closed && (uint64_t)sumac_clock_ns() - since_ns < patience_ns) {
		seen = now_seen;
		bus->ops->sleep(bus, seen, CLOSE_NAP_NS);
		now_seen = bus->ops->events(bus);
		if (!bus->stepped || now_seen != seen)
			is_closed = sumac_nic_group_close(team);
	}
	bus->ops->running(bus);
	return is_closed;
}

/* The channels are left as they are: they go on to tell peers what has arrived, until they are opened anew. */
void sumac_nic_team_free(struct sumac_engine_team *base)
{
	struct sumac_nic_team *team = sumac_nic_team_of(base);

	while (team->base.oldest)
		sumac_nic_call_abort(team, sumac_nic_oldest(team), team->base.status < 0 ? team->base.status : -SUMAC_EFAILED);
	if (team->base.is_installed && !await_closed(team))
		team->is_lost = true;
	give_back(team);
}
