/*
 * Generated text and files: what is printed is collected completely,
 * written only if it differs, and compared byte by byte.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "gen/output.h"

static char dir[64];

static int make_dir(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/sumac-test-XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static const char *path_of(const char *path)
{
	static char full[128];

	snprintf(full, sizeof(full), "%s/%s", dir, path);
	return full;
}

static void text_grows_as_it_is_printed(void **state)
{
	struct gen_text text = { 0 };
	char wanted[5 * 2000 + 1] = "";

	(void)state;
	for (int i = 0; i < 2000; i++) {
		gen_print(&text, "%04d ", i);
		sprintf(wanted + 5 * i, "%04d ", i);
	}
	assert_int_equal(text.len_bytes, 10000);
	assert_string_equal(text.data, wanted);
	free(text.data);
}

static void cells_are_escaped(void **state)
{
	struct gen_text text = { 0 };

	(void)state;
	gen_print_cell(&text, "a|b*c%d", "|*");
	assert_string_equal(text.data, "a\\|b\\*c%d");
	free(text.data);
}

static void names_are_lowered(void **state)
{
	char name[300];

	(void)state;
	assert_string_equal(gen_lower("MinLoc_2"), "minloc_2");
	memset(name, 'A', sizeof(name));
	name[299] = 0;
	assert_int_equal(strlen(gen_lower(name)), 127); /* truncated, not overrun */
}

static void a_file_is_written_below_new_folders(void **state)
{
	struct gen_text text = { 0 };
	char got[32] = "";
	FILE *file;

	(void)state;
	gen_print(&text, "a line\n");
	assert_int_equal(gen_text_write(&text, dir, "one/two/file"), 0);
	file = fopen(path_of("one/two/file"), "r");
	assert_non_null(file);
	assert_int_equal(fread(got, 1, sizeof(got), file), 7);
	assert_string_equal(got, "a line\n");
	fclose(file);
	assert_int_equal(gen_text_compare(&text, dir, "one/two/file"), 0);
	free(text.data);
}

/* Then make does not rebuild its dependents. */
static void a_file_that_is_right_is_left_alone(void **state)
{
	struct gen_text text = { 0 };
	const struct timespec long_ago[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
	struct stat file;

	(void)state;
	gen_print(&text, "a line\n");
	assert_int_equal(gen_text_write(&text, dir, "file"), 0);
	assert_int_equal(utimensat(AT_FDCWD, path_of("file"), long_ago, 0), 0);
	assert_int_equal(gen_text_write(&text, dir, "file"), 0);
	assert_int_equal(stat(path_of("file"), &file), 0);
	assert_int_equal(file.st_mtim.tv_sec, 1000);
	free(text.data);
}

static void expect_differs(const char *now, const char *wanted)
{
	struct gen_text text = { 0 };
	FILE *file = fopen(path_of("file"), "w");

	assert_non_null(file);
	fputs(now, file);
	fclose(file);
	gen_print(&text, "%s", wanted);
	assert_int_equal(gen_text_compare(&text, dir, "file"), -1);
	assert_int_equal(gen_text_write(&text, dir, "file"), 0);
	assert_int_equal(gen_text_compare(&text, dir, "file"), 0);
	free(text.data);
}

static void every_byte_is_compared(void **state)
{
	struct gen_text text = { 0 };

	(void)state;
	gen_print(&text, "abc");
	assert_int_equal(gen_text_compare(&text, dir, "none"), -1);
	free(text.data);
	expect_differs("abd", "abc");
	expect_differs("ab", "abc");
	expect_differs("abcd", "abc");
	expect_differs("", "abc");
}

static void what_cannot_be_written_is_an_error(void **state)
{
	struct gen_text text = { 0 };

	(void)state;
	gen_print(&text, "abc");
	assert_int_equal(gen_text_write(&text, dir, "file"), 0);
	assert_int_equal(gen_text_write(&text, dir, "file/below"), -1);
	assert_int_equal(mkdir(path_of("folder"), 0700), 0);
	assert_int_equal(gen_text_write(&text, dir, "folder"), -1);
	free(text.data);
}

#define OUTPUT_TEST(name) cmocka_unit_test_setup_teardown(name, make_dir, remove_dir)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OUTPUT_TEST(text_grows_as_it_is_printed),
		OUTPUT_TEST(cells_are_escaped),
		OUTPUT_TEST(names_are_lowered),
		OUTPUT_TEST(a_file_is_written_below_new_folders),
		OUTPUT_TEST(a_file_that_is_right_is_left_alone),
		OUTPUT_TEST(every_byte_is_compared),
		OUTPUT_TEST(what_cannot_be_written_is_an_error),
	};

	return cmocka_run_group_tests_name("output", tests, NULL, NULL);
}
