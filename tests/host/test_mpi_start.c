/*
 * Calls that do not block: which of them are Sumac's, and that each is the core's or the host's of its name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mpi_job.h"
#include "sumac.h"

enum { RANK = 1, SIZE = 3 };

static const int counts[SIZE] = { 1, 0, 3 };
static int src[6], dst[6];
static MPI_Request request;

static int begin(void **state)
{
	(void)state;
	mpi_job_begin(RANK, SIZE);
	return 0;
}

static int call(int kind, MPI_Datatype type, MPI_Comm comm)
{
	request = MPI_REQUEST_NULL;
	switch (kind) {
	case 0:
		return MPI_Iallreduce(src, dst, 2, type, MPI_MAX, comm, &request);
	case 1:
		return MPI_Ireduce(src, dst, 2, type, MPI_MAX, 2, comm, &request);
	case 2:
		return MPI_Ireduce_scatter(src, dst, counts, type, MPI_MAX, comm, &request);
	case 3:
		return MPI_Ireduce_scatter_block(src, dst, 2, type, MPI_MAX, comm, &request);
	case 4:
		return MPI_Iscan(src, dst, 2, type, MPI_MAX, comm, &request);
	case 5:
		return MPI_Iexscan(src, dst, 2, type, MPI_MAX, comm, &request);
	default:
		return MPI_Ibarrier(comm, &request);
	}
}

static const struct { const char *core, *host; size_t n_elems; } names[] = {
	{ "iallreduce", "MPI_Iallreduce", 2 },	 { "ireduce", "MPI_Ireduce", 2 },
	{ "ireduce_scatter", "MPI_Ireduce_scatter", 4 }, { "ireduce_scatter_block", "MPI_Ireduce_scatter_block", 2 * SIZE },
	{ "iscan", "MPI_Iscan", 2 },		 { "iexscan", "MPI_Iexscan", 2 },
	{ "ibarrier", "MPI_Ibarrier", 0 },
};
enum { N_KINDS = sizeof(names) / sizeof(names[0]) };

static void test_each_is_the_core_s_of_its_name(void **state)
{
	(void)state;
	for (int kind = 0; kind < N_KINDS; kind++) {
		assert_int_equal(call(kind, MPI_INT, MPI_COMM_WORLD), MPI_SUCCESS);
		assert_string_equal(fake_core.call.name, names[kind].core);
		assert_int_equal(fake_core.n_asked, names[kind].n_elems);
		assert_true(request == (MPI_Request)(void *)&fake_requests[kind]);
		assert_int_equal(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
		assert_int_equal(fake_core.n_waits, kind + 1);
	}
	assert_int_equal(fake_mpi.n_reductions, 0);
}

static void expect_host(int kind, MPI_Datatype type, MPI_Comm comm, const char *why)
{
	int n_calls = fake_core.n_calls, n_before = fake_mpi.n_reductions;

	assert_int_equal(call(kind, type, comm), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_reductions, n_before + 1);
	assert_string_equal(fake_mpi.reduction.name, names[kind].host);
	assert_int_equal(fake_core.n_calls, n_calls);
	assert_non_null(strstr(fake_core.left_why, why));
	assert_non_null(strstr(fake_core.left_why, names[kind].host));
}

static void test_the_rest_is_the_host_s_of_its_name(void **state)
{
	MPI_Comm unmade = fake_mpi_comm_of(0, SIZE, (const int[]){ 1, 2, 0 });

	(void)state;
	for (int kind = 0; kind < N_KINDS; kind++) {
		if (kind < 6)
			expect_host(kind, MPI_PACKED, MPI_COMM_WORLD, "is not one of Sumac's");
		expect_host(kind, MPI_INT, unmade, "the communicator has no team yet");
		fake_core.why_not_driven = "nobody drives it";
		expect_host(kind, MPI_INT, MPI_COMM_WORLD, "nobody drives it");
		fake_core.why_not_driven = NULL;
	}
	assert_int_equal(fake_core.n_teams, 0); /* nobody has waited for anybody */
	fake_mpi_comm_free(unmade);
}

/* The host reports them, or the others' requests would never end. */
static void test_what_is_wrong_is_the_host_s(void **state)
{
	int n_before = fake_mpi.n_reductions;

	(void)state;
	MPI_Ireduce(src, dst, 2, MPI_INT, MPI_MAX, SIZE, MPI_COMM_WORLD, &request);
	MPI_Iallreduce(src, dst, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD, NULL);
	MPI_Iallreduce(src, dst, 2, MPI_INT, MPI_MAX, MPI_COMM_NULL, &request);
	assert_int_equal(fake_mpi.n_reductions, n_before + 3);
	assert_int_equal(fake_core.n_calls, 0);
}

static void test_who_requires_the_nic_gets_no_host(void **state)
{
	(void)state;
	fake_core_settings("require=nic");
	fake_core.why_not_driven = "nobody drives it";
	assert_int_not_equal(call(0, MPI_INT, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_non_null(strstr(sumac_last_error(), "MPI_Iallreduce: the setting require is nic"));
	assert_int_equal(fake_mpi.n_reductions, 0);
	fake_core_settings("");
}

static void test_what_the_core_refuses_is_raised_at_once(void **state)
{
	int code;

	(void)state;
	fake_core.status = -SUMAC_EFAILED;
	code = call(0, MPI_INT, MPI_COMM_WORLD);
	assert_true(code != MPI_SUCCESS && code == fake_mpi.raised);
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_true(request == MPI_REQUEST_NULL && n_fake_requests == 0);
	fake_core.status = 0;
}

/* The others count on this rank, so what it has begun it ends. */
static void test_where_the_host_has_no_request_the_call_is_waited_for(void **state)
{
	(void)state;
	fake_mpi.failing = MPI_ERR_OTHER;
	assert_int_equal(call(0, MPI_INT, MPI_COMM_WORLD), MPI_ERR_OTHER);
	assert_int_equal(fake_core.n_waits, 1);
	fake_mpi.failing = 0;
}

#define START_TEST(name) cmocka_unit_test_setup_teardown(name, begin, mpi_job_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		START_TEST(test_each_is_the_core_s_of_its_name),
		START_TEST(test_the_rest_is_the_host_s_of_its_name),
		START_TEST(test_what_is_wrong_is_the_host_s),
		START_TEST(test_who_requires_the_nic_gets_no_host),
		START_TEST(test_what_the_core_refuses_is_raised_at_once),
		START_TEST(test_where_the_host_has_no_request_the_call_is_waited_for),
	};

	return cmocka_run_group_tests_name("mpi_start", tests, NULL, NULL);
}
