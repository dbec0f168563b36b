/*
 * Leaves, driven by hand: when there is one, slots that are used again, what a peer's rubbish does, which rank a call waits for,
 * and that nobody's memory goes before its readers do.
 */
#include <sys/mman.h>

#include "leaf_by_hand.h"

enum { LONG = 5000 };
static int32_t src[3][LONG], dst[3][LONG];
static const uint64_t *firsts; /* of the calls that are posted */

static int open_three(void **state)
{
	(void)state;
	solo_open(&solo, N, options);
	for (int rank = 0; rank < 3; rank++)
		for (int i = 0; i < LONG; i++)
			src[rank][i] = (rank + 1) * (i + 1);
	memset(dst, 0, sizeof(dst));
	return 0;
}

/* Another rank's slot or control, as only that rank may write it. */
static struct sumac_leaf_slot *slot_of(int rank, uint32_t number)
{
	return &leaf_of(rank)->slots[number % N_SLOTS];
}

static struct sumac_ticket *post(int rank, enum sumac_coll coll, int root, uint32_t seq, uint64_t count)
{
	return post_sum(rank, seq, (struct sumac_call){ .coll = coll, .count = count, .root = root, .firsts = firsts,
							.n_parts = firsts ? 3 : 0, .src = src[rank], .dst = dst[rank] });
}

static void test_ranks_of_a_host_are_a_leaf_and_use_no_fabric(void **state)
{
	(void)state;
	for (int rank = 0; rank < 3; rank++) {
		assert_non_null(leaf_of(rank));
		post(rank, SUMAC_COLL_ALLREDUCE, 0, 1, 10);
		post(rank, SUMAC_COLL_ALLREDUCE, 0, 2, LONG);
	}
	solo_progress(&solo);
	for (int rank = 0; rank < 3; rank++) {
		assert_int_equal(tickets[rank][2].status, 0);
		assert_int_equal(dst[rank][LONG - 1], 6 * LONG);
		assert_null(solo.team[rank]->streams);
	}
}

/* All know it from what all were told. */
static void test_all_stream_where_one_has_no_room(void **state)
{
	uint8_t blobs[2][SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_engine_team *teams[2];
	struct sumac_call pair[2];
	struct sumac_ticket done[2];
	static const int world_ranks[2] = { 0, 1 };

	(void)state;
	for (int rank = 0; rank < 2; rank++) {
		struct sumac_team_desc desc = { .rank = rank, .size = 2, .world_ranks = world_ranks, .key = 7 };
		uint64_t offset, room = UINT64_C(4) << 30;

		/* Rank 1's part is full. */
		for (; rank && room >= 4096; room /= 2)
			while (sumac_segment_alloc(solo.member[1].segment, room, &offset))
				;
		assert_int_equal(solo.engine[rank]->ops->team_reserve(solo.engine[rank], &desc, &teams[rank], blobs[rank]), 0);
	}
	for (int rank = 0; rank < 2; rank++) {
		assert_int_equal(solo.engine[rank]->ops->team_install(teams[rank], blobs[0]), 0);
		assert_null(((struct sumac_cpu_team *)teams[rank])->leaf);
		pair[rank] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
						  .count = 9, .src = src[rank], .dst = dst[rank], .seq = 1, .digest = 1 };
		sumac_call_measure(&pair[rank], 2, rank);
		assert_int_equal(solo.engine[rank]->ops->post(teams[rank], &pair[rank], &done[rank]), 0);
	}
	solo_progress(&solo);
	assert_int_equal(done[0].status | done[1].status, 0);
	assert_int_equal(dst[0][8] + dst[1][8], 2 * 27);
}

