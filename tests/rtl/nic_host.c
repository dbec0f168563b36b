/*
 * The host of a NIC, for tb_sumac_nic: registers over AXI4-Lite, memory, descriptors and completions. The bench calls
 * nic_host_clock once a cycle; the script runs on a stack of its own and is switched to from there.
 */
#include "nic_host.h"
#include "nic_writes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "spec/spec.h"

enum {
	N_HOSTS = 2,
	STACK_BYTES = 256 << 10,
	TAKE_CYCLES = 100000,      /* a completion comes within these, or never */
	SLOTS = 2,                 /* of a channel, and of a ring */
	WINDOW = HOST_WINDOW,
	DRING = HOST_DRING, CRING = HOST_CRING, RING_STRIDE = 0x2000,
	AXI_OKAY = 0,
};

struct bus {                       /* of one cycle */
	int w_valid, w_addr, r_valid, r_addr;
	unsigned w_data;
	int b_valid, b_resp, rd_valid, rd_resp;
	unsigned rd_data;
};

static struct host hosts[N_HOSTS];
static struct bus buses[N_HOSTS];
static ucontext_t scripts[N_HOSTS], bench;
static uint8_t memories[N_HOSTS][HOST_ASIDE + 2 * HOST_ASIDE_BYTES];
static struct { uint64_t base, len_bytes; } windows[N_HOSTS][2]; /* that the NIC has accepted */
static int met[N_HOSTS];
static bool begun[N_HOSTS], done[N_HOSTS];
static uint64_t now;

void host_die(const struct host *h, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "[%llu] nic %d: ", (unsigned long long)now, h->rank);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	fflush(NULL);
	_Exit(1);
}

static void cycle(struct host *h)
{
	swapcontext(&scripts[h->rank], &bench);
}

void host_wait(struct host *h, int cycles)
{
	for (int i = 0; i < cycles; i++)
		cycle(h);
}

void host_meet(struct host *h)
{
	met[h->rank]++;
	while (met[1 - h->rank] < met[h->rank])
		cycle(h);
}

bool host_both_idle(void)
{
	return hosts[0].idle && hosts[1].idle;
}

static int write_response(struct host *h, uint32_t at, uint32_t value)
{
	struct bus *bus = &buses[h->rank];
	int resp;

	bus->w_valid = 1;
	bus->w_addr = (int)at;
	bus->w_data = value;
	cycle(h);
	bus->w_valid = 0;
	while (!bus->b_valid)
		cycle(h);
	resp = bus->b_resp;
	cycle(h);
	return resp;
}

void host_write(struct host *h, uint32_t at, uint32_t value)
{
	if (write_response(h, at, value) != AXI_OKAY)
		host_die(h, "write of register %x refused", at);
}

static void write_to(void *to, uint32_t at, uint32_t value)
{
	host_write(to, at, value);
}

static struct nic_writer writer(struct host *h)
{
	return (struct nic_writer){ write_to, h };
}

void host_write_refused(struct host *h, uint32_t at, uint32_t value, int status)
{
	if (write_response(h, at, value) == AXI_OKAY)
		host_die(h, "write of %x to register %x not refused", value, at);
	if (host_read(h, SUMAC_REG_REFUSED) != (at << 16 | (uint32_t)status))
		host_die(h, "REFUSED is %x", host_read(h, SUMAC_REG_REFUSED));
}

void host_window(struct host *h, uint32_t index, uint64_t base, uint64_t len_bytes, int status)
{
	const struct nic_writer w = writer(h);

	nic_write_window(&w, index, base, len_bytes);
	if (status) {
		host_write_refused(h, SUMAC_REG_WINDOW_LEN_HI, (uint32_t)(len_bytes >> 32), status);
		return;
	}
	host_write(h, SUMAC_REG_WINDOW_LEN_HI, (uint32_t)(len_bytes >> 32));
	windows[h->rank][index].base = base;
	windows[h->rank][index].len_bytes = len_bytes;
}

uint32_t host_read(struct host *h, uint32_t at)
{
	struct bus *bus = &buses[h->rank];
	uint32_t value;

	bus->r_valid = 1;
	bus->r_addr = (int)at;
	cycle(h);
	bus->r_valid = 0;
	while (!bus->rd_valid)
		cycle(h);
	if (bus->rd_resp != AXI_OKAY)
		host_die(h, "read of register %x refused", at);
	value = bus->rd_data;
	cycle(h);
	return value;
}

void host_group_write(struct host *h, int group, uint32_t reg, uint32_t value)
{
	host_write(h, nic_group_register((uint32_t)group, reg), value);
}

