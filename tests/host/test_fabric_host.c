/*
 * The fabric within a host: messages of every length arrive whole, among many ranks and threads at once; a receiver that
 * sleeps is woken; one that does not read stops its sender, and costs no memory; and rubbish in a peer's memory is a fault
 * of that peer, which the others do not feel.
 */
#include "segment_threads.h"
#include "child.h"

#include <pthread.h>

#include "base/clock.h"
#include "fabric/ring.h"
#include "segment/segment_private.h"
#include "fabric_help.h"
#include "spec/spec.h"

enum { N = 5, PAYLOAD_BYTES = 100000, ROUNDS = 300 };

static struct sumac_segment *segments[N];
static struct sumac_fabric *fabrics[N];
static unsigned char header[SUMAC_FABRIC_HEADER_BYTES];

static int open_all(void **state)
{
	(void)state;
	for (int i = 0; i < N; i++)
		if ((!i && segment_threads_open(N, segments)) ||
		    sumac_fabric_open_host(segments[i], PAYLOAD_BYTES, &fabrics[i]))
			return -1;
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	for (int i = 0; i < N; i++) {
		sumac_fabric_close(fabrics[i]);
		sumac_segment_close(segments[i]);
	}
	return 0;
}

static void test_sent_bytes_arrive(void **state)
{
	static const size_t lengths[] = { 0, 1, 4096, 65536, PAYLOAD_BYTES };
	unsigned char *payload = malloc(PAYLOAD_BYTES);

	(void)state;
	for (int i = 0; i < 5; i++) {
		struct sumac_fabric_send *send;
		struct sumac_fabric_buf *buf;

		fabric_fill(payload, lengths[i], (unsigned)i);
		memset(header, i + 1, sizeof(header));
		assert_int_equal(sumac_fabric_send(fabrics[2], i % 2 ? 2 : 0, header, payload, lengths[i], &send), 0);
		assert_int_equal(sumac_fabric_send_status(send), 0);
		buf = fabric_receive(fabrics[i % 2 ? 2 : 0], NULL);
		assert_non_null(buf);
		assert_int_equal(buf->src, 2);
		assert_int_equal(buf->len_bytes, lengths[i]);
		assert_int_equal(buf->header[63], i + 1);
		assert_memory_equal(buf->payload, payload, lengths[i]);
		sumac_fabric_buf_put(buf);
	}
	free(payload);
}

static void test_a_control_message_goes_to_its_port(void **state)
{
	uint32_t message[SUMAC_FABRIC_CONTROL_BYTES / 4] = { SUMAC_FABRIC_AGREE, 7 };
	struct sumac_fabric_buf *buf;

	(void)state;
	assert_int_equal(sumac_fabric_send_control(fabrics[1], 3, message, sizeof(message)), 0);
	assert_true(sumac_fabric_progress(fabrics[3]) > 0);
	assert_null(sumac_fabric_next(fabrics[3], SUMAC_FABRIC_ENGINE));
	buf = sumac_fabric_next(fabrics[3], SUMAC_FABRIC_AGREE);
	assert_non_null(buf);
	assert_int_equal(buf->len_bytes, sizeof(message));
	assert_memory_equal(buf->header, message, sizeof(message));
	sumac_fabric_buf_put(buf);
}

/* All send to all at once. Each message tells its sender, its number and its length. */
static void *send_and_receive(void *arg)
{
	struct sumac_fabric *fabric = arg;
	int n_received = 0, n_sent[N] = { 0 }, next[N] = { 0 }, n_all = 0;
	unsigned char *payload = malloc(PAYLOAD_BYTES), *expected = malloc(PAYLOAD_BYTES);

	while (n_received < N * ROUNDS || n_all < N * ROUNDS) {
		uint32_t seen = sumac_segment_events(segments[fabric->rank]);
		int moved = sumac_fabric_progress(fabric);
		struct sumac_fabric_buf *buf;

		for (int peer = 0; peer < N; peer++) {
			size_t len_bytes = (size_t)(n_sent[peer] * 7919 % (n_sent[peer] % 10 ? 300 : PAYLOAD_BYTES));
			struct sumac_fabric_send *send;

			if (n_sent[peer] == ROUNDS)
				continue;
			fabric_fill(payload, len_bytes, (unsigned)fabric->rank);
			if (sumac_fabric_send(fabric, peer, header, payload, len_bytes, &send))
				continue;
			CHILD_EXPECT(!sumac_fabric_send_status(send));
			n_sent[peer]++;
			n_all++;
			moved++;
		}
		while ((buf = sumac_fabric_next(fabric, SUMAC_FABRIC_ENGINE))) {
			int i = next[buf->src]++;

			fabric_fill(expected, buf->len_bytes, (unsigned)buf->src);
			CHILD_EXPECT(buf->len_bytes == (size_t)(i * 7919 % (i % 10 ? 300 : PAYLOAD_BYTES)));
			CHILD_EXPECT(!memcmp(buf->payload, expected, buf->len_bytes));
			sumac_fabric_buf_put(buf);
			n_received++;
		}
		if (!moved)
			sumac_segment_sleep(segments[fabric->rank], seen, 1000000);
	}
	free(payload);
	free(expected);
	return NULL;
}

static void test_all_talk_to_all(void **state)
{
	pthread_t threads[N];

	(void)state;
	for (int i = 0; i < N; i++)
		pthread_create(&threads[i], NULL, send_and_receive, fabrics[i]);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
}

