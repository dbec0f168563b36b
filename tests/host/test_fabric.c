/*
 * The common part of both back ends of the fabric, over a back end that does nothing but keep what it is
 * given: buffers and sends are reused, control messages are limited in number, and messages are delivered in
 * the order of arrival.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fabric/fabric_private.h"
#include "spec/spec.h"

enum { PAYLOAD_BYTES = 1000, IN_FLIGHT = 64 };

static struct sumac_fabric fabric;
static struct sumac_fabric_send *kept[IN_FLIGHT + 1];
static int n_kept, n_forgotten, answer;

static int keep(struct sumac_fabric *of, struct sumac_fabric_send *send)
{
	(void)of;
	if (!answer)
		kept[n_kept++] = send;
	return answer;
}

static void forget(struct sumac_fabric *of, struct sumac_fabric_send *send)
{
	(void)of;
	n_forgotten++;
	sumac_fabric_send_end(send, 0);
}

static const struct sumac_fabric_ops keeping = { .send = keep, .forget = forget };

static int open_one(void **state)
{
	(void)state;
	n_kept = n_forgotten = answer = 0;
	memset(&fabric, 0, sizeof(fabric));
	return sumac_fabric_init(&fabric, &keeping, 1, 3, PAYLOAD_BYTES);
}

static int close_one(void **state)
{
	(void)state;
	sumac_fabric_fini(&fabric);
	return 0;
}

static void test_it_knows_its_place(void **state)
{
	(void)state;
	assert_int_equal(sumac_fabric_rank(&fabric), 1);
	assert_int_equal(sumac_fabric_size(&fabric), 3);
	assert_int_equal(sumac_fabric_payload_bytes(&fabric), PAYLOAD_BYTES);
}

static void test_buffers_are_used_again_after_their_last_holder(void **state)
{
	struct sumac_fabric_buf *buf = sumac_fabric_buf_new(&fabric), *control = sumac_fabric_control_new(&fabric), *again;

	(void)state;
	assert_int_equal((uintptr_t)buf->payload % 64, 0);
	sumac_fabric_buf_get(buf);
	sumac_fabric_buf_put(buf);
	again = sumac_fabric_buf_new(&fabric);
	assert_ptr_not_equal(buf, again);
	sumac_fabric_buf_put(buf);
	assert_ptr_equal(sumac_fabric_buf_new(&fabric), buf);
	sumac_fabric_buf_put(control);
	assert_ptr_not_equal(sumac_fabric_buf_new(&fabric), control); /* which is shorter */
	assert_ptr_equal(sumac_fabric_control_new(&fabric), control);
	assert_true(control->is_control && !buf->is_control);
}

static void test_what_arrived_comes_in_its_order(void **state)
{
	struct sumac_fabric_buf *bufs[3];

	(void)state;
	assert_null(sumac_fabric_next(&fabric, SUMAC_FABRIC_ENGINE));
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 3; i++) {
			bufs[i] = sumac_fabric_buf_new(&fabric);
			sumac_fabric_arrive(&fabric, bufs[i]);
		}
		for (int i = 0; i < 3; i++)
			assert_ptr_equal(sumac_fabric_next(&fabric, SUMAC_FABRIC_ENGINE), bufs[i]);
		assert_null(sumac_fabric_next(&fabric, SUMAC_FABRIC_ENGINE));
	}
}

static void arrive_control(uint32_t port, size_t len_bytes)
{
	struct sumac_fabric_buf *buf = sumac_fabric_control_new(&fabric);

	memcpy(buf->header, &port, sizeof(port));
	buf->len_bytes = len_bytes;
	sumac_fabric_arrive(&fabric, buf);
}

static void test_each_port_has_its_own_messages_and_what_is_for_none_is_dropped(void **state)
{
	struct sumac_fabric_buf *buf;

	(void)state;
	arrive_control(SUMAC_FABRIC_AGREE, 8);
	arrive_control(SUMAC_FABRIC_ENGINE, 4);
	arrive_control(SUMAC_FABRIC_N_PORTS, 8);
	arrive_control(SUMAC_FABRIC_AGREE, 3); /* too short to name a port */
	buf = sumac_fabric_next(&fabric, SUMAC_FABRIC_ENGINE);
	assert_true(buf && buf->len_bytes == 4);
	assert_null(sumac_fabric_next(&fabric, SUMAC_FABRIC_ENGINE));
	buf = sumac_fabric_next(&fabric, SUMAC_FABRIC_AGREE);
	assert_true(buf && buf->len_bytes == 8);
	assert_null(sumac_fabric_next(&fabric, SUMAC_FABRIC_AGREE));
}

