/*
 * Allgather over a bootstrap: all get everyone's value, call after call, and a disagreement is reported.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>

#include "bootstrap_threads.h"
#include "spec/spec.h"
#include "sumac.h"

enum { N_RANKS = 12, N_CALLS = 50 };

static int asks_far;

struct rank {
	struct sumac_bootstrap world;
	size_t len_bytes;
	int err;
	int n_wrong;
};

static void *gather_often(void *arg)
{
	struct rank *self = arg;
	int rank = self->world.rank(self->world.ctx);

	for (int call = 0; call < N_CALLS && !self->err; call++) {
		int mine[2] = { rank, call * 7 }, all[N_RANKS][2];

		self->err = sumac_bootstrap_allgather(&self->world, mine, sizeof(mine), all);
		for (int other = 0; !self->err && other < N_RANKS; other++)
			self->n_wrong += all[other][0] != other || all[other][1] != call * 7;
	}
	return NULL;
}

static void *gather_once(void *arg)
{
	struct rank *self = arg;
	char mine[16] = "", all[N_RANKS * 16];

	self->err = sumac_bootstrap_allgather(&self->world, mine, self->len_bytes, all);
	self->n_wrong = self->err && !strlen(sumac_last_error());
	return NULL;
}

static void run(void *(*body)(void *arg), struct rank *ranks)
{
	struct sumac_bootstrap worlds[N_RANKS];
	pthread_t threads[N_RANKS];

	assert_int_equal(bootstrap_threads_open(N_RANKS, worlds), 0);
	for (int rank = 0; rank < N_RANKS; rank++) {
		ranks[rank].world = worlds[rank];
		ranks[rank].world.asks_far = asks_far;
		assert_int_equal(pthread_create(&threads[rank], NULL, body, &ranks[rank]), 0);
	}
	for (int rank = 0; rank < N_RANKS; rank++)
		pthread_join(threads[rank], NULL);
	for (int rank = 0; rank < N_RANKS; rank++)
		worlds[rank].close(worlds[rank].ctx);
}

static void everyone_has_everyones_value_each_time(void **state)
{
	struct rank ranks[N_RANKS] = { 0 };

	(void)state;
	run(gather_often, ranks);
	for (int rank = 0; rank < N_RANKS; rank++) {
		assert_int_equal(ranks[rank].err, 0);
		assert_int_equal(ranks[rank].n_wrong, 0);
	}
}

static void ranks_that_give_different_lengths_are_reported(void **state)
{
	struct rank ranks[N_RANKS] = { 0 };

	(void)state;
	for (int rank = 0; rank < N_RANKS; rank++)
		ranks[rank].len_bytes = rank == 2 ? 4 : 8;
	run(gather_once, ranks);
	for (int rank = 0; rank < N_RANKS; rank++) {
		assert_int_equal(ranks[rank].err, -SUMAC_EBOOTSTRAP);
		assert_int_equal(ranks[rank].n_wrong, 0);
	}
}

static void nothing_can_be_gathered(void **state)
{
	struct rank ranks[N_RANKS] = { 0 };

	(void)state;
	run(gather_once, ranks);
	for (int rank = 0; rank < N_RANKS; rank++)
		assert_int_equal(ranks[rank].err, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everyone_has_everyones_value_each_time),
		cmocka_unit_test(ranks_that_give_different_lengths_are_reported),
		cmocka_unit_test(nothing_can_be_gathered),
	};

	int n_failed = cmocka_run_group_tests_name("each rank asks for each value", tests, NULL, NULL);

	asks_far = 1;
	return n_failed + cmocka_run_group_tests_name("the first rank asks for all", tests, NULL, NULL);
}
