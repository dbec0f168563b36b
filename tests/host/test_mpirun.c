/*
 * `sumac mpirun`: which arguments reach the host's mpirun, and that its ranks
 * get the front end and the settings. The front end here does nothing.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

/* Open MPI's mpirun, under Debian's name: `sumac mpirun` prefers it to mpirun on PATH. */
static bool has_open_mpi(void)
{
	return !access("/usr/bin/mpirun.openmpi", X_OK);
}

/* Debian 13's, of Open MPI 5.0.7, crashes of several programs, also without Sumac. */
static bool open_mpi_takes_several_programs(void)
{
	setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
	setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
	return !child_execute((const char *const[]){ "mpirun.openmpi", "--oversubscribe", "-n", "1", "true", ":", "-n", "1", "true",
						     NULL });
}

/* A library of this process, by its name. */
static const char *library(const char *name)
{
	static char line[512];
	FILE *maps = fopen("/proc/self/maps", "re");
	bool is_found = false;

	assert_non_null(maps);
	while (!is_found && fgets(line, sizeof(line), maps))
		is_found = strstr(line, name);
	fclose(maps);
	assert_true(is_found);
	line[strcspn(line, "\n")] = '\0';
	return strchr(line, '/');
}

/* The C library takes its place: already loaded, it does nothing more. */
static int make_front_end(void **state)
{
	tool_prefix_make(state);
	setenv("XDG_RUNTIME_DIR", child_path("runtime"), 1);
	assert_int_equal(child_make_folder("runtime"), 0);
	return symlink(library("/libc.so.6"), child_path("lib/libsumac_ompi.so")) ||
	       symlink(library("/libc.so.6"), child_path("lib/libsumac_mpich.so"));
}

static void ranks_get_the_front_end_and_the_settings(void **state)
{
	static const char script[] = "echo \"$LD_PRELOAD:$SUMAC_OPTIONS:${SUMAC_JOB_DIR:+folder}\" $0 $1 "
				     ">$CHILD_DIR/$OMPI_COMM_WORLD_RANK";
	char preload[256];

	(void)state;
	if (!has_open_mpi())
		skip();
	assert_int_equal(TOOL_RUN("mpirun", "-n", "2", "--engine", "cpu", "--set", "spin_us=7", "--mca", "orte_tag_output",
				  "0", "sh", "-c", script, "-n", "5"), 0);
	snprintf(preload, sizeof(preload), "%s:engine=cpu;spin_us=7:folder -n 5\n", child_path("lib/libsumac_ompi.so"));
	assert_string_equal(child_read("0"), preload);
	assert_string_equal(child_read("1"), preload);
	assert_int_equal(child_count_in("runtime"), 0);
}

static void each_program_of_several_gets_them(void **state)
{
	static const char script[] = "echo \"$LD_PRELOAD:$SUMAC_OPTIONS\" $0 $OMPI_COMM_WORLD_SIZE "
				     ">$CHILD_DIR/$OMPI_COMM_WORLD_RANK";
	char expected[256];

	(void)state;
	if (!has_open_mpi() || !open_mpi_takes_several_programs())
		skip();
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "--engine", "cpu", "--report", child_path("r.json"), "sh", "-c", script, "a",
				  ":", "-np", "2", "--mca", "orte_tag_output", "0", "sh", "-c", script, "b"), 0);
	for (int rank = 0; rank < 3; rank++) {
		char name[16];

		snprintf(expected, sizeof(expected), "%s:engine=cpu;report=%s %s 3\n", child_path("lib/libsumac_ompi.so"),
			 child_path("r.json"), rank ? "b" : "a");
		snprintf(name, sizeof(name), "%d", rank);
		assert_string_equal(child_read(name), expected);
	}
	assert_non_null(strstr(child_read("r.json"), "{\"rank\": 2, \"missing\""));
	assert_null(strstr(child_read("r.json"), "{\"rank\": 3"));
}

