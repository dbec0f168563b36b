/*
 * The answers for requests, and their statuses, where one has failed that the host knows nothing about.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_answer.h"

enum { N = 3, FAILED = 500, OTHER = 600, UNSET = -7 };

static MPI_Status statuses[N];

/* The last has failed. */
static int *codes(void)
{
	int *codes = calloc(N, sizeof(*codes));

	codes[N - 1] = FAILED;
	for (int i = 0; i < N; i++)
		statuses[i].MPI_ERROR = UNSET;
	return codes;
}

static void test_of_one_its_own_code_is_returned(void **state)
{
	(void)state;
	assert_int_equal(sumac_mpi_answer_one(MPI_SUCCESS, codes(), N - 1, true), FAILED);
	assert_int_equal(sumac_mpi_answer_one(MPI_SUCCESS, codes(), 0, true), MPI_SUCCESS);
	assert_int_equal(sumac_mpi_answer_one(MPI_SUCCESS, codes(), MPI_UNDEFINED, true), MPI_SUCCESS);
	assert_int_equal(sumac_mpi_answer_one(MPI_SUCCESS, codes(), N - 1, false), MPI_SUCCESS);
	assert_int_equal(sumac_mpi_answer_one(OTHER, codes(), N - 1, true), OTHER);
	assert_int_equal(sumac_mpi_answer_one(OTHER, NULL, 0, true), OTHER);
}

static void expect(int first, int second, int third)
{
	assert_true(statuses[0].MPI_ERROR == first && statuses[1].MPI_ERROR == second && statuses[2].MPI_ERROR == third);
}

static void test_of_several_the_statuses_tell(void **state)
{
	const int ends[] = { 3, 1 };

	(void)state;
	assert_int_equal(sumac_mpi_answer_list(MPI_SUCCESS, codes(), N, NULL, 0, statuses), MPI_ERR_IN_STATUS);
	expect(MPI_SUCCESS, MPI_SUCCESS, FAILED);
	assert_int_equal(sumac_mpi_answer_list(MPI_SUCCESS, codes(), 2, ends, 1, statuses), MPI_ERR_IN_STATUS);
	expect(FAILED, MPI_SUCCESS, UNSET);
	assert_int_equal(sumac_mpi_answer_list(MPI_SUCCESS, codes(), 1, ends + 1, 1, statuses), MPI_SUCCESS); /* not that one */
	expect(UNSET, UNSET, UNSET);
	assert_int_equal(sumac_mpi_answer_list(MPI_ERR_IN_STATUS, codes(), N, NULL, 0, statuses), MPI_ERR_IN_STATUS);
	expect(UNSET, UNSET, FAILED); /* the others are as the host has set them */
	assert_int_equal(sumac_mpi_answer_list(MPI_SUCCESS, codes(), N, NULL, 0, NULL), MPI_ERR_IN_STATUS);
	assert_int_equal(sumac_mpi_answer_list(MPI_SUCCESS, codes(), MPI_UNDEFINED, ends, 0, statuses), MPI_SUCCESS);
	assert_int_equal(sumac_mpi_answer_list(OTHER, NULL, N, NULL, 0, statuses), OTHER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_of_one_its_own_code_is_returned),
		cmocka_unit_test(test_of_several_the_statuses_tell),
	};

	return cmocka_run_group_tests_name("mpi_answer", tests, NULL, NULL);
}
