/*
 * Credits that no chunk carries: sent when there are enough for a message, and owed while they cannot be
 * sent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cpu_solo.h"
#include "fabric/fabric_private.h"

enum { WINDOW = 4, IN_FLIGHT = 64 };

static struct solo solo;

static int open_two(void **state)
{
	(void)state;
	solo_open(&solo, 2, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = WINDOW });
	return 0;
}

/* Numbers are about to wrap. */
static int open_two_late(void **state)
{
	(void)state;
	solo_open(&solo, 2, (struct sumac_cpu_options){ .chunk_bytes = 256, .window = WINDOW, .first_number = UINT32_MAX - 1 });
	return 0;
}

static int close_two(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
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

static void test_a_rank_that_only_takes_says_so(void **state)
{
	struct sumac_cpu_stream *theirs = sumac_cpu_stream_get(solo.team[1], 0, 0, 0);
	uint32_t first = theirs->n_sent;

	(void)state;
	theirs->n_sent += WINDOW;
	take_chunks(WINDOW / 2 - 1);
	solo_progress(&solo);
	assert_int_equal(theirs->n_released, first); /* too few for a message */
	take_chunks(1);
	solo_progress(&solo);
	assert_int_equal(theirs->n_released, first + WINDOW / 2);
	assert_false(solo.team[0]->owes_credit);
	assert_int_equal(sumac_cpu_credit_progress(solo.team[0]), 0);
}

/* A peer that takes no messages for now. */
static void test_what_cannot_be_sent_stays_owed(void **state)
{
	struct sumac_cpu_stream *theirs = sumac_cpu_stream_get(solo.team[1], 0, 0, 0);
	struct sumac_fabric *fabric = solo.member[0].fabric;

	(void)state;
	theirs->n_sent = WINDOW;
	fabric->n_controls[1] = IN_FLIGHT;
	take_chunks(WINDOW / 2);
	solo_progress(&solo);
	assert_true(solo.team[0]->owes_credit);
	assert_int_equal(theirs->n_released, 0);
	fabric->n_controls[1] = 0;
	solo_progress(&solo);
	assert_int_equal(theirs->n_released, WINDOW / 2);
	assert_false(solo.team[0]->owes_credit);
}

#define CREDIT_TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_two)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CREDIT_TEST(test_a_rank_that_only_takes_says_so),
		cmocka_unit_test_setup_teardown(test_a_rank_that_only_takes_says_so, open_two_late, close_two),
		CREDIT_TEST(test_what_cannot_be_sent_stays_owed),
	};

	return cmocka_run_group_tests_name("cpu_credit", tests, NULL, NULL);
}
