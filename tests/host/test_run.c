/*
 * `sumac run`: the arguments that it takes and refuses, and a job from beginning to end. The things that launch_run.c
 * puts around the ranks have a test of their own.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

static void expect_refused(const char *story)
{
	assert_non_null(strstr(child_err, story));
	assert_non_null(strstr(child_err, "usage: sumac run -n N"));
	assert_string_equal(child_out, "");
}

static void words_that_make_no_job_are_refused(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run"), SUMAC_EXIT_USAGE);
	expect_refused("sumac run: which program?");
	assert_int_equal(TOOL_RUN("run", "-n", "2"), SUMAC_EXIT_USAGE);
	expect_refused("sumac run: which program?");
	assert_int_equal(TOOL_RUN("run", "true"), SUMAC_EXIT_USAGE);
	expect_refused("sumac run: how many ranks?");
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--enigne", "cpu", "true"), SUMAC_EXIT_USAGE);
	expect_refused("unknown option --enigne");
	assert_int_equal(TOOL_RUN("run", "-n", "two", "true"), SUMAC_EXIT_USAGE);
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--set", "engin=cpu", "true"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "sumac run: engin: no such setting; the nearest is engine;"));
	assert_int_equal(TOOL_RUN("run", "--help"), 0);
	assert_non_null(strstr(child_out, "usage: sumac run"));
	assert_non_null(strstr(child_out, "--verbose "));
	assert_non_null(strstr(child_out, "an allreduce of 8 bytes takes about ")); /* what it costs to simulate */
}

static void options_end_at_the_program(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "echo", "-n", "7", "--help"), 0);
	assert_string_equal(child_out, "7 --help");
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine=cpu", "--", "echo", "--"), 0);
	assert_string_equal(child_out, "--\n");
}

static void each_rank_runs_the_program_once(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n3", "--engine", "cpu", "sh", "-c", "echo $PMIX_RANK >$CHILD_DIR/$PMIX_RANK"), 0);
	assert_string_equal(child_read("0"), "0\n");
	assert_string_equal(child_read("2"), "2\n");
	assert_false(child_has("3"));
	tool_prefix_expect_silence();
}

/* An incomplete start is undone. */
static void a_program_that_is_missing_leaves_nothing(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "cpu", "/no/such/program"), SUMAC_EXIT_NOT_FOUND);
	assert_non_null(strstr(child_err, "cannot run /no/such/program"));
	assert_int_equal(child_count_in("runtime"), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		RUN_TEST(words_that_make_no_job_are_refused),
		RUN_TEST(options_end_at_the_program),
		RUN_TEST(each_rank_runs_the_program_once),
		RUN_TEST(a_program_that_is_missing_leaves_nothing),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
