/*
 * SHMEM's constants as a header: each under both names, of its kind.
 */
#include "gen_small.h"

static void every_constant_has_two_names_and_its_kind(void **state)
{
	(void)state;
	gen_small_expect(gen_print_shmem_constants, "#define SHMEM_SIZE 7 /* elements */\n#define _SHMEM_SIZE SHMEM_SIZE\n");
	gen_small_expect(gen_print_shmem_constants, "#define SHMEM_VALUE (-3L) ");
	gen_small_expect(gen_print_shmem_constants, "#define SHMEM_NAME \"me\" ");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_constant_has_two_names_and_its_kind) };

	return cmocka_run_group_tests_name("print_shmem_constants", tests, NULL, NULL);
}
