/*
 * SHMEM's calls for profiling tools: each is declared as in the headers for programs, by its other name.
 */
#include "gen_small.h"

static void every_name_has_a_p_before_it(void **state)
{
	(void)state;
	gen_small_expect(gen_print_pshmem, "\n/* sum_reduce */\n"
					   "int pshmem_int_sum_reduce(shmem_team_t team, int *dest, const int *source, size_t "
					   "nreduce);\n");
	gen_small_expect(gen_print_pshmem, "void pshmem_int_sum_to_all(int *dest, const int *source, int nreduce, int PE_start,\n"
					   "\tint logPE_stride, int PE_size, int *pWrk, long *pSync);\n");
	gen_small_expect(gen_print_pshmem, "void pshmem_ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, "
					   "int pe);\n");
	gen_small_expect(gen_print_pshmem, "void *pshmem_ptr(const void *dest, int pe);\n");
	gen_small_expect_not(gen_print_pshmem, " shmem_int_");
	gen_small_expect_not(gen_print_pshmem, "#define shmem_"); /* macros have no other name */
}

static void complex_types_stand_where_the_compiler_has_them(void **state)
{
	(void)state;
	gen_small_expect(gen_print_pshmem, "#ifndef __STDC_NO_COMPLEX__\n");
	gen_small_expect(gen_print_pshmem, "int pshmem_complexf_sum_reduce(shmem_team_t team, sumac_complexf *dest, "
					   "const sumac_complexf *source, size_t nreduce);\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_has_a_p_before_it),
		cmocka_unit_test(complex_types_stand_where_the_compiler_has_them),
	};

	return cmocka_run_group_tests_name("print_pshmem", tests, NULL, NULL);
}
