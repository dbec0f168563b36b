/*
 * Requests: they end when they are done, in whatever order they are waited for; what fails one of them fails those after it.
 */
#include "core_ranks.h"

#include <unistd.h>

enum { N = 3 };

static atomic_int n_tested;

static int post(struct sumac_job *job, int32_t *sum, const int32_t *value, struct sumac_request **request_out)
{
	return sumac_iallreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, sum, value, 1, request_out);
}

static void test_until_done(struct sumac_job *job)
{
	int32_t value = job->rank + 1, sum = 0;
	struct sumac_request *request = NULL;
	int is_done = 1;

	if (job->rank == 1)
		while (!n_tested)
			usleep(1000);
	EXPECT(!post(job, &sum, &value, &request) && request);
	if (job->rank == 0) {
		EXPECT(!sumac_test(&request, &is_done) && !is_done && request && !sum);
		n_tested = 1;
	}
	while (request)
		EXPECT(!sumac_test(&request, &is_done) && is_done == !request);
	EXPECT(sum == 3);
	/* A request that has ended may be asked again. */
	EXPECT(!sumac_test(&request, &is_done) && is_done);
	EXPECT(!sumac_wait(&request));
}

static void test_a_request_is_done_when_all_have_called(void **state)
{
	(void)state;
	n_tested = 0;
	core_ranks_run(2, "", test_until_done);
	n_tested = 0;
	core_ranks_run(2, "engine=nic;rack=/x", test_until_done);
}

static void several(struct sumac_job *job)
{
	int32_t value[N] = { 1, 10, 100 }, sum[N + 1];
	struct sumac_request *requests[N + 1] = { NULL }; /* one of them has ended */

	for (int i = 0; i < N; i++)
		EXPECT(!post(job, &sum[i], &value[i], &requests[i]));
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum[N], &value[2], 1) && sum[N] == 200);
	EXPECT(!sumac_wait(&requests[1]) && !requests[1] && sum[1] == 20);
	EXPECT(!sumac_wait_all(N + 1, requests) && !requests[0] && !requests[2]);
	EXPECT(sum[0] == 2 && sum[2] == 200);
	EXPECT(!sumac_wait_all(0, NULL));
}

static void test_several_may_be_open_and_calls_between_them(void **state)
{
	(void)state;
	core_ranks_run(2, "", several);
}

static void bad_arguments(struct sumac_job *job)
{
	struct sumac_request *const none = (struct sumac_request *)&job, *request = none;
	int32_t value = 1;
	int is_done;

	EXPECT(post(job, &value, &value, NULL) == -SUMAC_EINVAL);
	EXPECT_STORY("request_out is NULL");
	EXPECT(sumac_ibarrier(job->world, NULL) == -SUMAC_EINVAL);
	/* A request that has not begun is NULL. */
	EXPECT(post(job, NULL, &value, &request) == -SUMAC_EINVAL && !request);
	request = none;
	EXPECT(sumac_ireduce_scatter(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, NULL, &request) ==
	       -SUMAC_EINVAL && !request);
	EXPECT(sumac_test(NULL, &is_done) == -SUMAC_EINVAL);
	EXPECT(sumac_test(&request, NULL) == -SUMAC_EINVAL);
	EXPECT(sumac_wait(NULL) == -SUMAC_EINVAL);
	EXPECT(sumac_wait_all(-1, &request) == -SUMAC_EINVAL);
	EXPECT(sumac_wait_all(1, NULL) == -SUMAC_EINVAL);
}

static void test_bad_arguments_are_refused(void **state)
{
	(void)state;
	core_ranks_run(1, "", bad_arguments);
}

static void fail_two(struct sumac_job *job)
{
	int32_t value = 1, sum[N];
	struct sumac_request *requests[N] = { NULL };
	int is_done = 0;

	if (job->rank == 1) {
		core_ranks_dead = 1;
		while (!fake_fails[FAKE_CPU])
			usleep(1000);
		job->world->failed = -SUMAC_EPEER;
		return;
	}
	for (int i = 0; i < N; i++)
		EXPECT(!post(job, &sum[i], &value, &requests[i]));
	EXPECT(sumac_wait_all(2, requests) == -SUMAC_EPEER && !requests[0] && !requests[1]);
	EXPECT(!strstr(sumac_last_error(), "the team failed")); /* it is the first one's story */
	EXPECT(sumac_test(&requests[2], &is_done) == -SUMAC_EPEER && is_done && !requests[2]);
	EXPECT_STORY("allreduce(SUM, I32, 1): the team failed: allreduce(SUM, I32, 1), call 1 ");
	EXPECT(post(job, &sum[0], &value, &requests[0]) == -SUMAC_EFAILED && !requests[0]);
}

static void test_a_failure_fails_the_team_and_all_its_requests(void **state)
{
	(void)state;
	core_ranks_run(2, "", fail_two);
	assert_int_equal(fake_fails[FAKE_CPU], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_request_is_done_when_all_have_called),
		CORE_RANKS_TEST(test_several_may_be_open_and_calls_between_them),
		CORE_RANKS_TEST(test_bad_arguments_are_refused),
		CORE_RANKS_TEST(test_a_failure_fails_the_team_and_all_its_requests),
	};

	return cmocka_run_group_tests_name("requests", tests, NULL, NULL);
}