static void without_a_number_mpirun_says_how_many(void **state)
{
	(void)state;
	if (!has_open_mpi())
		skip();
	assert_int_equal(TOOL_RUN("mpirun", "-N", "3", "--engine", "cpu", "--report", child_path("r.json"), "sh", "-c",
				  ": >$CHILD_DIR/$OMPI_COMM_WORLD_RANK-of-$OMPI_COMM_WORLD_SIZE"), 0);
	assert_true(child_has("2-of-3"));
	assert_non_null(strstr(child_read("r.json"), "{\"rank\": 2, \"missing\""));
	assert_null(strstr(child_read("r.json"), "{\"rank\": 3"));
	assert_int_equal(TOOL_RUN("mpirun", "--engine", "cpu", "--no-such-option", "true"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "mpirun does not say how many ranks it would start"));
}

/* Hydra's options, with their values, and with ":"; without a number it is Hydra that knows it. Ranks last a while: Hydra is
 * ended by a SIGPIPE of its own, now and then, where they end before it has seen the end of its input. */
static void under_mpich_it_is_the_same(void **state)
{
	static const char script[] = "echo \"$LD_PRELOAD:$SUMAC_OPTIONS\" $0 $A$B $PMI_SIZE >$CHILD_DIR/$PMI_RANK; sleep 0.3";
	const char *const ends[] = { "a 1 3\n", "b 12 3\n", "b 12 3\n" };
	char expected[512], name[16];

	(void)state;
	if (access("/usr/bin/mpirun.mpich", X_OK))
		skip();
	assert_int_equal(TOOL_RUN("mpirun", "--mpi", "mpich", "-genv", "A", "1", "-bind-to", "none", "-n", "1", "--engine", "cpu",
				  "sh", "-c", script, "a", ":", "-np", "2", "-env", "B", "2", "sh", "-c", script, "b"), 0);
	for (int rank = 0; rank < 3; rank++) {
		snprintf(expected, sizeof(expected), "%s:engine=cpu %s", child_path("lib/libsumac_mpich.so"), ends[rank]);
		snprintf(name, sizeof(name), "%d", rank);
		assert_string_equal(child_read(name), expected);
	}
	assert_int_equal(TOOL_RUN("mpirun", "--mpi=mpich", "-hosts", "localhost:4", "--engine", "cpu", "--report",
				  child_path("r.json"), "sh", "-c", ": >$CHILD_DIR/$PMI_RANK-of-$PMI_SIZE; sleep 0.3"), 0);
	assert_true(child_has("3-of-4"));
	assert_non_null(strstr(child_read("r.json"), "{\"rank\": 3, \"missing\""));
	assert_int_equal(TOOL_RUN("mpirun", "--mpi", "mpich", "-n", "2", "--engine", "cpu", "sh", "-c", "sleep 0.3; exit 3"), 3);
	assert_int_equal(TOOL_RUN("mpirun", "--mpi", "mpich", "-n", "2", "--engine", "cpu", "--timeout", "0.5", "sleep", "300"),
			 SUMAC_EXIT_TIMEOUT);
	/* Hydra's own status is 0 or 2. */
	assert_int_not_equal(child_execute((const char *const[]){ "timeout", "--preserve-status", "-s", "INT", "1",
		child_path("bin/sumac"), "mpirun", "--mpi", "mpich", "-n", "2", "--engine", "cpu", "sleep", "300", NULL }), 0);
	assert_int_equal(child_count_in("runtime"), 0);
}

/* A program of each MPI: as its libraries are called. */
static void a_program_of_another_mpi_is_refused(void **state)
{
	const char *const libraries[] = { "libmpi.so.40", "libmpich.so.12" }, *const programs[] = { "open", "mpich" };
	char name[64];

	(void)state;
	child_write("empty.c", "int main(void) { return 0; }\n", 0600);
	for (int i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "-Wl,-soname,%s", libraries[i]);
		assert_int_equal(child_execute((const char *const[]){ "cc", "-shared", name, child_path("empty.c"), "-o",
								      child_path(libraries[i]), NULL }), 0);
		assert_int_equal(child_execute((const char *const[]){ "cc", child_path("empty.c"), "-Wl,--no-as-needed",
								      child_path(libraries[i]), "-o", child_path(programs[i]),
								      NULL }), 0);
	}
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "--mpi", "mpich", child_path("open")), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "/open was linked with Open MPI, not with MPICH: omit --mpi, or compile it with "
			       "mpicc.mpich"));
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", child_path("mpich"), ":", "-n", "1", child_path("open")),
			 SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "the programs of a job share one MPI"));
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "--mpi", "lam", "true"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "--mpi takes openmpi or mpich"));
}

