/*
 * The reference pages: of what can be reduced (print_docs.c), and of what host and NIC say to each other
 * (print_docs_nic.c).
 */
#include "gen_small.h"

static void types_have_their_code_class_and_names(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_types, "| `SUMAC_TYPE_I32` | 0x12 | SINT | 4 | 4 | a word |\n");
	gen_small_expect(gen_print_doc_types, "| `SINT` | 1 | signed |\n");
	gen_small_expect(gen_print_doc_types, "| `int32` | `int32_t` | I32 |\n");
	gen_small_expect(gen_print_doc_types, "| `int4` | `INTEGER*4` | I32 |\n");
	gen_small_expect(gen_print_doc_types, "| `MPI_SHORT_INT` | PAIR_I16 | location |\n");
}

static void operations_have_their_rules(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_operations,
			 "\n## SUM (code 1)\n\nthe sum.\n\n| class | expression | order | rule |\n|---|---|---|---|\n"
			 "| SINT | `l \\| r` | any | wraps |\n");
	gen_small_expect(gen_print_doc_operations, "| PAIR |  | that of E | the lower index |\n");
	gen_small_expect(gen_print_doc_operations, "odd. Only for test benches: no interface of the host takes it.");
}

/* NIC, not yet, by design, not defined; benches' operations have no column. */
static void who_computes_is_a_table(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_offload, "| type | SUM | MINLOC |\n|---|---|---|\n"
						"| `I8` | cpu |  |\n"
						"| `I32` | NIC |  |\n"
						"| `PAIR_I16` |  | CPU |\n");
	gen_small_expect_not(gen_print_doc_offload, "TEST");
}

static void registers_have_offset_and_access(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_registers, "| 0x0100 | `MAGIC` | RO | who it is |\n");
	gen_small_expect(gen_print_doc_registers, "| 0x008 | `G_KEY` | RW | the key |\n");
	gen_small_expect(gen_print_doc_registers,
			"\n## Counters\n\n| index | name | what |\n|---|---|---|\n| 0 | `FRAMES` | frames |\n");
	gen_small_expect(gen_print_doc_registers, "| `Groups` | 16 | 2 | contexts |\n");
	gen_small_expect(gen_print_doc_registers, "| `MAGIC` | 0xABCD | who it is |\n");
}

static void records_have_fields_flags_and_bits(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_records, "\n## CPL: a completion\n\n8 bytes.\n\n| byte | bytes | name | what |\n"
						"|---|---|---|---|\n| 0 | 4 | `COOKIE` | the host's \\| own |\n");
	gen_small_expect(gen_print_doc_records,
			"\n| flag's bit | name | what |\n|---|---|---|\n| 3 | `LAST` | the last |\n");
	gen_small_expect(gen_print_doc_records, "| 5 | 11 | `RING` |");
	gen_small_expect(gen_print_doc_records,
			"## Kinds of packets\n\n| code | name | what |\n|---|---|---|\n| 1 | `DATA` | a chunk |\n");
}

static void settings_say_how_they_are_written(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_settings,
			"| `engine` | `SUMAC_ENGINE` | auto, nic, cpu | auto | yes | who computes |\n");
	gen_small_expect(gen_print_doc_settings,
			"| `timeout` | `SUMAC_TIMEOUT` | seconds, 0..86400 | 600 | no | how long |\n");
	gen_small_expect(gen_print_doc_settings, "| `report` | `SUMAC_REPORT` | text | empty | no | where |\n");
}

static void status_codes_say_who_can_help(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_status, "| 2 | `SUMAC_EOP` | USER | no such operation |\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_have_their_code_class_and_names),
		cmocka_unit_test(operations_have_their_rules),
		cmocka_unit_test(who_computes_is_a_table),
		cmocka_unit_test(registers_have_offset_and_access),
		cmocka_unit_test(records_have_fields_flags_and_bits),
		cmocka_unit_test(settings_say_how_they_are_written),
		cmocka_unit_test(status_codes_say_who_can_help),
	};

	return cmocka_run_group_tests_name("print_docs", tests, NULL, NULL);
}
