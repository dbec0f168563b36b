/*
 * The hash: FNV-1a as published, whole or piece by piece.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/fnv.h"

static void test_it_is_fnv_1a_of_64_bits(void **state)
{
	(void)state;
	assert_true(sumac_fnv(SUMAC_FNV_START, "", 0) == UINT64_C(0xcbf29ce484222325));
	assert_true(sumac_fnv(SUMAC_FNV_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
	assert_true(sumac_fnv(SUMAC_FNV_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void test_pieces_give_what_the_whole_gives(void **state)
{
	uint64_t hash = sumac_fnv(SUMAC_FNV_START, "foo", 3);

	(void)state;
	assert_true(sumac_fnv(hash, "bar", 3) == sumac_fnv(SUMAC_FNV_START, "foobar", 6));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_it_is_fnv_1a_of_64_bits),
		cmocka_unit_test(test_pieces_give_what_the_whole_gives),
	};

	return cmocka_run_group_tests_name("fnv", tests, NULL, NULL);
}
