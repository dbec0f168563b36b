/*
 * Status codes in words, and the story of the last failure.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

#include "base/fail.h"
#include "sumac.h"

static void test_every_code_has_words_with_either_sign(void **state)
{
	(void)state;
	assert_string_equal(sumac_strerror(0), "success");
	for (int code = 1; code <= SUMAC_EBUS; code++) {
		assert_string_not_equal(sumac_strerror(code), "unknown status code");
		assert_string_equal(sumac_strerror(code), sumac_strerror(-code));
	}
	assert_string_equal(sumac_strerror(-9999), "unknown status code");
	assert_string_equal(sumac_status_name(-SUMAC_EPEER), "EPEER");
	assert_string_equal(sumac_status_name(9999), "?");
}

static void test_fail_keeps_the_story_and_negates_the_code(void **state)
{
	(void)state;
	assert_int_equal(sumac_fail(SUMAC_EPEER, "rank %d", 3), -SUMAC_EPEER);
	assert_string_equal(sumac_last_error(), "rank 3");
	assert_int_equal(sumac_fail(-SUMAC_EIO, "more: %s", sumac_last_error()), -SUMAC_EIO);
	assert_string_equal(sumac_last_error(), "more: rank 3");
	sumac_fail_clear();
	assert_string_equal(sumac_last_error(), "");
}

static void *fail_elsewhere(void *ctx)
{
	(void)ctx;
	sumac_fail(SUMAC_EIO, "elsewhere");
	return NULL;
}

static void test_the_story_belongs_to_the_thread(void **state)
{
	pthread_t thread;

	(void)state;
	sumac_fail(SUMAC_EIO, "here");
	pthread_create(&thread, NULL, fail_elsewhere, NULL);
	pthread_join(thread, NULL);
	assert_string_equal(sumac_last_error(), "here");
}

static void test_a_long_story_is_cut(void **state)
{
	char text[5000];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = 0;
	sumac_fail(SUMAC_EIO, "%s", text);
	assert_int_equal(strlen(sumac_last_error()), 1023);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_code_has_words_with_either_sign),
		cmocka_unit_test(test_fail_keeps_the_story_and_negates_the_code),
		cmocka_unit_test(test_the_story_belongs_to_the_thread),
		cmocka_unit_test(test_a_long_story_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
