/*
 * Active sets: which are valid, which PEs meet to make one, and
 * that each is made once. The test plays the meetings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fail.h"
#include "bootstrap/bootstrap.h"
#include "bootstrap/pmix_among.h"
#include "fake_core.h"
#include "frontend/shmem/shmem_private.h"
#include "sumac.h"

enum { RANK = 4, SIZE = 10, MAX_MEETINGS = 16 };

static struct {
	int n, members[SIZE], n_members;
	char names[MAX_MEETINGS][96];
	int status;    /* what a meeting returns after it has waited... */
	int n_waits;   /* ...this often; -1: until it is told to end */
	bool is_other; /* the last member tells something else than this PE */
} meetings;

int sumac_pmix_allgather_among(const int *ranks, int n_ranks, const char *name, const void *value, size_t len_bytes,
			       int (*idle)(void *ctx), void *ctx, void *recv_out)
{
	int err = 0;

	assert_in_range(meetings.n, 0, MAX_MEETINGS - 1);
	snprintf(meetings.names[meetings.n++], sizeof(meetings.names[0]), "%s", name);
	memcpy(meetings.members, ranks, (size_t)n_ranks * sizeof(*ranks));
	meetings.n_members = n_ranks;
	for (int i = 0; i != meetings.n_waits && !err; i++)
		err = idle(ctx);
	for (int i = 0; i < n_ranks; i++)
		memcpy((char *)recv_out + (size_t)i * len_bytes, value, len_bytes);
	*((char *)recv_out + (size_t)(n_ranks - 1) * len_bytes) += meetings.is_other;
	if (meetings.status)
		sumac_fail(SUMAC_EBOOTSTRAP, "the launcher says no");
	return err ? err : meetings.status;
}

static int set_up(void **state)
{
	(void)state;
	fake_core_reset(RANK, SIZE);
	fake_core.is_up = true;
	fake_core.n_exchanges = 2;
	memset(&meetings, 0, sizeof(meetings));
	fake_core_settings("timeout=600");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	sumac_shmem_active_sets_forget();
	sumac_shmem_lend_forget();
	return 0;
}

static void expect_no_set(int start, int log_stride, int size)
{
	struct sumac_team *team = NULL;

	if (sumac_shmem_active_set_find(start, log_stride, size, &team) != -SUMAC_EINVAL || team)
		fail_msg("start %d, log stride %d, size %d", start, log_stride, size);
	assert_int_equal(meetings.n, 0);
}

static void test_what_is_no_set_or_has_not_this_pe_is_refused(void **state)
{
	(void)state;
	expect_no_set(-1, 0, 6);
	expect_no_set(0, -1, 5);
	expect_no_set(0, 0, 0);
	expect_no_set(4, 0, -3);
	expect_no_set(0, 0, SIZE + 1);
	expect_no_set(1, 0, SIZE);
	expect_no_set(0, 1, SIZE);
	expect_no_set(4, 1, 4); /* 4, 6, 8, 10 */
	expect_no_set(0, 30, 3);
	expect_no_set(0, 31, 2);
	expect_no_set(4, 64, 1);
	expect_no_set(0, 0, INT32_MAX);
	assert_non_null(strstr(sumac_last_error(), "do not form an active set of 10 PEs"));
	expect_no_set(5, 0, 3);
	expect_no_set(0, 0, 4);
	expect_no_set(1, 1, 3);
	expect_no_set(0, 3, 2);
	assert_non_null(strstr(sumac_last_error(), "PE 4 is not in the active set (start 0, log stride 3, size 2)"));
}

static void test_all_pes_are_the_world(void **state)
{
	struct sumac_team *team;

	(void)state;
	assert_int_equal(sumac_shmem_active_set_find(0, 0, SIZE, &team), 0);
	assert_ptr_equal(team, &fake_core.world);
	assert_int_equal(meetings.n, 0);
}

static void test_the_members_alone_meet_each_time_under_another_name(void **state)
{
	struct sumac_team *team;

	(void)state;
	assert_int_equal(sumac_shmem_active_set_find(2, 1, 3, &team), 0);
	assert_int_equal(meetings.n_members, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(meetings.members[i], 2 + 2 * i);
	assert_true(team->rank == 1 && team->size == 3);
	assert_int_equal(sumac_team_world_rank(team, 2), 6);
	assert_int_equal(sumac_shmem_active_set_find(2, 0, 3, &team), 0);
	assert_int_equal(sumac_shmem_active_set_find(3, 0, 3, &team), 0);
	assert_int_equal(meetings.n, 9);
	for (int i = 0; i < 9; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(meetings.names[i], meetings.names[j]);
}

static void test_a_set_is_made_once(void **state)
{
	struct sumac_team *first, *again, *other;

	(void)state;
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &first), 0);
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 3, &other), 0);
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &again), 0);
	assert_ptr_equal(first, again);
	assert_ptr_not_equal(first, other);
	assert_int_equal(fake_core.n_teams, 2);
	assert_int_equal(sumac_shmem_active_set_find(RANK, 0, 1, &first), 0); /* one PE, any stride */
	assert_int_equal(sumac_shmem_active_set_find(RANK, 7, 1, &again), 0);
	assert_ptr_equal(first, again);
}

