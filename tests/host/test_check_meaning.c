/*
 * The generator's checks of what tables say about each other fire: every test
 * changes one row of the project's own, and expects that fault to be reported.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen_rows.h"

static void a_type_code_of_another_class_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].code = 0xB0;
	gen_rows_expect_fault(&t, "type I8: code 0xB0 is not of class SINT");
	test_free(rows);
}

static void a_type_code_of_another_size_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].bytes = 2;
	gen_rows_expect_fault(&t, "type I8: code 0x10 is not of 2 bytes");
	test_free(rows);
}

static void a_pair_whose_index_overlaps_its_value_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_pair *rows = COPY(t, struct gen_pair, pairs);

	(void)state;
	rows[0].index_offset = 2;
	gen_rows_expect_fault(&t, "pair PAIR_F32_I32: the index overlaps the value");
	test_free(rows);
}

static void a_nic_that_does_what_it_should_not_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[0].goal_sizes = 1;
	gen_rows_expect_fault(&t, "rule SUM on SINT: the NIC does more than it is meant to");
	test_free(rows);
}

static void a_wide_rule_of_no_wider_type_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_wide *rows = COPY(t, struct gen_wide, wides);

	(void)state;
	rows[0].wider = "F16";
	gen_rows_expect_fault(&t, "wide SUM on F16: F16 is no wider");
	rows[1].op = "AND";
	gen_rows_expect_fault(&t, "wide AND on BF16: no such types, or not for both");
	test_free(rows);
}

static void a_size_that_no_type_has_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[0].goal_sizes |= 16;
	gen_rows_expect_fault(&t, "rule SUM on SINT: no type of the class has that size");
	test_free(rows);
}

static void a_rule_that_stands_twice_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[1].op = "SUM";
	gen_rows_expect_fault(&t, "rule SUM on SINT appears twice");
	test_free(rows);
}

static void an_operation_that_shmem_promises_without_a_rule_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_shmem *rows = COPY(t, struct gen_shmem, shmem);

	(void)state;
	rows[t.n_shmem - 1].active |= GEN_MINMAX;
	gen_rows_expect_fault(&t, "SHMEM's complexf: MIN is not defined on C32");
	test_free(rows);
}

static void an_operation_that_mpi_allows_without_a_rule_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_mpi_allow *rows = COPY(t, struct gen_mpi_allow, mpi_allow);

	(void)state;
	rows[0].groups = "INTEGER | COMPLEX";
	gen_rows_expect_fault(&t, "MPI_C_COMPLEX: MAX is not defined on C32");
	test_free(rows);
}

static struct gen_setting *setting(struct gen_setting *rows, const char *name)
{
	while (strcmp(rows->name, name))
		rows++;
	return rows;
}

static void a_default_outside_its_choices_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_setting *rows = COPY(t, struct gen_setting, settings);
	struct gen_setting *verbose = setting(rows, "verbose");

	(void)state;
	setting(rows, "engine")->def = "gpu";
	gen_rows_expect_fault(&t, "setting engine: the default is not one of its values: gpu");
	setting(rows, "timeout")->def = "86401";
	gen_rows_expect_fault(&t, "setting timeout: the default is not one of its values: 86401");
	verbose->choices = "0..3, odd"; /* an unknown word for settings */
	gen_rows_expect_fault(&t, "setting verbose: the default is not one of its values: 0");
	verbose->choices = "0..3, a power of two";
	gen_rows_expect_fault(&t, "setting verbose: the default is not one of its values: 0");
	test_free(rows);
}

static void a_setting_with_another_ones_capitals_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_setting *rows = COPY(t, struct gen_setting, settings);

	(void)state;
	rows[0].upper = "ENGINES";
	gen_rows_expect_fault(&t, "setting engine: ENGINES is not its name in capitals");
	test_free(rows);
}

static void a_type_of_no_class_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].class_name = "SNIT";
	gen_rows_expect_fault(&t, "type I8 has no such class: SNIT");
	test_free(rows);
}

static void an_alignment_that_is_none_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[1].align = 3;
	gen_rows_expect_fault(&t, "type I16: no such size or alignment");
	test_free(rows);
}

static void a_pair_without_a_layout_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_pair *rows = COPY(t, struct gen_pair, pairs);

	(void)state;
	rows[0].type = "PAIR";
	gen_rows_expect_fault(&t, "pair PAIR_F32_I32 has no layout");
	test_free(rows);
}

