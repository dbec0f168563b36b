/*
 * A front end knows its own MPI from another one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_mpi.h"
#include "frontend/mpi/mpi_library.h"

static void test_another_mpi_is_reported_with_the_remedy(void **state)
{
	(void)state;
	fake_mpi_reset(0, 1);
	assert_null(sumac_mpi_library_mismatch());
	fake_mpi.version = "MPICH Version:\t4.0.2\nand more";
	assert_string_equal(sumac_mpi_library_mismatch(),
			    "libsumac_ompi.so is for Open MPI, but the program's MPI is \"MPICH Version: 4.0.2\": preload "
			    "libsumac_mpich.so, or use `sumac mpirun`, which chooses the right one");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_another_mpi_is_reported_with_the_remedy) };

	return cmocka_run_group_tests_name("mpi_library", tests, NULL, NULL);
}
