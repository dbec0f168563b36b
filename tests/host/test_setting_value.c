/*
 * How values of settings are read, and how alike two names are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/setting_value.h"
#include "spec/spec.h"

enum { PATH_CAP = 128 };

static int64_t value;
static char why[128];

static int parse(enum sumac_setting_kind kind, const char *choices, const char *text)
{
	return sumac_setting_value_parse(kind, choices, text, &value, why, sizeof(why));
}

static void expect(enum sumac_setting_kind kind, const char *choices, const char *text, int64_t expected)
{
	assert_int_equal(parse(kind, choices, text), 0);
	assert_int_equal(value, expected);
}

static void refuse(enum sumac_setting_kind kind, const char *choices, const char *text)
{
	assert_int_equal(parse(kind, choices, text), -SUMAC_EINVAL);
	assert_true(strlen(why) > 0);
}

static void test_a_word_is_its_place_in_the_list(void **state)
{
	(void)state;
	expect(SUMAC_SETTING_KIND_ENUM, "auto|nic|cpu", "auto", 0);
	expect(SUMAC_SETTING_KIND_ENUM, "auto|nic|cpu", "cpu", 2);
	refuse(SUMAC_SETTING_KIND_ENUM, "auto|nic|cpu", "ni");
	refuse(SUMAC_SETTING_KIND_ENUM, "auto|nic|cpu", "nic|cpu");
	refuse(SUMAC_SETTING_KIND_ENUM, "auto|nic|cpu", "");
	assert_non_null(strstr(why, "auto|nic|cpu"));
}

static void test_a_number_has_a_range_and_binary_units(void **state)
{
	(void)state;
	expect(SUMAC_SETTING_KIND_INT, "64..16M", "64", 64);
	expect(SUMAC_SETTING_KIND_INT, "64..16M", "64K", 65536);
	expect(SUMAC_SETTING_KIND_INT, "64..16M", "16m", 16 << 20);
	expect(SUMAC_SETTING_KIND_INT, "1M..1024G", "2G", (int64_t)2 << 30);
	expect(SUMAC_SETTING_KIND_INT, "-3..3", "-3", -3);
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", "63");
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", "16777217");
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", "1KK");
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", " 64");
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", "");
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", "99999999999999999999");
	refuse(SUMAC_SETTING_KIND_INT, "64..16M", "9223372036854775807K");
}

static void test_a_number_may_have_to_be_a_power_of_two(void **state)
{
	(void)state;
	expect(SUMAC_SETTING_KIND_INT, "0..16M, a power of two", "1", 1);
	expect(SUMAC_SETTING_KIND_INT, "0..16M, a power of two", "16M", 16 << 20);
	refuse(SUMAC_SETTING_KIND_INT, "0..16M, a power of two", "0");
	refuse(SUMAC_SETTING_KIND_INT, "0..16M, a power of two", "96");
	assert_string_equal(why, "it must be a whole number in 0..16M, a power of two");
	refuse(SUMAC_SETTING_KIND_INT, "0..16M, a power of two", "32M");
	refuse(SUMAC_SETTING_KIND_INT, "0..16M, odd", "7"); /* an unknown word */
}

static void test_a_time_is_seconds_with_a_fraction_read_as_nanoseconds(void **state)
{
	(void)state;
	expect(SUMAC_SETTING_KIND_TIME, "0..3600", "0.25", 250000000);
	expect(SUMAC_SETTING_KIND_TIME, "0..3600", "30", 30000000000);
	refuse(SUMAC_SETTING_KIND_TIME, "0..3600", "3601");
	refuse(SUMAC_SETTING_KIND_TIME, "0..3600", "-1");
	refuse(SUMAC_SETTING_KIND_TIME, "0..3600", "nan");
	refuse(SUMAC_SETTING_KIND_TIME, "0..3600", "1s");
}

static void put(const char *dir, const char *name, const char *text)
{
	char path[PATH_CAP];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void run(const char *format, const char *dir)
{
	char command[2 * PATH_CAP];

	snprintf(command, sizeof(command), format, dir);
	assert_int_equal(system(command), 0);
}

/* A locale that has a comma and little else: machines need have none. localedef complains, and makes it. */
static void make_comma_locale(const char *dir)
{
	put(dir, "source", "LC_NUMERIC\ndecimal_point \"<U002C>\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n");
	put(dir, "map", "<code_set_name> X\n<comment_char> %\n<escape_char> /\nCHARMAP\n<U002C> /x2c COMMA\nEND CHARMAP\n");
	run("cd %s && { localedef -c -i source -f map ./comma_X >made 2>&1; test -s comma_X/LC_NUMERIC; }", dir);
}

static void test_the_point_is_a_point_whatever_the_locale(void **state)
{
	char dir[] = "/tmp/sumac-locale-XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(dir));
	make_comma_locale(dir);
	setenv("LOCPATH", dir, 1);
	assert_non_null(setlocale(LC_NUMERIC, "comma_X"));
	assert_string_equal(localeconv()->decimal_point, ",");
	expect(SUMAC_SETTING_KIND_TIME, "0..10", "0.5", 500000000);
	refuse(SUMAC_SETTING_KIND_TIME, "0..10", "0,5");
	assert_string_equal(localeconv()->decimal_point, ",");
	setlocale(LC_NUMERIC, "C");
	run("rm -r %s", dir);
}

static void test_truth_has_eight_words(void **state)
{
	(void)state;
	expect(SUMAC_SETTING_KIND_BOOL, "", "Yes", 1);
	expect(SUMAC_SETTING_KIND_BOOL, "", "off", 0);
	expect(SUMAC_SETTING_KIND_BOOL, "", "1", 1);
	expect(SUMAC_SETTING_KIND_BOOL, "", "false", 0);
	refuse(SUMAC_SETTING_KIND_BOOL, "", "2");
}

static void test_distance_counts_edits_and_swaps(void **state)
{
	(void)state;
	assert_int_equal(sumac_setting_name_distance("engine", "ENGINE"), 0);
	assert_int_equal(sumac_setting_name_distance("engin", "engine"), 1);
	assert_int_equal(sumac_setting_name_distance("enigne", "engine"), 1);
	assert_int_equal(sumac_setting_name_distance("", "rack"), 4);
	assert_int_equal(sumac_setting_name_distance("kitten", "sitting"), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_word_is_its_place_in_the_list),
		cmocka_unit_test(test_a_number_has_a_range_and_binary_units),
		cmocka_unit_test(test_a_number_may_have_to_be_a_power_of_two),
		cmocka_unit_test(test_a_time_is_seconds_with_a_fraction_read_as_nanoseconds),
		cmocka_unit_test(test_the_point_is_a_point_whatever_the_locale),
		cmocka_unit_test(test_truth_has_eight_words),
		cmocka_unit_test(test_distance_counts_edits_and_swaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
