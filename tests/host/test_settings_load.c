/*
 * Loading the settings: their sources in increasing precedence, and what is warned of or refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/settings.h"
#include "base/settings_load.h"
#include "spec/spec.h"
#include "sumac.h"

static char path[64];

static int reset(void **state)
{
	(void)state;
	unsetenv("SUMAC_OPTIONS");
	unsetenv("SUMAC_TIMEOUT");
	unsetenv("SUMAC_ENGINE");
	unsetenv("SUMAC_ENIGNE");
	unsetenv("SUMAC_CPU_CHUNK_BYTES");
	setenv("SUMAC_CONFIG", "/dev/null", 1);
	return 0;
}

static void write_file(const char *text)
{
	FILE *file;
	int fd;

	snprintf(path, sizeof(path), "/tmp/sumac-test-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	file = fdopen(fd, "w");
	fputs(text, file);
	fclose(file);
	setenv("SUMAC_CONFIG", path, 1);
}

/* Loads, and keeps standard error in a string. */
static int load_hearing(char *heard_out, size_t cap_bytes)
{
	FILE *heard = tmpfile();
	int saved = dup(STDERR_FILENO), err;
	size_t len;

	fflush(stderr);
	dup2(fileno(heard), STDERR_FILENO);
	err = sumac_settings_load();
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(heard);
	len = fread(heard_out, 1, cap_bytes - 1, heard);
	heard_out[len] = 0;
	fclose(heard);
	return err;
}

static void test_without_anything_the_defaults_hold(void **state)
{
	(void)state;
	assert_int_equal(sumac_settings_load(), 0);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_ENGINE), "auto");
	assert_int_equal(sumac_setting_time_ns(SUMAC_SETTING_TIMEOUT), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_CPU_CHUNK_BYTES), 65536);
	assert_false(sumac_setting_bool(SUMAC_SETTING_CHECK));
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_ENGINE), SUMAC_FROM_DEFAULT);
}

static void test_option_beats_environment_beats_file_beats_default(void **state)
{
	char origin[80];

	(void)state;
	write_file("# comment\n\n  timeout = 1 \nengine=nic\nverbose = 2\n");
	snprintf(origin, sizeof(origin), "%s:5", path);
	setenv("SUMAC_TIMEOUT", "2", 1);
	setenv("SUMAC_ENGINE", "cpu", 1);
	setenv("SUMAC_OPTIONS", "timeout=3; spin_us=0;", 1);
	assert_int_equal(sumac_settings_load(), 0);
	unlink(path);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_TIMEOUT), "3");
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_TIMEOUT), SUMAC_FROM_OPTION);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_ENGINE), "cpu");
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_ENGINE), SUMAC_FROM_ENVIRONMENT);
	assert_string_equal(sumac_setting_origin(SUMAC_SETTING_ENGINE), "SUMAC_ENGINE");
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_VERBOSE), 2);
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_VERBOSE), SUMAC_FROM_FILE);
	assert_string_equal(sumac_setting_origin(SUMAC_SETTING_VERBOSE), origin);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_SPIN_US), 0);
}

static void test_an_unknown_variable_warns_with_the_nearest_name(void **state)
{
	char heard[512];

	(void)state;
	setenv("SUMAC_ENIGNE", "nic", 1);
	assert_int_equal(load_hearing(heard, sizeof(heard)), 0);
	assert_non_null(strstr(heard, "SUMAC_ENIGNE"));
	assert_non_null(strstr(heard, "the nearest is SUMAC_ENGINE"));
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_ENGINE), "auto");
}

static void test_known_variables_do_not_warn(void **state)
{
	char heard[512];

	(void)state;
	setenv("SUMAC_ENGINE", "nic", 1);
	setenv("SUMAC_OPTIONS", "verbose=0", 1);
	setenv("SUMAC_JOB_DIR", "/tmp", 1);
	assert_int_equal(load_hearing(heard, sizeof(heard)), 0);
	assert_string_equal(heard, "");
	assert_string_equal(sumac_settings_job_dir(), "/tmp");
	unsetenv("SUMAC_JOB_DIR");
	assert_string_equal(sumac_settings_job_dir(), "");
}

