/*
 * Ranks can ask this about their job: how many they are, and that all of them share this host. Open MPI,
 * which runs under the same server, asks for more than Sumac does.
 */
#include "pmix_world.h"

#include <pmix.h>

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

enum { N_RANKS = 3 };

static pmix_proc_t self;

static pmix_value_t *ask(int rank, const char *key)
{
	pmix_value_t *value = NULL;
	pmix_proc_t proc;

	PMIX_LOAD_PROCID(&proc, self.nspace, rank < 0 ? PMIX_RANK_WILDCARD : (pmix_rank_t)rank);
	if (PMIx_Get(&proc, key, NULL, 0, &value) != PMIX_SUCCESS) {
		fprintf(stderr, "no answer to %s of rank %d\n", key, rank);
		child_complain(__FILE__, __LINE__, key);
	}
	return value;
}

static void expect_number(int rank, const char *key, pmix_data_type_t type, uint32_t expected)
{
	pmix_value_t *value = ask(rank, key);
	uint32_t number = value->type == PMIX_UINT16 ? value->data.uint16 :
			  value->type == PMIX_PROC_RANK ? value->data.rank : value->data.uint32;

	if (value->type != type || number != expected)
		child_complain(__FILE__, __LINE__, key);
	PMIX_VALUE_RELEASE(value);
}

static int ask_all(void)
{
	static const char *const sizes[] = { PMIX_JOB_SIZE, PMIX_UNIV_SIZE, PMIX_MAX_PROCS, PMIX_LOCAL_SIZE, PMIX_NODE_SIZE };
	char host[256];
	pmix_value_t *value;

	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		expect_number(-1, sizes[i], PMIX_UINT32, N_RANKS);
	expect_number(-1, PMIX_NUM_NODES, PMIX_UINT32, 1);
	value = ask(-1, PMIX_LOCAL_PEERS);
	CHILD_EXPECT(value->type == PMIX_STRING && !strcmp(value->data.string, "0,1,2"));
	PMIX_VALUE_RELEASE(value);
	for (int rank = 0; rank < N_RANKS; rank++) {
		expect_number(rank, PMIX_LOCAL_RANK, PMIX_UINT16, (uint32_t)rank);
		expect_number(rank, PMIX_NODE_RANK, PMIX_UINT16, (uint32_t)rank);
		expect_number(rank, PMIX_GLOBAL_RANK, PMIX_PROC_RANK, (uint32_t)rank);
		value = ask(rank, PMIX_HOSTNAME);
		CHILD_EXPECT(!gethostname(host, sizeof(host)));
		CHILD_EXPECT(value->type == PMIX_STRING && !strcmp(value->data.string, host));
		PMIX_VALUE_RELEASE(value);
	}
	PMIx_Finalize(NULL, 0);
	return 0;
}

static int body_ask(void *ctx)
{
	(void)ctx;
	pmix_world_run(N_RANKS, "ask_all", 0);
	return 0;
}

static int body_no_server(void *ctx)
{
	(void)ctx;
	return sumac_pmix_job_register("nobody", 2) ? 3 : 0;
}

static void every_rank_knows_the_job_and_all_others(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_ask, NULL), 0);
}

static void a_job_without_a_server_is_told(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_no_server, NULL), 3);
	assert_non_null(strstr(child_err, "cannot describe the job to PMIx"));
}

int main(int argc, char **argv)
{
	static const struct pmix_part parts[] = { { "ask_all", ask_all } };
	const struct CMUnitTest tests[] = {
		CHILD_TEST(every_rank_knows_the_job_and_all_others),
		CHILD_TEST(a_job_without_a_server_is_told),
	};
	int status;

	if (pmix_world_is_rank(argc, argv, parts, 1, &status))
		return status;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
