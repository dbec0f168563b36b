/*
 * Rounds by caches as the system lists them, and where it lists none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/cache.h"

/* The round by such a second-level cache, which comes after the first level's and before the third's. */
static size_t round_by(const char *size)
{
	char command[512], folder[] = "/tmp/sumac-cache-XXXXXX";
	size_t bytes;

	assert_non_null(mkdtemp(folder));
	snprintf(command, sizeof(command), "cd %s && i=0 && for size in 32K %s 64M; do i=$((i + 1)) && mkdir index$i && "
		 "echo $i >index$i/level && echo $size >index$i/size || exit 1; done", folder, size);
	assert_int_equal(system(command), 0);
	bytes = sumac_cache_round_bytes_in(folder);
	snprintf(command, sizeof(command), "rm -r %s", folder);
	assert_int_equal(system(command), 0);
	return bytes;
}

static void test_a_round_is_half_of_the_second_level(void **state)
{
	(void)state;
	assert_int_equal(round_by("512K"), 256 << 10);
	assert_int_equal(round_by("1024K"), 512 << 10);
	assert_int_equal(round_by("1280K"), 512 << 10);
	assert_int_equal(round_by("2048K"), 1 << 20);
	assert_int_equal(round_by("256K"), 128 << 10);
}

static void test_rounds_have_bounds(void **state)
{
	(void)state;
	assert_int_equal(round_by("65536K"), 1 << 20);
	assert_int_equal(round_by("1K"), 128 << 10);
	assert_int_equal(round_by("unknown"), 256 << 10);
	assert_int_equal(sumac_cache_round_bytes_in("/nowhere"), 256 << 10);
}

static void test_this_machine_has_a_round(void **state)
{
	size_t bytes = sumac_cache_round_bytes();

	(void)state;
	assert_in_range(bytes, 128 << 10, 1 << 20);
	assert_int_equal(bytes & (bytes - 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_round_is_half_of_the_second_level),
		cmocka_unit_test(test_rounds_have_bounds),
		cmocka_unit_test(test_this_machine_has_a_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
