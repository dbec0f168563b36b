/*
 * Control messages of the CPU engine: credits that no chunk carries, aborts,
 * questions and answers; and that what cannot be sent now stays owed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"
#include "fabric/fabric_private.h"

enum { WINDOW = 4, IN_FLIGHT = 64 };

static struct solo solo;

static int open_three(void **state)
{
	(void)state;
	solo_open(&solo, 3, (struct sumac_cpu_options){ 256, WINDOW });
	return 0;
}

static int close_three(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

static struct sumac_engine_team *base_of(int rank)
{
	return (struct sumac_engine_team *)solo.team[rank];
}

/* Lets rank 0 take n chunks that rank 1 has sent. */
static void take_chunks(uint32_t n)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 0);

	for (uint32_t i = 0; i < n; i++) {
		struct sumac_cpu_chunk_header header = { .from = 1, .number = stream->n_taken };

		sumac_cpu_team_arrive(solo.team[0], solo_chunk(solo.team[0], header, &i, sizeof(i)));
		sumac_fabric_buf_put(sumac_cpu_stream_take(solo.team[0], stream));
	}
}

static void test_who_only_takes_tells_so(void **state)
{
	struct sumac_cpu_stream *theirs = sumac_cpu_stream_get(solo.team[1], 0, 0, 0);

	(void)state;
	theirs->n_sent = WINDOW;
	take_chunks(WINDOW / 2 - 1);
	solo_progress(&solo);
	assert_int_equal(theirs->n_released, 0); /* not worth a message */
	take_chunks(1);
	solo_progress(&solo);
	assert_int_equal(theirs->n_released, WINDOW / 2);
	assert_false(solo.team[0]->owes_control);
	assert_int_equal(sumac_cpu_control_progress(solo.team[0]), 0);
}

/* A peer that takes no messages for now. */
static void test_what_cannot_be_sent_stays_owed(void **state)
{
	struct sumac_cpu_stream *theirs = sumac_cpu_stream_get(solo.team[1], 0, 0, 0);
	struct sumac_fabric *fabric = solo.team[0]->engine->fabric;
	struct sumac_cpu_notes answer;

	(void)state;
	theirs->n_sent = WINDOW;
	fabric->n_controls[1] = IN_FLIGHT;
	take_chunks(WINDOW / 2);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 1);
	sumac_engine_cpu_query(base_of(1), 0, &answer);
	sumac_cpu_control_progress(solo.team[1]);
	solo_progress(&solo); /* the question has come, and cannot be answered */
	assert_true(solo.team[0]->owes_control);
	assert_int_equal(theirs->n_released, 0);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 1);
	assert_int_equal(sumac_engine_cpu_query(base_of(1), 0, &answer), 1);
	fabric->n_controls[1] = 0;
	solo_progress(&solo);
	assert_int_equal(theirs->n_released, WINDOW / 2);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 0);
	assert_int_equal(sumac_engine_cpu_query(base_of(1), 0, &answer), 0);
	assert_false(solo.team[0]->owes_control);
}

static void test_a_failure_is_told_to_all(void **state)
{
	(void)state;
	solo.engine[0]->ops->team_fail(base_of(0), -SUMAC_ETIMEOUT, 2);
	solo_progress(&solo);
	for (int rank = 0; rank < 3; rank++) {
		assert_int_equal(solo.team[rank]->status, -SUMAC_ETIMEOUT);
		assert_int_equal(solo.team[rank]->fault_rank, 2);
	}
}

static void test_a_failure_that_cannot_be_told_stays_owed(void **state)
{
	struct sumac_fabric *fabric = solo.team[0]->engine->fabric;

	(void)state;
	fabric->n_controls[2] = IN_FLIGHT;
	solo.engine[0]->ops->team_fail(base_of(0), -SUMAC_ETIMEOUT, 1);
	solo_progress(&solo);
	assert_int_equal(solo.team[1]->status, -SUMAC_ETIMEOUT);
	assert_int_equal(solo.team[2]->status, 0);
	fabric->n_controls[2] = 0;
	solo_progress(&solo);
	assert_int_equal(solo.team[2]->status, -SUMAC_ETIMEOUT);
}

static void send_abort(int status, int fault_rank)
{
	struct sumac_cpu_control control = { .key = SOLO_KEY, .kind = SUMAC_CPU_ABORT, .from = 1,
					     .abort = { .status = status, .fault_rank = fault_rank } };

	assert_int_equal(sumac_fabric_send_control(solo.team[1]->engine->fabric, 0, &control, sizeof(control)), 0);
	solo_progress(&solo);
}

static void test_an_abort_that_makes_no_sense_fails_nothing(void **state)
{
	(void)state;
	send_abort(0, 1);
	send_abort(-SUMAC_ETIMEOUT, 3);
	assert_int_equal(solo.team[0]->engine->n_dropped, 2);
	assert_int_equal(solo.team[0]->status, 0);
	send_abort(-SUMAC_ETIMEOUT, -1); /* nobody known is at fault */
	assert_int_equal(solo.team[0]->status, -SUMAC_ETIMEOUT);
	assert_int_equal(solo.team[0]->fault_rank, -1);
}

static void test_each_question_has_an_answer_of_its_own(void **state)
{
	struct sumac_cpu_notes answer;

	(void)state;
	for (uint32_t seq = 1; seq < 4; seq++) {
		sumac_engine_cpu_note(base_of(1), &(struct sumac_cpu_note){ .seq = seq, .digest = 100 + seq, .count = 7 });
		assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 1);
		solo_progress(&solo);
		assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 0);
		assert_true(answer.call[0].seq == seq && answer.call[0].digest == 100 + seq && answer.call[0].count == 7);
		assert_int_equal(answer.call[1].seq, seq - 1);
	}
	sumac_engine_cpu_note(base_of(0), &(struct sumac_cpu_note){ .seq = 9, .digest = 99 });
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 0, &answer), 0); /* of itself at once */
	assert_int_equal(answer.call[0].seq, 9);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), -1, &answer), -SUMAC_EINVAL);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 3, &answer), -SUMAC_EINVAL);
}

static void test_an_answer_that_nobody_asked_for_is_none(void **state)
{
	struct sumac_cpu_control control = { .key = SOLO_KEY, .kind = SUMAC_CPU_ANSWER, .from = 1,
			.answer = { { { .seq = 77 } } } };
	struct sumac_cpu_notes answer;

	(void)state;
	sumac_fabric_send_control(solo.team[1]->engine->fabric, 0, &control, sizeof(control));
	solo_progress(&solo);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 1);
	solo_progress(&solo);
	assert_int_equal(sumac_engine_cpu_query(base_of(0), 1, &answer), 0);
	assert_int_equal(answer.call[0].seq, 0);
}

#define CONTROL_TEST(name) cmocka_unit_test_setup_teardown(name, open_three, close_three)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CONTROL_TEST(test_who_only_takes_tells_so),
		CONTROL_TEST(test_what_cannot_be_sent_stays_owed),
		CONTROL_TEST(test_a_failure_is_told_to_all),
		CONTROL_TEST(test_a_failure_that_cannot_be_told_stays_owed),
		CONTROL_TEST(test_an_abort_that_makes_no_sense_fails_nothing),
		CONTROL_TEST(test_each_question_has_an_answer_of_its_own),
		CONTROL_TEST(test_an_answer_that_nobody_asked_for_is_none),
	};

	return cmocka_run_group_tests_name("cpu_control", tests, NULL, NULL);
}
