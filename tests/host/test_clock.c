/*
 * The clock: it goes forward, never back, and counts nanoseconds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"

static void test_it_goes_on_and_never_back(void **state)
{
	int64_t begin_ns = sumac_clock_ns(), last_ns = begin_ns;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		int64_t now_ns = sumac_clock_ns();

		assert_true(now_ns >= last_ns);
		last_ns = now_ns;
	}
	usleep(20000);
	assert_true(sumac_clock_ns() - begin_ns >= 20000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_it_goes_on_and_never_back) };

	return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
