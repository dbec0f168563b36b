/*
 * The script of the hosts of tb_sumac_nic: one program, run by both ranks side by side. Each function checks one promise.
 */
#include <string.h>

#include "nic_host.h"
#include "spec/spec.h"

enum {
	CALLS = 70,
	DATA = 0x10000, GROUP_DATA = 0x10000, RESULTS = 0x8000, PLACE = 0x1000,
	MANY = 900,            /* elements of a call of many chunks */
	GUARD = 0x5a,
	NO_RANK = 0xffff,
	ANY_RANK = -1,
	STATE_FAILED = 2,
	STATE_CLOSING = 3,
};

/* ---- calls: an allreduce of int32 sums is a node that sends and a node that folds */

static int elements(int call)
{
	static const int first[] = { 1, 0, 7, 16, 33, 128, 129, MANY };

	return call < 8 ? first[call] : (call * 7919 + 3) % 301;
}

/* A group has several places for buffers; a call's alignment in them is its own. */
static int source(int group, int place, int call)
{
	return DATA + GROUP_DATA * group + PLACE * place + call * 13 % 64;
}

static int result(int group, int place, int call)
{
	return DATA + GROUP_DATA * group + RESULTS + PLACE * place + call * 29 % 64;
}

static uint32_t operand(int rank, int call, int i)
{
	return (uint32_t)(call * 1000003 + rank * 77777 + i * 31);
}

static void call_post(struct host *h, int group, int place, int call, int count)
{
	struct host_desc desc = { .op = SUMAC_OP_SUM, .route = ROUTE_SEND, .count = (uint64_t)count,
				  .digest = (uint64_t)call * 0x9e3779b97f4a7c15u, .src = source(group, place, call),
				  .dst = result(group, place, call), .seq = call };

	desc.given = count > 0 && count <= 4 && call % 2;
	for (int i = 0; i < count; i++) {
		uint32_t value = operand(h->rank, call, i);

		memcpy(h->memory + desc.src + 4 * i, &value, 4);
	}
	h->memory[desc.dst - 1] = h->memory[desc.dst + 4 * count] = GUARD;
	host_post(h, group, &desc);
	desc.route = ROUTE_FOLD;
	host_post(h, group, &desc);
}

static void call_check(struct host *h, int group, int place, int call, int count)
{
	const uint8_t *at = h->memory + result(group, place, call);

	for (int i = 0; i < count; i++) {
		uint32_t value;

		memcpy(&value, at + 4 * i, 4);
		if (value != operand(0, call, i) + operand(1, call, i))
			host_die(h, "group %d call %d: element %d is %x", group, call, i, value);
	}
	if (at[-1] != GUARD || at[4 * count] != GUARD)
		host_die(h, "group %d call %d: wrote past its ends", group, call);
}

/* Takes that many completions, all good; returns the beats combined. */
static int take_ok(struct host *h, int group, int times)
{
	int combines = 0;

	for (int i = 0; i < times; i++) {
		struct host_completion c = host_take(h, group);

		if (c.status != SUMAC_OK)
			host_die(h, "group %d: status %d for %d", group, c.status, c.cookie);
		combines += c.combines;
	}
	return combines;
}

static void allreduce(struct host *h, int group, int call)
{
	int count = elements(call), combines;

	call_post(h, group, 0, call, count);
	host_ring(h, group);
	combines = take_ok(h, group, 2);
	if (combines != (count * 4 + 63) / 64)
		host_die(h, "call %d: %d combines", call, combines);
	call_check(h, group, 0, call, count);
}

static void expect_status(struct host *h, int group, const struct host_desc *desc, int status)
{
	struct host_completion c;

	host_post(h, group, desc);
	host_ring(h, group);
	c = host_take(h, group);
	if (c.status != status || c.seq != (uint32_t)desc->seq)
		host_die(h, "status %d for sequence %u, not %d for %d", c.status, c.seq, status, desc->seq);
}

/* Takes all that is due of a group that fails: each done, or failed for this reason, and at_least in all. Then its
 * state tells. */
