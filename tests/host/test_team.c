/*
 * Teams that exist: their fate after a failure, and what happens to pointers to teams that are gone.
 */
#include "core_ranks.h"

static void fail_one_of_two(struct sumac_job *job)
{
	struct sumac_team *team;
	int32_t a = 0;

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &team));
	sumac_team_mark_failed(team, -SUMAC_EIO, 1, "the first story");
	sumac_team_mark_failed(team, -SUMAC_EPEER, 0, "the second story");
	EXPECT(sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, &a, 1) == -SUMAC_EFAILED);
	EXPECT_STORY("the team failed earlier: the first story");
	EXPECT(sumac_team_split_strided(team, 0, 1, 1, &team) == -SUMAC_EFAILED);
	EXPECT(!sumac_barrier(job->world));
}

static void test_a_failed_team_keeps_its_first_story_and_harms_no_other(void **state)
{
	(void)state;
	core_ranks_run(2, "engine=nic;rack=/x", fail_one_of_two);
	/* Both engines were told, once. */
	assert_int_equal(fake_fails[FAKE_CPU], 1);
	assert_int_equal(fake_fails[FAKE_NIC], 1);
}

static void many_teams(struct sumac_job *job)
{
	struct sumac_team *teams[70];
	int32_t one = 1, sum;

	for (int i = 0; i < 70; i++)
		EXPECT(!sumac_team_split_strided(job->world, 2, -1, 3, &teams[i]));
	for (int i = 69; i >= 0; i--) {
		EXPECT(!sumac_allreduce(teams[i], SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &one, 1));
		EXPECT(sum == 3);
	}
	for (int i = 0; i < 70; i += 2)
		EXPECT(!sumac_team_free(teams[i]));
}

static void test_seventy_teams_live_at_a_time(void **state)
{
	(void)state;
	core_ranks_run(3, "", many_teams);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_failed_team_keeps_its_first_story_and_harms_no_other),
		CORE_RANKS_TEST(test_seventy_teams_live_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
