/*
 * The fabric between threads: messages arrive whole and name their sender, long ones stay with the sender
 * until they are taken, nothing leaks when an end closes, and a seed shuffles deliveries.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fabric_threads.h"
#include "fabric_help.h"
#include "spec/spec.h"

enum { PAYLOAD_BYTES = 100000, MANY = 60 };

static unsigned char header[SUMAC_FABRIC_HEADER_BYTES];

static void test_threads_deliver_what_was_sent(void **state)
{
	static const size_t lengths[] = { 0, 1, 4096, 4097, PAYLOAD_BYTES };
	struct sumac_fabric *fabrics[3];
	unsigned char *payload = malloc(PAYLOAD_BYTES);

	(void)state;
	assert_int_equal(fabric_threads_open(3, PAYLOAD_BYTES, 0, fabrics), 0);
	for (int i = 0; i < 5; i++) {
		struct sumac_fabric_send *send;
		struct sumac_fabric_buf *buf;

		fabric_fill(payload, lengths[i], (unsigned)i);
		memset(header, i + 1, sizeof(header));
		assert_int_equal(sumac_fabric_send(fabrics[2], 0, header, payload, lengths[i], &send), 0);
		memset(header, 0, sizeof(header)); /* it was copied */
		buf = fabric_receive(fabrics[0], NULL);
		assert_non_null(buf);
		assert_int_equal(fabric_finish(fabrics[2], send), 0);
		assert_int_equal(buf->src, 2);
		assert_int_equal(buf->len_bytes, lengths[i]);
		assert_int_equal(buf->header[63], i + 1);
		assert_memory_equal(buf->payload, payload, lengths[i]);
		assert_int_equal((uintptr_t)buf->payload % 64, 0);
		sumac_fabric_buf_put(buf);
	}
	assert_null(sumac_fabric_next(fabrics[1], SUMAC_FABRIC_ENGINE));
	for (int i = 0; i < 3; i++)
		sumac_fabric_close(fabrics[i]);
	free(payload);
}

static void test_a_long_payload_is_read_when_it_is_taken(void **state)
{
	unsigned char *payload = malloc(PAYLOAD_BYTES);
	struct sumac_fabric *fabrics[2];
	struct sumac_fabric_send *send;
	struct sumac_fabric_buf *buf;

	(void)state;
	assert_int_equal(fabric_threads_open(2, PAYLOAD_BYTES, 0, fabrics), 0);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &send), 0);
	sumac_fabric_progress(fabrics[0]);
	assert_int_equal(sumac_fabric_send_status(send), 1);
	fabric_fill(payload, PAYLOAD_BYTES, 3);
	sumac_fabric_progress(fabrics[1]);
	assert_int_equal(sumac_fabric_send_status(send), 1); /* the sender's own thread ends it */
	sumac_fabric_progress(fabrics[0]);
	assert_int_equal(sumac_fabric_send_status(send), 0);
	buf = sumac_fabric_next(fabrics[1], SUMAC_FABRIC_ENGINE);
	assert_non_null(buf);
	assert_memory_equal(buf->payload, payload, PAYLOAD_BYTES);
	sumac_fabric_buf_put(buf);
	for (int i = 0; i < 2; i++)
		sumac_fabric_close(fabrics[i]);
	free(payload);
}

/* A long payload stays with the sender until the receiver has it, or until it is forgotten. */
static void test_a_forgotten_send_lets_go_of_its_payload(void **state)
{
	struct sumac_fabric *fabrics[2];
	unsigned char *payload = malloc(PAYLOAD_BYTES);
	struct sumac_fabric_send *send;
	struct sumac_fabric_buf *buf;

	(void)state;
	assert_int_equal(fabric_threads_open(2, PAYLOAD_BYTES, 0, fabrics), 0);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &send), 0);
	sumac_fabric_send_forget(send);
	free(payload);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, "abc", 3, &send), 0);
	buf = fabric_receive(fabrics[1], fabrics[0]);
	assert_non_null(buf);
	assert_int_equal(buf->len_bytes, 3);
	sumac_fabric_buf_put(buf);
	sumac_fabric_send_forget(send);
	for (int i = 0; i < 2; i++)
		sumac_fabric_close(fabrics[i]);
}

