/*
 * The page of manual: it has every name that the tables have, under the call whose it is.
 */
#include "gen_small.h"

static void every_name_is_on_the_page(void **state)
{
	(void)state;
	gen_small_expect(gen_print_shmem_man,
			 "\n.BR shmem_sum_reduce \" (C11)\"\nshmem_int_sum_reduce\nshmem_int32_sum_reduce\n"
			 "shmem_complexf_sum_reduce\n.br\non active sets:\nshmem_int_sum_to_all\n.TP\n");
	gen_small_expect(gen_print_shmem_man, "\nshmem_int_sum_exscan\n");
	gen_small_expect_not(gen_print_shmem_man, "shmem_int_xor_reduce");
	gen_small_expect(gen_print_shmem_man, ".B int32\nint32_t\n");
	gen_small_expect(gen_print_shmem_man, ".B SHMEM_VALUE\nwhat it is (-3)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_name_is_on_the_page) };

	return cmocka_run_group_tests_name("print_shmem_man", tests, NULL, NULL);
}
