/*
 * Streams of the CPU engine: taken in order whatever the order of
 * arrival, never more than a window ahead, and with credits told in time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_solo.h"

enum { WINDOW = 3, CHUNK_BYTES = 256 };

static struct solo solo;

static int open_two(void **state)
{
	(void)state;
	solo_open(&solo, 2, (struct sumac_cpu_options){ .chunk_bytes = CHUNK_BYTES, .window = WINDOW });
	return 0;
}

static int close_two(void **state)
{
	(void)state;
	solo_close(&solo);
	return 0;
}

/* Delivers a chunk of that number from rank 1 to rank 0; its payload is the number. */
static void arrive(uint32_t number, uint32_t released)
{
	struct sumac_cpu_chunk_header header = { .from = 1, .number = number, .released = released };

	sumac_cpu_team_arrive(solo.team[0], solo_chunk(solo.team[0], header, &number, sizeof(number)));
}

static uint32_t payload_of(const struct sumac_fabric_buf *buf)
{
	uint32_t word;

	memcpy(&word, buf->payload, sizeof(word));
	return word;
}

static void expect_taken(struct sumac_cpu_stream *stream, uint32_t number)
{
	struct sumac_fabric_buf *buf = sumac_cpu_stream_peek(solo.team[0], stream);

	assert_non_null(buf);
	assert_ptr_equal(sumac_cpu_stream_take(solo.team[0], stream), buf);
	assert_int_equal(payload_of(buf), number);
	sumac_fabric_buf_put(buf);
}

static void test_there_is_one_stream_for_peer_class_and_ordinal(void **state)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 2);

	(void)state;
	assert_ptr_equal(sumac_cpu_stream_get(solo.team[0], 1, 0, 2), stream);
	assert_ptr_not_equal(sumac_cpu_stream_get(solo.team[0], 1, 0, 1), stream);
	assert_ptr_not_equal(sumac_cpu_stream_get(solo.team[0], 1, 1, 2), stream);
	assert_ptr_not_equal(sumac_cpu_stream_get(solo.team[0], 0, 0, 2), stream);
	assert_int_equal(stream->peer, 1);
	assert_int_equal(stream->ordinal, 2);
}

static void test_chunks_are_taken_in_order_whatever_their_arrival(void **state)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 0);

	(void)state;
	arrive(2, 0);
	arrive(1, 0);
	assert_null(sumac_cpu_stream_peek(solo.team[0], stream));
	arrive(0, 0);
	for (uint32_t number = 0; number < 3; number++)
		expect_taken(stream, number);
	assert_null(sumac_cpu_stream_peek(solo.team[0], stream));
}

static void test_numbers_wrap(void **state)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 0);

	(void)state;
	stream->n_taken = stream->n_told = UINT32_MAX - 1;
	for (int i = 2; i >= 0; i--)
		arrive(UINT32_MAX - 1 + (uint32_t)i, 0);
	for (uint32_t i = 0; i < 3; i++)
		expect_taken(stream, UINT32_MAX - 1 + i);
	stream->n_sent = 1;
	stream->n_released = UINT32_MAX;
	assert_true(sumac_cpu_stream_may_send(solo.team[0], stream));
	stream->n_sent = 2;
	assert_false(sumac_cpu_stream_may_send(solo.team[0], stream));
}

static void test_what_is_beyond_the_window_or_comes_twice_is_dropped(void **state)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 0);
	(void)state;
	arrive(WINDOW, 0); /* its slot, one of a power of two, would be free */
	assert_int_equal(solo_n_held(solo.team[0], stream), 0);
	arrive(0, 0);
	arrive(0, 0);
	assert_int_equal(solo_n_held(solo.team[0], stream), 1);
	expect_taken(stream, 0);
	arrive(0, 0);
	assert_int_equal(solo_n_held(solo.team[0], stream), 0);
	arrive(WINDOW, 0);
	assert_int_equal(solo_n_held(solo.team[0], stream), 1);
}

