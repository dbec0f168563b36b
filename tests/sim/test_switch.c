/*
 * The switch: when frames arrive, in which order, and what is lost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bus/address.h"
#include "sim/rack/switch.h"

enum { N_PORTS = 4, RATE = 50, HOP = 150, BUFFER = 20000, MAX_SEEN = 64 };

struct seen {
	int from, to;
	uint64_t at;
	size_t len_bytes;
};

static struct sumac_switch *sw;
static struct seen delivered[MAX_SEEN], dropped[MAX_SEEN];
static int n_delivered, n_dropped, n_entered;

static void entered(void *ctx, int from, const struct sumac_vnic_frame *frame)
{
	(void)ctx, (void)from, (void)frame;
	n_entered++;
}

static void deliver(void *ctx, int to, uint64_t at, const struct sumac_vnic_frame *frame)
{
	(void)ctx;
	delivered[n_delivered++] = (struct seen){ frame->bytes[12], to, at, frame->len_bytes };
}

static void drop(void *ctx, int from, int port, const struct sumac_vnic_frame *frame)
{
	(void)ctx;
	dropped[n_dropped++] = (struct seen){ from, port, 0, frame->len_bytes };
}

static void open_with(const char *plan)
{
	struct sumac_switch_options options = { .net = { { SUMAC_TOPOLOGY_SWITCH, N_PORTS, 0, 0 }, { RATE, 1 }, HOP, 0, BUFFER } };
	const struct sumac_switch_host host = { NULL, entered, NULL, deliver, drop };
	char why[128];

	n_delivered = n_dropped = n_entered = 0;
	assert_int_equal(sumac_fault_plan_parse(plan, &options.faults, why, sizeof why), 0);
	assert_int_equal(sumac_switch_open(&options, &host, &sw), 0);
}

static int set_up(void **state)
{
	(void)state;
	open_with("");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	sumac_switch_close(sw);
	return 0;
}

/* A frame whose sender was free before: it leaves when its bytes have. */
static void send_frame(int from, int to, uint64_t tail_cycle, size_t len_bytes)
{
	static uint8_t bytes[SUMAC_VNIC_FRAME_BYTES];
	struct sumac_vnic_frame frame = { tail_cycle, tail_cycle * RATE + 64 + SUMAC_VNIC_FRAME_OVERHEAD_BYTES, len_bytes, bytes };

	memset(bytes, 0, sizeof bytes);
	sumac_address_mac(to, bytes);
	bytes[12] = (uint8_t)from;
	assert_int_equal(sumac_switch_frame_in(sw, from, &frame), 0);
}

static void an_empty_switch_takes_a_hop(void **state)
{
	uint64_t arrives = (1000 * RATE + 88 + HOP * RATE + RATE - 1) / RATE;

	(void)state;
	send_frame(0, 1, 1000, 68);
	send_frame(2, 3, 1000, 4164);
	sumac_switch_turn(sw, 0);
	assert_int_equal(n_delivered, 2);
	/* The last beat is handed over when the last byte is there: 2 and 66 beats. */
	assert_int_equal(delivered[0].at, arrives - 1);
	assert_int_equal(delivered[1].at, arrives - 65);
	assert_int_equal(delivered[1].to, 3);
}

static void nothing_arrives_within_its_epoch(void **state)
{
	uint64_t epoch = sumac_switch_epoch_cycles(sw);

	(void)state;
	assert_int_equal(epoch, HOP - (SUMAC_VNIC_FRAME_BEATS - 1));
	send_frame(0, 1, 5000, SUMAC_VNIC_FRAME_BYTES);
	sumac_switch_turn(sw, 0);
	assert_true(delivered[0].at >= 5000 + epoch);
}

