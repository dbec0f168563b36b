/*
 * A bus to a fake NIC: its register file and its windows. fake_nodes.c has the NIC's computing.
 */
#include "fake_bus.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus/no_interrupt.h"
#include "bus/push.h"
#include "fake_nodes.h"

enum { PAGE_BYTES = 4096 };

static struct fake_bus *all;
bool fake_bus_copies;

static struct fake_bus *fake_of(struct sumac_bus *bus)
{
	return (struct fake_bus *)bus;
}

void fake_bus_wrong(struct fake_bus *fake, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (fake->n_errors++ == 0)
		vsnprintf(fake->error, sizeof(fake->error), format, args);
	va_end(args);
}

struct fake_bus *fake_bus_first_of_all(void)
{
	return all;
}

static uint32_t *reg(struct fake_bus *fake, uint32_t offset)
{
	return &fake->reg[offset / 4];
}

uint32_t fake_bus_group(const struct fake_bus *fake, unsigned group, uint32_t offset)
{
	return fake->group[group].reg[offset / 4];
}

uint8_t *fake_bus_at_window(struct fake_bus *fake, unsigned window, uint64_t offset, size_t len_bytes)
{
	const struct sumac_bus_window *w = window < FAKE_WINDOWS ? &fake->window[window] : NULL;

	if (!w || !w->memory || offset > w->len_bytes || len_bytes > w->len_bytes - offset) {
		fake_bus_wrong(fake, "window %u, offset %llu, %zu bytes", window, (unsigned long long)offset, len_bytes);
		return NULL;
	}
	return fake->nic_memory[window] + offset;
}

uint8_t *fake_bus_at(struct fake_bus *fake, uint64_t address, size_t len_bytes)
{
	return fake_bus_at_window(fake, (unsigned)(address >> 40) - 1, address & 0xffffffffffull, len_bytes);
}

void fake_bus_complete(struct fake_bus *fake, unsigned group, int n, int status, unsigned fault_rank)
{
	fake_nodes_complete(fake, group, n, status, fault_rank);
}

static void free_messages(struct fake_channel *channel)
{
	while (channel->arrived) {
		struct fake_message *message = channel->arrived;

		channel->arrived = message->next;
		free(message);
	}
}

/* A channel is as good as closed when its group is. */
static void close_channels(struct fake_bus *fake, unsigned g)
{
	for (int c = 0; c < FAKE_CHANNELS; c++)
		if (fake->channel[c].is_open && (fake->channel[c].group & 0xffff) == g) {
			fake->channel[c].is_open = false;
			free_messages(&fake->channel[c]);
		}
}

static void write_group(struct fake_bus *fake, uint32_t offset, uint32_t value)
{
	unsigned g = (offset - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE, r = (offset - SUMAC_GROUP_BASE) % SUMAC_GROUP_SIZE;
	struct fake_group *group = g < FAKE_GROUPS ? &fake->group[g] : NULL;

	if (!group) {
		fake_bus_wrong(fake, "a write to group %u", g);
		return;
	}
	group->reg[r / 4] = value;
	if (r == SUMAC_G_CTRL && (value & 1)) {
		group->is_open = true;
		group->state = 1;
		group->fetched = 0;
		group->written = 0, group->n_nodes = 0;
		group->reg[SUMAC_G_DOORBELL / 4] = 0;
		group->reg[SUMAC_G_CONSUMED / 4] = 0;
	} else if (r == SUMAC_G_CTRL) {
		group->is_open = false;
		group->state = fake->keeps_open ? 3 : 0;
		close_channels(fake, g);
	} else if (r == SUMAC_G_FAIL && group->state == 1) {
		group->state = 2;
		group->reg[SUMAC_G_STATE / 4] = (value & 0xffff) << 16 | (value >> 16 & 0xff) << 8;
		while (!fake->fails_silently && group->n_nodes > 0)
			fake_nodes_complete(fake, g, 0, (int)(value >> 16), value & 0xffff);
	}
	if (r == SUMAC_G_PUSH + SUMAC_DESC_BYTES - 4)
		fake_nodes_push(fake, g);
	fake_nodes_run();
}

static void write_channel(struct fake_bus *fake, uint32_t value)
{
	struct fake_channel *channel = &fake->channel[*reg(fake, SUMAC_REG_CHANNEL_INDEX) % FAKE_CHANNELS];

	if (channel->is_open || !(fake->group[*reg(fake, SUMAC_REG_CHANNEL_GROUP) & 0xffff].is_open))
		fake_bus_wrong(fake, "channel %u is opened twice, or before its group", *reg(fake, SUMAC_REG_CHANNEL_INDEX));
	*channel = (struct fake_channel){
		.is_open = true, .group = *reg(fake, SUMAC_REG_CHANNEL_GROUP), .peer = *reg(fake, SUMAC_REG_CHANNEL_PEER),
		.mac_lo = *reg(fake, SUMAC_REG_CHANNEL_MAC_LO), .mac_hi = *reg(fake, SUMAC_REG_CHANNEL_MAC_HI),
		.ip = *reg(fake, SUMAC_REG_CHANNEL_IP), .pool = *reg(fake, SUMAC_REG_CHANNEL_POOL), .slots = value,
	};
}

static int reg_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	struct fake_bus *fake = fake_of(bus);
	uint32_t route = *reg(fake, SUMAC_REG_ROUTE_INDEX);

	if (fake->n_log < FAKE_LOG)
		fake->log[fake->n_log++] = (struct fake_write){ offset, value };
	if (offset >= SUMAC_GROUP_BASE) {
		write_group(fake, offset, value);
		return 0;
	}
	if (offset == SUMAC_REG_ROUTE_DATA)
		fake->route[(route >> 16) % FAKE_GROUPS][(route & 0xffff) % FAKE_ROUTES]
			   [fake->route_word++ % SUMAC_ROUTE_WORDS] = value;
	else
		*reg(fake, offset) = value;
	if (offset == SUMAC_REG_ROUTE_INDEX)
		fake->route_word = 0;
	if (offset == SUMAC_REG_CHANNEL_SLOTS)
		write_channel(fake, value);
	return 0;
}

