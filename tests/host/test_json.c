/*
 * Tests of the reader of JSON: values, escapes, numbers, and texts that are none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/json.h"

static struct sumac_json *parse(const char *text, char *why)
{
	size_t len = strlen(text);
	char *exact = malloc(len ? len : 1); /* no zero byte behind it: reading on would be seen */
	struct sumac_json *root;

	memcpy(exact, text, len);
	root = sumac_json_parse(exact, len, why);
	free(exact);
	return root;
}

static void test_values(void **state)
{
	char why[SUMAC_JSON_WHY_CAP];
	struct sumac_json *root = parse(" {\"n\": [1, -2.5e1,18446744073709551615 ], \"t\": \"a\\n\\u00e4\\ud83d\\ude00\\\"\","
					"\"b\": true, \"o\": {\"x\": {\"y\": 7}}, \"z\": null, \"e\": [], \"n\": 3}\n", why);
	const struct sumac_json *list = sumac_json_member(root, "n");

	(void)state;
	assert_int_equal(list->kind, SUMAC_JSON_LIST);
	assert_string_equal(list->first->text, "1");
	assert_true(list->first->next->number == -25);
	assert_string_equal(list->first->next->next->text, "18446744073709551615");
	assert_null(list->first->next->next->next);
	assert_string_equal(sumac_json_text(root, "t", ""), "a\n\xc3\xa4\xf0\x9f\x98\x80\"");
	assert_string_equal(sumac_json_text(root, "b", ""), "true");
	assert_int_equal(sumac_json_whole(sumac_json_member(sumac_json_member(root, "o"), "x"), "y", 0), 7);
	assert_int_equal(sumac_json_member(root, "z")->kind, SUMAC_JSON_NULL);
	assert_null(sumac_json_member(root, "e")->first);
	assert_true(sumac_json_number(root, "none", 4) == 4 && sumac_json_number(root, "t", 4) == 4);
	assert_null(sumac_json_member(sumac_json_member(root, "none"), "y"));
	sumac_json_free(root);
}

static void test_faults(void **state)
{
	static const char *const texts[][2] = {
		{ "", "line 1, column 1: a value is expected" },
		{ "{\"a\": 1,\n }", "line 2, column 2: a member's name is expected" },
		{ "[1 2]", "line 1, column 4: a comma or ] is expected" },
		{ "{\"a\" 1}", "line 1, column 6: a colon is expected" },
		{ "[01]", "line 1, column 3: a comma or ] is expected" },
		{ "-", "line 1, column 1: a number is expected" },
		{ "1e", "line 1, column 1: a number is expected" },
		{ "\"a", "line 1, column 3: a text has no end" },
		{ "\"\\", "line 1, column 3: there is no such escape" },
		{ "\"\\x\"", "line 1, column 3: there is no such escape" },
		{ "\"\\ud800\"", "line 1, column 8: half a pair of \\u stands alone" },
		{ "\"\\u12\"", "line 1, column 6: \\u takes four hexadecimal digits" },
		{ "\"\t\"", "line 1, column 2: a text holds a control character" },
		{ "nul", "line 1, column 1: a value is expected" },
		{ "1 1", "line 1, column 3: something follows the value" },
	};
	char why[SUMAC_JSON_WHY_CAP], deep[2 * SUMAC_JSON_DEPTH + 1];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_null(parse(texts[i][0], why));
		assert_string_equal(why, texts[i][1]);
	}
	memset(deep, '[', sizeof(deep));
	deep[sizeof(deep) - 1] = '\0';
	assert_null(parse(deep, why));
	assert_non_null(strstr(why, "nested too deeply"));
	assert_null(sumac_json_read("/nonexistent/file", why));
	assert_string_equal(why, "No such file or directory");
}

static void test_file(void **state)
{
	char path[] = "/tmp/sumac-json-XXXXXX", why[SUMAC_JSON_WHY_CAP];
	FILE *file = fdopen(mkstemp(path), "w");
	const struct sumac_json *at;
	struct sumac_json *root;
	int n = 0;

	(void)state;
	fprintf(file, "[0");
	for (int i = 1; i < 50000; i++)
		fprintf(file, ",\n%d", i);
	fprintf(file, "]");
	fclose(file);
	root = sumac_json_read(path, why);
	unlink(path);
	assert_non_null(root);
	for (at = root->first; at; at = at->next)
		assert_true(at->number == n++);
	assert_int_equal(n, 50000);
	sumac_json_free(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
