/*
 * Fake NICs do this with descriptors: they fetch them, fold whole messages
 * by the route's program, send them on to each other, complete.
 */
#include "fake_nodes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NODE_BYTES = 1 << 26 };

static uint64_t group_address(const struct fake_bus *fake, unsigned group, uint32_t low, uint32_t high)
{
	return fake_bus_group(fake, group, low) | (uint64_t)fake_bus_group(fake, group, high) << 32;
}

static unsigned half(const uint32_t *words, int i)
{
	return words[i / 2] >> (16 * (i % 2)) & 0xffff;
}

static const uint32_t *route_of(const struct fake_bus *fake, unsigned g, const uint8_t *desc)
{
	return fake->route[g][SUMAC_GET(desc, DESC, ROUTE) % FAKE_ROUTES];
}

static size_t bytes_of(const uint8_t *desc)
{
	return (size_t)SUMAC_GET(desc, DESC, COUNT) << (SUMAC_GET(desc, DESC, TYPE) & 0xf);
}

static bool writes_memory(const uint32_t *route)
{
	for (int o = 0; o < (int)SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_OUT); o++)
		if (SUMAC_BITS_GET(half(&route[1 + SUMAC_ROUTE_MAX_IN / 2], o), ROUTE_OUT, KIND) == SUMAC_STREAM_MEMORY)
			return true;
	return false;
}

/* Such a result is written nowhere but into the completion. */
static bool is_inline(const struct fake_bus *fake, unsigned g, const uint8_t *desc)
{
	return bytes_of(desc) > 0 && bytes_of(desc) <= SUMAC_CPL_INLINE_BYTES && writes_memory(route_of(fake, g, desc));
}

void fake_nodes_complete(struct fake_bus *fake, unsigned g, int n, int status, unsigned fault)
{
	struct fake_group *group = &fake->group[g];
	unsigned log2 = fake_bus_group(fake, g, SUMAC_G_RING_LOG2);
	uint64_t ring = group_address(fake, g, SUMAC_G_CRING_LO, SUMAC_G_CRING_HI);
	uint8_t *out = fake_bus_at(fake, ring + 64 * (group->written & ((1u << log2) - 1)), 64);
	const uint8_t *desc = group->node[n].desc;

	if (!out)
		return;
	SUMAC_PUT(out, CPL, STATUS, status);
	SUMAC_PUT(out, CPL, FAULT_RANK, fault);
	SUMAC_PUT(out, CPL, COOKIE, SUMAC_GET(desc, DESC, COOKIE));
	SUMAC_PUT(out, CPL, SEQ, SUMAC_GET(desc, DESC, SEQ));
	SUMAC_PUT(out, CPL, COMBINES, 7);
	SUMAC_PUT(out, CPL, INLINE_LEN, status == 0 && is_inline(fake, g, desc) ? bytes_of(desc) : 0);
	memcpy(out + SUMAC_CPL_INLINE_OFFSET, group->node[n].result, SUMAC_CPL_INLINE_BYTES);
	SUMAC_PUT(out, CPL, RUNG_AT, fake->now + 100);
	SUMAC_PUT(out, CPL, DONE_AT, fake->now + 300);
	fake->now += 10;
	atomic_store_explicit((_Atomic uint64_t *)(void *)(out + SUMAC_CPL_LAP_OFFSET), 1 + (group->written >> log2),
			      memory_order_release);
	group->written++;
	group->n_nodes--;
	memmove(&group->node[n], &group->node[n + 1], (size_t)(group->n_nodes - n) * sizeof(group->node[0]));
}

static bool ends_agree(const struct fake_bus *fake, unsigned index, const struct fake_channel *from,
		       const struct fake_bus *other, const struct fake_channel *to)
{
	unsigned group = from->group & 0xffff, their_group = to->group & 0xffff;

	return from->is_open && to->is_open && (to->peer & 0xffff) == index &&
	       to->mac_lo == sumac_record_get(fake->bus.mac, 0, 4) && from->ip == sumac_record_get(other->bus.ip, 0, 4) &&
	       to->slots >> 16 == (from->slots & 0xffff) && to->peer >> 16 == from->peer >> 16 &&
	       fake_bus_group(fake, group, SUMAC_G_KEY) == fake_bus_group(other, their_group, SUMAC_G_KEY) &&
	       fake_bus_group(fake, group, SUMAC_G_SLOT) == fake_bus_group(other, their_group, SUMAC_G_SLOT) &&
	       from->group >> 16 == (fake_bus_group(other, their_group, SUMAC_G_RANK) & 0xffff);
}