static void a_port_sends_one_frame_at_a_time(void **state)
{
	(void)state;
	for (int from = 1; from < 4; from++)
		send_frame(from, 0, 2000, 4164);
	sumac_switch_turn(sw, 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(delivered[i].from, i + 1);
	/* (4164 + 24) / 50 cycles each, rounded up at each arrival. */
	assert_in_range(delivered[1].at - delivered[0].at, 83, 84);
	assert_in_range(delivered[2].at - delivered[0].at, 167, 168);
}

static void the_same_cycle_goes_by_port_and_time_goes_first(void **state)
{
	(void)state;
	send_frame(3, 0, 70, 100);
	send_frame(1, 0, 71, 100);
	send_frame(2, 0, 70, 100);
	sumac_switch_turn(sw, 0);
	assert_int_equal(delivered[0].from, 2);
	assert_int_equal(delivered[1].from, 3);
	assert_int_equal(delivered[2].from, 1);
}

static void what_does_not_fit_is_lost_and_counted(void **state)
{
	struct sumac_switch_stats stats;

	(void)state;
	for (int i = 0; i < 6; i++)
		send_frame(1 + i % 3, 0, 2000 + (uint64_t)i / 3, 4164);
	sumac_switch_turn(sw, 0);
	sumac_switch_stats(sw, &stats);
	assert_int_equal(n_delivered, 4); /* 4 x 4188 bytes, less what has left meanwhile */
	assert_int_equal(n_dropped, 2);
	assert_int_equal(stats.drops_full, 2);
	assert_int_equal(stats.drops_unknown, 0);
	assert_int_equal(n_entered, 6);
}

static void an_unknown_address_is_dropped(void **state)
{
	struct sumac_switch_stats stats;

	(void)state;
	send_frame(0, N_PORTS, 10, 68);
	sumac_switch_turn(sw, 0);
	sumac_switch_stats(sw, &stats);
	assert_int_equal(n_dropped, 1);
	assert_int_equal(dropped[0].to, -1);
	assert_int_equal(stats.drops_unknown, 1);
	assert_int_equal(n_delivered, 0);
}

static void reopen(const char *plan)
{
	sumac_switch_close(sw);
	open_with(plan);
	sumac_switch_begin(sw, 1000);
}

/* Frames of 100 bytes and up from NIC 1 to NIC 0, a microsecond apart. */
static void send_many(int n)
{
	for (int i = 0; i < n; i++)
		send_frame(1, 0, 2000 + (uint64_t)i * 250, 100 + (size_t)i);
	sumac_switch_turn(sw, 0);
}

static int delivered_in_order(void)
{
	int n = 0;

	for (int i = 1; i < n_delivered; i++)
		n += delivered[i].len_bytes > delivered[i - 1].len_bytes;
	return n;
}

static void each_fault_does_what_it_says(void **state)
{
	struct sumac_switch_stats stats;

	(void)state;
	reopen("loss=0.5");
	send_many(40);
	sumac_switch_stats(sw, &stats);
	assert_in_range(n_delivered, 10, 30);
	assert_int_equal(stats.faults[SUMAC_FAULT_LOSS], 40 - n_delivered);
	assert_int_equal(n_dropped, 0);
	reopen("loss=1,until=3500"); /* from cycle 4,500 on, which the eleventh comes first after */
	send_many(20);
	assert_int_equal(n_delivered, 10);
	reopen("dup=1");
	send_many(20);
	assert_int_equal(n_delivered, 40);
	assert_int_equal(delivered_in_order(), 19);
	reopen("truncate=1");
	send_many(40);
	for (int i = 0; i < 40; i++)
		assert_in_range(delivered[i].len_bytes, 1, 99 + i);
	reopen("reorder=0.3");
	send_many(40);
	assert_in_range(delivered_in_order(), 10, n_delivered - 4);
	for (int i = 1; i < n_delivered; i++)
		assert_true(delivered[i].at >= delivered[i - 1].at);
}

static void held_frames_leave_when_nothing_follows(void **state)
{
	(void)state;
	reopen("reorder=1");
	send_many(3);
	assert_int_equal(n_delivered, 0);
	assert_int_equal(sumac_switch_next(sw), 4000);
	sumac_switch_turn(sw, 4000);
	assert_int_equal(n_delivered, 0);
	sumac_switch_turn(sw, 4001);
	assert_int_equal(n_delivered, 1);
	assert_in_range(delivered[0].at, 4000 + HOP - 3, 4000 + HOP + 3);
	sumac_switch_turn(sw, 90000);
	assert_int_equal(n_delivered, 3);
	assert_int_equal(sumac_switch_next(sw), SUMAC_VNIC_NEVER);
}

/* NIC 0 from cycle 2500 on, the job having started in 1000. */
static void a_link_is_down_from_and_to_its_nic_for_its_time(void **state)
{
	(void)state;
	reopen("down=0@1500+500,down=3@1000+1");
	send_many(5); /* in 2000, 2250 and so on */
	assert_int_equal(n_delivered, 3);
	send_frame(0, 2, 2999, 100);
	send_frame(2, 1, 2999, 100);
	send_frame(0, 2, 3000, 100);
	sumac_switch_turn(sw, 0);
	assert_int_equal(n_delivered, 5);
}

static void the_choices_of_a_port_and_kind_are_its_own(void **state)
{
	static struct seen before[MAX_SEEN];
	int n_own = 0;

	(void)state;
	reopen("loss=0.3,seed=9");
	send_many(40);
	memcpy(before, delivered, sizeof before);
	reopen("loss=0.3,corrupt=0.5,seed=9");
	send_many(40);
	for (int i = 0; i < n_delivered; i++)
		assert_int_equal(delivered[i].len_bytes, before[i].len_bytes);
	reopen("loss=0.3,seed=9");
	for (int i = 0; i < 20; i++)
		send_frame(2, 3, 100 + (uint64_t)i, 100);
	send_many(40);
	for (int i = 0; i < n_delivered; i++)
		if (delivered[i].from == 1)
			assert_int_equal(delivered[i].len_bytes, before[n_own++].len_bytes);
	assert_in_range(n_own, 10, 40);
	reopen("loss=0.3,seed=10");
	send_many(40);
	assert_memory_not_equal(before, delivered, sizeof before);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(an_empty_switch_takes_a_hop),
		TEST(nothing_arrives_within_its_epoch),
		TEST(a_port_sends_one_frame_at_a_time),
		TEST(the_same_cycle_goes_by_port_and_time_goes_first),
		TEST(what_does_not_fit_is_lost_and_counted),
		TEST(an_unknown_address_is_dropped),
		TEST(each_fault_does_what_it_says),
		TEST(held_frames_leave_when_nothing_follows),
		TEST(a_link_is_down_from_and_to_its_nic_for_its_time),
		TEST(the_choices_of_a_port_and_kind_are_its_own),
	};

	return cmocka_run_group_tests_name("switch", tests, NULL, NULL);
}
