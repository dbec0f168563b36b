/*
 * Scans by rows, driven by hand on hosts of all shapes: the bits of a loop over the ranks, one value between rows, which ranks a
 * call waits for, what fails, and what is kept.
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
#include "engine/leaf/leaf_private.h"

/* Stretches of 512 elements, which are long in the leaf; what is left of LONG is short there. */
enum { MAX = 8, LONG = 3 * 512 + 20, STRETCH_BYTES = 2048, LONG_CHUNKS = 7, PLAN_LONG = 65536 / 4 + 1 };
static const struct sumac_cpu_options options = { .chunk_bytes = 1024, .window = 3, .n_slots = 4, .small_bytes = 128,
						  .round_bytes = 4096 };
static struct solo solo;
static struct sumac_call calls[MAX];
static struct sumac_ticket tickets[MAX];
static float src[MAX][PLAN_LONG], dst[MAX][PLAN_LONG];

static void post(int rank, enum sumac_coll coll, int op, uint64_t count, bool in_place)
{
	calls[rank] = (struct sumac_call){ .coll = coll, .op = op, .type = SUMAC_TYPE_F32, .count = count,
					   .seq = calls[rank].seq + 1,
					   .digest = calls[rank].seq + 1, .src = in_place ? dst[rank] : src[rank],
					   .dst = rank || coll == SUMAC_COLL_SCAN ? dst[rank] : NULL };
	memcpy(dst[rank], src[rank], sizeof(dst[rank]));
	assert_int_equal(solo_post(&solo, rank, &calls[rank], &tickets[rank]), 0);
}

static void open_on(int size, const int *hosts)
{
	solo_open_on(&solo, size, options, hosts);
	memset(calls, 0, sizeof(calls));
	for (int rank = 0; rank < size; rank++)
		for (int i = 0; i < PLAN_LONG; i++)
			src[rank][i] = 1 + 1 / (float)(rank + 3) + (float)i / 7777;
}

