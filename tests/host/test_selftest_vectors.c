/*
 * The self-test's judge: what is right passes, and one bit that is not, in any element, pair or result, does not.
 */
#include "child.h"

#include "base/combination.h"
#include "base/fail.h"
#include "sumac.h"
#include "tool/selftest.h"

struct spoiled {
	int op, type, bit, result;
	bool fails;
	int n_calls;
};

static int combine(void *ctx, int op, int type, const void *left, const void *right, void *out, size_t count)
{
	struct spoiled *spoiled = ctx;
	unsigned char *result = out;
	size_t bytes = sumac_type_bytes(type);

	assert_true(count && count * bytes <= SUMAC_SELFTEST_BYTES);
	spoiled->n_calls++;
	for (int i = 0; i < 2; i++, result += SUMAC_SELFTEST_BYTES) {
		assert_int_equal(sumac_reduce_local(op, type, result, left, right, count), 0);
		if (op == spoiled->op && type == spoiled->type && spoiled->bit >= 0 && i == spoiled->result)
			result[count * bytes - 1 - spoiled->bit / 8] ^= (unsigned char)(1 << spoiled->bit % 8);
	}
	return spoiled->fails && op == spoiled->op && type == spoiled->type ? sumac_fail(SUMAC_ETIMEOUT, "no wire") : 0;
}

static char text[1 << 16];

static int judge(struct spoiled spoiled, int n_results)
{
	struct sumac_selftest_subject subject = { combine, &spoiled, n_results };
	FILE *to = fmemopen(text, sizeof(text), "w");
	int n_wrong = sumac_selftest_vectors(&subject, "test", to);

	fclose(to);
	assert_true(spoiled.n_calls > 0);
	return n_wrong;
}

static void every_pair_that_nics_do_has_its_place_in_the_table(void **state)
{
	int n_ok = 0;

	(void)state;
	assert_int_equal(judge((struct spoiled){ .bit = -1 }, 2), 0);
	for (const char *at = text; (at = strstr(at, " ok")); at++)
		n_ok++;
	assert_true(n_ok > 100);
	assert_non_null(strstr(text, "the CPU engine's bits"));
	assert_null(strstr(text, "DIFFERS"));
}

static void a_bit_that_differs_is_reported_with_both_operands(void **state)
{
	const struct spoiled spoiled[] = {
		{ .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_F32, .bit = 31 },
		{ .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_F32, .bit = 0, .result = 1 },
		{ .op = SUMAC_OP_MINLOC, .type = SUMAC_TYPE_PAIR_F64_F64, .bit = 100 },
	};

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(judge(spoiled[i], 2), 1);
		assert_non_null(strstr(text, "DIFFERS"));
		assert_non_null(strstr(text, i < 2 ? "test: SUM of F32 differs at element" :
					     "MINLOC of PAIR_F64_F64 differs at element"));
		assert_non_null(strstr(text, ", left 0x"));
		assert_non_null(strstr(text, ", got 0x"));
		assert_non_null(strstr(text, ": 1 differ from the CPU engine"));
	}
	assert_int_equal(judge(spoiled[1], 1), 0); /* its second result counts only where there is one */
}

static void a_subject_that_fails_ends_the_test_with_its_reason(void **state)
{
	(void)state;
	assert_int_equal(judge((struct spoiled){ .op = SUMAC_OP_XOR, .type = SUMAC_TYPE_U16, .bit = -1, .fails = true }, 1), -1);
	assert_non_null(strstr(text, "test: XOR of U16 fails: no wire"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_that_nics_do_has_its_place_in_the_table),
		cmocka_unit_test(a_bit_that_differs_is_reported_with_both_operands),
		cmocka_unit_test(a_subject_that_fails_ends_the_test_with_its_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
