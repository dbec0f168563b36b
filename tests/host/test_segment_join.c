/*
 * Meeting: the ranks of a host, and they alone, map one file, processes and threads alike; a rank that dies meanwhile is an
 * error for all, and so is a limit that is over; another user's process is recognised.
 */
#include "child.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/settings.h"
#include "bootstrap_threads.h"
#include "segment/segment_private.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "spec/spec.h"
#include "sumac.h"

enum { N = 7 };

static int set(const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	return sumac_settings_load();
}

/* Each writes its rank where the others find it; all are on hosts of three, as the setting says. */
static int meet(struct sumac_bootstrap *bootstrap, void *arg)
{
	int rank = bootstrap->rank(bootstrap->ctx), n_ranks = bootstrap->size(bootstrap->ctx);
	int n_a_host = *(const int *)arg, seen;
	struct sumac_segment *segment;
	uint64_t offset, offsets[N];
	int *mine;

	REQUIRE(!sumac_segment_open(bootstrap, &segment));
	mine = sumac_segment_alloc(segment, rank % 2 ? 100000 : 10, &offset);
	*mine = 100 + rank;
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, &offset, sizeof(offset), offsets));
	for (int other = 0; other < n_ranks; other++) {
		int local_rank = sumac_segment_local_rank_of(segment, other);

		REQUIRE((local_rank >= 0) == (other / n_a_host == rank / n_a_host));
		if (local_rank < 0)
			continue;
		REQUIRE(local_rank == other % n_a_host);
		seen = *(int *)sumac_segment_at(segment, local_rank, offsets[other], sizeof(int));
		REQUIRE(seen == 100 + other);
	}
	bootstrap->fence(bootstrap->ctx);
	sumac_segment_close(segment);
	return 0;
}

static void expect(int n_ranks, int (*function)(struct sumac_bootstrap *, void *), void *arg, int skip)
{
	int codes[N];

	fork_world_run(n_ranks, 60, function, arg, codes);
	for (int rank = 0; rank < n_ranks; rank++)
		if (rank != skip)
			assert_int_equal(codes[rank], 0);
}

static void test_ranks_of_a_host_map_one_file(void **state)
{
	int one = 1, three = 3, all = N;

	(void)state;
	assert_int_equal(set(""), 0);
	expect(N, meet, &all, -1);
	expect(1, meet, &one, -1);
	assert_int_equal(set("ranks_a_host=3"), 0);
	expect(N, meet, &three, -1);
	assert_int_equal(set(""), 0);
}

static void *meet_as_thread(void *bootstrap)
{
	int n = 4;

	return meet(bootstrap, &n) ? bootstrap : NULL;
}

static void test_threads_meet_as_processes_do(void **state)
{
	struct sumac_bootstrap bootstraps[4];
	pthread_t threads[4];

	(void)state;
	assert_int_equal(bootstrap_threads_open(4, bootstraps), 0);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, meet_as_thread, &bootstraps[i]);
	for (int i = 0; i < 4; i++) {
		void *bad;

		pthread_join(threads[i], &bad);
		assert_null(bad);
		bootstraps[i].close(bootstraps[i].ctx);
	}
}

/* A launcher that reports rank 2, or the leader, once it is gone; arg: that rank. */
static int doomed;
static int first_dead_is_doomed(void *ctx)
{
	(void)ctx;
	return doomed;
}

/* The doomed rank ends between the exchange and the meeting, and no rank is left that would do its part. */
static int (*fence_itself)(void *ctx);
static int fence_and_die(void *ctx)
{
	fence_itself(ctx);
	_exit(0);
}

static int lose_one(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_segment *segment;

	doomed = *(const int *)arg;
	if (bootstrap->rank(bootstrap->ctx) == doomed) {
		fence_itself = bootstrap->fence;
		bootstrap->fence = fence_and_die;
	} else {
		bootstrap->first_dead = first_dead_is_doomed;
	}
	REQUIRE(sumac_segment_open(bootstrap, &segment) == -SUMAC_EPEER);
	REQUIRE(strstr(sumac_last_error(), doomed ? "rank 1 has died" : "rank 0 has died"));
	return 0;
}

/* With two ranks, as a third one would find the fence incomplete, which forked worlds do not notice. */
static void test_a_death_meanwhile_is_an_error(void **state)
{
	int leader = 0, other = 1;

	(void)state;
	assert_int_equal(set(""), 0);
	expect(2, lose_one, &leader, leader);
	expect(2, lose_one, &other, other);
}

static int fence_without_descriptors(void *ctx)
{
	const struct rlimit none = { 3, 3 };

	setrlimit(RLIMIT_NOFILE, &none);
	return fence_itself(ctx);
}

static int have_no_descriptor_left(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_segment *segment;

	(void)arg;
	fence_itself = bootstrap->fence;
	if (bootstrap->rank(bootstrap->ctx) == 1)
		bootstrap->fence = fence_without_descriptors;
	REQUIRE(sumac_segment_open(bootstrap, &segment) == -SUMAC_EIO);
	REQUIRE(strstr(sumac_last_error(), "rank 1: ") && strstr(sumac_last_error(), "ulimit -n"));
	return 0;
}

static void test_all_learn_which_rank_cannot_map_the_file(void **state)
{
	(void)state;
	assert_int_equal(set(""), 0);
	expect(3, have_no_descriptor_left, NULL, -1);
}

static int wait_in_vain(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct sumac_segment *segment;

	(void)arg;
	if (bootstrap->rank(bootstrap->ctx)) {
		fence_itself = bootstrap->fence;
		bootstrap->fence = fence_and_die;
	}
	REQUIRE(sumac_segment_open(bootstrap, &segment) == -SUMAC_ETIMEOUT);
	REQUIRE(strstr(sumac_last_error(), "ranks of this host to come together"));
	return 0;
}

static void test_a_limit_ends_the_meeting(void **state)
{
	(void)state;
	assert_int_equal(set("timeout=0.2"), 0);
	expect(2, wait_in_vain, NULL, -1);
	assert_int_equal(set(""), 0);
}

static void test_another_users_process_is_recognised(void **state)
{
	int pair[2];
	pid_t pid;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	assert_true(sumac_segment_peer_is_of(pair[0], geteuid(), &pid));
	assert_int_equal(pid, getpid());
	assert_false(sumac_segment_peer_is_of(pair[0], geteuid() + 1, &pid));
	close(pair[0]);
	close(pair[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranks_of_a_host_map_one_file),
		cmocka_unit_test(test_threads_meet_as_processes_do),
		cmocka_unit_test(test_a_death_meanwhile_is_an_error),
		cmocka_unit_test(test_all_learn_which_rank_cannot_map_the_file),
		cmocka_unit_test(test_a_limit_ends_the_meeting),
		cmocka_unit_test(test_another_users_process_is_recognised),
	};

	return cmocka_run_group_tests_name("segment_join", tests, NULL, NULL);
}
