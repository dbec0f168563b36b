/*
 * The mailbox between a rank that shares a NIC and the NIC's owner: each request is taken once and answered once, and values from a
 * peer's memory are judged.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "mailbox_pair.h"
#include "sumac.h"

static struct mailbox_pair pair;

static int open_pair(void **state)
{
	(void)state;
	mailbox_pair_open(&pair);
	return 0;
}

static int close_pair(void **state)
{
	(void)state;
	mailbox_pair_close(&pair);
	return 0;
}

/* All numbers are the last ones before they wrap. */
static void make_late(void)
{
	struct sumac_mailbox_ask *ask = &pair.mail.asks->slots[pair.slot];
	struct sumac_mailbox_answer *answer = &pair.client.answers->slots[pair.slot];

	pair.mail.asks->n_news = pair.client.n_news = ask->number = answer->number = pair.client.seen[pair.slot] = UINT32_MAX;
	ask->n_failures = answer->n_failures = pair.client.n_failures[pair.slot] = UINT32_MAX;
}

static void test_a_request_is_taken_once_and_answered(void **state)
{
	const struct sumac_mailbox_request request = { .kind = SUMAC_MAILBOX_POST, .number = 7 };
	struct sumac_mailbox_subject subject;
	struct sumac_mailbox_request taken;
	struct sumac_mailbox_reply reply = { .status = 0, .cycles = 5 };

	(void)state;
	make_late();
	assert_true(sumac_mailbox_look(&pair.mail, pair.slot, &reply)); /* nothing is open */
	assert_false(sumac_mailbox_client_has_news(&pair.client));
	for (int i = 0; i < 3; i++) {
		sumac_mailbox_ask(&pair.mail, pair.slot, &request, NULL);
		assert_false(sumac_mailbox_look(&pair.mail, pair.slot, &reply));
		assert_true(sumac_mailbox_client_has_news(&pair.client));
		assert_false(sumac_mailbox_client_take(&pair.client, pair.slot + 1, &subject, &taken));
		assert_true(sumac_mailbox_client_take(&pair.client, pair.slot, &subject, &taken));
		assert_false(sumac_mailbox_client_take(&pair.client, pair.slot, &subject, &taken));
		assert_true(subject.key == MAIL_PAIR_KEY && subject.member == 1 && taken.number == 7);
		reply = (struct sumac_mailbox_reply){ .cycles = 10 + (uint64_t)i };
		sumac_mailbox_client_answer(&pair.client, pair.slot, &reply);
		reply.cycles = 0;
		assert_int_equal(sumac_mailbox_await(&pair.mail, pair.slot, &reply), 0);
		assert_int_equal(reply.cycles, 10 + i);
	}
}

static void test_a_failure_passes_what_is_asked(void **state)
{
	const struct sumac_mailbox_request request = { .kind = SUMAC_MAILBOX_POST };
	struct sumac_mailbox_subject subject;
	struct sumac_mailbox_request taken;
	struct sumac_mailbox_reply reply = { .status = -SUMAC_EPEER };
	int status, fault;

	(void)state;
	make_late();
	sumac_mailbox_ask(&pair.mail, pair.slot, &request, NULL);
	assert_true(sumac_mailbox_client_take(&pair.client, pair.slot, &subject, &taken));
	sumac_mailbox_fail(&pair.mail, pair.slot, -SUMAC_EPEER, 18);
	assert_true(sumac_mailbox_client_has_news(&pair.client));
	sumac_mailbox_client_answer(&pair.client, pair.slot, &reply);
	assert_false(sumac_mailbox_look(&pair.mail, pair.slot, &reply)); /* the slot is not free before both are taken */
	assert_true(sumac_mailbox_client_take_failure(&pair.client, pair.slot, &subject, &status, &fault));
	assert_false(sumac_mailbox_client_take_failure(&pair.client, pair.slot, &subject, &status, &fault));
	assert_true(status == -SUMAC_EPEER && fault == 18 && subject.key == MAIL_PAIR_KEY);
	assert_true(sumac_mailbox_look(&pair.mail, pair.slot, &reply));
	sumac_mailbox_fail(&pair.mail, pair.slot, 12345, -7); /* which are none */
	assert_true(sumac_mailbox_client_take_failure(&pair.client, pair.slot, &subject, &status, &fault));
	assert_true(status == -SUMAC_EIO && fault == -1);
}

static void test_a_reply_is_judged(void **state)
{
	struct sumac_mailbox_reply reply = { .status = 99999 };

	(void)state;
	memset(reply.told, 'x', sizeof(reply.told));
	sumac_mailbox_client_answer(&pair.client, pair.slot, &reply);
	assert_true(sumac_mailbox_look(&pair.mail, pair.slot, &reply));
	assert_int_equal(reply.status, -SUMAC_EIO);
	assert_int_equal(strlen(reply.told), sizeof(reply.told) - 1);
}

static void test_slots_are_few(void **state)
{
	const struct sumac_mailbox_subject subject = { .key = 1 };

	(void)state;
	for (int slot = 1; slot < SUMAC_MAILBOX_SLOTS; slot++)
		assert_int_equal(sumac_mailbox_slot_take(&pair.mail, &subject), slot);
	assert_int_equal(sumac_mailbox_slot_take(&pair.mail, &subject), -1);
	sumac_mailbox_slot_give(&pair.mail, 5);
	assert_int_equal(sumac_mailbox_slot_take(&pair.mail, &subject), 5);
}

/* Nobody answers any more: an asker learns it, and is not kept waiting. */
static void test_an_owner_that_has_left_or_died_is_reported(void **state)
{
	const struct sumac_mailbox_request request = { .kind = SUMAC_MAILBOX_FREE };
	struct sumac_mailbox_reply reply;
	pid_t child = fork();

	(void)state;
	if (!child) {
		pause();
		_exit(0);
	}
	sumac_process_watch_begin(&pair.mail.watch, child);
	assert_int_equal(sumac_mailbox_check_owner(&pair.mail), 0);
	kill(child, SIGKILL);
	sumac_mailbox_ask(&pair.mail, pair.slot, &request, NULL);
	assert_int_equal(sumac_mailbox_await(&pair.mail, pair.slot, &reply), -SUMAC_EPEER);
	assert_non_null(strstr(sumac_last_error(), "rank 0, the owner of this rank's NIC, has died"));
	waitpid(child, NULL, 0);
	sumac_process_watch_end(&pair.mail.watch);
	pair.mail.watch.has_ended = false;
	assert_int_equal(sumac_mailbox_check_owner(&pair.mail), 0);
	atomic_store(&pair.client.answers->has_ended, 1);
	assert_int_equal(sumac_mailbox_await(&pair.mail, pair.slot, &reply), -SUMAC_EPEER);
	assert_non_null(strstr(sumac_last_error(), "has left"));
	assert_false(sumac_mailbox_client_has_left(&pair.client));
	sumac_mailbox_leave(&pair.mail);
	assert_true(sumac_mailbox_client_has_left(&pair.client));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_a_request_is_taken_once_and_answered, open_pair, close_pair),
		cmocka_unit_test_setup_teardown(test_a_failure_passes_what_is_asked, open_pair, close_pair),
		cmocka_unit_test_setup_teardown(test_a_reply_is_judged, open_pair, close_pair),
		cmocka_unit_test_setup_teardown(test_slots_are_few, open_pair, close_pair),
		cmocka_unit_test_setup_teardown(test_an_owner_that_has_left_or_died_is_reported, open_pair, close_pair),
	};

	return cmocka_run_group_tests_name("mail", tests, NULL, NULL);
}
