/*
 * The generator's checks of layout fire: every test feeds
 * rows with one fault, and expects that fault to be reported.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/gen_check.h"

typedef void (*check_fn)(struct gen_text *faults, const struct gen_tables *t);

#define ROWS(t, table, rows) ((t).table = (rows), (t).n_##table = sizeof(rows) / sizeof((rows)[0]))

/* The check reports this fault and, so that a test has one reason to fail, no other. */
static void expect_fault(check_fn check, const struct gen_tables *t, const char *fault)
{
	struct gen_text faults = { 0 };

	check(&faults, t);
	if (!faults.len_bytes)
		fail_msg("nothing was told; expected: %s", fault);
	if (strncmp(faults.data, fault, strlen(fault)) || faults.data[strlen(fault)] != '\n' ||
	    faults.len_bytes != strlen(fault) + 1)
		fail_msg("told: %sexpected: %s", faults.data, fault);
	free(faults.data);
}

static struct gen_tables with_fields(const struct gen_field *fields, size_t n);

/* A second name for bytes of two fields, or of none of the record's. */
static void an_alias_of_more_than_a_field_is_told(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 4, "" }, { "R", "B", 4, 4, "" } };
	const struct gen_field good[] = { { "R", "C", 4, 3, "" } }, wide[] = { { "R", "C", 2, 4, "" } };
	struct gen_tables t = with_fields(fields, 2);
	struct gen_text faults = { 0 };

	(void)state;
	ROWS(t, aliases, good);
	gen_check_layout(&faults, &t);
	assert_int_equal(faults.len_bytes, 0);
	ROWS(t, aliases, wide);
	expect_fault(gen_check_layout, &t, "alias R.C does not lie in one field");
}

static void the_tables_have_no_fault(void **state)
{
	struct gen_text faults = { 0 };

	(void)state;
	gen_check(&faults, &gen_tables);
	if (faults.len_bytes)
		fail_msg("%s", faults.data);
}

/* A table with one record R of 8 bytes, besides the registers' constants. */
static struct gen_tables with_fields(const struct gen_field *fields, size_t n)
{
	static const struct gen_record record[] = { { "R", 8, 1, "" } };
	static const struct gen_code consts[] = { { "GROUP_BASE", 0x8000, "" }, { "GROUP_SIZE", 0x200, "" } };
	struct gen_tables t = { .fields = fields, .n_fields = n };

	ROWS(t, records, record);
	ROWS(t, consts, consts);
	return t;
}

static void a_hole_in_a_record_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 2, "" }, { "R", "B", 4, 4, "" } };
	struct gen_tables t = with_fields(fields, 2);

	(void)state;
	expect_fault(gen_check_layout, &t, "R has a gap at byte 2, before B");
}

static void a_record_that_ends_early_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 4, "" } };
	struct gen_tables t = with_fields(fields, 1);

	(void)state;
	expect_fault(gen_check_layout, &t, "R has a gap at byte 4, its end");
}

static void overlapping_fields_are_reported_in_any_order(void **state)
{
	const struct gen_field fields[] = { { "R", "B", 2, 6, "" }, { "R", "A", 0, 3, "" } };
	struct gen_tables t = with_fields(fields, 2);

	(void)state;
	expect_fault(gen_check_layout, &t, "R.B overlaps the one before it at byte 2");
}

static void an_event_in_two_places_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 8, "" } };
	const struct gen_event events[] = { { "E", "A", 1, "", NULL }, { "F", "A", 2, "", NULL }, { "E", "B", 1, "", NULL } };
	const struct gen_event empty[] = { { "E", "A", 0, "", NULL } };
	const struct gen_event below[] = { { "E", "A", 0, "", "F" }, { "F", "A", 2, "", NULL } };
	struct gen_tables t = with_fields(fields, 1);

	(void)state;
	ROWS(t, events, events);
	expect_fault(gen_check_layout, &t, "event E.B stands twice, or apart from the others");
	ROWS(t, events, empty);
	expect_fault(gen_check_layout, &t, "event E.A has no bits, or is an event that does not stand above it");
	ROWS(t, events, below);
	expect_fault(gen_check_layout, &t, "event E.A has no bits, or is an event that does not stand above it");
}