static void expect_failure(struct host *h, int group, int status, int rank, int at_least)
{
	uint32_t state;
	int failed = 0;

	while (h->group[group].taken != h->group[group].posted) {
		struct host_completion c = host_take(h, group);

		if (c.status == status && (rank == ANY_RANK || c.fault_rank == rank || c.fault_rank == NO_RANK))
			failed++;
		else if (c.status != SUMAC_OK && c.status != SUMAC_EFAILED)
			host_die(h, "group %d: status %d, rank %d, not %d, %d", group, c.status, c.fault_rank, status, rank);
	}
	if (failed < at_least)
		host_die(h, "group %d: %d failed with status %d, not %d", group, failed, status, at_least);
	for (int looks = 0; state = host_group_read(h, group, SUMAC_G_STATE), (state & 0xff) != STATE_FAILED; looks++)
		if (looks > 2000)
			host_die(h, "group %d never fails", group);
	if ((int)(state >> 8 & 0xff) != status || (rank != ANY_RANK && (int)(state >> 16) != rank))
		host_die(h, "group %d: state %x", group, state);
}

static void reopen(struct host *h, int group)
{
	host_meet(h);
	host_close(h, group);
	host_meet(h);
	host_open(h, group);
	host_meet(h);
}

/* ---- the promises */

static void many_in_a_row(struct host *h)
{
	if (h->rank == 1)
		host_wait(h, 3000);
	for (int call = 0; call < CALLS; call++)
		allreduce(h, 1, call);
}

/* A source in the descriptor is not read from memory. */
static void short_sources_come_along(struct host *h)
{
	uint32_t before, after;

	host_write(h, SUMAC_REG_CNT_INDEX, SUMAC_CNT_READ_BEATS);
	for (int given = 0; given < 2; given++)
		for (int count = 1; count <= 4; count++) {
			before = host_read(h, SUMAC_REG_CNT_VALUE);
			call_post(h, 1, 0, 100 + 2 * count + given, count);
			host_ring(h, 1);
			take_ok(h, 1, 2);
			call_check(h, 1, 0, 100 + 2 * count + given, count);
			after = host_read(h, SUMAC_REG_CNT_VALUE);
			if (given && after - before != 2) /* the descriptors */
				host_die(h, "%u beats read for %d elements", after - before, count);
		}
}

/* A pushed descriptor is not read, and one whose source it brings reads nothing. */
static void pushed_descriptors_are_not_read(struct host *h)
{
	uint32_t before;

	host_write(h, SUMAC_REG_CNT_INDEX, SUMAC_CNT_READ_BEATS);
	for (int call = 121; call < 129; call += 2) {
		host_wait(h, 3000); /* until all is acknowledged, and all nodes are free */
		before = host_read(h, SUMAC_REG_CNT_VALUE);
		call_post(h, 1, 0, call, call % 4 + 1);
		host_push(h, 1, 2);
		take_ok(h, 1, 2);
		call_check(h, 1, 0, call, call % 4 + 1);
		if (host_read(h, SUMAC_REG_CNT_VALUE) != before)
			host_die(h, "%u beats read for what was pushed", host_read(h, SUMAC_REG_CNT_VALUE) - before);
	}
}

/* Pushed behind what waits in the ring, and with more than there are nodes: all are done, in the order of posting. A group's words
 * survive its closing; until it is open again, nothing is pushed. */
static void pushes_keep_their_turn(struct host *h)
{
	int calls = host_ring_entries(h) / 2 < 8 ? host_ring_entries(h) / 2 : 8;

	for (int round = 0; round < 12; round++) {
		for (int call = 0; call < calls; call++) {
			call_post(h, 1, call, 130 + call, 1 + call % 3); /* each with a place of its own */
			if ((call + round + h->rank) % 3 == 0)
				host_ring(h, 1);
			else
				host_push(h, 1, 2);
		}
		take_ok(h, 1, 2 * calls);
		for (int call = 0; call < calls; call++)
			call_check(h, 1, call, 130 + call, 1 + call % 3);
	}
	host_meet(h);
	host_close(h, 1);
	host_write_refused(h, SUMAC_GROUP_BASE + SUMAC_GROUP_SIZE + SUMAC_G_PUSH + SUMAC_DESC_BYTES - 4, 0, SUMAC_ESTATE);
	host_meet(h);
	host_open(h, 1);
	host_meet(h);
	call_post(h, 1, 0, 140, 2);
	host_push(h, 1, 2);
	take_ok(h, 1, 2);
	call_check(h, 1, 0, 140, 2);
}

