/*
 * Each function of the API makes the call that its name says, in both forms.
 */
#include "core_ranks.h"

static int32_t src[2][16], dst[2][16];

/* The last request to an engine on rank 0; a call that moves bytes is asked as an OR of them. */
static void expect(const struct sumac_job *job, int coll, uint64_t count, int root, int n_parts)
{
	const struct sumac_call *call = &fake_newest_call;
	bool combines = sumac_coll_combines(coll);

	if (job->rank)
		return;
	EXPECT(call->coll == (enum sumac_coll)coll && call->count == count);
	EXPECT(call->root == root && call->n_parts == n_parts);
	EXPECT(call->op == (combines ? SUMAC_OP_MAX : SUMAC_OP_OR));
	EXPECT(call->type == (combines ? SUMAC_TYPE_I32 : SUMAC_TYPE_U8));
}

/* Both forms of a collective, and a barrier between them, so that one is not taken for the other. */
#define CALL_BOTH(name, arguments, ...) \
	do { \
		struct sumac_request *request = NULL; \
		EXPECT(!sumac_##name(job->world, ARGUMENTS arguments)); \
		expect(job, __VA_ARGS__); \
		EXPECT(!sumac_barrier(job->world)); \
		EXPECT(!sumac_i##name(job->world, ARGUMENTS arguments, &request) && !sumac_wait(&request)); \
		expect(job, __VA_ARGS__); \
	} while (0)
#define ARGUMENTS(...) __VA_ARGS__
#define OPERANDS SUMAC_OP_MAX, SUMAC_TYPE_I32, dst[job->rank], src[job->rank]

static void call_all(struct sumac_job *job)
{
	const size_t counts[2] = { 3, 5 }, alike[2] = { 4, 4 };
	struct sumac_request *request;

	CALL_BOTH(allreduce, (OPERANDS, 7), SUMAC_COLL_ALLREDUCE, 7, 0, 0);
	CALL_BOTH(reduce, (OPERANDS, 7, 1), SUMAC_COLL_REDUCE, 7, 1, 0);
	CALL_BOTH(reduce_scatter, (OPERANDS, counts), SUMAC_COLL_REDUCE_SCATTER, 8, 0, 2);
	CALL_BOTH(reduce_scatter, (OPERANDS, alike), SUMAC_COLL_REDUCE_SCATTER, 8, 0, 0);
	CALL_BOTH(reduce_scatter_block, (OPERANDS, 4), SUMAC_COLL_REDUCE_SCATTER, 8, 0, 0);
	CALL_BOTH(scan, (OPERANDS, 7), SUMAC_COLL_SCAN, 7, 0, 0);
	CALL_BOTH(exscan, (OPERANDS, 7), SUMAC_COLL_EXSCAN, 7, 0, 0);
	CALL_BOTH(broadcast, (dst[job->rank], src[job->rank], 7, 1), SUMAC_COLL_BROADCAST, 7, 1, 0);
	CALL_BOTH(allgather, (dst[job->rank], src[job->rank], 4), SUMAC_COLL_ALLGATHER, 8, 0, 0);
	CALL_BOTH(allgatherv, (dst[job->rank], src[job->rank], counts), SUMAC_COLL_ALLGATHER, 8, 0, 2);
	EXPECT(!sumac_ibarrier(job->world, &request) && !sumac_wait(&request));
	expect(job, SUMAC_COLL_BARRIER, 0, 0, 0);
}

static void test_each_function_makes_its_call(void **state)
{
	(void)state;
	core_ranks_run(2, "", call_all);
	core_ranks_run(2, "engine=nic;rack=/x", call_all); /* the fake NIC does both pairs */
	/* All but the ends of both jobs. */
	assert_int_equal(fake_posts[FAKE_NIC], fake_posts[FAKE_CPU] - 2 * 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_each_function_makes_its_call),
	};

	return cmocka_run_group_tests_name("collectives", tests, NULL, NULL);
}
