/*
 * Statistics: what the rack has counted, as JSON, in a file or on standard error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../host/child.h"
#include "rack_inside.h"

static int tell(int n_nics, const char *const *options)
{
	int err;

	inside_open(n_nics, options);
	inside.now = 12345;
	inside.n_faults = 3;
	sumac_vnic_run(inside.ranks[0].nic, 100);
	sumac_vnic_run(inside.ranks[n_nics - 1].nic, 200);
	err = sumac_rack_tell_stats(&inside);
	inside_close();
	return err;
}

static const char *read_file(const char *path)
{
	static char text[8192];
	FILE *file = fopen(path, "r");
	size_t n;

	assert_non_null(file);
	n = fread(text, 1, sizeof text - 1, file);
	text[n] = 0;
	fclose(file);
	return text;
}

static void expect(const char *text, const char *piece)
{
	if (!strstr(text, piece))
		fail_msg("no %s in %s", piece, text);
}

static void what_was_counted_is_told(void **state)
{
	const char *path = child_path("stats"), *text;

	(void)state;
	assert_int_equal(tell(2, (const char *const[]){ "--stats", path, "--clock", "stepped", "--rack-threads", "2", NULL }), 0);
	assert_int_equal(tell(1, (const char *const[]){ "--stats", "/dev/full", NULL }), -1);
	text = read_file(path);
	expect(text, "\"nics\": 2,\n  \"threads\": 2,");
	expect(text, "\"clock\": \"stepped\",\n  \"repeatable\": true,\n  \"cycles\": 12345,");
	expect(text, "\"node_cycles_stepped\": 300,"); /* the sum over the NICs */
	expect(text, "\"errors\": 3,");
	expect(text, "\"frames\": 0,");
	expect(text, "\"fullest\": { \"port\": \"the switch's port to NIC 0\", \"most_queued_bytes\": 0, \"drops_full\": 0 },");
	expect(text, "{ \"at\": \"the switch\", \"to\": \"NIC\", \"ports\": 2, \"bytes\": 0, ");
	expect(text, "\"wall_s\": ");
	expect(text, "{ \"nic\": 1, \"last\": [[200, \"DOORBELL\"], [201, \"COMBINES\"]] }\n");
#define SUMAC_CHECKER_RULE(name, text_) expect(text, "\"broken_" #name "\": 0");
	SUMAC_CHECKER_RULES
#undef SUMAC_CHECKER_RULE
}

static void ports_of_a_switch_and_kind_have_a_row(void **state)
{
	const char *path = child_path("stats"), *text;

	(void)state;
	tell(5, (const char *const[]){ "--stats", path, "--topology", "two-level", "--leaf-uplinks", "2", "--nics", "5", NULL });
	text = read_file(path);
	expect(text, "{ \"at\": \"leaf 0\", \"to\": \"NIC\", \"ports\": 3, ");
	expect(text, "{ \"at\": \"leaf 1\", \"to\": \"NIC\", \"ports\": 2, ");
	expect(text, "{ \"at\": \"leaf 1\", \"to\": \"spine\", \"ports\": 2, ");
	expect(text, "{ \"at\": \"spine 1\", \"to\": \"leaf\", \"ports\": 2, \"bytes\": 0, \"most_queued_bytes\": 0, "
		     "\"drops_full\": 0 }\n  ],\n");
}

static void it_is_one_object_each_time(void **state)
{
	const char *path = child_path("stats"), *text;

	(void)state;
	tell(1, (const char *const[]){ "--stats", path, NULL });
	tell(1, (const char *const[]){ "--stats", path, NULL });
	text = read_file(path);
	assert_int_equal(text[0], '{');
	assert_string_equal(text + strlen(text) - 3, "\n}\n");
	assert_null(strstr(strstr(text, "\"nics\"") + 1, "\"nics\""));
	expect(text, "\"repeatable\": false,"); /* the free clock never is */
}

static void without_a_checker_nothing_is_told_of_it(void **state)
{
	const char *path = child_path("stats");

	(void)state;
	tell(1, (const char *const[]){ "--stats", path, "--no-checker", NULL });
	assert_null(strstr(read_file(path), "checker"));
}

static int tell_here(void *ctx)
{
	tell(1, ctx);
	return 0;
}

static void without_a_file_it_goes_to_standard_error(void **state)
{
	(void)state;
	assert_int_equal(child_run(tell_here, NULL), 0);
	expect(child_err, "\"nics\": 1,");
	assert_int_equal(child_run(tell_here, (const char *[]){ "--stats", "/nowhere/at/all", NULL }), 0);
	expect(child_err, "the statistics cannot be written");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(what_was_counted_is_told),
		CHILD_TEST(ports_of_a_switch_and_kind_have_a_row),
		CHILD_TEST(it_is_one_object_each_time),
		CHILD_TEST(without_a_checker_nothing_is_told_of_it),
		CHILD_TEST(without_a_file_it_goes_to_standard_error),
	};

	return cmocka_run_group_tests_name("rack_stats", tests, NULL, NULL);
}