uint32_t host_group_read(struct host *h, int group, uint32_t reg)
{
	return host_read(h, nic_group_register((uint32_t)group, reg));
}

/* Other numbers at each end. */
static int channel(int rank, int group)
{
	return rank == 0 ? 1 + group : 3 * group;
}

static int slot_log2(const struct host *h)
{
	return h->small ? 0 : 3;
}

/* Twice as many entries as nodes, as the library has it. */
static int ring_log2(const struct host *h)
{
	return 1 + __builtin_ctz(h->nodes);
}

int host_ring_entries(const struct host *h)
{
	return 1 << ring_log2(h);
}

/* A bench builds the NIC with the default of each parameter, or with the smallest one of each. */
static void check_parameters(struct host *h)
{
	static const uint32_t built[][2] = {
#define SUMAC_PARAM(name, def, small, ...) { def, small },
#include "spec/rows.def"
	};
	int matches[2] = { 0 };

	for (uint32_t i = 0; i < SUMAC_N_PARAMS; i++)
		for (int which = 0; which < 2; which++)
			matches[which] += host_read(h, SUMAC_PARAM_BASE + 4 * i) == built[i][which];
	if (matches[0] != SUMAC_N_PARAMS && matches[1] != SUMAC_N_PARAMS)
		host_die(h, "the NIC tells %d parameters of the default NIC, %d of the smallest", matches[0], matches[1]);
}

void host_start(struct host *h)
{
	const struct nic_writer w = writer(h);

	check_parameters(h);
	h->nodes = host_read(h, SUMAC_REG_PARAM(Nodes));
	nic_write_address(&w, h->rank);
	host_window(h, WINDOW, 0, HOST_MEMORY_BYTES, 0);
}

static void open_routes(struct host *h, int group)
{
	const struct nic_writer w = writer(h);
	uint32_t peer = (uint32_t)channel(h->rank, group), own = (uint32_t)h->rank, g = (uint32_t)group;
	uint16_t memory = (uint16_t)nic_route_in(SUMAC_STREAM_MEMORY, 0, 0), link = SUMAC_STREAM_NODE;
	uint16_t to_memory = (uint16_t)nic_route_out(SUMAC_STREAM_MEMORY, 0, 0);
	uint16_t to_peer = (uint16_t)nic_route_out(SUMAC_STREAM_CHANNEL, peer, 0);
	uint16_t folded = (uint16_t)nic_route_out(SUMAC_STREAM_MEMORY, 0, 1);
	uint16_t both[2];

	/* The second one combines. */
	both[own] = (uint16_t)nic_route_in(SUMAC_STREAM_MEMORY, 0, own);
	both[1 - own] = (uint16_t)nic_route_in(SUMAC_STREAM_CHANNEL, peer, 1 - own);
	nic_write_route(&w, g, ROUTE_SEND, nic_route_head(1, 1, 0), &memory, &to_peer);
	nic_write_route(&w, g, ROUTE_FOLD, nic_route_head(2, 1, 1), both, &folded);
	nic_write_route(&w, g, ROUTE_LINK, nic_route_head(1, 1, 0), &link, &to_memory);
}

static void open_channel(struct host *h, int group)
{
	const struct nic_writer w = writer(h);
	int peer = 1 - h->rank;
	const struct nic_channel at = { .index = (uint32_t)channel(h->rank, group), .group = (uint32_t)group,
					.peer_rank = (uint32_t)peer, .peer_index = (uint32_t)channel(peer, group), .peer = peer,
					.pool = (uint32_t)(4 * SLOTS * group + 2 * SLOTS) << slot_log2(h),
					.slots_log2 = 1, .peer_slots_log2 = 1 };

	nic_write_channel(&w, &at);
}

static void write_layout(struct host *h, int group, uint32_t dring, uint32_t cring)
{
	const struct nic_writer w = writer(h);
	const struct nic_group layout = { .group = (uint32_t)group, .key = 0xfeed0123u + (uint32_t)group,
					  .rank = (uint32_t)h->rank, .size = 2, .slot_log2 = (uint32_t)slot_log2(h),
					  .pool = (uint32_t)(4 * SLOTS * group) << slot_log2(h),
					  .pool_beats = 3u * SLOTS << slot_log2(h), .ring_slots_log2 = 1,
					  .dring = dring, .cring = cring, .ring_log2 = (uint32_t)ring_log2(h) };

	nic_write_group(&w, &layout);
}

