/*
 * A trace's file: whole lines from several processes, whatever becomes of them, and times that are exact.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/trace_file.h"

enum { EVENTS = 5000 };

static int append_many(void *who)
{
	struct sumac_trace_file *file = sumac_trace_file_open(child_path("trace"));

	CHILD_EXPECT(file);
	for (int i = 0; i < EVENTS; i++)
		sumac_trace_file_event(file, "{\"who\":\"%s\",\"n\":%d}", (const char *)who, i);
	CHILD_EXPECT(sumac_trace_file_close(file) == 0);
	return 0;
}

static int append_by_two(void *ctx)
{
	pid_t other = fork();

	(void)ctx;
	append_many(other ? "a" : "b");
	if (!other)
		_exit(0);
	return 0;
}

static void lines_of_two_processes_are_whole(void **state)
{
	char line[256], who;
	int next['c'] = { 0 }, n, lines = 0;
	FILE *file;

	(void)state;
	assert_int_equal(sumac_trace_file_begin(child_path("trace")), 0);
	assert_int_equal(child_run(append_by_two, NULL), 0);
	assert_int_equal(sumac_trace_file_end(child_path("trace")), 0);
	file = fopen(child_path("trace"), "r");
	assert_non_null(file);
	assert_string_equal(fgets(line, sizeof(line), file), "[\n");
	for (; fgets(line, sizeof(line), file) && sscanf(line, "{\"who\":\"%c\",\"n\":%d},", &who, &n) == 2; lines++)
		assert_int_equal(n, next[(int)who]++);
	assert_int_equal(lines, 2 * EVENTS);
	assert_non_null(strstr(line, "\"sumac_end\""));
	assert_string_equal(fgets(line, sizeof(line), file), "]\n");
	fclose(file);
}

/* Such a file is left by a process that is killed in a write. */
static void half_a_line_is_taken_back_by_whoever_comes_next(void **state)
{
	struct sumac_trace_file *file;

	(void)state;
	child_write("trace", "[\n{\"a\":1},\n{\"b\":", 0600);
	file = sumac_trace_file_open(child_path("trace"));
	sumac_trace_file_event(file, "{\"c\":3}");
	assert_int_equal(sumac_trace_file_close(file), 0);
	assert_string_equal(child_read("trace"), "[\n{\"a\":1},\n{\"c\":3},\n");
}

static int fill_the_disk(void *ctx)
{
	struct rlimit most = { 100000, 100000 };
	struct sumac_trace_file *file = sumac_trace_file_open(child_path("trace"));

	(void)ctx;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &most);
	for (int i = 0; i < EVENTS; i++)
		sumac_trace_file_event(file, "{\"n\":%d,\"what\":\"something that takes its place\"}", i);
	CHILD_EXPECT(sumac_trace_file_close(file) == -EFBIG);
	return 0;
}

static void a_write_that_fails_is_told_and_leaves_whole_lines(void **state)
{
	const char *text;
	size_t len;

	(void)state;
	assert_int_equal(sumac_trace_file_begin(child_path("trace")), 0);
	assert_int_equal(child_run(fill_the_disk, NULL), 0);
	text = child_read("trace");
	len = strlen(text);
	assert_true(len > 30000 && !strcmp(text + len - 3, "},\n"));
	assert_int_equal(sumac_trace_file_begin("/dev/full"), -ENOSPC);
	assert_null(sumac_trace_file_open(child_path("nothing")));
}

static void an_event_that_is_too_long_is_an_error_and_not_half_an_event(void **state)
{
	struct sumac_trace_file *file;

	(void)state;
	assert_int_equal(sumac_trace_file_begin(child_path("trace")), 0);
	file = sumac_trace_file_open(child_path("trace"));
	sumac_trace_file_event(file, "{\"a\":\"%3000d\"}", 1);
	assert_int_equal(sumac_trace_file_close(file), -EOVERFLOW);
	assert_string_equal(child_read("trace"), "[\n");
	assert_int_equal(sumac_trace_file_close(NULL), 0);
}

static void times_are_exact(void **state)
{
	char text[SUMAC_TRACE_US_CAP];

	(void)state;
	assert_string_equal(sumac_trace_us(447, 250000000, text), "1.788");
	assert_string_equal(sumac_trace_us(UINT64_C(250000000) * 86400 * 365 + 1, 250000000, text), "31536000000000.004");
	assert_string_equal(sumac_trace_us(1, 322000000, text), "0.003105");
	assert_string_equal(sumac_trace_us(UINT64_MAX, 1000000000, text), "18446744073709551.615");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(lines_of_two_processes_are_whole),
		CHILD_TEST(half_a_line_is_taken_back_by_whoever_comes_next),
		CHILD_TEST(a_write_that_fails_is_told_and_leaves_whole_lines),
		CHILD_TEST(an_event_that_is_too_long_is_an_error_and_not_half_an_event),
		cmocka_unit_test(times_are_exact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
