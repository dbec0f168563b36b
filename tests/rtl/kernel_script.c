/*
 * The script of the host of tb_sumac_xrt_top. Each function checks one promise.
 */
#include <string.h>

#include "engine/engine.h"
#include "spec/spec.h"
#include "sumac.h"
#include "tool/selftest.h"
#include "kernel_host.h"

enum {
	LONGEST = SUMAC_SELFTEST_BYTES / 4,
	MIDDLE = 4000,
	RESET_CYCLES = 40,
	QUIET = 1500,
	LONG_PATIENCE = 50000,
	IDLE_KERNEL = 4,
};

struct nic {
	struct kernel_host *host;
	struct sumac_engine *engine;
	struct sumac_selftest_loop *loop;
};

static void nic_open(struct nic *nic, struct kernel_host *h)
{
	static const struct sumac_nic_options options = { .staging_bytes = 4096 };

	nic->host = h;
	if (sumac_engine_nic_open(&h->bus, &options, &nic->engine) || sumac_selftest_loop_open(nic->engine, &h->bus, 2, &nic->loop))
		kernel_host_die(h, "the NIC cannot be opened: %s", sumac_last_error());
}

static void nic_close(struct nic *nic)
{
	sumac_selftest_loop_close(nic->loop);
	nic->engine->ops->close(nic->engine);
}

static uint32_t operand(int member, int i)
{
	return (uint32_t)(member * 77777777 + i * 1000003);
}

static float real_operand(int member, int i)
{
	return (float)(i * 3 - 5000) * (member ? 0.37f : 1.13f);
}

/* An allreduce of the NIC with itself. Returns what the loop says; if it is right, so are the bits, on both members. */
static int allreduce(struct nic *nic, int type, int count)
{
	static uint32_t in[2][LONGEST], out[2 * SUMAC_SELFTEST_BYTES / 4];
	int err;

	for (int i = 0; i < count; i++)
		for (int member = 0; member < 2; member++) {
			float real = real_operand(member, i);

			in[member][i] = operand(member, i);
			if (type == SUMAC_TYPE_F32)
				memcpy(&in[member][i], &real, 4);
		}
	if (!nic->host->patience_ends)
		nic->host->patience_ends = nic->host->now + LONG_PATIENCE;
	err = sumac_selftest_loop_combine(nic->loop, SUMAC_OP_SUM, type, in[0], in[1], out, (size_t)count);
	nic->host->patience_ends = 0;
	for (int i = 0; i < 2 * count && !err; i++) {
		uint32_t result = out[i / count * LONGEST + i % count], right = in[0][i % count] + in[1][i % count];
		float real = real_operand(0, i % count) + real_operand(1, i % count);

		if (type == SUMAC_TYPE_F32)
			memcpy(&right, &real, 4);
		if (result != right)
			kernel_host_die(nic->host, "member %d: element %d of %d is %x, not %x", i / count, i % count, count, result,
					right);
	}
	return err;
}

static void reduces(struct nic *nic, int type, int count)
{
	if (allreduce(nic, type, count))
		kernel_host_die(nic->host, "a call of %d elements: %s", count, sumac_last_error());
}

static uint32_t counter(struct kernel_host *h, int index)
{
	h->bus.ops->reg_write(&h->bus, SUMAC_REG_CNT_INDEX, (uint32_t)index);
	return kernel_host_read(h, SUMAC_REG_CNT_VALUE);
}

static void expect_counter(struct kernel_host *h, int index, const char *what, uint32_t value)
{
	uint32_t counted = counter(h, index);

	if (counted != value)
		kernel_host_die(h, "%s: %u, not %u", what, counted, value);
}

static void nothing_is_refused(struct kernel_host *h, int so_far)
{
	if (h->refused != so_far)
		kernel_host_die(h, "%d register accesses refused", h->refused - so_far);
}

/* ---- the promises */

static void xrt_finds_an_idle_kernel(struct kernel_host *h)
{
	for (uint32_t at = 0; at < 0x10; at += 4) {
		if (kernel_host_read(h, at) != (at ? 0 : IDLE_KERNEL))
			kernel_host_die(h, "register %x reads %x", at, kernel_host_read(h, at));
		h->bus.ops->reg_write(&h->bus, at, 1);
		if (kernel_host_read(h, at) != (at ? 0 : IDLE_KERNEL))
			kernel_host_die(h, "register %x, when written, reads %x", at, kernel_host_read(h, at));
	}
	nothing_is_refused(h, 0);
}

/* All that goes out comes in, and nothing is lost. */
static void packets_cross_whole(struct nic *nic)
{
	struct kernel_host *h = nic->host;
	uint32_t sent;

	kernel_host_wait(h, QUIET);
	sent = counter(h, SUMAC_CNT_TX_PACKETS);
	if ((int)sent != h->frames)
		kernel_host_die(h, "%u packets sent, %d at the MAC", sent, h->frames);
	expect_counter(h, SUMAC_CNT_RX_PACKETS, "packets that came", sent);
	for (int i = SUMAC_CNT_DROP_MALFORMED; i <= SUMAC_CNT_DROP_KIND; i++)
		expect_counter(h, i, "packets dropped", 0);
	expect_counter(h, SUMAC_CNT_BUS_ERRORS, "errors on the bus", 0);
}

