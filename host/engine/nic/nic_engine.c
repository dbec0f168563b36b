/*
 * The NIC engine: opening (is this a NIC for which this library was built,
 * and what can it do), and why it does not take a call.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/nic/nic_team.h"

static const uint8_t types[] = {
#define SUMAC_TYPE(name, code, ...) code,
#include "spec/rows.def"
};

uint32_t sumac_nic_read(struct sumac_nic_engine *engine, uint32_t offset)
{
	uint32_t value = 0;
	int err = engine->bus->ops->reg_read(engine->bus, offset, &value);

	if (err && engine->bus_status == 0)
		engine->bus_status = err;
	return err ? 0 : value;
}

uint32_t sumac_nic_group_read(const struct sumac_nic_team *team, uint32_t reg)
{
	return sumac_nic_read(team->engine, sumac_nic_group_offset(team, reg));
}

static const char *why_not(struct sumac_engine *base, int op, int type, int size)
{
	const struct sumac_nic_caps *caps = &sumac_nic_engine_of(base)->caps;
	const struct sumac_plan_needs *needs;

	if (type < 0 || type > UINT8_MAX || caps->ops[type] == 0)
		return "the NIC does not do this type";
	if (op < 0 || op > 15 || !(caps->ops[type] & 1u << op))
		return "the NIC does not do this operation on this type";
	if (size > caps->radix)
		return "the team is larger than the NIC's fan-in";
	needs = sumac_nic_count_needs(sumac_nic_engine_of(base), size);
	if (!needs)
		return "there is no memory for the team's plans";
	if ((unsigned)needs->n_channels > caps->channels)
		return "the team needs more channels than the NIC has";
	if ((unsigned)needs->n_entries > caps->routes)
		return "the team needs more routes than the NIC holds";
	return NULL;
}

static void close_engine(struct sumac_engine *base)
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);

	while (engine->teams)
		sumac_nic_team_free(engine->teams);
	sumac_nic_windows_free(engine);
	sumac_nic_space_destroy(&engine->groups);
	sumac_nic_space_destroy(&engine->channels);
	sumac_nic_space_destroy(&engine->pool);
	free(engine);
}

static int group(struct sumac_engine_team *team)
{
	return (int)sumac_nic_team_of(team)->group;
}

static const struct sumac_engine_ops nic_ops = {
	.name = "nic",
	.why_not = why_not,
	.team_reserve = sumac_nic_team_reserve,
	.team_install = sumac_nic_team_install,
	.team_free = sumac_nic_team_free,
	.post = sumac_nic_post,
	.post_like = sumac_nic_post_like,
	.plan = sumac_nic_plan,
	.team_fail = sumac_nic_team_fail,
	.oldest = sumac_engine_team_oldest,
	.waiting_for = sumac_nic_waiting_for,
	.progress = sumac_nic_progress,
	.close = close_engine,
	.group = group,
};

static int read_register(void *ctx, uint32_t offset, uint32_t *value_out)
{
	*value_out = sumac_nic_read(ctx, offset);
	return 0; /* an error of the bus is kept */
}

static void read_caps(struct sumac_nic_engine *engine)
{
	struct sumac_nic_caps *caps = &engine->caps;
	const uint32_t *params = caps->design.params;

	sumac_design_read(&caps->design, read_register, engine);
	caps->groups = params[SUMAC_PARAM_Groups];
	caps->channels = params[SUMAC_PARAM_Channels];
	caps->sweep_cycles = params[SUMAC_PARAM_SweepCycles];
	caps->pool_beats = params[SUMAC_PARAM_PoolBeats];
	caps->nodes = params[SUMAC_PARAM_Nodes];
	caps->rings = params[SUMAC_PARAM_Rings];
	caps->ring_slots = params[SUMAC_PARAM_RingSlots];
	caps->routes = params[SUMAC_PARAM_Routes];
	caps->windows = params[SUMAC_PARAM_Windows];
	caps->slot_beats = params[SUMAC_PARAM_SlotBeats];
	caps->channel_slots = params[SUMAC_PARAM_ChannelSlots];
	caps->fan_in = params[SUMAC_PARAM_FanIn];
	caps->features = caps->design.features;
	engine->base.design = &caps->design;
	for (caps->radix = SUMAC_ROUTE_MAX_IN; caps->radix > (int)caps->fan_in; caps->radix /= 2)
		;
	for (size_t i = 0; i < sizeof(types); i++) {
		sumac_nic_write(engine, SUMAC_REG_CAP_OPS_INDEX, types[i]);
		caps->ops[types[i]] = (uint16_t)sumac_nic_read(engine, SUMAC_REG_CAP_OPS);
	}
}

/* A NIC on which no plan could run, or whose capabilities make
 * no sense, is refused before anything relies on it. */