static void test_memory_that_is_not_the_members_is_refused(void **state)
{
	const struct sumac_leaf *leaf = leaf_of(0);
	struct sumac_leaf_blob blob, blobs[3];
	struct sumac_team_desc desc = { .size = 3, .world_ranks = (int[]){ 0, 1, 2 }, .key = 9 };
	const uint64_t bad[] = { 0, 64, 4096 + 8, UINT64_MAX, UINT64_C(1) << 40, 65536 - 64 };
	struct sumac_leaf *made, *left = NULL;

	(void)state;
	for (int i = 0; i < 13; i++) {
		assert_int_equal(sumac_leaf_reserve(leaf->segment, &options, &desc, NULL, &made, &blob), 0);
		blobs[0] = blobs[1] = blobs[2] = blob;
		if (i < 12)
			*(i % 2 ? &blobs[0].slots : &blobs[0].buffers) = bad[i / 2];
		else
			blobs[0].round_bytes *= 2; /* its memory has another layout */
		assert_int_equal(sumac_leaf_install(made, blobs), i < 12 ? -SUMAC_ETEAM : -SUMAC_EMISMATCH);
		sumac_leaf_leave(made, &left);
		assert_null(left);
	}
}

/* Four kinds in turn. Whoever comes last is done at once; the others look again. Buffers are others each time; and slots come
 * round. */
static void test_calls_like_earlier_ones_differ_in_their_buffers(void **state)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_SCAN, SUMAC_COLL_EXSCAN };
	const int factors[][3] = { { 6, 6, 6 }, { 0, 6, 0 }, { 1, 3, 6 }, { 0, 1, 3 } };

	(void)state;
	for (uint32_t i = 0; i < 4 * 3 * N_SLOTS; i++) {
		uint32_t kind = i % 4, seq = i % 16;
		bool is_first = i < 4;

		for (int turn = 0; turn < 3; turn++) {
			int rank = (turn + (int)i) % 3;

			if (is_first) {
				post(rank, colls[kind], 1, seq, 5)->fault_rank = -1;
				continue;
			}
			calls[rank][seq] = calls[rank][(seq + 12) % 16];
			calls[rank][seq].seq = calls[rank][seq].digest = i;
			calls[rank][seq].memo = 1 + kind;
			calls[rank][seq].src = &src[rank][i];
			calls[rank][seq].dst = &dst[rank][i];
			assert_int_equal(cpu_member_post_like(&solo.member[rank], &calls[rank][seq], &tickets[rank][seq]), 0);
			assert_true(turn < 2 || !tickets[rank][seq].status);
		}
		solo_progress(&solo);
		for (int rank = 0; rank < 3; rank++) {
			assert_int_equal(tickets[rank][seq].status, 0);
			assert_int_equal(is_first ? 0 : dst[rank][i + 4], is_first ? 0 : factors[kind][rank] * ((int)i + 5));
		}
	}
}

/* As many calls as there are slots may be in flight. */
static void test_calls_in_flight_have_slots_of_their_own(void **state)
{
	(void)state;
	for (uint32_t n_slots = 2; n_slots <= 1024; n_slots *= 2) {
		const struct sumac_leaf leaf = { .n_slots = n_slots };
		uint64_t last[1024] = { 0 };

		for (uint64_t number = 1; number < 3 * n_slots; number++) {
			uint32_t slot = sumac_leaf_slot_of(&leaf, number);

			assert_in_range(slot, 0, n_slots - 1);
			assert_int_equal(last[slot], number > n_slots ? number - n_slots : 0);
			last[slot] = number;
		}
	}
}

/* Parts of different lengths, of which one is none; apart and in place. */
static void test_a_part_of_ones_own_is_folded_where_it_lies(void **state)
{
	static const uint64_t parts[] = { 0, 20, 20, 50 };
	enum { N_INTS = 50, UNTOUCHED = 0x55555555 };
	int32_t *payload = (int32_t *)leaf_of(2)->payloads;

	(void)state;
	firsts = parts;
	for (uint32_t seq = 1; seq <= 2; seq++) {
		bool is_in_place = seq == 2;
		int32_t *beside = payload + sumac_leaf_slot_of(leaf_of(2), seq) * leaf_of(2)->small_bytes / sizeof(*payload);

		for (int i = 0; i < N_INTS; i++)
			beside[i] = UNTOUCHED;
		for (int rank = 0; rank < 3; rank++) {
			if (is_in_place)
				memcpy(dst[rank], src[rank], N_INTS * sizeof(src[rank][0]));
			calls[rank][seq] = (struct sumac_call){ .coll = SUMAC_COLL_REDUCE_SCATTER, .op = SUMAC_OP_SUM,
				.type = SUMAC_TYPE_I32, .count = N_INTS, .firsts = firsts, .n_parts = 3,
				.src = is_in_place ? dst[rank] : src[rank], .dst = dst[rank], .seq = seq, .digest = seq };
			assert_int_equal(solo_post(&solo, rank, &calls[rank][seq], &tickets[rank][seq]), 0);
		}
		solo_progress(&solo);
		for (int rank = 0; rank < 3; rank++)
			for (uint64_t i = parts[rank]; i < parts[rank + 1]; i++)
				assert_int_equal(dst[rank][i - parts[rank]], 6 * ((int)i + 1));
		assert_int_equal(beside[19], src[2][19]);
		assert_int_equal(beside[20], is_in_place ? src[2][20] : UNTOUCHED);
	}
	firsts = NULL;
}

