/*
 * Judging a call that makes no progress, without waiting for its timeout.
 */
#include "core_ranks.h"

#include <unistd.h>

#include "agree/stall.h"
#include "core/call/call.h"
#include "core/wait/wait.h"

static atomic_int n_ready;

static struct sumac_request *post(struct sumac_job *job, uint64_t count)
{
	static _Thread_local int32_t buffer[16];
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
				   .count = count, .dst = buffer, .src = buffer };
	struct sumac_request *request = NULL;

	EXPECT(!sumac_call_post(job->world, SUMAC_ENGINE_CPU, &call, SUMAC_FOR_API, 0, &request));
	return request;
}

static void meet(int n)
{
	n_ready++;
	while (n_ready < n)
		usleep(100);
}

static int compare_for_a_while(struct sumac_request *request, int *fault_rank_out)
{
	int err = 0;

	/* Answers come while all ranks are inside Sumac. */
	for (int i = 0; i < 2000 && !err; i++) {
		sumac_wait_poll(request->team->job);
		usleep(100);
		err = sumac_stall_compare(request->team->agreement, fault_rank_out);
	}
	return err;
}

static void differ(struct sumac_job *job)
{
	struct sumac_request *request = post(job, job->rank == 2 ? 5 : 4);
	int fault_rank = -1;

	meet(3);
	EXPECT(compare_for_a_while(request, &fault_rank) == -SUMAC_EMISMATCH);
	/* Rank 2 names whichever answered first. */
	EXPECT(job->rank == 2 ? fault_rank == 0 || fault_rank == 1 : fault_rank == 2);
	/* The others may still wait for this rank's answer. */
	for (n_ready++; n_ready < 6; usleep(100))
		sumac_wait_poll(job);
	sumac_team_mark_failed(job->world, -SUMAC_EMISMATCH, fault_rank, "a test");
	request->ticket.status = -1;
	sumac_request_free(request);
}

static void test_a_call_with_two_digests_is_a_mismatch(void **state)
{
	(void)state;
	n_ready = 0;
	core_ranks_run(3, "", differ);
}

static void agree(struct sumac_job *job)
{
	struct sumac_request *request;
	int fault_rank = -1, ranks[2];

	/* Rank 1 is late: it is in the previous call, with another digest. */
	if (job->rank == 0) {
		request = post(job, 4);
		EXPECT(!compare_for_a_while(request, &fault_rank));
		EXPECT(fault_rank == -1);
		EXPECT(sumac_stall_waiting_for(request->team->agreement, ranks, 2) == 1 && ranks[0] == 1);
		sumac_stall_tell(request->team->agreement, &fault_rank);
		EXPECT(fault_rank == 1);
		EXPECT_STORY("rank 1, is in call 0, nothing yet");
		n_ready = 1;
	} else {
		while (!n_ready) {
			sumac_wait_poll(job); /* it answers meanwhile */
			usleep(100);
		}
		request = post(job, 4);
	}
	EXPECT(!sumac_call_wait(request));
}

static void test_a_late_rank_is_no_mismatch_and_is_named(void **state)
{
	(void)state;
	n_ready = 0;
	core_ranks_run(2, "", agree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_call_with_two_digests_is_a_mismatch),
		CORE_RANKS_TEST(test_a_late_rank_is_no_mismatch_and_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
