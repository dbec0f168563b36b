/*
 * The bootstrap of threads: what one rank puts, the others get after a fence and not before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bootstrap_threads.h"
#include "spec/spec.h"
#include "sumac.h"

enum { N_RANKS = 5, N_ROUNDS = 200 };

static void a_world_has_its_size_and_ranks(void **state)
{
	struct sumac_bootstrap worlds[N_RANKS];

	(void)state;
	assert_int_equal(bootstrap_threads_open(N_RANKS, worlds), 0);
	for (int rank = 0; rank < N_RANKS; rank++) {
		assert_string_equal(worlds[rank].name, "threads");
		assert_int_equal(worlds[rank].rank(worlds[rank].ctx), rank);
		assert_int_equal(worlds[rank].size(worlds[rank].ctx), N_RANKS);
		assert_int_equal(worlds[rank].first_dead(worlds[rank].ctx), -1);
	}
	for (int rank = 0; rank < N_RANKS; rank++)
		worlds[rank].close(worlds[rank].ctx);
}

static void a_value_shows_after_the_fence_only(void **state)
{
	struct sumac_bootstrap world;
	char got[8] = "";
	size_t len = 0;

	(void)state;
	assert_int_equal(bootstrap_threads_open(1, &world), 0);
	assert_int_equal(world.put(world.ctx, "key", "old", 4), 0);
	assert_int_equal(world.get(world.ctx, 0, "key", got, sizeof(got), &len), -SUMAC_EBOOTSTRAP);
	assert_int_equal(world.fence(world.ctx), 0);
	assert_int_equal(world.put(world.ctx, "key", "new", 4), 0);
	assert_int_equal(world.get(world.ctx, 0, "key", got, sizeof(got), &len), 0);
	assert_string_equal(got, "old");
	assert_int_equal(len, 4);
	assert_int_equal(world.fence(world.ctx), 0);
	assert_int_equal(world.get(world.ctx, 0, "key", got, sizeof(got), &len), 0);
	assert_string_equal(got, "new");
	world.close(world.ctx);
}

static void a_value_too_long_for_its_buffer_is_refused(void **state)
{
	struct sumac_bootstrap world;
	char got[4] = "abc";

	(void)state;
	assert_int_equal(bootstrap_threads_open(1, &world), 0);
	assert_int_equal(world.put(world.ctx, "key", "12345", 5), 0);
	assert_int_equal(world.fence(world.ctx), 0);
	assert_int_equal(world.get(world.ctx, 0, "key", got, 4, NULL), -SUMAC_EBOOTSTRAP);
	assert_string_equal(got, "abc");
	assert_int_equal(world.get(world.ctx, 0, "no such key", got, 4, NULL), -SUMAC_EBOOTSTRAP);
	world.close(world.ctx);
}

static void a_world_without_ranks_is_refused(void **state)
{
	struct sumac_bootstrap world;

	(void)state;
	assert_int_equal(bootstrap_threads_open(0, &world), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "0 ranks"));
}

/* Each rank checks in each round that none is a round behind. */
static void *meet(void *arg)
{
	struct sumac_bootstrap *world = arg;
	intptr_t n_wrong = 0;

	for (int round = 0; round < N_ROUNDS; round++) {
		n_wrong += world->put(world->ctx, "round", &round, sizeof(round)) != 0;
		n_wrong += world->fence(world->ctx) != 0;
		for (int rank = 0; rank < N_RANKS; rank++) {
			int got = -1;

			n_wrong += world->get(world->ctx, rank, "round", &got, sizeof(got), NULL) != 0;
			n_wrong += got != round;
		}
		n_wrong += world->fence(world->ctx) != 0;
	}
	world->close(world->ctx);
	return (void *)n_wrong;
}

static void threads_meet_many_times(void **state)
{
	struct sumac_bootstrap worlds[N_RANKS];
	pthread_t threads[N_RANKS];

	(void)state;
	assert_int_equal(bootstrap_threads_open(N_RANKS, worlds), 0);
	for (int rank = 0; rank < N_RANKS; rank++)
		assert_int_equal(pthread_create(&threads[rank], NULL, meet, &worlds[rank]), 0);
	for (int rank = 0; rank < N_RANKS; rank++) {
		void *n_wrong;

		pthread_join(threads[rank], &n_wrong);
		assert_null(n_wrong);
	}
}

static void an_abort_ends_the_process_with_its_status(void **state)
{
	pid_t child = fork();
	int status;

	(void)state;
	if (!child) {
		struct sumac_bootstrap world;

		freopen("/dev/null", "w", stderr);
		bootstrap_threads_open(1, &world);
		world.abort(world.ctx, 7, "because");
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_world_has_its_size_and_ranks),
		cmocka_unit_test(a_value_shows_after_the_fence_only),
		cmocka_unit_test(a_value_too_long_for_its_buffer_is_refused),
		cmocka_unit_test(a_world_without_ranks_is_refused),
		cmocka_unit_test(threads_meet_many_times),
		cmocka_unit_test(an_abort_ends_the_process_with_its_status),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
