/*
 * A study's file: what it may hold, and that each mistake is told with file, line and what would be right.
 */
#include "child.h"

#include "base/settings.h"
#include "study/study_file.h"
#include "study/study_pool.h"
#include "sumac.h"

static struct sumac_study_file file;

static int forget(void **state)
{
	sumac_study_forget();
	return child_remove_dir(state);
}

static int read_text(const char *text)
{
	child_write("s", text, 0600);
	return sumac_study_file_read(child_path("s"), &file);
}

static void designs_and_workloads_are_read(void **state)
{
	(void)state;
	assert_int_equal(read_text("# a sweep\n"
				   "hop_ns = 300 600 # two\n"
				   "link_gbps=40\n\n"
				   "design plain\n"
				   "design wide\n"
				   "\tHOP_NS = 900\n"
				   "\tFanIn = 8\n"
				   "perf allreduce -n 4\n"
				   "solve: mpirun -n 2 sh -c 'a \"b' \"c \\\" d\" e\\ f ''\n"),
			 0);
	assert_int_equal(file.n_designs, 2);
	assert_int_equal(file.designs[0].rows.n, 2);
	assert_int_equal(file.designs[0].rows.list[0].setting, SUMAC_SETTING_HOP_NS);
	assert_int_equal(file.designs[0].rows.list[0].n_values, 2);
	assert_string_equal(file.designs[0].rows.list[0].values[1], "600");
	assert_int_equal(file.designs[1].rows.n, 3);
	assert_string_equal(file.designs[1].rows.list[1].name, "hop_ns");
	assert_string_equal(file.designs[1].rows.list[1].values[0], "900");
	assert_int_equal(file.designs[1].rows.list[2].setting, SUMAC_STUDY_PARAMETER);
	assert_int_equal(file.n_workloads, 2);
	assert_string_equal(file.workloads[0].name, "perf allreduce -n 4");
	assert_int_equal(file.workloads[0].kind, SUMAC_STUDY_PERF);
	assert_string_equal(file.workloads[1].name, "solve");
	assert_int_equal(file.workloads[1].n_words, 9);
	assert_string_equal(file.workloads[1].words[5], "a \"b");
	assert_string_equal(file.workloads[1].words[6], "c \" d");
	assert_string_equal(file.workloads[1].words[7], "e f");
	assert_string_equal(file.workloads[1].words[8], "");
}

static void a_file_without_designs_has_one(void **state)
{
	(void)state;
	assert_int_equal(read_text("nics = 2\nrun -n 4 ./a\n"), 0);
	assert_int_equal(file.n_designs, 1);
	assert_string_equal(file.designs[0].name, "base");
	assert_int_equal(file.designs[0].rows.n, 1);
}

static void mistakes_are_told_with_their_line(void **state)
{
	static const struct {
		const char *line, *story;
	} wrong[] = {
		{ "hop_n = 3", "neither a setting nor a parameter is called \"hop_n\"; the nearest is hop_ns" },
		{ "FanInn = 3", "called \"FanInn\"; the nearest is FanIn" },
		{ "hop_ns = 1", "hop_ns cannot be \"1\": it must be a whole number in 4..1000000" },
		{ "FanIn = few", "FanIn cannot be \"few\": it must be a whole number" },
		{ "hop_ns = 300 600 300", "hop_ns has the value 300 twice" },
		{ "hop_ns = # 300", "hop_ns has no value" },
		{ "hop_ns 300", "a line with values is of the form hop_ns = VALUE" },
		{ "rack = /tmp/rack", "rack cannot be a part of a study: a study starts a rack for each point" },
		{ "pcap = frames", "pcap cannot be a part of a study: points run side by side" },
		{ "nics = 2", "nics is given on line 1 already" },
		{ "design", "a design has one name" },
		{ "design ../a", "a design has one name" },
		{ "design one", "the design one begins on line 2 already" },
		{ "lmp -in in.melt", "\"lmp\" is none of these" },
		{ "melt: lmp -in in.melt", "begins with perf, run or mpirun, and not with \"lmp\"" },
		{ "melt:run -n 4 lmp", "behind a workload's name and its : a blank follows" },
		{ "a/b: run -n 4 lmp", "which \"a/b\" has not" },
		{ "melt:  ", "the workload melt has no command" },
		{ "run", "run needs the words that follow it" },
		{ "run 'x", "a quotation has no end" },
		{ "run --report=x ./a", "--report=x: leave it out of the command" },
		{ "perf scan --set trace=x", "trace=x: leave it out of the command" },
		{ "run -n 2 ./a", "the workload \"run -n 2 ./a\" stands on line 3 already" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		bool is_row = strncmp(wrong[i].line, "nics", 4) == 0; /* again in the same part of the file */
		const char *head = is_row ? "nics = 2\n\n" : "nics = 2\ndesign one\n";
		char text[256];

		snprintf(text, sizeof(text), "%srun -n 2 ./a\n%s\n", head, wrong[i].line);
		assert_int_equal(read_text(text), -SUMAC_EINVAL);
		assert_non_null(strstr(sumac_last_error(), "/s:4: "));
		if (!strstr(sumac_last_error(), wrong[i].story))
			fail_msg("%s: %s", wrong[i].line, sumac_last_error());
	}
}

static void files_that_are_no_study_are_told(void **state)
{
	(void)state;
	assert_int_equal(sumac_study_file_read(child_path("none"), &file), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "cannot be read: No such file"));
	assert_int_equal(sumac_study_file_read(child_path(""), &file), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "cannot be read: Is a directory"));
	assert_int_equal(read_text("hop_ns = 300\n"), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "has no workload: a line such as perf"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define STUDY_TEST(function) cmocka_unit_test_setup_teardown(function, child_make_dir, forget)
		STUDY_TEST(designs_and_workloads_are_read),
		STUDY_TEST(a_file_without_designs_has_one),
		STUDY_TEST(mistakes_are_told_with_their_line),
		STUDY_TEST(files_that_are_no_study_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
