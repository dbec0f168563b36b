/*
 * The generator's checks on codes, names and on what tables say of each other: every test changes one
 * row of the project's own tables, and expects that fault to be told. Linked with the objects of
 * host/gen except main.o.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../host/gen/check.h"

/* The whole check tells this line, perhaps among others that follow from the same change. */
static void expect_fault(const struct gen_tables *t, const char *fault)
{
	struct gen_text faults = { 0 };
	char line[512];

	gen_print(&faults, "\n");
	gen_check(&faults, t);
	snprintf(line, sizeof(line), "\n%s\n", fault);
	if (!strstr(faults.data, line))
		fail_msg("told:%sexpected: %s", faults.data, fault);
	free(faults.data);
}

/* Puts a copy of one table in its place, whose rows may be changed. */
#define COPY(t, type, table) copy(&(t).table, (t).table, (t).n_##table * sizeof(type))

static void *copy(void *table_out, const void *rows, size_t len_bytes)
{
	void *mine = test_malloc(len_bytes);

	memcpy(mine, rows, len_bytes);
	memcpy(table_out, &mine, sizeof(mine));
	return mine;
}

static void a_code_of_two_operations_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_op *ops = COPY(t, struct gen_op, ops);

	(void)state;
	ops[1].code = ops[0].code;
	expect_fault(&t, "ops: SUM and PROD have the same code 1");
	test_free(ops);
}

static void an_operation_code_of_five_bits_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_op *ops = COPY(t, struct gen_op, ops);

	(void)state;
	ops[0].code = 16;
	expect_fault(&t, "ops: SUM is out of range: 16 is not in 1 to 15");
	test_free(ops);
}

static void a_code_of_two_status_codes_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_status *rows = COPY(t, struct gen_status, statuses);

	(void)state;
	rows[2].code = 1;
	expect_fault(&t, "statuses: EINVAL and EOP have the same code 1");
	test_free(rows);
}

static void a_status_of_no_class_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_status *rows = COPY(t, struct gen_status, statuses);

	(void)state;
	rows[1].class_name = "UESR";
	expect_fault(&t, "statuses: EINVAL has no such class: UESR");
	test_free(rows);
}

static void a_code_of_two_kinds_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_code *rows = COPY(t, struct gen_code, kinds);

	(void)state;
	rows[1].code = 1;
	expect_fault(&t, "kinds: DATA and ACK have the same code 1");
	test_free(rows);
}

static void a_gap_in_the_counters_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_code *rows = COPY(t, struct gen_code, counters);

	(void)state;
	rows[1].code = 18;
	expect_fault(&t, "counters: REFUSED is out of range: 18 is not in 0 to 17");
	test_free(rows);
}

static void a_name_that_stands_twice_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_reg *rows = COPY(t, struct gen_reg, regs);

	(void)state;
	rows[2].name = "MAGIC";
	expect_fault(&t, "regs: MAGIC stands twice");
	test_free(rows);
}

static void a_word_of_verilog_as_a_name_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_param *rows = COPY(t, struct gen_param, params);

	(void)state;
	rows[0].name = "endmodule";
	expect_fault(&t, "params: endmodule is a reserved word");
	test_free(rows);
}

static void a_word_of_c_as_a_setting_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_setting *rows = COPY(t, struct gen_setting, settings);

	(void)state;
	rows[0].name = "volatile";
	expect_fault(&t, "settings: volatile is a reserved word");
	test_free(rows);
}

static void a_name_that_is_none_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].name = "2INT";
	expect_fault(&t, "types: 2INT is not an identifier");
	test_free(rows);
}

static void a_type_code_of_another_class_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].code = 0xB0;
	expect_fault(&t, "type I8: code 0xB0 is not of class SINT");
	test_free(rows);
}

static void a_type_code_of_another_size_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].bytes = 2;
	expect_fault(&t, "type I8: code 0x10 is not of 2 bytes");
	test_free(rows);
}

static void a_pair_whose_index_overlaps_its_value_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_pair *rows = COPY(t, struct gen_pair, pairs);

	(void)state;
	rows[0].index_offset = 2;
	expect_fault(&t, "pair PAIR_F32_I32: the index overlaps the value");
	test_free(rows);
}

static void a_nic_that_does_what_it_should_not_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[0].goal_sizes = 1;
	expect_fault(&t, "rule SUM on SINT: the NIC does what it is not meant to");
	test_free(rows);
}

static void a_size_that_no_type_has_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[0].goal_sizes |= 16;
	expect_fault(&t, "rule SUM on SINT: no type of the class has that size");
	test_free(rows);
}

static void a_rule_that_stands_twice_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_rule *rows = COPY(t, struct gen_rule, rules);

	(void)state;
	rows[1].op = "SUM";
	expect_fault(&t, "rule SUM on SINT stands twice");
	test_free(rows);
}

static void an_operation_that_shmem_promises_without_a_rule_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_shmem *rows = COPY(t, struct gen_shmem, shmem);

	(void)state;
	rows[t.n_shmem - 1].active |= GEN_MINMAX;
	expect_fault(&t, "SHMEM's complexf: MIN is not defined on C32");
	test_free(rows);
}

static void an_operation_that_mpi_allows_without_a_rule_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_mpi_allow *rows = COPY(t, struct gen_mpi_allow, mpi_allow);

	(void)state;
	rows[0].groups = "INTEGER | COMPLEX";
	expect_fault(&t, "MPI_C_COMPLEX: MAX is not defined on C32");
	test_free(rows);
}

static void a_default_outside_its_choices_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_setting *rows = COPY(t, struct gen_setting, settings);

	(void)state;
	rows[0].def = "gpu";
	expect_fault(&t, "setting engine: the default is not one of its values: gpu");
	rows[3].def = "86401";
	expect_fault(&t, "setting timeout: the default is not one of its values: 86401");
	test_free(rows);
}

static void a_setting_with_another_ones_capitals_is_told(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_setting *rows = COPY(t, struct gen_setting, settings);

	(void)state;
	rows[0].upper = "ENGINES";
	expect_fault(&t, "setting engine: ENGINES is not its name in capitals");
	test_free(rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_code_of_two_operations_is_told),
		cmocka_unit_test(an_operation_code_of_five_bits_is_told),
		cmocka_unit_test(a_code_of_two_status_codes_is_told),
		cmocka_unit_test(a_status_of_no_class_is_told),
		cmocka_unit_test(a_code_of_two_kinds_is_told),
		cmocka_unit_test(a_gap_in_the_counters_is_told),
		cmocka_unit_test(a_name_that_stands_twice_is_told),
		cmocka_unit_test(a_word_of_verilog_as_a_name_is_told),
		cmocka_unit_test(a_word_of_c_as_a_setting_is_told),
		cmocka_unit_test(a_name_that_is_none_is_told),
		cmocka_unit_test(a_type_code_of_another_class_is_told),
		cmocka_unit_test(a_type_code_of_another_size_is_told),
		cmocka_unit_test(a_pair_whose_index_overlaps_its_value_is_told),
		cmocka_unit_test(a_nic_that_does_what_it_should_not_is_told),
		cmocka_unit_test(a_size_that_no_type_has_is_told),
		cmocka_unit_test(a_rule_that_stands_twice_is_told),
		cmocka_unit_test(an_operation_that_shmem_promises_without_a_rule_is_told),
		cmocka_unit_test(an_operation_that_mpi_allows_without_a_rule_is_told),
		cmocka_unit_test(a_default_outside_its_choices_is_told),
		cmocka_unit_test(a_setting_with_another_ones_capitals_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