/* Each is refused, and the NIC works on. */
static void rubbish_is_refused(struct host *h)
{
	for (int i = 0; i < 40; i++) {
		struct host_desc desc = { .op = SUMAC_OP_SUM, .route = ROUTE_FOLD };
		uint8_t *at = h->memory + host_desc_address(h, 1, h->group[1].posted);

		host_post(h, 1, &desc);
		for (int b = 0; b < SUMAC_DESC_BYTES; b++)
			if (b < SUMAC_DESC_COOKIE_OFFSET || b >= SUMAC_DESC_COOKIE_OFFSET + 4)
				at[b] = (uint8_t)(h->seed * 131 + i * 977 + b * (i % 7 + 1) * 37);
		SUMAC_PUT(at, DESC, FLAGS, 1u << i % 8);
		host_push(h, 1, 1);
		if (host_take(h, 1).status == SUMAC_OK)
			host_die(h, "rubbish %d is taken", i);
	}
	allreduce(h, 1, 21);
}

static void refusals_say_why(struct host *h)
{
	static const struct {
		struct host_desc desc;
		int status;
	} bad[] = {
		{ { .op = 0, .route = ROUTE_FOLD, .count = 4, .src = DATA, .dst = DATA }, SUMAC_EOP },
		{ { .op = SUMAC_OP_MINLOC, .route = ROUTE_FOLD, .count = 4, .src = DATA, .dst = DATA }, SUMAC_EOP },
		{ { .op = SUMAC_OP_TEST_SUB, .route = ROUTE_FOLD, .count = 4, .src = DATA, .dst = DATA }, SUMAC_EOP },
		{ { .op = SUMAC_OP_SUM, .route = ROUTE_LINK, .count = 4, .src = DATA, .dst = DATA }, SUMAC_EROUTE },
		{ { .op = SUMAC_OP_SUM, .route = ROUTE_EMPTY, .count = 4, .src = DATA, .dst = DATA }, SUMAC_EROUTE },
		{ { .op = SUMAC_OP_SUM, .route = ROUTE_SEND, .count = 4, .src = HOST_MEMORY_BYTES - 12 }, SUMAC_ERANGE },
		{ { .op = SUMAC_OP_SUM, .route = ROUTE_FOLD, .count = 1ull << 62 }, SUMAC_ERANGE },
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct host_desc desc = bad[i].desc;

		desc.seq = 900 + (int)i;
		expect_status(h, 1, &desc, bad[i].status);
	}
	allreduce(h, 1, 20);
}

/* One rank posts four calls and rings once, the other rings for each. */
static void doorbell_may_run_ahead(struct host *h)
{
	for (int place = 0; place < 4; place++) {
		call_post(h, 1, place, 40 + place, elements(40 + place));
		if (h->rank == 1)
			host_ring(h, 1);
	}
	host_ring(h, 1);
	take_ok(h, 1, 8);
	for (int place = 0; place < 4; place++)
		call_check(h, 1, place, 40 + place, elements(40 + place));
}

static void groups_do_not_block_each_other(struct host *h)
{
	int first = h->rank, second = 1 - h->rank;

	/* begun in opposite orders: the first of each waits for its peer, its windows and slots full */
	host_meet(h);
	call_post(h, first, 1, 50 + first, MANY);
	host_ring(h, first);
	host_wait(h, 4000);
	call_post(h, second, 1, 50 + second, MANY);
	host_ring(h, second);
	take_ok(h, second, 2);
	take_ok(h, first, 2);
	call_check(h, 0, 1, 50, MANY);
	call_check(h, 1, 1, 51, MANY);

	/* calls of one go on while the other waits for a rank */
	if (h->rank == 0) {
		call_post(h, 0, 1, 53, MANY);
		host_ring(h, 0);
	}
	for (int call = 54; call < 58; call++)
		allreduce(h, 1, call);
	if (h->rank == 1) {
		call_post(h, 0, 1, 53, MANY);
		host_ring(h, 0);
	}
	take_ok(h, 0, 2);
	call_check(h, 0, 1, 53, MANY);
}

