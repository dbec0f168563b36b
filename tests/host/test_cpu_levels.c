/*
 * Levels, driven by hand on two hosts of three ranks: one value leaves a leaf, which rank a call waits for, what fails, and
 * that all do without where one has no room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "agree/stall.h"
#include "cpu_solo.h"
#include "engine/cpu/cpu_levels.h"
#include "engine/leaf/leaf_private.h"
#include "segment/segment_private.h"
#include "sumac.h"

enum { N = 6, LONG = 3000 };
static const struct sumac_cpu_options options = { .chunk_bytes = 256, .window = 2, .n_slots = 4, .small_bytes = 256,
						  .round_bytes = 4096 };
static struct solo solo;
static struct sumac_call calls[N][8];
static struct sumac_ticket tickets[N][8];
static int32_t src[N][LONG], dst[N][LONG];

/* Ranks 0 to 2 and 3 to 5. */
static int open_two_hosts(void **state)
{
	int hosts[N] = { 0, 0, 0, 1, 1, 1 };

	(void)state;
	solo_open_on(&solo, N, options, hosts);
	for (int rank = 0; rank < N; rank++)
		for (int i = 0; i < LONG; i++)
			src[rank][i] = (rank + 1) * (i + 1);
	memset(dst, 0, sizeof(dst));
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static struct sumac_ticket *post(int rank, enum sumac_coll coll, int op, int type, uint32_t seq, uint64_t count)
{
	calls[rank][seq] = (struct sumac_call){ .coll = coll, .op = op, .type = type, .count = count, .root = 4, .src = src[rank],
						.dst = dst[rank], .seq = seq, .digest = seq };
	assert_int_equal(solo_post(&solo, rank, &calls[rank][seq], &tickets[rank][seq]), 0);
	return &tickets[rank][seq];
}

static struct sumac_ticket *post_sum(int rank, uint32_t seq, uint64_t count)
{
	return post(rank, SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, seq, count);
}

static int n_sent(int rank)
{
	int n = 0;

	for (const struct sumac_cpu_stream *stream = solo.team[rank]->streams; stream; stream = stream->next)
		n += (int)stream->n_sent;
	return n;
}

static int waits_of(int rank, int ranks_out[N])
{
	return solo.engine[rank]->ops->waiting_for((struct sumac_engine_team *)solo.team[rank], ranks_out, N);
}

static void test_what_leaves_a_host_is_one_value(void **state)
{
	static const int owners[] = { 1, 0, 0, 1, 0, 0 };

	(void)state;
	for (int rank = 0; rank < N; rank++)
		post_sum(rank, 1, 4);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(tickets[rank][1].status, 0);
		assert_int_equal(dst[rank][3], 21 * 4);
		assert_int_equal(n_sent(rank), owners[rank]);
	}
}

/* Blocks of E: 0 and 1, 2, 3, 4 and 5. The owner of each sends to those of the three others. */
static void test_where_the_order_matters_leaves_are_blocks(void **state)
{
	static const int sent[] = { 3, 0, 3, 3, 3, 0 };

	(void)state;
	for (int rank = 0; rank < N; rank++)
		post(rank, SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_F32, 1, 4);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(tickets[rank][1].status, 0);
		assert_int_equal(n_sent(rank), sent[rank]);
	}
}

/* A root speaks for its host. */
static void test_a_reduce_goes_to_its_root_at_once(void **state)
{
	(void)state;
	for (int rank = 0; rank < N; rank++)
		post(rank, SUMAC_COLL_REDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, 1, 4);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(tickets[rank][1].status, 0);
		assert_int_equal(n_sent(rank), rank == 0);
	}
	assert_int_equal(dst[4][3], 21 * 4);
}

/* Rank 4 is late: ranks that wait for rank 3 across the hosts name rank 3, and rank 3 names rank 4. */
static void test_a_wait_names_ranks_of_the_team(void **state)
{
	int ranks[N];

	(void)state;
	for (int rank = 0; rank < N; rank++)
		if (rank != 4)
			post_sum(rank, 1, 4);
	solo_progress(&solo);
	assert_int_equal(waits_of(0, ranks), 1);
	assert_int_equal(ranks[0], 3);
	assert_int_equal(waits_of(1, ranks), 1);
	assert_int_equal(ranks[0], 0);
	assert_int_equal(waits_of(3, ranks), 1);
	assert_int_equal(ranks[0], 4);
	assert_int_equal(waits_of(5, ranks), 1);
	assert_int_equal(ranks[0], 4);
	post_sum(4, 1, 4);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++)
		assert_int_equal(tickets[rank][1].status, 0);
}

/* Else a wait would last longer than its limit, the more ranks wait with it. */
static void test_a_question_is_no_progress(void **state)
{
	struct sumac_notes answer;

	(void)state;
	assert_int_equal(sumac_agree_ask(solo.member[0].agreement, 3, &answer), 1);
	assert_true(sumac_agree_progress(solo.member[0].agree) > 0);
	assert_int_equal(solo.engine[3]->ops->progress(solo.engine[3]), 0);
	assert_true(sumac_agree_progress(solo.member[3].agree) > 0);
}

static void drive_all(void *ctx)
{
	(void)ctx;
	solo_progress(&solo);
}

