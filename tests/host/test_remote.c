/*
 * Other ranks' memory, between two ranks of this process: mapped, by the kernel and by messages, which are judged before they
 * are executed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bootstrap_threads.h"
#include "segment_threads.h"
#include "remote/remote_wire.h"
#include "sumac.h"

enum { HEAP_BYTES = 200000, MAX_TURNS = 1000000 };

static struct rank {
	struct sumac_bootstrap bootstrap;
	struct sumac_fabric *fabric;
	struct sumac_remote *remote;
	unsigned char *heap;
	int err;
} ranks[2];
static struct sumac_segment *segments[2];
static long far_word; /* static data: both ranks have the same */

/* Both ranks live here, so a wait drives both. */
static int until(void *ctx, bool (*is_so)(void *arg), void *arg, const char *what)
{
	(void)ctx, (void)what;
	for (int i = 0; i < MAX_TURNS; i++) {
		for (int rank = 0; rank < 2; rank++) {
			sumac_fabric_progress(ranks[rank].fabric);
			sumac_remote_progress(ranks[rank].remote);
		}
		if (is_so(arg))
			return 0;
	}
	return -SUMAC_ETIMEOUT;
}

static void *open_rank(void *ctx)
{
	const struct sumac_remote_host host = { NULL, until };
	struct rank *rank = ctx;

	rank->err = sumac_remote_open(rank->fabric, segments[rank - ranks], &rank->bootstrap, &host, rank->heap, HEAP_BYTES,
				      &rank->remote);
	return NULL;
}

/* Heaps in windows can be mapped; others are reached by messages, once the kernel is not asked. */
static void open_both(bool in_windows)
{
	struct sumac_bootstrap bootstraps[2];
	pthread_t threads[2];

	assert_int_equal(bootstrap_threads_open(2, bootstraps), 0);
	assert_int_equal(segment_threads_open(2, segments), 0);
	for (int i = 0; i < 2; i++) {
		ranks[i] = (struct rank){ .bootstrap = bootstraps[i] };
		assert_int_equal(sumac_fabric_open_host(segments[i], 4096, &ranks[i].fabric), 0);
		ranks[i].heap = in_windows ? sumac_segment_window_alloc(segments[i], HEAP_BYTES) : calloc(1, HEAP_BYTES);
	}
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, open_rank, &ranks[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(ranks[0].err | ranks[1].err, 0);
	ranks[0].remote->peers[1].no_vm = !in_windows;
	far_word = 0;
}

static int close_both(void **state)
{
	bool in_windows = sumac_segment_window_find(segments[0], ranks[0].heap, 1, &(uint64_t){ 0 });

	(void)state;
	for (int i = 0; i < 2; i++)
		sumac_remote_close(ranks[i].remote);
	for (int i = 0; i < 2; i++) {
		sumac_fabric_close(ranks[i].fabric);
		if (!in_windows)
			free(ranks[i].heap);
		ranks[i].bootstrap.close(ranks[i].bootstrap.ctx);
	}
	for (int i = 0; i < 2; i++)
		sumac_segment_close(segments[i]);
	return 0;
}

static int open_apart(void **state)
{
	(void)state;
	open_both(false);
	return 0;
}

static int open_mapped(void **state)
{
	(void)state;
	open_both(true);
	return 0;
}

/* Short ones are under way when the call returns; a long one has been taken. */
static void test_a_quiet_waits_for_what_was_put(void **state)
{
	unsigned char out[100] = { 1, 2, 3 };

	(void)state;
	for (int i = 0; i < 100; i++)
		assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, ranks[0].heap + i * 1000, out, sizeof(out)), 0);
	assert_false(sumac_remote_is_quiet(ranks[0].remote, NULL));
	assert_int_equal(ranks[1].heap[99002], 0);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_int_equal(ranks[1].heap[99002], 3);
}

/* A put of many messages, more than may be under way, arrives to the byte. */
static void test_much_goes_by_messages_and_comes_back(void **state)
{
	static unsigned char out[100001], back[sizeof(out)];

	(void)state;
	for (size_t i = 0; i < sizeof(out); i++)
		out[i] = (unsigned char)(i * 7 + i / 251);
	assert_null(sumac_remote_at(ranks[0].remote, 1, ranks[0].heap, 1));
	assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, ranks[0].heap + 3, out, sizeof(out)), 0);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_true(sumac_remote_is_quiet(ranks[0].remote, NULL));
	assert_memory_equal(ranks[1].heap + 3, out, sizeof(out));
	assert_int_equal(ranks[1].heap[2] | ranks[1].heap[3 + sizeof(out)] | ranks[0].heap[3], 0);
	assert_int_equal(sumac_remote_get(ranks[0].remote, NULL, 1, back, ranks[0].heap + 3, sizeof(back)), 0);
	assert_int_equal(sumac_remote_wait(ranks[0].remote, NULL, 1), 0);
	assert_memory_equal(back, out, sizeof(out));
}

