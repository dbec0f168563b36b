/*
 * Requests: each ends once, by whichever test or wait finds it done, and is freed when both the host and Sumac have done with
 * it; a failure reaches the program; while there are none, the host is asked alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_request.h"
#include "mpi_job.h"

enum { N = 3, UNSET = -7 };

static int src[2], dst[2];
static MPI_Request requests[N]; /* 0 and 2 are Sumac's, 1 is the host's */

static int begin(void **state)
{
	(void)state;
	mpi_job_begin(0, 2);
	for (int i = 0; i < N; i++)
		if (i == 1)
			requests[i] = fake_mpi_request();
		else
			assert_int_equal(MPI_Iallreduce(src, dst, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[i]),
					 MPI_SUCCESS);
	fake_requests[1].is_done = true;
	assert_int_equal(sumac_mpi_n_requests, 2);
	return 0;
}

static int end(void **state)
{
	fake_core.status = 0;
	sumac_mpi_requests_finish(N, requests);
	MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
	mpi_job_end(state);
	assert_int_equal(sumac_mpi_n_requests, 0);
	return 0;
}

static void expect_ended(int i)
{
	assert_true(requests[i] == MPI_REQUEST_NULL && fake_requests[i].is_freed);
}

static void test_a_wait_waits_for_its_own(void **state)
{
	MPI_Status status = { .MPI_SOURCE = 5 };

	(void)state;
	assert_int_equal(MPI_Wait(&requests[0], &status), MPI_SUCCESS);
	expect_ended(0);
	assert_true(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
	assert_true(fake_core.n_waits == 1 && fake_core.n_looks == 0 && !fake_requests[2].is_done);
	assert_int_equal(MPI_Wait(&requests[1], &status), MPI_SUCCESS); /* the host's */
	assert_int_equal(fake_core.n_waits, 1);
	assert_int_equal(MPI_Waitall(N, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
	expect_ended(2);
}

static void test_a_call_over_at_once_has_a_request_of_the_host_s(void **state)
{
	MPI_Request request;

	(void)state;
	fake_core.is_over_at_once = true;
	assert_int_equal(MPI_Iallreduce(src, dst, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request), MPI_SUCCESS);
	assert_true(fake_core.n_waits == 1 && sumac_mpi_n_requests == 2 && fake_requests[N].is_done);
	assert_int_equal(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_true(fake_core.n_waits == 1 && request == MPI_REQUEST_NULL);
	fake_core.is_over_at_once = false;
}

static void test_a_test_looks_and_the_host_answers(void **state)
{
	int is_done = 5, index, n_done, indices[N];

	(void)state;
	assert_int_equal(MPI_Test(&requests[0], &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_true(!is_done && fake_core.n_looks == 1);
	assert_int_equal(MPI_Testall(N, requests, &is_done, MPI_STATUSES_IGNORE), MPI_SUCCESS);
	assert_true(!is_done && fake_core.n_looks == 3);
	assert_int_equal(MPI_Request_get_status(requests[2], &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_true(!is_done && fake_core.n_looks == 4);
	fake_core.is_request_done = true;
	assert_int_equal(MPI_Request_get_status(requests[2], &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_true(is_done && !fake_requests[2].is_freed);
	assert_int_equal(MPI_Testany(1, requests, &index, &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_true(is_done && index == 0);
	assert_int_equal(MPI_Testsome(N, requests, &n_done, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
	assert_true(n_done == 2 && indices[1] == 2);
	expect_ended(2);
	assert_int_equal(fake_core.n_looks, 6); /* what is done is not looked at */
}

/* Whichever of both kinds is done first. */
static void test_a_wait_for_any_sees_to_both_kinds(void **state)
{
	int index, n_done, indices[N];

	(void)state;
	fake_requests[1].is_done = false;
	fake_mpi.n_tests = 0;
	fake_mpi.n_tests_left = 3; /* the host's is done then */
	assert_int_equal(MPI_Waitany(N, requests, &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_true(index == 1 && fake_core.n_looks == 6);
	fake_core.is_request_done = true;
	assert_int_equal(MPI_Waitsome(N, requests, &n_done, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
	assert_int_equal(n_done, 2);
	expect_ended(0);
	expect_ended(2);
	assert_int_equal(sumac_mpi_n_requests, 0);
}

static void test_a_failure_is_raised_once_and_returned(void **state)
{
	MPI_Status statuses[N];
	int is_done, code;

	(void)state;
	fake_core.status = -SUMAC_EPEER;
	code = MPI_Test(&requests[0], &is_done, MPI_STATUS_IGNORE);
	assert_true(code != MPI_SUCCESS && code == fake_mpi.raised);
	assert_true(is_done && fake_mpi.n_raised == 1 && fake_mpi.raised_on == MPI_COMM_WORLD);
	expect_ended(0);
	statuses[0].MPI_ERROR = UNSET;
	assert_int_equal(MPI_Waitall(N - 1, requests + 1, statuses), MPI_ERR_IN_STATUS);
	assert_true(fake_mpi.n_raised == 2 && statuses[1].MPI_ERROR == fake_mpi.raised);
	assert_int_equal(statuses[0].MPI_ERROR, MPI_SUCCESS); /* the host's */
	fake_core.status = 0;
	assert_int_equal(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_SUCCESS); /* told once */
}

static void free_one(bool is_told_early)
{
	int n_left = sumac_mpi_n_requests, is_done;

	fake_requests[0].is_told_early = is_told_early;
	assert_int_equal(MPI_Request_free(&requests[0]), MPI_SUCCESS);
	assert_int_equal(sumac_mpi_n_requests, n_left); /* it goes on */
	fake_core.is_request_done = true;
	MPI_Test(&requests[1], &is_done, MPI_STATUS_IGNORE);
	assert_true(fake_requests[0].is_done && sumac_mpi_n_requests == n_left - 1);
}

static void test_a_freed_request_ends_at_another_call(void **state)
{
	(void)state;
	free_one(false);
}

static void test_a_freed_request_ends_where_the_host_forgets_it_at_once(void **state)
{
	(void)state;
	free_one(true);
}

static void test_the_end_waits_for_what_was_freed(void **state)
{
	(void)state;
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[2]);
	sumac_mpi_requests_close();
	assert_true(fake_core.n_waits == 2 && sumac_mpi_n_requests == 0);
}

/* A freed communicator has no error handler any more. */
static void test_errors_of_a_freed_communicator_s_requests_are_the_world_s(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(0, 2, (const int[]){ 0, 1 });
	MPI_Request request;

	(void)state;
	MPI_Allreduce(src, dst, 2, MPI_INT, MPI_SUM, comm);
	assert_int_equal(MPI_Iallreduce(src, dst, 2, MPI_INT, MPI_SUM, comm, &request), MPI_SUCCESS);
	fake_mpi_comm_free(comm);
	fake_core.status = -SUMAC_EPEER;
	assert_int_not_equal(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
	assert_ptr_equal(fake_mpi.raised_on, MPI_COMM_WORLD);
}

static void test_a_collective_cannot_be_cancelled(void **state)
{
	(void)state;
	assert_int_equal(fake_requests[0].on_cancel(fake_requests[0].ctx, 0), MPI_ERR_REQUEST);
}

#define REQUEST_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REQUEST_TEST(test_a_wait_waits_for_its_own),
		REQUEST_TEST(test_a_call_over_at_once_has_a_request_of_the_host_s),
		REQUEST_TEST(test_a_test_looks_and_the_host_answers),
		REQUEST_TEST(test_a_wait_for_any_sees_to_both_kinds),
		REQUEST_TEST(test_a_failure_is_raised_once_and_returned),
		REQUEST_TEST(test_a_freed_request_ends_at_another_call),
		REQUEST_TEST(test_a_freed_request_ends_where_the_host_forgets_it_at_once),
		REQUEST_TEST(test_the_end_waits_for_what_was_freed),
		REQUEST_TEST(test_errors_of_a_freed_communicator_s_requests_are_the_world_s),
		REQUEST_TEST(test_a_collective_cannot_be_cancelled),
	};

	return cmocka_run_group_tests_name("mpi_request", tests, NULL, NULL);
}
