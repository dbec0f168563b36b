/* A bus to a fake NIC: see fake_bus.h. */
#include "fake_bus.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 4096, MAX_NODE_BYTES = 1 << 26 };

static struct fake_bus *all;

static struct fake_bus *fake_of(struct sumac_bus *bus)
{
	return (struct fake_bus *)bus;
}

__attribute__((format(printf, 2, 3))) static void wrong(struct fake_bus *fake, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (fake->n_errors++ == 0)
		vsnprintf(fake->error, sizeof(fake->error), format, args);
	va_end(args);
}

static uint32_t *reg(struct fake_bus *fake, uint32_t offset)
{
	return &fake->reg[offset / 4];
}

uint32_t fake_bus_group(const struct fake_bus *fake, unsigned group, uint32_t offset)
{
	return fake->group[group].reg[offset / 4];
}

/* A bus address or a (window, offset) as the host's memory; NULL where there is none. */
static uint8_t *at_window(struct fake_bus *fake, unsigned window, uint64_t offset, size_t len_bytes)
{
	const struct sumac_bus_window *w = window < FAKE_WINDOWS ? &fake->window[window] : NULL;

	if (!w || !w->memory || offset > w->len_bytes || len_bytes > w->len_bytes - offset) {
		wrong(fake, "window %u, offset %llu, %zu bytes", window, (unsigned long long)offset, len_bytes);
		return NULL;
	}
	return (uint8_t *)w->memory + offset;
}

static uint8_t *at_bus(struct fake_bus *fake, uint64_t address, size_t len_bytes)
{
	return at_window(fake, (unsigned)(address >> 40) - 1, address & 0xffffffffffull, len_bytes);
}

static uint64_t group_address(const struct fake_bus *fake, unsigned group, uint32_t low, uint32_t high)
{
	return fake_bus_group(fake, group, low) | (uint64_t)fake_bus_group(fake, group, high) << 32;
}

static void complete(struct fake_bus *fake, unsigned g, int n, int status, unsigned fault)
{
	struct fake_group *group = &fake->group[g];
	unsigned log2 = fake_bus_group(fake, g, SUMAC_G_RING_LOG2);
	uint64_t ring = group_address(fake, g, SUMAC_G_CRING_LO, SUMAC_G_CRING_HI);
	uint8_t *out = at_bus(fake, ring + 64 * (group->written & ((1u << log2) - 1)), 64);
	const uint8_t *desc = group->node[n].desc;

	if (!out)
		return;
	SUMAC_PUT(out, CPL, STATUS, status);
	SUMAC_PUT(out, CPL, FAULT_RANK, fault);
	SUMAC_PUT(out, CPL, COOKIE, SUMAC_GET(desc, DESC, COOKIE));
	SUMAC_PUT(out, CPL, SEQ, SUMAC_GET(desc, DESC, SEQ));
	SUMAC_PUT(out, CPL, COMBINES, 7);
	SUMAC_PUT(out, CPL, RUNG_AT, fake->now + 100);
	SUMAC_PUT(out, CPL, DONE_AT, fake->now + 300);
	fake->now += 10;
	atomic_store_explicit((_Atomic uint64_t *)(void *)(out + SUMAC_CPL_LAP_OFFSET), 1 + (group->written >> log2),
			      memory_order_release);
	group->written++;
	group->n_nodes--;
	memmove(&group->node[n], &group->node[n + 1], (size_t)(group->n_nodes - n) * sizeof(group->node[0]));
}