static uint32_t ops_of(uint32_t type)
{
	static const uint8_t integers[] = { SUMAC_TYPE_I8, SUMAC_TYPE_I16, SUMAC_TYPE_I32, SUMAC_TYPE_I64,
					    SUMAC_TYPE_U8, SUMAC_TYPE_U16, SUMAC_TYPE_U32, SUMAC_TYPE_U64 };

	for (size_t i = 0; i < sizeof(integers); i++)
		if (integers[i] == type)
			return 1u << SUMAC_OP_SUM | 1u << SUMAC_OP_OR | 1u << SUMAC_OP_MAX;
	return 0;
}

static int reg_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out)
{
	struct fake_bus *fake = fake_of(bus);
	unsigned g = (offset - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE;

	if (offset >= SUMAC_GROUP_BASE && (offset - SUMAC_GROUP_BASE) % SUMAC_GROUP_SIZE == SUMAC_G_STATE)
		*value_out = fake->group[g].state | fake_bus_group(fake, g, SUMAC_G_STATE);
	else if (offset == SUMAC_REG_CAP_OPS)
		*value_out = ops_of(*reg(fake, SUMAC_REG_CAP_OPS_INDEX));
	else
		*value_out = *reg(fake, offset);
	return 0;
}

/* memory NULL: of the window's own. */
static int take_window(struct fake_bus *fake, void *memory, size_t len_bytes, struct sumac_bus_window *window_out)
{
	unsigned index = 0;

	while (index < FAKE_WINDOWS && fake->window[index].memory)
		index++;
	if (index == FAKE_WINDOWS || fake->n_windows_taken >= fake->windows_left)
		return -SUMAC_ENORES;
	len_bytes = (len_bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	fake->window[index] = (struct sumac_bus_window){ .index = (uint16_t)index, .len_bytes = len_bytes, .is_lent = memory,
							 .bus_address = ((uint64_t)index + 1) << 40,
							 .memory = memory ? memory : aligned_alloc(PAGE_BYTES, len_bytes) };
	fake->nic_memory[index] = fake->bus.copies ? calloc(1, len_bytes) : fake->window[index].memory;
	fake->n_windows_taken++;
	*window_out = fake->window[index];
	return 0;
}

static int window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out)
{
	int err = take_window(fake_of(bus), NULL, len_bytes, window_out);

	if (!err)
		memset(window_out->memory, 0, window_out->len_bytes);
	return err;
}

static int window_lend(struct sumac_bus *bus, const struct sumac_bus_loan *loan, struct sumac_bus_window *window_out)
{
	return take_window(fake_of(bus), loan->memory, loan->len_bytes, window_out);
}

static int copy(struct fake_bus *fake, uint16_t window, uint64_t offset, size_t len_bytes, bool to_nic)
{
	uint8_t *nic = fake_bus_at_window(fake, window, offset, len_bytes), *host = (uint8_t *)fake->window[window].memory + offset;

	if (!nic || !fake->copies_left)
		return -SUMAC_EIO;
	fake->n_copied++;
	fake->copies_left--;
	memcpy(to_nic ? nic : host, to_nic ? host : nic, len_bytes);
	return 0;
}

static int to_nic(struct sumac_bus *bus, uint16_t window, uint64_t offset, size_t len_bytes)
{
	return copy(fake_of(bus), window, offset, len_bytes, true);
}

static int from_nic(struct sumac_bus *bus, uint16_t window, uint64_t offset, size_t len_bytes)
{
	return copy(fake_of(bus), window, offset, len_bytes, false);
}

static void free_copy(struct fake_bus *fake, unsigned window)
{
	if (fake->bus.copies)
		free(fake->nic_memory[window]);
	fake->nic_memory[window] = NULL;
}

static void window_free(struct sumac_bus *bus, struct sumac_bus_window *window)
{
	struct fake_bus *fake = fake_of(bus);

	if (!fake->window[window->index].memory)
		fake_bus_wrong(fake, "window %u is freed twice", window->index);
	if (!fake->window[window->index].is_lent)
		free(fake->window[window->index].memory);
	free_copy(fake, window->index);
	fake->window[window->index].memory = NULL;
	fake->n_windows_taken--;
}

static uint32_t events(struct sumac_bus *bus)
{
	return (uint32_t)fake_of(bus)->now;
}

static void sleep_until(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns)
{
	(void)bus, (void)seen, (void)timeout_ns;
}

static int health(struct sumac_bus *bus)
{
	return fake_of(bus)->health;
}

static void close_bus(struct sumac_bus *bus)
{
	fake_bus_close(fake_of(bus));
}

static int push(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, uint64_t first, uint64_t end)
{
	return sumac_push_each(bus, aperture, first, end, reg_write);
}

static const struct sumac_bus_ops fake_ops = { reg_write, reg_read, push, window_alloc, window_lend, window_free, to_nic, from_nic,
					       events, sumac_no_interrupt_waiting, sumac_no_interrupt_running, NULL, sleep_until,
					       health, close_bus, NULL, NULL };

struct fake_bus *fake_bus_open(unsigned index)
{
	struct fake_bus *fake = calloc(1, sizeof(*fake));

	fake->bus = (struct sumac_bus){ .ops = &fake_ops, .kind = "fake", .simulated = true, .copies = fake_bus_copies,
					.pushes_cheaply = true,
					.clock_hz = 250000000, .mac = { 2, 0x53, 0x4d, 0, (uint8_t)(index >> 8), (uint8_t)index },
					.ip = { 10, 83, (uint8_t)(index >> 8), (uint8_t)index } };
	fake->windows_left = FAKE_WINDOWS;
	fake->copies_left = ~0u;
	*reg(fake, SUMAC_REG_MAGIC) = SUMAC_MAGIC;
	*reg(fake, SUMAC_REG_SPEC_HASH) = SUMAC_SPEC_HASH;
	*reg(fake, SUMAC_REG_PARAM(Groups)) = FAKE_GROUPS;
	*reg(fake, SUMAC_REG_PARAM(Channels)) = FAKE_CHANNELS;
	*reg(fake, SUMAC_REG_PARAM(SweepCycles)) = SUMAC_DEF_SweepCycles;
	*reg(fake, SUMAC_REG_PARAM(ProbeRounds)) = SUMAC_DEF_ProbeRounds;
	*reg(fake, SUMAC_REG_PARAM(PoolBeats)) = SUMAC_DEF_PoolBeats;
	*reg(fake, SUMAC_REG_PARAM(Nodes)) = SUMAC_DEF_Nodes;
	*reg(fake, SUMAC_REG_PARAM(Rings)) = SUMAC_DEF_Rings;
	*reg(fake, SUMAC_REG_PARAM(RingSlots)) = SUMAC_DEF_RingSlots;
	*reg(fake, SUMAC_REG_PARAM(Routes)) = FAKE_ROUTES;
	*reg(fake, SUMAC_REG_PARAM(Windows)) = FAKE_WINDOWS;
	*reg(fake, SUMAC_REG_PARAM(SlotBeats)) = SUMAC_DEF_SlotBeats;
	*reg(fake, SUMAC_REG_PARAM(ChannelSlots)) = SUMAC_DEF_ChannelSlots;
	*reg(fake, SUMAC_REG_PARAM(FanIn)) = SUMAC_DEF_FanIn;
	*reg(fake, SUMAC_REG_FEATURES) = SUMAC_FEATURE_INLINE | SUMAC_FEATURE_INLINE_RESULT | SUMAC_FEATURE_PUSH;
	fake->next = all;
	all = fake;
	return fake;
}

void fake_bus_close(struct fake_bus *fake)
{
	struct fake_bus **at = &all;

	while (*at != fake)
		at = &(*at)->next;
	*at = fake->next;
	for (unsigned i = 0; i < FAKE_WINDOWS; i++) {
		free(fake->window[i].memory);
		free_copy(fake, i);
	}
	for (int c = 0; c < FAKE_CHANNELS; c++)
		free_messages(&fake->channel[c]);
	free(fake);
}

int fake_bus_count(const struct fake_bus *fake, uint32_t offset)
{
	int n = 0;

	for (unsigned i = 0; i < fake->n_log; i++)
		n += fake->log[i].offset == offset;
	return n;
}

int fake_bus_first(const struct fake_bus *fake, uint32_t offset)
{
	for (unsigned i = 0; i < fake->n_log; i++)
		if (fake->log[i].offset == offset)
			return (int)i;
	return -1;
}
