/*
 * SHMEM's reductions as generated: declarations, generic forms that
 * no alias of a type can break, and the list of definitions.
 */
#include "gen_small.h"

static void every_form_is_declared_where_its_column_says(void **state)
{
	(void)state;
	gen_small_expect(gen_print_shmem_header,
			 "\n/* sum_reduce */\n"
			 "int shmem_int_sum_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);\n"
			 "int shmem_int32_sum_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);\n"
			 "void shmem_int_sum_to_all(int *dest, const int *source, int nreduce, int PE_start,\n"
			 "\tint logPE_stride, int PE_size, int *pWrk, long *pSync);\n");
	gen_small_expect(gen_print_shmem_header, "void shmem_int_xor_to_all(");
	gen_small_expect(gen_print_shmem_header,
			 "\n/* sum_exscan */\n"
			 "int shmem_int_sum_exscan(shmem_team_t team, int *dest, const int *source, size_t nreduce);\n");
	gen_small_expect_not(gen_print_shmem_header, "scan_to_all");
	gen_small_expect_not(gen_print_shmem_header, "shmem_int_xor_reduce");
	gen_small_expect_not(gen_print_shmem_header, "shmem_int_max_");
}

/* And in C++ for pointers to C's. */
static void complex_types_stand_where_the_compiler_has_them(void **state)
{
	(void)state;
	gen_small_expect(gen_print_shmem_header,
			 "\n/* sum_reduce */\n"
			 "int shmem_complexf_sum_reduce(shmem_team_t team, sumac_complexf *dest, const sumac_complexf *source, "
			 "size_t nreduce);\n");
	gen_small_expect(gen_print_shmem_header,
			 "\ninline int shmem_complexf_sum_reduce(shmem_team_t team, sumac_complexf_in_c *dest, "
			 "const sumac_complexf_in_c *source, size_t nreduce)\n");
}

/* int32_t may be int: both must not be in the same _Generic. */
static void aliases_stand_in_the_default_of_one_another(void **state)
{
	(void)state;
	gen_small_expect(gen_print_shmem_header,
			 "\n#define shmem_sum_reduce(team, dest, source, nreduce) \\\n"
			 "\t_Generic((dest), \\\n\tint *: shmem_int_sum_reduce, \\\n\tdefault: \\\n"
			 "\t_Generic((dest), \\\n\tint32_t *: shmem_int32_sum_reduce, \\\n\tdefault: \\\n"
			 "\tsumac_shmem_no_such_reduction_for_this_type))(team, dest, source, nreduce)\n");
	gen_small_expect(gen_print_shmem_header,
			 "#define shmem_and_reduce(team, dest, source, nreduce) \\\n"
			 "\tsumac_shmem_no_such_reduction_for_this_type(team, dest, source, nreduce)\n");
}

static void the_list_has_a_row_for_each_definition(void **state)
{
	(void)state;
	gen_small_expect(gen_print_shmem_list, "SUMAC_SHMEM_TEAM(int, int, I32, SUM, sum)\n"
					       "SUMAC_SHMEM_TEAM(int32, int32_t, I32, SUM, sum)\n"
					       "SUMAC_SHMEM_TEAM(complexf, float _Complex, I8, SUM, sum)\n"
					       "SUMAC_SHMEM_ACTIVE(int, int, I32, SUM, sum)\n");
	gen_small_expect(gen_print_shmem_list, "SUMAC_SHMEM_ACTIVE_FORTRAN(int4, I32, MAX, max)\n");
	gen_small_expect(gen_print_shmem_list, "SUMAC_SHMEM_ACTIVE(int, int, I32, XOR, xor)\n");
	gen_small_expect_not(gen_print_shmem_list, "SUMAC_SHMEM_TEAM(int, int, I32, XOR, xor)");
	gen_small_expect(gen_print_shmem_list, "SUMAC_SHMEM_SCAN(int, int, I32, sum_exscan, exscan)\n");
	gen_small_expect(gen_print_shmem_list, "\n#undef SUMAC_SHMEM_TEAM\n#undef SUMAC_SHMEM_SCAN\n#undef SUMAC_SHMEM_ACTIVE\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_is_declared_where_its_column_says),
		cmocka_unit_test(complex_types_stand_where_the_compiler_has_them),
		cmocka_unit_test(aliases_stand_in_the_default_of_one_another),
		cmocka_unit_test(the_list_has_a_row_for_each_definition),
	};

	return cmocka_run_group_tests_name("print_shmem", tests, NULL, NULL);
}
