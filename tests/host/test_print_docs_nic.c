/*
 * The reference pages of the interface between host and NIC, and of settings and status codes.
 */
#include "gen_small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void registers_have_offset_and_access(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_registers, "| 0x0100 | `MAGIC` | RO | who it is |\n");
	gen_small_expect(gen_print_doc_registers, "| 0x008 | `G_KEY` | RW | the key |\n");
	gen_small_expect(gen_print_doc_registers,
			"\n## Counters\n\n| index | name | what |\n|---|---|---|\n| 0 | `FRAMES` | frames |\n");
	gen_small_expect(gen_print_doc_registers,
			"\n## Features\n\n| bit | name | what |\n|---|---|---|\n| 2 | `LINKS` | links |\n");
	gen_small_expect(gen_print_doc_registers, "| `Groups` | 16 | 1 | 32 | contexts; a power of two |\n");
	gen_small_expect(gen_print_doc_registers, "| `Width` | 3 | 0 | 9 | how wide |\n\nGroups is more than Width.\n");
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
	gen_small_expect(gen_print_doc_records, "\n## HEAD: a head\n\n| bit | bits | name | what |\n|---|---|---|---|\n"
						"| 0 | 5 | `N_IN` | inputs |\n");
	gen_small_expect(gen_print_doc_records,
			"## Kinds of streams\n\n| code | name | what |\n|---|---|---|\n| 1 | `MEMORY` | memory |\n");
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

/* As gen_small_expect(), with one row more, or a different one. */
static void expect(void (*print)(struct gen_text *text, const struct gen_tables *t), const struct gen_tables *t,
		   const char *piece, int is_there)
{
	struct gen_text text = { 0 };

	print(&text, t);
	if ((strstr(text.data, piece) != NULL) != is_there)
		fail_msg("%s: %s\n%s", is_there ? "not printed" : "printed", piece, text.data);
	free(text.data);
}

static void numbers_and_truth_are_settings_too(void **state)
{
	static const struct gen_setting settings[] = {
		{ "nics", "NICS", "INT", "0..1024", "0", 0, "how many" },
		{ "check", "CHECK", "BOOL", "", "0", 1, "whether" },
	};
	struct gen_tables t = gen_small;

	(void)state;
	t.settings = settings;
	t.n_settings = 2;
	expect(gen_print_doc_settings, &t, "| `nics` | `SUMAC_NICS` | number, 0..1024 | 0 | no | how many |\n", 1);
	expect(gen_print_doc_settings, &t, "| `check` | `SUMAC_CHECK` | 0 or 1 | 0 | yes | whether |\n", 1);
	expect(gen_print_doc_settings, &t, "engine", 0);
}

/* A field, flag or bit is listed under the record or word that it names, and under no other. */
static void rows_stand_where_they_belong(void **state)
{
	static const struct gen_record records[] = { { "ONE", 8, 1, "the first" }, { "TWO", 4, 1, "the second" } };
	static const struct gen_field fields[] = { { "TWO", "LATER", 0, 4, "*it*" }, { "ONE", "SOONER", 0, 8, "" } };
	static const struct gen_flag flags[] = { { "TWO", "UP", 1, "up" } };
	struct gen_tables t = gen_small;

	(void)state;
	t.records = records;
	t.fields = fields;
	t.flags = flags;
	t.n_records = t.n_fields = 2;
	t.n_flags = 1;
	expect(gen_print_doc_records, &t,
	       "\n## ONE: the first\n\n8 bytes.\n\n| byte | bytes | name | what |\n|---|---|---|---|\n"
	       "| 0 | 8 | `SOONER` |  |\n"
	       "\n## TWO: the second\n\n4 bytes.\n\n| byte | bytes | name | what |\n|---|---|---|---|\n"
	       "| 0 | 4 | `LATER` | \\*it\\* |\n"
	       "\n| flag's bit | name | what |\n|---|---|---|\n| 1 | `UP` | up |\n\n## ", 1);
}

static void the_hash_of_the_tables_is_reported(void **state)
{
	char line[32];

	(void)state;
	snprintf(line, sizeof(line), "SPEC_HASH, is 0x%08X.", gen_hash(&gen_small));
	gen_small_expect(gen_print_doc_registers, line);
}

static void status_codes_say_who_can_help(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_status, "| 2 | `SUMAC_EOP` | USER | no such operation |\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registers_have_offset_and_access),
		cmocka_unit_test(the_hash_of_the_tables_is_reported),
		cmocka_unit_test(records_have_fields_flags_and_bits),
		cmocka_unit_test(rows_stand_where_they_belong),
		cmocka_unit_test(settings_say_how_they_are_written),
		cmocka_unit_test(numbers_and_truth_are_settings_too),
		cmocka_unit_test(status_codes_say_who_can_help),
	};

	return cmocka_run_group_tests_name("print_docs_nic", tests, NULL, NULL);
}