static struct sumac_team *split(int start, int stride, int size)
{
	struct sumac_team *team;

	assert_int_equal(sumac_team_split_strided(&fake_core.world, start, stride, size, &team), 0);
	sumac_shmem_lend_add(team);
	return team;
}

static void test_a_team_of_the_same_pes_serves_a_set(void **state)
{
	struct sumac_team *evens = split(0, 2, 5), *all_evens = split(0, 2, 5), *fewer = split(0, 2, 4), *team, *other;

	(void)state;
	assert_int_equal(sumac_shmem_active_set_find(0, 1, 5, &team), 0);
	assert_ptr_equal(team, evens); /* of the lowest key */
	assert_int_equal(meetings.n, 1);
	assert_int_equal(fake_core.n_teams, 3);
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &other), 0);
	assert_ptr_equal(other, &fake_core.teams[3]); /* 0, 4 are no team */
	/* The set keeps its team, which the program no longer has; the others are free. */
	assert_ptr_equal(sumac_shmem_team_of((shmem_team_t)evens), evens);
	assert_true(sumac_shmem_lend_keeps(evens));
	assert_false(sumac_shmem_lend_keeps(all_evens) || sumac_shmem_lend_keeps(fewer) || sumac_shmem_lend_keeps(other));
	assert_int_equal(sumac_shmem_active_set_find(0, 1, 5, &team), 0);
	assert_ptr_equal(team, evens);
	assert_ptr_not_equal(sumac_shmem_team_of((shmem_team_t)evens), evens);
	assert_ptr_equal(sumac_shmem_team_of((shmem_team_t)other), other);
}

static void test_a_team_that_not_all_offer_serves_none(void **state)
{
	struct sumac_team *evens = split(0, 2, 5), *team;

	(void)state;
	meetings.is_other = true;
	assert_int_equal(sumac_shmem_active_set_find(0, 1, 5, &team), 0);
	assert_ptr_equal(team, &fake_core.teams[1]);
	assert_false(sumac_shmem_lend_keeps(evens));
}

/* They may call on both at once. */
static void test_threads_have_a_team_for_the_set(void **state)
{
	int provided;
	struct sumac_team *evens, *team;

	(void)state;
	fake_core_settings("heap_bytes=1M");
	assert_int_equal(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided), 0);
	evens = split(0, 2, 5);
	assert_int_equal(sumac_shmem_active_set_find(0, 1, 5, &team), 0);
	assert_ptr_not_equal(team, evens);
	shmem_finalize();
	free(fake_core.memory);
}

static void test_a_meeting_that_fails_leaves_no_set(void **state)
{
	struct sumac_team *team;

	(void)state;
	meetings.status = -SUMAC_EBOOTSTRAP;
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &team), -SUMAC_EBOOTSTRAP);
	assert_string_equal(sumac_last_error(), "the PEs cannot meet: the launcher says no");
	meetings.status = 0;
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &team), 0);
	assert_int_equal(fake_core.n_teams, 1);
}

static void test_others_calls_go_on_while_the_members_gather(void **state)
{
	struct sumac_team *team;

	(void)state;
	meetings.n_waits = 7;
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &team), 0);
	assert_int_equal(fake_core.n_progress, 3 * 7);
}

static void test_a_meeting_ends_with_the_time_that_is_set(void **state)
{
	struct sumac_team *team;

	(void)state;
	fake_core_settings("timeout=0.05");
	meetings.n_waits = -1;
	assert_int_equal(sumac_shmem_active_set_find(0, 2, 2, &team), -SUMAC_ETIMEOUT);
	assert_string_equal(sumac_last_error(), "the PEs cannot meet: waited 0.05 s for the other members of the set, the limit "
						"that the setting timeout sets");
}

#define SET_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SET_TEST(test_what_is_no_set_or_has_not_this_pe_is_refused),
		SET_TEST(test_all_pes_are_the_world),
		SET_TEST(test_the_members_alone_meet_each_time_under_another_name),
		SET_TEST(test_a_set_is_made_once),
		SET_TEST(test_a_team_of_the_same_pes_serves_a_set),
		SET_TEST(test_a_team_that_not_all_offer_serves_none),
		SET_TEST(test_a_meeting_that_fails_leaves_no_set),
		SET_TEST(test_others_calls_go_on_while_the_members_gather),
		SET_TEST(test_a_meeting_ends_with_the_time_that_is_set),
		SET_TEST(test_threads_have_a_team_for_the_set), /* the level stays */
	};

	return cmocka_run_group_tests_name("active_set", tests, NULL, NULL);
}