/* A message from one NIC's channel into another's, if both ends agree on each other. */
static void send_on(struct fake_bus *fake, unsigned index, const uint8_t *bytes, size_t len_bytes)
{
	struct fake_channel *from = &fake->channel[index], *to = NULL;
	struct fake_message *message, **at;
	struct fake_bus *other = all;

	while (other && (sumac_record_get(other->bus.mac, 0, 4) != from->mac_lo ||
			 sumac_record_get(other->bus.mac, 4, 2) != from->mac_hi))
		other = other->next;
	if (other && (from->peer & 0xffff) < FAKE_CHANNELS)
		to = &other->channel[from->peer & 0xffff];
	if (!from->is_open || !to || !to->is_open || (to->peer & 0xffff) != index ||
	    to->mac_lo != sumac_record_get(fake->bus.mac, 0, 4) || from->ip != sumac_record_get(other->bus.ip, 0, 4) ||
	    to->slots >> 16 != (from->slots & 0xffff) || to->peer >> 16 != from->peer >> 16 ||
	    fake_bus_group(fake, from->group & 0xffff, SUMAC_G_KEY) !=
		    fake_bus_group(other, to->group & 0xffff, SUMAC_G_KEY) ||
	    fake_bus_group(fake, from->group & 0xffff, SUMAC_G_SLOT) !=
		    fake_bus_group(other, to->group & 0xffff, SUMAC_G_SLOT) ||
	    from->group >> 16 != (fake_bus_group(other, to->group & 0xffff, SUMAC_G_RANK) & 0xffff)) {
		wrong(fake, "channel %u leads nowhere", index);
		return;
	}
	message = malloc(sizeof(*message) + len_bytes);
	message->next = NULL;
	message->len_bytes = len_bytes;
	if (len_bytes > 0)
		memcpy(message->bytes, bytes, len_bytes);
	for (at = &to->arrived; *at; at = &(*at)->next)
		;
	*at = message;
}

static unsigned half(const uint32_t *words, int i)
{
	return words[i / 2] >> (16 * (i % 2)) & 0xffff;
}

/* Folds one input after the other by the route's program; false while an input lacks. */
static bool fold(struct fake_bus *fake, const uint8_t *desc, const uint32_t *route, size_t len_bytes, uint8_t *out)
{
	int n_in = (int)SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_IN), depth = 0;
	uint32_t *stack[SUMAC_ROUTE_MAX_IN];

	for (int i = 0; i < n_in; i++) {
		unsigned in = half(&route[1], i);

		if (SUMAC_BITS_GET(in, ROUTE_IN, KIND) == SUMAC_STREAM_CHANNEL &&
		    !fake->channel[SUMAC_BITS_GET(in, ROUTE_IN, CHANNEL)].arrived)
			return false;
	}
	for (int i = 0; i < n_in; i++) {
		unsigned in = half(&route[1], i);
		const uint8_t *from = NULL;
		struct fake_message *message = NULL;

		stack[depth] = calloc(1, len_bytes + 8);
		if (SUMAC_BITS_GET(in, ROUTE_IN, KIND) == SUMAC_STREAM_MEMORY) {
			from = at_window(fake, (unsigned)SUMAC_GET(desc, DESC, SRC_WINDOW),
					 SUMAC_GET(desc, DESC, SRC_OFFSET), len_bytes);
		} else {
			struct fake_channel *channel = &fake->channel[SUMAC_BITS_GET(in, ROUTE_IN, CHANNEL)];

			message = channel->arrived;
			channel->arrived = message->next;
			if (message->len_bytes != len_bytes)
				wrong(fake, "a message of %zu bytes, not %zu", message->len_bytes, len_bytes);
			else
				from = message->bytes;
		}
		if (from && len_bytes > 0)
			memcpy(stack[depth], from, len_bytes);
		free(message);
		depth++;
		for (unsigned c = SUMAC_BITS_GET(in, ROUTE_IN, COMBINES); c > 0; c--, depth--) {
			for (size_t w = 0; w < (len_bytes + 3) / 4; w++)
				stack[depth - 2][w] = 3 * stack[depth - 2][w] + stack[depth - 1][w];
			free(stack[depth - 1]);
		}
	}
	if (depth != 1)
		wrong(fake, "a program that leaves %d values", depth);
	memcpy(out, stack[0], len_bytes);
	free(stack[0]);
	return true;
}

