/*
 * Sumac's front end comes behind whatever the user preloads, in every way to say so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tool/mpi_preload.h"

#define MAKE(...) char *words[] = { __VA_ARGS__ }
#define N_WORDS ((int)(sizeof(words) / sizeof(words[0])))

static void every_option_of_the_launchers_keeps_it(void **state)
{
	MAKE("-x", "LD_PRELOAD=a", "--x", "LD_PRELOAD", "-genv", "LD_PRELOAD", "b", "-env", "LD_PRELOAD", "", "-x", "A=LD_PRELOAD=",
	     "--mca", "LD_PRELOAD", "x");

	(void)state;
	assert_int_equal(sumac_mpi_preload_options("own", words, N_WORDS), 0);
	assert_string_equal(words[1], "LD_PRELOAD=a:own");
	assert_string_equal(words[3], "LD_PRELOAD=own");
	assert_string_equal(words[6], "b:own");
	assert_string_equal(words[9], "own");
	assert_string_equal(words[11], "A=LD_PRELOAD=");
	assert_string_equal(words[13], "LD_PRELOAD");
	for (int i = 1; i < 10; i += i == 1 ? 2 : 3)
		free(words[i]);
}

static void so_does_env_and_no_other_program(void **state)
{
	MAKE("/usr/bin/env", "-i", "A=1", "LD_PRELOAD=a", "prog", "LD_PRELOAD=b");

	(void)state;
	assert_int_equal(sumac_mpi_preload_program("own", words, N_WORDS), 0);
	assert_string_equal(words[3], "LD_PRELOAD=a:own");
	assert_string_equal(words[5], "LD_PRELOAD=b");
	free(words[3]);
	assert_int_equal(sumac_mpi_preload_program("own", words + 4, 2), 0);
	assert_string_equal(words[5], "LD_PRELOAD=b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_of_the_launchers_keeps_it),
		cmocka_unit_test(so_does_env_and_no_other_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