static bool caps_are_good(const struct sumac_nic_caps *caps)
{
	return caps->groups >= 1 && caps->groups <= (0x10000 - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE &&
	       caps->channels >= 1 && caps->channels <= 1u << SUMAC_ROUTE_IN_CHANNEL_BITS &&
	       caps->pool_beats >= 1 && caps->nodes >= 2 && caps->nodes <= 1u << SUMAC_NIC_LONGEST_RING_LOG2 &&
	       caps->rings >= 2 && caps->ring_slots >= 1 && caps->routes >= 1 && caps->windows >= 1 &&
	       caps->sweep_cycles >= 1 && caps->slot_beats >= 1 && caps->channel_slots >= 1 && caps->radix >= 2 &&
	       caps->design.params[SUMAC_PARAM_ProbeRounds] >= 1;
}

static uint32_t le32(const uint8_t *bytes)
{
	return (uint32_t)sumac_record_get(bytes, 0, 4);
}

static int open_checked(struct sumac_nic_engine *engine)
{
	const struct sumac_bus *bus = engine->bus;
	int err;

	if (sumac_nic_read(engine, SUMAC_REG_MAGIC) != SUMAC_MAGIC)
		return engine->bus_status ? engine->bus_status : -SUMAC_ENODEV;
	if (sumac_nic_read(engine, SUMAC_REG_SPEC_HASH) != SUMAC_SPEC_HASH)
		return engine->bus_status ? engine->bus_status : -SUMAC_ESPEC;
	read_caps(engine);
	if (engine->bus_status < 0)
		return engine->bus_status;
	if (!caps_are_good(&engine->caps))
		return -SUMAC_ENOTSUP;
	sumac_nic_write(engine, SUMAC_REG_MAC_LO, le32(bus->mac));
	sumac_nic_write(engine, SUMAC_REG_MAC_HI, (uint32_t)sumac_record_get(bus->mac, 4, 2));
	sumac_nic_write(engine, SUMAC_REG_IP, le32(bus->ip));
	err = sumac_nic_space_init(&engine->groups, engine->caps.groups);
	if (!err)
		err = sumac_nic_space_init(&engine->channels, engine->caps.channels);
	if (!err)
		err = sumac_nic_space_init(&engine->pool, engine->caps.pool_beats);
	return err ? err : engine->bus_status;
}

/* A link that is brought up anew is silent for 1 to 3 s; a simulated one is as the fault plan has it. A unit is the time between
 * PROBEs at the longest back-off. A link that is silent for less never ends a team. */
static unsigned patience_of(const struct sumac_bus *bus, const struct sumac_nic_caps *caps, uint64_t ns)
{
	const uint64_t rounds = caps->design.params[SUMAC_PARAM_ProbeRounds];
	const uint64_t unit_cycles = (rounds << SUMAC_MOST_BACKOFF) * caps->sweep_cycles;
	const uint64_t most = (1u << 11) - 1;
	uint64_t units;

	if (!ns)
		ns = bus->simulated ? 4000000u : 2000000000u;
	units = (ns / 1000 * (bus->clock_hz / 1000000) + unit_cycles - 1) / unit_cycles;
	return units < 1 ? 1 : units > most ? (unsigned)most : (unsigned)units;
}

static bool does_push(const struct sumac_nic_engine *engine, enum sumac_nic_push push)
{
	const struct sumac_bus *bus = engine->bus;

	return engine->caps.features & SUMAC_FEATURE_PUSH && bus->ops->push && !bus->copies &&
	       (push == SUMAC_NIC_PUSH_AUTO ? bus->pushes_cheaply : push == SUMAC_NIC_PUSH_YES);
}

/* The short path is for memory that host and NIC share. A stepped clock may become a free one, if a rank keeps the others waiting;
 * never the other way round. */
static void set_ops(struct sumac_nic_engine *engine, const struct sumac_bus *bus)
{
	engine->ops = nic_ops;
	if (bus->copies) {
		engine->ops.post_like = sumac_nic_post;
		engine->ops.progress = sumac_nic_copies_progress;
	} else if (bus->stepped) {
		engine->ops.progress = sumac_nic_stepped_progress;
	}
	engine->base.ops = &engine->ops;
}

int sumac_engine_nic_open(struct sumac_bus *bus, const struct sumac_nic_options *options,
			  struct sumac_engine **engine_out)
{
	struct sumac_nic_engine *engine = calloc(1, sizeof(*engine));
	int err;

	if (!engine)
		return -SUMAC_ENOMEM;
	set_ops(engine, bus);
	engine->bus = bus;
	engine->staging_bytes = options->staging_bytes;
	err = open_checked(engine);
	if (err) {
		close_engine(&engine->base);
		return err;
	}
	engine->patience = patience_of(bus, &engine->caps, options->patience_ns);
	engine->pushes = does_push(engine, options->push);
	*engine_out = &engine->base;
	return 0;
}

