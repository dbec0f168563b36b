/*
 * Teams that are released rank by rank are freed when their members
 * next make a team, and not before all have released them.
 */
#include "core_ranks.h"

#include <unistd.h>

#include "core/frontend.h"
#include "core/team/team_reap.h"
#include "bootstrap/bootstrap.h"

static int gather(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	return sumac_bootstrap_allgather(ctx, value, len_bytes, recv_out);
}

static const int everybody[] = { 0, 1, 2 };

static struct sumac_team *make(struct sumac_job *job)
{
	struct sumac_oob oob = { &job->bootstrap, gather };
	struct sumac_team *team = NULL;

	EXPECT(!sumac_team_make(job, &oob, 3, NULL, job->rank, 3, everybody, &team));
	return team;
}

static int n_teams(struct sumac_job *job)
{
	int n = 0;

	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = sumac_team_next(job, team))
		n++;
	return n;
}

static void let_go_in_turn(struct sumac_job *job)
{
	for (int turn = 0; turn < 100; turn++) {
		struct sumac_team *team = make(job);

		EXPECT(!sumac_barrier(team));
		EXPECT(n_teams(job) == 2); /* it and the world */
		EXPECT(!sumac_team_release(team));
	}
}

static void test_what_all_let_go_of_is_freed_at_the_next_making(void **state)
{
	(void)state;
	core_ranks_run(3, "", let_go_in_turn);
}

static void let_go_late(struct sumac_job *job)
{
	struct sumac_team *late = make(job), *next;

	if (job->rank != 1)
		EXPECT(!sumac_team_release(late));
	next = make(job);
	EXPECT(n_teams(job) == 3);
	if (job->rank == 1) {
		EXPECT(sumac_team_size(late) == 3); /* it is alive */
		EXPECT(!sumac_team_release(late));
	}
	make(job);
	EXPECT(n_teams(job) == 3); /* without the late one */
	EXPECT(!sumac_barrier(next));
}

static void test_what_one_holds_all_keep(void **state)
{
	(void)state;
	core_ranks_run(3, "", let_go_late);
}

static void let_go_with_a_request(struct sumac_job *job)
{
	struct sumac_team *team = make(job);
	struct sumac_request *request;
	int32_t value = 1;

	EXPECT(!sumac_iallreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, 1, &request));
	EXPECT(!sumac_team_release(team));
	make(job);
	EXPECT(!sumac_wait(&request) && value == 3);
	EXPECT(n_teams(job) == 3);
	make(job);
	EXPECT(n_teams(job) == 3); /* without the one that was let go */
}

static void test_what_has_open_requests_is_kept(void **state)
{
	(void)state;
	core_ranks_run(3, "", let_go_with_a_request);
}

static _Thread_local struct sumac_job *waiting;
static int n_looks;

static int look_what_may_go(void *ctx)
{
	struct sumac_released released;

	(void)ctx;
	if (!waiting)
		return 0;
	sumac_team_list_released(waiting, everybody, 3, &released);
	EXPECT(!released.mark[0]);
	__atomic_add_fetch(&n_looks, 1, __ATOMIC_RELEASE);
	return 0;
}

static void wait_after_letting_go(struct sumac_job *job)
{
	struct sumac_team *team = make(job);
	struct sumac_request *request;
	int32_t value = 1;

	/* The others come when rank 0 has looked. */
	for (int i = 0; job->rank && i < 5000 && !__atomic_load_n(&n_looks, __ATOMIC_ACQUIRE); i++)
		usleep(1000);
	EXPECT(!sumac_iallreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, 1, &request));
	EXPECT(!sumac_team_release(team));
	waiting = job->rank ? NULL : job;
	EXPECT(!sumac_wait(&request) && value == 3);
	waiting = NULL;
}

static void test_what_a_thread_waits_for_is_kept_from_others(void **state)
{
	(void)state;
	sumac_progress_hook_add(look_what_may_go, NULL);
	core_ranks_run(3, "", wait_after_letting_go);
	sumac_progress_hook_remove(look_what_may_go, NULL);
	assert_true(n_looks);
}

static void make_another_of_two(struct sumac_job *job)
{
	struct sumac_oob oob = { &job->bootstrap, gather };
	const int two[] = { 2, 0 }, places[] = { 2, 0 };
	struct sumac_team *all = make(job), *team;
	int rank = job->rank == 2 ? 0 : job->rank == 0 ? 1 : -1;

	EXPECT(!sumac_team_release(all));
	/* Rank 1 only observes. */
	EXPECT(!sumac_team_make(job, &oob, 3, places, rank, 2, two, &team));
	EXPECT(n_teams(job) == (rank < 0 ? 2 : 3));
	if (team)
		EXPECT(!sumac_team_release(team));
	make(job);
	EXPECT(n_teams(job) == 2);
}

static void test_what_members_are_missing_of_is_kept(void **state)
{
	(void)state;
	core_ranks_run(3, "", make_another_of_two);
}

static void let_go_of_many(struct sumac_job *job)
{
	enum { MANY = SUMAC_MAX_RELEASED + 5 };
	struct sumac_team *many[MANY];

	for (int i = 0; i < MANY; i++)
		many[i] = make(job);
	for (int i = 0; i < MANY; i++)
		EXPECT(!sumac_team_release(many[(i * 2 + job->rank) % MANY])); /* in any order */
	make(job);
	EXPECT(n_teams(job) == 2 + MANY - SUMAC_MAX_RELEASED);
	make(job);
	EXPECT(n_teams(job) == 3);
}

static void test_many_come_back_in_several_makings(void **state)
{
	(void)state;
	core_ranks_run(3, "", let_go_of_many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_what_all_let_go_of_is_freed_at_the_next_making),
		CORE_RANKS_TEST(test_what_one_holds_all_keep),
		CORE_RANKS_TEST(test_what_has_open_requests_is_kept),
		CORE_RANKS_TEST(test_what_a_thread_waits_for_is_kept_from_others),
		CORE_RANKS_TEST(test_what_members_are_missing_of_is_kept),
		CORE_RANKS_TEST(test_many_come_back_in_several_makings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
