/*
 * Sumac's errors as MPI's: the communicator's own handler is called, with a code whose string is the story.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/fail.h"
#include "fake_mpi.h"
#include "frontend/mpi/mpi_error.h"
#include "sumac.h"

static const char *string_of(int code)
{
	return fake_mpi.strings[code - 100];
}

static void test_the_handler_gets_a_code_whose_string_is_the_story(void **state)
{
	MPI_Comm comm;
	int code;

	(void)state;
	fake_mpi_reset(0, 2);
	PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
	sumac_fail(SUMAC_EPEER, "rank 3 has died");
	code = sumac_mpi_error_raise(comm, "MPI_Reduce", "rank 0", -SUMAC_EPEER);
	assert_int_equal(fake_mpi.n_raised, 1);
	assert_ptr_equal(fake_mpi.raised_on, comm);
	assert_int_equal(fake_mpi.raised, code);
	assert_string_equal(string_of(code), "sumac: MPI_Reduce: rank 3 has died");
}

static void test_a_status_has_one_code_and_all_one_class(void **state)
{
	int peer, again, other;

	(void)state;
	peer = sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -SUMAC_EPEER);
	sumac_fail(SUMAC_EPEER, "MPI_Reduce: rank 4 has died"); /* the name is said once */
	again = sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -SUMAC_EPEER);
	other = sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -SUMAC_EOP);
	assert_int_equal(peer, again);
	assert_int_not_equal(peer, other);
	assert_string_equal(string_of(peer), "sumac: MPI_Reduce: rank 4 has died"); /* the newest story */
	assert_int_equal(fake_mpi.n_classes, 1);
	assert_int_equal(fake_mpi.n_codes, 2);
}

static void test_without_a_story_the_status_speaks(void **state)
{
	char wanted[256];

	(void)state;
	sumac_fail_clear();
	snprintf(wanted, sizeof(wanted), "sumac: MPI_Reduce: %s", sumac_strerror(-SUMAC_EOVERLAP));
	assert_string_equal(string_of(sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -SUMAC_EOVERLAP)), wanted);
}

static void test_a_long_story_is_cut_to_mpi_s_length(void **state)
{
	char story[2000];

	(void)state;
	memset(story, 'x', sizeof(story));
	story[sizeof(story) - 1] = 0;
	sumac_fail(SUMAC_EIO, "%s", story);
	assert_true(strlen(string_of(sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0",
							   -SUMAC_EIO))) < MPI_MAX_ERROR_STRING);
}

static void test_it_is_cut_between_words(void **state)
{
	const char *string;

	(void)state;
	sumac_fail(SUMAC_EIO, "%.*s", 60 * 5,
		   "word word word word word word word word word word word word word word word word word word word word "
		   "word word word word word word word word word word word word word word word word word word word word word "
		   "word word word word word word word word word word word word word word word word word word word word word");
	string = string_of(sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -SUMAC_EIO));
	assert_true(strlen(string) > MPI_MAX_ERROR_STRING - 12);
	assert_string_equal(string + strlen(string) - 9, " word ...");
}

/* The host would say that a call of ours has failed. */
static void test_where_errors_are_fatal_the_host_is_not_asked_to_print(void **state)
{
	int n_raised = fake_mpi.n_raised;

	(void)state;
	fake_mpi.is_fatal = true;
	sumac_fail(SUMAC_EPEER, "rank 3 has died");
	sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", NULL, -SUMAC_EPEER);
	assert_int_equal(fake_mpi.n_raised, n_raised);
	assert_int_not_equal(fake_mpi.aborted, 0);
	fake_mpi.is_fatal = false;
}

static void test_a_status_without_a_code_is_an_internal_error(void **state)
{
	(void)state;
	assert_int_equal(sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", 0), MPI_ERR_INTERN);
	assert_int_equal(sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -1000), MPI_ERR_INTERN);
	assert_int_equal(fake_mpi.raised, MPI_ERR_INTERN);
	fake_mpi.failing = MPI_ERR_OTHER; /* the host has no code to give */
	assert_int_equal(sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Reduce", "rank 0", -SUMAC_ENORES), MPI_ERR_INTERN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_handler_gets_a_code_whose_string_is_the_story),
		cmocka_unit_test(test_a_status_has_one_code_and_all_one_class),
		cmocka_unit_test(test_without_a_story_the_status_speaks),
		cmocka_unit_test(test_a_long_story_is_cut_to_mpi_s_length),
		cmocka_unit_test(test_it_is_cut_between_words),
		cmocka_unit_test(test_where_errors_are_fatal_the_host_is_not_asked_to_print),
		cmocka_unit_test(test_a_status_without_a_code_is_an_internal_error),
	};

	return cmocka_run_group_tests_name("mpi_error", tests, NULL, NULL);
}