static uint64_t kept(struct host *h, unsigned index)
{
	uint32_t low;

	host_write(h, SUMAC_REG_CAUSE_INDEX, index);
	low = host_read(h, SUMAC_REG_CAUSE_LO);
	return low | (uint64_t)host_read(h, SUMAC_REG_CAUSE_HI) << 32;
}

/* At any moment each stage's causes add up to all cycles; returns these. */
static uint64_t stages_add_up(struct host *h)
{
	uint64_t all;

	host_write(h, SUMAC_REG_CAUSE_KEEP, 0);
	all = kept(h, SUMAC_CYCLES_ALL);
#define SUMAC_STAGE(name, index, help) \
	for (uint64_t cause = 0, sum = 0; cause < 8; cause++) \
		if (sum += kept(h, 8 * index + (unsigned)cause), cause == 7 && sum != all) \
			host_die(h, "%s: %llu cycles of %llu", #name, (unsigned long long)sum, (unsigned long long)all);
#include "spec/rows.def"
	return all;
}

/* A rank's peer does nothing for long: what has to wait for it counts as that, and for time that has passed. */
static void waits_are_counted(struct host *h)
{
	const unsigned joins = 8 * SUMAC_STAGE_JOIN + SUMAC_CAUSE_PEER, outs = 8 * SUMAC_STAGE_OUT + SUMAC_CAUSE_CREDIT;
	const unsigned group = SUMAC_CYCLES_GROUP + 8; /* group 1 */
	uint64_t all, joined, put, credit, peer, channels = 0;
	uint32_t from, to;

	host_meet(h);
	if (h->rank == 0) {
		from = host_read(h, SUMAC_REG_NOW_LO);
		all = stages_add_up(h);
		joined = kept(h, joins);
		put = kept(h, outs);
		credit = kept(h, group + SUMAC_CAUSE_CREDIT);
		peer = kept(h, group + SUMAC_CAUSE_PEER);
		call_post(h, 1, 1, 59, MANY);
		host_ring(h, 1);
		host_wait(h, 6000);
		all = stages_add_up(h) - all;
		to = host_read(h, SUMAC_REG_NOW_LO);
		if (all < 6000 || all > to - from || kept(h, joins) < joined + 5000 || kept(h, outs) < put + 5000)
			host_die(h, "%u cycles: %u counted, %u for the peer, %u for credit", to - from, (unsigned)all,
				 (unsigned)(kept(h, joins) - joined), (unsigned)(kept(h, outs) - put));
		credit = kept(h, group + SUMAC_CAUSE_CREDIT) - credit;
		peer = kept(h, group + SUMAC_CAUSE_PEER) - peer;
		for (unsigned i = 0; i < host_read(h, SUMAC_REG_PARAM(Channels)); i++)
			channels += kept(h, SUMAC_CYCLES_CHANNEL + 8 * i + SUMAC_CAUSE_CREDIT);
		if (credit < 5000 || peer < 5000 || channels < 5000 || credit > host_read(h, SUMAC_REG_NOW_LO) - from)
			host_die(h, "group 1 waits %u cycles for credit, %u for its peer; channels %u", (unsigned)credit,
				 (unsigned)peer, (unsigned)channels);
	}
	host_meet(h);
	if (h->rank == 1) {
		call_post(h, 1, 1, 59, MANY);
		host_ring(h, 1);
	}
	take_ok(h, 1, 2);
	call_check(h, 1, 1, 59, MANY);
}

/* After all that groups have gone through nothing waits for what has been forgotten. */
static void nothing_is_left_waiting(struct host *h)
{
	const unsigned idle = 8 * SUMAC_STAGE_JOIN + SUMAC_CAUSE_IDLE;
	const unsigned group = SUMAC_CYCLES_GROUP + 8 + SUMAC_CAUSE_PEER, channel = SUMAC_CYCLES_CHANNEL + SUMAC_CAUSE_PEER;
	uint64_t before, waited;

	host_meet(h);
	host_wait(h, 6000);
	stages_add_up(h);
	before = kept(h, idle);
	waited = kept(h, group) + kept(h, channel);
	host_wait(h, 3000);
	stages_add_up(h);
	if (kept(h, idle) < before + 3000)
		host_die(h, "%u idle cycles of 3000", (unsigned)(kept(h, idle) - before));
	if (kept(h, group) + kept(h, channel) != waited)
		host_die(h, "group 1 or channel 0 waits for nothing");
}

/* A host that takes no writes for long, with more descriptors than nodes: nodes end, and must not be forgotten or reported
 * twice when their entries are wanted for the next. */
static void completions_survive_held_writes(struct host *h)
{
	int entries = host_ring_entries(h);

	host_meet(h);
	h->hold_writes = h->rank == 0;
	for (int i = 0; i < entries; i++) {
		struct host_desc desc = { .op = SUMAC_OP_SUM, .route = h->rank == 0 ? ROUTE_SEND : ROUTE_FOLD, .count = 3,
					  .digest = (uint64_t)i, .src = DATA + GROUP_DATA,
					  .dst = DATA + GROUP_DATA + RESULTS, .seq = 100 + i };

		host_post(h, 1, &desc);
	}
	host_ring(h, 1);
	host_wait(h, 6000);
	h->hold_writes = false;
	take_ok(h, 1, entries);
	allreduce(h, 1, 21);
}

static void idle_when_nothing_is_to_do(struct host *h)
{
	host_meet(h);
	for (int cycles = 0; !host_both_idle(); cycles++) {
		if (cycles > 20000)
			host_die(h, "never idle");
		host_wait(h, 1);
	}
}

static void nothing_is_dropped(struct host *h)
{
	for (uint32_t counter = SUMAC_CNT_DROP_MALFORMED; counter <= SUMAC_CNT_DROP_KIND; counter++) {
		uint32_t value;

		host_write(h, SUMAC_REG_CNT_INDEX, counter);
		value = host_read(h, SUMAC_REG_CNT_VALUE);
		if (value != 0)
			host_die(h, "dropped %u for reason %u", value, counter);
	}
}

static void disagreement_is_told_to_both(struct host *h)
{
	struct host_desc desc = { .op = SUMAC_OP_SUM, .route = ROUTE_SEND, .count = 4, .digest = (uint64_t)h->rank, .src = DATA,
				  .dst = DATA + RESULTS, .seq = 1000 };
	int nodes = (int)host_read(h, SUMAC_REG_PARAM(Nodes));

	host_meet(h);
	for (; desc.route <= ROUTE_FOLD; desc.route++)
		host_post(h, 1, &desc);
	host_ring(h, 1);
	expect_failure(h, 1, SUMAC_EMISMATCH, ANY_RANK, 1);
	/* and so does every later post, for ever; the other group goes on */
	desc.route = ROUTE_FOLD;
	for (int i = 0; i < nodes + 2; i++)
		expect_status(h, 1, &desc, SUMAC_EFAILED);
	allreduce(h, 0, 22);
}

static void a_death_is_told_with_its_rank(struct host *h)
{
	reopen(h, 1);
	for (int call = 30; call < 40; call++)
		allreduce(h, 1, call);
	host_meet(h);
	if (h->rank == 0) {
		int nodes = (int)host_read(h, SUMAC_REG_PARAM(Nodes));
		struct host_desc desc = { .op = SUMAC_OP_SUM, .route = ROUTE_FOLD, .count = 4, .src = DATA,
					  .dst = DATA + RESULTS, .seq = 2000 };

		for (int i = 0; i < nodes; i++)
			host_post(h, 1, &desc);
		host_ring(h, 1);
		expect_failure(h, 1, SUMAC_EPEER, 1, nodes);
		for (int i = 0; i < nodes + 1; i++)
			expect_status(h, 1, &desc, SUMAC_EFAILED);
	} else {
		host_wait(h, 1500);
		host_group_write(h, 1, SUMAC_G_FAIL, SUMAC_EPEER << 16 | NO_RANK);
	}
	host_meet(h);
	nothing_is_dropped(h);
}

/* A frame that waits to be sent would go out under the next owner's key. */
static void a_group_closes_when_its_packets_have_left(struct host *h)
{
	reopen(h, 1);
	if (h->rank == 0) {
		h->hold_packets = true;
		call_post(h, 1, 0, 50, MANY);
		host_ring(h, 1);
		host_wait(h, 1000);
		host_group_write(h, 1, SUMAC_G_CTRL, 0);
		host_wait(h, 1000);
		if (host_group_read(h, 1, SUMAC_G_STATE) != STATE_CLOSING)
			host_die(h, "closed with a packet to send");
		h->hold_packets = false;
	}
	reopen(h, 1);
	allreduce(h, 1, 29);
}

/* A window aside, up to its edges: the bench's memory ends the bench when a beat has a byte outside. */
static void allreduce_aside(struct host *h, int offset, int count)
{
	struct host_desc desc = { .op = SUMAC_OP_SUM, .route = ROUTE_SEND, .count = (uint64_t)count, .digest = (uint64_t)count,
				  .src = offset, .dst = HOST_ASIDE_BYTES - 4 * count - offset, .aside = true };
	uint32_t mine[16], sum[16];

	for (int i = 0; i < count; i++)
		mine[i] = operand(h->rank, offset, i);
	memcpy(h->memory + HOST_ASIDE + desc.src, mine, 4 * (size_t)count);
	host_post(h, 1, &desc);
	desc.route = ROUTE_FOLD;
	host_post(h, 1, &desc);
	host_ring(h, 1);
	take_ok(h, 1, 2);
	memcpy(sum, h->memory + HOST_ASIDE + desc.dst, 4 * (size_t)count);
	for (int i = 0; i < count; i++)
		if (sum[i] != operand(0, offset, i) + operand(1, offset, i))
			host_die(h, "aside, at %d: element %d is %x", offset, i, sum[i]);
}

static void windows_are_whole_beats(struct host *h)
{
	static const uint64_t bad[][2] = { { HOST_ASIDE + 32, 64 }, { HOST_ASIDE, 100 }, { HOST_ASIDE + 1, 63 }, { HOST_ASIDE, 1 },
					   { HOST_ASIDE, -UINT64_C(63) }, { HOST_ASIDE, -UINT64_C(64) }, { -UINT64_C(64), 128 } };
	struct host_desc desc = { .op = SUMAC_OP_SUM, .route = ROUTE_FOLD, .count = 1, .aside = true };

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		host_window(h, 0, bad[i][0], bad[i][1], SUMAC_EINVAL);
		desc.seq = 950 + (int)i;
		expect_status(h, 1, &desc, SUMAC_EWINDOW);
	}
	host_window(h, 0, HOST_ASIDE, HOST_ASIDE_BYTES, 0);
	allreduce_aside(h, 0, 16);
	allreduce_aside(h, 3, 15);
	host_window(h, 0, HOST_ASIDE, HOST_ASIDE_BYTES - 1, SUMAC_EINVAL); /* and what was there stays */
	allreduce_aside(h, 60, 1);
	desc.src = HOST_ASIDE_BYTES - 3;
	expect_status(h, 1, &desc, SUMAC_ERANGE);
	host_window(h, 0, HOST_ASIDE + 1, 0, 0); /* closes it, wherever it is said to be */
	expect_status(h, 1, &desc, SUMAC_EWINDOW);
}