static void *send_later(void *arg)
{
	uint32_t message[2] = { SUMAC_FABRIC_AGREE };

	(void)arg;
	usleep(50000);
	sumac_fabric_send_control(fabrics[0], 1, message, sizeof(message));
	return NULL;
}

static void test_a_message_wakes_its_receiver(void **state)
{
	const int64_t long_ns = 20000000000;
	int64_t begin_ns = sumac_clock_ns();
	pthread_t sender;

	(void)state;
	pthread_create(&sender, NULL, send_later, NULL);
	for (int i = 0; i < 2; i++) /* the first is short */
		sumac_segment_sleep(segments[1], 0, long_ns);
	assert_true(sumac_clock_ns() - begin_ns < long_ns / 2);
	pthread_join(sender, NULL);
	assert_true(sumac_fabric_progress(fabrics[1]) > 0);
}

static void test_whoever_does_not_read_stops_its_sender_alone(void **state)
{
	unsigned char *payload = calloc(1, PAYLOAD_BYTES);
	struct sumac_fabric_send *send;
	int n = 0, err;

	(void)state;
	while (!(err = sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &send)) && n < 1000)
		n += !sumac_fabric_send_status(send);
	assert_int_equal(err, 1);
	assert_in_range(n, 1, 8);
	assert_int_equal(sumac_fabric_send(fabrics[0], 2, header, payload, PAYLOAD_BYTES, &send), 0);
	assert_int_equal(sumac_fabric_send_status(send), 0);
	sumac_fabric_buf_put(fabric_receive(fabrics[1], NULL));
	assert_int_equal(sumac_fabric_send(fabrics[0], 1, header, payload, PAYLOAD_BYTES, &send), 0);
	assert_int_equal(sumac_fabric_send_status(send), 0);
	free(payload);
}

/* Rank 4 spoils its own memory: each time something else, after which the others still talk. */
static void spoil_and_look(void (*spoil)(uint8_t *part), bool is_seen)
{
	uint32_t message[2] = { SUMAC_FABRIC_AGREE };
	struct sumac_fabric_buf *buf;

	assert_int_equal(open_all(NULL), 0);
	assert_int_equal(sumac_fabric_send_control(fabrics[4], 0, message, sizeof(message)), 0);
	spoil(sumac_segment_board(segments[4], 4));
	assert_int_equal(sumac_fabric_send_control(fabrics[1], 0, message, sizeof(message)), 0);
	sumac_fabric_progress(fabrics[0]);
	assert_int_equal(sumac_fabric_fault_peer(fabrics[0]), is_seen ? 4 : -1);
	buf = sumac_fabric_next(fabrics[0], SUMAC_FABRIC_AGREE);
	assert_non_null(buf);
	assert_int_equal(buf->src, 1);
	sumac_fabric_buf_put(buf);
	sumac_fabric_progress(fabrics[0]);
	close_all(NULL);
}

static void table_nowhere(uint8_t *board)
{
	*(uint64_t *)board = UINT64_C(1) << 60;
}

static void table_crooked(uint8_t *board)
{
	*(uint64_t *)board += 1;
}

static void no_table(uint8_t *board)
{
	*(uint64_t *)board = 0;
}

static uint64_t *table(uint8_t *board)
{
	return sumac_segment_at(segments[4], 4, *(uint64_t *)board, 8);
}

static void ring_nowhere(uint8_t *board)
{
	*table(board) = UINT64_MAX - 8;
}

static void ring_at_the_end(uint8_t *board)
{
	*table(board) = SUMAC_SEGMENT_NEAR_BYTES + segments[4]->far_bytes - 4096;
}

static void ring_crooked(uint8_t *board)
{
	*table(board) += 8;
}

static struct sumac_ring *ring(uint8_t *board)
{
	return sumac_segment_at(segments[4], 4, *table(board), sizeof(struct sumac_ring));
}

static void too_many(uint8_t *board)
{
	ring(board)->n_sent = 1000;
}

static void control_too_long(uint8_t *board)
{
	ring(board)->slots[0].len_bytes = UINT32_C(1) << 31 | (SUMAC_FABRIC_CONTROL_BYTES + 1);
}

static void message_without_header(uint8_t *board)
{
	ring(board)->slots[0].len_bytes = SUMAC_FABRIC_HEADER_BYTES - 1;
}

static void message_too_long(uint8_t *board)
{
	ring(board)->slots[0].len_bytes = SUMAC_FABRIC_HEADER_BYTES + PAYLOAD_BYTES + 1;
}

static void test_rubbish_is_its_writers_fault(void **state)
{
	void (*const spoils[])(uint8_t *) = { table_nowhere, table_crooked, ring_nowhere, ring_at_the_end, ring_crooked,
					      too_many, control_too_long, message_without_header, message_too_long };

	(void)state;
	for (size_t i = 0; i < sizeof(spoils) / sizeof(spoils[0]); i++)
		spoil_and_look(spoils[i], true);
	spoil_and_look(no_table, false); /* anybody may have set the bit */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_sent_bytes_arrive, open_all, close_all),
		cmocka_unit_test_setup_teardown(test_a_control_message_goes_to_its_port, open_all, close_all),
		cmocka_unit_test_setup_teardown(test_all_talk_to_all, open_all, close_all),
		cmocka_unit_test_setup_teardown(test_a_message_wakes_its_receiver, open_all, close_all),
		cmocka_unit_test_setup_teardown(test_whoever_does_not_read_stops_its_sender_alone, open_all, close_all),
		cmocka_unit_test(test_rubbish_is_its_writers_fault),
	};

	return cmocka_run_group_tests_name("fabric_host", tests, NULL, NULL);
}
