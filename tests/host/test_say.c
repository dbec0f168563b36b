/*
 * The core is silent unless the setting verbose asks it to speak; then it reports each decision once.
 */
#include "core_ranks.h"

#include <unistd.h>

static char heard[8192];

static void run_hearing(int n_ranks, const char *options, void (*body)(struct sumac_job *job))
{
	FILE *file = tmpfile();
	int saved = dup(STDERR_FILENO);
	size_t len;

	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	core_ranks_run(n_ranks, options, body);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	len = fread(heard, 1, sizeof(heard) - 1, file);
	heard[len] = 0;
	fclose(file);
}

static int count(const char *text)
{
	int n = 0;

	for (const char *at = strstr(heard, text); at; at = strstr(at + 1, text))
		n++;
	return n;
}

static void call_twice(struct sumac_job *job)
{
	int64_t wide = 0;

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &wide, &wide, 0));
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &wide, &wide, 0));
}

static void call_in_vain(struct sumac_job *job)
{
	int64_t wide = 0;

	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &wide, &wide, 1) == -SUMAC_EREQUIRED);
}

static void call_nothing(struct sumac_job *job)
{
	(void)job;
}

static void call_what_nics_do(struct sumac_job *job)
{
	int32_t word = 0;

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &word, &word, 1));
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &word, &word, 1));
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &word, &word, 0));
}

static void test_silence_is_the_default(void **state)
{
	(void)state;
	run_hearing(3, "engine=nic;rack=/x", call_what_nics_do);
	assert_string_equal(heard, "");
	run_hearing(3, "engine=cpu", call_twice);
	assert_string_equal(heard, "");
}

static void test_what_was_asked_for_and_not_given_is_told_by_one_rank(void **state)
{
	(void)state;
	run_hearing(3, "engine=nic;rack=/x", call_twice);
	assert_string_equal(heard, "sumac: NICs took 0 of 2 reductions; the main reason for the rest: the fake NIC does not do "
				   "this type\n");
	run_hearing(1, "engine=nic;rack=/x;require=nic", call_in_vain);
	assert_string_equal(heard, "sumac: NICs took 0 of 1 reductions and refused the rest; the main reason: the fake NIC does "
				   "not do this type\n");
	run_hearing(1, "engine=cpu;require=nic", call_in_vain);
	assert_int_equal(count("sumac: took 0 of 1 reductions and refused the rest; the main reason: "), 1);
	fake_plan.reserve_status[FAKE_NIC][1] = -SUMAC_ENORES;
	run_hearing(3, "engine=nic;rack=/x", call_nothing);
	assert_int_equal(count("sumac: NICs were asked for, but the CPU engine serves the team of all 3 ranks: the NIC of rank 1 "
			       "refused the team"), 1);
}

static void test_each_fallback_is_told_once(void **state)
{
	(void)state;
	run_hearing(3, "engine=nic;rack=/x;verbose=1", call_twice);
	assert_int_equal(count("sumac: allreduce of SUM on I64 in a team of 3 ranks: cpu engine, since the fake NIC does not do "
			       "this type\n"), 1);
}

static void test_every_call_is_told_at_level_two(void **state)
{
	(void)state;
	run_hearing(2, "verbose=2", call_twice);
	assert_int_equal(count("allreduce(SUM, I64, 0), call 1, by the cpu engine\n"), 2);
	assert_int_equal(count("allreduce(SUM, I64, 0), call 2, by the cpu engine\n"), 2);
}

static int32_t left[2][2];

static void leave_two(struct sumac_job *job)
{
	struct sumac_request *requests[2];

	for (int i = 0; i < 2; i++) {
		int32_t *value = &left[job->rank][i];

		*value = 1;
		EXPECT(!sumac_iallreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, value, value, 1, &requests[i]));
	}
}

static void test_requests_that_nobody_has_waited_for_are_ended_and_told(void **state)
{
	(void)state;
	run_hearing(2, "", leave_two);
	assert_int_equal(count("2 requests had not been waited for when sumac_finalize() was called"), 2);
	for (int i = 0; i < 4; i++)
		assert_int_equal(left[i / 2][i % 2], 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_silence_is_the_default),
		CORE_RANKS_TEST(test_what_was_asked_for_and_not_given_is_told_by_one_rank),
		CORE_RANKS_TEST(test_each_fallback_is_told_once),
		CORE_RANKS_TEST(test_every_call_is_told_at_level_two),
		CORE_RANKS_TEST(test_requests_that_nobody_has_waited_for_are_ended_and_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
