/*
 * Teams made from teams: which ranks are in them, in which order, and that they work by themselves.
 */
#include "core_ranks.h"

static void expect_team(struct sumac_team *team, int rank, int size, const int *world_ranks)
{
	int32_t mine, sum = 0, expected = 0;

	EXPECT(sumac_team_rank(team) == rank);
	EXPECT(sumac_team_size(team) == size);
	for (int i = 0; i < size; i++) {
		EXPECT(sumac_team_world_rank(team, i) == world_ranks[i]);
		expected += world_ranks[i];
	}
	mine = world_ranks[rank];
	EXPECT(!sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &mine, 1));
	EXPECT(sum == expected);
}

static void split(struct sumac_job *job)
{
	const int reversed[] = { 4, 3, 2, 1, 0 }, odd[] = { 1, 3 };
	struct sumac_team *team = job->world;

	EXPECT(!sumac_team_split_strided(job->world, 4, -1, 5, &team));
	expect_team(team, 4 - job->rank, 5, reversed);
	EXPECT(!sumac_team_free(team));
	EXPECT(sumac_barrier(team) == -SUMAC_ETEAM);
	EXPECT(!sumac_team_split_strided(job->world, 1, 2, 2, &team));
	EXPECT((team != NULL) == (job->rank == 1 || job->rank == 3));
	if (team)
		expect_team(team, job->rank / 2, 2, odd);
	/* A team that is not freed is freed with the job. */
}

static void test_splits_are_teams_of_their_own_cpu(void **state)
{
	(void)state;
	core_ranks_run(5, "", split);
	assert_int_equal(fake_posts[FAKE_NIC], 0);
}

static void test_splits_are_teams_of_their_own_nic(void **state)
{
	(void)state;
	core_ranks_run(5, "engine=nic;rack=/x", split);
	assert_int_equal(fake_posts[FAKE_NIC], 5 + 2);
}

static void split_of_split(struct sumac_job *job)
{
	const int back[] = { 3, 2, 1, 0 }, ends[] = { 3, 0 };
	struct sumac_team *reversed, *outer;

	EXPECT(!sumac_team_split_strided(job->world, 3, -1, 4, &reversed));
	expect_team(reversed, 3 - job->rank, 4, back);
	EXPECT(!sumac_team_split_strided(reversed, 0, 3, 2, &outer));
	if (outer)
		expect_team(outer, job->rank ? 0 : 1, 2, ends);
	else
		EXPECT(job->rank == 1 || job->rank == 2);
}

static void test_a_split_of_a_split_keeps_the_jobs_ranks(void **state)
{
	(void)state;
	core_ranks_run(4, "", split_of_split);
}

static void split_wrongly(struct sumac_job *job)
{
	const int wrong[][3] = { { 0, 1, 0 }, { 0, 1, 4 }, { -1, 1, 2 }, { 2, -1, 4 }, { 3, 1, 1 }, { 0, 0, 2 } };
	struct sumac_team *team = job->world;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		EXPECT(sumac_team_split_strided(job->world, wrong[i][0], wrong[i][1], wrong[i][2], &team) == -SUMAC_EINVAL);
		EXPECT(team == NULL);
	}
	EXPECT(sumac_team_split_strided(job->world, 0, 1, 1, NULL) == -SUMAC_EINVAL);
	EXPECT(sumac_team_split_strided(NULL, 0, 1, 1, &team) == -SUMAC_ETEAM);
	EXPECT(sumac_team_free(job->world) == -SUMAC_ETEAM);
	EXPECT(!sumac_barrier(job->world));
}

static void test_a_split_that_names_no_ranks_is_refused(void **state)
{
	(void)state;
	core_ranks_run(3, "", split_wrongly);
}

static void split_differently(struct sumac_job *job)
{
	struct sumac_team *team;

	EXPECT(sumac_team_split_strided(job->world, 0, 1, 1 + job->rank, &team) == -SUMAC_EMISMATCH);
}

static void test_ranks_that_disagree_on_a_split_are_told(void **state)
{
	(void)state;
	core_ranks_run(2, "", split_differently);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_splits_are_teams_of_their_own_cpu),
		CORE_RANKS_TEST(test_splits_are_teams_of_their_own_nic),
		CORE_RANKS_TEST(test_a_split_of_a_split_keeps_the_jobs_ranks),
		CORE_RANKS_TEST(test_a_split_that_names_no_ranks_is_refused),
		CORE_RANKS_TEST(test_ranks_that_disagree_on_a_split_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