static uint64_t after(enum sumac_amo_op op, uint64_t was, uint64_t value, uint64_t compare)
{
	switch (op) {
	case SUMAC_AMO_SET:
	case SUMAC_AMO_SWAP:
		return value;
	case SUMAC_AMO_COMPARE_SWAP:
		return was == compare ? value : was;
	case SUMAC_AMO_ADD:
		return was + value;
	case SUMAC_AMO_AND:
		return was & value;
	case SUMAC_AMO_OR:
		return was | value;
	case SUMAC_AMO_XOR:
		return was ^ value;
	default:
		return was;
	}
}

/* On the heap, and on static data; 4 bytes leave the next 4 alone. */
static void test_every_atomic_does_what_it_is_called(void **state)
{
	const uint64_t was = UINT64_C(0xf0f0f0f0fffffff0);

	(void)state;
	for (int op = 0; op < SUMAC_N_AMO_OPS; op++)
		for (int width = 4; width <= 8; width += 4)
			for (int turn = 0; turn < 4; turn++) {
				uint64_t mask = width == 8 ? UINT64_MAX : UINT32_MAX, fetched = 0, now;
				struct sumac_amo amo = { (uint8_t)op, (uint8_t)width, UINT64_C(0x123456789abcdef1),
							 turn % 2 ? was : 5 };
				void *own = turn < 2 ? (void *)(ranks[0].heap + 64) : &far_word;
				void *there = turn < 2 ? (void *)(ranks[1].heap + 64) : &far_word;

				memcpy(there, &was, sizeof(was));
				assert_int_equal(sumac_remote_amo(ranks[0].remote, NULL, 1, own, &amo, &fetched), 0);
				assert_int_equal(sumac_remote_wait(ranks[0].remote, NULL, 1), 0);
				memcpy(&now, there, sizeof(now));
				assert_int_equal(fetched, was & mask);
				assert_int_equal(now & mask, after(op, was & mask, amo.value & mask, amo.compare & mask) & mask);
				assert_int_equal(now & ~mask, was & ~mask);
			}
}

static void test_what_is_not_symmetric_is_refused(void **state)
{
	struct sumac_amo amo = { .op = SUMAC_AMO_ADD, .width = 8 };
	int local = 0;

	(void)state;
	assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, &local, &local, sizeof(local)), -SUMAC_EINVAL);
	assert_int_equal(sumac_remote_check(ranks[0].remote, 1, ranks[0].heap + HEAP_BYTES - 1, 2), -SUMAC_EINVAL);
	assert_int_equal(sumac_remote_check(ranks[0].remote, 1, ranks[0].heap + HEAP_BYTES - 1, 1), 0);
	assert_int_equal(sumac_remote_amo(ranks[0].remote, NULL, 1, ranks[0].heap + 4, &amo, NULL), -SUMAC_EINVAL);
	assert_int_equal(sumac_remote_check(ranks[0].remote, 1, &far_word, sizeof(far_word)), 0);
	ranks[0].remote->peers[1].has_same_image = false;
	assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, &far_word, &local, sizeof(local)), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "use the symmetric heap"));
	assert_int_equal(sumac_remote_check(ranks[0].remote, 1, ranks[0].heap, 1), 0);
}

