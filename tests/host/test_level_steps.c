/*
 * The steps of calls by levels, driven by hand on two hosts of two ranks: several calls at once, some of which stream, by
 * ranks that come one after the other; and what is kept between steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"
#include "engine/cpu/cpu_levels.h"

enum { N = 4, N_CALLS = 6, COUNT = 40 };
static const struct sumac_cpu_options options = { .chunk_bytes = 64, .window = 2, .n_slots = 4, .small_bytes = 128,
						  .round_bytes = 4096 };
static const enum sumac_coll colls[N_CALLS] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_SCAN, SUMAC_COLL_REDUCE_SCATTER,
						SUMAC_COLL_REDUCE, SUMAC_COLL_BARRIER, SUMAC_COLL_ALLREDUCE };
static struct solo solo;
static struct sumac_call calls[N][N_CALLS];
static struct sumac_ticket tickets[N][N_CALLS];
static int32_t src[N][COUNT], dst[N][N_CALLS][COUNT];

static int open_two_hosts(void **state)
{
	(void)state;
	solo_open_on(&solo, N, options, (const int[]){ 0, 0, 1, 1 });
	for (int rank = 0; rank < N; rank++)
		for (int i = 0; i < COUNT; i++)
			src[rank][i] = (rank + 1) * (i + 1);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static void post_all(int rank)
{
	for (int i = 0; i < N_CALLS; i++) {
		bool is_barrier = colls[i] == SUMAC_COLL_BARRIER;

		calls[rank][i] = (struct sumac_call){ .coll = colls[i], .op = is_barrier ? SUMAC_OP_OR : SUMAC_OP_SUM, .root = 3,
			.type = is_barrier ? SUMAC_TYPE_U8 : SUMAC_TYPE_I32, .count = is_barrier ? 0 : COUNT,
			.src = src[rank], .dst = dst[rank][i], .seq = (uint32_t)i + 1, .digest = (uint64_t)i + 1 };
		assert_int_equal(solo_post(&solo, rank, &calls[rank][i], &tickets[rank][i]), 0);
	}
}

static void test_calls_at_once_end_in_their_order(void **state)
{
	(void)state;
	for (int rank = N - 1; rank >= 0; rank--) {
		post_all(rank);
		solo_progress(&solo);
		assert_int_equal(tickets[N - 1][0].status, rank != 0);
	}
	for (int rank = 0; rank < N; rank++) {
		for (int i = 0; i < N_CALLS; i++)
			assert_int_equal(tickets[rank][i].status, 0);
		assert_int_equal(dst[rank][0][COUNT - 1], 10 * COUNT);
		assert_int_equal(dst[rank][1][COUNT - 1], (rank + 1) * (rank + 2) / 2 * COUNT);
		assert_int_equal(dst[rank][2][COUNT / N - 1], 10 * COUNT / N * (rank + 1));
		assert_int_equal(dst[rank][3][COUNT - 1], rank == 3 ? 10 * COUNT : 0);
		assert_int_equal(dst[rank][5][0], 10);
	}
}

/* Up to 4 MiB; twice that is kept meanwhile. */
static void test_a_long_reduce_scatter_streams_and_little_is_kept(void **state)
{
	struct sumac_call call = { .coll = SUMAC_COLL_REDUCE_SCATTER, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
				   .count = 1 << 20, .seq = 1, .digest = 1 };
	struct sumac_ticket ended[N];
	struct sumac_call each[N];
	int32_t *memory = calloc(N, 5 << 20);

	(void)state;
	for (int rank = 0; rank < N; rank++) {
		each[rank] = call;
		each[rank].src = memory + (size_t)rank * (5 << 18);
		each[rank].dst = memory + (size_t)rank * (5 << 18) + (1 << 20);
		((int32_t *)each[rank].src)[call.count - 1] = rank + 1;
		assert_non_null(sumac_cpu_level_for(solo.team[rank], &call));
		assert_int_equal(solo_post(&solo, rank, &each[rank], &ended[rank]), 0);
	}
	for (int turns = 0; turns < 100 && ended[3].status > 0; turns++)
		solo_progress(&solo);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(ended[rank].status, 0);
		assert_null(solo.team[rank]->levels->scratch.memory);
	}
	assert_int_equal(((int32_t *)each[3].dst)[call.count / N - 1], 10);
	call.count++;
	assert_null(sumac_cpu_level_for(solo.team[0], &call));
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_calls_at_once_end_in_their_order, open_two_hosts, close_all),
		cmocka_unit_test_setup_teardown(test_a_long_reduce_scatter_streams_and_little_is_kept, open_two_hosts, close_all),
	};

	return cmocka_run_group_tests_name("level_steps", tests, NULL, NULL);
}
