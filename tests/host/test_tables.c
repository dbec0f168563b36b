/*
 * The tables as data: every row exists, rows are found by name,
 * and what is derived from several tables is right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/tables.h"
#include "spec/spec.h"

static void every_row_is_there_in_its_order(void **state)
{
	size_t n = 0;

	(void)state;
#define SUMAC_STATUS(name_, code_, class_, text) \
	assert_string_equal(gen_tables.statuses[n].name, #name_); \
	assert_int_equal(gen_tables.statuses[n].code, code_); \
	assert_string_equal(gen_tables.statuses[n].message, text); \
	n++;
#include "spec/rows.def"
	assert_int_equal(gen_tables.n_statuses, n);
	n = 0;
#define SUMAC_FIELD(record_, name_, offset_, bytes_, help) \
	assert_string_equal(gen_tables.fields[n].record, #record_); \
	assert_string_equal(gen_tables.fields[n].name, #name_); \
	assert_int_equal(gen_tables.fields[n].offset, offset_); \
	assert_int_equal(gen_tables.fields[n].bytes, bytes_); \
	n++;
#include "spec/rows.def"
	assert_int_equal(gen_tables.n_fields, n);
}

static void rows_are_found_by_their_whole_name(void **state)
{
	(void)state;
	assert_int_equal(gen_op_find(&gen_tables, "MAX")->code, SUMAC_OP_MAX);
	assert_int_equal(gen_type_find(&gen_tables, "U16")->code, SUMAC_TYPE_U16);
	assert_int_equal(gen_code_find(gen_tables.consts, gen_tables.n_consts, "GROUP_BASE")->code, SUMAC_GROUP_BASE);
	assert_string_equal(gen_rule_find(&gen_tables, "SUM", "UINT")->class_name, "UINT");
	assert_null(gen_op_find(&gen_tables, "MA"));
	assert_null(gen_op_find(&gen_tables, "MAXIMUM"));
	assert_null(gen_type_find(&gen_tables, "u16"));
	assert_null(gen_code_find(gen_tables.consts, 0, "GROUP_BASE"));
	assert_null(gen_rule_find(&gen_tables, "AND", "FLOAT"));
}

static void a_list_has_its_words_and_not_their_parts(void **state)
{
	(void)state;
	assert_true(gen_list_has("INTEGER | FLOAT|BYTE", "INTEGER"));
	assert_true(gen_list_has("INTEGER | FLOAT|BYTE", "FLOAT"));
	assert_true(gen_list_has("INTEGER | FLOAT|BYTE", "BYTE"));
	assert_false(gen_list_has("INTEGER | FLOAT|BYTE", "INT"));
	assert_false(gen_list_has("INTEGER | FLOAT|BYTE", "INTEGERS"));
	assert_false(gen_list_has("INTEGER | FLOAT|BYTE", ""));
	assert_false(gen_list_has("", "BYTE"));
}

static const struct gen_op ops[] = { { "SUM", 1, 0, "" }, { "MAX", 4, 0, "" }, { "TEST", 15, 1, "" } };
static const struct gen_type types[] = {
	{ "I8", 0x10, "SINT", 1, 1, "int8_t", "uint8_t", "" },
	{ "I32", 0x12, "SINT", 4, 4, "int32_t", "uint32_t", "" },
};
static const struct gen_rule rules[] = {
	{ "SUM", "SINT", 0, "l + r", 1, 1 | 4, 15, "" },
	{ "MAX", "SINT", 0, "l > r ? l : r", 1, 4, 15, "" },
	{ "TEST", "SINT", 0, "l - r", 0, 1 | 4, 15, "" },
};
static const struct gen_mpi_allow allows[] = { { "MAX", "INTEGER | FLOAT" }, { "SUM", "INTEGER" } };
static const struct gen_tables few = { .ops = ops, .n_ops = 3, .types = types, .n_types = 2,
		.rules = rules, .n_rules = 3,
				       .mpi_allow = allows, .n_mpi_allow = 2 };

static void what_the_nic_does_is_by_op_size_and_scope(void **state)
{
	(void)state;
	assert_int_equal(gen_nic_ops(&few, &types[0], 0), 1u << 1);
	assert_int_equal(gen_nic_ops(&few, &types[1], 0), 1u << 1 | 1u << 4);
	assert_int_equal(gen_nic_ops(&few, &types[1], 1), 1u << 15);
}

static void what_mpi_allows_is_by_group(void **state)
{
	(void)state;
	assert_int_equal(gen_mpi_ops(&few, "INTEGER"), 1u << 4 | 1u << 1);
	assert_int_equal(gen_mpi_ops(&few, "FLOAT"), 1u << 4);
	assert_int_equal(gen_mpi_ops(&few, "FLOATS"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_there_in_its_order),
		cmocka_unit_test(rows_are_found_by_their_whole_name),
		cmocka_unit_test(a_list_has_its_words_and_not_their_parts),
		cmocka_unit_test(what_the_nic_does_is_by_op_size_and_scope),
		cmocka_unit_test(what_mpi_allows_is_by_group),
	};

	return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
