/*
 * The report: kinds of calls with their totals, as JSON, in the job's directory or in a file that is named.
 */
#include "core_ranks.h"

#include <unistd.h>

#include "core/report/report.h"

static char dir[64], text[16384];

static void make_dir(void)
{
	snprintf(dir, sizeof(dir), "/tmp/sumac-test-XXXXXX");
	assert_non_null(mkdtemp(dir));
}

static void read_and_remove(const char *name)
{
	char path[128];
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "r");
	assert_non_null(file);
	len = fread(text, 1, sizeof(text) - 1, file);
	text[len] = 0;
	fclose(file);
	unlink(path);
}

static void call_some(struct sumac_job *job)
{
	int32_t a[4] = { 0 }, b[4];
	int64_t wide = 0;
	struct sumac_report_sum sum;

	for (int i = 0; i < 3; i++)
		EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, 4));
	EXPECT(!sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, 1, 1));
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &wide, &wide, 1) == -SUMAC_EREQUIRED);
	EXPECT(!sumac_barrier(job->world));
	for (int i = 0; i < 3; i++)
		sumac_report_left_add(job, i == 1 ? "MPI_Reduce" : "MPI_Allreduce", SUMAC_LEFT_REDUCTION, 40, "a \"reason\"");
	sumac_report_left_add(job, "MPI_Reduce", SUMAC_LEFT_UNDONE, 8, "another");
	sumac_report_left_add(job, "MPI_Barrier", SUMAC_LEFT_OTHER, 0, "another");
	/* Barriers are no reductions, whichever engine has done them. */
	sumac_report_sum(job, &sum);
	EXPECT(sum.n_calls == 9 && sum.n_on_nics == 4 && sum.n_on_engines == 4 && sum.n_undone == 2);
}

static void expect_json(int rank)
{
	char expected[32];

	snprintf(expected, sizeof(expected), "\"rank\": %d", rank);
	assert_non_null(strstr(text, expected));
	assert_non_null(strstr(text, "\"nic\": {\"bus\": \"fake\", \"simulated\": true"));
	assert_non_null(strstr(text, "\"cycles\": 128, \"stages\": {\n    \"accept\": {\"idle\": 0, \"busy\": 1, "));
	assert_non_null(strstr(text, "\"spec_hash\": \"0x"));
	assert_non_null(strstr(text, "{\"call\": \"allreduce\", \"op\": \"SUM\", \"type\": \"I32\", \"team_size\": 2, \"engine\": "
				     "\"nic\", \"reason\": \"the NICs of all ranks do this\", \"calls\": 3, \"failed\": 0, "
				     "\"bytes\": 48, \"cycles\": 300, \"min_cycles\": 100, \"max_cycles\": 100, "
				     "\"staged_bytes\": 0, \"combines\": 21}"));
	assert_non_null(strstr(text, "{\"call\": \"reduce\", \"op\": \"SUM\", \"type\": \"I32\", \"team_size\": 2, \"engine\": "
				     "\"nic\""));
	/* A barrier has neither operation nor type. */
	assert_non_null(strstr(text, "{\"call\": \"barrier\", \"op\": \"\", \"type\": \"\", \"team_size\": 2, \"engine\": "
				     "\"nic\""));
	assert_non_null(strstr(text, "\"left_to_host\": [\n"
				     "    {\"name\": \"MPI_Allreduce\", \"reason\": \"a \\\"reason\\\"\", \"calls\": 2, \"bytes\": "
				     "80, \"engine\": \"host\"},\n"
				     "    {\"name\": \"MPI_Reduce\", \"reason\": \"a \\\"reason\\\"\", \"calls\": 1, \"bytes\": "
				     "40, \"engine\": \"host\"},\n"
				     "    {\"name\": \"MPI_Reduce\", \"reason\": \"another\", \"calls\": 1, \"bytes\": 8, "
				     "\"engine\": \"none\"},\n"
				     "    {\"name\": \"MPI_Barrier\", \"reason\": \"another\", \"calls\": 1, \"bytes\": 0, "
				     "\"engine\": \"host\"}\n  ]\n}\n"));
	assert_non_null(strstr(text, "\"engine\": \"none\", \"reason\": \"the fake NIC does not do this type\", \"calls\": 1, "
				     "\"failed\": 1"));
}

static void call_nothing(struct sumac_job *job)
{
	(void)job;
}

static void test_each_rank_reports_into_the_jobs_directory(void **state)
{
	(void)state;
	make_dir();
	setenv("SUMAC_JOB_DIR", dir, 1);
	core_ranks_run(2, "engine=nic;rack=/x;require=nic;report=/nowhere/else", call_some);
	unsetenv("SUMAC_JOB_DIR");
	read_and_remove("rank-0.report.json");
	expect_json(0);
	read_and_remove("rank-1.report.json");
	expect_json(1);
	/* Nobody has asked for this one. */
	setenv("SUMAC_JOB_DIR", dir, 1);
	core_ranks_run(2, "", call_nothing);
	unsetenv("SUMAC_JOB_DIR");
	for (int i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "%s/rank-%d.%s", dir, i % 2, i < 2 ? "status" : "counts");
		unlink(text);
	}
	/* No other file is left there. */
	assert_int_equal(rmdir(dir), 0);
}

static void test_without_a_launcher_the_named_file_is_written(void **state)
{
	char options[128];

	(void)state;
	make_dir();
	snprintf(options, sizeof(options), "engine=nic;rack=/x;require=nic;report=%s/r", dir);
	core_ranks_run(2, options, call_some);
	read_and_remove("r");
	expect_json(0);
	read_and_remove("r.1");
	expect_json(1);
	assert_int_equal(rmdir(dir), 0);
}

static void test_a_report_that_cannot_be_written_is_told(void **state)
{
	(void)state;
	core_ranks_run_expecting(1, "report=/nowhere/at/all", 0, -SUMAC_EIO, call_nothing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_each_rank_reports_into_the_jobs_directory),
		CORE_RANKS_TEST(test_without_a_launcher_the_named_file_is_written),
		CORE_RANKS_TEST(test_a_report_that_cannot_be_written_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
