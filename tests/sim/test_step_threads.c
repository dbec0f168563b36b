/*
 * Threads that share a turn's items: each is done once, by any of them; what was done in a turn is seen in the next; with
 * nothing to do they sleep. Run under TSan, too.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/rack/step_threads.h"

enum { MAX_THREADS = 5, CELLS = 23, TURNS = 2000, HANG_S = 30 };

static struct sumac_step_threads *open_threads(int n_threads)
{
	struct sumac_step_threads *threads;

	assert_int_equal(sumac_step_threads_open(n_threads, &threads), 0);
	return threads;
}

/* A row of cells: in each turn every cell becomes what it and its neighbours were. */
struct row {
	uint32_t cells[2][CELLS];
	int now, n_calls[CELLS];
};

static void step_cell(void *ctx, int item)
{
	struct row *row = ctx;
	const uint32_t *before = row->cells[row->now];
	uint32_t left = before[(item + CELLS - 1) % CELLS], right = before[(item + 1) % CELLS];

	row->cells[!row->now][item] = before[item] * 3 + left + 7 * right + (uint32_t)item;
	row->n_calls[item]++;
}

static struct row run_row(int n_threads)
{
	struct sumac_step_threads *threads = open_threads(n_threads);
	struct row row = { 0 };

	for (int i = 0; i < CELLS; i++)
		row.cells[0][i] = (uint32_t)i;
	srand(5);
	for (int turn = 0; turn < TURNS; turn++) {
		int n_items = rand() % (CELLS + 1);

		sumac_step_threads_run(threads, step_cell, &row, n_items);
		for (int i = n_items; i < CELLS; i++)
			step_cell(&row, i);
		row.now = !row.now;
		if (turn % 500 == 499)
			usleep(2000); /* so that they fall asleep in between */
	}
	sumac_step_threads_close(threads);
	return row;
}

static void any_number_of_threads_does_the_same(void **state)
{
	struct row alone = run_row(1);

	(void)state;
	for (int i = 0; i < CELLS; i++)
		assert_int_equal(alone.n_calls[i], TURNS);
	for (int n = 2; n <= MAX_THREADS; n++) {
		struct row row = run_row(n);

		assert_memory_equal(&row, &alone, sizeof row);
	}
}

/* Two items, each of which waits for the other to have begun. */
struct meeting {
	int n_here;
	bool missed;
};

static void meet(void *ctx, int item)
{
	struct meeting *meeting = ctx;
	time_t begin = time(NULL);

	(void)item;
	__atomic_fetch_add(&meeting->n_here, 1, __ATOMIC_RELAXED);
	while (__atomic_load_n(&meeting->n_here, __ATOMIC_RELAXED) < 2) {
		sched_yield();
		if (time(NULL) - begin > HANG_S) {
			meeting->missed = true;
			return;
		}
	}
}

static void items_are_done_side_by_side_even_by_those_who_slept(void **state)
{
	struct sumac_step_threads *threads = open_threads(2);

	(void)state;
	for (int turn = 0; turn < 5; turn++) {
		struct meeting meeting = { 0 };

		usleep(20000);
		sumac_step_threads_run(threads, meet, &meeting, 2);
		assert_false(meeting.missed);
	}
	sumac_step_threads_close(threads);
}

static void note_thread(void *ctx, int item)
{
	((pthread_t *)ctx)[item] = pthread_self();
}

static void a_single_item_stays_with_the_caller(void **state)
{
	struct sumac_step_threads *threads = open_threads(3);

	(void)state;
	for (int turn = 0; turn < 1000; turn++) {
		pthread_t who[3] = { 0 };

		sumac_step_threads_run(threads, note_thread, who, 3); /* now the others look out for more */
		sumac_step_threads_run(threads, note_thread, who, 1);
		assert_true(pthread_equal(who[0], pthread_self()));
	}
	sumac_step_threads_run(threads, note_thread, NULL, 0);
	sumac_step_threads_close(threads);
}

static int64_t cpu_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void with_nothing_to_do_they_sleep(void **state)
{
	struct sumac_step_threads *threads = open_threads(4);
	struct row row = { 0 };
	int64_t before_us;

	(void)state;
	sumac_step_threads_run(threads, step_cell, &row, CELLS);
	usleep(50000);
	before_us = cpu_us();
	usleep(300000);
	assert_in_range(cpu_us() - before_us, 0, 30000);
	sumac_step_threads_close(threads);
}

static void there_are_as_many_as_asked_for(void **state)
{
	(void)state;
	for (int n = 0; n < 4; n++) {
		struct sumac_step_threads *threads = open_threads(n);

		assert_int_equal(sumac_step_threads_count(threads), n ? n : 1);
		sumac_step_threads_close(threads);
	}
	sumac_step_threads_close(NULL);
}

/* Stacks that no machine has room for. */
static void where_the_system_grants_none_the_caller_does_all(void **state)
{
	struct sumac_step_threads *threads;
	struct row row = { 0 };
	pthread_attr_t usual, huge;

	(void)state;
	pthread_getattr_default_np(&usual);
	pthread_getattr_default_np(&huge);
	assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 47), 0);
	assert_int_equal(pthread_setattr_default_np(&huge), 0);
	threads = open_threads(3);
	pthread_setattr_default_np(&usual);
	assert_int_equal(sumac_step_threads_count(threads), 1);
	sumac_step_threads_run(threads, step_cell, &row, CELLS);
	for (int i = 0; i < CELLS; i++)
		assert_int_equal(row.n_calls[i], 1);
	sumac_step_threads_close(threads);
}

static void cores_are_those_that_it_may_run_on(void **state)
{
	cpu_set_t all, one;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	assert_int_equal(sumac_step_threads_cores(), CPU_COUNT(&all));
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	assert_int_equal(sumac_step_threads_cores(), 1);
	sched_setaffinity(0, sizeof all, &all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_threads_does_the_same),
		cmocka_unit_test(items_are_done_side_by_side_even_by_those_who_slept),
		cmocka_unit_test(a_single_item_stays_with_the_caller),
		cmocka_unit_test(with_nothing_to_do_they_sleep),
		cmocka_unit_test(there_are_as_many_as_asked_for),
		cmocka_unit_test(where_the_system_grants_none_the_caller_does_all),
		cmocka_unit_test(cores_are_those_that_it_may_run_on),
	};

	return cmocka_run_group_tests_name("step_threads", tests, NULL, NULL);
}
