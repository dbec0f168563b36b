/*
 * Sleeping and waking: a wake ends a sleep, one that came before it too; without one a sleep ends by itself; and waking
 * a rank that is awake costs no system call.
 */
#include "segment_threads.h"
#include "child.h"

#include <pthread.h>

#include "base/clock.h"
#include "segment/segment_private.h"

static const int64_t LONG_NS = 20000000000, SHORT_NS = 1000000;
enum { ROUNDS = 20000 };

static struct sumac_segment *segments[2];
static atomic_int ball;

static int open_two(void **state)
{
	int err = segment_threads_open(2, segments);

	(void)state;
	/* The first wake-up wraps. */
	for (int which = 0; !err && which < SUMAC_SEGMENT_N_SLEEPERS; which++)
		sumac_segment_header(segments[0], 0)->sleepers[which].events = UINT32_MAX;
	return err;
}

static int close_two(void **state)
{
	(void)state;
	sumac_segment_close(segments[0]);
	sumac_segment_close(segments[1]);
	return 0;
}

static int64_t sleep_ns(uint32_t seen, int64_t duration_ns)
{
	int64_t begin_ns = sumac_clock_ns();

	sumac_segment_sleep(segments[0], seen, duration_ns);
	return sumac_clock_ns() - begin_ns;
}

static void test_a_sleep_ends_by_itself_and_the_first_one_at_once(void **state)
{
	uint32_t seen = sumac_segment_events(segments[0]);

	(void)state;
	assert_true(sleep_ns(seen, LONG_NS) < LONG_NS / 2);
	assert_true(sleep_ns(seen, SHORT_NS) >= SHORT_NS);
	sumac_segment_wake(segments[1], 0);
	assert_true(sleep_ns(sumac_segment_events(segments[0]), LONG_NS) < LONG_NS / 2); /* the first one again */
}

static void test_news_that_came_first_end_the_sleep(void **state)
{
	uint32_t seen = sumac_segment_events(segments[0]);

	(void)state;
	sumac_segment_wake(segments[1], 0);
	assert_int_equal(sumac_segment_events(segments[0]), seen); /* nobody slept: nothing was done */
	sleep_ns(seen, SHORT_NS);
	sumac_segment_wake(segments[1], 0); /* between two sleeps */
	assert_int_not_equal(sumac_segment_events(segments[0]), seen);
	assert_true(sleep_ns(seen, LONG_NS) < LONG_NS / 2);
}

/* Both sleep long between their looks. */
static void *play(void *arg)
{
	const int me = *(const int *)arg;

	for (int turn = me; turn < ROUNDS; turn += 2) {
		for (;;) {
			uint32_t seen = sumac_segment_events(segments[me]);

			if (atomic_load_explicit(&ball, memory_order_acquire) == turn)
				break;
			sumac_segment_sleep(segments[me], seen, LONG_NS);
		}
		atomic_store_explicit(&ball, turn + 1, memory_order_release);
		sumac_segment_wake(segments[me], !me);
	}
	return NULL;
}

static void test_no_wake_is_lost(void **state)
{
	static const int zero = 0, one = 1;
	int64_t begin_ns = sumac_clock_ns();
	pthread_t other;

	(void)state;
	pthread_create(&other, NULL, play, (void *)&one);
	play((void *)&zero);
	pthread_join(other, NULL);
	assert_int_equal(ball, ROUNDS);
	assert_true(sumac_clock_ns() - begin_ns < LONG_NS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_a_sleep_ends_by_itself_and_the_first_one_at_once, open_two, close_two),
		cmocka_unit_test_setup_teardown(test_news_that_came_first_end_the_sleep, open_two, close_two),
		cmocka_unit_test_setup_teardown(test_no_wake_is_lost, open_two, close_two),
	};

	return cmocka_run_group_tests_name("segment_sleep", tests, NULL, NULL);
}