static void test_more_members_share_sooner(void **state)
{
	(void)state;
	assert_int_equal(N, 3);
	assert_int_equal(leaf_of(0)->small_bytes, options.small_bytes / 2);
}

static void test_the_first_team_has_its_pages_from_the_start(void **state)
{
	const struct sumac_leaf *leaf = leaf_of(0);
	uint8_t *end = leaf->results + sumac_leaf_results_bytes(leaf);
	unsigned char is_there;

	(void)state;
	for (uint8_t *page = leaf->payloads; page < end; page += SUMAC_SEGMENT_PAGE_BYTES) {
		assert_int_equal(mincore(page, 1, &is_there), 0);
		assert_int_equal(is_there & 1, 1);
	}
}

/* Nobody folds more than its part of a reduce-scatter: slices gain nothing. */
static void test_wide_types_are_shared_sooner_where_that_saves_anything(void **state)
{
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_F128,
				   .count = leaf_of(0)->small_bytes / 16 };

	(void)state;
	assert_false(sumac_leaf_is_short(leaf_of(0), &call));
	call.coll = SUMAC_COLL_REDUCE_SCATTER;
	assert_true(sumac_leaf_is_short(leaf_of(0), &call));
	call.count++;
	assert_false(sumac_leaf_is_short(leaf_of(0), &call));
}

/* Rank 0 only gives, and runs ahead; but no further than its slots. */
static void test_a_slot_waits_for_its_slowest_reader(void **state)
{
	enum { N = 10 };
	int ranks[3];

	(void)state;
	for (uint32_t seq = 1; seq <= N; seq++) {
		src[0][0] = (int)seq * 1000;
		post(0, SUMAC_COLL_REDUCE, 1, seq, 1);
		if (seq <= N_SLOTS)
			assert_int_equal(tickets[0][seq].status, 0);
		post(2, SUMAC_COLL_REDUCE, 1, seq, 1);
		solo_progress(&solo);
		/* Rank 0's operand has to stay as it is while it waits. */
		if (seq > N_SLOTS)
			break;
	}
	assert_int_equal(tickets[0][N_SLOTS + 1].status, 1);
	assert_true(tickets[0][N_SLOTS + 1].is_brief);
	assert_int_equal(waits_of(0, ranks), 1);
	assert_int_equal(ranks[0], 1);
	for (uint32_t seq = 1; seq <= N_SLOTS + 1; seq++) {
		post(1, SUMAC_COLL_REDUCE, 1, seq, 1);
		solo_progress(&solo);
		assert_int_equal(tickets[1][seq].status, 0);
		assert_int_equal(dst[1][0], (int)seq * 1000 + 2 + 3);
	}
	assert_int_equal(tickets[0][N_SLOTS + 1].status, 0);
}

/* Rank 1 has yet to read its part of call 2 when rank 0, which reads nothing, comes to call 4: whose room in the ring is that
 * of call 2, and of which rank 1 reads nothing either. */