static void what_the_user_preloads_stays(void **state)
{
	char expected[512], option[512];
	int status;

	(void)state;
	if (!has_open_mpi())
		skip();
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "--engine", "cpu", "sh", "-c", "echo $LD_PRELOAD >$CHILD_DIR/0"), 0);
	snprintf(expected, sizeof(expected), "%s\n", child_path("lib/libsumac_ompi.so"));
	assert_string_equal(child_read("0"), expected);
	setenv("LD_PRELOAD", library("/libcmocka.so"), 1);
	status = TOOL_RUN("mpirun", "-n", "1", "--engine", "cpu", "sh", "-c", "echo $LD_PRELOAD >$CHILD_DIR/0");
	unsetenv("LD_PRELOAD");
	assert_int_equal(status, 0);
	snprintf(expected, sizeof(expected), "%s:%s\n", library("/libcmocka.so"), child_path("lib/libsumac_ompi.so"));
	assert_string_equal(child_read("0"), expected);
	/* The same holds for a preload that goes to the ranks alone. */
	snprintf(option, sizeof(option), "LD_PRELOAD=%s", library("/libcmocka.so"));
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "--engine", "cpu", "-x", option, "sh", "-c",
				  "echo $LD_PRELOAD >$CHILD_DIR/1"), 0);
	assert_string_equal(child_read("1"), expected);
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "--engine", "cpu", "env", option, "sh", "-c",
				  "echo $LD_PRELOAD >$CHILD_DIR/2"), 0);
	assert_string_equal(child_read("2"), expected);
}

static void the_hosts_status_and_the_timeout_are_the_jobs(void **state)
{
	(void)state;
	if (!has_open_mpi())
		skip();
	assert_int_equal(TOOL_RUN("mpirun", "-n", "2", "--engine", "cpu", "sh", "-c", "exit 3"), 3);
	assert_int_equal(TOOL_RUN("mpirun", "-n", "2", "--engine", "cpu", "--timeout", "0.5", "sleep", "300"), SUMAC_EXIT_TIMEOUT);
	assert_non_null(strstr(child_err, "sumac mpirun: rank 1: has not entered Sumac"));
}

static void a_front_end_that_is_not_built_is_told(void **state)
{
	(void)state;
	assert_int_equal(unlink(child_path("lib/libsumac_ompi.so")), 0);
	assert_int_equal(TOOL_RUN("mpirun", "-n", "2", "--engine", "cpu", "true"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "the MPI front end is not at"));
}

static void words_that_make_no_job_are_refused(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("mpirun", "-n", "1", "true", ":", "-n", "1"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "which program?"));
	assert_int_equal(TOOL_RUN("mpirun", "-n", "2"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "which program?"));
	assert_int_equal(TOOL_RUN("mpirun", "-n", "2", "--mca", "only", "one"), SUMAC_EXIT_USAGE); /* both are values */
	assert_non_null(strstr(child_err, "which program?"));
	assert_int_equal(TOOL_RUN("mpirun", "-configfile", "file", "true"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "-configfile names a file of programs, which Sumac does not read"));
	assert_int_equal(TOOL_RUN("mpirun", "--app", "file"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "--app names a file of programs"));
	assert_int_equal(TOOL_RUN("mpirun", "--help"), 0);
	assert_non_null(strstr(child_out, "all other options go to the MPI's own mpirun"));
}

#define MPI_TEST(function) cmocka_unit_test_setup_teardown(function, make_front_end, child_remove_dir)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		MPI_TEST(ranks_get_the_front_end_and_the_settings),
		MPI_TEST(each_program_of_several_gets_them),
		MPI_TEST(without_a_number_mpirun_says_how_many),
		MPI_TEST(under_mpich_it_is_the_same),
		MPI_TEST(a_program_of_another_mpi_is_refused),
		MPI_TEST(what_the_user_preloads_stays),
		MPI_TEST(the_hosts_status_and_the_timeout_are_the_jobs),
		MPI_TEST(a_front_end_that_is_not_built_is_told),
		MPI_TEST(words_that_make_no_job_are_refused),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
