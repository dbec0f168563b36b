/*
 * Whether tests and waits come to Sumac first: not where another library has one of them before it.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_request.h"

static const void *theirs, *nobodys; /* functions */

/* In the C library's place, also for what other libraries do when they are loaded. */
int dladdr(const void *address, Dl_info *info_out)
{
	*info_out = (Dl_info){ .dli_fname = "", .dli_fbase = address == theirs ? &theirs : &nobodys };
	return address != nobodys;
}

static void test_each_of_them_counts_and_no_other(void **state)
{
	static const char *const names[] = { "Wait", "Waitall", "Waitany", "Waitsome", "Test", "Testall", "Testany", "Testsome",
					     "Request_get_status" };
	char name[32];

	(void)state;
	assert_true(sumac_mpi_requests_reach_us());
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(name, sizeof(name), "MPI_%s", names[i]);
		theirs = dlsym(RTLD_DEFAULT, name);
		assert_non_null(theirs);
		assert_false(sumac_mpi_requests_reach_us());
	}
	theirs = dlsym(RTLD_DEFAULT, "MPI_Barrier");
	assert_true(sumac_mpi_requests_reach_us());
}

static void test_a_function_of_no_library_is_not_ours(void **state)
{
	(void)state;
	nobodys = dlsym(RTLD_DEFAULT, "MPI_Test");
	assert_false(sumac_mpi_requests_reach_us());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_of_them_counts_and_no_other),
		cmocka_unit_test(test_a_function_of_no_library_is_not_ours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
