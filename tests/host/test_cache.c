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
#include "child.h"

/* The second-level cache comes after the first level's and before the third's. */
static void test_a_round_is_half_of_the_second_level_within_bounds(void **state)
{
	static const struct {
		const char *cache;
		int round_kib;
	} rows[] = { { "512K", 256 }, { "1024K", 512 }, { "1280K", 512 }, { "2048K", 1024 }, { "256K", 128 },
		     { "65536K", 1024 }, { "1K", 128 }, { "unknown", 256 } };
	char command[512];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		snprintf(command, sizeof(command), "cd \"$CHILD_DIR\" && i=0 && for size in 32K %s 64M; do i=$((i + 1)) && "
			 "mkdir -p index$i && echo $i >index$i/level && echo $size >index$i/size || exit 1; done", rows[i].cache);
		assert_int_equal(system(command), 0);
		assert_int_equal(sumac_cache_round_bytes_in(getenv("CHILD_DIR")), rows[i].round_kib << 10);
	}
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
		CHILD_TEST(test_a_round_is_half_of_the_second_level_within_bounds),
		cmocka_unit_test(test_this_machine_has_a_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