/* 1 when it is done, 0 while it waits. */
static int run_node(struct fake_bus *fake, unsigned g, int n)
{
	const uint8_t *desc = fake->group[g].node[n].desc;
	unsigned entry = (unsigned)SUMAC_GET(desc, DESC, ROUTE);
	const uint32_t *route = fake->route[g][entry < FAKE_ROUTES ? entry : 0];
	size_t len_bytes = (size_t)SUMAC_GET(desc, DESC, COUNT) << (SUMAC_GET(desc, DESC, TYPE) & 0xf);
	uint8_t *value;

	if (len_bytes > MAX_NODE_BYTES || SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_IN) == 0) {
		wrong(fake, "route %u, %zu bytes", entry, len_bytes);
		complete(fake, g, n, SUMAC_EROUTE, 0xffff);
		return 1;
	}
	value = malloc(len_bytes + 8);
	if (!fold(fake, desc, route, len_bytes, value)) {
		free(value);
		return 0;
	}
	for (int o = 0; o < (int)SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_OUT); o++) {
		unsigned out = half(&route[1 + SUMAC_ROUTE_MAX_IN / 2], o);
		uint8_t *to;

		if (SUMAC_BITS_GET(out, ROUTE_OUT, KIND) == SUMAC_STREAM_CHANNEL) {
			send_on(fake, SUMAC_BITS_GET(out, ROUTE_OUT, CHANNEL), value, len_bytes);
			continue;
		}
		to = at_window(fake, (unsigned)SUMAC_GET(desc, DESC, DST_WINDOW), SUMAC_GET(desc, DESC, DST_OFFSET),
			       len_bytes);
		if (to && len_bytes > 0)
			memcpy(to, value, len_bytes);
	}
	free(value);
	complete(fake, g, n, SUMAC_OK, 0xffff);
	return 1;
}

static void fetch(struct fake_bus *fake, unsigned g)
{
	struct fake_group *group = &fake->group[g];
	uint32_t entries = 1u << fake_bus_group(fake, g, SUMAC_G_RING_LOG2);
	uint64_t ring = group_address(fake, g, SUMAC_G_DRING_LO, SUMAC_G_DRING_HI);

	if (!group->is_open || (group->state == 2 && fake->fails_silently))
		return;
	while (group->fetched != (uint16_t)fake_bus_group(fake, g, SUMAC_G_DOORBELL) &&
	       (uint16_t)(group->fetched - fake_bus_group(fake, g, SUMAC_G_CONSUMED)) < entries) {
		const uint8_t *desc = at_bus(fake, ring + 64 * (group->fetched & (entries - 1)), 64);

		if (!desc || group->n_nodes == FAKE_NODES) {
			wrong(fake, "a descriptor too many");
			return;
		}
		memcpy(group->node[group->n_nodes].desc, desc, SUMAC_DESC_BYTES);
		group->node[group->n_nodes++].is_held = fake->holds;
		group->fetched++;
	}
}

/* Runs whatever can run, on all NICs. Nodes of a ring go in order. */
static void run_all(void)
{
	for (bool moved = true; moved;) {
		moved = false;
		for (struct fake_bus *fake = all; fake; fake = fake->next)
			for (unsigned g = 0; g < FAKE_GROUPS; g++) {
				uint32_t blocked = 0;

				fetch(fake, g);
				for (int n = 0; n < fake->group[g].n_nodes; n++) {
					unsigned entry = (unsigned)SUMAC_GET(fake->group[g].node[n].desc, DESC, ROUTE);
					unsigned ring = SUMAC_BITS_GET(fake->route[g][entry % FAKE_ROUTES][0],
								       ROUTE_HEAD, RING);

					if (!(blocked & 1u << ring) && !fake->group[g].node[n].is_held &&
					    run_node(fake, g, n)) {
						moved = true;
						break;
					}
					blocked |= 1u << ring;
				}
			}
	}
}