static void calls_of_all_lengths(struct nic *nic)
{
	static const int counts[] = { 1, 15, 16, 17, 31, 1000, 1023, 1025, LONGEST };

	for (unsigned i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		reduces(nic, i % 2 ? SUMAC_TYPE_F32 : SUMAC_TYPE_I32, counts[i]);
}

/* Sending and receiving drift apart; then each of the three is the fastest once. */
static void any_clock_may_be_the_fastest(struct nic *nic)
{
	static const int halves[][N_CLOCKS] = { { 2000, 1552, 1549 }, { 2201, 1560, 1551 }, { 1540, 1552, 1600 },
						{ 1000, 1552, 1552 } };

	for (unsigned i = 0; i < sizeof(halves) / sizeof(*halves); i++) {
		memcpy(nic->host->half, halves[i], sizeof(halves[i]));
		reduces(nic, SUMAC_TYPE_I32, MIDDLE);
	}
	memcpy(nic->host->half, halves[0], sizeof(halves[0]));
}

static void a_mac_may_keep_it_waiting(struct nic *nic)
{
	int held = nic->host->held;

	nic->host->holds = true;
	reduces(nic, SUMAC_TYPE_I32, LONGEST);
	nic->host->holds = false;
	if (nic->host->held < held + 1000)
		kernel_host_die(nic->host, "the MAC kept it waiting for %d cycles only", nic->host->held - held);
}

static void reset(struct kernel_host *h, enum clock_domain domain, int from, int cycles)
{
	h->reset[domain].from = h->now + (uint64_t)from;
	h->reset[domain].to = h->reset[domain].from + (uint64_t)cycles;
}

/* A call of which something is lost, and goes again; then another team of the same groups. Whether it was given up. */
static bool loses(struct nic *nic)
{
	int err;

	nic->host->patience_ends = nic->host->now + LONG_PATIENCE;
	err = allreduce(nic, SUMAC_TYPE_I32, MIDDLE);
	kernel_host_wait(nic->host, QUIET); /* what is under way */
	sumac_selftest_loop_close(nic->loop);
	if (sumac_selftest_loop_open(nic->engine, &nic->host->bus, 2, &nic->loop))
		kernel_host_die(nic->host, "no second team: %s", sumac_last_error());
	reduces(nic, SUMAC_TYPE_F32, 100);
	return err;
}

static void damaged_frames_go_again(struct nic *nic)
{
	struct kernel_host *h = nic->host;

	for (int times = 1; times <= 3; times++) {
		h->spoil += times;
		if (loses(nic))
			kernel_host_die(h, "a call misses what was dropped");
		if (h->spoiled != h->spoil)
			kernel_host_die(h, "%d frames spoiled, not %d", h->spoiled, h->spoil);
		expect_counter(h, SUMAC_CNT_DROP_ERROR, "damaged frames", (uint32_t)h->spoil);
	}
}

/* Either alone, and both, one within the other, or one after it. */
static void the_mac_may_be_reset_at_any_time(struct nic *nic)
{
	for (int i = 0; i < 12; i++) {
		if (i % 4 != 1)
			reset(nic->host, TX, 100 + kernel_host_random(1000), 8 + kernel_host_random(200));
		if (i % 4 != 2)
			reset(nic->host, RX, 100 + kernel_host_random(1000), 8 + kernel_host_random(200));
		if (loses(nic))
			kernel_host_die(nic->host, "a call misses what a reset has lost");
	}
}

/* Frames that were whole on the wire come after a reset, and are dropped. */
static void nothing_but_late_frames(struct kernel_host *h)
{
	uint32_t dropped = 0;

	for (int counted = 0; counted <= SUMAC_CNT_BUS_ERRORS; counted++)
		if (counted >= SUMAC_CNT_DROP_MALFORMED && counted <= SUMAC_CNT_DROP_KIND)
			dropped += counter(h, counted);
		else if (counted != SUMAC_CNT_RX_PACKETS)
			expect_counter(h, counted, "a counter after a reset", 0);
	expect_counter(h, SUMAC_CNT_RX_PACKETS, "packets after a reset that were not dropped", dropped);
}

/* In the middle of a call, with the MAC's resets beginning and ending in any order. Then it is as new. */
static void the_kernels_reset_forgets_all(struct nic *nic)
{
	struct kernel_host *h = nic->host;

	for (int i = 0; i < 6; i++) {
		int from = 2500 + kernel_host_random(500); /* its routes have been written */

		for (int domain = 0; domain < N_CLOCKS; domain++)
			if (domain == KERNEL || i)
				reset(h, (enum clock_domain)domain, from + kernel_host_random(30),
				      RESET_CYCLES + kernel_host_random(60));
		h->patience_ends = h->reset[KERNEL].to + QUIET;
		if (!allreduce(nic, SUMAC_TYPE_I32, LONGEST))
			kernel_host_die(h, "a call ends that the NIC was reset in");
		nothing_but_late_frames(h);
		if (kernel_host_read(h, SUMAC_REG_MAC_LO) || kernel_host_read(h, SUMAC_GROUP_BASE + SUMAC_G_STATE))
			kernel_host_die(h, "the NIC has its address still, or a group, after a reset");
		nic_close(nic);
		nic_open(nic, h);
		reduces(nic, SUMAC_TYPE_I32, MIDDLE);
	}
}

void kernel_host_script(struct kernel_host *h)
{
	struct nic nic;

	for (int domain = 0; domain < N_CLOCKS; domain++)
		reset(h, (enum clock_domain)domain, 0, RESET_CYCLES);
	kernel_host_wait(h, 2 * RESET_CYCLES);
	xrt_finds_an_idle_kernel(h);
	nic_open(&nic, h);
	calls_of_all_lengths(&nic);
	any_clock_may_be_the_fastest(&nic);
	a_mac_may_keep_it_waiting(&nic);
	packets_cross_whole(&nic);
	damaged_frames_go_again(&nic);
	the_mac_may_be_reset_at_any_time(&nic);
	nothing_is_refused(h, 0);
	the_kernels_reset_forgets_all(&nic);
	nic_close(&nic);
}
