/*
 * The map of MPI's handles: each row guarded by its macro, sizes without padding, what MPI allows as a mask.
 */
#include "gen_small.h"

static void handles_have_size_and_operations(void **state)
{
	(void)state;
	gen_small_expect(gen_print_mpi_list, "#ifdef MPI_INT\nSUMAC_MPI_HANDLE(MPI_INT, I32, 4, 0x0002, C)\n#endif\n");
}

/* A pair of 8 bytes, of which 2 are padding. */
static void padding_does_not_count(void **state)
{
	(void)state;
	gen_small_expect(gen_print_mpi_list,
			 "#ifdef MPI_SHORT_INT\nSUMAC_MPI_HANDLE(MPI_SHORT_INT, PAIR_I16, 6, 0x0400, C)\n#endif\n");
}

static void operations_are_mapped(void **state)
{
	(void)state;
	gen_small_expect(gen_print_mpi_list, "#ifdef MPI_SUM\nSUMAC_MPI_OPERATION(MPI_SUM, SUM)\n#endif\n");
	gen_small_expect(gen_print_mpi_list, "\n#undef SUMAC_MPI_HANDLE\n#undef SUMAC_MPI_OPERATION\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(handles_have_size_and_operations),
		cmocka_unit_test(padding_does_not_count),
		cmocka_unit_test(operations_are_mapped),
	};

	return cmocka_run_group_tests_name("print_mpi", tests, NULL, NULL);
}
