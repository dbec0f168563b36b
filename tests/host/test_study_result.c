/*
 * Results are made of what `sumac perf` prints, or of a report, and become tables.
 */
#include "child.h"

#include "base/json.h"
#include "study/study_pool.h"
#include "study/study_result.h"
#include "study/study_table.h"
#include "sumac.h"

static struct sumac_study study;

static int forget(void **state)
{
	sumac_study_points_forget(&study);
	return child_remove_dir(state);
}

static void make(const char *text)
{
	child_write("s", text, 0600);
	assert_int_equal(sumac_study_file_read(child_path("s"), &study.file), 0);
	assert_int_equal(sumac_study_points_make(&study), 0);
	for (int i = 0; i < study.n_points; i++)
		study.points[i].identity = "all";
}

static int give(int point, const char *text)
{
	child_write("given", text, 0600);
	return sumac_study_result_make(&study.points[point], child_path("given"), 1.5);
}

static void expect_table(void (*print)(FILE *to, const void *ctx), const char *expected)
{
	size_t len;
	char *text;
	FILE *to = sumac_study_memory(&text, &len);

	print(to, &study);
	fclose(to);
	assert_string_equal(text, expected);
	free(text);
}

static void lines_become_rows(void **state)
{
	(void)state;
	make("hop_ns = 300 600\nwork: perf a\n");
	assert_int_equal(
	    give(0, "{\"op\": \"SUM\", \"us\": 1.50, \"note\": \"a \\\"b\\\", c\"}\n\n{\"op\": \"MIN,\", \"list\": [1]}\n"), 0);
	assert_int_equal(give(1, "{\"us\": 7, \"hop_ns\": 8, \"is\": true, \"no\": null}\n"), 0);
	expect_table(sumac_study_table_csv, "design,hop_ns,workload,wall_s,op,us,note,result_hop_ns,is,no\n"
					    "base,300,work,1.500,SUM,1.50,\"a \"\"b\"\", c\",,,\n"
					    "base,300,work,1.500,\"MIN,\",,,,,\n"
					    "base,600,work,1.500,,7,,8,true,\n");
	expect_table(sumac_study_table_jsonl,
		     "{\"design\": \"base\", \"hop_ns\": 300, \"workload\": \"work\", \"wall_s\": 1.500, \"op\": \"SUM\", "
		     "\"us\": 1.50, "
		     "\"note\": \"a \\\"b\\\", c\"}\n"
		     "{\"design\": \"base\", \"hop_ns\": 300, \"workload\": \"work\", \"wall_s\": 1.500, \"op\": \"MIN,\"}\n"
		     "{\"design\": \"base\", \"hop_ns\": 600, \"workload\": \"work\", \"wall_s\": 1.500, \"us\": 7, "
		     "\"result_hop_ns\": 8, "
		     "\"is\": true, \"no\": null}\n");
}

static void other_lines_are_no_result(void **state)
{
	(void)state;
	make("perf a\n");
	assert_int_equal(give(0, "{\"us\": 1}\nhello\n"), -SUMAC_EIO);
	assert_non_null(strstr(sumac_last_error(), "line 2 of its output is no JSON object: line 1, column 1"));
	assert_int_equal(give(0, "7\n"), -SUMAC_EIO);
	assert_int_equal(give(0, "\n"), -SUMAC_EIO);
	assert_string_equal(sumac_last_error(), "it printed no result");
}

/* Two ranks, which call twice together; one of them has given a barrier to the host MPI. */
static void a_report_becomes_a_row_a_kind(void **state)
{
	const struct sumac_json *row;

	(void)state;
	make("run -n 2 ./a\n");
	assert_int_equal(give(0,
			      "{\"version\": \"1\", \"engine\": \"auto\", \"exit_status\": 0, \"ranks\": [\n"
			      "{\"rank\": 0, \"commit\": \"c1\", \"nic\": {\"clock_hz\": 250000000, \"design\": \"0x7\", "
			      "\"cycles\": 9, "
			      "\"parameters\": {\"FanIn\": 16}, \"surroundings\": {\"hop_ns\": 600}, "
			      "\"stages\": {\"dma_rd\": {\"idle\": 4, \"busy\": 0}}}, "
			      "\"calls\": [{\"call\": \"allreduce\", \"op\": \"SUM\", \"type\": \"F64\", \"team_size\": 2, "
			      "\"engine\": \"nic\", \"calls\": 2, \"failed\": 0, \"bytes\": 16, \"cycles\": 500, \"min_cycles\": "
			      "200, \"max_cycles\": 300}]},\n"
			      "{\"rank\": 1, \"nic\": null, \"calls\": [{\"call\": \"allreduce\", \"op\": \"SUM\", "
			      "\"type\": \"F64\", "
			      "\"team_size\": 2, \"engine\": \"nic\", \"calls\": 2, \"failed\": 0, \"bytes\": 16, \"cycles\": 510, "
			      "\"min_cycles\": 190, \"max_cycles\": 320}], \"left_to_host\": [{\"name\": \"MPI_Barrier\", "
			      "\"reason\": \"late\", \"calls\": 1, \"bytes\": 0, \"engine\": \"host\"}]}]}\n"),
			 0);
	row = sumac_json_member(study.points[0].result, "results")->first;
	assert_string_equal(sumac_json_text(row, "version", ""), "1");
	assert_int_equal(sumac_json_whole(row, "ranks", 0), 2);
	assert_int_equal(sumac_json_whole(row, "clock_hz", 0), 250000000);
	assert_string_equal(sumac_json_text(row, "commit", ""), "c1");
	assert_string_equal(sumac_json_text(row, "nic_design", ""), "0x7");
	assert_int_equal(sumac_json_whole(row, "FanIn", 0), 16);
	assert_int_equal(sumac_json_whole(row, "stage_dma_rd_idle", 0), 4);
	assert_null(sumac_json_member(row, "stage_dma_rd_busy"));
	assert_int_equal(sumac_json_whole(row, "hop_ns", 0), 600);
	assert_string_equal(sumac_json_text(row, "engine", ""), "nic");
	assert_int_equal(sumac_json_whole(row, "calls", 0), 2);
	assert_int_equal(sumac_json_whole(row, "given_bytes", 0), 16);
	assert_string_equal(sumac_json_text(row, "mean_cycles", ""), "252.5");
	assert_int_equal(sumac_json_whole(row, "min_cycles", 0), 190);
	assert_int_equal(sumac_json_whole(row, "max_cycles", 0), 320);
	assert_null(sumac_json_member(row, "cycles"));
	row = row->next;
	assert_string_equal(sumac_json_text(row, "call", ""), "MPI_Barrier");
	assert_string_equal(sumac_json_text(row, "engine", ""), "host");
	assert_null(row->next);
	assert_int_equal(give(0, "{}"), -SUMAC_EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define STUDY_TEST(function) cmocka_unit_test_setup_teardown(function, child_make_dir, forget)
		STUDY_TEST(lines_become_rows),
		STUDY_TEST(other_lines_are_no_result),
		STUDY_TEST(a_report_becomes_a_row_a_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
