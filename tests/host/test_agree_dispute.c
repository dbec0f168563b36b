/*
 * Failure of a team in the order of its calls: what one rank reports of a later call does not harm an earlier
 * one, and what ranks have told about their calls is compared with this rank's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"

static struct solo solo;
static int32_t src[4] = { 1, 2, 3, 4 }, dst[3][4];
static struct sumac_call calls[3][4];
static struct sumac_ticket tickets[3][4];

static int open_three(void **state)
{
	(void)state;
	solo_open(&solo, 3, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 2 });
	return 0;
}

static int close_three(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static struct sumac_agree_team *agreement(int rank)
{
	return solo.member[rank].agreement;
}

static void post(int rank, uint32_t seq, uint64_t digest)
{
	calls[rank][seq] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
						.count = 4, .dst = dst[rank], .src = src, .seq = seq, .digest = digest };
	assert_int_equal(solo_post(&solo, rank, &calls[rank][seq], &tickets[rank][seq]), 0);
}

static void send_abort(int from, int to, struct sumac_agree_message *message)
{
	message->port = SUMAC_FABRIC_AGREE;
	message->key = SOLO_KEY;
	message->kind = SUMAC_AGREE_ABORT;
	message->from = (uint32_t)from;
	assert_int_equal(sumac_fabric_send_control(solo.member[from].fabric, to, message, sizeof(*message)), 0);
	solo_progress(&solo);
}

/* The abort arrives before the data of the call before it. */
static void test_an_abort_of_a_later_call_does_not_end_an_earlier_one(void **state)
{
	const int statuses[] = { -SUMAC_ETIMEOUT, -SUMAC_EPEER, -SUMAC_EMISMATCH };

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct sumac_agree_message message = { .abort = { .seq = 2, .status = statuses[i], .fault_rank = 1 } };

		post(2, 1, 11);
		send_abort(0, 2, &message);
		assert_int_equal(tickets[2][1].status, 1);
		post(0, 1, 11);
		post(1, 1, 11);
		solo_progress(&solo);
		assert_int_equal(tickets[2][1].status, 0);
		assert_int_equal(dst[2][3], 12);
		post(2, 2, 12);
		assert_int_equal(tickets[2][2].status, statuses[i]);
		assert_int_equal(tickets[2][2].fault_rank, 1);
		close_three(NULL);
		open_three(NULL);
	}
}

static void test_an_abort_of_this_call_or_an_earlier_one_ends_it(void **state)
{
	struct sumac_agree_message message = { .abort = { .seq = 1, .status = -SUMAC_ETIMEOUT, .fault_rank = 1 } };

	(void)state;
	post(2, 1, 11);
	send_abort(0, 2, &message);
	assert_int_equal(tickets[2][1].status, -SUMAC_ETIMEOUT);
	post(1, 3, 11);
	send_abort(0, 1, &message);
	assert_int_equal(tickets[1][3].status, -SUMAC_ETIMEOUT);
}

static void test_of_several_failures_the_earliest_counts(void **state)
{
	struct sumac_agree_message late = { .abort = { .seq = 3, .status = -SUMAC_EPEER, .fault_rank = 0 } };
	struct sumac_agree_message early = { .abort = { .seq = 2, .status = -SUMAC_ETIMEOUT, .fault_rank = 1 } };

	(void)state;
	send_abort(0, 2, &late);
	send_abort(1, 2, &early);
	post(2, 2, 12);
	assert_int_equal(tickets[2][2].status, -SUMAC_ETIMEOUT);
	assert_int_equal(tickets[2][2].fault_rank, 1);
}

/* Rank 0 failed at a later call, for another reason; yet what
 * it tells shows that its second call was not this rank's. */
static void test_what_a_member_told_is_compared(void **state)
{
	struct sumac_agree_message message = { .abort = { .seq = 9, .status = -SUMAC_ETIMEOUT, .fault_rank = 1 } };
	struct sumac_notes notes;

	(void)state;
	for (uint32_t i = 0; i < 9; i++)
		message.notes.call[i] = (struct sumac_note){ .seq = 9 - i, .digest = 100 + 9 - i };
	post(2, 1, 101);
	send_abort(0, 2, &message);
	assert_int_equal(tickets[2][1].status, 1); /* so far they agree */
	sumac_agree_note(agreement(2), &(struct sumac_note){ .seq = 2, .digest = 999 });
	assert_int_equal(agreement(2)->status, 0); /* it has not reached that call */
	post(0, 1, 101);
	post(1, 1, 101);
	solo_progress(&solo);
	assert_int_equal(tickets[2][1].status, 0);
	assert_int_equal(agreement(2)->status, -SUMAC_EMISMATCH);
	assert_int_equal(agreement(2)->fault_rank, 0);
	assert_int_equal(sumac_agree_heard(agreement(2), 0, &notes), SUMAC_HEARD_AT_LAST);
	assert_true(notes.call[0].seq == 9 && notes.call[8].seq == 1);
}

