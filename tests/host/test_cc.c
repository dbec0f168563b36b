/*
 * `sumac cc`: which compiler and flags it uses for a prefix, and that it runs what it shows.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

static int forget_compilers(void **state)
{
	unsetenv("CC");
	unsetenv("CXX");
	unsetenv("FC");
	return tool_prefix_make(state);
}

/* "%" stands for the prefix. */
static void expect_out(const char *pattern)
{
	char expected[4096];
	size_t len = 0;

	for (; *pattern; pattern++)
		if (*pattern == '%')
			len += (size_t)snprintf(expected + len, sizeof(expected) - len, "%.*s",
						(int)strlen(child_path("")) - 1, child_path(""));
		else
			expected[len++] = *pattern;
	expected[len] = '\0';
	assert_string_equal(child_out, expected);
}

static void a_program_is_compiled_and_linked(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("cc", "--show", "-O2", "a.c", "-o", "a"), 0);
	expect_out("cc -I%/include -O2 a.c -o a -L%/lib -Wl,-rpath,%/lib -lsumac_shmem -lsumac\n");
	assert_int_equal(TOOL_RUN("cc", "-showme", "-O2", "a.c", "-o", "a"), 0); /* as elsewhere */
	expect_out("cc -I%/include -O2 a.c -o a -L%/lib -Wl,-rpath,%/lib -lsumac_shmem -lsumac\n");
}

static void what_only_compiles_is_not_linked(void **state)
{
	const char *const options[] = { "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only" };

	(void)state;
	assert_int_equal(rmdir(child_path("lib")), 0); /* it needs no libraries */
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		assert_int_equal(TOOL_RUN("cc", "--show", options[i], "a.c"), 0);
		assert_null(strstr(child_out, "-lsumac"));
		assert_non_null(strstr(child_out, options[i]));
	}
}

static void the_first_source_chooses_the_language(void **state)
{
	const char *const sources[] = { "a.cpp", "a.cc", "a.cxx", "a.C" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		assert_int_equal(TOOL_RUN("cc", "--show", "-c", sources[i], "b.c"), 0);
		assert_memory_equal(child_out, "c++ ", 4);
	}
	assert_int_equal(TOOL_RUN("cc", "--show", "-c", "b.c", "a.cpp"), 0);
	assert_memory_equal(child_out, "cc ", 3);
	assert_int_equal(TOOL_RUN("cc", "--show", "x.o", ".cc"), 0); /* a suffix alone is not a source */
	assert_memory_equal(child_out, "cc ", 3);
}

static void the_users_compiler_comes_with_its_options(void **state)
{
	(void)state;
	setenv("CC", " gcc  -m64\t-pipe", 1);
	setenv("CXX", "clang++", 1);
	assert_int_equal(TOOL_RUN("cc", "--show", "-c", "a.c"), 0);
	expect_out("gcc -m64 -pipe -I%/include -c a.c\n");
	assert_int_equal(TOOL_RUN("cc", "--show", "-c", "a.cpp"), 0);
	expect_out("clang++ -I%/include -c a.cpp\n");
	setenv("CC", "", 1);
	assert_int_equal(TOOL_RUN("cc", "--show", "-c", "a.c"), 0);
	assert_memory_equal(child_out, "cc ", 3);
}

/* As in a build with CC=oshcc. */
static void the_tool_does_not_run_itself(void **state)
{
	char itself[4096];

	(void)state;
	setenv("CC", child_path("bin/sumac"), 1);
	assert_int_equal(TOOL_RUN("cc", "--show", "-c", "a.c"), 0);
	assert_memory_equal(child_out, "cc ", 3);
	snprintf(itself, sizeof(itself), "env %s fc", child_path("bin/sumac"));
	setenv("FC", itself, 1);
	assert_int_equal(TOOL_RUN("fc", "--show", "-c", "a.f"), 0);
	assert_memory_equal(child_out, "gfortran ", 9);
}

static void fortran_programs_that_pass_subroutines_get_a_header_of_their_own(void **state)
{
	(void)state;
	setenv("FC", "fort", 1);
	assert_int_equal(TOOL_RUN("fc", "--show", "-c", "a.f", "--external"), 0);
	expect_out("fort -fcray-pointer -fallow-argument-mismatch -I%/include/shmem_external -I%/include -c a.f\n");
	assert_int_equal(TOOL_RUN("fc", "--show", "-c", "a.f"), 0);
	expect_out("fort -fcray-pointer -I%/include -c a.f\n");
}

static void the_compiler_is_run_and_its_status_passed_on(void **state)
{
	(void)state;
	child_write("compiler", "#!/bin/sh\necho \"$@\"\nexit 7\n", 0700);
	setenv("CC", child_path("compiler"), 1);
	assert_int_equal(TOOL_RUN("cc", "-c", "a file.c"), 7);
	expect_out("-I%/include -c a file.c\n");
	setenv("CC", "/no/such/compiler", 1);
	assert_int_equal(TOOL_RUN("cc", "-c", "a.c"), SUMAC_EXIT_NOT_FOUND);
	assert_non_null(strstr(child_err, "sumac cc: cannot run /no/such/compiler"));
}

static void what_is_missing_is_named(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("cc"), SUMAC_EXIT_USAGE);
	assert_int_equal(TOOL_RUN("cc", "--help"), 0);
	assert_int_equal(rmdir(child_path("lib")), 0);
	assert_int_equal(TOOL_RUN("cc", "a.c"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "there are no libraries in"));
	assert_int_equal(unlink(child_path("include/sumac.h")), 0);
	assert_int_equal(TOOL_RUN("cc", "-c", "a.c"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "sumac.h is not in"));
}

#define CC_TEST(function) cmocka_unit_test_setup_teardown(function, forget_compilers, child_remove_dir)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		CC_TEST(a_program_is_compiled_and_linked),
		CC_TEST(what_only_compiles_is_not_linked),
		CC_TEST(the_first_source_chooses_the_language),
		CC_TEST(the_users_compiler_comes_with_its_options),
		CC_TEST(the_tool_does_not_run_itself),
		CC_TEST(fortran_programs_that_pass_subroutines_get_a_header_of_their_own),
		CC_TEST(the_compiler_is_run_and_its_status_passed_on),
		CC_TEST(what_is_missing_is_named),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
