/*
 * The fabric by itself, over both back ends: messages arrive whole and from whom they say, short ones and
 * long ones; sends can be forgotten; control messages have a bound; buffers are used again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "fabric/fabric_private.h"
#include "fork_world.h"
#include "spec/spec.h"

enum { PAYLOAD_BYTES = 100000 };

#define REQUIRE(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			return 1; \
		} \
	} while (0)

/* The next message of a fabric, pushing both ends on meanwhile; NULL after 10 s. */
static struct sumac_fabric_buf *receive(struct sumac_fabric *fabric, struct sumac_fabric *other)
{
	time_t end = time(NULL) + 10;

	while (time(NULL) < end) {
		struct sumac_fabric_buf *buf = sumac_fabric_next(fabric);

		if (buf)
			return buf;
		sumac_fabric_progress(fabric);
		if (other)
			sumac_fabric_progress(other);
	}
	return NULL;
}

static int finish(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	time_t end = time(NULL) + 10;
	int status;

	while ((status = sumac_fabric_send_status(send)) > 0 && time(NULL) < end)
		sumac_fabric_progress(fabric);
	return status;
}

static void fill(unsigned char *bytes, size_t len_bytes, unsigned seed)
{
	for (size_t i = 0; i < len_bytes; i++)
		bytes[i] = (unsigned char)(seed * 31 + i * 7 + (i >> 8));
}

static void test_threads_deliver_what_was_sent(void **state)
{
	static const size_t lengths[] = { 0, 1, 4096, 4097, PAYLOAD_BYTES };
	struct sumac_fabric *fabrics[3];
	unsigned char *payload = malloc(PAYLOAD_BYTES), header[SUMAC_FABRIC_HEADER_BYTES];

	(void)state;
	assert_int_equal(sumac_fabric_open_threads(3, PAYLOAD_BYTES, 0, fabrics), 0);
	for (int i = 0; i < 5; i++) {
		struct sumac_fabric_send *send;
		struct sumac_fabric_buf *buf;

		fill(payload, lengths[i], (unsigned)i);
		memset(header, i + 1, sizeof(header));
		assert_int_equal(sumac_fabric_send(fabrics[2], 0, header, payload, lengths[i], &send), 0);
		memset(header, 0, sizeof(header)); /* it was copied */
		buf = receive(fabrics[0], NULL);
		assert_non_null(buf);
		assert_int_equal(finish(fabrics[2], send), 0);
		assert_int_equal(buf->src, 2);
		assert_int_equal(buf->len_bytes, lengths[i]);
		assert_int_equal(buf->header[63], i + 1);
		assert_memory_equal(buf->payload, payload, lengths[i]);
		assert_int_equal((uintptr_t)buf->payload % 64, 0);
		sumac_fabric_buf_put(buf);
	}
	assert_null(sumac_fabric_next(fabrics[1]));
	for (int i = 0; i < 3; i++)
		sumac_fabric_close(fabrics[i]);
	free(payload);
}

/* A long payload is the sender's until the receiver has it, or until it is forgotten. */
static void test_a_forgotten_send_lets_go_of_its_payload(void **state)
{
	struct sumac_fabric *fabrics[2];
	unsigned char *payload = malloc(PAYLOAD_BYTES), header[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	struct sumac_fabric_send *send;
	struct sumac_fabric_buf *buf;

	(void)state;
	assert_int_equal(sumac_fabric_open_threads(2, PAYLOAD_BYTES, 0, fabrics), 0);
	fill(payload, PAYLOAD_BYTES, 9);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &send), 0);
	assert_int_equal(sumac_fabric_send_status(send), 1);
	sumac_fabric_send_forget(send);
	free(payload);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, "abc", 3, &send), 0);
	buf = receive(fabrics[1], fabrics[0]);
	assert_non_null(buf);
	assert_int_equal(buf->len_bytes, 3);
	sumac_fabric_buf_put(buf);
	sumac_fabric_send_forget(send);
	/* Nothing is left over when the receiver goes first, either. */
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, "abc", 3, &send), 0);
	sumac_fabric_close(fabrics[1]);
	sumac_fabric_send_forget(send);
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, "abc", 3, &send), 0);
	assert_int_equal(sumac_fabric_send_status(send), 0);
	sumac_fabric_close(fabrics[0]);
}

static void test_buffers_are_used_again(void **state)
{
	struct sumac_fabric *fabric;
	struct sumac_fabric_buf *buf, *again;

	(void)state;
	assert_int_equal(sumac_fabric_open_threads(1, 100, 0, &fabric), 0);
	buf = sumac_fabric_buf_new(fabric);
	sumac_fabric_buf_get(buf);
	sumac_fabric_buf_put(buf);
	again = sumac_fabric_buf_new(fabric);
	assert_ptr_not_equal(buf, again);
	sumac_fabric_buf_put(buf);
	assert_ptr_equal(sumac_fabric_buf_new(fabric), buf);
	sumac_fabric_close(fabric);
}