/* Rank 1 waits for its owner, that one for the other host's, and that one for rank 4. */
static void test_a_wait_is_followed_to_the_last(void **state)
{
	int fault_rank;

	(void)state;
	for (int rank = 0; rank < N; rank++) {
		solo.member[rank].agree->pass = drive_all;
		if (rank != 4)
			post_sum(rank, 1, 4);
	}
	solo_progress(&solo);
	sumac_stall_tell(solo.member[1].agreement, &fault_rank);
	assert_int_equal(fault_rank, 4);
	assert_non_null(strstr(sumac_last_error(), "the first of them, rank 0, in the end waits for rank 4, which is in call 0"));
}

static void test_a_failure_ends_a_call_in_any_step(void **state)
{
	(void)state;
	for (int rank = 0; rank < N; rank++)
		if (rank != 4)
			post_sum(rank, 1, LONG);
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++)
		if (rank != 4)
			solo.engine[rank]->ops->team_fail((struct sumac_engine_team *)solo.team[rank], -SUMAC_EPEER, 4);
	for (int rank = 0; rank < N; rank++)
		if (rank != 4) {
			assert_int_equal(tickets[rank][1].status, -SUMAC_EPEER);
			assert_int_equal(tickets[rank][1].fault_rank, 4);
		}
}

/* The leaf's rank 2 is the team's rank 5. */
static void test_a_mismatch_in_a_leaf_names_the_teams_rank(void **state)
{
	(void)state;
	for (int rank = 0; rank < N; rank++) {
		post_sum(rank, 1, 4);
		if (rank == 5)
			solo.team[5]->levels->at[SUMAC_CPU_OF_HOSTS].leaf->slots[1].digest = 99;
	}
	solo_progress(&solo);
	assert_int_equal(tickets[3][1].status, -SUMAC_EMISMATCH);
	assert_int_equal(tickets[3][1].fault_rank, 5);
	assert_true(tickets[0][1].status < 0);
}

static int make(int rank, uint64_t key, uint8_t *blobs, struct sumac_engine_team **team_out)
{
	static const int world_ranks[N] = { 0, 1, 2, 3, 4, 5 };
	struct sumac_team_desc desc = { .rank = rank, .size = N, .world_ranks = world_ranks, .key = key };

	return solo.engine[rank]->ops->team_reserve(solo.engine[rank], &desc, team_out, blobs + rank * SUMAC_ENGINE_BLOB_BYTES);
}

static void test_all_stream_where_one_has_no_room(void **state)
{
	uint8_t blobs[N * SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_engine_team *teams[N];
	uint64_t offset;

	(void)state;
	for (uint64_t room = UINT64_C(4) << 30; room >= 4096; room /= 2)
		while (sumac_segment_alloc(solo.member[2].segment, room, &offset))
			;
	for (int rank = 0; rank < N; rank++)
		assert_int_equal(make(rank, 7, blobs, &teams[rank]), 0);
	for (int rank = 0; rank < N; rank++) {
		assert_int_equal(solo.engine[rank]->ops->team_install(teams[rank], blobs), 0);
		calls[rank][1] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
						      .count = 9, .src = src[rank], .dst = dst[rank], .seq = 1, .digest = 1 };
		assert_null(sumac_cpu_level_for((struct sumac_cpu_team *)teams[rank], &calls[rank][1]));
		sumac_call_measure(&calls[rank][1], N, rank);
		assert_int_equal(solo.engine[rank]->ops->post(teams[rank], &calls[rank][1], &tickets[rank][1]), 0);
	}
	solo_progress(&solo);
	for (int rank = 0; rank < N; rank++)
		assert_int_equal(tickets[rank][1].status | (dst[rank][8] != 21 * 9), 0);
}

static void test_a_host_that_cannot_be_is_refused(void **state)
{
	uint8_t blobs[N * SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_cpu_levels_blob told[N];
	struct sumac_engine_team *teams[N];
	static const int bad[] = { -1, N, 3 };

	(void)state;
	for (int rank = 0; rank < N; rank++)
		assert_int_equal(make(rank, 8, blobs, &teams[rank]), 0);
	for (int i = 0; i < 3; i++) {
		for (int rank = 0; rank < N; rank++)
			told[rank] = (struct sumac_cpu_levels_blob){ .is_there = 1, .host = rank < 3 ? 0 : 3 };
		told[1].host = bad[i];
		assert_int_equal(sumac_cpu_levels_install((struct sumac_cpu_team *)teams[0], told), -SUMAC_ETEAM);
	}
}

int main(void)
{
#define ON_TWO_HOSTS(test) cmocka_unit_test_setup_teardown(test, open_two_hosts, close_all)
	const struct CMUnitTest tests[] = {
		ON_TWO_HOSTS(test_what_leaves_a_host_is_one_value),
		ON_TWO_HOSTS(test_where_the_order_matters_leaves_are_blocks),
		ON_TWO_HOSTS(test_a_reduce_goes_to_its_root_at_once),
		ON_TWO_HOSTS(test_a_wait_names_ranks_of_the_team),
		ON_TWO_HOSTS(test_a_question_is_no_progress),
		ON_TWO_HOSTS(test_a_wait_is_followed_to_the_last),
		ON_TWO_HOSTS(test_a_failure_ends_a_call_in_any_step),
		ON_TWO_HOSTS(test_a_mismatch_in_a_leaf_names_the_teams_rank),
		ON_TWO_HOSTS(test_all_stream_where_one_has_no_room),
		ON_TWO_HOSTS(test_a_host_that_cannot_be_is_refused),
	};

	return cmocka_run_group_tests_name("cpu_levels", tests, NULL, NULL);
}
