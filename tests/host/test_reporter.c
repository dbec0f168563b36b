/*
 * One rank reports a team's failure, and says for which ranks.
 */
#include "core_ranks.h"

#include "child.h"
#include "core/team/reporter.h"

static void expect_name(const int *ranks, int size, const char *wanted)
{
	struct sumac_team team = { .desc = { .size = size, .world_ranks = ranks } };
	char who[32];

	sumac_reporter_name(&team, "PE", who, sizeof(who));
	assert_string_equal(who, wanted);
}

static void test_ranks_in_a_row_are_named_by_their_ends(void **state)
{
	(void)state;
	expect_name((int[]){ 0, 1, 2, 3 }, 4, "PEs 0 to 3");
	expect_name((int[]){ 0, 2, 4 }, 3, "PEs 0, 2, 4");
	expect_name((int[]){ 1, 2, 5, 7, 8 }, 5, "PEs 1 to 2, 5, 7 to 8");
	expect_name((int[]){ 1000001, 1000003, 1000005, 1000007 }, 4, "PEs 1000001, 1000003, 1000005, "); /* as it fits */
}

static atomic_int n_speaking;

static void fail_and_speak(struct sumac_job *job)
{
	char who[32];

	EXPECT(sumac_team_should_report(job->world, "rank", who, sizeof(who))); /* each of its own calls */
	sumac_team_mark_failed(job->world, -SUMAC_EIO, 1, "a story");
	n_speaking += sumac_team_should_report(job->world, "rank", who, sizeof(who));
	EXPECT(!strcmp(who, "ranks 0 to 2"));
}

static void test_one_rank_speaks_for_a_failed_team(void **state)
{
	child_make_dir(state);
	setenv("SUMAC_JOB_DIR", child_path(""), 1);
	core_ranks_run(3, "", fail_and_speak);
	unsetenv("SUMAC_JOB_DIR");
	child_remove_dir(state);
	assert_int_equal(n_speaking, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranks_in_a_row_are_named_by_their_ends),
		CORE_RANKS_TEST(test_one_rank_speaks_for_a_failed_team),
	};

	return cmocka_run_group_tests_name("reporter", tests, NULL, NULL);
}
