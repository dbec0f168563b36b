/*
 * The generated headers of the C side: hash, public codes, and the list of pairs.
 */
#include "gen_small.h"

#include <stdio.h>

static void the_hash_is_that_of_the_tables(void **state)
{
	char line[64];

	(void)state;
	snprintf(line, sizeof(line), "\n#define SUMAC_SPEC_HASH 0x%08Xu\n", gen_hash(&gen_small));
	gen_small_expect(gen_print_hash, line);
}

static void codes_are_enumerators_with_their_words(void **state)
{
	(void)state;
	gen_small_expect(gen_print_ops, "enum sumac_op {\n"
					"\tSUMAC_OP_SUM = 1, /* the sum */\n"
					"\tSUMAC_OP_MINLOC = 10, /* where */\n"
					"\tSUMAC_OP_TEST = 15, /* for test benches, never accepted here: odd */\n"
					"};\n");
	gen_small_expect(gen_print_ops, "\tSUMAC_CLASS_PAIR = 8, /* pairs */\n");
	gen_small_expect(gen_print_ops, "\tSUMAC_TYPE_I32 = 0x12, /* a word */\n");
	gen_small_expect(gen_print_ops, "\tSUMAC_OK = 0, /* success */\n\tSUMAC_EOP = 2, /* no such operation */\n");
}

/* A rule of a class is a pair for each type of it; none is invented. */
static void pairs_are_rules_times_the_types_of_their_class(void **state)
{
	(void)state;
	gen_small_expect(gen_print_combinations,
			 " */\n"
			 "SUMAC_COMBINATION(SUM, I8, int8_t, uint8_t, EXPR, l | r, FREE, CPU, API)\n"
			 "SUMAC_COMBINATION(SUM, I32, int32_t, uint32_t, EXPR, l | r, FREE, NIC, API)\n"
			 "SUMAC_COMBINATION(MINLOC, PAIR_I16, struct pair, struct pair, CALL, minloc, FIXED, CPU, API)\n"
			 "SUMAC_COMBINATION(TEST, I8, int8_t, uint8_t, EXPR, l - r, FIXED, NIC, BENCH)\n"
			 "SUMAC_COMBINATION(TEST, I32, int32_t, uint32_t, EXPR, l - r, FIXED, CPU, BENCH)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hash_is_that_of_the_tables),
		cmocka_unit_test(codes_are_enumerators_with_their_words),
		cmocka_unit_test(pairs_are_rules_times_the_types_of_their_class),
	};

	return cmocka_run_group_tests_name("print_c", tests, NULL, NULL);
}