/* A peer that writes rubbish does this rank no harm; it gets an error for requests outside of the shared memory. */
static void test_messages_are_judged(void **state)
{
	const uint32_t port = SUMAC_FABRIC_REMOTE;
	struct sumac_remote_message rubbish;
	struct sumac_remote_flight *at_owner;

	(void)state;
	/* Rank 1 asks rank 0 first, so an answer could be one to that. */
	ranks[1].remote->peers[0].no_vm = true;
	assert_int_equal(sumac_remote_put(ranks[1].remote, NULL, 0, ranks[1].heap, &port, sizeof(port)), 0);
	assert_int_equal(sumac_remote_quiet(ranks[1].remote, NULL), 0);
	at_owner = sumac_remote_flight_of(ranks[1].remote, 0);
	for (int turn = 0; turn < 4000; turn++) {
		struct sumac_remote_header *header = &rubbish.header;

		for (size_t i = 0; i < sizeof(rubbish); i++)
			((unsigned char *)&rubbish)[i] = (unsigned char)rand();
		header->port = port;
		header->kind %= 6; /* those that there are, and one that there is not */
		header->region %= 3;
		header->op %= 9;
		header->width %= 12;
		header->len_bytes %= turn % 2 ? 16 : 600;
		header->offset %= turn % 3 ? HEAP_BYTES : UINT64_MAX;
		header->block_bytes %= turn % 5 ? 8 : UINT64_MAX;
		if (turn % 4)
			header->number = at_owner->next_served; /* it is due */
		sumac_fabric_send_control(ranks[0].fabric, 1, &rubbish, turn % 3 ? sizeof(rubbish) : (size_t)turn % 60 + 4);
		sumac_fabric_progress(ranks[1].fabric);
		sumac_remote_progress(ranks[1].remote);
		sumac_fabric_progress(ranks[0].fabric);
		sumac_remote_progress(ranks[0].remote);
	}
	assert_int_equal(ranks[0].remote->n_flying | ranks[1].remote->n_flying, 0);
	assert_true(at_owner->next_served > 500); /* so it was judged by more than its number */
	sumac_remote_flight_of(ranks[0].remote, 1)->next_number = at_owner->next_served;
	assert_int_equal(sumac_remote_send_put(ranks[0].remote, &ranks[0].remote->flow, 1, SUMAC_REMOTE_HEAP, HEAP_BYTES - 1,
					       &rubbish, 2), 0);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), -SUMAC_EINVAL);
}

/* Messages are executed in the order of their numbers, however they arrive; one with an impossible number is not. */
static void order_from(uint64_t first)
{
	static const uint64_t numbers[] = { 2, 1, 1, 40, 0 };
	struct sumac_remote_message message = { .header = { .port = SUMAC_FABRIC_REMOTE, .kind = SUMAC_REMOTE_PUT,
							    .len_bytes = 1 } };

	for (int i = 0; i < 5; i++) {
		message.header.number = first + numbers[i];
		message.data[0] = (uint8_t)(i + 1);
		assert_int_equal(ranks[1].heap[0], 0);
		sumac_fabric_send_control(ranks[0].fabric, 1, &message, sizeof(message));
		sumac_fabric_progress(ranks[1].fabric);
		sumac_remote_progress(ranks[1].remote);
	}
	assert_int_equal(ranks[1].heap[0], 1);
	assert_int_equal(sumac_remote_flight_of(ranks[1].remote, 0)->next_served, first + 3);
	assert_null(sumac_remote_flight_of(ranks[1].remote, 0)->held[(first + 40) % SUMAC_REMOTE_IN_FLIGHT]);
}

static void test_requests_take_place_in_the_order_of_their_numbers(void **state)
{
	(void)state;
	order_from(0);
}

/* Sets the first number of the requests that rank 0 sends to rank 1. */
static void start_at(uint64_t number)
{
	sumac_remote_flight_of(ranks[0].remote, 1)->next_number = number;
	sumac_remote_flight_of(ranks[1].remote, 0)->next_served = number;
}

/* Among short requests, among long ones, and while one waits for its turn. */
static void test_numbers_of_requests_pass_32_bits(void **state)
{
	const uint64_t limit = UINT64_C(1) << 32;

	(void)state;
	for (uint64_t before = 1; before <= 33; before += 16) {
		start_at(limit - before);
		test_a_quiet_waits_for_what_was_put(NULL);
		memset(ranks[1].heap, 0, HEAP_BYTES);
		start_at(limit - before);
		test_much_goes_by_messages_and_comes_back(NULL);
		memset(ranks[1].heap, 0, HEAP_BYTES);
	}
	start_at(limit - 2);
	order_from(limit - 2);
}

/* However many were asked for since. */
static void test_an_old_request_is_awaited(void **state)
{
	struct sumac_remote_flight *flight = sumac_remote_flight_of(ranks[0].remote, 1);

	(void)state;
	for (int bits = 30; bits <= 33; bits++) {
		assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, ranks[0].heap, &bits, sizeof(bits)), 0);
		flight->next_turn += (UINT64_C(1) << bits) + 1;
		assert_int_equal(sumac_remote_wait(ranks[0].remote, NULL, 1), 0);
		assert_int_equal(*(int *)ranks[1].heap, bits);
	}
}