static void rings_lie_in_windows_that_stay(struct host *h)
{
	uint32_t ring_bytes = (uint32_t)(SUMAC_DESC_BYTES * host_ring_entries(h));
	uint32_t beyond = HOST_MEMORY_BYTES - ring_bytes + SUMAC_DESC_BYTES; /* only the last entry lies outside */

	host_meet(h);
	host_close(h, 1);
	host_meet(h);
	host_open_refused(h, 1, beyond, HOST_CRING);
	host_open_refused(h, 1, HOST_DRING, beyond);
	if (host_group_read(h, 1, SUMAC_G_STATE) != 0)
		host_die(h, "a group is open whose rings lie in no window");
	host_open(h, 1);
	host_window(h, HOST_WINDOW, 0, 0, SUMAC_ESTATE);
	host_window(h, HOST_WINDOW, 0, HOST_MEMORY_BYTES / 2, SUMAC_ESTATE);
	host_meet(h);
	allreduce(h, 1, 29);
}

/* An error on the bus of NIC 0: of an operand, of a descriptor, of the write of a first, a last, and a last but one chunk. */
static void bus_errors_fail_their_group_alone(struct host *h)
{
	enum { OPERAND, DESCRIPTOR, FIRST_WRITE, LAST_WRITE, LAST_BUT_ONE, CASES };
	static const int failed_here[CASES] = { 2, 1, 1, 1, 1 };
	int slot_elements = h->small ? 16 : 128;
	uint32_t counted, most = 0;

	for (int i = 0; i < CASES; i++) {
		most += h->rank == 0 ? 2 * (uint32_t)failed_here[i] : 0; /* two chunks may share the beat */
		reopen(h, 1);
		if (h->rank == 0 && i == OPERAND)
			h->bad_read = source(1, 0, 80) + 1600;
		if (h->rank == 0 && i == DESCRIPTOR)
			h->bad_read = host_desc_address(h, 1, 1);
		if (h->rank == 0 && i >= FIRST_WRITE)
			h->bad_write = result(1, 0, 80) + (i == LAST_WRITE ? 4 * MANY - 4 : 0);
		call_post(h, 1, 0, 80, i == LAST_BUT_ONE ? slot_elements + 1 : MANY);
		host_ring(h, 1);
		expect_failure(h, 1, SUMAC_EBUS, 0, h->rank == 0 ? failed_here[i] : 0);
		h->bad_read = h->bad_write = -1;
		allreduce(h, 0, 23 + i);
	}
	host_write(h, SUMAC_REG_CNT_INDEX, SUMAC_CNT_BUS_ERRORS);
	counted = host_read(h, SUMAC_REG_CNT_VALUE);
	if (counted > most || counted < (h->rank == 0 ? CASES : 0))
		host_die(h, "%u bus errors counted", counted);
	reopen(h, 1);
	allreduce(h, 1, 28);
}

