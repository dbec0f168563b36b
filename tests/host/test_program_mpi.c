/*
 * Which MPI a program shows: of its own libraries, of theirs, through interpreters and wrappers.
 */
#include "child.h"

#include "launch/host_mpi.h"

/* A library of that name, which needs another one, or a program ("./NAME") that does. */
static void make(const char *name, const char *needed)
{
	char soname[64], uses[80] = "";
	bool is_program = !strncmp(name, "./", 2);

	snprintf(soname, sizeof(soname), "-Wl,-soname,%s", name);
	if (needed)
		snprintf(uses, sizeof(uses), "-l:%s", needed);
	assert_int_equal(child_execute((const char *const[]){
		"cc", is_program ? "-pie" : "-shared", "-fPIC", "-x", "c", child_path("empty.c"), "-x", "none",
		"-Wl,--no-as-needed",
		"-Wl,-rpath,$ORIGIN", is_program ? "-g0" : soname, "-L", child_path(""), needed ? uses : "-lc", "-o",
		child_path(name), NULL }), 0);
}

static int begin(void **state)
{
	child_make_dir(state);
	child_write("empty.c", "int main(void) { return 7; }\n", 0600);
	return 0;
}

static const struct sumac_host_mpi *mpi_of(const char *word, const char *next)
{
	char first[256], second[256];
	char *words[] = { first, second };

	snprintf(first, sizeof(first), "%s", strncmp(word, "./", 2) ? word : child_path(word));
	snprintf(second, sizeof(second), "%s", next && !strncmp(next, "./", 2) ? child_path(next) : next ? next : "");
	return sumac_host_mpi_of(words, next ? 2 : 1);
}

static void test_libraries_and_theirs_tell(void **state)
{
	(void)state;
	make("libmpi.so.40", NULL);
	make("libmpich.so.12", NULL);
	make("libmpi.so.12", NULL);
	make("libphysics.so", "libmpich.so.12");
	make("./open", "libmpi.so.40");
	make("./mpich", "libmpich.so.12");
	make("./abi", "libmpi.so.12");
	make("./physicist", "libphysics.so");
	make("./plain", NULL);
	assert_ptr_equal(mpi_of("./open", NULL), sumac_open_mpi);
	assert_ptr_equal(mpi_of("./mpich", NULL), sumac_mpich);
	assert_ptr_equal(mpi_of("./abi", NULL), sumac_mpich);
	assert_ptr_equal(mpi_of("./physicist", NULL), sumac_mpich);
	assert_null(mpi_of("./plain", NULL));
	/* Not by chance what comes after the program. */
	assert_ptr_equal(mpi_of("./open", "./mpich"), sumac_open_mpi);
}

static void test_interpreters_and_wrappers_are_seen_through(void **state)
{
	char text[300];

	(void)state;
	make("libmpich.so.12", NULL);
	make("./mpich", "libmpich.so.12");
	snprintf(text, sizeof(text), "#!%s -in\n", child_path("mpich"));
	child_write("script", text, 0700);
	snprintf(text, sizeof(text), "#!/usr/bin/env -S %s -in\n", child_path("mpich"));
	child_write("by_env", text, 0700);
	child_write("by_shell", "#!/bin/sh\n", 0700);
	child_write("endless", "#!./endless\n", 0700);
	assert_ptr_equal(mpi_of("./script", NULL), sumac_mpich);
	assert_ptr_equal(mpi_of("./by_env", NULL), sumac_mpich);
	assert_ptr_equal(mpi_of("env", "./mpich"), sumac_mpich);
	assert_null(mpi_of("./by_shell", NULL));
	assert_null(mpi_of("./endless", NULL));
	assert_null(mpi_of("no-such-program", NULL));
	assert_null(mpi_of("./empty.c", NULL));
}

static const struct sumac_host_mpi *alone(const char *word, const char *next)
{
	char first[256], second[256];
	char *words[] = { first, second };

	snprintf(first, sizeof(first), "%s", strncmp(word, "./", 2) ? word : child_path(word));
	snprintf(second, sizeof(second), "%s", child_path(next));
	return sumac_host_mpi_alone(words, 2);
}

static void test_what_uses_shmem_or_sumac_beside_mpi_is_no_mpi_program(void **state)
{
	(void)state;
	make("libmpi.so.40", NULL);
	make("libsumac.so.0", "libmpi.so.40"); /* so that one name brings both */
	make("libsumac_shmem.so.0", "libsumac.so.0");
	make("libsumac_ompi.so.0", "libsumac.so.0");
	make("./mpi", "libmpi.so.40");
	make("./native", "libsumac.so.0");
	make("./shmem", "libsumac_shmem.so.0");
	make("./front", "libsumac_ompi.so.0");
	assert_ptr_equal(alone("./mpi", "shmem"), sumac_open_mpi);
	assert_ptr_equal(alone("./front", "mpi"), sumac_open_mpi);
	assert_null(alone("./native", "mpi"));
	assert_null(alone("./shmem", "mpi"));
	assert_ptr_equal(alone("env", "mpi"), sumac_open_mpi);
	assert_null(alone("env", "shmem"));
	assert_null(alone("ls", "mpi")); /* which only reads it */
}

#define PROGRAM_TEST(function) cmocka_unit_test_setup_teardown(function, begin, child_remove_dir)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PROGRAM_TEST(test_libraries_and_theirs_tell),
		PROGRAM_TEST(test_interpreters_and_wrappers_are_seen_through),
		PROGRAM_TEST(test_what_uses_shmem_or_sumac_beside_mpi_is_no_mpi_program),
	};

	return cmocka_run_group_tests_name("program_mpi", tests, NULL, NULL);
}