/* Moves a message from one NIC's channel into another's, if each end names the other. */
static void send_on(struct fake_bus *fake, unsigned index, const uint8_t *bytes, size_t len_bytes)
{
	struct fake_channel *from = &fake->channel[index], *to;
	struct fake_bus *other = fake_bus_first_of_all();
	struct fake_message *message, **at;

	while (other && (sumac_record_get(other->bus.mac, 0, 4) != from->mac_lo ||
			 sumac_record_get(other->bus.mac, 4, 2) != from->mac_hi))
		other = other->next;
	to = other && (from->peer & 0xffff) < FAKE_CHANNELS ? &other->channel[from->peer & 0xffff] : NULL;
	if (!to || !ends_agree(fake, index, from, other, to)) {
		fake_bus_wrong(fake, "channel %u leads nowhere", index);
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

static bool inputs_are_there(const struct fake_bus *fake, const uint32_t *route)
{
	for (int i = 0; i < (int)SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_IN); i++) {
		unsigned in = half(&route[1], i);

		if (SUMAC_BITS_GET(in, ROUTE_IN, KIND) == SUMAC_STREAM_CHANNEL &&
		    !fake->channel[SUMAC_BITS_GET(in, ROUTE_IN, CHANNEL)].arrived)
			return false;
	}
	return true;
}

/* An input's words: from memory, or the oldest message of its channel. */
static uint32_t *take_input(struct fake_bus *fake, const uint8_t *desc, unsigned in, size_t len_bytes)
{
	uint32_t *words = calloc(1, len_bytes + 8);
	struct fake_message *message = NULL;
	const uint8_t *from = NULL;

	if (SUMAC_BITS_GET(in, ROUTE_IN, KIND) == SUMAC_STREAM_MEMORY) {
		size_t given_bytes = (size_t)SUMAC_GET(desc, DESC, INLINE_LEN);

		if (given_bytes && given_bytes != len_bytes)
			fake_bus_wrong(fake, "%zu bytes of source, not %zu", given_bytes, len_bytes);
		else if (given_bytes)
			from = desc + SUMAC_DESC_INLINE_OFFSET;
		else
			from = fake_bus_at_window(fake, (unsigned)SUMAC_GET(desc, DESC, SRC_WINDOW),
						  SUMAC_GET(desc, DESC, SRC_OFFSET), len_bytes);
	} else {
		struct fake_channel *channel = &fake->channel[SUMAC_BITS_GET(in, ROUTE_IN, CHANNEL)];

		message = channel->arrived;
		channel->arrived = message->next;
		if (message->len_bytes != len_bytes)
			fake_bus_wrong(fake, "a message of %zu bytes, not %zu", message->len_bytes, len_bytes);
		else
			from = message->bytes;
	}
	if (from && len_bytes > 0)
		memcpy(words, from, len_bytes);
	free(message);
	return words;
}

/* Folds one input after the other by the route's program; false while an input is missing. */
static bool fold(struct fake_bus *fake, const uint8_t *desc, const uint32_t *route, size_t len_bytes, uint8_t *out)
{
	int n_in = (int)SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_IN), depth = 0;
	uint32_t *stack[SUMAC_ROUTE_MAX_IN];

	if (!inputs_are_there(fake, route))
		return false;
	for (int i = 0; i < n_in; i++) {
		unsigned in = half(&route[1], i);

		stack[depth++] = take_input(fake, desc, in, len_bytes);
		for (unsigned c = SUMAC_BITS_GET(in, ROUTE_IN, COMBINES); c > 0; c--, depth--) {
			for (size_t w = 0; w < (len_bytes + 3) / 4; w++)
				stack[depth - 2][w] = 3 * stack[depth - 2][w] + stack[depth - 1][w];
			free(stack[depth - 1]);
		}
	}
	if (depth != 1)
		fake_bus_wrong(fake, "a program that leaves %d values", depth);
	memcpy(out, stack[0], len_bytes);
	free(stack[0]);
	return true;
}