void host_open(struct host *h, int group)
{
	h->group[group].posted = h->group[group].taken = 0;
	memset(h->group[group].due, 0, sizeof(h->group[group].due));
	memset(h->memory + CRING + RING_STRIDE * group, 0, (size_t)SUMAC_CPL_BYTES << ring_log2(h));
	write_layout(h, group, (uint32_t)(DRING + RING_STRIDE * group), (uint32_t)(CRING + RING_STRIDE * group));
	host_group_write(h, group, SUMAC_G_CTRL, 1);
	open_channel(h, group);
	open_routes(h, group);
}

void host_open_refused(struct host *h, int group, uint32_t dring, uint32_t cring)
{
	write_layout(h, group, dring, cring);
	host_write_refused(h, nic_group_register((uint32_t)group, SUMAC_G_CTRL), 1, SUMAC_EWINDOW);
}

void host_close(struct host *h, int group)
{
	host_group_write(h, group, SUMAC_G_CTRL, 0);
	for (int looks = 0; host_group_read(h, group, SUMAC_G_STATE) != 0; looks++)
		if (looks > 60000) /* ABORTs that nobody answers take time */
			host_die(h, "group %d never closes", group);
	host_write(h, SUMAC_REG_CHANNEL_CLOSE, (uint32_t)channel(h->rank, group));
}

int host_desc_address(const struct host *h, int group, int index)
{
	return DRING + RING_STRIDE * group + SUMAC_DESC_BYTES * (index % host_ring_entries(h));
}

/* Into the ring; the doorbell is rung by host_ring. */
void host_post(struct host *h, int group, const struct host_desc *desc)
{
	int cookie = h->group[group].posted++;
	uint8_t *at = h->memory + host_desc_address(h, group, cookie);

	memset(at, 0, SUMAC_DESC_BYTES);
	SUMAC_PUT(at, DESC, OP, (uint64_t)desc->op);
	SUMAC_PUT(at, DESC, TYPE, SUMAC_TYPE_I32);
	SUMAC_PUT(at, DESC, ROUTE, (uint64_t)desc->route);
	SUMAC_PUT(at, DESC, COUNT, desc->count);
	SUMAC_PUT(at, DESC, SRC_OFFSET, (uint64_t)desc->src);
	SUMAC_PUT(at, DESC, SRC_WINDOW, desc->aside ? 0 : WINDOW);
	SUMAC_PUT(at, DESC, DST_OFFSET, (uint64_t)desc->dst);
	SUMAC_PUT(at, DESC, DST_WINDOW, desc->aside ? 0 : WINDOW);
	SUMAC_PUT(at, DESC, SEQ, (uint64_t)desc->seq);
	SUMAC_PUT(at, DESC, COOKIE, (uint64_t)cookie);
	SUMAC_PUT(at, DESC, DIGEST, desc->digest);
	if (desc->given) {
		SUMAC_PUT(at, DESC, SRC_WINDOW, 0xffff);
		SUMAC_PUT(at, DESC, INLINE_LEN, 4 * desc->count);
		memcpy(at + SUMAC_DESC_INLINE_OFFSET, h->memory + desc->src, SUMAC_DESC_INLINE_BYTES);
	}
	h->group[group].due[cookie % 1024] = true;
}

void host_ring(struct host *h, int group)
{
	host_group_write(h, group, SUMAC_G_DOORBELL, (uint32_t)h->group[group].posted);
}

void host_push(struct host *h, int group, int n)
{
	enum { WORDS = SUMAC_DESC_BYTES / 4 };

	for (int i = h->group[group].posted - n; i < h->group[group].posted; i++) {
		uint32_t words[WORDS], *held = h->group[group].aperture;

		memcpy(words, h->memory + host_desc_address(h, group, i), sizeof(words));
		for (int w = 0; w < WORDS; w++)
			if (words[w] != held[w] || !h->group[group].is_known || w == WORDS - 1)
				host_group_write(h, group, SUMAC_G_PUSH + 4 * (uint32_t)w, words[w]);
		memcpy(held, words, sizeof(words));
		h->group[group].is_known = true;
	}
}

/* A result that comes in the completion goes where the descriptor wants it. */
static void take_result(struct host *h, int group, const uint8_t *completion)
{
	int cookie = (int)SUMAC_GET(completion, CPL, COOKIE);
	const uint8_t *desc = h->memory + host_desc_address(h, group, cookie);
	int base = SUMAC_GET(desc, DESC, DST_WINDOW) == HOST_WINDOW ? 0 : HOST_ASIDE;

	memcpy(h->memory + base + SUMAC_GET(desc, DESC, DST_OFFSET), completion + SUMAC_CPL_INLINE_OFFSET,
	       SUMAC_GET(completion, CPL, INLINE_LEN));
}