static void test_a_failed_team_takes_nothing(void **state)
{
	(void)state;
	sumac_cpu_team_fail((struct sumac_engine_team *)solo.team[0], -SUMAC_ETIMEOUT, 1);
	arrive(0, 0);
	assert_null(solo.team[0]->streams);
}

static void test_a_sender_goes_as_far_as_the_window(void **state)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 0);

	(void)state;
	for (stream->n_sent = 0; stream->n_sent < WINDOW; stream->n_sent++)
		assert_true(sumac_cpu_stream_may_send(solo.team[0], stream));
	assert_false(sumac_cpu_stream_may_send(solo.team[0], stream));
	sumac_cpu_stream_release(stream, 2);
	assert_true(sumac_cpu_stream_may_send(solo.team[0], stream));
	sumac_cpu_stream_release(stream, 1); /* an older report that comes later */
	assert_int_equal(stream->n_released, 2);
	sumac_cpu_stream_release(stream, WINDOW + 1); /* reports a chunk that was never sent */
	assert_int_equal(stream->n_released, 2);
	arrive(0, WINDOW); /* a chunk may carry the report */
	assert_int_equal(stream->n_released, WINDOW);
}

static void test_taking_half_a_window_is_worth_telling(void **state)
{
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 0, 0);

	(void)state;
	assert_false(solo.team[0]->owes_credit);
	arrive(0, 0);
	expect_taken(stream, 0);
	assert_true(solo.team[0]->owes_credit);
}

static void test_a_chunk_carries_who_what_and_which(void **state)
{
	const struct sumac_call call = { .seq = 7, .digest = 0xABCDEF };
	struct sumac_cpu_run run = { .team = solo.team[0], .call = &call };
	struct sumac_cpu_stream *stream = sumac_cpu_stream_get(solo.team[0], 1, 1, 2);
	struct sumac_fabric *to = solo.team[1]->engine->fabric;
	struct sumac_cpu_chunk_header header;
	struct sumac_fabric_send *send;
	struct sumac_fabric_buf *buf;

	(void)state;
	stream->n_taken = 5;
	stream->n_sent = stream->n_released = 9;
	assert_int_equal(sumac_cpu_stream_send(&run, stream, 3, 11, "word", 4, &send), 0);
	sumac_fabric_send_forget(send);
	assert_int_equal(stream->n_sent, 10);
	assert_int_equal(stream->n_told, 5); /* the chunk has reported it */
	sumac_fabric_progress(to);
	buf = sumac_fabric_next(to, SUMAC_FABRIC_ENGINE);
	assert_non_null(buf);
	memcpy(&header, buf->header, sizeof(header));
	assert_true(header.key == SOLO_KEY && header.digest == 0xABCDEF && header.chunk == 11 && header.seq == 7);
	assert_true(header.number == 9 && header.released == 5 && header.len_bytes == 4 && header.from == 0);
	assert_true(header.class == 1 && header.ordinal == 2 && header.step == 3);
	assert_memory_equal(buf->payload, "word", 4);
	sumac_fabric_buf_put(buf);
}

#define STREAM_TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_two)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STREAM_TEST(test_there_is_one_stream_for_peer_class_and_ordinal),
		STREAM_TEST(test_chunks_are_taken_in_order_whatever_their_arrival),
		STREAM_TEST(test_numbers_wrap),
		STREAM_TEST(test_what_is_beyond_the_window_or_comes_twice_is_dropped),
		STREAM_TEST(test_a_failed_team_takes_nothing),
		STREAM_TEST(test_a_sender_goes_as_far_as_the_window),
		STREAM_TEST(test_taking_half_a_window_is_worth_telling),
		STREAM_TEST(test_a_chunk_carries_who_what_and_which),
	};

	return cmocka_run_group_tests_name("cpu_stream", tests, NULL, NULL);
}
