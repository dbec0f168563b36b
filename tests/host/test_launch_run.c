/*
 * Every job has this around its processes: settings, a folder,
 * NICs if they are asked for, and a report at the end.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

/* A rack as the launcher expects it, which ends as the test says. */
static void write_rack(const char *end)
{
	char script[512];

	snprintf(script, sizeof(script),
		 "#!/bin/bash\necho \"$*\" >$CHILD_DIR/words\n"
		 "while [ $# -gt 1 ]; do case $1 in --parent-fd) parent=$2 ;; --ready-fd) ready=$2 ;; esac; shift; done\n"
		 "echo ready >&$ready; exec {ready}>&-; read -u $parent; : >$CHILD_DIR/ended\n%s\n", end);
	child_write("bin/sumac-rack", script, 0700);
}

static void ranks_get_a_folder_that_goes_with_the_job(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "cpu", "sh", "-c",
				  "[ -d $SUMAC_JOB_DIR ] && echo $SUMAC_JOB_DIR >$CHILD_DIR/dir"), 0);
	assert_memory_equal(child_read("dir"), child_path("runtime/sumac-job-"), strlen(child_path("runtime/sumac-job-")));
	assert_int_equal(child_count_in("runtime"), 0);
}

static void bad_settings_make_no_job(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--set", "engine=gpu", "true"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "engine cannot be \"gpu\""));
	assert_int_equal(child_count_in("runtime"), 0);
}

static void nics_are_provided_where_they_are_asked_for(void **state)
{
	(void)state;
	write_rack("exit 0");
	assert_int_equal(TOOL_RUN("run", "-n", "3", "--engine", "nic", "sh", "-c", "echo $SUMAC_RACK"), 0);
	assert_non_null(strstr(child_err, "sumac: 3 simulated NICs\n"));
	assert_non_null(strstr(child_out, "/rack.sock\n"));
	assert_non_null(strstr(child_read("words"), "--nics 3 "));
	assert_true(child_has("ended"));
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "--set", "nics=1", "true"), 0);
	assert_non_null(strstr(child_err, "sumac: 1 simulated NIC\n"));
}

static void a_rack_is_not_started_where_none_is_asked_for(void **state)
{
	(void)state;
	write_rack("exit 0");
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "cpu", "true"), 0);
	tool_prefix_expect_silence();
	assert_int_equal(TOOL_RUN("run", "-n", "2", "true"), 0);
	assert_non_null(strstr(child_err, "no NIC found; using the CPU engine"));
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "--set", "rack=/some/rack.sock", "true"), 0);
	tool_prefix_expect_silence();
	assert_false(child_has("words"));
}

static void a_rack_that_ends_badly_fails_a_job_that_went_well(void **state)
{
	(void)state;
	write_rack("exit 5");
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "true"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "do not trust this run"));
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "sh", "-c", "exit 9"), 9); /* its own */
	child_write("bin/sumac-rack", "#!/bin/sh\nexit 4\n", 0700);
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "sh", "-c", ": >$CHILD_DIR/ran"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "did not start"));
	assert_false(child_has("ran"));
}

static void a_report_tells_the_status_and_its_loss_is_a_failure(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "cpu", "--report", child_path("r.json"), "sh", "-c", "exit 3"), 3);
	assert_non_null(strstr(child_read("r.json"), "\"exit_status\": 3"));
	child_make_folder("brief");
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "--report", child_path("brief/r"), "rmdir",
				  child_path("brief")), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "cannot write the report"));
}

static void a_report_that_cannot_be_written_is_told_before_the_run(void **state)
{
	static const char touch[] = ": >$CHILD_DIR/ran";

	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "--report", "/no/such/folder/r", "sh", "-c", touch),
			 SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "the report cannot be written to /no/such/folder/r: No such file"));
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "--report", child_path("runtime"), "sh", "-c", touch),
			 SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "which is not a regular file"));
	assert_int_equal(symlink("/dev/null", child_path("null")), 0);
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "--report", child_path("null"), "sh", "-c", touch),
			 SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "which is not a regular file"));
	assert_false(child_has("ran"));
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "--set", "report=sumac-test-report", "sh", "-c", touch), 0);
	assert_int_equal(unlink("sumac-test-report"), 0); /* a bare name is a file in this folder */
}

static void statistics_that_cannot_be_written_are_told_before_the_run(void **state)
{
	static const char touch[] = ": >$CHILD_DIR/ran", *const places[] = { "/no/such/folder/s", "/proc/s", "/" };
	char setting[64];

	(void)state;
	write_rack("exit 0");
	for (int i = 0; i < 3; i++) {
		snprintf(setting, sizeof(setting), "rack_stats=%s", places[i]);
		assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "nic", "--set", setting, "sh", "-c", touch),
				 SUMAC_EXIT_USAGE);
		assert_non_null(strstr(child_err, "the rack's statistics cannot be written to /"));
	}
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "cpu", "--report", "/proc/r", "sh", "-c", touch), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "the report cannot be written to /proc/r: "));
	assert_false(child_has("ran"));
	snprintf(setting, sizeof(setting), "rack_stats=%s", child_path("s"));
	assert_int_equal(TOOL_RUN("run", "-n", "1", "--engine", "nic", "--set", setting, "true"), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		RUN_TEST(ranks_get_a_folder_that_goes_with_the_job),
		RUN_TEST(bad_settings_make_no_job),
		RUN_TEST(nics_are_provided_where_they_are_asked_for),
		RUN_TEST(a_rack_is_not_started_where_none_is_asked_for),
		RUN_TEST(a_rack_that_ends_badly_fails_a_job_that_went_well),
		RUN_TEST(a_report_tells_the_status_and_its_loss_is_a_failure),
		RUN_TEST(statistics_that_cannot_be_written_are_told_before_the_run),
		RUN_TEST(a_report_that_cannot_be_written_is_told_before_the_run),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