/* The next completion: it must be of something that was posted and has not been completed yet. */
struct host_completion host_take(struct host *h, int group)
{
	int taken = h->group[group].taken, entries = host_ring_entries(h);
	const uint8_t *at = h->memory + CRING + RING_STRIDE * group + SUMAC_CPL_BYTES * (taken % entries);
	struct host_completion c;

	for (int cycles = 0; SUMAC_GET(at, CPL, LAP) != (uint64_t)(1 + taken / entries); cycles++) {
		if (cycles > TAKE_CYCLES)
			host_die(h, "completion %d of group %d never came", taken, group);
		cycle(h);
	}
	c.status = (int)SUMAC_GET(at, CPL, STATUS);
	c.fault_rank = (int)SUMAC_GET(at, CPL, FAULT_RANK);
	c.cookie = (int)SUMAC_GET(at, CPL, COOKIE);
	c.seq = (uint32_t)SUMAC_GET(at, CPL, SEQ);
	c.combines = (int)SUMAC_GET(at, CPL, COMBINES);
	if (c.cookie < 0 || c.cookie >= h->group[group].posted || !h->group[group].due[c.cookie % 1024])
		host_die(h, "group %d: told of %d, which was told of before or never posted", group, c.cookie);
	take_result(h, group, at);
	h->group[group].due[c.cookie % 1024] = false;
	h->group[group].taken++;
	host_group_write(h, group, SUMAC_G_CONSUMED, (uint32_t)h->group[group].taken);
	return c;
}

/* ---- what the bench calls */

#ifdef __cplusplus		/* Verilator's makefile compiles this as C++ */
extern "C" {
#endif

static void run(int rank)
{
	struct host *h = &hosts[rank];

	h->bad_read = h->bad_write = -1;
	h->reset = true;
	host_wait(h, 5);
	h->reset = false;
	host_script(h);
	done[rank] = true;
	for (;;)
		cycle(h);
}

/* A cycle of a host: what the NIC showed, then what its inputs are. Returns 1 when both scripts have ended. */
int nic_host_clock(int rank, int small, int seed, long long time, int idle, int b_valid, int b_resp, int rd_valid,
		   int rd_resp, unsigned rd_data, int *flags_out, int *w_addr_out, unsigned *w_data_out,
		   int *r_addr_out, int *bad_read_out, int *bad_write_out)
{
	static uint8_t stacks[N_HOSTS][STACK_BYTES];
	struct host *h = &hosts[rank];
	struct bus *bus = &buses[rank];

	now = (uint64_t)time;
	if (!begun[rank]) {
		begun[rank] = true;
		*h = (struct host){ .rank = rank, .small = small, .seed = seed, .memory = memories[rank] };
		getcontext(&scripts[rank]);
		scripts[rank].uc_stack.ss_sp = stacks[rank];
		scripts[rank].uc_stack.ss_size = STACK_BYTES;
		makecontext(&scripts[rank], (void (*)(void))run, 1, rank);
	}
	h->idle = idle;
	bus->b_valid = b_valid;
	bus->b_resp = b_resp;
	bus->rd_valid = rd_valid;
	bus->rd_resp = rd_resp;
	bus->rd_data = rd_data;
	swapcontext(&bench, &scripts[rank]);
	*flags_out = h->reset | h->hold_writes << 1 | bus->w_valid << 2 | bus->r_valid << 3 | h->hold_packets << 4;
	*w_addr_out = bus->w_addr;
	*w_data_out = bus->w_data;
	*r_addr_out = bus->r_addr;
	*bad_read_out = h->bad_read;
	*bad_write_out = h->bad_write;
	return done[0] && done[1];
}

static uint8_t *beat_at(int rank, long long address)
{
	uint64_t start = (uint64_t)address & ~UINT64_C(63);

	for (int i = 0; i < 2; i++)
		if (start >= windows[rank][i].base && start - windows[rank][i].base + 64 <= windows[rank][i].len_bytes)
			return memories[rank] + start;
	host_die(&hosts[rank], "an access at %llx, outside the windows", address);
}

void nic_memory_read(int rank, long long address, uint32_t *beat_out)
{
	memcpy(beat_out, beat_at(rank, address), 64);
}

void nic_memory_write(int rank, long long address, const uint32_t *beat, const uint32_t *strobes)
{
	uint8_t *at = beat_at(rank, address);

	for (int i = 0; i < 64; i++)
		if (strobes[i / 32] >> (i % 32) & 1)
			at[i] = ((const uint8_t *)beat)[i];
}

#ifdef __cplusplus
}
#endif
