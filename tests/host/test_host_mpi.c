/*
 * The launchers of the MPIs, and where commands are found.
 */
#include "child.h"

#include "launch/host_mpi.h"
#include "launch/search_path.h"

static void test_options_have_their_values(void **state)
{
	(void)state;
	assert_int_equal(sumac_host_mpi_values_of("-genv"), 2);
	assert_int_equal(sumac_host_mpi_values_of("--mca"), 2);
	assert_int_equal(sumac_host_mpi_values_of("-ppn"), 1);
	assert_int_equal(sumac_host_mpi_values_of("-genvall"), 0);
	assert_ptr_equal(sumac_host_mpi_find("mpich"), sumac_mpich);
	assert_ptr_equal(sumac_host_mpi_find("openmpi"), sumac_open_mpi);
	assert_null(sumac_host_mpi_find("lam"));
}

/* An MPI that has no launcher of Debian's name. */
static void test_a_launcher_of_another_mpi_is_none(void **state)
{
	static const struct sumac_host_mpi mpi = { "mpich", "MPICH", "none.so", { "/no/mpirun", "mpiexec.none", "mpirun" },
						   { "HYDRA" }, "mpich" };
	char path[SUMAC_TOOL_PATH_BYTES], old_path[SUMAC_TOOL_PATH_BYTES];

	(void)state;
	snprintf(old_path, sizeof(old_path), "%s", getenv("PATH"));
	snprintf(path, sizeof(path), "%s:/usr/bin:/bin", child_path(""));
	setenv("PATH", path, 1);
	child_write("mpirun", "#!/bin/sh\necho mpirun.openmpi '(OpenRTE)' 4\n", 0700);
	assert_null(sumac_host_mpi_launcher("test", &mpi));
	child_write("mpirun", "#!/bin/sh\necho HYDRA build details:\n", 0700);
	assert_string_equal(sumac_host_mpi_launcher("test", &mpi), "mpirun");
	child_write("mpiexec.none", "", 0700);
	assert_string_equal(sumac_host_mpi_launcher("test", &mpi), "mpiexec.none");
	setenv("PATH", old_path, 1);
}

static void test_commands_are_found_as_the_shell_finds_them(void **state)
{
	char path[SUMAC_TOOL_PATH_BYTES];

	(void)state;
	assert_true(sumac_search_path("sh", path));
	assert_int_equal(access(path, X_OK), 0);
	assert_true(sumac_search_path("/bin/sh", path));
	assert_string_equal(path, "/bin/sh");
	assert_false(sumac_search_path("/bin", path));
	assert_false(sumac_search_path("no-such-program", path));
	assert_false(sumac_search_path("", path));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_options_have_their_values),
		CHILD_TEST(test_a_launcher_of_another_mpi_is_none),
		cmocka_unit_test(test_commands_are_found_as_the_shell_finds_them),
	};

	return cmocka_run_group_tests_name("host_mpi", tests, NULL, NULL);
}
