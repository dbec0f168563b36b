/*
 * The barriers before a job ends: on all teams at once, whatever becomes of one of them.
 */
#include "core_ranks.h"

#include <unistd.h>

#include "core/team/sync.h"

static atomic_int n_before;

/* Rank 1 comes to none of its teams before rank 0 has come to both, as if it had made them in another order. */
static void come_at_last(struct sumac_job *job)
{
	struct sumac_team *pair;

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &pair));
	if (job->rank) {
		n_before = fake_posts[FAKE_CPU];
		for (int i = 0; i < 5000 && fake_posts[FAKE_CPU] < n_before + 2; i++)
			usleep(1000);
		EXPECT(fake_posts[FAKE_CPU] == n_before + 2);
	}
	while (!n_before)
		usleep(1000);
	EXPECT(!sumac_sync_job(job));
}

static void test_a_rank_is_in_all_barriers_before_it_waits_for_one(void **state)
{
	(void)state;
	core_ranks_run(2, "", come_at_last);
}

static void fail_some(struct sumac_job *job)
{
	struct sumac_team *failed, *pair;
	uint64_t seq;

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &failed));
	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &pair));
	failed->failed = -SUMAC_EPEER;
	seq = failed->seq;
	pair->digest ^= (uint64_t)job->rank; /* as after a call in which the two differed unnoticed */
	EXPECT(sumac_sync_job(job) == -SUMAC_EMISMATCH);
	EXPECT_STORY("the end of the team, call 1 on a team of 2 ranks");
	EXPECT_STORY("the ranks disagree");
	EXPECT(pair->failed == -SUMAC_EMISMATCH && failed->seq == seq && !job->world->failed);
	EXPECT(!sumac_sync_team(job->world));
}

static void test_ranks_that_disagreed_learn_it_at_the_end_and_other_teams_end_well(void **state)
{
	(void)state;
	core_ranks_run(2, "", fail_some);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_rank_is_in_all_barriers_before_it_waits_for_one),
		CORE_RANKS_TEST(test_ranks_that_disagreed_learn_it_at_the_end_and_other_teams_end_well),
	};

	return cmocka_run_group_tests_name("sync", tests, NULL, NULL);
}