/* All tell all what they called, even those that learned of the failure from others. */
static void test_where_ranks_disagree_each_tells_its_calls(void **state)
{
	struct sumac_notes notes;

	(void)state;
	for (int rank = 0; rank < 3; rank++)
		post(rank, 1, rank == 1 ? 77 : 11);
	solo_progress(&solo);
	for (int rank = 0; rank < 3; rank++) {
		assert_int_equal(tickets[rank][1].status, -SUMAC_EMISMATCH);
		for (int other = 0; other < 3; other++) {
			assert_int_equal(sumac_agree_heard(agreement(rank), other, &notes), SUMAC_HEARD_AT_LAST);
			assert_int_equal(notes.call[0].digest, other == 1 ? 77 : 11);
			assert_int_equal(notes.call[0].count, 4);
		}
	}
}

/* A rank also tells its calls if it agrees with the rank that reported the failure. */
static void test_who_is_told_of_it_tells_as_well(void **state)
{
	struct sumac_agree_message message = { .abort = { .seq = 1, .status = -SUMAC_EMISMATCH, .fault_rank = 1 } };
	struct sumac_notes notes;

	(void)state;
	post(2, 1, 11);
	send_abort(0, 2, &message);
	assert_int_equal(sumac_agree_heard(agreement(1), 2, &notes), SUMAC_HEARD_AT_LAST);
	assert_int_equal(notes.call[0].digest, 11);
}

static void test_the_core_is_told_of_a_failure_between_calls(void **state)
{
	struct sumac_agree_message message = { .abort = { .seq = 1, .status = -SUMAC_EPEER, .fault_rank = 1 } };
	int fault_rank = -1;

	(void)state;
	sumac_agree_note(agreement(2), &(struct sumac_note){ .seq = 1, .digest = 5, .engine = 1 });
	assert_int_equal(sumac_agree_status(agreement(2), &fault_rank), 0);
	send_abort(0, 2, &message);
	assert_int_equal(sumac_agree_status(agreement(2), &fault_rank), -SUMAC_EPEER);
	assert_int_equal(fault_rank, 1);
}

/* Messages about a call that this rank has not reached yet, through the engine's listener. */
static void test_a_sighting_of_a_later_call_counts_when_it_comes(void **state)
{
	struct sumac_engine_listener *listener = sumac_agree_listener(agreement(0));

	(void)state;
	listener->saw(listener, 1, 1, 11);
	listener->saw(listener, 1, 2, 12); /* as this rank will have it */
	listener->saw(listener, 2, 2, 99);
	listener->saw(listener, 2, 3, 98);
	sumac_agree_note(agreement(0), &(struct sumac_note){ .seq = 1, .digest = 11 });
	assert_int_equal(agreement(0)->status, 0);
	sumac_agree_note(agreement(0), &(struct sumac_note){ .seq = 2, .digest = 12 });
	assert_int_equal(agreement(0)->status, -SUMAC_EMISMATCH);
	assert_int_equal(agreement(0)->fault_rank, 2);
}

static void test_a_sighting_of_an_earlier_call_is_held_against_it(void **state)
{
	struct sumac_engine_listener *listener = sumac_agree_listener(agreement(0));

	(void)state;
	for (uint32_t seq = 1; seq <= 3; seq++)
		sumac_agree_note(agreement(0), &(struct sumac_note){ .seq = seq, .digest = seq });
	listener->saw(listener, 1, 2, 2);
	assert_int_equal(agreement(0)->status, 0);
	listener->saw(listener, 1, 2, 3);
	assert_int_equal(agreement(0)->status, -SUMAC_EMISMATCH);
	assert_int_equal(agreement(0)->fault_rank, 1);
}

static void test_what_an_engine_finds_fails_the_team_on_all_members(void **state)
{
	struct sumac_engine_listener *listener = sumac_agree_listener(agreement(1));

	(void)state;
	listener->failed(listener, -SUMAC_EPEER, 0);
	solo_progress(&solo);
	for (int rank = 0; rank < 3; rank++) {
		assert_int_equal(agreement(rank)->status, -SUMAC_EPEER);
		assert_int_equal(solo.team[rank]->base.status, -SUMAC_EPEER);
		assert_int_equal(solo.team[rank]->base.fault_rank, 0);
	}
}

#define DISPUTE_TEST(name) cmocka_unit_test_setup_teardown(name, open_three, close_three)

int main(void)
{
	const struct CMUnitTest tests[] = {
		DISPUTE_TEST(test_an_abort_of_a_later_call_does_not_end_an_earlier_one),
		DISPUTE_TEST(test_an_abort_of_this_call_or_an_earlier_one_ends_it),
		DISPUTE_TEST(test_of_several_failures_the_earliest_counts),
		DISPUTE_TEST(test_what_a_member_told_is_compared),
		DISPUTE_TEST(test_where_ranks_disagree_each_tells_its_calls),
		DISPUTE_TEST(test_who_is_told_of_it_tells_as_well),
		DISPUTE_TEST(test_the_core_is_told_of_a_failure_between_calls),
		DISPUTE_TEST(test_a_sighting_of_a_later_call_counts_when_it_comes),
		DISPUTE_TEST(test_a_sighting_of_an_earlier_call_is_held_against_it),
		DISPUTE_TEST(test_what_an_engine_finds_fails_the_team_on_all_members),
	};

	return cmocka_run_group_tests_name("agree_dispute", tests, NULL, NULL);
}
