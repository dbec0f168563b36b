/*
 * The rack, with fake NICs: chunks go from rank to rank, a broken
 * protocol and a lost frame are reported, and with nothing to do it sleeps.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rack_ranks.h"
#include "sim/rack/rack_run.h"

static void rack_ends_in_good_order(void **state)
{
	(void)state;
	start(2, NULL);
	assert_int_equal(end(), 0);
	assert_string_equal(log_text, "");
}

static void chunks_become_completions_and_events(void **state)
{
	uint32_t seen;

	(void)state;
	start(3, NULL);
	for (uint32_t i = 0; i < 20; i++) {
		seen = buses[1]->ops->events(buses[1]);
		ring(0, 100 + i);
		assert_true(wait_event(1, seen, WAIT_NS));
		assert_int_equal(SUMAC_GET(completion(1, i), CPL, COOKIE), 100 + i);
		seen = buses[2]->ops->events(buses[2]);
		if (SUMAC_GET(completion(2, i), CPL, LAP) == 0)
			assert_true(wait_event(2, seen, WAIT_NS));
	}
	assert_int_equal(end(), 0);
}

static void a_long_row_of_writes_keeps_its_order(void **state)
{
	(void)state;
	start(1, NULL);
	for (uint32_t i = 1; i <= 5 * SUMAC_RACK_RING_ENTRIES; i++)
		write_register(0, SUMAC_REG_IP, i);
	assert_int_equal(read_register(0, SUMAC_REG_IP), 5 * SUMAC_RACK_RING_ENTRIES);
	assert_int_equal(end(), 0);
}

static void a_broken_protocol_fails_every_group_and_the_rack(void **state)
{
	uint32_t seen;

	(void)state;
	start(3, NULL);
	seen = buses[2]->ops->events(buses[2]);
	/* Rank 0's frames now carry a key that none of its channels was opened with. */
	write_register(0, SUMAC_GROUP_BASE + SUMAC_G_KEY, KEY + 1);
	ring(0, 9);
	assert_true(wait_event(2, seen, WAIT_NS));
	for (int turn = 0; turn < 1000 && read_register(2, SUMAC_GROUP_BASE + SUMAC_G_STATE) == 0; turn++)
		usleep(1000);
	assert_int_equal(read_register(2, SUMAC_GROUP_BASE + SUMAC_G_STATE), 2 | SUMAC_EIO << 8 | 0xffffu << 16);
	assert_int_equal(end(), EXIT_BROKEN);
	assert_non_null(strstr(log_text, "no such channel, or another key"));
}

static void a_full_port_loses_frames_and_says_so(void **state)
{
	const char *const options[] = { "--buffer-kib", "8", "--no-checker", NULL }; /* the flood is no chunk of any channel */
	uint32_t seen;

	(void)state;
	start(3, options);
	seen = buses[2]->ops->events(buses[2]);
	/* Again and again: on a busy machine the first of two is over when the second begins. */
	for (int turn = 0; turn < 20; turn++) {
		ring(0, FAKE_NIC_FLOOD | 15);
		ring(1, FAKE_NIC_FLOOD | 15);
	}
	assert_true(wait_event(2, seen, WAIT_NS));
	assert_int_equal(end(), 0);
	assert_non_null(strstr(log_text, "port to NIC 2 is full"));
	assert_null(strstr(strstr(log_text, "is full") + 1, "is full"));
}

static long cpu_ticks(pid_t pid)
{
	unsigned long user, system;
	char path[64];
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
				&user, &system), 2);
	fclose(file);
	return (long)(user + system);
}

static void it_sleeps_when_there_is_nothing_to_do(void **state)
{
	long before;

	(void)state;
	start(2, NULL);
	usleep(20000);
	before = cpu_ticks(rack.pid);
	usleep(300000);
	assert_in_range(cpu_ticks(rack.pid) - before, 0, 2);
	assert_int_equal(end(), 0);
}

static void a_dead_rank_s_bell_wakes_nobody(void **state)
{
	const uint64_t one = 1;
	uint32_t seen;
	long before;

	(void)state;
	start(2, NULL);
	seen = buses[0]->ops->events(buses[0]);
	die(1);
	assert_true(wait_event(0, seen, WAIT_NS));
	assert_int_equal(write(sumac_bus_rack_of(buses[1])->bell_fd, &one, sizeof one), sizeof one);
	usleep(20000);
	before = cpu_ticks(rack.pid);
	usleep(300000);
	assert_in_range(cpu_ticks(rack.pid) - before, 0, 2);
	assert_int_equal(end(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rack_ends_in_good_order),
		cmocka_unit_test(chunks_become_completions_and_events),
		cmocka_unit_test(a_long_row_of_writes_keeps_its_order),
		cmocka_unit_test(a_broken_protocol_fails_every_group_and_the_rack),
		cmocka_unit_test(a_full_port_loses_frames_and_says_so),
		cmocka_unit_test(it_sleeps_when_there_is_nothing_to_do),
		cmocka_unit_test(a_dead_rank_s_bell_wakes_nobody),
	};

	return cmocka_run_group_tests_name("rack", tests, NULL, NULL);
}