static void a_complex_without_a_layout_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_complex *rows = COPY(t, struct gen_complex, complexes);

	(void)state;
	rows[0].type = "C";
	gen_rows_expect_fault(&t, "complex C32 has no layout");
	test_free(rows);
}

static void a_rule_of_no_operation_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[0].op = "SMU";
	gen_rows_expect_fault(&t, "rule SMU on SINT: no such operation");
	test_free(rows);
}

static void a_rule_of_no_class_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[0].class_name = "SNIT";
	gen_rows_expect_fault(&t, "rule SUM on SNIT: no such class");
	test_free(rows);
}

static void an_operation_without_a_rule_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	for (size_t i = 0; i < t.n_rules; i++)
		if (rows[i].op[0] == 'X')
			rows[i].op = "SUM";
	gen_rows_expect_fault(&t, "operation XOR has no rule");
	test_free(rows);
}

static void a_shmem_name_that_stands_twice_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_shmem *rows = COPY(t, struct gen_shmem, shmem);

	(void)state;
	rows[1].name = "short";
	rows[0].name = "short";
	gen_rows_expect_fault(&t, "SHMEM's short appears twice");
	test_free(rows);
}

static void a_generic_form_without_a_typed_one_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_shmem *rows = COPY(t, struct gen_shmem, shmem);

	(void)state;
	rows[0].name = "odd";
	rows[0].generic = GEN_ARITH;
	rows[0].typed = 0;
	gen_rows_expect_fault(&t, "SHMEM's odd: generic, but not typed");
	test_free(rows);
}

static void an_mpi_type_of_no_type_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_mpi_type *rows = COPY(t, struct gen_mpi_type, mpi_types);

	(void)state;
	rows[0].handle = "MPI_ODD";
	rows[0].type = "I7";
	gen_rows_expect_fault(&t, "MPI_ODD: no such type: I7");
	test_free(rows);
}

static void an_mpi_type_of_no_group_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_mpi_type *rows = COPY(t, struct gen_mpi_type, mpi_types);

	(void)state;
	rows[0].handle = "MPI_ODD";
	rows[0].group = "ODD";
	gen_rows_expect_fault(&t, "MPI_ODD: no operation is allowed on group ODD");
	test_free(rows);
}

static void an_mpi_operation_for_benches_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_mpi_op *rows = COPY(t, struct gen_mpi_op, mpi_ops);

	(void)state;
	rows[0].op = "TEST_SUB";
	gen_rows_expect_fault(&t, "MPI_MAX: no such operation, or on no group: TEST_SUB");
	test_free(rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_type_code_of_another_class_is_reported),
		cmocka_unit_test(a_type_code_of_another_size_is_reported),
		cmocka_unit_test(a_pair_whose_index_overlaps_its_value_is_reported),
		cmocka_unit_test(a_nic_that_does_what_it_should_not_is_reported),
		cmocka_unit_test(a_wide_rule_of_no_wider_type_is_reported),
		cmocka_unit_test(a_size_that_no_type_has_is_reported),
		cmocka_unit_test(a_rule_that_stands_twice_is_reported),
		cmocka_unit_test(an_operation_that_shmem_promises_without_a_rule_is_reported),
		cmocka_unit_test(an_operation_that_mpi_allows_without_a_rule_is_reported),
		cmocka_unit_test(a_default_outside_its_choices_is_reported),
		cmocka_unit_test(a_setting_with_another_ones_capitals_is_reported),
		cmocka_unit_test(a_type_of_no_class_is_reported),
		cmocka_unit_test(an_alignment_that_is_none_is_reported),
		cmocka_unit_test(a_pair_without_a_layout_is_reported),
		cmocka_unit_test(a_complex_without_a_layout_is_reported),
		cmocka_unit_test(a_rule_of_no_operation_is_reported),
		cmocka_unit_test(a_rule_of_no_class_is_reported),
		cmocka_unit_test(an_operation_without_a_rule_is_reported),
		cmocka_unit_test(a_shmem_name_that_stands_twice_is_reported),
		cmocka_unit_test(a_generic_form_without_a_typed_one_is_reported),
		cmocka_unit_test(an_mpi_type_of_no_type_is_reported),
		cmocka_unit_test(an_mpi_type_of_no_group_is_reported),
		cmocka_unit_test(an_mpi_operation_for_benches_is_reported),
	};

	return cmocka_run_group_tests_name("check_meaning", tests, NULL, NULL);
}
