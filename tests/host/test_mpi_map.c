/*
 * MPI's handles as Sumac's operations and types: according to
 * the generated map, except where this library differs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_mpi.h"
#include "frontend/mpi/mpi_map.h"

static const struct {
	MPI_Datatype handle;
	int type;
	unsigned allowed;
	const char *name;
} types[] = {
#define SUMAC_MPI_HANDLE(handle, type, size, allowed, language) { handle, SUMAC_TYPE_##type, allowed, #handle },
#include "frontend/mpi/mpi_handles.inc"
};

static const struct {
	MPI_Op handle;
	int op;
} ops[] = {
#define SUMAC_MPI_OPERATION(handle, op) { handle, SUMAC_OP_##op },
#include "frontend/mpi/mpi_handles.inc"
};

enum { N_TYPES = sizeof(types) / sizeof(types[0]), N_OPS = sizeof(ops) / sizeof(ops[0]) };

static int open_map(void **state)
{
	(void)state;
	fake_mpi_reset(0, 1);
	sumac_mpi_map_open();
	return 0;
}

static void test_every_pair_is_what_the_map_says(void **state)
{
	enum sumac_type type;
	enum sumac_op op;

	(void)state;
	for (int t = 0; t < N_TYPES; t++)
		for (int o = 0; o < N_OPS; o++) {
			if (sumac_mpi_map_find(ops[o].handle, types[t].handle, &op, &type) !=
			    (bool)(types[t].allowed >> ops[o].op & 1))
				fail_msg("%s with op %d", types[t].name, ops[o].op);
			assert_int_equal(type, types[t].type);
			assert_int_equal(op, ops[o].op);
		}
}

static void test_handles_that_are_not_predefined_are_not_found(void **state)
{
	enum sumac_type type;
	enum sumac_op op;
	char derived, own;

	(void)state;
	assert_false(sumac_mpi_map_find(MPI_SUM, (MPI_Datatype)(void *)&derived, &op, &type));
	assert_false(sumac_mpi_map_find((MPI_Op)(void *)&own, MPI_INT, &op, &type));
	assert_false(sumac_mpi_map_find(MPI_OP_NULL, MPI_INT, &op, &type));
	assert_false(sumac_mpi_map_find(MPI_SUM, MPI_DATATYPE_NULL, &op, &type));
	assert_false(sumac_mpi_map_find(MPI_REPLACE, MPI_INT, &op, &type));
	assert_false(sumac_mpi_map_find(MPI_SUM, MPI_PACKED, &op, &type));
}

static void test_the_reason_says_who_does_the_pair(void **state)
{
	char derived, own;

	(void)state;
	assert_non_null(strstr(sumac_mpi_map_why_not((MPI_Op)(void *)&own, MPI_INT), "the operation is the program's own"));
	assert_non_null(strstr(sumac_mpi_map_why_not(MPI_SUM, (MPI_Datatype)(void *)&derived),
			       "the datatype is the program's own"));
	assert_non_null(strstr(sumac_mpi_map_why_not(MPI_BAND, MPI_FLOAT), "the operation on this datatype is not"));
	assert_non_null(strstr(sumac_mpi_map_why_not(MPI_OP_NULL, MPI_INT), "the operation on this datatype is not"));
}

/* An example is a Fortran INTEGER of 8 bytes. */
static void test_a_type_of_another_size_is_left_out(void **state)
{
	enum sumac_type type;
	enum sumac_op op;

	(void)state;
	fake_mpi.odd_type = MPI_INTEGER;
	fake_mpi.odd_size = 8;
	sumac_mpi_map_open();
	assert_false(sumac_mpi_map_find(MPI_SUM, MPI_INTEGER, &op, &type));
	assert_true(sumac_mpi_map_find(MPI_SUM, MPI_INT, &op, &type));
	fake_mpi.odd_type = NULL;
	sumac_mpi_map_open();
	assert_true(sumac_mpi_map_find(MPI_SUM, MPI_INTEGER, &op, &type));
	assert_int_equal(type, SUMAC_TYPE_I32);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_every_pair_is_what_the_map_says, open_map),
		cmocka_unit_test_setup(test_handles_that_are_not_predefined_are_not_found, open_map),
		cmocka_unit_test_setup(test_the_reason_says_who_does_the_pair, open_map),
		cmocka_unit_test_setup(test_a_type_of_another_size_is_left_out, open_map),
	};

	return cmocka_run_group_tests_name("mpi_map", tests, NULL, NULL);
}
