/*
 * Sumac begins after MPI and ends before it; what fails goes to the error
 * handler.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "fake_core.h"
#include "fake_mpi.h"
#include "frontend/mpi/mpi_group.h"
#include "frontend/mpi/mpi_setup.h"
#include "frontend/mpi/mpi_version.h"

static int set_up(void **state)
{
	(void)state;
	fake_mpi_reset(1, 3);
	fake_core_reset(1, 3);
	fake_core_settings("");
	return 0;
}

static void test_it_is_up_between_init_and_finalize(void **state)
{
	(void)state;
	assert_false(sumac_mpi_is_up());
	assert_int_equal(MPI_Init(NULL, NULL), MPI_SUCCESS);
	assert_true(sumac_mpi_is_up() && fake_mpi.n_init == 1 && fake_core.n_inits == 1);
	assert_non_null(fake_core.hook); /* the host MPI is driven */
	assert_non_null(sumac_mpi_group_make(MPI_COMM_WORLD)->team);
	assert_int_equal(MPI_Finalize(), MPI_SUCCESS);
	assert_false(sumac_mpi_is_up());
	assert_true(fake_mpi.n_finalize == 1 && fake_core.n_finalizes == 1);
	assert_null(fake_core.hook);
	assert_int_equal(fake_mpi.n_keyvals, 0);
	assert_true(fake_mpi.comms[1].is_freed); /* the duplicate for Sumac's messages */
	assert_int_equal(fake_mpi.n_raised, 0);
}

static void test_there_are_teams_at_every_thread_level(void **state)
{
	int provided;

	(void)state;
	for (int level = MPI_THREAD_SINGLE; level <= MPI_THREAD_MULTIPLE; level++) {
		set_up(NULL);
		assert_int_equal(MPI_Init_thread(NULL, NULL, level, &provided), MPI_SUCCESS);
		assert_int_equal(provided, level);
		assert_non_null(sumac_mpi_group_make(MPI_COMM_WORLD)->team);
		MPI_Finalize();
	}
}

/* Their requests would never end. */
static void test_where_another_s_waits_come_first_no_request_is_sumac_s(void **state)
{
	(void)state;
	MPI_Init(NULL, NULL);
	assert_null(sumac_mpi_why_no_requests());
	MPI_Finalize();
	set_up(NULL);
	fake_mpi.hides_requests = true;
	MPI_Init(NULL, NULL);
	assert_non_null(strstr(sumac_mpi_why_no_requests(), "before Sumac's"));
	MPI_Finalize();
}

static void test_where_it_has_not_begun_it_says_why(void **state)
{
	(void)state;
#ifndef SUMAC_MPI_HAS_SESSIONS /* by one of which MPI could have begun */
	assert_null(sumac_mpi_why_not_up()); /* nor has MPI */
#endif
	fake_mpi.is_begun = true;
	assert_non_null(strstr(sumac_mpi_why_not_up(), "MPI was initialised by an MPI_Init that Sumac did not see"));
	fake_mpi.is_spawned = true;
	assert_int_equal(MPI_Init(NULL, NULL), MPI_SUCCESS);
	assert_false(sumac_mpi_is_up());
	assert_int_equal(fake_core.n_inits, 0);
	assert_non_null(strstr(sumac_mpi_why_not_up(), "MPI_Comm_spawn"));
	MPI_Finalize();
	assert_null(sumac_mpi_why_not_up());
}

/* As where a tool has an MPI_Finalize of its own. */
static void test_it_ends_with_mpi_though_nobody_calls_it(void **state)
{
	(void)state;
	assert_int_equal(MPI_Init(NULL, NULL), MPI_SUCCESS);
	PMPI_Finalize();
	assert_false(sumac_mpi_is_up());
	assert_int_equal(fake_core.n_finalizes, 1);
	assert_int_equal(fake_mpi.n_keyvals, 0);
}

/* The default handler would end the job: a user who asked for Sumac must learn that it is not there. */
static void test_a_failed_call_goes_to_the_handler(void **state)
{
	(void)state;
	fake_core.status = -SUMAC_ENODEV;
	assert_int_not_equal(MPI_Init(NULL, NULL), MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_ptr_equal(fake_mpi.raised_on, MPI_COMM_WORLD);
	assert_false(sumac_mpi_is_up());
	assert_int_equal(MPI_Finalize(), MPI_SUCCESS); /* of the host MPI alone */
	assert_int_equal(fake_core.n_finalizes, 0);
}

static void test_an_end_that_fails_is_reported_and_ends_all_the_same(void **state)
{
	int code;

	(void)state;
	assert_int_equal(MPI_Init(NULL, NULL), MPI_SUCCESS);
	fake_core.status = -SUMAC_EPEER;
	code = MPI_Finalize();
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_true(code == fake_mpi.raised && code != MPI_SUCCESS);
	assert_int_equal(fake_mpi.n_finalize, 1);
}

static void test_without_the_host_there_is_no_sumac(void **state)
{
	int provided;

	(void)state;
	fake_mpi.failing = MPI_ERR_OTHER;
	assert_int_equal(MPI_Init(NULL, NULL), MPI_ERR_OTHER);
	assert_int_equal(MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided), MPI_ERR_OTHER);
	assert_int_equal(fake_core.n_inits, 0);
	assert_false(sumac_mpi_is_up());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_where_it_has_not_begun_it_says_why, set_up),
		cmocka_unit_test_setup(test_it_is_up_between_init_and_finalize, set_up),
		cmocka_unit_test_setup(test_it_ends_with_mpi_though_nobody_calls_it, set_up),
		cmocka_unit_test_setup(test_there_are_teams_at_every_thread_level, set_up),
		cmocka_unit_test_setup(test_where_another_s_waits_come_first_no_request_is_sumac_s, set_up),
		cmocka_unit_test_setup(test_a_failed_call_goes_to_the_handler, set_up),
		cmocka_unit_test_setup(test_an_end_that_fails_is_reported_and_ends_all_the_same, set_up),
		cmocka_unit_test_setup(test_without_the_host_there_is_no_sumac, set_up),
	};

	return cmocka_run_group_tests_name("mpi_setup", tests, NULL, NULL);
}
