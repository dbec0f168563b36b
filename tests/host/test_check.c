/*
 * What is wrong with a call is reported before anything is posted, and the team lives on.
 */
#include "core_ranks.h"

static void bad_arguments(struct sumac_job *job)
{
	struct sumac_team *team = job->world;
	int32_t a[8] = { 0 }, b[8];

	EXPECT(sumac_allreduce(team, (enum sumac_op)77, SUMAC_TYPE_I32, b, a, 1) == -SUMAC_EOP);
	EXPECT(sumac_allreduce(team, SUMAC_OP_SUM, (enum sumac_type)0x7f, b, a, 1) == -SUMAC_ETYPE);
	EXPECT(sumac_allreduce(team, SUMAC_OP_AND, SUMAC_TYPE_F64, b, a, 1) == -SUMAC_EOP);
	EXPECT(sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, a, 1) == -SUMAC_EINVAL);
	EXPECT_STORY("the destination is NULL");
	EXPECT(sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, NULL, 1) == -SUMAC_EINVAL);
	EXPECT(sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, SIZE_MAX / 2) == -SUMAC_EINVAL);
	EXPECT(sumac_reduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, 1, -1) == -SUMAC_EINVAL);
	EXPECT(sumac_reduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, 1, 2) == -SUMAC_EINVAL);
	EXPECT_STORY("root 2");
	EXPECT(!sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, 8));
}

static void test_bad_arguments_are_refused_and_nothing_is_lost(void **state)
{
	(void)state;
	core_ranks_run(2, "", bad_arguments);
	assert_int_equal(fake_posts[FAKE_CPU], 2 * 2);
}

static void overlap_checked(struct sumac_job *job)
{
	int32_t a[8] = { 0 };

	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, a + 1, a, 4) == -SUMAC_EOVERLAP);
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, a, a + 3, 4) == -SUMAC_EOVERLAP);
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, a + 4, a, 4));
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, a, a, 4));
	/* On ranks other than the root the destination does not matter. */
	if (job->rank)
		EXPECT(!sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, a + 1, a, 4, 0));
	else
		EXPECT(!sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, a + 4, a, 4, 0));
}

static void test_partial_overlap_is_refused_in_checking_mode(void **state)
{
	(void)state;
	core_ranks_run(2, "check=yes", overlap_checked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_bad_arguments_are_refused_and_nothing_is_lost),
		CORE_RANKS_TEST(test_partial_overlap_is_refused_in_checking_mode),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
