/*
 * Messages by which ranks agree: aborts, questions and answers; and that what cannot be sent now stays owed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "agree/agree_private.h"
#include "cpu_solo.h"
#include "fabric/fabric_private.h"

enum { IN_FLIGHT = 64 };

static struct solo solo;

static int open_three(void **state)
{
	(void)state;
	solo_open(&solo, 3, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = 4 });
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

/* A peer that takes no messages for now. */
static void test_what_cannot_be_sent_stays_owed(void **state)
{
	struct sumac_fabric *fabric = solo.member[0].fabric;
	struct sumac_notes answer;

	(void)state;
	fabric->n_controls[1] = IN_FLIGHT;
	assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 1);
	sumac_agree_ask(agreement(1), 0, &answer);
	solo_progress(&solo); /* the question has arrived, and cannot be answered */
	assert_true(agreement(0)->owes_messages);
	assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 1);
	assert_int_equal(sumac_agree_ask(agreement(1), 0, &answer), 1);
	fabric->n_controls[1] = 0;
	solo_progress(&solo);
	assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 0);
	assert_int_equal(sumac_agree_ask(agreement(1), 0, &answer), 0);
	assert_false(agreement(0)->owes_messages);
}

static void test_a_failure_is_told_to_all(void **state)
{
	(void)state;
	sumac_agree_fail(agreement(0), -SUMAC_ETIMEOUT, 2);
	solo_progress(&solo);
	for (int rank = 0; rank < 3; rank++) {
		assert_int_equal(agreement(rank)->status, -SUMAC_ETIMEOUT);
		assert_int_equal(agreement(rank)->fault_rank, 2);
	}
}

static void test_a_failure_that_cannot_be_told_stays_owed(void **state)
{
	struct sumac_fabric *fabric = solo.member[0].fabric;

	(void)state;
	fabric->n_controls[2] = IN_FLIGHT;
	sumac_agree_fail(agreement(0), -SUMAC_ETIMEOUT, 1);
	solo_progress(&solo);
	assert_int_equal(agreement(1)->status, -SUMAC_ETIMEOUT);
	assert_int_equal(agreement(2)->status, 0);
	fabric->n_controls[2] = 0;
	solo_progress(&solo);
	assert_int_equal(agreement(2)->status, -SUMAC_ETIMEOUT);
}

static int n_passes;

static void pass_until_sent(void *ctx)
{
	if (++n_passes == 3)
		((struct sumac_fabric *)ctx)->n_controls[2] = 0;
}

/* A message that libfabric has taken may not have left yet; and rank 1, which has died, takes none any more. */
static void test_who_leaves_a_failed_team_has_told_its_members(void **state)
{
	struct cpu_member *member = &solo.member[0];

	(void)state;
	n_passes = 0;
	member->agree->pass = pass_until_sent;
	member->agree->ctx = member->fabric;
	sumac_agree_fail(agreement(0), -SUMAC_EPEER, 1);
	member->fabric->n_controls[1] = member->fabric->n_controls[2] = 1;
	cpu_member_leave(member);
	sumac_agree_team_free(member->agreement);
	member->agreement = NULL;
	assert_int_equal(n_passes, 3);
}

static void send_abort(int status, int fault_rank)
{
	struct sumac_agree_message message = { .port = SUMAC_FABRIC_AGREE, .key = SOLO_KEY, .kind = SUMAC_AGREE_ABORT,
					       .from = 1, .abort = { .status = status, .fault_rank = fault_rank } };

	assert_int_equal(sumac_fabric_send_control(solo.member[1].fabric, 0, &message, sizeof(message)), 0);
	solo_progress(&solo);
}

static void test_an_abort_that_makes_no_sense_fails_nothing(void **state)
{
	(void)state;
	send_abort(0, 1);
	send_abort(-SUMAC_ETIMEOUT, 3);
	assert_int_equal(agreement(0)->status, 0);
	send_abort(-SUMAC_ETIMEOUT, -1); /* nobody is known to be at fault */
	assert_int_equal(agreement(0)->status, -SUMAC_ETIMEOUT);
	assert_int_equal(agreement(0)->fault_rank, -1);
}

static void test_each_question_has_an_answer_of_its_own(void **state)
{
	struct sumac_notes answer;

	(void)state;
	for (uint32_t seq = 1; seq < 4; seq++) {
		sumac_agree_note(agreement(1), &(struct sumac_note){ .seq = seq, .digest = 100 + seq, .count = 7 });
		assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 1);
		solo_progress(&solo);
		assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 0);
		assert_true(answer.call[0].seq == seq && answer.call[0].digest == 100 + seq && answer.call[0].count == 7);
		assert_int_equal(answer.call[1].seq, seq - 1);
	}
	sumac_agree_note(agreement(0), &(struct sumac_note){ .seq = 9, .digest = 99 });
	assert_int_equal(sumac_agree_ask(agreement(0), 0, &answer), 0); /* its own, at once */
	assert_int_equal(answer.call[0].seq, 9);
	assert_int_equal(sumac_agree_ask(agreement(0), -1, &answer), -SUMAC_EINVAL);
	assert_int_equal(sumac_agree_ask(agreement(0), 3, &answer), -SUMAC_EINVAL);
}

static void test_an_answer_that_nobody_asked_for_is_none(void **state)
{
	struct sumac_agree_message message = { .port = SUMAC_FABRIC_AGREE, .key = SOLO_KEY, .kind = SUMAC_AGREE_ANSWER,
					       .from = 1, .notes = { { { .seq = 77 } } } };
	struct sumac_notes answer;

	(void)state;
	sumac_fabric_send_control(solo.member[1].fabric, 0, &message, sizeof(message));
	solo_progress(&solo);
	assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 1);
	solo_progress(&solo);
	assert_int_equal(sumac_agree_ask(agreement(0), 1, &answer), 0);
	assert_int_equal(answer.call[0].seq, 0);
}

#define MESSAGE_TEST(name) cmocka_unit_test_setup_teardown(name, open_three, close_three)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MESSAGE_TEST(test_what_cannot_be_sent_stays_owed),
		MESSAGE_TEST(test_a_failure_is_told_to_all),
		MESSAGE_TEST(test_a_failure_that_cannot_be_told_stays_owed),
		MESSAGE_TEST(test_who_leaves_a_failed_team_has_told_its_members),
		MESSAGE_TEST(test_an_abort_that_makes_no_sense_fails_nothing),
		MESSAGE_TEST(test_each_question_has_an_answer_of_its_own),
		MESSAGE_TEST(test_an_answer_that_nobody_asked_for_is_none),
	};

	return cmocka_run_group_tests_name("agree_message", tests, NULL, NULL);
}