static void test_room_in_a_ring_waits_for_all_who_read_there(void **state)
{
	static const uint64_t both[] = { 0, 0, 320, 640 }, last[] = { 0, 0, 0, 320 };

	(void)state;
	for (int rank = 0; rank < 3; rank++)
		post(rank, SUMAC_COLL_ALLREDUCE, 0, 1, 75);
	solo_progress(&solo);
	for (uint32_t seq = 2; seq <= 4; seq++) {
		firsts = seq == 2 ? both : last;
		post(1, SUMAC_COLL_REDUCE_SCATTER, 0, seq, firsts[3]);
	}
	for (uint32_t seq = 2; seq <= 4; seq++) {
		firsts = seq == 2 ? both : last;
		post(0, SUMAC_COLL_REDUCE_SCATTER, 0, seq, firsts[3]);
		post(2, SUMAC_COLL_REDUCE_SCATTER, 0, seq, firsts[3]);
		for (int i = 0; i < 10; i++)
			cpu_member_progress(&solo.member[2 * (i % 2)]);
		for (int i = 0; i < LONG; i++)
			src[0][i] = -i;
	}
	firsts = NULL;
	solo_progress(&solo);
	for (int rank = 0; rank < 3; rank++)
		assert_int_equal(tickets[rank][4].status, 0);
	for (int i = 0; i < 320; i++)
		assert_int_equal(dst[1][i], 6 * (i + 1));
}

static void test_a_call_names_those_who_have_not_come(void **state)
{
	int ranks[3];

	(void)state;
	for (uint32_t seq = 1; seq <= 2; seq++) {
		uint64_t count = seq == 1 ? 3 : LONG;

		post(0, SUMAC_COLL_ALLREDUCE, 0, seq, count);
		assert_int_equal(waits_of(0, ranks), 2);
		post(2, SUMAC_COLL_ALLREDUCE, 0, seq, count);
		solo_progress(&solo);
		assert_int_equal(waits_of(0, ranks), 1);
		assert_int_equal(ranks[0], 1);
		assert_int_equal(solo.engine[0]->ops->oldest((struct sumac_engine_team *)solo.team[0]), seq);
		post(1, SUMAC_COLL_ALLREDUCE, 0, seq, count);
		solo_progress(&solo);
		assert_int_equal(waits_of(0, ranks), 0);
		assert_int_equal(tickets[0][seq].status, 0);
	}
}

/* A slot's words as a peer may have written them, after rank 0 has posted, or before. */
static void check_rubbish(void (*spoil)(struct sumac_leaf_slot *slot), bool comes_last, int status)
{
	struct sumac_ticket *ticket = comes_last ? NULL : post(0, SUMAC_COLL_ALLREDUCE, 0, 1, 10);

	post(1, SUMAC_COLL_ALLREDUCE, 0, 1, 10);
	spoil(slot_of(1, 1));
	if (comes_last)
		ticket = post(0, SUMAC_COLL_ALLREDUCE, 0, 1, 10);
	post(2, SUMAC_COLL_ALLREDUCE, 0, 1, 10);
	solo_progress(&solo);
	assert_int_equal(ticket->status, status);
	assert_int_equal(ticket->fault_rank, 1);
	assert_int_equal(post(0, SUMAC_COLL_BARRIER, 0, 2, 0)->status, status);
	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	assert_int_equal(cpu_member_post_like(&solo.member[0], &calls[0][1], ticket), 0);
	assert_int_equal(ticket->status, status);
}

static void spoil_flag(struct sumac_leaf_slot *slot)
{
	slot->flag = 1 + N_SLOTS;
}

static void spoil_length(struct sumac_leaf_slot *slot)
{
	slot->len_bytes = 4000000000;
}

static void spoil_digest(struct sumac_leaf_slot *slot)
{
	slot->digest ^= 1;
}

static void test_a_flag_of_a_later_call_is_the_peers_fault(void **state)
{
	(void)state;
	check_rubbish(spoil_flag, true, -SUMAC_EPEER);
}

static void test_a_wrong_length_is_a_disagreement(void **state)
{
	(void)state;
	check_rubbish(spoil_length, false, -SUMAC_EMISMATCH);
}

static void test_a_wrong_digest_is_a_disagreement(void **state)
{
	(void)state;
	check_rubbish(spoil_digest, true, -SUMAC_EMISMATCH);
}

