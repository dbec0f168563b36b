/*
 * Behind Sumac comes the next library that has a function of that name, else the host MPI by its other name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_next.h"

static const char *own_path;

static int child(void)
{
	void **next = (void **)&sumac_mpi_next;

	if (sumac_mpi_next.Barrier(MPI_COMM_NULL) != 77)
		return 1;
	for (size_t i = 0; i < sizeof(sumac_mpi_next) / sizeof(*next); i++)
		if (!next[i])
			return 2;
	return sumac_mpi_next.Scan == PMPI_Scan ? 0 : 3; /* which in the library is MPI_Scan's other name */
}

static void test_a_tool_that_is_loaded_between_is_next(void **state)
{
	char dir[] = "/tmp/sumac-next-XXXXXX", command[512];
	int status;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(command, sizeof(command), "echo 'int MPI_Barrier(void *comm) { (void)comm; return 77; }' | "
		 "cc -x c -shared -fPIC - -o %s/tool.so && ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 "
		 "LD_PRELOAD=%s/tool.so %s child; status=$?; rm -r %s; exit $status", dir, dir, own_path, dir);
	status = system(command);
	assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_a_tool_that_is_loaded_between_is_next) };

	own_path = argv[0];
	return argc > 1 ? child() : cmocka_run_group_tests_name("mpi_next", tests, NULL, NULL);
}