static int open_pairs(void **state)
{
	(void)state;
	open_on(6, (const int[]){ 0, 0, 1, 1, 2, 2 });
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static float combined(int op, float left, float right)
{
	return op == SUMAC_OP_SUM ? left + right : op == SUMAC_OP_PROD ? left * right : left > right ? left : right;
}

/* The value of a loop over the ranks before this one; elements that are not this rank's stay as they were. */
static void expect(int rank, enum sumac_coll coll, int op, uint64_t count)
{
	int n = rank + (coll == SUMAC_COLL_SCAN);

	for (int i = 0; i < LONG + 1; i++) {
		float want = n && (uint64_t)i < count ? src[0][i] : src[rank][i];

		for (int from = 1; from < n && (uint64_t)i < count; from++)
			want = combined(op, want, src[from][i]);
		assert_memory_equal(&dst[rank][i], &want, sizeof(want));
	}
}

static void test_the_bits_are_those_of_a_loop_on_hosts_of_all_shapes(void **state)
{
	static const struct { int size, hosts[MAX]; } shapes[] = {
		{ 4, { 0, 0, 1, 1 } }, { 6, { 0, 0, 1, 1, 2, 2 } }, { 6, { 0, 0, 0, 1, 1, 1 } }, { 5, { 0, 0, 1, 1, 2 } },
		{ 6, { 0, 1, 1, 2, 0, 0 } }, { 8, { 0, 0, 1, 1, 0, 0, 0, 1 } }, { 4, { 0, 1, 0, 1 } }, { 3, { 0, 1, 1 } },
	};
	static const uint64_t counts[] = { 0, 1, 30, 512, 1024, LONG };
	static const int ops[] = { SUMAC_OP_SUM, SUMAC_OP_PROD, SUMAC_OP_MAX };

	(void)state;
	for (size_t shape = 0; shape < sizeof(shapes) / sizeof(shapes[0]); shape++) {
		open_on(shapes[shape].size, shapes[shape].hosts);
		for (int i = 0; i < 6 * 3 * 2 * 2; i++) {
			enum sumac_coll coll = i / 2 % 2 ? SUMAC_COLL_EXSCAN : SUMAC_COLL_SCAN;

			for (int rank = 0; rank < solo.size; rank++)
				post((rank + i) % solo.size, coll, ops[i / 4 % 3], counts[i / 12], i % 2);
			solo_progress(&solo);
			for (int rank = 0; rank < solo.size; rank++) {
				assert_int_equal(tickets[rank].status, 0);
				expect(rank, coll, ops[i / 4 % 3], counts[i / 12]);
			}
		}
		solo_close(&solo);
	}
}

static void assert_sent(const int *want)
{
	for (int rank = 0; rank < solo.size; rank++) {
		int n = 0;

		for (const struct sumac_cpu_stream *stream = solo.team[rank]->streams; stream; stream = stream->next)
			n += (int)stream->n_sent;
		assert_int_equal(n, want[rank]);
	}
}

static void test_between_rows_one_value_passes(void **state)
{
	(void)state;
	for (int rank = 0; rank < 6; rank++)
		post(rank, SUMAC_COLL_SCAN, SUMAC_OP_SUM, 4, false);
	solo_progress(&solo);
	assert_sent((const int[]){ 0, 1, 0, 1, 0, 0 });
	for (int rank = 0; rank < 6; rank++)
		post(rank, SUMAC_COLL_EXSCAN, SUMAC_OP_SUM, LONG, false);
	solo_progress(&solo);
	assert_sent((const int[]){ 0, 1 + LONG_CHUNKS, 0, 1 + LONG_CHUNKS, 0, 0 });
}

static bool goes_by_rows(uint64_t count)
{
	const struct sumac_call call = { .coll = SUMAC_COLL_SCAN, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_F32, .count = count };
	const char *how = solo.engine[0]->ops->how((struct sumac_engine_team *)solo.team[0], &call);

	assert_true(!how == !sumac_cpu_level_for(solo.team[0], &call));
	assert_true(!how || strstr(how, "rows of neighbours"));
	return how;
}

/* Five ranks in four rows: what is short is sooner over in one step. In a round robin nobody has a neighbour. */
static void test_few_neighbours_scan_what_is_long_by_runs(void **state)
{
	(void)state;
	assert_true(goes_by_rows(1));
	solo_close(&solo);
	open_on(5, (const int[]){ 0, 1, 2, 3, 3 });
	assert_false(goes_by_rows(PLAN_LONG - 1));
	assert_true(goes_by_rows(PLAN_LONG));
	for (int rank = 0; rank < 5; rank++)
		post(rank, SUMAC_COLL_SCAN, SUMAC_OP_SUM, PLAN_LONG, rank % 2);
	solo_progress(&solo);
	expect(4, SUMAC_COLL_SCAN, SUMAC_OP_SUM, LONG + 1);
	solo_close(&solo);
	open_on(4, (const int[]){ 0, 1, 0, 1 });
	assert_false(goes_by_rows(PLAN_LONG));
}

static void assert_waits(int rank, int for_rank)
{
	int ranks[MAX];

	assert_int_equal(solo.engine[rank]->ops->waiting_for((struct sumac_engine_team *)solo.team[rank], ranks, MAX), 1);
	assert_int_equal(ranks[0], for_rank);
}

static void post_all_but(int late, enum sumac_coll coll, bool in_place)
{
	for (int rank = 0; rank < 6; rank++)
		if (rank != late)
			post(rank, coll, SUMAC_OP_SUM, LONG, in_place);
	solo_progress(&solo);
}

/* The first of a row waits for the last of the one before, and the others for the first. */
static void test_a_wait_names_ranks_of_the_team(void **state)
{
	(void)state;
	post_all_but(0, SUMAC_COLL_EXSCAN, true);
	for (int rank = 1; rank < 6; rank++)
		assert_waits(rank, rank - 1);
}

/* Rank 3 passes on what there is room for, and then waits until it is taken. Its leaf is a stretch ahead by then. */
static void test_a_late_rank_is_passed_all(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		enum sumac_coll coll = i / 2 ? SUMAC_COLL_SCAN : SUMAC_COLL_EXSCAN;

		post_all_but(4, coll, i % 2);
		assert_waits(3, 4);
		assert_int_equal(solo.team[3]->levels->at[SUMAC_CPU_OF_ROWS].leaf->n_posted, 4 * i + 3);
		post(4, coll, SUMAC_OP_SUM, LONG, i % 2);
		solo_progress(&solo);
		for (int rank = 0; rank < 6; rank++) {
			assert_int_equal(tickets[rank].status, 0);
			expect(rank, coll, SUMAC_OP_SUM, LONG);
		}
	}
}

