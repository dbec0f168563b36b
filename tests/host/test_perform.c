/*
 * The API's collectives over the fake engines: which engine takes a call, what is refused, what is counted.
 */
#include "core_ranks.h"

#include <stdatomic.h>
#include <unistd.h>

#include "core/call/offload.h"
#include "core/call/request.h"

enum { N = 5 };

static void expect_sum(struct sumac_team *team, int rank, int size)
{
	int32_t src[N], dst[N];
	int err;

	for (int i = 0; i < N; i++)
		src[i] = 10 * i + rank;
	err = sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, N);
	EXPECT(!err);
	for (int i = 0; i < N; i++)
		EXPECT(dst[i] == size * 10 * i + size * (size - 1) / 2);
}

static void sum_twice(struct sumac_job *job)
{
	expect_sum(job->world, job->rank, job->size);
	expect_sum(job->world, job->rank, job->size);
}

static void test_allreduce_sums_on_the_cpu_engine_by_default(void **state)
{
	(void)state;
	core_ranks_run(4, "", sum_twice);
	/* Two sums and the barrier at the end. */
	assert_int_equal(fake_posts[FAKE_CPU], 3 * 4);
	assert_int_equal(fake_posts[FAKE_NIC], 0);
}

static void test_allreduce_goes_to_the_nic_when_asked(void **state)
{
	(void)state;
	core_ranks_run(4, "engine=nic;rack=/x", sum_twice);
	assert_int_equal(fake_posts[FAKE_NIC], 2 * 4);
	assert_int_equal(fake_posts[FAKE_CPU], 4);
	assert_true(fake_bus_waiting > 0);
	assert_true(fake_bus_running > 0);
}

static void test_one_nic_that_cannot_sends_all_to_the_cpu(void **state)
{
	(void)state;
	fake_plan.nic_lacks_sum[2] = true;
	core_ranks_run(4, "engine=nic;rack=/x", sum_twice);
	assert_int_equal(fake_posts[FAKE_NIC], 0);
	assert_int_equal(fake_posts[FAKE_CPU], 3 * 4);
}

static void reduce_to_each_root(struct sumac_job *job)
{
	int32_t value = job->rank + 1, sum;

	for (int root = 0; root < job->size; root++) {
		sum = -1;
		EXPECT(!sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, job->rank == root ? &sum : NULL, &value, 1,
				     root));
		EXPECT(sum == (job->rank == root ? job->size * (job->size + 1) / 2 : -1));
		/* On ranks other than the root the destination is not touched. */
		sum = -1;
		EXPECT(!sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &value, 1, root));
		EXPECT(sum == (job->rank == root ? job->size * (job->size + 1) / 2 : -1));
	}
}

static void test_reduce_gives_the_root_alone_the_result(void **state)
{
	(void)state;
	core_ranks_run(3, "", reduce_to_each_root);
}

static void in_place_and_nothing(struct sumac_job *job)
{
	int32_t value[2] = { job->rank, 7 };

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, value, value, 2));
	EXPECT(value[0] == 1 && value[1] == 14);
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, NULL, 0));
	EXPECT(!sumac_barrier(job->world));
}

static void test_in_place_count_zero_and_barrier(void **state)
{
	(void)state;
	core_ranks_run(2, "", in_place_and_nothing);
	/* A count of 0 goes through the engine too, so that its digest is compared. */
	assert_int_equal(fake_posts[FAKE_CPU], 4 * 2);
}

static void require_a_nic(struct sumac_job *job)
{
	int64_t value = 1;

	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &value, &value, 1) == -SUMAC_EREQUIRED);
	EXPECT_STORY("allreduce of SUM on I64");
	EXPECT_STORY("the fake NIC does not do this type");
	EXPECT(!sumac_barrier(job->world));
	/* The team lives on. */
	expect_sum(job->world, job->rank, job->size);
}

static void test_require_nic_refuses_with_call_and_reason(void **state)
{
	(void)state;
	core_ranks_run(2, "engine=nic;rack=/x;require=nic", require_a_nic);
	assert_int_equal(fake_posts[FAKE_NIC], 2 * 2);
}

static void require_without_any(struct sumac_job *job)
{
	int32_t value = 1;

	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, 1) == -SUMAC_EREQUIRED);
	EXPECT_STORY("no NIC was found");
}

static void test_require_nic_without_a_nic(void **state)
{
	(void)state;
	core_ranks_run(2, "require=nic", require_without_any);
}

static void refused_team(struct sumac_job *job)
{
	const char *reason;

	expect_sum(job->world, job->rank, job->size);
	EXPECT(sumac_offload_decide(job->world, SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, &reason) == SUMAC_ENGINE_CPU);
	EXPECT(strstr(reason, "the NIC of rank 1 refused the team") != NULL);
}