/* Both NICs, then NIC 0 alone: its peer gets the order to give the groups up. Opened anew, they work. */
static void resets_under_traffic_leave_nothing(struct host *h)
{
	enum { BOTH = 4, TIMES = 7 };

	for (int i = 0; i < TIMES; i++) {
		host_meet(h);
		for (int group = 0; group < HOST_GROUPS; group++) {
			call_post(h, group, 0, 90 + group, MANY);
			host_ring(h, group);
		}
		host_meet(h);
		host_wait(h, 20 + (h->seed * 131 + i * 977) % (500 * (i % BOTH + 1)));
		if (h->rank == 0 || i < BOTH) {
			h->reset = true;
			host_wait(h, 4);
			h->reset = false;
			host_start(h);
		} else {
			for (int group = 0; group < HOST_GROUPS; group++) {
				host_group_write(h, group, SUMAC_G_FAIL, SUMAC_EPEER << 16);
				expect_failure(h, group, SUMAC_EPEER, 0, 0);
				host_close(h, group);
			}
			host_wait(h, 1000);
		}
		host_meet(h);
		for (int group = 0; group < HOST_GROUPS; group++)
			host_open(h, group);
		host_meet(h);
		for (int call = 4; call < 8; call++)
			allreduce(h, call % HOST_GROUPS, call);
	}
}

void host_script(struct host *h)
{
	uint32_t magic = host_read(h, SUMAC_REG_MAGIC);

	if (magic != SUMAC_MAGIC)
		host_die(h, "magic %x", magic);
	host_start(h);
	for (int group = 0; group < HOST_GROUPS; group++)
		host_open(h, group);
	host_meet(h);
	many_in_a_row(h);
	short_sources_come_along(h);
	pushed_descriptors_are_not_read(h);
	pushes_keep_their_turn(h);
	rubbish_is_refused(h);
	refusals_say_why(h);
	windows_are_whole_beats(h);
	doorbell_may_run_ahead(h);
	groups_do_not_block_each_other(h);
	waits_are_counted(h);
	completions_survive_held_writes(h);
	idle_when_nothing_is_to_do(h);
	nothing_is_dropped(h);
	disagreement_is_told_to_both(h);
	a_death_is_told_with_its_rank(h);
	a_group_closes_when_its_packets_have_left(h);
	rings_lie_in_windows_that_stay(h);
	bus_errors_fail_their_group_alone(h);
	nothing_is_left_waiting(h);
	resets_under_traffic_leave_nothing(h);
}