static void a_field_beyond_its_record_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 8, "" }, { "R", "B", 8, 1, "" } };
	struct gen_tables t = with_fields(fields, 2);

	(void)state;
	expect_fault(gen_check_layout, &t, "R is 8 bytes long, and its fields take 9");
}

static void a_misaligned_field_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 1, "" }, { "R", "B", 1, 4, "" }, { "R", "C", 5, 3, "" } };
	struct gen_tables t = with_fields(fields, 3);

	(void)state;
	expect_fault(gen_check_layout, &t, "R.B is not aligned: 4 bytes at 1");
}

static void a_misaligned_field_of_a_packed_record_is_right(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 1, "" }, { "R", "B", 1, 4, "" }, { "R", "C", 5, 3, "" } };
	const struct gen_record packed[] = { { "R", 8, 0, "" } };
	struct gen_tables t = with_fields(fields, 3);
	struct gen_text faults = { 0 };

	(void)state;
	ROWS(t, records, packed);
	gen_check_layout(&faults, &t);
	assert_int_equal(faults.len_bytes, 0);
}

static void a_field_of_no_record_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 8, "" }, { "Q", "B", 0, 1, "" } };
	struct gen_tables t = with_fields(fields, 2);

	(void)state;
	expect_fault(gen_check_layout, &t, "field B names no record: Q");
}

static void a_hole_in_a_word_is_reported(void **state)
{
	const struct gen_word words[] = { { "W", 16, "" } };
	const struct gen_bits bits[] = { { "W", "A", 0, 5, "" }, { "W", "B", 6, 10, "" } };
	struct gen_tables t = with_fields(NULL, 0);

	(void)state;
	t.n_records = 0;
	ROWS(t, words, words);
	ROWS(t, bits, bits);
	expect_fault(gen_check_layout, &t, "W has a gap at bit 5, before B");
}

static void two_flags_on_one_bit_are_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 8, "" } };
	const struct gen_flag flags[] = { { "R", "X", 1, "" }, { "R", "Y", 1, "" } };
	struct gen_tables t = with_fields(fields, 1);

	(void)state;
	ROWS(t, flags, flags);
	expect_fault(gen_check_layout, &t, "flags R.X and Y are the same bit 1");
}

static struct gen_tables with_regs(const struct gen_reg *regs, size_t n)
{
	struct gen_tables t = with_fields(NULL, 0);

	t.n_records = 0;
	t.regs = regs;
	t.n_regs = n;
	return t;
}

static void two_registers_at_one_offset_are_reported(void **state)
{
	const struct gen_reg regs[] = { { "A", 0x100, "RO", "" }, { "B", 0x100, "RW", "" } };
	struct gen_tables t = with_regs(regs, 2);

	(void)state;
	expect_fault(gen_check_layout, &t, "registers A and B are at the same place: 0x100");
}

static void a_register_in_xrts_range_is_reported(void **state)
{
	const struct gen_reg regs[] = { { "A", 0x20, "RO", "" } };
	struct gen_tables t = with_regs(regs, 1);

	(void)state;
	expect_fault(gen_check_layout, &t, "register A is out of its range: 0x20");
}

static void a_register_among_the_groups_is_reported(void **state)
{
	const struct gen_reg regs[] = { { "A", 0x8000, "RO", "" } };
	struct gen_tables t = with_regs(regs, 1);

	(void)state;
	expect_fault(gen_check_layout, &t, "register A is out of its range: 0x8000");
}

static void a_misaligned_register_is_reported(void **state)
{
	const struct gen_reg regs[] = { { "A", 0x102, "RO", "" } };
	struct gen_tables t = with_regs(regs, 1);

	(void)state;
	expect_fault(gen_check_layout, &t, "register A is not aligned: 0x102");
}

