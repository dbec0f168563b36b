/*
 * The options of a job: which arguments are taken, what they set, and which values are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "launch/launch_options.h"

/* Takes all the arguments it can, and returns the result of the last attempt. */
static int take(int n_words, const char *const *words, struct sumac_launch_options *options_out, int *index_out)
{
	int said = 1;

	*index_out = 0;
	memset(options_out, 0, sizeof(*options_out));
	while (said == 1 && *index_out < n_words)
		said = sumac_launch_options_take("test", n_words, (char **)words, index_out, options_out);
	return said;
}

static void every_option_is_taken_in_both_spellings(void **state)
{
	static const char *const words[] = { "-n", "4", "--engine=nic", "--require", "nic", "--clock=stepped", "--timeout",
					     "2.5", "--set", "spin_us=7", "--nics=3", "--verbose", "./program", "-n", "9" };
	struct sumac_launch_options options;
	int index;

	(void)state;
	assert_int_equal(take(15, words, &options, &index), 0);
	assert_int_equal(index, 12);
	assert_int_equal(options.n_ranks, 4);
	assert_true(options.timeout_s == 2.5);
	assert_true(options.is_verbose);
	assert_string_equal(options.settings, "engine=nic;require=nic;clock=stepped;spin_us=7;nics=3");
}

static void a_number_of_ranks_may_be_joined(void **state)
{
	static const char *const words[] = { "-n4" }, *const host_words[] = { "-np16" };
	static const char *const bad[] = { "-n0", "-n4x", "-np3-" };
	struct sumac_launch_options options;
	int index;

	(void)state;
	assert_int_equal(take(1, words, &options, &index), 1);
	assert_true(index == 1 && options.n_ranks == 4);
	assert_int_equal(take(1, host_words, &options, &index), 1);
	assert_true(index == 1 && options.n_ranks == 16);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(take(1, bad + i, &options, &index), -1);
}

static void bad_values_are_refused(void **state)
{
	static const char *const pairs[][2] = {
		{ "-n", "0" },	       { "-n", "-3" },	      { "-n", "4x" },	    { "-n", "" },
		{ "--timeout", "0" },  { "--timeout", "-1" }, { "--timeout", "x" }, { "--timeout", "nan" },
		{ "--set", "engine" }, { "--set", "=nic" },   { "--set", "no_such_setting=1" },
		{ "--engine", "nic;rack=x" }, { "--report", "" },
	};
	struct sumac_launch_options options;
	int index;

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (take(2, pairs[i], &options, &index) != -1)
			fail_msg("taken: %s %s", pairs[i][0], pairs[i][1]);
}

static void an_option_without_its_value_is_refused(void **state)
{
	static const char *const words[] = { "-n" };
	struct sumac_launch_options options;
	int index;

	(void)state;
	assert_int_equal(take(1, words, &options, &index), -1);
}

static void what_is_not_ours_is_left(void **state)
{
	static const char *const words[] = { "--nonsense", "-nn", "--engines", "--np4" };
	struct sumac_launch_options options;
	int index;

	(void)state;
	for (int i = 0; i < 4; i++) {
		assert_int_equal(take(1, words + i, &options, &index), 0);
		assert_int_equal(index, 0);
	}
}

static void a_report_gets_an_absolute_path(void **state)
{
	static const char *const words[] = { "--report", "r.json" };
	struct sumac_launch_options options;
	int index;

	(void)state;
	assert_int_equal(take(2, words, &options, &index), 1);
	assert_memory_equal(options.settings, "report=/", 8);
}

static void options_outrank_the_environment_and_what_was_set_outside(void **state)
{
	struct sumac_launch_options options = { .settings = "engine=cpu" };

	(void)state;
	setenv("SUMAC_ENGINE", "auto", 1);
	setenv("SUMAC_OPTIONS", "engine=nic;spin_us=3", 1);
	assert_int_equal(sumac_launch_options_apply("test", &options), 0);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_ENGINE), "cpu");
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_SPIN_US), 3);
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_ENGINE), SUMAC_FROM_OPTION);
	unsetenv("SUMAC_OPTIONS");
	strcpy(options.settings, "engine=gpu");
	assert_int_equal(sumac_launch_options_apply("test", &options), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_is_taken_in_both_spellings),
		cmocka_unit_test(a_number_of_ranks_may_be_joined),
		cmocka_unit_test(bad_values_are_refused),
		cmocka_unit_test(an_option_without_its_value_is_refused),
		cmocka_unit_test(what_is_not_ours_is_left),
		cmocka_unit_test(a_report_gets_an_absolute_path),
		cmocka_unit_test(options_outrank_the_environment_and_what_was_set_outside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
