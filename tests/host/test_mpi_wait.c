/*
 * Sumac and the host MPI keep each other going.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_core.h"
#include "fake_mpi.h"
#include "frontend/mpi/mpi_wait.h"

static int set_up(void **state)
{
	(void)state;
	fake_mpi_reset(0, 2);
	fake_core_reset(0, 2);
	return 0;
}

static void test_sumac_goes_on_while_the_host_is_waited_for(void **state)
{
	MPI_Request request = MPI_REQUEST_NULL;

	(void)state;
	fake_mpi.n_tests_left = 600; /* beyond spinning and yielding */
	assert_int_equal(sumac_mpi_wait(&request), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_tests, 601);
	assert_int_equal(fake_core.n_progress, 550); /* not while it spins */
	assert_int_equal(sumac_mpi_wait(&request), MPI_SUCCESS);
	assert_int_equal(fake_core.n_progress, 550); /* it was already done */
}

static void test_the_host_s_error_ends_the_wait(void **state)
{
	MPI_Request request = MPI_REQUEST_NULL;

	(void)state;
	fake_mpi.n_tests_left = 10;
	fake_mpi.failing = MPI_ERR_OTHER;
	assert_int_equal(sumac_mpi_wait(&request), MPI_ERR_OTHER);
	assert_int_equal(fake_mpi.n_tests, 1);
}

static void test_the_host_goes_on_while_sumac_waits(void **state)
{
	MPI_Comm own;

	(void)state;
	PMPI_Comm_dup(MPI_COMM_WORLD, &own);
	assert_int_equal(sumac_mpi_push_begin(own), 0);
	assert_non_null(fake_core.hook);
	assert_int_equal(fake_core.hook(fake_core.hook_ctx), 0);
	assert_int_equal(fake_mpi.n_probes, 1);
	assert_ptr_equal(fake_mpi.probed, own); /* on which the program never sends */
	sumac_mpi_push_end();
	assert_null(fake_core.hook);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_sumac_goes_on_while_the_host_is_waited_for, set_up),
		cmocka_unit_test_setup(test_the_host_s_error_ends_the_wait, set_up),
		cmocka_unit_test_setup(test_the_host_goes_on_while_sumac_waits, set_up),
	};

	return cmocka_run_group_tests_name("mpi_wait", tests, NULL, NULL);
}
