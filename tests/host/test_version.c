/*
 * The build's identity: its version and build id.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctype.h>

#include "core/job/version.h"
#include "sumac.h"

static void test_the_version_is_the_headers(void **state)
{
	char expected[32];

	(void)state;
	snprintf(expected, sizeof(expected), "%d.%d.%d", SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR, SUMAC_VERSION_PATCH);
	assert_string_equal(sumac_version(), expected);
}

static void test_the_build_id_is_the_linkers(void **state)
{
	char id[SUMAC_BUILD_ID_CAP];
	size_t len;

	(void)state;
	assert_int_equal(sumac_build_id(id, sizeof(id)), 0);
	len = strlen(id);
	assert_true(len >= 16 && len < sizeof(id));
	for (size_t i = 0; i < len; i++)
		assert_true(isxdigit((unsigned char)id[i]));
	for (size_t i = len; i < sizeof(id); i++)
		assert_int_equal(id[i], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_version_is_the_headers),
		cmocka_unit_test(test_the_build_id_is_the_linkers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
