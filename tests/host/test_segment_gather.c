/*
 * Exchanges over the segment: every rank gets every value, one exchange after the other without a fence between them;
 * values of different lengths are an error for all, and so is a rank that has died.
 */
#include "segment_threads.h"
#include "child.h"

#include <pthread.h>

#include "bootstrap_threads.h"
#include "segment/segment_private.h"
#include "fabric_help.h"
#include "spec/spec.h"
#include "sumac.h"

enum { N = 5, ROUNDS = 400, MAX_BYTES = 3000 };

static struct sumac_segment *segments[N];
static struct sumac_bootstrap bootstraps[N];
static atomic_int n_failed;
static int dead;

static int first_dead(void *ctx)
{
	(void)ctx;
	return dead;
}

static int nobody_dead(void *ctx)
{
	(void)ctx;
	return -1;
}

/* If rank 1 is dead, only rank 0 has heard of it. */
static void run(void *(*function)(void *rank))
{
	static int ranks[N] = { 0, 1, 2, 3, 4 };
	pthread_t threads[N];

	n_failed = 0;
	assert_int_equal(segment_threads_open(N, segments), 0);
	assert_int_equal(bootstrap_threads_open(N, bootstraps), 0);
	for (int i = 0; i < N; i++) {
		bootstraps[i].segment = segments[i];
		segments[i]->n_gathers = UINT32_MAX - ROUNDS / 2; /* it wraps on the way */
		bootstraps[i].first_dead = dead == 1 && i ? nobody_dead : first_dead;
		pthread_create(&threads[i], NULL, function, &ranks[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < N; i++) {
		bootstraps[i].close(bootstraps[i].ctx);
		sumac_segment_close(segments[i]);
	}
}

static size_t length_of(int round)
{
	return (size_t)(round * 37 % MAX_BYTES + 1);
}

/* One rank is slow now and then, so that the others are an exchange ahead of it. */
static void *exchange(void *arg)
{
	int rank = *(const int *)arg;
	unsigned char mine[MAX_BYTES], *all = malloc(N * MAX_BYTES), expected[MAX_BYTES];

	for (int round = 0; round < ROUNDS; round++) {
		size_t len_bytes = length_of(round);

		if (round % N == rank)
			usleep(500);
		fabric_fill(mine, len_bytes, (unsigned)(rank + round));
		n_failed += sumac_bootstrap_allgather(&bootstraps[rank], mine, len_bytes, all) != 0;
		for (int other = 0; other < N; other++) {
			fabric_fill(expected, len_bytes, (unsigned)(other + round));
			n_failed += memcmp(all + (size_t)other * len_bytes, expected, len_bytes) != 0;
		}
	}
	free(all);
	return NULL;
}

static void test_every_rank_gets_every_value(void **state)
{
	(void)state;
	dead = -1;
	run(exchange);
	assert_int_equal(n_failed, 0);
}

static void *exchange_unlike(void *arg)
{
	int rank = *(const int *)arg;
	char mine[16] = { 0 }, all[N * 16];

	n_failed += sumac_bootstrap_allgather(&bootstraps[rank], mine, rank == 3 ? 8 : 16, all) == -SUMAC_EBOOTSTRAP;
	return NULL;
}

static void test_values_of_different_lengths_are_an_error_for_all(void **state)
{
	(void)state;
	dead = -1;
	run(exchange_unlike);
	assert_int_equal(n_failed, N);
}

static void *stay_away(void *arg)
{
	int rank = *(const int *)arg;
	char mine[16] = { 0 }, all[N * 16];

	if (rank != dead)
		n_failed += sumac_bootstrap_allgather(&bootstraps[rank], mine, 16, all) == -SUMAC_EPEER &&
			    strstr(sumac_last_error(), "has died");
	return NULL;
}

static void test_a_death_ends_the_exchange(void **state)
{
	(void)state;
	for (dead = 0; dead < 2; dead++) {
		run(stay_away);
		assert_int_equal(n_failed, N - 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_rank_gets_every_value),
		cmocka_unit_test(test_values_of_different_lengths_are_an_error_for_all),
		cmocka_unit_test(test_a_death_ends_the_exchange),
	};

	return cmocka_run_group_tests_name("segment_gather", tests, NULL, NULL);
}