static void a_group_register_beyond_the_groups_size_is_reported(void **state)
{
	const struct gen_reg gregs[] = { { "G_A", 0x200, "RO", "" } };
	struct gen_tables t = with_regs(NULL, 0);

	(void)state;
	ROWS(t, gregs, gregs);
	expect_fault(gen_check_layout, &t, "register G_A is out of its range: 0x200");
}

static void a_register_inside_the_push_aperture_is_reported(void **state)
{
	const struct gen_record records[] = { { "DESC", 64, 1, "" } };
	const struct gen_field fields[] = { { "DESC", "A", 0, 64, "" } };
	const struct gen_reg gregs[] = { { "G_PUSH", 0x40, "WO", "" }, { "G_A", 0x7c, "RO", "" } };
	struct gen_tables t = with_fields(fields, 1);

	(void)state;
	ROWS(t, records, records);
	ROWS(t, gregs, gregs);
	expect_fault(gen_check_layout, &t, "registers G_PUSH and G_A are at the same place: 0x7C");
}

static void an_unknown_access_is_reported(void **state)
{
	const struct gen_reg regs[] = { { "A", 0x100, "WR", "" } };
	struct gen_tables t = with_regs(regs, 1);

	(void)state;
	expect_fault(gen_check_layout, &t, "register A has no such access: WR");
}

static void a_flag_beyond_its_byte_is_reported(void **state)
{
	const struct gen_field fields[] = { { "R", "A", 0, 8, "" } };
	const struct gen_flag flags[] = { { "R", "X", 8, "" } };
	struct gen_tables t = with_fields(fields, 1);

	(void)state;
	ROWS(t, flags, flags);
	expect_fault(gen_check_layout, &t, "flag R.X is not in a byte: bit 8");
}

static void groups_that_do_not_fit_are_reported(void **state)
{
	const struct gen_code consts[] = { { "GROUP_BASE", 0x8000, "" }, { "GROUP_SIZE", 0x204, "" } };
	struct gen_tables t = with_regs(NULL, 0);

	(void)state;
	ROWS(t, consts, consts);
	expect_fault(gen_check_layout, &t,
		     "GROUP_BASE and GROUP_SIZE are missing, or 64 groups do not fit below 0x10000");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tables_have_no_fault),
		cmocka_unit_test(an_alias_of_more_than_a_field_is_told),
		cmocka_unit_test(a_hole_in_a_record_is_reported),
		cmocka_unit_test(a_record_that_ends_early_is_reported),
		cmocka_unit_test(overlapping_fields_are_reported_in_any_order),
		cmocka_unit_test(an_event_in_two_places_is_reported),
		cmocka_unit_test(a_field_beyond_its_record_is_reported),
		cmocka_unit_test(a_misaligned_field_is_reported),
		cmocka_unit_test(a_misaligned_field_of_a_packed_record_is_right),
		cmocka_unit_test(a_field_of_no_record_is_reported),
		cmocka_unit_test(a_hole_in_a_word_is_reported),
		cmocka_unit_test(two_flags_on_one_bit_are_reported),
		cmocka_unit_test(two_registers_at_one_offset_are_reported),
		cmocka_unit_test(a_register_in_xrts_range_is_reported),
		cmocka_unit_test(a_register_among_the_groups_is_reported),
		cmocka_unit_test(a_misaligned_register_is_reported),
		cmocka_unit_test(a_group_register_beyond_the_groups_size_is_reported),
		cmocka_unit_test(a_register_inside_the_push_aperture_is_reported),
		cmocka_unit_test(an_unknown_access_is_reported),
		cmocka_unit_test(a_flag_beyond_its_byte_is_reported),
		cmocka_unit_test(groups_that_do_not_fit_are_reported),
	};

	return cmocka_run_group_tests_name("check_layout", tests, NULL, NULL);
}