/* Rank 3 is sending, and rank 5 in its leaf. */
static void test_a_failure_ends_a_call_in_any_step(void **state)
{
	(void)state;
	post_all_but(4, SUMAC_COLL_EXSCAN, true);
	assert_int_equal(sumac_leaf_oldest(solo.team[5]->levels->at[SUMAC_CPU_OF_ROWS].leaf), 1);
	for (int rank = 0; rank < 6; rank++)
		if (rank != 4)
			solo.engine[rank]->ops->team_fail((struct sumac_engine_team *)solo.team[rank], -SUMAC_EPEER, 4);
	assert_int_equal(tickets[3].status, -SUMAC_EPEER);
	assert_int_equal(tickets[5].status, -SUMAC_EPEER);
	assert_int_equal(tickets[5].fault_rank, 4);
	assert_int_equal(sumac_leaf_oldest(solo.team[5]->levels->at[SUMAC_CPU_OF_ROWS].leaf), 0);
}

/* In a row, the leaf's first rank is the team's rank 4; between rows it learns that from what it receives. */
static void test_a_mismatch_names_the_teams_rank(void **state)
{
	(void)state;
	for (int rank = 0; rank < 6; rank++)
		post(rank, SUMAC_COLL_SCAN, SUMAC_OP_SUM, 4, false);
	calls[3].digest = 99; /* its leaf has taken the call before */
	solo_progress(&solo);
	assert_int_equal(tickets[4].status, -SUMAC_EMISMATCH);
	assert_int_equal(tickets[4].fault_rank, 3);
	solo_close(&solo);
	open_pairs(NULL);
	post_all_but(4, SUMAC_COLL_SCAN, false);
	post(4, SUMAC_COLL_SCAN, SUMAC_OP_SUM, LONG, false);
	solo.team[4]->levels->at[SUMAC_CPU_OF_HOSTS].leaf->slots[SUMAC_LEAF_SLOT_STEP & 3].digest = 99;
	solo_progress(&solo);
	assert_int_equal(tickets[5].status, -SUMAC_EMISMATCH);
	assert_int_equal(tickets[5].fault_rank, 4);
}

/* Two stretches, and that only where a rank adds its own to what it does not get. */
static void test_little_is_kept(void **state)
{
	(void)state;
	for (int rank = 0; rank < 6; rank++)
		post(rank, SUMAC_COLL_SCAN, SUMAC_OP_SUM, LONG, true);
	solo_progress(&solo);
	assert_int_equal(solo.team[1]->levels->scratch.len_bytes, 0);
	for (int rank = 0; rank < 6; rank++)
		post(rank, SUMAC_COLL_EXSCAN, SUMAC_OP_SUM, LONG, true);
	solo_progress(&solo);
	for (int rank = 0; rank < 6; rank++)
		assert_int_equal(solo.team[rank]->levels->scratch.len_bytes, rank % 5 ? 2 * STRETCH_BYTES : 0);
}

int main(void)
{
#define ON_PAIRS(test) cmocka_unit_test_setup_teardown(test, open_pairs, close_all)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_bits_are_those_of_a_loop_on_hosts_of_all_shapes),
		ON_PAIRS(test_between_rows_one_value_passes),
		ON_PAIRS(test_few_neighbours_scan_what_is_long_by_runs),
		ON_PAIRS(test_a_wait_names_ranks_of_the_team),
		ON_PAIRS(test_a_late_rank_is_passed_all),
		ON_PAIRS(test_a_failure_ends_a_call_in_any_step),
		ON_PAIRS(test_a_mismatch_names_the_teams_rank),
		ON_PAIRS(test_little_is_kept),
	};

	return cmocka_run_group_tests_name("cpu_rows", tests, NULL, NULL);
}