static int send_and_wait(struct sumac_fabric *fabric, int peer, const unsigned char *header, const void *payload,
			 size_t len_bytes)
{
	struct sumac_fabric_send *send;
	time_t end = time(NULL) + 10;
	int err;

	while ((err = sumac_fabric_send(fabric, peer, header, payload, len_bytes, &send)) > 0 && time(NULL) < end)
		sumac_fabric_progress(fabric);
	return err ? err : finish(fabric, send);
}

static int echo(struct sumac_fabric *fabric)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES];

	for (int i = 0; i < 20; i++) {
		struct sumac_fabric_buf *buf = receive(fabric, NULL);

		REQUIRE(buf && !buf->is_control);
		memcpy(header, buf->header, sizeof(header));
		REQUIRE(!send_and_wait(fabric, buf->src, header, buf->payload, buf->len_bytes));
		sumac_fabric_buf_put(buf);
	}
	return 0;
}

/* Rank 0 sends messages of all lengths round the ranks, which send them back. */
static int processes(struct sumac_bootstrap *bootstrap, void *arg)
{
	static const size_t lengths[] = { 0, 1, 5000, 16384, PAYLOAD_BYTES };
	int rank = bootstrap->rank(bootstrap->ctx), n_ranks = bootstrap->size(bootstrap->ctx);
	unsigned char *payload = malloc(PAYLOAD_BYTES), header[SUMAC_FABRIC_HEADER_BYTES];
	struct sumac_fabric *fabric;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, PAYLOAD_BYTES, &fabric));
	REQUIRE(sumac_fabric_rank(fabric) == rank && sumac_fabric_size(fabric) == n_ranks);
	for (int i = 0; rank == 0 && i < 20 * (n_ranks - 1); i++) {
		size_t len_bytes = lengths[i % 5];
		struct sumac_fabric_send *send;
		struct sumac_fabric_buf *buf;
		int peer = 1 + i % (n_ranks - 1), err;

		fill(payload, len_bytes, (unsigned)i);
		memset(header, i, sizeof(header));
		while ((err = sumac_fabric_send(fabric, peer, header, payload, len_bytes, &send)) > 0)
			sumac_fabric_progress(fabric);
		REQUIRE(!err);
		buf = receive(fabric, NULL);
		REQUIRE(buf && buf->src == peer && buf->len_bytes == len_bytes && buf->header[5] == (unsigned char)i);
		REQUIRE(!memcmp(buf->payload, payload, len_bytes));
		sumac_fabric_buf_put(buf);
		REQUIRE(!finish(fabric, send));
	}
	if (rank)
		REQUIRE(!echo(fabric));
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	free(payload);
	return 0;
}

/* Control messages go past data, and to a peer that does not read only so many. */
static int controls(struct sumac_bootstrap *bootstrap, void *arg)
{
	int rank = bootstrap->rank(bootstrap->ctx), n_taken = 0;
	unsigned char message[SUMAC_FABRIC_CONTROL_BYTES];
	struct sumac_fabric *fabric;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, 1000, &fabric));
	if (rank == 0) {
		for (int i = 0; i < 100000; i++) {
			memset(message, n_taken, sizeof(message));
			if (!sumac_fabric_send_control(fabric, 1, message, 1 + (size_t)n_taken % sizeof(message)))
				n_taken++;
			if (i % 16 == 0)
				sumac_fabric_progress(fabric);
			if (n_taken == 500)
				break;
		}
		REQUIRE(fabric->n_controls[1] <= 64);
	}
	bootstrap->fence(bootstrap->ctx);
	for (int i = 0; rank == 0 && n_taken < 500 && i < 5000000; i++) {
		memset(message, n_taken, sizeof(message));
		if (!sumac_fabric_send_control(fabric, 1, message, 1 + (size_t)n_taken % sizeof(message)))
			n_taken++;
		sumac_fabric_progress(fabric);
	}
	for (int i = 0; rank == 1 && i < 500; i++) {
		struct sumac_fabric_buf *buf = receive(fabric, NULL);

		REQUIRE(buf && buf->is_control && buf->src == 0);
		REQUIRE(buf->len_bytes == 1 + (size_t)buf->header[0] % 256 || buf->len_bytes == 257 + (size_t)buf->header[0]);
		sumac_fabric_buf_put(buf);
	}
	for (int i = 0; rank == 0 && i < 1000; i++)
		sumac_fabric_progress(fabric);
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

static void expect(int n_ranks, int (*function)(struct sumac_bootstrap *, void *))
{
	int codes[8];

	fork_world_run(n_ranks, 60, function, NULL, codes);
	for (int rank = 0; rank < n_ranks; rank++)
		assert_int_equal(codes[rank], 0);
}

static void test_processes_deliver_what_was_sent(void **state)
{
	(void)state;
	expect(4, processes);
}

static void test_control_messages_have_a_bound(void **state)
{
	(void)state;
	expect(2, controls);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads_deliver_what_was_sent),
		cmocka_unit_test(test_a_forgotten_send_lets_go_of_its_payload),
		cmocka_unit_test(test_buffers_are_used_again),
		cmocka_unit_test(test_processes_deliver_what_was_sent),
		cmocka_unit_test(test_control_messages_have_a_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
