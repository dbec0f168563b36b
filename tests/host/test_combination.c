/*
 * Pairs of operation and type: they are numbered without gaps, and one that does not exist is refused with a
 * sentence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/combination.h"
#include "sumac.h"

static void test_numbers_and_pairs_are_one_to_one(void **state)
{
	(void)state;
	assert_true(sumac_combination_count() > 100);
	for (int i = 0; i < sumac_combination_count(); i++) {
		int op = 0, type = 0;

		sumac_combination_get(i, &op, &type);
		assert_int_equal(sumac_combination_index(op, type), i);
		assert_int_equal(sumac_combination_check(op, type), 0);
	}
}

static void test_an_undefined_value_is_refused(void **state)
{
	(void)state;
	assert_int_equal(sumac_combination_check(0, SUMAC_TYPE_I32), -SUMAC_EOP);
	assert_int_equal(sumac_combination_check(-1, SUMAC_TYPE_I32), -SUMAC_EOP);
	assert_int_equal(sumac_combination_check(999, SUMAC_TYPE_I32), -SUMAC_EOP);
	assert_int_equal(sumac_combination_check(SUMAC_OP_SUM, 0), -SUMAC_ETYPE);
	assert_int_equal(sumac_combination_check(SUMAC_OP_SUM, -5), -SUMAC_ETYPE);
	assert_int_equal(sumac_combination_check(SUMAC_OP_SUM, 0x1234), -SUMAC_ETYPE);
	assert_int_equal(sumac_combination_check(SUMAC_OP_AND, SUMAC_TYPE_F32), -SUMAC_EOP);
	assert_non_null(strstr(sumac_last_error(), "AND is not defined for the type F32"));
	assert_int_equal(sumac_combination_check(SUMAC_OP_MAX, SUMAC_TYPE_C64), -SUMAC_EOP);
}

static void test_bench_operations_are_not_the_apis(void **state)
{
	(void)state;
	assert_int_equal(sumac_combination_check(SUMAC_OP_TEST_SUB, SUMAC_TYPE_I32), -SUMAC_EOP);
	assert_int_equal(sumac_combination_index(SUMAC_OP_TEST_SUB, SUMAC_TYPE_I32), -1);
}

static void test_the_order_matters_where_it_rounds_or_does_not_commute(void **state)
{
	(void)state;
	assert_true(sumac_combination_is_free(SUMAC_OP_SUM, SUMAC_TYPE_U16));
	assert_true(sumac_combination_is_free(SUMAC_OP_OR, SUMAC_TYPE_U8));
	assert_false(sumac_combination_is_free(SUMAC_OP_SUM, SUMAC_TYPE_F32));
	assert_false(sumac_combination_is_free(SUMAC_OP_MAX, SUMAC_TYPE_F64));
	assert_false(sumac_combination_is_free(SUMAC_OP_TEST_SUB, SUMAC_TYPE_I64));
	assert_false(sumac_combination_is_free(-1, SUMAC_TYPE_U8) || sumac_combination_is_free(SUMAC_OP_OR, 1 << 20));
}

static void test_names_and_sizes_are_the_tables(void **state)
{
	(void)state;
	assert_int_equal(sumac_type_bytes(SUMAC_TYPE_I32), 4);
	assert_int_equal(sumac_type_bytes(SUMAC_TYPE_CX80), 32);
	assert_int_equal(sumac_type_bytes(0), 0);
	assert_int_equal(sumac_type_bytes(-1), 0);
	assert_int_equal(sumac_type_bytes(100000), 0);
	assert_string_equal(sumac_type_name(SUMAC_TYPE_F128), "F128");
	assert_string_equal(sumac_op_name(SUMAC_OP_MINLOC), "MINLOC");
	assert_string_equal(sumac_op_name(99), "?");
	assert_string_equal(sumac_type_name(1 << 20), "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_and_pairs_are_one_to_one),
		cmocka_unit_test(test_an_undefined_value_is_refused),
		cmocka_unit_test(test_bench_operations_are_not_the_apis),
		cmocka_unit_test(test_the_order_matters_where_it_rounds_or_does_not_commute),
		cmocka_unit_test(test_names_and_sizes_are_the_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