static void test_a_send_is_in_flight_until_the_transport_has_done_with_it(void **state)
{
	uint8_t header[SUMAC_FABRIC_HEADER_BYTES] = { 1, 2, 3 };
	struct sumac_fabric_send *send, *next;

	(void)state;
	assert_int_equal(sumac_fabric_send(&fabric, 2, header, "abc", 3, &send), 0);
	assert_ptr_equal(kept[0], send);
	assert_memory_equal(send->header, header, sizeof(header));
	assert_true(send->peer == 2 && send->len_bytes == 3 && !send->is_control);
	assert_int_equal(sumac_fabric_send_status(send), 1);
	sumac_fabric_send_end(send, 0);
	sumac_fabric_send_end(send, -SUMAC_EPEER); /* a transport that says so twice */
	assert_int_equal(sumac_fabric_send_status(send), 0);
	assert_int_equal(sumac_fabric_send(&fabric, 0, header, NULL, 0, &next), 0);
	assert_ptr_equal(next, send); /* it is reused */
	sumac_fabric_send_end(next, -SUMAC_EPEER);
	assert_int_equal(sumac_fabric_send_status(next), -SUMAC_EPEER);
	assert_int_equal(sumac_fabric_send(&fabric, 0, header, NULL, 0, &send), 0);
	assert_ptr_not_equal(send, next); /* but not after an error: the transport may still touch it */
}

static void test_what_is_forgotten_is_told_to_the_transport_once(void **state)
{
	uint8_t header[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	struct sumac_fabric_send *send, *again;

	(void)state;
	assert_int_equal(sumac_fabric_send(&fabric, 2, header, "abc", 3, &send), 0);
	sumac_fabric_send_forget(send);
	assert_int_equal(n_forgotten, 1);
	assert_int_equal(sumac_fabric_send(&fabric, 2, header, "abc", 3, &again), 0);
	assert_ptr_equal(again, send);
	sumac_fabric_send_end(again, 0);
	sumac_fabric_send_forget(again); /* it has ended already */
	assert_int_equal(n_forgotten, 1);
}

static void test_not_now_and_errors_are_passed_on(void **state)
{
	uint8_t header[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	struct sumac_fabric_send *send;

	(void)state;
	answer = 1;
	assert_int_equal(sumac_fabric_send(&fabric, 2, header, "abc", 3, &send), 1);
	assert_int_equal(sumac_fabric_send_control(&fabric, 2, "abc", 3), 1);
	answer = -SUMAC_EPEER;
	assert_int_equal(sumac_fabric_send(&fabric, 2, header, "abc", 3, &send), -SUMAC_EPEER);
	assert_int_equal(sumac_fabric_send_control(&fabric, 2, "abc", 3), -SUMAC_EPEER);
	assert_int_equal(fabric.n_controls[2], 0); /* none of them is in flight */
}

/* A peer that does not read blocks its own control messages, and nobody else's. */
static void test_control_messages_have_a_bound_for_each_peer(void **state)
{
	(void)state;
	for (int i = 0; i < IN_FLIGHT; i++)
		assert_int_equal(sumac_fabric_send_control(&fabric, 2, &i, sizeof(i)), 0);
	assert_int_equal(sumac_fabric_send_control(&fabric, 2, "x", 1), 1);
	for (int i = 0; i < IN_FLIGHT; i++)
		assert_memory_equal(kept[i]->payload, &i, sizeof(i)); /* they were copied */
	assert_int_equal(sumac_fabric_send_control(&fabric, 0, "x", 1), 0);
	sumac_fabric_send_end(kept[3], 0);
	n_kept = 0;
	assert_int_equal(sumac_fabric_send_control(&fabric, 2, "x", 1), 0);
	assert_int_equal(sumac_fabric_send_control(&fabric, 2, "x", 1), 1);
}

#define FABRIC_TEST(name) cmocka_unit_test_setup_teardown(name, open_one, close_one)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FABRIC_TEST(test_it_knows_its_place),
		FABRIC_TEST(test_buffers_are_used_again_after_their_last_holder),
		FABRIC_TEST(test_what_arrived_comes_in_its_order),
		FABRIC_TEST(test_each_port_has_its_own_messages_and_what_is_for_none_is_dropped),
		FABRIC_TEST(test_a_send_is_in_flight_until_the_transport_has_done_with_it),
		FABRIC_TEST(test_what_is_forgotten_is_told_to_the_transport_once),
		FABRIC_TEST(test_not_now_and_errors_are_passed_on),
		FABRIC_TEST(test_control_messages_have_a_bound_for_each_peer),
	};

	return cmocka_run_group_tests_name("fabric", tests, NULL, NULL);
}