static void test_an_unknown_name_in_the_file_warns_with_its_line(void **state)
{
	char heard[512];

	(void)state;
	write_file("\ntimeuot = 3\n");
	assert_int_equal(load_hearing(heard, sizeof(heard)), 0);
	unlink(path);
	assert_non_null(strstr(heard, ":2: no such setting \"timeuot\"; the nearest is timeout"));
}

static void test_bad_values_are_refused_with_their_origin(void **state)
{
	(void)state;
	setenv("SUMAC_TIMEOUT", "soon", 1);
	assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "SUMAC_TIMEOUT: timeout cannot be \"soon\": it must be a number"));
	unsetenv("SUMAC_TIMEOUT");
	write_file("engine = fpga\n");
	assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
	unlink(path);
	assert_non_null(strstr(sumac_last_error(), ":1: engine cannot be \"fpga\": it must be one of auto|nic|cpu"));
	setenv("SUMAC_CONFIG", "/dev/null", 1);
	setenv("SUMAC_OPTIONS", "enigne=nic", 1);
	assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "the nearest is engine"));
	setenv("SUMAC_OPTIONS", "engine", 1);
	assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
	unsetenv("SUMAC_OPTIONS");
	setenv("SUMAC_CONFIG", "/nowhere/sumac.conf", 1);
	assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "/nowhere/sumac.conf"));
}

static void test_options_are_cut_at_semicolons_and_the_last_of_a_name_holds(void **state)
{
	(void)state;
	setenv("SUMAC_OPTIONS", ";; spin_us = 4 ;Engine=nic;spin_us=5", 1);
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_SPIN_US), 5);
	assert_string_equal(sumac_setting_string(SUMAC_SETTING_ENGINE), "nic");
}

static void write_in(const char *dir, const char *name, const char *text)
{
	char full[128];
	FILE *file;

	snprintf(full, sizeof(full), "%s/%s", dir, name);
	file = fopen(full, "we");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* $XDG_CONFIG_HOME outranks $HOME, and $SUMAC_CONFIG both; an empty one counts as unset. */
static void test_the_first_settings_file_that_there_is_is_read(void **state)
{
	char dir[] = "/tmp/sumac-test-XXXXXX", config[64], command[64];

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(config, sizeof(config), "%s/.config", dir);
	assert_int_equal(mkdir(config, 0700), 0);
	write_in(config, "sumac.conf", "spin_us = 1\n");
	write_in(dir, "sumac.conf", "spin_us = 2\n");
	setenv("SUMAC_CONFIG", "", 1);
	setenv("HOME", dir, 1);
	unsetenv("XDG_CONFIG_HOME");
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_SPIN_US), 1);
	setenv("XDG_CONFIG_HOME", dir, 1);
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_SPIN_US), 2);
	setenv("SUMAC_CONFIG", "/dev/null", 1);
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_source(SUMAC_SETTING_SPIN_US), SUMAC_FROM_DEFAULT);
	unsetenv("XDG_CONFIG_HOME");
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

static void expect_no_settings_file(const char *name, const char *why)
{
	setenv("SUMAC_CONFIG", name, 1);
	assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), name));
	assert_non_null(strstr(sumac_last_error(), why));
}

/* None of these may be read to its end, which it has not got, or waited for. */
static void test_what_is_no_file_of_settings_is_refused(void **state)
{
	(void)state;
	expect_no_settings_file("/tmp", "not a regular file");
	expect_no_settings_file("/dev/zero", "not a regular file");
	write_file("");
	assert_int_equal(truncate(path, 1 << 21), 0);
	expect_no_settings_file(path, "2097152 bytes");
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	expect_no_settings_file(path, "not a regular file");
	unlink(path);
	expect_no_settings_file(path, "No such file");
}

static void test_loading_replaces_what_was_loaded_before(void **state)
{
	(void)state;
	setenv("SUMAC_TIMEOUT", "2", 1);
	assert_int_equal(sumac_settings_load(), 0);
	unsetenv("SUMAC_TIMEOUT");
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_time_ns(SUMAC_SETTING_TIMEOUT), 0);
	assert_string_equal(sumac_setting_origin(SUMAC_SETTING_TIMEOUT), "default");
}

