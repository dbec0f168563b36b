/*
 * The reference pages of what can be reduced: types, operations, and which engine computes what.
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
	gen_small_expect(gen_print_doc_operations, "\nOn `I8` with the setting `narrow_sums=wide`: as words.\n");
	gen_small_expect(gen_print_doc_operations, "| PAIR |  | that of E | the lower index |\n");
	gen_small_expect(gen_print_doc_operations, "odd. Only for test benches: no interface of the host takes it.");
}

/* cpu: not yet on the NIC; CPU: by design; empty: not defined. Benches' operations have no column. */
static void who_computes_is_a_table(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_offload, "| type | SUM | MINLOC |\n|---|---|---|\n"
						"| `I8` | cpu |  |\n"
						"| `I32` | NIC |  |\n"
						"| `PAIR_I16` |  | CPU |\n");
	gen_small_expect_not(gen_print_doc_offload, "TEST");
}

static void collectives_have_their_plans_in_order(void **state)
{
	(void)state;
	gen_small_expect(gen_print_doc_collectives,
			 "| `scan` | 2 to any | 9 | equal | SUMAC_FEATURE_TAPS | `sumac_plan_make_chain()` |\n"
			 "| `scan` | 1 to the radix | 0 |  |  | `sumac_plan_make_scan()` |\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_have_their_code_class_and_names),
		cmocka_unit_test(operations_have_their_rules),
		cmocka_unit_test(who_computes_is_a_table),
		cmocka_unit_test(collectives_have_their_plans_in_order),
	};

	return cmocka_run_group_tests_name("print_docs", tests, NULL, NULL);
}
