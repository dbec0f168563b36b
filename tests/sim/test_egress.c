/*
 * Frames on their way over several switches: when they arrive, in which order, and what is lost where.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/rack/egress.h"

/* 50 bytes a cycle; a hop is 150 cycles, a further switch 75. */
enum { RATE = 50, HOP = 150, FURTHER = 75, LEN = 4164, WIRE = LEN + SUMAC_VNIC_FRAME_OVERHEAD_BYTES, BEATS = 66, MAX_SEEN = 256 };

static const struct sumac_topology leaves = { SUMAC_TOPOLOGY_TWO_LEVEL, 8, 4, 1 }, ring = { SUMAC_TOPOLOGY_RING, 8, 0, 0 };
static struct sumac_egress *egress;
static struct {
	int to;
	uint64_t at, tail_cycle;
} seen[MAX_SEEN];
static int n_seen, n_dropped, dropped_at;

static void deliver(void *ctx, int to, uint64_t at, const struct sumac_vnic_frame *frame)
{
	(void)ctx;
	assert_true(n_seen < MAX_SEEN);
	seen[n_seen].to = to;
	seen[n_seen].at = at;
	seen[n_seen++].tail_cycle = frame->tail_cycle;
}

static void drop(void *ctx, int from, int port, const struct sumac_vnic_frame *frame)
{
	(void)ctx, (void)from, (void)frame;
	dropped_at = port;
	n_dropped++;
}

static void open_with(const struct sumac_topology *topology, uint32_t buffer_bytes)
{
	const struct sumac_egress_options options = { *topology, { RATE, 1 }, HOP, FURTHER, buffer_bytes };

	n_seen = n_dropped = 0;
	assert_int_equal(sumac_egress_open(&options, &(struct sumac_egress_end){ NULL, deliver, drop }, &egress), 0);
}

/* A long frame whose last byte leaves in that cycle. */
static void send(int from, int to, uint64_t cycle)
{
	static const uint8_t bytes[LEN];
	const struct sumac_vnic_frame frame = { cycle, cycle * RATE, LEN, bytes };

	assert_int_equal(sumac_egress_frame(egress, from, to, &frame), 0);
}

static void expect_latency(const struct sumac_topology *topology, int from, int to, uint64_t cycles)
{
	open_with(topology, 1 << 20);
	send(from, to, 1000);
	sumac_egress_advance(egress, 5000);
	assert_int_equal(n_seen, 1);
	assert_int_equal(seen[0].to, to);
	assert_int_equal(seen[0].at + BEATS - 1 - 1000, cycles);
	sumac_egress_close(egress);
}

static void each_further_switch_adds_its_latency(void **state)
{
	(void)state;
	expect_latency(&leaves, 0, 3, HOP);
	expect_latency(&leaves, 0, 4, HOP + 2 * FURTHER); /* three switches */
	expect_latency(&ring, 7, 0, HOP + FURTHER);	  /* two */
	expect_latency(&ring, 0, 6, HOP + 2 * FURTHER);
	expect_latency(&ring, 0, 4, HOP + 4 * FURTHER);
}

/* Whatever the epochs: a frame between two switches waits until none could come before it, and no longer. */
static void a_frame_goes_on_when_none_can_come_before_it(void **state)
{
	uint64_t next;

	(void)state;
	open_with(&ring, 1 << 20);
	assert_true(sumac_egress_next(egress) == SUMAC_VNIC_NEVER);
	send(0, 2, 1000); /* its last byte comes to the end of switch 1 and of switch 2 75 and 150 cycles later */
	next = sumac_egress_next(egress);
	assert_int_equal(next, 1000 + FURTHER);
	sumac_egress_advance(egress, next);
	assert_int_equal(sumac_egress_next(egress), next);
	send(1, 2, next - 1); /* is at switch 1 first, so the other waits for it */
	sumac_egress_advance(egress, 9000);
	assert_int_equal(n_seen, 2);
	assert_int_equal(seen[0].tail_cycle, next - 1);
	assert_int_equal(seen[1].at - seen[0].at, (WIRE + RATE - 1) / RATE);
	assert_true(sumac_egress_next(egress) == SUMAC_VNIC_NEVER);
	sumac_egress_close(egress);
}

/* Four NICs send all the time over one uplink: it passes a frame in WIRE / RATE cycles, and each pair's keep their order. */
static void an_uplink_passes_no_more_than_its_rate(void **state)
{
	uint64_t last[8] = { 0 };
	int n_left = 0;

	(void)state;
	open_with(&leaves, 1 << 20);
	for (int i = 0; i < 25; i++)
		for (int nic = 0; nic < 4; nic++)
			send(nic, 4 + nic, 1000 + (uint64_t)i * 84);
	sumac_egress_advance(egress, 100000);
	assert_int_equal(n_seen, 100);
	assert_in_range(seen[99].at - seen[0].at, 99 * WIRE / RATE, 99 * WIRE / RATE + 1);
	for (int i = 0; i < n_seen; i++) {
		assert_true(seen[i].tail_cycle > last[seen[i].to]);
		last[seen[i].to] = seen[i].tail_cycle;
	}
	assert_int_equal(sumac_egress_port(egress, 8)->bytes, 100 * WIRE); /* leaf 0 to the spine */
	for (int port = 0; port < sumac_topology_ports(&leaves); port++)
		n_left += sumac_egress_port(egress, port)->bytes == 25 * WIRE;
	assert_int_equal(n_left, 4);
	sumac_egress_close(egress);
}

static void a_full_port_between_switches_loses_frames_and_says_where(void **state)
{
	(void)state;
	open_with(&leaves, 4 * WIRE);
	for (int nic = 0; nic < 4; nic++)
		send(nic, 4, 1000);
	send(1, 5, 1000);
	sumac_egress_advance(egress, 9000);
	assert_int_equal(n_seen, 4);
	assert_int_equal(n_dropped, 1);
	assert_int_equal(dropped_at, 8);
	assert_int_equal(sumac_egress_port(egress, 8)->drops, 1);
	assert_int_equal(sumac_egress_port(egress, 8)->most_queued_bytes, 4 * WIRE);
	assert_int_equal(sumac_egress_port(egress, 4)->drops, 0);
	send(2, 6, 9000); /* stays there when all is closed */
	sumac_egress_close(egress);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_further_switch_adds_its_latency),
		cmocka_unit_test(a_frame_goes_on_when_none_can_come_before_it),
		cmocka_unit_test(an_uplink_passes_no_more_than_its_rate),
		cmocka_unit_test(a_full_port_between_switches_loses_frames_and_says_where),
	};

	return cmocka_run_group_tests_name("egress", tests, NULL, NULL);
}