static void test_a_refusal_of_one_nic_is_a_refusal_of_all(void **state)
{
	(void)state;
	fake_plan.reserve_status[FAKE_NIC][1] = -SUMAC_ENORES;
	core_ranks_run(3, "engine=nic;rack=/x", refused_team);
	assert_int_equal(fake_posts[FAKE_NIC], 0);
}

static void test_a_failed_install_of_one_nic_is_a_refusal_of_all(void **state)
{
	(void)state;
	fake_plan.install_status[FAKE_NIC][1] = -SUMAC_EIO;
	core_ranks_run(3, "engine=nic;rack=/x", refused_team);
	assert_int_equal(fake_posts[FAKE_NIC], 0);
}

static void invalid_teams(struct sumac_job *job)
{
	int32_t value = 1;
	int not_a_team = 0;

	EXPECT(sumac_barrier(NULL) == -SUMAC_ETEAM);
	EXPECT(sumac_barrier((struct sumac_team *)&not_a_team) == -SUMAC_ETEAM);
	EXPECT(sumac_reduce((struct sumac_team *)(uintptr_t)24, SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, 1, 0) ==
	       -SUMAC_ETEAM);
	EXPECT(sumac_team_rank(NULL) < 0);
	EXPECT(sumac_team_world_rank(job->world, 99) == -1);
	EXPECT(sumac_team_world_rank(job->world, 0) == 0);
}

static void repeat_in_vain(struct sumac_job *job)
{
	struct sumac_request *request = NULL;
	static int32_t one = 1, sum;

	for (int i = 0; i < 2; i++)
		EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &one, 1));
	fake_plan.post_status[FAKE_CPU][0] = -SUMAC_EIO;
	EXPECT(sumac_iallreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &one, 1, &request) < 0);
	EXPECT(!request);
}

static void test_a_repeated_call_that_fails_has_no_request(void **state)
{
	(void)state;
	core_ranks_run(1, "", repeat_in_vain);
}

static void test_an_invalid_team_is_refused(void **state)
{
	(void)state;
	core_ranks_run(1, "", invalid_teams);
}

static void reproduce_in_vain(struct sumac_job *job)
{
	double one = 1, sum = 5;

	fake_plan.post_status[FAKE_CPU][0] = -SUMAC_EIO;
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_F64, &sum, &one, 1) == -SUMAC_EIO);
	EXPECT(sum == 5 && !job->world->is_called);
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_F64, &sum, &one, 1) == -SUMAC_EFAILED);
}

static void test_a_reproducible_sum_fails_with_its_first_collective(void **state)
{
	(void)state;
	core_ranks_run(2, "sums=reproducible;exact_elems=0", reproduce_in_vain);
}

static void begin_after_the_other(struct sumac_job *job)
{
	static atomic_int n_begun;
	int32_t mine = 1, all = 0;
	struct sumac_request *request;

	while (!job->rank && !n_begun)
		usleep(1000);
	EXPECT(!sumac_iallreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &all, &mine, 1, &request));
	n_begun++;
	EXPECT(job->rank || !request->ticket.status);
	EXPECT(!sumac_wait(&request));
	EXPECT(all == 2);
}

static void test_a_brief_call_that_does_not_block_is_over_when_it_has_begun(void **state)
{
	(void)state;
	fake_plan.is_brief = true;
	core_ranks_run(2, "", begin_after_the_other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_allreduce_sums_on_the_cpu_engine_by_default),
		CORE_RANKS_TEST(test_allreduce_goes_to_the_nic_when_asked),
		CORE_RANKS_TEST(test_one_nic_that_cannot_sends_all_to_the_cpu),
		CORE_RANKS_TEST(test_reduce_gives_the_root_alone_the_result),
		CORE_RANKS_TEST(test_in_place_count_zero_and_barrier),
		CORE_RANKS_TEST(test_a_repeated_call_that_fails_has_no_request),
		CORE_RANKS_TEST(test_require_nic_refuses_with_call_and_reason),
		CORE_RANKS_TEST(test_require_nic_without_a_nic),
		CORE_RANKS_TEST(test_a_refusal_of_one_nic_is_a_refusal_of_all),
		CORE_RANKS_TEST(test_a_failed_install_of_one_nic_is_a_refusal_of_all),
		CORE_RANKS_TEST(test_an_invalid_team_is_refused),
		CORE_RANKS_TEST(test_a_reproducible_sum_fails_with_its_first_collective),
		CORE_RANKS_TEST(test_a_brief_call_that_does_not_block_is_over_when_it_has_begun),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
