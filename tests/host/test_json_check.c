/*
 * The JSON check takes what RFC 8259 takes and refuses what a killed rank leaves half written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tool/report_merge.h"

static void values_of_every_kind_are_taken(void **state)
{
	static const char *const texts[] = {
		"{}", "[]", " [ ] \n", "0", "-0", "-1.5e+10", "10", "1E5", "true", "false", "null", "\"\"", "\"\\u12aF\\n\\\"\"",
		"{\"a\": [1, 2, {\"b\": null}], \"c\": \"d\"}", "[[[[]]], {}]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!sumac_json_is_valid(texts[i], strlen(texts[i])))
			fail_msg("refused: %s", texts[i]);
}

static void what_is_no_value_is_refused(void **state)
{
	static const char *const texts[] = {
		"", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5", "-", "1e", "+1",
		"nul", "\"", "\"\\x\"", "\"\\u12g4\"", "\"a\nb\"", "[] []", "{]", "'a'",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (sumac_json_is_valid(texts[i], strlen(texts[i])))
			fail_msg("taken: %s", texts[i]);
}

static void every_cut_of_a_report_is_refused(void **state)
{
	static const char text[] = "{\"rank\": 1, \"calls\": [{\"call\": \"sum\\u0041\", \"bytes\": 4e1, \"ok\": true}]}";

	(void)state;
	assert_true(sumac_json_is_valid(text, strlen(text)));
	for (size_t len = 0; len < strlen(text); len++)
		assert_false(sumac_json_is_valid(text, len));
}

static void depth_is_bounded(void **state)
{
	char deep[100000];

	(void)state;
	memset(deep, '[', sizeof(deep));
	assert_false(sumac_json_is_valid(deep, sizeof(deep)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_every_kind_are_taken),
		cmocka_unit_test(what_is_no_value_is_refused),
		cmocka_unit_test(every_cut_of_a_report_is_refused),
		cmocka_unit_test(depth_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
