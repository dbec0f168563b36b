/*
 * The summary on standard error: a line for each kind of call, in the form that is asked for, by rank 0 alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/settings.h"
#include "core/report/report.h"
#include "fabric/fabric_private.h"

static char *told;

/* The summary of rank 0 or of another one, of three kinds of calls. */
static void summarise(const char *options, int rank)
{
	static const struct sumac_report_kind sum = { SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, 4, "nic", "they do" };
	static const struct sumac_report_kind barrier = { SUMAC_COLL_BARRIER, 0, 0, 1, "none", "they do not" };
	struct sumac_fabric fabric = { .n_foreign = 1 };
	struct sumac_job job = { .rank = rank, .size = 4, .fabric = &fabric };
	int saved = dup(STDERR_FILENO);
	FILE *heard = tmpfile();
	size_t cap = 0;
	bool is_new;

	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	for (int i = 0; i < 2; i++)
		sumac_report_count(sumac_report_entry(&job, &sum, &is_new), 20, NULL, false);
	sumac_report_count(sumac_report_entry(&job, &barrier, &is_new), 0, NULL, true);
	sumac_report_left_add(&job, "MPI_Reduce", SUMAC_LEFT_REDUCTION, 8, "it is not theirs");
	sumac_report_left_add(&job, "MPI_Reduce", SUMAC_LEFT_UNDONE, 8, "it is not theirs");
	free(told);
	told = NULL;
	dup2(fileno(heard), STDERR_FILENO);
	sumac_report_summarise(&job);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(heard);
	if (getdelim(&told, &cap, '\0', heard) < 0)
		told[0] = '\0';
	fclose(heard);
	sumac_report_free(&job);
}

static void test_the_text_has_a_line_for_each_kind(void **state)
{
	(void)state;
	summarise("summary=text", 0);
	assert_string_equal(told, "sumac:      calls          bytes  engine call: reason\n"
				  "sumac:          2             40  nic    allreduce of SUM on I32, 4 ranks: they do\n"
				  "sumac:          1              0  none   barrier, 1 rank: they do not\n"
				  "sumac:          1              8  host   MPI_Reduce: it is not theirs\n"
				  "sumac:          1              8  none   MPI_Reduce: it is not theirs\n"
				  "sumac: rank 0 has dropped 1 message that did not come from this job\n");
}

static void test_json_is_the_report(void **state)
{
	(void)state;
	summarise("summary=json", 0);
	assert_int_equal(told[0], '{');
	assert_non_null(strstr(told, "\"foreign_messages\": 1,"));
	assert_non_null(strstr(told, "\"calls\": 2, \"failed\": 0, \"bytes\": 40"));
	assert_non_null(strstr(told, "{\"name\": \"MPI_Reduce\", \"reason\": \"it is not theirs\", \"calls\": 1, \"bytes\": 8, "
				     "\"engine\": \"none\"}"));
}

static void test_only_the_rank_that_is_asked_reports(void **state)
{
	(void)state;
	summarise("summary=text", 1);
	assert_string_equal(told, "");
	summarise("", 0);
	assert_string_equal(told, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_text_has_a_line_for_each_kind),
		cmocka_unit_test(test_json_is_the_report),
		cmocka_unit_test(test_only_the_rank_that_is_asked_reports),
	};
	int status = cmocka_run_group_tests_name("report_summary", tests, NULL, NULL);

	free(told);
	return status;
}
