/*
 * The job's report: the ranks' own in one file, whole or not at all; ranks without a report are listed, too.
 */
#include "child.h"

#include "base/settings_load.h"
#include "core/report/report_area.h"
#include "launch/report_merge.h"

static void reports_are_merged_in_the_order_of_ranks(void **state)
{
	const char *text;

	(void)state;
	child_write("rank-1.report.json", "{\"rank\": 1, \"calls\": []}", 0600);
	child_write("rank-0.report.json", "{\"rank\": 0}\n", 0600);
	assert_int_equal(sumac_report_merge("test", child_path(""), 2, "cpu", 7, child_path("report.json")), 0);
	text = child_read("report.json");
	assert_non_null(strstr(text, "\"engine\": \"cpu\""));
	assert_non_null(strstr(text, "\"exit_status\": 7"));
	assert_non_null(strstr(text, "\"ranks\": [\n{\"rank\": 0}\n,\n{\"rank\": 1, \"calls\": []}\n]"));
}

static void a_rank_without_a_report_is_told_as_missing(void **state)
{
	const char *text;

	(void)state;
	/* Half a report, from a rank that was killed while it wrote. */
	child_write("rank-1.report.json.new", "{\"rank\": 1, \"calls\": [", 0600);
	child_write("rank-2.report.json", "{\"rank\": 2}", 0600);
	assert_int_equal(sumac_report_merge("test", child_path(""), 3, "nic", 0, child_path("report.json")), 0);
	text = child_read("report.json");
	assert_null(strstr(text, "\"calls\""));
	assert_non_null(strstr(text, "\"ranks\": [\n{\"rank\": 0, \"missing\": \""));
	assert_non_null(strstr(text, "\"},\n{\"rank\": 1, \"missing\": \""));
	assert_non_null(strstr(text, "\"},\n{\"rank\": 2}\n]\n}\n"));
}

static void a_rank_that_ended_early_is_said_to_have_made_more_kinds_of_calls_than_its_area_holds(void **state)
{
	struct sumac_job job = { 0 };

	(void)state;
	setenv("SUMAC_REPORT", "report.json", 1);
	assert_int_equal(sumac_settings_load(), 0);
	job.area = sumac_report_area_open(child_path(""), 0);
	for (int i = 0; i <= SUMAC_REPORT_AREA_CAP; i++) {
		char name[16];

		assert_int_equal(sumac_report_merge("test", child_path(""), 1, "cpu", 0, child_path("report.json")), 0);
		assert_non_null(strstr(child_read("report.json"), "; these are its calls until then"));
		snprintf(name, sizeof(name), "MPI_%d", i);
		sumac_report_left_add(&job, name, SUMAC_LEFT_REDUCTION, 4, "a reason");
	}
	assert_int_equal(sumac_report_merge("test", child_path(""), 1, "cpu", 0, child_path("report.json")), 0);
	assert_non_null(strstr(child_read("report.json"), "; these are some of its calls until then"));
	sumac_report_free(&job);
}

/* Longer than the buffers through which it goes. */
static void a_long_report_is_not_cut(void **state)
{
	static char text[60000];
	size_t len = (size_t)sprintf(text, "{\"rank\": 0, \"note\": \"");

	(void)state;
	memset(text + len, 'x', sizeof(text) - len - 3);
	strcpy(text + sizeof(text) - 3, "\"}");
	child_write("rank-0.report.json", text, 0600);
	assert_int_equal(sumac_report_merge("test", child_path(""), 1, "cpu", 0, child_path("report.json")), 0);
	assert_non_null(strstr(child_read("report.json"), text));
}

static void an_old_report_stays_where_a_new_one_cannot_be_written(void **state)
{
	(void)state;
	child_write("old", "old", 0600);
	assert_int_equal(sumac_report_merge("test", child_path(""), 1, "cpu", 0, child_path("old/report.json")), -1);
	assert_string_equal(child_read("old"), "old");
	/* There is a folder of the report's name: nothing unfinished is left next to it. */
	assert_int_equal(child_make_folder("taken"), 0);
	assert_int_equal(sumac_report_merge("test", child_path(""), 1, "cpu", 0, child_path("taken")), -1);
	assert_int_equal(child_count_in(""), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(reports_are_merged_in_the_order_of_ranks),
		CHILD_TEST(a_rank_without_a_report_is_told_as_missing),
		CHILD_TEST(a_rank_that_ended_early_is_said_to_have_made_more_kinds_of_calls_than_its_area_holds),
		CHILD_TEST(a_long_report_is_not_cut),
		CHILD_TEST(an_old_report_stays_where_a_new_one_cannot_be_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
