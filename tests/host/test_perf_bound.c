/*
 * The bounds of `sumac perf`, in the surroundings that a rack has by default: those that README.md and docs/performance.md quote.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "spec/spec.h"
#include "tool/perf.h"

static const struct sumac_perf_surroundings usual = { .link = 50, .host = 50, .hop = 150, .read = 225, .write = 125,
						      .chunk = 4096, .wire_chunk = 4188 };

static double bound_of(const struct sumac_perf_surroundings *around, int coll, uint64_t bytes, int n_ranks)
{
	struct sumac_perf_options options = { .coll = coll, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32 };
	struct sumac_perf_call call = sumac_perf_call_of(&options, bytes, n_ranks);

	return sumac_perf_bound(around, &call, n_ranks, NULL);
}

static void bounds_are_those_of_the_page(void **state)
{
	static const struct {
		int coll, n_ranks;
		uint64_t bytes;
		int bound;
	} rows[] = {
		{ SUMAC_COLL_BARRIER, 4, 0, 150 },
		{ SUMAC_COLL_ALLREDUCE, 2, 8, 150 },	    /* operand in the descriptor, result in the completion */
		{ SUMAC_COLL_ALLREDUCE, 2, 32, 500 },	    /* read, a hop, written */
		{ SUMAC_COLL_ALLREDUCE, 8, 1 << 20, 38024 }, /* 1.75 times the bytes, in frames */
		{ SUMAC_COLL_REDUCE, 8, 1 << 20, 21942 },
		{ SUMAC_COLL_REDUCE_SCATTER, 4, 8, 375 },    /* parts of 4 bytes: the result is in the completion */
		{ SUMAC_COLL_ALLGATHER, 4, 8, 150 },	    /* likewise the operand */
		{ SUMAC_COLL_REDUCE_SCATTER, 2, 1 << 20, 21321 }, /* all parts go through the host's port */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal((int)bound_of(&usual, rows[i].coll, rows[i].bytes, rows[i].n_ranks), rows[i].bound);
}

static void a_slow_host_port_counts(void **state)
{
	struct sumac_perf_surroundings slow = usual;

	(void)state;
	slow.host = 5;
	assert_int_equal((int)bound_of(&slow, SUMAC_COLL_BROADCAST, 1 << 20, 4), 500 + (1 << 20) / 5);
}

static void parts_are_whole_elements(void **state)
{
	struct sumac_perf_options options = { .coll = SUMAC_COLL_ALLGATHER, .type = SUMAC_TYPE_F64 };
	struct sumac_perf_call call = sumac_perf_call_of(&options, 8 * 10, 3);

	(void)state;
	assert_int_equal(call.part, 4);
	assert_int_equal(call.elems, 12);
	options.coll = SUMAC_COLL_SCAN;
	assert_int_equal(sumac_perf_call_of(&options, 8 * 10, 3).elems, 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_are_those_of_the_page),
		cmocka_unit_test(a_slow_host_port_counts),
		cmocka_unit_test(parts_are_whole_elements),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
