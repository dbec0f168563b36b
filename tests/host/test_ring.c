/*
 * A ring: every message comes out once, in order and as it went in, whatever the lengths; what is exchanged in small
 * messages stays at the ring's beginning; and what cannot be is seen, wherever it is written.
 */
#include "child.h"

#include <pthread.h>

#include "fabric/ring.h"
#include "spec/spec.h"

enum { DATA_BYTES = 2048, N_MESSAGES = 100000, MAX_BYTES = 900 };

static struct sumac_ring *ring;
static struct sumac_ring_out out;
static struct sumac_ring_in in;

static int make(void **state)
{
	size_t len_bytes = sizeof(*ring) + DATA_BYTES;

	(void)state;
	ring = aligned_alloc(128, (len_bytes + 127) / 128 * 128);
	memset(ring, 0, len_bytes);
	sumac_ring_out_init(&out, ring, DATA_BYTES);
	sumac_ring_in_init(&in, ring, DATA_BYTES);
	return 0;
}

static int drop(void **state)
{
	(void)state;
	free(ring);
	return 0;
}

static uint32_t length_of(unsigned i)
{
	unsigned r = i * 2654435761u >> 12;

	return r % 5 ? r % 100 : r % MAX_BYTES;
}

static void *send_all(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < N_MESSAGES;) {
		void *at;
		int err = sumac_ring_room(&out, length_of(i), &at);

		if (err > 0) {
			sched_yield();
			continue;
		}
		CHILD_EXPECT(!err);
		memset(at, (int)i, length_of(i));
		sumac_ring_push(&out, length_of(i), i % 3 == 0);
		i++;
	}
	return NULL;
}

static void test_messages_come_out_as_they_went_in(void **state)
{
	unsigned char expected[MAX_BYTES];
	pthread_t sender;

	(void)state;
	/* The counts wrap on the way. */
	out.n_sent = out.n_free_to = in.n_taken = ring->n_sent = ring->n_taken = UINT32_MAX - N_MESSAGES / 2;
	pthread_create(&sender, NULL, send_all, NULL);
	for (unsigned i = 0; i < N_MESSAGES;) {
		const void *data;
		bool is_control;
		uint32_t len;
		int err = sumac_ring_peek(&in, &data, &len, &is_control);

		if (err > 0) {
			sched_yield();
			continue;
		}
		assert_int_equal(err, 0);
		memset(expected, (int)i, sizeof(expected));
		if (len != length_of(i) || is_control != (i % 3 == 0) || memcmp(data, expected, len))
			fail_msg("message %u", i);
		sumac_ring_pop(&in);
		i++;
	}
	pthread_join(sender, NULL);
}

static int put(uint32_t len_bytes)
{
	void *at;
	int err = sumac_ring_room(&out, len_bytes, &at);

	if (!err)
		sumac_ring_push(&out, len_bytes, false);
	return err ? err : (int)((uint8_t *)at - ring->data);
}

static int take(void)
{
	const void *data;
	bool is_control;
	uint32_t len;
	int err = sumac_ring_peek(&in, &data, &len, &is_control);

	if (!err)
		sumac_ring_pop(&in);
	return err;
}

static void test_small_traffic_stays_at_the_beginning(void **state)
{
	(void)state;
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(put(64), 0);
		assert_int_equal(put(64), 64);
		assert_int_equal(take() | take(), 0);
		assert_int_equal(take(), 1);
	}
}

static void test_a_full_ring_says_not_now(void **state)
{
	int n = 0;

	(void)state;
	assert_int_equal(put(DATA_BYTES + 1), 1);
	while (put(0) != 1)
		n++;
	assert_int_equal(n, DATA_BYTES / 64);
	assert_int_equal(take(), 0);
	assert_int_equal(put(0), 1); /* the two ends of what is in use would meet */
	assert_int_equal(take(), 0);
	assert_int_equal(put(0), 0);
}

static void test_impossible_values_are_seen(void **state)
{
	const struct { uint32_t offset, len_bytes; } slots[] = { { DATA_BYTES + 1, 0 }, { DATA_BYTES, 1 }, { 0, DATA_BYTES + 1 },
		{ UINT32_MAX, 1 }, { UINT32_MAX - 10, 20 }, { 64, INT32_MAX } };

	(void)state;
	assert_int_equal(put(10), 0);
	for (size_t i = 0; i < sizeof(slots) / sizeof(slots[0]); i++) {
		ring->slots[0].offset = slots[i].offset;
		ring->slots[0].len_bytes = slots[i].len_bytes;
		assert_int_equal(take(), -SUMAC_EIO);
	}
	ring->slots[0].offset = ring->slots[0].len_bytes = 0;
	ring->n_sent = SUMAC_RING_SLOTS + 1;
	assert_int_equal(take(), -SUMAC_EIO);
	ring->n_sent = UINT32_MAX;
	assert_int_equal(take(), -SUMAC_EIO);
	ring->n_taken = 2;
	assert_int_equal(put(10), -SUMAC_EIO);
	ring->n_taken = UINT32_MAX;
	assert_int_equal(put(10), -SUMAC_EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_messages_come_out_as_they_went_in, make, drop),
		cmocka_unit_test_setup_teardown(test_small_traffic_stays_at_the_beginning, make, drop),
		cmocka_unit_test_setup_teardown(test_a_full_ring_says_not_now, make, drop),
		cmocka_unit_test_setup_teardown(test_impossible_values_are_seen, make, drop),
	};

	return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}