/* Either end may close first; what it has not read, and what comes later, is freed. */
static void test_an_end_that_has_closed_holds_up_nobody(void **state)
{
	unsigned char *payload = calloc(1, PAYLOAD_BYTES);
	struct sumac_fabric_send *long_send, *send;
	struct sumac_fabric *fabrics[3];

	(void)state;
	assert_int_equal(fabric_threads_open(3, PAYLOAD_BYTES, 0, fabrics), 0);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &long_send), 0);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, "abc", 3, &send), 0);
	sumac_fabric_send_forget(send);
	assert_int_equal(sumac_fabric_send(fabrics[2], 1, header, payload, PAYLOAD_BYTES, &send), 0);
	sumac_fabric_close(fabrics[2]); /* a sender before its receiver */
	sumac_fabric_close(fabrics[1]);
	assert_int_equal(fabric_finish(fabrics[0], long_send), 0);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &send), 0);
	assert_int_equal(sumac_fabric_send_status(send), 0);
	assert_int_equal(sumac_fabric_send_control(fabrics[0], 1, "abc", 3), 0);
	sumac_fabric_close(fabrics[0]);
	free(payload);
}

static void test_control_messages_arrive_as_such(void **state)
{
	unsigned char message[SUMAC_FABRIC_CONTROL_BYTES];
	struct sumac_fabric *fabrics[2];
	struct sumac_fabric_buf *buf;

	(void)state;
	fabric_fill(message, sizeof(message), 4);
	memset(message, 0, sizeof(uint32_t)); /* for the engine */
	assert_int_equal(fabric_threads_open(2, 16, 0, fabrics), 0);
	assert_int_equal(sumac_fabric_send_control(fabrics[1], 0, message, sizeof(message)), 0);
	buf = fabric_receive(fabrics[0], NULL);
	assert_non_null(buf);
	assert_true(buf->is_control && buf->src == 1 && buf->len_bytes == sizeof(message));
	assert_memory_equal(buf->header, message, sizeof(message));
	sumac_fabric_buf_put(buf);
	for (int i = 0; i < 2; i++)
		sumac_fabric_close(fabrics[i]);
}

/* The order in which many messages arrive; each holds its number. */
static void arrivals(uint64_t seed, int order_out[MANY])
{
	struct sumac_fabric *fabrics[2];
	bool seen[MANY] = { false };

	assert_int_equal(fabric_threads_open(2, 16, seed, fabrics), 0);
	for (int i = 0; i < MANY; i++) {
		struct sumac_fabric_send *send;

		header[0] = (unsigned char)i;
		assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, NULL, 0, &send), 0);
		sumac_fabric_send_forget(send);
	}
	for (int i = 0; i < MANY; i++) {
		struct sumac_fabric_buf *buf = fabric_receive(fabrics[1], NULL);

		assert_non_null(buf);
		assert_in_range(buf->header[0], 0, MANY - 1);
		assert_false(seen[buf->header[0]]);
		seen[buf->header[0]] = true;
		order_out[i] = buf->header[0];
		sumac_fabric_buf_put(buf);
	}
	for (int i = 0; i < 2; i++)
		sumac_fabric_close(fabrics[i]);
}

static void test_a_seed_shuffles_and_loses_nothing(void **state)
{
	int in_order[MANY], first[MANY], second[MANY], other[MANY];

	(void)state;
	arrivals(0, in_order);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(in_order[i], i);
	arrivals(7, first);
	arrivals(7, second);
	arrivals(8, other);
	assert_memory_not_equal(first, in_order, sizeof(first));
	assert_memory_equal(first, second, sizeof(first)); /* so that a failure can be run again */
	assert_memory_not_equal(first, other, sizeof(first));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads_deliver_what_was_sent),
		cmocka_unit_test(test_a_long_payload_is_read_when_it_is_taken),
		cmocka_unit_test(test_a_forgotten_send_lets_go_of_its_payload),
		cmocka_unit_test(test_an_end_that_has_closed_holds_up_nobody),
		cmocka_unit_test(test_control_messages_arrive_as_such),
		cmocka_unit_test(test_a_seed_shuffles_and_loses_nothing),
	};

	return cmocka_run_group_tests_name("fabric_threads", tests, NULL, NULL);
}