static void test_blocks_share_messages(void **state)
{
	static uint32_t out[1000], back[1000];
	const struct sumac_remote_blocks blocks = { 4, 4, 12 }, one = { 300, 300, 300 };

	(void)state;
	for (uint32_t i = 0; i < 1000; i++)
		out[i] = i + 1;
	assert_int_equal(sumac_remote_put_blocks(ranks[0].remote, NULL, 1, ranks[0].heap + 8, out, &blocks, 1000), 0);
	assert_int_equal(sumac_remote_flight_of(ranks[0].remote, 1)->next_number, 9);
	assert_int_equal(sumac_remote_get_blocks(ranks[0].remote, NULL, 1, back, ranks[0].heap + 8, &blocks, 1000), 0);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_memory_equal(back, out, sizeof(out));
	for (uint32_t i = 0; i < 3000; i++)
		assert_int_equal(((uint32_t *)(ranks[1].heap + 8))[i], i % 3 ? 0 : i / 3 + 1);
	assert_int_equal(sumac_remote_put_blocks(ranks[0].remote, NULL, 1, ranks[0].heap, out, &one, 3), 0);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_memory_equal(ranks[1].heap, out, 900);
	assert_int_equal(sumac_remote_put_blocks(ranks[0].remote, NULL, 1, ranks[0].heap, out, &blocks, 17000), -SUMAC_EINVAL);
}

/* In the order in which they were put; and what is too long for a batch does not overtake it. */
static void test_a_batch_is_few_messages(void **state)
{
	struct sumac_remote_flow batch = { .is_batched = true };
	const struct sumac_amo add = { .op = SUMAC_AMO_ADD, .width = 8, .value = 5 };
	uint64_t *there = (uint64_t *)ranks[1].heap;
	unsigned char longer[100] = { 9 };

	(void)state;
	ranks[0].remote->peers[1].local_rank = -1; /* as if on another host */
	for (uint64_t i = 0; i < 100; i++)
		assert_int_equal(sumac_remote_put(ranks[0].remote, &batch, 1, ranks[0].heap + i % 10 * 8, &i, 3 + i % 5), 0);
	for (int i = 0; i < 10; i++)
		assert_int_equal(sumac_remote_amo(ranks[0].remote, &batch, 1, ranks[0].heap, &add, NULL), 0);
	assert_true(sumac_remote_flight_of(ranks[0].remote, 1)->next_number < 7);
	assert_false(sumac_remote_is_quiet(ranks[0].remote, &batch));
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, &batch), 0);
	assert_true(sumac_remote_is_quiet(ranks[0].remote, &batch));
	assert_int_equal(there[0], 90 + 50);
	assert_int_equal(there[9], 99);
	assert_int_equal(sumac_remote_put(ranks[0].remote, &batch, 1, ranks[0].heap, &(char){ 1 }, 1), 0);
	assert_int_equal(sumac_remote_put(ranks[0].remote, &batch, 1, ranks[0].heap, longer, sizeof(longer)), 0);
	assert_int_equal(sumac_remote_wait(ranks[0].remote, NULL, 1), 0);
	assert_int_equal(sumac_remote_put(ranks[0].remote, &batch, 1, ranks[0].heap + 99, &(char){ 3 }, 1), 0);
	assert_int_equal(sumac_remote_wait(ranks[0].remote, NULL, 1), 0);
	assert_memory_equal(ranks[1].heap, longer, sizeof(longer) - 1);
	assert_int_equal(ranks[1].heap[99], 3);
	/* It does not wait for ever. */
	assert_int_equal(sumac_remote_put(ranks[0].remote, &batch, 1, ranks[0].heap + 99, &(char){ 4 }, 1), 0);
	sumac_remote_progress(ranks[0].remote);
	assert_int_equal(ranks[0].remote->n_batches, 0);
	assert_int_equal(sumac_remote_send_amo(ranks[0].remote, &batch, 1, SUMAC_REMOTE_HEAP, 4, &add, NULL), 0);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, &batch), -SUMAC_EINVAL);
}