/* 1 if it is done, 0 if it must wait. */
static int run_node(struct fake_bus *fake, unsigned g, int n)
{
	const uint8_t *desc = fake->group[g].node[n].desc;
	unsigned entry = (unsigned)SUMAC_GET(desc, DESC, ROUTE);
	const uint32_t *route = fake->route[g][entry < FAKE_ROUTES ? entry : 0];
	size_t len_bytes = bytes_of(desc);
	uint8_t *value;

	if (len_bytes > MAX_NODE_BYTES || SUMAC_BITS_GET(route[0], ROUTE_HEAD, N_IN) == 0) {
		fake_bus_wrong(fake, "route %u, %zu bytes", entry, len_bytes);
		fake_nodes_complete(fake, g, n, SUMAC_EROUTE, 0xffff);
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
		if (is_inline(fake, g, desc)) {
			memcpy(fake->group[g].node[n].result, value, len_bytes);
			continue;
		}
		to = fake_bus_at_window(fake, (unsigned)SUMAC_GET(desc, DESC, DST_WINDOW), SUMAC_GET(desc, DESC, DST_OFFSET),
					len_bytes);
		if (to && len_bytes > 0)
			memcpy(to, value, len_bytes);
	}
	free(value);
	fake_nodes_complete(fake, g, n, SUMAC_OK, 0xffff);
	return 1;
}

/* The ring has at its place what is pushed. */
void fake_nodes_push(struct fake_bus *fake, unsigned g)
{
	uint32_t *doorbell = &fake->group[g].reg[SUMAC_G_DOORBELL / 4];
	uint32_t mask = (1u << fake_bus_group(fake, g, SUMAC_G_RING_LOG2)) - 1;
	uint64_t ring = group_address(fake, g, SUMAC_G_DRING_LO, SUMAC_G_DRING_HI);
	const uint8_t *desc = fake_bus_at(fake, ring + 64 * (*doorbell & mask), 64);

	if (!desc || memcmp(desc, &fake->group[g].reg[SUMAC_G_PUSH / 4], SUMAC_DESC_BYTES) != 0)
		fake_bus_wrong(fake, "another descriptor is pushed than stands in the ring");
	*doorbell = (*doorbell + 1) & 0xffff;
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
		const uint8_t *desc = fake_bus_at(fake, ring + 64 * (group->fetched & (entries - 1)), 64);

		if (!desc || group->n_nodes == FAKE_NODES) {
			fake_bus_wrong(fake, "a descriptor too many");
			return;
		}
		memcpy(group->node[group->n_nodes].desc, desc, SUMAC_DESC_BYTES);
		memset(group->node[group->n_nodes].result, 0, SUMAC_CPL_INLINE_BYTES);
		group->node[group->n_nodes++].is_held = fake->holds;
		group->fetched++;
	}
}

/* The first node of a group that can run, in the order of each ring; false if none can. */
static bool run_one(struct fake_bus *fake, unsigned g)
{
	uint32_t blocked = 0;

	for (int n = 0; n < fake->group[g].n_nodes; n++) {
		unsigned entry = (unsigned)SUMAC_GET(fake->group[g].node[n].desc, DESC, ROUTE);
		unsigned ring = SUMAC_BITS_GET(fake->route[g][entry % FAKE_ROUTES][0], ROUTE_HEAD, RING);

		if (!(blocked & 1u << ring) && !fake->group[g].node[n].is_held && run_node(fake, g, n))
			return true;
		blocked |= 1u << ring;
	}
	return false;
}

void fake_nodes_run(void)
{
	for (bool moved = true; moved;) {
		moved = false;
		for (struct fake_bus *fake = fake_bus_first_of_all(); fake; fake = fake->next)
			for (unsigned g = 0; g < FAKE_GROUPS; g++) {
				fetch(fake, g);
				moved |= run_one(fake, g);
			}
	}
}