static void test_what_is_forgotten_is_not_loaded(void **state)
{
	char dir[] = "/tmp/sumac-test-XXXXXX", file[64], heard[256];

	(void)state;
	assert_non_null(mkdtemp(dir));
	write_in(dir, "sumac.conf", "spin_us = 7\n");
	setenv("XDG_CONFIG_HOME", dir, 1);
	setenv("SUMAC_TIMEOUT", "2", 1);
	setenv("SUMAC_VERBOSE", "2", 1);
	setenv("SUMAC_OPTIONS", "engine=nic", 1);
	setenv("SUMAC_NONSENSE", "", 1);
	sumac_settings_forget();
	assert_int_equal(load_hearing(heard, sizeof(heard)), 0);
	assert_string_equal(heard, "");
	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		assert_int_equal(sumac_setting_source((enum sumac_setting)i), SUMAC_FROM_DEFAULT);
	unsetenv("XDG_CONFIG_HOME");
	snprintf(file, sizeof(file), "%s/sumac.conf", dir);
	assert_true(!unlink(file) && !rmdir(dir));
}

#define TEST(function) cmocka_unit_test_setup(function, reset)

static void test_openshmem_s_variables_are_settings(void **state)
{
	static const struct { const char *text; int64_t bytes; } sizes[] = {
		{ "3M", 3 << 20 }, { "2097152", 2 << 20 }, { "1.5g", 3 << 29 }, { "1T", (int64_t)1 << 40 }, { "100k", 1 << 20 },
		{ "0", 1 << 20 }, { "0.0T", 1 << 20 }, { ".5m", 1 << 20 }, { "2.5m", 5 << 19 }, { "3.1M", 3250586 },
		{ "3300.3k", 3379508 }, { "4MB", 4 << 20 }, { "2000kk", 2048000 }, { "20m", 20971520 },
	};
	static const char *const wrong[] = { "M", "-1", "3X", "3 M", "nan", "1e30", "inf", "-0.1k" };

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		setenv("SHMEM_SYMMETRIC_SIZE", sizes[i].text, 1);
		assert_int_equal(sumac_settings_load(), 0);
		assert_int_equal(sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), sizes[i].bytes);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		setenv("SHMEM_SYMMETRIC_SIZE", wrong[i], 1);
		assert_int_equal(sumac_settings_load(), -SUMAC_EINVAL);
		assert_non_null(strstr(sumac_last_error(), "SHMEM_SYMMETRIC_SIZE cannot be"));
	}
	/* It outranks the older name, and our own both. */
	setenv("SMA_SYMMETRIC_SIZE", "7M", 1);
	setenv("SHMEM_SYMMETRIC_SIZE", "3M", 1);
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), 3 << 20);
	unsetenv("SHMEM_SYMMETRIC_SIZE");
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), 7 << 20);
	unsetenv("SMA_SYMMETRIC_SIZE");
	setenv("SUMAC_HEAP_BYTES", "5M", 1);
	setenv("SHMEM_DEBUG", "please", 1);
	setenv("SHMEM_INFO", "", 1); /* as if it were not there */
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), 5 << 20);
	assert_true(sumac_setting_int(SUMAC_SETTING_VERBOSE) == 1 && !sumac_settings_shmem_asks_for("INFO"));
	unsetenv("SHMEM_SYMMETRIC_SIZE");
	unsetenv("SUMAC_HEAP_BYTES");
	unsetenv("SHMEM_DEBUG");
	unsetenv("SHMEM_INFO");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_without_anything_the_defaults_hold),
		TEST(test_option_beats_environment_beats_file_beats_default),
		TEST(test_an_unknown_variable_warns_with_the_nearest_name),
		TEST(test_known_variables_do_not_warn),
		TEST(test_an_unknown_name_in_the_file_warns_with_its_line),
		TEST(test_bad_values_are_refused_with_their_origin),
		TEST(test_options_are_cut_at_semicolons_and_the_last_of_a_name_holds),
		TEST(test_the_first_settings_file_that_there_is_is_read),
		TEST(test_what_is_no_file_of_settings_is_refused),
		TEST(test_openshmem_s_variables_are_settings),
		TEST(test_loading_replaces_what_was_loaded_before),
		TEST(test_what_is_forgotten_is_not_loaded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