static void test_flows_are_awaited_by_themselves(void **state)
{
	struct sumac_remote_flow flows[2] = { 0 };

	(void)state;
	assert_int_equal(sumac_remote_put(ranks[0].remote, &flows[0], 1, ranks[0].heap, &(char){ 1 }, 1), 0);
	assert_true(sumac_remote_is_quiet(ranks[0].remote, &flows[1]));
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, &flows[1]), 0);
	assert_int_equal(sumac_remote_wait(ranks[0].remote, &flows[1], 1), 0);
	assert_int_equal(flows[0].n_flying, 1);
	/* A store would overtake it; another message would not. */
	assert_int_equal(sumac_remote_fence(ranks[0].remote, &flows[0]), 0);
	assert_int_equal(flows[0].n_flying, 0);
	assert_int_equal(ranks[1].heap[0], 1);
	ranks[0].remote->peers[1].local_rank = -1;
	assert_int_equal(sumac_remote_put(ranks[0].remote, &flows[0], 1, ranks[0].heap, &(char){ 2 }, 1), 0);
	assert_int_equal(sumac_remote_fence(ranks[0].remote, &flows[0]), 0);
	assert_int_equal(flows[0].n_flying, 1);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_int_equal(ranks[1].heap[0], 2);
}

static void test_what_is_mapped_is_there_at_once(void **state)
{
	struct sumac_amo amo = { .op = SUMAC_AMO_ADD, .width = 8, .value = 4 };
	uint64_t *there = sumac_remote_at(ranks[0].remote, 1, ranks[0].heap + 8, 8), old = 9;

	(void)state;
	assert_non_null(there);
	assert_null(sumac_remote_at(ranks[0].remote, 1, ranks[0].heap + HEAP_BYTES - 7, 8));
	assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, ranks[0].heap + 8, &(uint64_t){ 3 }, 8), 0);
	assert_int_equal(*(uint64_t *)(ranks[1].heap + 8), 3);
	assert_int_equal(sumac_remote_amo(ranks[0].remote, NULL, 1, ranks[0].heap + 8, &amo, &old), 0);
	assert_int_equal(old, 3);
	assert_int_equal(*(uint64_t *)(ranks[1].heap + 8), 7);
	assert_int_equal(ranks[0].remote->n_flying, 0);
	/* A quiet wakes the ranks that sleep. */
	assert_false(sumac_remote_is_quiet(ranks[0].remote, NULL));
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_true(sumac_remote_is_quiet(ranks[0].remote, NULL));
}

static void test_static_data_goes_through_the_kernel(void **state)
{
	long seen = 0;

	(void)state;
	assert_null(sumac_remote_at(ranks[0].remote, 1, &far_word, sizeof(far_word)));
	assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, &far_word, &(long){ 41 }, sizeof(far_word)), 0);
	assert_int_equal(far_word, 41);
	assert_int_equal(sumac_remote_get(ranks[0].remote, NULL, 1, &seen, &far_word, sizeof(far_word)), 0);
	assert_int_equal(seen, 41);
	assert_int_equal(ranks[0].remote->n_flying, 0);
	/* A process that is not there: by messages. */
	ranks[0].remote->peers[1].pid = INT32_MAX;
	assert_int_equal(sumac_remote_put(ranks[0].remote, NULL, 1, &far_word, &(long){ 42 }, sizeof(far_word)), 0);
	assert_true(ranks[0].remote->peers[1].no_vm);
	assert_int_equal(sumac_remote_quiet(ranks[0].remote, NULL), 0);
	assert_int_equal(far_word, 42);
}

int main(void)
{
#define APART(test) cmocka_unit_test_setup_teardown(test, open_apart, close_both)
#define MAPPED(test) cmocka_unit_test_setup_teardown(test, open_mapped, close_both)
	const struct CMUnitTest tests[] = {
		APART(test_a_quiet_waits_for_what_was_put),
		APART(test_much_goes_by_messages_and_comes_back),
		APART(test_every_atomic_does_what_it_is_called),
		MAPPED(test_every_atomic_does_what_it_is_called),
		APART(test_what_is_not_symmetric_is_refused),
		APART(test_messages_are_judged),
		APART(test_requests_take_place_in_the_order_of_their_numbers),
		APART(test_numbers_of_requests_pass_32_bits),
		APART(test_an_old_request_is_awaited),
		APART(test_blocks_share_messages),
		APART(test_a_batch_is_few_messages),
		APART(test_flows_are_awaited_by_themselves),
		MAPPED(test_what_is_mapped_is_there_at_once),
		MAPPED(test_static_data_goes_through_the_kernel),
	};

	return cmocka_run_group_tests_name("remote", tests, NULL, NULL);
}
