/*
 * The operands of `sumac perf`, and how results are judged: right ones pass, of all pairs; one wrong byte anywhere does not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/collective.h"
#include "base/combination.h"
#include "sumac.h"
#include "tool/perf.h"

enum { N_ELEMS = 1300 }; /* more than two periods */

/* Both ranks' operands of a call, and this rank's pattern. */
static struct sumac_perf_pattern *set_up(const struct sumac_perf_options *options, const struct sumac_perf_call *call, int rank,
					 unsigned char *src[2])
{
	struct sumac_perf_pattern *pattern = NULL;

	for (int i = 0; i < 2; i++) {
		struct sumac_perf_pattern *made = sumac_perf_pattern_make(options, i, 2);

		assert_non_null(made);
		src[i] = malloc(call->elems * call->elem_bytes);
		sumac_perf_pattern_fill(made, call, src[i]);
		if (i == rank)
			pattern = made;
		else
			sumac_perf_pattern_free(made);
	}
	return pattern;
}

static void sums_of_all_pairs_pass_and_a_wrong_byte_does_not(void **state)
{
	(void)state;
	for (int pair = 0; pair < sumac_combination_count(); pair++) {
		struct sumac_perf_options options = { .coll = SUMAC_COLL_ALLREDUCE };
		struct sumac_perf_call call;
		struct sumac_perf_pattern *pattern;
		unsigned char *src[2];

		sumac_combination_get(pair, &options.op, &options.type);
		call = sumac_perf_call_of(&options, N_ELEMS * sumac_type_bytes(options.type), 2);
		pattern = set_up(&options, &call, 1, src);
		assert_memory_not_equal(src[0], src[1], N_ELEMS * call.elem_bytes);
		assert_int_equal(sumac_reduce_local(options.op, options.type, src[0], src[0], src[1], N_ELEMS), 0);
		assert_int_equal(sumac_perf_pattern_judge(pattern, &call, src[0]), -1);
		src[0][1234 * call.elem_bytes] ^= 1;
		assert_int_equal(sumac_perf_pattern_judge(pattern, &call, src[0]), 1234);
		sumac_perf_pattern_free(pattern);
		free(src[0]);
		free(src[1]);
	}
}

/* The result of rank 1 of 2 is made of the operands' sum, or of one operand, from an element on. */
static void each_collective_gives_what_belongs_to_the_rank(void **state)
{
	static const struct {
		int coll, is_sum, of;
	} rows[] = {
		{ SUMAC_COLL_ALLREDUCE, 1, 0 }, { SUMAC_COLL_SCAN, 1, 0 },     { SUMAC_COLL_REDUCE_SCATTER, 1, 0 },
		{ SUMAC_COLL_EXSCAN, 0, 0 },	{ SUMAC_COLL_BROADCAST, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sumac_perf_options options = { .coll = rows[i].coll, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I16 };
		struct sumac_perf_call call = sumac_perf_call_of(&options, N_ELEMS * 2, 2);
		bool has_part = rows[i].coll == SUMAC_COLL_REDUCE_SCATTER;
		unsigned char *src[2];
		struct sumac_perf_pattern *pattern = set_up(&options, &call, 1, src);
		const unsigned char *result = src[rows[i].of] + (has_part ? call.part * 2 : 0);

		if (rows[i].is_sum)
			sumac_reduce_local(SUMAC_OP_SUM, SUMAC_TYPE_I16, src[0], src[0], src[1], N_ELEMS);
		assert_int_equal(sumac_perf_pattern_judge(pattern, &call, result), -1);
		/* All elements lie one place too early. */
		memmove(src[0], src[0] + 2, (N_ELEMS - 1) * 2);
		assert_true(sumac_perf_pattern_judge(pattern, &call, result) >= 0);
		sumac_perf_pattern_free(pattern);
		free(src[0]);
		free(src[1]);
	}
}

static void an_allgather_has_each_ranks_part(void **state)
{
	struct sumac_perf_options options = { .coll = SUMAC_COLL_ALLGATHER, .type = SUMAC_TYPE_F32 };
	struct sumac_perf_call call = sumac_perf_call_of(&options, N_ELEMS * 4, 2);
	unsigned char *src[2], *dst = malloc(N_ELEMS * 4);
	struct sumac_perf_pattern *pattern = set_up(&options, &call, 0, src);

	(void)state;
	memcpy(dst, src[0], call.part * 4);
	memcpy(dst + call.part * 4, src[1], call.part * 4);
	assert_int_equal(sumac_perf_pattern_judge(pattern, &call, dst), -1);
	memcpy(dst + call.part * 4, src[0], call.part * 4);
	assert_int_equal(sumac_perf_pattern_judge(pattern, &call, dst), call.part);
	sumac_perf_pattern_free(pattern);
	free(src[0]);
	free(src[1]);
	free(dst);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_of_all_pairs_pass_and_a_wrong_byte_does_not),
		cmocka_unit_test(each_collective_gives_what_belongs_to_the_rank),
		cmocka_unit_test(an_allgather_has_each_ranks_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
