/*
 * Whether time may go on: on the stepped clock only while every rank waits, until patience ends.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rack_inside.h"
#include "rack_ranks.h"
#include "sim/rack/rack_run.h"

static const char *const stepped[] = { "--clock", "stepped", NULL };

static void all_wait(int first)
{
	for (int r = first; r < n_ranks; r++)
		buses[r]->ops->waiting(buses[r], buses[r]->ops->events(buses[r]));
}

static void time_stands_while_a_rank_computes(void **state)
{
	uint32_t seen;

	(void)state;
	start(3, stepped);
	assert_true(buses[0]->stepped);
	seen = buses[1]->ops->events(buses[1]);
	ring(0, 5);
	all_wait(0);
	assert_true(wait_event(1, seen, WAIT_NS));
	/* Now ranks 1 and 2 have an event that they have not seen. */
	ring(0, 6);
	seen = buses[1]->ops->events(buses[1]);
	assert_false(wait_event(1, seen, SHORT_NS));
	buses[2]->ops->waiting(buses[2], buses[2]->ops->events(buses[2]));
	assert_true(wait_event(1, seen, WAIT_NS));
	assert_true(buses[0]->stepped);
	assert_int_equal(end(), 0);
}

static void patience_ends_and_is_reported(void **state)
{
	const char *const options[] = { "--clock", "stepped", "--patience", "0.15", NULL };
	struct timespec begin, now;
	uint32_t seen;

	(void)state;
	clock_gettime(CLOCK_MONOTONIC, &begin); /* before: on a busy machine rank 0 has computed for long when start() comes back */
	start(2, options);
	seen = buses[1]->ops->events(buses[1]);
	ring(0, 5); /* and rank 0 computes on */
	assert_true(wait_event(1, seen, WAIT_NS));
	clock_gettime(CLOCK_MONOTONIC, &now);
	assert_true((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 >= 140);
	buses[1]->ops->waiting(buses[1], seen + 1);
	assert_false(buses[1]->stepped);
	assert_int_equal(end(), 0);
	assert_non_null(strstr(log_text, "rank 0 has computed"));
}

/* Three ranks ring and wait in rounds, with pauses of chance between; what the completions say of time. */
static void run_rounds(uint64_t times_out[MAX_RANKS][32])
{
	uint32_t seen[MAX_RANKS];

	start(3, stepped);
	for (uint32_t round = 0; round < 8; round++) {
		for (int i = 0; i < 3; i++) {
			usleep((useconds_t)(rand() % 3000));
			buses[i]->ops->running(buses[i]);
			ring(i, round);
			seen[i] = buses[i]->ops->events(buses[i]);
		}
		/* Each waits until both others' chunks are there. */
		for (bool done = false; !done;) {
			done = true;
			for (int i = 0; i < 3; i++) {
				uint32_t now = buses[i]->ops->events(buses[i]);

				done = done && SUMAC_GET(completion(i, 2 * round + 1), CPL, LAP);
				usleep((useconds_t)(rand() % 300));
				seen[i] = now;
			}
			for (int i = 0; i < 3 && !done; i++)
				buses[i]->ops->waiting(buses[i], seen[i]);
		}
	}
	for (int i = 0; i < 3; i++)
		for (uint32_t c = 0; c < 16; c++)
			times_out[i][c] = SUMAC_GET(completion(i, c), CPL, DONE_AT);
	assert_int_equal(end(), 0);
}

static void the_stepped_clock_repeats(void **state)
{
	static uint64_t times[2][MAX_RANKS][32];

	(void)state;
	srand(11);
	run_rounds(times[0]);
	run_rounds(times[1]); /* other pauses, the same times */
	assert_memory_equal(times[0], times[1], sizeof times[0]);
	assert_true(times[0][2][15] > times[0][0][0] && times[0][0][0] > 0);
}

/* Rank r says that it waits, having seen all its events; or that it computes. */
static void says(int rank, bool waits)
{
	inside.ranks[rank].page->wait_word = waits ? (uint64_t)inside.ranks[rank].events << 1 | 1 : 0;
}

static void add_work(void)
{
	assert_int_equal(sumac_vnic_reg_write(inside.ranks[0].nic, 1000, SUMAC_REG_IP, 1), 0);
}

static void free_time_always_runs(void **state)
{
	(void)state;
	inside_open(2, NULL);
	assert_true(sumac_rack_time_may_run(&inside));
	inside_attach(0, 2);
	assert_true(sumac_rack_time_may_run(&inside));
	assert_int_equal(sumac_rack_patience_ms(&inside), -1);
	inside_close();
}

static void stepped_time_waits_for_all_ranks_to_come(void **state)
{
	(void)state;
	inside_open(3, stepped);
	assert_false(sumac_rack_time_may_run(&inside));
	inside_attach(0, 2);
	says(0, true);
	assert_false(sumac_rack_time_may_run(&inside)); /* rank 1 has not come */
	inside_attach(1, 2);
	assert_false(sumac_rack_time_may_run(&inside)); /* and computes */
	says(1, true);
	assert_true(sumac_rack_time_may_run(&inside));
	inside.ranks[0].events++; /* which it has not seen */
	assert_false(sumac_rack_time_may_run(&inside));
	says(0, true);
	assert_true(sumac_rack_time_may_run(&inside));
	says(1, false);
	assert_false(sumac_rack_time_may_run(&inside));
	sumac_rank_detach(&inside.ranks[1], false); /* a rank that has gone holds up nobody */
	assert_true(sumac_rack_time_may_run(&inside));
	inside_close();
}

/* Nobody waits for anything: a rank may compute as long as it likes. */
static void patience_is_spent_only_on_work(void **state)
{
	const char *const none[] = { "--clock", "stepped", "--patience", "0", NULL };

	(void)state;
	inside_open(1, none);
	inside_attach(0, 1);
	assert_false(sumac_rack_time_may_run(&inside));
	assert_int_equal(sumac_rack_patience_ms(&inside), -1);
	assert_false(inside.unrepeatable);
	add_work();
	assert_true(sumac_rack_time_may_run(&inside)); /* the patience of 0 is over at once */
	assert_true(inside.unrepeatable && inside.ranks[0].left_behind);
	assert_int_equal(inside.ranks[0].page->flags, SUMAC_RACK_UNREPEATABLE);
	inside_close();
}

static void patience_is_reported_in_milliseconds(void **state)
{
	(void)state;
	inside_open(2, stepped); /* 10 s */
	inside_attach(0, 2);
	inside_attach(1, 2);
	says(1, true);
	add_work();
	assert_false(sumac_rack_time_may_run(&inside));
	assert_in_range(sumac_rack_patience_ms(&inside), 1, 10001);
	inside.ranks[0].busy_since_ns -= 20000000000u; /* as if 20 s ago */
	assert_int_equal(sumac_rack_patience_ms(&inside), 0);
	assert_true(sumac_rack_time_may_run(&inside));
	assert_int_equal(sumac_rack_patience_ms(&inside), -1); /* it is left behind... */
	says(0, true);
	assert_true(sumac_rack_time_may_run(&inside));
	assert_false(inside.ranks[0].left_behind); /* ...until it waits again */
	says(0, false);
	assert_false(sumac_rack_time_may_run(&inside));
	inside_close();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(free_time_always_runs),
		cmocka_unit_test(stepped_time_waits_for_all_ranks_to_come),
		cmocka_unit_test(patience_is_spent_only_on_work),
		cmocka_unit_test(patience_is_reported_in_milliseconds),
		cmocka_unit_test(time_stands_while_a_rank_computes),
		cmocka_unit_test(patience_ends_and_is_reported),
		cmocka_unit_test(the_stepped_clock_repeats),
	};

	return cmocka_run_group_tests_name("rack_clock", tests, NULL, NULL);
}