/* A peer that says it is further than it can be harms what it takes part in, and no memory: ASan would tell. */
static void test_rubbish_in_counters_ends_no_wild_access(void **state)
{
	const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_SCAN, SUMAC_COLL_ALLGATHER };
	const uint64_t bad[] = { UINT64_MAX, 0, UINT64_C(1) << 63, 12345 };

	(void)state;
	for (uint32_t i = 0; i < 12; i++) {
		for (int rank = 0; rank < 3; rank++)
			post(rank, colls[i % 3], 0, i + 1, LONG - LONG % 3);
		for (int which = 0; which < SUMAC_LEAF_N_COUNTERS; which++)
			leaf_of(1)->control->counters[which] = bad[(i + (uint32_t)which) % 4];
		leaf_of(1)->control->done = bad[i % 4];
		solo_progress(&solo);
	}
}

/* It says so of rounds that it has not done: what lies there is not folded. */
static void test_a_counter_that_cannot_be_is_the_peers_fault(void **state)
{
	struct sumac_ticket *ticket = post(0, SUMAC_COLL_ALLREDUCE, 0, 1, LONG);

	(void)state;
	leaf_of(1)->control->counters[SUMAC_LEAF_IN] = UINT64_C(1) << 48;
	cpu_member_progress(&solo.member[0]);
	assert_int_equal(ticket->status, -SUMAC_EPEER);
	assert_int_equal(ticket->fault_rank, 1);
}

/* Rank 0 is through with the last call, and frees the team, before rank 1 has read what it gave there. */
static void test_memory_stays_until_its_readers_are_done(void **state)
{
	struct sumac_cpu_engine *engine = (struct sumac_cpu_engine *)solo.engine[0];

	(void)state;
	for (int rank = 0; rank < 3; rank++)
		post(rank, SUMAC_COLL_REDUCE, 1, 1, 7);
	post(0, SUMAC_COLL_REDUCE, 1, 2, 7);
	assert_int_equal(tickets[0][2].status, 0);
	cpu_member_leave(&solo.member[0]);
	assert_non_null(engine->left_leaves);
	post(2, SUMAC_COLL_REDUCE, 1, 2, 7);
	post(1, SUMAC_COLL_REDUCE, 1, 2, 7);
	assert_int_equal(tickets[1][2].status, 0);
	assert_int_equal(dst[1][6], 6 * 7);
	sumac_leaf_reap(&engine->left_leaves);
	assert_null(engine->left_leaves);
	/* And a member that comes to an empty leaf knows that all have gone. */
	cpu_member_leave(&solo.member[1]);
	assert_null(((struct sumac_cpu_engine *)solo.engine[1])->left_leaves);
}

/* Looking for its end would fold the call before. */
static void test_a_call_behind_another_is_not_brief(void **state)
{
	(void)state;
	assert_true(post(0, SUMAC_COLL_ALLREDUCE, 0, 1, 10)->is_brief);
	assert_false(post(0, SUMAC_COLL_ALLREDUCE, 0, 2, 10)->is_brief);
	for (uint32_t seq = 1; seq <= 2; seq++)
		for (int rank = 1; rank < 3; rank++)
			post(rank, SUMAC_COLL_ALLREDUCE, 0, seq, 10);
	solo_progress(&solo);
	assert_int_equal(tickets[0][2].status, 0);
}

