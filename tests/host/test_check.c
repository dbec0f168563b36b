/*
 * A wrong call is reported before anything is posted, and the team lives on. A right call is let through:
 * buffers that nobody needs may be NULL, and each collective has its form in place.
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

static void bad_parts(struct sumac_job *job)
{
	struct sumac_team *team = job->world;
	const size_t too_many[2] = { SIZE_MAX, 1 }, too_large[2] = { 1, SIZE_MAX / 4 };
	int32_t a[8] = { 0 }, b[8];

	EXPECT(sumac_reduce_scatter(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, NULL) == -SUMAC_EINVAL);
	EXPECT_STORY("the list of counts is NULL");
	EXPECT(sumac_allgatherv(team, b, a, NULL) == -SUMAC_EINVAL);
	EXPECT(sumac_reduce_scatter(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, too_many) == -SUMAC_EINVAL);
	EXPECT_STORY("the counts of the ranks add up to more than memory can hold");
	EXPECT(sumac_reduce_scatter(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, too_large) == -SUMAC_EINVAL);
	EXPECT(sumac_reduce_scatter_block(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, b, a, SIZE_MAX / 2 + 1) == -SUMAC_EINVAL);
	EXPECT(sumac_allgather(team, b, a, SIZE_MAX) == -SUMAC_EINVAL);
	EXPECT(sumac_broadcast(team, b, a, 1, 2) == -SUMAC_EINVAL);
	EXPECT_STORY("root 2");
	EXPECT(sumac_allgather(NULL, b, a, 1) == -SUMAC_ETEAM);
	EXPECT(sumac_allgatherv(NULL, b, a, too_many) == -SUMAC_ETEAM);
}

static void test_bad_parts_are_refused(void **state)
{
	(void)state;
	core_ranks_run(2, "", bad_parts);
	assert_int_equal(fake_posts[FAKE_CPU], 2); /* the end of the job */
}

/* The first of two ranks: it gets nothing in an exscan, has no part, and is no root. */
static void unneeded_buffers(struct sumac_job *job)
{
	struct sumac_team *team = job->world;
	const size_t counts[2] = { 0, 4 };
	bool is_first = job->rank == 0;
	int32_t a[8] = { 0 }, b[8];

	EXPECT(!sumac_exscan(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, is_first ? NULL : b, a, 4));
	EXPECT(!sumac_reduce_scatter(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, is_first ? NULL : b, a, counts));
	EXPECT(!sumac_broadcast(team, b, is_first ? NULL : a, 4, 1));
	EXPECT(!sumac_allgatherv(team, b, is_first ? NULL : a, counts));
	EXPECT(!sumac_reduce_scatter_block(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, NULL, 0));
	if (is_first)
		return;
	EXPECT(sumac_exscan(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, a, 4) == -SUMAC_EINVAL);
	EXPECT(sumac_reduce_scatter(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, a, counts) == -SUMAC_EINVAL);
	EXPECT(sumac_broadcast(team, b, NULL, 4, 1) == -SUMAC_EINVAL);
	EXPECT(sumac_allgatherv(team, b, NULL, counts) == -SUMAC_EINVAL);
	EXPECT_STORY("the source is NULL");
}

static void test_buffers_that_hold_nothing_may_be_null(void **state)
{
	(void)state;
	core_ranks_run(2, "", unneeded_buffers);
	assert_int_equal(fake_posts[FAKE_CPU], 6 * 2);
}

/* In place, an allgather's source is this rank's part of the destination; all others begin where it does. */
static void overlap_of_parts(struct sumac_job *job)
{
	struct sumac_team *team = job->world;
	char a[16] = { 0 };

	EXPECT(!sumac_allgather(team, a, a + 4 * job->rank, 4));
	EXPECT(sumac_allgather(team, a, a + 4 * (1 - job->rank), 4) == -SUMAC_EOVERLAP);
	EXPECT(sumac_allgather(team, a, a + 6, 4) == -SUMAC_EOVERLAP);
	EXPECT(!sumac_allgather(team, a, a + 8, 4));
	EXPECT(!sumac_reduce_scatter_block(team, SUMAC_OP_SUM, SUMAC_TYPE_U8, a, a, 4));
	EXPECT(sumac_reduce_scatter_block(team, SUMAC_OP_SUM, SUMAC_TYPE_U8, a + 4, a, 4) == -SUMAC_EOVERLAP);
	EXPECT(!sumac_reduce_scatter_block(team, SUMAC_OP_SUM, SUMAC_TYPE_U8, a + 8, a, 4));
	EXPECT(!sumac_scan(team, SUMAC_OP_SUM, SUMAC_TYPE_U8, a, a, 8));
	EXPECT(sumac_scan(team, SUMAC_OP_SUM, SUMAC_TYPE_U8, a + 1, a, 8) == -SUMAC_EOVERLAP);
	EXPECT(!sumac_broadcast(team, a, a, 8, 0));
	if (job->rank == 1)
		EXPECT(sumac_broadcast(team, a + 1, a, 8, 1) == -SUMAC_EOVERLAP);
}

static void test_overlap_is_measured_by_what_each_buffer_holds(void **state)
{
	(void)state;
	core_ranks_run(2, "check=yes", overlap_of_parts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_bad_arguments_are_refused_and_nothing_is_lost),
		CORE_RANKS_TEST(test_partial_overlap_is_refused_in_checking_mode),
		CORE_RANKS_TEST(test_bad_parts_are_refused),
		CORE_RANKS_TEST(test_buffers_that_hold_nothing_may_be_null),
		CORE_RANKS_TEST(test_overlap_is_measured_by_what_each_buffer_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