void fake_bus_complete(struct fake_bus *fake, unsigned group, int n, int status, unsigned fault_rank)
{
	complete(fake, group, n, status, fault_rank);
}

static void write_group(struct fake_bus *fake, uint32_t offset, uint32_t value)
{
	unsigned g = (offset - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE, r = (offset - SUMAC_GROUP_BASE) % SUMAC_GROUP_SIZE;
	struct fake_group *group = g < FAKE_GROUPS ? &fake->group[g] : NULL;

	if (!group) {
		wrong(fake, "a write to group %u", g);
		return;
	}
	group->reg[r / 4] = value;
	if (r == SUMAC_G_CTRL && (value & 1)) {
		group->is_open = true;
		group->state = 1;
		group->fetched = 0;
		group->written = 0;
		group->n_nodes = 0;
		group->reg[SUMAC_G_DOORBELL / 4] = 0;
		group->reg[SUMAC_G_CONSUMED / 4] = 0;
	} else if (r == SUMAC_G_CTRL) {
		group->is_open = false;
		group->state = fake->keeps_open ? 3 : 0;
	} else if (r == SUMAC_G_FAIL && group->state == 1) {
		group->state = 2;
		group->reg[SUMAC_G_STATE / 4] = (value & 0xffff) << 16 | (value >> 16 & 0xff) << 8;
		while (!fake->fails_silently && group->n_nodes > 0)
			complete(fake, g, 0, (int)(value >> 16), value & 0xffff);
	}
	run_all();
}

static void write_channel(struct fake_bus *fake, uint32_t offset, uint32_t value)
{
	struct fake_channel *channel = &fake->channel[*reg(fake, SUMAC_REG_CHANNEL_INDEX) % FAKE_CHANNELS];

	if (offset == SUMAC_REG_CHANNEL_CLOSE) {
		channel = &fake->channel[value % FAKE_CHANNELS];
		if (!channel->is_open)
			wrong(fake, "channel %u is closed twice", value);
		channel->is_open = false;
		while (channel->arrived) {
			struct fake_message *message = channel->arrived;

			channel->arrived = message->next;
			free(message);
		}
		return;
	}
	if (channel->is_open || !(fake->group[*reg(fake, SUMAC_REG_CHANNEL_GROUP) & 0xffff].is_open))
		wrong(fake, "channel %u is opened twice, or before its group", *reg(fake, SUMAC_REG_CHANNEL_INDEX));
	*channel = (struct fake_channel){ .is_open = true,
					  .group = *reg(fake, SUMAC_REG_CHANNEL_GROUP),
					  .peer = *reg(fake, SUMAC_REG_CHANNEL_PEER),
					  .mac_lo = *reg(fake, SUMAC_REG_CHANNEL_MAC_LO),
					  .mac_hi = *reg(fake, SUMAC_REG_CHANNEL_MAC_HI),
					  .ip = *reg(fake, SUMAC_REG_CHANNEL_IP),
					  .pool = *reg(fake, SUMAC_REG_CHANNEL_POOL),
					  .slots = value };
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
	if (offset == SUMAC_REG_CHANNEL_SLOTS || offset == SUMAC_REG_CHANNEL_CLOSE)
		write_channel(fake, offset, value);
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

static int push(struct sumac_bus *bus, uint32_t offset, const uint32_t words[16])
{
	(void)words;
	wrong(fake_of(bus), "a push at %x", offset);
	return -SUMAC_ENOTSUP;
}

static int window_alloc(struct sumac_bus *bus, size_t len_bytes, struct sumac_bus_window *window_out)
{
	struct fake_bus *fake = fake_of(bus);
	unsigned index = 0;

	while (index < FAKE_WINDOWS && fake->window[index].memory)
		index++;
	if (index == FAKE_WINDOWS || fake->n_windows_taken >= fake->windows_left)
		return -SUMAC_ENORES;
	len_bytes = (len_bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	fake->window[index] = (struct sumac_bus_window){ .index = (uint16_t)index, .len_bytes = len_bytes,
							 .bus_address = ((uint64_t)index + 1) << 40,
							 .memory = aligned_alloc(PAGE_BYTES, len_bytes) };
	memset(fake->window[index].memory, 0, len_bytes);
	fake->n_windows_taken++;
	*window_out = fake->window[index];
	return 0;
}

static void window_free(struct sumac_bus *bus, struct sumac_bus_window *window)
{
	struct fake_bus *fake = fake_of(bus);

	if (!fake->window[window->index].memory)
		wrong(fake, "window %u is freed twice", window->index);
	free(fake->window[window->index].memory);
	fake->window[window->index].memory = NULL;
	fake->n_windows_taken--;
}

static uint32_t events(struct sumac_bus *bus)
{
	return (uint32_t)fake_of(bus)->now;
}

static void waiting(struct sumac_bus *bus, uint32_t seen)
{
	(void)bus;
	(void)seen;
}

static void running(struct sumac_bus *bus)
{
	(void)bus;
}

static void sleep_until(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns)
{
	(void)bus;
	(void)seen;
	(void)timeout_ns;
}

static int health(struct sumac_bus *bus)
{
	return fake_of(bus)->health;
}

static void close_bus(struct sumac_bus *bus)
{
	fake_bus_close(fake_of(bus));
}

static const struct sumac_bus_ops fake_ops = { reg_write, reg_read, push,   window_alloc, window_free, events,
					       waiting,	  running,  sleep_until, health,	  close_bus };

struct fake_bus *fake_bus_open(unsigned index)
{
	struct fake_bus *fake = calloc(1, sizeof(*fake));

	fake->bus = (struct sumac_bus){ .ops = &fake_ops, .kind = "fake", .simulated = true, .clock_hz = 250000000,
					.mac = { 2, 0x53, 0x4d, 0, (uint8_t)(index >> 8), (uint8_t)index },
					.ip = { 10, 83, (uint8_t)(index >> 8), (uint8_t)index } };
	fake->windows_left = FAKE_WINDOWS;
	*reg(fake, SUMAC_REG_MAGIC) = SUMAC_MAGIC;
	*reg(fake, SUMAC_REG_SPEC_HASH) = SUMAC_SPEC_HASH;
	*reg(fake, SUMAC_REG_CAP_GROUPS) = FAKE_GROUPS;
	*reg(fake, SUMAC_REG_CAP_CHANNELS) = FAKE_CHANNELS;
	*reg(fake, SUMAC_REG_CAP_POOL) = SUMAC_DEF_PoolBeats;
	*reg(fake, SUMAC_REG_CAP_NODES) = SUMAC_DEF_Nodes;
	*reg(fake, SUMAC_REG_CAP_RINGS) = SUMAC_DEF_Rings | SUMAC_DEF_RingSlots << 16;
	*reg(fake, SUMAC_REG_CAP_ROUTES) = FAKE_ROUTES;
	*reg(fake, SUMAC_REG_CAP_WINDOWS) = FAKE_WINDOWS;
	*reg(fake, SUMAC_REG_CAP_SLOT) = SUMAC_DEF_SlotBeats | SUMAC_DEF_ChannelSlots << 16;
	*reg(fake, SUMAC_REG_CAP_FANIN) = SUMAC_DEF_FanIn;
	fake->next = all;
	all = fake;
	return fake;
}

void fake_bus_close(struct fake_bus *fake)
{
	for (struct fake_bus **at = &all; *at; at = &(*at)->next)
		if (*at == fake) {
			*at = fake->next;
			break;
		}
	for (int i = 0; i < FAKE_WINDOWS; i++)
		free(fake->window[i].memory);
	for (int c = 0; c < FAKE_CHANNELS; c++)
		while (fake->channel[c].arrived) {
			struct fake_message *message = fake->channel[c].arrived;

			fake->channel[c].arrived = message->next;
			free(message);
		}
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
