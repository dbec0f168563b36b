/*
 * A rank as the rack sees it: writes in their order, reads behind them, events, and an end by farewell or
 * death. Nothing that the page says is trusted.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "rack_inside.h"

static struct sumac_rack_rank *rank;

static int open_one(void **state)
{
	(void)state;
	inside_open(2, NULL);
	inside_attach(0, 2);
	rank = &inside.ranks[0];
	return 0;
}

static int close_it(void **state)
{
	(void)state;
	inside_close();
	return 0;
}

static void post(uint32_t offset, uint32_t value)
{
	rank->page->ring[rank->page->ring_head++ % SUMAC_RACK_RING_ENTRIES] = (struct sumac_rack_write){ offset, value };
}

static void ask(uint32_t offset)
{
	rank->page->read_offset = offset;
	rank->page->read_asked++;
}

static void the_page_cannot_be_shrunk(void **state)
{
	struct stat file;
	int page_fd, bell_fd;

	(void)state;
	assert_int_equal(sumac_rank_attach(&inside.ranks[1], &page_fd, &bell_fd), 0);
	inside.n_attached++;
	assert_int_equal(fstat(page_fd, &file), 0);
	assert_int_equal(file.st_size, sizeof(struct sumac_rack_page));
	assert_int_not_equal(ftruncate(page_fd, 0), 0);
	assert_int_not_equal(ftruncate(page_fd, file.st_size + 1), 0);
	assert_int_equal(bell_fd, inside.ranks[1].bell_fd);
	close(page_fd);
}

static void writes_are_taken_in_order_and_counted(void **state)
{
	(void)state;
	assert_false(sumac_rank_has_work(rank));
	for (uint32_t i = 1; i <= SUMAC_RACK_RING_ENTRIES; i++)
		post(SUMAC_REG_IP, i);
	assert_true(sumac_rank_has_work(rank));
	assert_int_equal(sumac_rank_serve(rank), SUMAC_RACK_RING_ENTRIES);
	assert_int_equal(rank->page->ring_tail, SUMAC_RACK_RING_ENTRIES);
	assert_false(sumac_rank_has_work(rank));
	post(SUMAC_REG_MAC_LO, 5);
	ask(SUMAC_REG_IP);
	assert_int_equal(sumac_rank_serve(rank), 2);
	assert_int_equal(rank->page->read_value, SUMAC_RACK_RING_ENTRIES);
	assert_int_equal(sumac_rank_serve(rank), 0);
}

static void a_read_comes_after_the_writes_before_it(void **state)
{
	(void)state;
	post(SUMAC_REG_IP, 11);
	ask(SUMAC_REG_IP);
	assert_int_equal(sumac_rank_serve(rank), 2);
	assert_int_equal(rank->page->read_answered, rank->page->read_asked);
	assert_int_equal(rank->page->read_status, 0);
	assert_int_equal(rank->page->read_value, 11);
}

static void the_ring_s_numbers_may_wrap(void **state)
{
	(void)state;
	rank->page->ring_head = rank->ring_tail = UINT32_MAX - 1;
	for (uint32_t i = 1; i <= 4; i++)
		post(SUMAC_REG_IP, i);
	assert_int_equal(sumac_rank_serve(rank), 4);
	ask(SUMAC_REG_IP);
	sumac_rank_serve(rank);
	assert_int_equal(rank->page->read_value, 4);
}

static void what_breaks_the_page_s_rules_is_an_error(void **state)
{
	static const uint32_t bad[] = { 0x10000, 0x102, UINT32_MAX - 3 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		post(bad[i], 0);
		assert_int_equal(sumac_rank_serve(rank), -SUMAC_EINVAL);
		rank->ring_tail = rank->page->ring_head;
		ask(bad[i]);
		assert_int_equal(sumac_rank_serve(rank), -SUMAC_EINVAL);
		rank->read_answered = rank->page->read_asked;
	}
}

/* All of whose entries are good. */
static void a_ring_cannot_hold_more_than_it_has(void **state)
{
	(void)state;
	for (int i = 0; i < SUMAC_RACK_RING_ENTRIES; i++)
		rank->page->ring[i] = (struct sumac_rack_write){ SUMAC_REG_IP, 1 };
	rank->page->ring_head = SUMAC_RACK_RING_ENTRIES + 1;
	assert_int_equal(sumac_rank_serve(rank), -SUMAC_EINVAL);
	rank->page->ring_head = UINT32_MAX;
	assert_int_equal(sumac_rank_serve(rank), -SUMAC_EINVAL);
	rank->page->ring_head = SUMAC_RACK_RING_ENTRIES;
	assert_int_equal(sumac_rank_serve(rank), SUMAC_RACK_RING_ENTRIES);
}

