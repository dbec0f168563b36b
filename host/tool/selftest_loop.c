/*
 * A NIC that combines by itself: two groups of it form a team of two, whose channels lead to the NIC's own address.
 * The packets leave by the wire and must come back by it: from the rack's switch, from a switch that sends packets
 * back where they came from, or from a plug.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/settings.h"
#include "bus/bus.h"
#include "engine/engine.h"
#include "spec/spec.h"
#include "sumac.h"
#include "tool/selftest.h"

enum { MAX_MEMBERS = 2, KEY = 0x5e1f, SLEEP_NS = 1000000 };
static const int64_t patience_ns = 30000000000; /* unless the setting timeout has a limit */

struct member {
	struct sumac_engine_team *team;
	void *src, *dst; /* that the NIC reaches, if it shares memory with the host */
};

struct sumac_selftest_loop {
	struct sumac_engine *engine;
	struct sumac_bus *bus;
	struct member members[MAX_MEMBERS];
	int n;
	uint32_t seq;
};

static int get_memory(struct sumac_selftest_loop *loop, void **memory_out)
{
	if (!loop->bus->copies)
		return sumac_engine_nic_alloc(loop->engine, SUMAC_SELFTEST_BYTES, memory_out);
	*memory_out = malloc(SUMAC_SELFTEST_BYTES);
	return *memory_out ? 0 : sumac_fail(SUMAC_ENOMEM, "no memory");
}

static void give_memory(struct sumac_selftest_loop *loop, void *memory)
{
	if (loop->bus->copies)
		free(memory);
	else if (memory)
		sumac_engine_nic_free(loop->engine, memory);
}

/* A NIC keeps packets to itself inside, unless it is asked to send them out by the wire. */
static void go_by_wire(const struct sumac_selftest_loop *loop, bool by_wire)
{
	loop->bus->ops->reg_write(loop->bus, SUMAC_REG_MAC_HI,
				  (uint32_t)sumac_record_get(loop->bus->mac, 4, 2) | (uint32_t)by_wire << 16);
}

/* Gives back whatever exists of it. */
void sumac_selftest_loop_close(struct sumac_selftest_loop *loop)
{
	for (int i = 0; i < loop->n; i++) {
		if (loop->members[i].team)
			loop->engine->ops->team_free(loop->members[i].team);
		give_memory(loop, loop->members[i].src);
		give_memory(loop, loop->members[i].dst);
	}
	go_by_wire(loop, false);
	free(loop);
}

static int join(struct sumac_selftest_loop *loop)
{
	static const int ranks[MAX_MEMBERS] = { 0, 1 };
	static uint8_t blobs[MAX_MEMBERS][SUMAC_ENGINE_BLOB_BYTES];
	int err = 0;

	for (int i = 0; i < loop->n && !err; i++) {
		struct sumac_team_desc desc = { .rank = i, .size = loop->n, .world_ranks = ranks, .key = KEY + (uint64_t)loop->n };
		struct member *member = &loop->members[i];

		err = loop->engine->ops->team_reserve(loop->engine, &desc, &member->team, blobs[i]);
		err = err ? err : get_memory(loop, &member->src);
		err = err ? err : get_memory(loop, &member->dst);
	}
	for (int i = 0; i < loop->n && !err; i++)
		err = loop->engine->ops->team_install(loop->members[i].team, blobs[0]);
	return err;
}

int sumac_selftest_loop_open(struct sumac_engine *engine, struct sumac_bus *bus, int n_members,
			     struct sumac_selftest_loop **loop_out)
{
	struct sumac_selftest_loop *loop = calloc(1, sizeof(*loop));
	int err;

	if (!loop)
		return sumac_fail(SUMAC_ENOMEM, "no memory");
	*loop = (struct sumac_selftest_loop){ .engine = engine, .bus = bus, .n = n_members };
	go_by_wire(loop, n_members > 1);
	err = join(loop);
	if (err)
		sumac_selftest_loop_close(loop);
	else
		*loop_out = loop;
	return err;
}

static int wait_for(struct sumac_selftest_loop *loop, const struct sumac_ticket *tickets)
{
	int64_t limit_ns = sumac_setting_time_ns(SUMAC_SETTING_TIMEOUT);
	int64_t ends_ns = sumac_clock_ns() + (limit_ns ? limit_ns : patience_ns);
	int n_left;

	do {
		uint32_t seen = loop->bus->ops->events(loop->bus);
		int moved = loop->engine->ops->progress(loop->engine);

		n_left = 0;
		for (int i = 0; i < loop->n; i++) {
			if (tickets[i].status < 0)
				return sumac_fail(-tickets[i].status, "the NIC fails a call with itself: %s",
						  sumac_strerror(tickets[i].status));
			n_left += tickets[i].status > 0;
		}
		if (n_left && moved <= 0)
			loop->bus->ops->sleep(loop->bus, seen, SLEEP_NS);
	} while (n_left && sumac_clock_ns() < ends_ns && !loop->bus->ops->health(loop->bus));
	return n_left ? sumac_fail(SUMAC_ETIMEOUT, "the NIC does not complete a call with itself") : 0;
}

int sumac_selftest_loop_combine(void *ctx, int op, int type, const void *left, const void *right, void *out, size_t count)
{
	struct sumac_selftest_loop *loop = ctx;
	size_t bytes = count * sumac_type_bytes(type);
	struct sumac_call calls[MAX_MEMBERS];
	struct sumac_ticket tickets[MAX_MEMBERS];
	const void *operands[MAX_MEMBERS] = { left, right };
	int err = 0;

	loop->seq++;
	for (int i = 0; i < loop->n && !err; i++) {
		struct member *member = &loop->members[i];

		memcpy(member->src, operands[i], bytes);
		memset(member->dst, 0, bytes);
		calls[i] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = op, .type = type, .count = count,
						.n_parts = loop->n, .dst = member->dst, .src = member->src, .seq = loop->seq,
						.digest = loop->seq };
		tickets[i] = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
		sumac_call_measure(&calls[i], loop->n, i);
		err = loop->engine->ops->post(member->team, &calls[i], &tickets[i]);
	}
	err = err ? err : wait_for(loop, tickets);
	if (err)
		for (int i = 0; i < loop->n; i++)
			loop->engine->ops->team_fail(loop->members[i].team, -SUMAC_ETIMEOUT, -1); /* calls lie on this stack */
	for (int i = 0; i < loop->n && !err; i++)
		memcpy((char *)out + i * SUMAC_SELFTEST_BYTES, loop->members[i].dst, bytes);
	return err;
}
