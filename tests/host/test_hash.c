/*
 * The specification's hash changes with everything that hardware and host share, and with nothing else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen_rows.h"
#include "spec/spec_hash.h"

static void the_hash_is_the_one_that_is_committed(void **state)
{
	(void)state;
	assert_int_equal(gen_hash(&gen_tables), SUMAC_SPEC_HASH);
}

/* FNV-1a of nothing. */
static void no_rows_have_the_offset_basis(void **state)
{
	static const struct gen_tables none;

	(void)state;
	assert_int_equal(gen_hash(&none), 2166136261u);
}

/* One change to the first row of a table. */
#define CHANGES(table, type, change) \
	do { \
		struct gen_tables t = gen_tables; \
		type *rows = COPY(t, type, table); \
\
		change; \
		if (gen_hash(&t) == gen_hash(&gen_tables)) \
			fail_msg("not in the hash: %s in %s", #change, #table); \
		test_free(rows); \
	} while (0)

static void all_that_is_shared_counts(void **state)
{
	(void)state;
	CHANGES(records, struct gen_record, rows->bytes++);
	CHANGES(words, struct gen_word, rows->bits++);
	CHANGES(fields, struct gen_field, rows->offset++);
	CHANGES(fields, struct gen_field, rows->bytes++);
	CHANGES(fields, struct gen_field, rows->name = "OTHER");
	CHANGES(flags, struct gen_flag, rows->bit++);
	CHANGES(bits, struct gen_bits, rows->lsb++);
	CHANGES(bits, struct gen_bits, rows->bits++);
	CHANGES(regs, struct gen_reg, rows->offset += 4);
	CHANGES(regs, struct gen_reg, rows->access = "WO");
	CHANGES(gregs, struct gen_reg, rows->offset += 4);
	CHANGES(consts, struct gen_code, rows->code++);
	CHANGES(kinds, struct gen_code, rows->code++);
	CHANGES(streams, struct gen_code, rows->code++);
	CHANGES(features, struct gen_code, rows->code++);
	CHANGES(counters, struct gen_code, rows->code++);
	CHANGES(classes, struct gen_code, rows->code++);
	CHANGES(statuses, struct gen_status, rows->code++);
	CHANGES(ops, struct gen_op, rows->code++);
	CHANGES(types, struct gen_type, rows->align++);
	CHANGES(pairs, struct gen_pair, rows->index_offset++);
	CHANGES(rules, struct gen_rule, rows->body = "left");
	CHANGES(rules, struct gen_rule, rows->nic_sizes = 0);
}

#define CHANGES_NOT(table, type, change) \
	do { \
		struct gen_tables t = gen_tables; \
		type *rows = COPY(t, type, table); \
\
		change; \
		if (gen_hash(&t) != gen_hash(&gen_tables)) \
			fail_msg("in the hash: %s in %s", #change, #table); \
		test_free(rows); \
	} while (0)

static void texts_settings_and_defaults_do_not(void **state)
{
	(void)state;
	CHANGES_NOT(fields, struct gen_field, rows->help = "another text");
	CHANGES_NOT(statuses, struct gen_status, rows->message = "another text");
	CHANGES_NOT(params, struct gen_param, rows->def++);
	CHANGES_NOT(settings, struct gen_setting, rows->def = "other");
	CHANGES_NOT(rules, struct gen_rule, rows->goal_sizes = 0);
	CHANGES_NOT(mpi_types, struct gen_mpi_type, rows->type = "OTHER");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hash_is_the_one_that_is_committed),
		cmocka_unit_test(no_rows_have_the_offset_basis),
		cmocka_unit_test(all_that_is_shared_counts),
		cmocka_unit_test(texts_settings_and_defaults_do_not),
	};

	return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
