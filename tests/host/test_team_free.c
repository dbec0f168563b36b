/*
 * Freeing teams: not under requests, and after a failure without the others.
 */
#include "core_ranks.h"

#include "core/frontend.h"

static void free_failed(struct sumac_job *job)
{
	struct sumac_team *team;

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &team));
	sumac_team_mark_failed(team, -SUMAC_EIO, 1, "a story");
	EXPECT(!sumac_team_free(team));
	EXPECT(sumac_team_free(team) == -SUMAC_ETEAM);
	EXPECT(sumac_team_size(team) == -SUMAC_ETEAM);
	EXPECT(sumac_team_release(team) == -SUMAC_ETEAM);
}

static void test_a_failed_team_is_freed_without_the_others(void **state)
{
	(void)state;
	core_ranks_run(2, "", free_failed);
}

static void free_too_early(struct sumac_job *job)
{
	struct sumac_team *team;
	struct sumac_request *request;
	int32_t value = 1;

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &team));
	EXPECT(!sumac_iallreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, 1, &request));
	EXPECT(sumac_team_free(team) == -SUMAC_ESTATE);
	EXPECT_STORY("the last one is allreduce(SUM, I32, 1)");
	EXPECT(!sumac_wait(&request) && value == 2);
	EXPECT(!sumac_team_free(team));
}

static void test_a_team_is_not_freed_under_its_requests(void **state)
{
	(void)state;
	core_ranks_run(2, "", free_too_early);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_failed_team_is_freed_without_the_others),
		CORE_RANKS_TEST(test_a_team_is_not_freed_under_its_requests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
