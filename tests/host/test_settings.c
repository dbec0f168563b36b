/*
 * The settings' values: names, what a value may be, and the digest that ranks compare.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/settings_load.h"
#include "spec/spec.h"
#include "sumac.h"

static int set(enum sumac_setting setting, const char *text)
{
	return sumac_setting_set(setting, text, SUMAC_FROM_OPTION, "here");
}

static int reset_all(void **state)
{
	(void)state;
	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		if (sumac_setting_reset(i))
			return -1;
	return 0;
}

/* The table's defaults are among the values that it allows: reset_all() takes them. */
static void test_every_setting_has_name_help_and_a_valid_default(void **state)
{
	(void)state;
	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		assert_true(strlen(sumac_setting_name((enum sumac_setting)i)) > 0);
		assert_true(strlen(sumac_setting_help((enum sumac_setting)i)) > 0);
		assert_non_null(sumac_setting_choices((enum sumac_setting)i));
		assert_int_equal(sumac_setting_source((enum sumac_setting)i), SUMAC_FROM_DEFAULT);
		assert_string_equal(sumac_setting_origin((enum sumac_setting)i), "default");
	}
}

static void test_a_name_is_found_in_any_case_and_only_whole(void **state)
{
	(void)state;
	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		const char *name = sumac_setting_name((enum sumac_setting)i);

		assert_int_equal(sumac_setting_find(name, strlen(name)), i);
	}
	assert_int_equal(sumac_setting_find("Heap_Bytes=1M", 10), SUMAC_SETTING_HEAP_BYTES);
	assert_int_equal(sumac_setting_find("rack", 3), -1);
	assert_int_equal(sumac_setting_find("racks", 5), -1);
	assert_string_equal(sumac_setting_nearest("heapbytes"), "heap_bytes");
	assert_string_equal(sumac_setting_nearest("pateince"), "patience");
}

static void test_a_value_is_kept_as_written_and_as_meant(void **state)
{
	(void)state;
	assert_int_equal(set(SUMAC_SETTING_HEAP_BYTES, "2M"), 0);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_HEAP_BYTES), "2M");
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), 2 << 20);
	assert_string_equal(sumac_setting_origin(SUMAC_SETTING_HEAP_BYTES), "here");
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_HEAP_BYTES), SUMAC_FROM_OPTION);
	assert_int_equal(set(SUMAC_SETTING_ENGINE, "cpu"), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_ENGINE), 2);
	assert_int_equal(set(SUMAC_SETTING_CHECK, "yes"), 0);
	assert_true(sumac_setting_bool(SUMAC_SETTING_CHECK));
	assert_int_equal(set(SUMAC_SETTING_TIMEOUT, "0.5"), 0);
	assert_int_equal(sumac_setting_time_ns(SUMAC_SETTING_TIMEOUT), 500000000);
	assert_int_equal(sumac_setting_reset(SUMAC_SETTING_TIMEOUT), 0);
	assert_int_equal(sumac_setting_time_ns(SUMAC_SETTING_TIMEOUT), 0);
}

static void test_a_refused_value_changes_nothing(void **state)
{
	char long_text[SUMAC_SETTING_MAX_VALUE + 1];

	(void)state;
	assert_int_equal(set(SUMAC_SETTING_SPIN_US, "7"), 0);
	assert_int_equal(sumac_setting_set(SUMAC_SETTING_SPIN_US, "-1", SUMAC_FROM_FILE, "there"), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "there: spin_us cannot be \"-1\": it must be a whole number in 0..1000000"));
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_SPIN_US), "7");
	assert_string_equal(sumac_setting_origin(SUMAC_SETTING_SPIN_US), "here");
	assert_int_equal(set(SUMAC_SETTING_CPU_CHUNK_BYTES, "96K"), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(),
			       "cpu_chunk_bytes cannot be \"96K\": it must be a whole number in 64..16M, a power of two"));
	memset(long_text, 'x', sizeof(long_text));
	long_text[SUMAC_SETTING_MAX_VALUE] = 0;
	assert_int_equal(set(SUMAC_SETTING_REPORT, long_text), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "here: the value of report is too long"));
	long_text[SUMAC_SETTING_MAX_VALUE - 1] = 0;
	assert_int_equal(set(SUMAC_SETTING_REPORT, long_text), 0);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_REPORT), long_text);
}

static void test_the_digest_is_of_what_plans_read_and_of_its_meaning(void **state)
{
	uint64_t digest = sumac_settings_digest();

	(void)state;
	assert_int_equal(set(SUMAC_SETTING_TIMEOUT, "7"), 0);
	assert_int_equal(set(SUMAC_SETTING_CPU_CHUNK_BYTES, "65536"), 0);
	assert_true(sumac_settings_digest() == digest);
	assert_int_equal(set(SUMAC_SETTING_CPU_CHUNK_BYTES, "32K"), 0);
	assert_true(sumac_settings_digest() != digest);
}

/* By these, ranks that differ learn in which setting. */
static void test_each_setting_has_a_hash_of_its_own_value(void **state)
{
	uint32_t rack, nics = sumac_setting_hash(SUMAC_SETTING_NICS);

	(void)state;
	assert_int_equal(set(SUMAC_SETTING_RACK, "/a"), 0);
	rack = sumac_setting_hash(SUMAC_SETTING_RACK);
	assert_int_equal(set(SUMAC_SETTING_RACK, "/b"), 0);
	assert_int_not_equal(sumac_setting_hash(SUMAC_SETTING_RACK), rack);
	assert_int_equal(sumac_setting_hash(SUMAC_SETTING_NICS), nics);
	assert_int_equal(set(SUMAC_SETTING_NICS, "1K"), 0);
	nics = sumac_setting_hash(SUMAC_SETTING_NICS);
	assert_int_equal(set(SUMAC_SETTING_NICS, "1024"), 0);
	assert_int_equal(sumac_setting_hash(SUMAC_SETTING_NICS), nics);
	assert_true(sumac_setting_must_agree(SUMAC_SETTING_ENGINE) && !sumac_setting_must_agree(SUMAC_SETTING_RACK));
}

#define TEST(function) cmocka_unit_test_setup(function, reset_all)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_setting_has_name_help_and_a_valid_default),
		TEST(test_a_name_is_found_in_any_case_and_only_whole),
		TEST(test_a_value_is_kept_as_written_and_as_meant),
		TEST(test_a_refused_value_changes_nothing),
		TEST(test_the_digest_is_of_what_plans_read_and_of_its_meaning),
		TEST(test_each_setting_has_a_hash_of_its_own_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
