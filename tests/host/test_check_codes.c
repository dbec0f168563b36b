/*
 * The generator's checks of codes and names fire: every test changes one
 * row of the project's own tables, and expects that fault to be reported.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen_rows.h"

static void a_code_of_two_operations_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_op *ops = COPY(t, struct gen_op, ops);

	(void)state;
	ops[1].code = ops[0].code;
	gen_rows_expect_fault(&t, "ops: SUM and PROD have the same code 1");
	test_free(ops);
}

static void an_operation_code_of_five_bits_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_op *ops = COPY(t, struct gen_op, ops);

	(void)state;
	ops[0].code = 16;
	gen_rows_expect_fault(&t, "ops: SUM is out of range: 16 is not in 1 to 15");
	test_free(ops);
}

static void a_code_of_two_status_codes_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_status *rows = COPY(t, struct gen_status, statuses);

	(void)state;
	rows[2].code = 1;
	gen_rows_expect_fault(&t, "statuses: EINVAL and EOP have the same code 1");
	test_free(rows);
}

static void a_status_of_no_class_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_status *rows = COPY(t, struct gen_status, statuses);

	(void)state;
	rows[1].class_name = "UESR";
	gen_rows_expect_fault(&t, "statuses: EINVAL has no such class: UESR");
	test_free(rows);
}

static void a_code_of_two_kinds_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_code *rows = COPY(t, struct gen_code, kinds);

	(void)state;
	rows[1].code = 1;
	gen_rows_expect_fault(&t, "kinds: DATA and ACK have the same code 1");
	test_free(rows);
}

static void a_gap_in_the_counters_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_code *rows = COPY(t, struct gen_code, counters);

	(void)state;
	rows[1].code = 23;
	gen_rows_expect_fault(&t, "counters: REFUSED is out of range: 23 is not in 0 to 22");
	test_free(rows);
}

static void a_name_that_stands_twice_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_reg *rows = COPY(t, struct gen_reg, regs);

	(void)state;
	rows[2].name = "MAGIC";
	gen_rows_expect_fault(&t, "regs: MAGIC appears twice");
	test_free(rows);
}

static void a_name_that_is_none_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[0].name = "2INT";
	gen_rows_expect_fault(&t, "types: 2INT is not an identifier");
	test_free(rows);
}

static void a_parameter_out_of_its_range_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_param *rows = COPY(t, struct gen_param, params);

	(void)state;
	rows[0].name = "Width";
	rows[0].low = rows[0].small + 1;
	gen_rows_expect_fault(&t, "params: Width: the default and what the benches build are not from low to high");
	rows[0].low = 1;
	rows[0].high = rows[0].def - 1;
	gen_rows_expect_fault(&t, "params: Width: the default and what the benches build are not from low to high");
	rows[0].high = 2 * rows[0].def - 1;
	rows[0].power = 1;
	gen_rows_expect_fault(&t, "params: Width: a number of its row is no power of two");
	test_free(rows);
}

static void a_code_of_two_types_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_type *rows = COPY(t, struct gen_type, types);

	(void)state;
	rows[1].code = rows[0].code;
	gen_rows_expect_fault(&t, "types: I8 and I16 have the same code 16");
	test_free(rows);
}

static void a_stream_of_three_bits_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_code *rows = COPY(t, struct gen_code, streams);

	(void)state;
	rows[0].code = 4;
	gen_rows_expect_fault(&t, "streams: NONE is out of range: 4 is not in 0 to 3");
	test_free(rows);
}

static void a_field_that_stands_twice_is_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_field *rows = COPY(t, struct gen_field, fields);

	(void)state;
	rows[0].record = rows[1].record = "R";
	rows[0].name = rows[1].name = "A";
	gen_rows_expect_fault(&t, "fields: R.A appears twice");
	test_free(rows);
}

static void bits_that_stand_twice_are_reported(void **state)
{
	struct gen_tables t = gen_tables;
	struct gen_bits *rows = COPY(t, struct gen_bits, bits);

	(void)state;
	rows[0].word = rows[1].word = "W";
	rows[0].name = rows[1].name = "A";
	gen_rows_expect_fault(&t, "bits: W.A appears twice");
	test_free(rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_code_of_two_operations_is_reported),
		cmocka_unit_test(an_operation_code_of_five_bits_is_reported),
		cmocka_unit_test(a_code_of_two_status_codes_is_reported),
		cmocka_unit_test(a_status_of_no_class_is_reported),
		cmocka_unit_test(a_code_of_two_kinds_is_reported),
		cmocka_unit_test(a_gap_in_the_counters_is_reported),
		cmocka_unit_test(a_name_that_stands_twice_is_reported),
		cmocka_unit_test(a_name_that_is_none_is_reported),
		cmocka_unit_test(a_parameter_out_of_its_range_is_reported),
		cmocka_unit_test(a_code_of_two_types_is_reported),
		cmocka_unit_test(a_stream_of_three_bits_is_reported),
		cmocka_unit_test(a_field_that_stands_twice_is_reported),
		cmocka_unit_test(bits_that_stand_twice_are_reported),
	};

	return cmocka_run_group_tests_name("check_codes", tests, NULL, NULL);
}
