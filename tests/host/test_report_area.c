/*
 * A rank's counts are there for the launcher at any time, and rubbish there is not believed.
 */
#include "child.h"

#include "base/settings_load.h"
#include "core/report/report_area.h"

enum { N_KINDS = SUMAC_REPORT_AREA_CAP + 3 };

static void open_area(struct sumac_job *job)
{
	setenv("SUMAC_REPORT", "report.json", 1);
	assert_int_equal(sumac_settings_load(), 0);
	job->area = sumac_report_area_open(child_path(""), 3);
	assert_non_null(job->area);
	unsetenv("SUMAC_REPORT");
	assert_int_equal(sumac_settings_load(), 0);
}

static void counts_are_there_before_the_rank_ends(void **state)
{
	struct sumac_job job = { 0 };
	struct sumac_report_area *read;
	bool is_new;

	(void)state;
	open_area(&job);
	for (int i = 0; i < 2 * N_KINDS; i++) {
		const struct sumac_report_kind kind = { .coll = SUMAC_COLL_ALLREDUCE, .team_size = i % N_KINDS, .engine = "cpu",
							.reason = "a reason" };
		char name[16];

		sumac_report_count(sumac_report_entry(&job, &kind, &is_new), 8, NULL, false);
		snprintf(name, sizeof(name), "MPI_%d", i % N_KINDS);
		sumac_report_left_add(&job, name, SUMAC_LEFT_REDUCTION, 4, "another");
	}
	read = sumac_report_area_read(child_path(""), 3);
	assert_true(read && read->n_entries == SUMAC_REPORT_AREA_CAP && read->n_left == SUMAC_REPORT_AREA_CAP);
	assert_true(read->entries[5].n_calls == 2 && read->entries[5].bytes == 16 && read->entries[5].kind.team_size == 5);
	assert_string_equal(read->entries[0].next->kind.engine, "cpu");
	assert_string_equal(read->entries[0].next->kind.reason, "a reason");
	assert_null(read->entries[SUMAC_REPORT_AREA_CAP - 1].next);
	assert_string_equal(read->left[0].next->call, "MPI_1");
	assert_true(read->left[1].n_calls == 2 && read->left[1].bytes == 8);
	free(read);
	sumac_report_free(&job); /* with those that found no room */
}

static void rubbish_is_not_believed(void **state)
{
	struct sumac_job job = { 0 };
	struct sumac_report_area *read;

	(void)state;
	assert_null(sumac_report_area_read(child_path(""), 3));
	open_area(&job);
	memset(job.area->left[0].reason, 'x', sizeof(job.area->left[0].reason));
	job.area->left[0].next = (void *)1;
	job.area->n_left = 1;
	read = sumac_report_area_read(child_path(""), 3);
	assert_true(read && !read->left[0].next && strlen(read->left[0].reason) == sizeof(read->left[0].reason) - 1);
	free(read);
	job.area->n_entries = SUMAC_REPORT_AREA_CAP + 1;
	assert_null(sumac_report_area_read(child_path(""), 3));
	sumac_report_area_close(job.area);
	child_write("rank-3.counts", "short", 0600);
	assert_null(sumac_report_area_read(child_path(""), 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(counts_are_there_before_the_rank_ends),
		CHILD_TEST(rubbish_is_not_believed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
