/*
 * MPI_Allreduce and MPI_Reduce: what Sumac takes reaches the
 * core as it was meant, and all else the host MPI unchanged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_core.h"
#include "fake_mpi.h"
#include "sumac.h"

enum { RANK = 1, SIZE = 3 };

static int src[4] = { 5, 6, 7, 8 }, dst[4];

static int begin(void **state)
{
	(void)state;
	fake_mpi_reset(RANK, SIZE);
	fake_core_reset(RANK, SIZE);
	fake_core_settings("");
	MPI_Init(NULL, NULL);
	fake_mpi.n_reductions = 0; /* from the start-up */
	return 0;
}

static int end(void **state)
{
	(void)state;
	fake_core.status = 0;
	MPI_Finalize();
	return 0;
}

static void expect_sumac(const void *sent, void *received, size_t count, int root)
{
	const struct fake_core_call *call = &fake_core.call;

	assert_int_equal(fake_core.n_calls, 1);
	assert_int_equal(fake_mpi.n_reductions, 0);
	assert_true(call->op == SUMAC_OP_MAX && call->type == SUMAC_TYPE_I32 && call->team == &fake_core.world);
	assert_true(call->src == sent && call->dst == received && call->count == count && call->root == root);
	fake_core.n_calls = 0;
}

static void expect_host(const void *sent, void *received, int count, int root)
{
	assert_int_equal(fake_core.n_calls, 0);
	assert_int_equal(fake_mpi.n_reductions, 1);
	assert_int_equal(fake_core.n_left, 1); /* the report counts it */
	fake_core.n_left = 0;
	assert_true(fake_mpi.reduction.sendbuf == sent && fake_mpi.reduction.recvbuf == received);
	assert_true(fake_mpi.reduction.count == count && fake_mpi.reduction.root == root);
	fake_mpi.n_reductions = 0;
}

static void test_what_is_sumac_s_reaches_the_core(void **state)
{
	(void)state;
	assert_int_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(src, dst, 4, -1);
	assert_int_equal(MPI_Allreduce(MPI_IN_PLACE, dst, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(dst, dst, 3, -1);
	assert_int_equal(MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(src, dst, 4, RANK);
	assert_int_equal(MPI_Reduce(MPI_IN_PLACE, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(dst, dst, 4, RANK);
	assert_int_equal(MPI_Reduce(src, NULL, 4, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD), MPI_SUCCESS);
	expect_sumac(src, NULL, 4, 0);
}

/* An error, but the root's alone: the others have their result. What the host makes of it is asked elsewhere. */
static void test_a_root_that_gives_one_buffer_twice_takes_its_part_first(void **state)
{
	int n_raised = fake_mpi.n_raised;

	(void)state;
	assert_int_equal(MPI_Reduce(dst, dst, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD), MPI_ERR_BUFFER);
	assert_int_equal(fake_mpi.n_raised, n_raised + 1);
	assert_ptr_equal(fake_mpi.raised_on, MPI_COMM_WORLD);
	assert_int_equal(fake_mpi.n_reductions, 1);
	assert_ptr_not_equal(fake_mpi.reduction.comm, MPI_COMM_WORLD);
	fake_mpi.n_reductions = 0;
	expect_sumac(dst, dst, 4, RANK);
}

static void test_what_is_not_goes_to_the_host_as_it_came(void **state)
{
	MPI_Comm inter = fake_mpi_comm_of(0, 2, (const int[]){ 1, 2 });
	char own;

	(void)state;
	fake_mpi_comm(inter)->is_inter = true;
	MPI_Allreduce(src, dst, 4, MPI_INT, (MPI_Op)(void *)&own, MPI_COMM_WORLD);
	expect_host(src, dst, 4, -1);
	assert_ptr_equal(fake_mpi.reduction.op, &own);
	MPI_Reduce(src, dst, 4, MPI_PACKED, MPI_MAX, 2, MPI_COMM_WORLD);
	expect_host(src, dst, 4, 2);
	assert_ptr_equal(fake_mpi.reduction.datatype, MPI_PACKED);
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, inter);
	expect_host(src, dst, 4, -1);
	assert_ptr_equal(fake_mpi.reduction.comm, inter);
	fake_mpi.failing = MPI_ERR_OTHER;
	assert_int_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, inter), MPI_ERR_OTHER);
	fake_mpi.failing = 0;
	fake_mpi_comm_free(inter);
}

/* The host MPI finds the error, and reports it in its own words. */
static void test_what_is_wrong_goes_to_the_host(void **state)
{
	(void)state;
	fake_mpi.n_reductions = 0;
	MPI_Allreduce(src, dst, 0, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_host(src, dst, 0, -1);
	MPI_Allreduce(src, dst, -1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_host(src, dst, -1, -1);
	MPI_Allreduce(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_host(src, MPI_IN_PLACE, 4, -1);
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_NULL);
	expect_host(src, dst, 4, -1);
	MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, SIZE, MPI_COMM_WORLD);
	expect_host(src, dst, 4, SIZE);
	MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, -2, MPI_COMM_WORLD);
	expect_host(src, dst, 4, -2);
	MPI_Reduce(MPI_IN_PLACE, dst, 4, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
	expect_host(MPI_IN_PLACE, dst, 4, 0);
	MPI_Reduce(src, MPI_IN_PLACE, 4, MPI_INT, MPI_MAX, RANK, MPI_COMM_WORLD);
	expect_host(src, MPI_IN_PLACE, 4, RANK);
}

static void test_before_and_after_all_is_the_host_s(void **state)
{
	(void)state;
	MPI_Finalize();
	MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	expect_host(src, dst, 4, -1);
	begin(NULL);
}

static void test_the_core_s_error_goes_to_the_handler(void **state)
{
	(void)state;
	fake_core.status = -SUMAC_EPEER;
	assert_int_not_equal(MPI_Allreduce(src, dst, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_not_equal(MPI_Reduce(src, dst, 4, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_raised, 2);
	assert_ptr_equal(fake_mpi.raised_on, MPI_COMM_WORLD);
	assert_int_equal(fake_mpi.n_reductions, 0); /* it is not computed a second time */
}

static void test_who_requires_the_nic_gets_no_host(void **state)
{
	(void)state;
	fake_core_settings("require=nic");
	assert_int_not_equal(MPI_Allreduce(src, dst, 4, MPI_PACKED, MPI_MAX, MPI_COMM_WORLD), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_reductions, 0);
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_non_null(strstr(sumac_last_error(), "MPI_Allreduce: the setting require is nic"));
	fake_core_settings("");
}

#define REDUCE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REDUCE_TEST(test_what_is_sumac_s_reaches_the_core),
		REDUCE_TEST(test_a_root_that_gives_one_buffer_twice_takes_its_part_first),
		REDUCE_TEST(test_what_is_not_goes_to_the_host_as_it_came),
		REDUCE_TEST(test_what_is_wrong_goes_to_the_host),
		REDUCE_TEST(test_before_and_after_all_is_the_host_s),
		REDUCE_TEST(test_the_core_s_error_goes_to_the_handler),
		REDUCE_TEST(test_who_requires_the_nic_gets_no_host),
	};

	return cmocka_run_group_tests_name("mpi_reduce", tests, NULL, NULL);
}