/* The copy of the tail in the page is for the rank alone. */
static void the_rack_s_own_words_are_its_own(void **state)
{
	(void)state;
	post(SUMAC_REG_IP, 1);
	assert_int_equal(sumac_rank_serve(rank), 1);
	rank->page->ring_tail = 77;
	rank->page->read_answered = 99;
	assert_int_equal(sumac_rank_serve(rank), 0);
	rank->page->read_answered = rank->page->read_asked;
}

static void interrupts_become_events(void **state)
{
	(void)state;
	assert_int_equal(rank->page->events, 0);
	post(SUMAC_GROUP_BASE + SUMAC_G_FAIL, 1); /* which raises the fake's interrupt */
	sumac_rank_serve(rank);
	sumac_vnic_run(rank->nic, 10000);
	sumac_rank_publish(rank);
	assert_int_equal(rank->page->events, 1);
	sumac_rank_publish(rank);
	assert_int_equal(rank->page->events, 1);
}

static void it_waits_when_it_has_seen_all_events(void **state)
{
	(void)state;
	assert_false(sumac_rank_is_waiting(rank));
	rank->page->wait_word = 1;
	assert_true(sumac_rank_is_waiting(rank));
	rank->events = 3;
	assert_false(sumac_rank_is_waiting(rank));
	rank->page->wait_word = 3 << 1 | 1;
	assert_true(sumac_rank_is_waiting(rank));
	rank->page->wait_word = 3 << 1;
	assert_false(sumac_rank_is_waiting(rank));
}

static void flags_say_what_has_become_of_time_and_rack(void **state)
{
	(void)state;
	inside.unrepeatable = true;
	sumac_rank_set_flags(rank);
	assert_int_equal(rank->page->flags, SUMAC_RACK_UNREPEATABLE);
	inside.broken = true;
	sumac_rank_set_flags(rank);
	assert_int_equal(rank->page->flags, SUMAC_RACK_UNREPEATABLE | SUMAC_RACK_BROKEN);
	sumac_rank_set_flags(&inside.ranks[1]); /* which is not there */
}

static uint32_t state_of(uint32_t group)
{
	uint32_t value = 0;

	sumac_vnic_reg_read(inside.ranks[0].nic, SUMAC_GROUP_BASE + group * SUMAC_GROUP_SIZE + SUMAC_G_STATE, &value);
	return value;
}

static void a_farewell_takes_last_writes_and_memory(void **state)
{
	const struct sumac_rack_window window = { SUMAC_RACK_WINDOW, 3, 4096, 0, 0 };
	int fd = memfd_create("window", MFD_ALLOW_SEALING);
	uint32_t value;
	const char *why;

	(void)state;
	assert_int_equal(ftruncate(fd, 4096) | fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(sumac_rank_window_add(rank, &window, fd, &why), 0);
	close(fd);
	post(SUMAC_REG_IP, 42);
	sumac_rank_detach(rank, false);
	assert_true(rank->state == SUMAC_RANK_GONE && !rank->page && rank->bell_fd == -1 && inside.n_attached == 0);
	assert_null(rank->windows[3].memory);
	assert_int_equal(sumac_vnic_reg_read(rank->nic, SUMAC_REG_IP, &value), 0);
	assert_int_equal(value, 42);
	assert_int_equal(state_of(0), 0);
	sumac_rank_publish(rank); /* nobody listens */
}

static void a_death_fails_every_group_of_its_nic(void **state)
{
	(void)state;
	sumac_rank_detach(rank, true);
	assert_int_equal(rank->state, SUMAC_RANK_DEAD);
	for (uint32_t group = 0; group < FAKE_NIC_GROUPS; group++)
		assert_int_equal(state_of(group), 2 | SUMAC_EPEER << 8 | 0xffffu << 16);
}

static void a_farewell_that_breaks_the_rules_is_a_death(void **state)
{
	(void)state;
	post(0x102, 0);
	sumac_rank_detach(rank, false);
	assert_int_equal(rank->state, SUMAC_RANK_DEAD);
}

#define RANK_TEST(name) cmocka_unit_test_setup_teardown(name, open_one, close_it)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RANK_TEST(the_page_cannot_be_shrunk),
		RANK_TEST(writes_are_taken_in_order_and_counted),
		RANK_TEST(a_read_comes_after_the_writes_before_it),
		RANK_TEST(the_ring_s_numbers_may_wrap),
		RANK_TEST(what_breaks_the_page_s_rules_is_an_error),
		RANK_TEST(a_ring_cannot_hold_more_than_it_has),
		RANK_TEST(the_rack_s_own_words_are_its_own),
		RANK_TEST(interrupts_become_events),
		RANK_TEST(it_waits_when_it_has_seen_all_events),
		RANK_TEST(flags_say_what_has_become_of_time_and_rack),
		RANK_TEST(a_farewell_takes_last_writes_and_memory),
		RANK_TEST(a_death_fails_every_group_of_its_nic),
		RANK_TEST(a_farewell_that_breaks_the_rules_is_a_death),
	};

	return cmocka_run_group_tests_name("rack_rank", tests, NULL, NULL);
}
