/*
 * Reductions of two operands of one process: every pair, against the oracle, in place and not; and what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/combination.h"
#include "sumac.h"
#include "oracle/oracle.h"

enum { COUNT = 41, MOST_BYTES = 32 };

static void test_every_pair_gives_the_bits_of_a_reduction_of_two(void **state)
{
	_Alignas(32) unsigned char operand[2][COUNT * MOST_BYTES], want[COUNT * MOST_BYTES], out[COUNT * MOST_BYTES];

	(void)state;
	for (int index = 0; index < sumac_combination_count(); index++) {
		int op, type;
		size_t len_bytes;

		sumac_combination_get(index, &op, &type);
		len_bytes = COUNT * oracle_elem_bytes(type);
		for (int i = 0; i < 2; i++)
			oracle_fill(type, (uint64_t)(2 * index + i), COUNT, operand[i]);
		assert_int_equal(oracle_reduce(op, type, 2, (const void *[]){ operand[0], operand[1] }, COUNT, want), 0);
		for (int place = 0; place < 3; place++) { /* elsewhere, and in either operand, of a copy */
			unsigned char copy[2][COUNT * MOST_BYTES], *to = place ? copy[place - 1] : out;

			memcpy(copy, operand, sizeof(copy));
			assert_int_equal(sumac_reduce_local(op, type, to, copy[0], copy[1], COUNT), 0);
			assert_memory_equal(to, want, len_bytes);
		}
	}
}

static void test_a_call_that_cannot_be_computed_is_refused(void **state)
{
	int32_t a[8] = { 0 }, b[8] = { 0 };

	(void)state;
	assert_int_equal(sumac_reduce_local((enum sumac_op)77, SUMAC_TYPE_I32, a, a, b, 1), -SUMAC_EOP);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, (enum sumac_type)0x7f, a, a, b, 1), -SUMAC_ETYPE);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, a, b, 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a, NULL, b, 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a, b, NULL, 1), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "the right operand is NULL"));
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a, a, b, SIZE_MAX / 2), -SUMAC_EINVAL);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a, a, b, PTRDIFF_MAX / 4 + 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a + 1, a, b, 2), -SUMAC_EOVERLAP);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a, b, a + 1, 2), -SUMAC_EOVERLAP);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a + 2, a, b, 2), 0);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, a, b, b, 2), 0);
	assert_int_equal(sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, NULL, NULL, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_pair_gives_the_bits_of_a_reduction_of_two),
		cmocka_unit_test(test_a_call_that_cannot_be_computed_is_refused),
	};

	return cmocka_run_group_tests_name("reduce_local", tests, NULL, NULL);
}