/* The lines that others have read may be cheaper to write past the caches. */
static void test_a_large_operand_of_a_short_call_arrives_either_way(void **state)
{
	enum { SOME = 1500, UNTRIED_BYTES = 1 << 20 };
	struct sumac_cpu_options large = options;
	struct sumac_call pair[2];
	struct sumac_ticket done[2];
	struct solo two;

	(void)state;
	large.small_bytes = 8192;
	solo_open(&two, 2, large);
	for (int past = 0; past < 2; past++) {
		for (int rank = 0; rank < 2; rank++) {
			two.team[rank]->leaf->beside = (struct sumac_leaf_hand){ .goes_past = past,
										 .untried_bytes = UNTRIED_BYTES };
			pair[rank] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .count = SOME,
							  .type = SUMAC_TYPE_I32, .seq = 1 + (uint32_t)past, .src = src[rank],
							  .dst = dst[rank] };
			assert_int_equal(solo_post(&two, rank, &pair[rank], &done[rank]), 0);
			assert_int_equal(two.team[rank]->leaf->beside.untried_bytes, UNTRIED_BYTES - sizeof(int32_t) * SOME);
		}
		solo_progress(&two);
		for (int rank = 0; rank < 2; rank++)
			for (int i = 0; i < SOME; i++)
				assert_int_equal(dst[rank][i], 3 * (i + 1));
		memset(dst, 0, sizeof(dst));
	}
	solo_close(&two);
}

/* Rank 0 gives, and is gone; or rank 1, the root, has it fold half. */
static void test_both_of_two_ranks_fold_a_long_call(void **state)
{
	enum { SOME = 200 };
	static long double wide[2][SOME], sums[SOME];
	struct sumac_call pair[2];
	struct sumac_ticket done[2];
	struct solo two;

	(void)state;
	solo_open(&two, 2, options);
	for (int is_wide = 0; is_wide < 2; is_wide++) {
		for (int rank = 0; rank < 2; rank++) {
			for (int i = 0; i < SOME; i++)
				wide[rank][i] = (rank + 1) * (i + 1);
			pair[rank] = (struct sumac_call){ .coll = SUMAC_COLL_REDUCE, .op = SUMAC_OP_SUM, .root = 1, .count = SOME,
							  .type = is_wide ? SUMAC_TYPE_X80 : SUMAC_TYPE_I32,
							  .seq = 1 + (uint32_t)is_wide,
							  .src = is_wide ? (void *)wide[rank] : src[rank], .dst = sums };
			assert_int_equal(solo_post(&two, rank, &pair[rank], &done[rank]), 0);
			solo_progress(&two);
			assert_int_equal(done[rank].status, rank == 0 && is_wide);
		}
		assert_int_equal(done[0].status, 0);
	}
	for (int i = 0; i < SOME; i++)
		assert_true(sums[i] == 3 * (i + 1));
	solo_close(&two);
}

#define LEAF_TEST(name) cmocka_unit_test_setup_teardown(name, open_three, close_leaf)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LEAF_TEST(test_ranks_of_a_host_are_a_leaf_and_use_no_fabric),
		LEAF_TEST(test_all_stream_where_one_has_no_room),
		LEAF_TEST(test_memory_that_is_not_the_members_is_refused),
		LEAF_TEST(test_calls_like_earlier_ones_differ_in_their_buffers),
		LEAF_TEST(test_calls_in_flight_have_slots_of_their_own),
		LEAF_TEST(test_a_part_of_ones_own_is_folded_where_it_lies),
		LEAF_TEST(test_more_members_share_sooner),
		LEAF_TEST(test_the_first_team_has_its_pages_from_the_start),
		LEAF_TEST(test_wide_types_are_shared_sooner_where_that_saves_anything),
		LEAF_TEST(test_a_call_behind_another_is_not_brief),
		cmocka_unit_test(test_a_large_operand_of_a_short_call_arrives_either_way),
		cmocka_unit_test(test_both_of_two_ranks_fold_a_long_call),
		LEAF_TEST(test_a_slot_waits_for_its_slowest_reader),
		LEAF_TEST(test_room_in_a_ring_waits_for_all_who_read_there),
		LEAF_TEST(test_a_call_names_those_who_have_not_come),
		LEAF_TEST(test_a_flag_of_a_later_call_is_the_peers_fault),
		LEAF_TEST(test_a_wrong_length_is_a_disagreement),
		LEAF_TEST(test_a_wrong_digest_is_a_disagreement),
		LEAF_TEST(test_rubbish_in_counters_ends_no_wild_access),
		LEAF_TEST(test_a_counter_that_cannot_be_is_the_peers_fault),
		LEAF_TEST(test_memory_stays_until_its_readers_are_done),
	};

	return cmocka_run_group_tests_name("leaf", tests, NULL, NULL);
}
