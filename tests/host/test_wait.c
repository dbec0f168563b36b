/*
 * Waiting: what ends it besides success, each in time and with a story that names the rank at fault.
 */
#include "core_ranks.h"

#include <limits.h>
#include <stdatomic.h>
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "core/call/call.h"
#include "core/frontend.h"
#include "core/wait/api_lock.h"
#include "core/wait/progress_thread.h"
#include "core/wait/wait.h"
#include "fabric/fabric_private.h"

static const int64_t SECOND_NS = 1000000000;

static int32_t one = 1, sum;

static void die_before_calling(struct sumac_job *job)
{
	int64_t start_ns = sumac_clock_ns();
	int32_t mine = 0;

	if (job->rank == 2) {
		/* Stays silent for as long as the others wait. */
		usleep(200000);
		core_ranks_dead = 2;
		while (!fake_fails[FAKE_CPU])
			usleep(1000);
		job->world->failed = -SUMAC_EPEER;
		return;
	}
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1) == -SUMAC_EPEER);
	EXPECT(sumac_clock_ns() - start_ns < 10 * SECOND_NS);
	EXPECT_STORY("rank 2 of the team");
	EXPECT_STORY("allreduce(SUM, I32, 1)");
	EXPECT(sumac_barrier(job->world) == -SUMAC_EFAILED);
	EXPECT_STORY("rank 2 of the team");
}

static void test_a_dead_rank_fails_the_others_by_name_cpu(void **state)
{
	(void)state;
	core_ranks_run(3, "", die_before_calling);
}

static void test_a_dead_rank_fails_the_others_by_name_nic(void **state)
{
	(void)state;
	core_ranks_run(3, "engine=nic;rack=/x", die_before_calling);
	/* Both engines hear of it, and inform the members. */
	assert_int_equal(fake_fails[FAKE_NIC], 1);
	assert_int_equal(fake_fails[FAKE_CPU], 1);
}

static atomic_bool is_told;

static void speak_nonsense(struct sumac_job *job)
{
	int32_t mine = 0;

	if (job->rank == 1) {
		while (!is_told)
			usleep(1000);
		job->world->failed = -SUMAC_EPEER;
		return;
	}
	job->fabric->fault_peer = 1;
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1) == -SUMAC_EPEER);
	EXPECT_STORY("rank 1 has corrupted its message rings");
	is_told = true;
}

static void test_a_rank_whose_messages_cannot_be_read_fails_the_team(void **state)
{
	(void)state;
	core_ranks_run(2, "", speak_nonsense);
}

static void die_outside_of_the_team(struct sumac_job *job)
{
	static atomic_int n_split;
	struct sumac_team *pair;
	int32_t mine = 0;

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 2, &pair));
	n_split++; /* nobody may die while others still split the team */
	while (job->rank == 2 && n_split < 3)
		usleep(1000);
	if (job->rank == 2)
		core_ranks_dead = 2;
	while (core_ranks_dead < 0)
		usleep(1000);
	if (pair) {
		EXPECT(!sumac_allreduce(pair, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1));
		EXPECT(mine == 2);
	}
	job->world->failed = -SUMAC_EPEER;
}

static void test_a_death_outside_the_team_does_not_concern_it(void **state)
{
	(void)state;
	core_ranks_run(3, "", die_outside_of_the_team);
}

static void let_the_others_time_out(struct sumac_job *job)
{
	int64_t start_ns = sumac_clock_ns();
	int32_t mine = 0;

	if (job->rank == 1) {
		while (!fake_fails[FAKE_CPU])
			usleep(1000);
		job->world->failed = -SUMAC_ETIMEOUT;
		return;
	}
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1) == -SUMAC_ETIMEOUT);
	EXPECT(sumac_clock_ns() - start_ns > SECOND_NS / 2);
	EXPECT(sumac_clock_ns() - start_ns < 10 * SECOND_NS);
	EXPECT_STORY("it waits for 1 of the ranks; the first of them, rank 1, does not answer");
}

static void test_a_call_without_progress_times_out_and_names_whom_it_waits_for(void **state)
{
	(void)state;
	fake_plan.is_mute[1] = true;
	core_ranks_run(2, "timeout=0.5", let_the_others_time_out);
}

static void disagree(struct sumac_job *job)
{
	int64_t start_ns = sumac_clock_ns();
	int32_t mine[3] = { 0 };
	int64_t wide[3] = { 0 };

	/* The types go to different engines. */
	if (job->rank == 1)
		EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, wide, wide, 3) == -SUMAC_EMISMATCH);
	else
		EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, mine, mine, 3) == -SUMAC_EMISMATCH);
	EXPECT_STORY("rank 1 called allreduce(SUM, I64, 3), rank 0 allreduce(SUM, I32, 3): they differ in the type and the "
		     "engine");
	EXPECT(strstr(job->world->story, "the ranks disagree") != NULL);
	/* Long before the call's timeout. */
	EXPECT(sumac_clock_ns() - start_ns < 10 * SECOND_NS);
}

static void test_ranks_that_disagree_across_engines_are_told_what_the_other_called(void **state)
{
	(void)state;
	core_ranks_run(2, "engine=nic;rack=/x", disagree);
}

static void disagree_on_root(struct sumac_job *job)
{
	EXPECT(sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &job->page->seq, &one, 1, job->rank) ==
	       -SUMAC_EMISMATCH);
}

static void test_ranks_that_disagree_on_the_root_are_told(void **state)
{
	(void)state;
	core_ranks_run(2, "", disagree_on_root);
}

static atomic_int n_hook_calls;

static int count_hook(void *ctx)
{
	(void)ctx;
	n_hook_calls++;
	return 1;
}

static void wait_for_a_late_rank(struct sumac_job *job)
{
	int32_t mine = 0;

	if (job->rank == 1)
		usleep(100000);
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1));
}

static void test_hooks_run_while_a_call_waits(void **state)
{
	(void)state;
	n_hook_calls = 0;
	assert_int_equal(sumac_progress_hook_add(count_hook, &sum), 0);
	core_ranks_run(2, "", wait_for_a_late_rank);
	sumac_progress_hook_remove(count_hook, &sum);
	assert_true(n_hook_calls > 10);
	n_hook_calls = 0;
	core_ranks_run(2, "", wait_for_a_late_rank);
	assert_int_equal(n_hook_calls, 0);
}

static void test_what_hooks_move_is_no_progress(void **state)
{
	(void)state;
	assert_int_equal(sumac_progress_hook_add(count_hook, &sum), 0);
	fake_plan.is_mute[1] = true;
	core_ranks_run(2, "timeout=0.5", let_the_others_time_out);
	sumac_progress_hook_remove(count_hook, &sum);
}

static atomic_bool is_awaited;
static _Thread_local bool hands_over;

/* Instead of the C library's: the rank that is waited for needs this core, comes now, and is done. */
int sched_yield(void)
{
	if (hands_over) {
		is_awaited = true;
		for (int i = 0; i < 5000 && fake_posts[FAKE_CPU] < 2; i++)
			usleep(1000);
	}
	return (int)syscall(SYS_sched_yield);
}

static void wait_for_who_shares_the_core(struct sumac_job *job)
{
	int32_t mine = 0;

	job->ranks_a_core = 2;
	hands_over = job->rank == 0;
	for (int i = 0; job->rank == 1 && i < 5000 && !is_awaited; i++)
		usleep(1000);
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1));
	EXPECT(job->rank || (is_awaited && !job->world->kept[0]->wait.looked_at_ns));
	hands_over = false;
}

static void test_who_shares_its_core_gives_it_away_before_it_asks_the_clock(void **state)
{
	(void)state;
	core_ranks_run(2, "", wait_for_who_shares_the_core);
}

static atomic_bool may_fail;
static _Thread_local bool is_first_to_wait;

/* Between this rank's look for messages and its look for deaths. */
static int let_the_other_fail(void *ctx)
{
	(void)ctx;
	may_fail |= is_first_to_wait;
	while (is_first_to_wait && core_ranks_dead < 0)
		usleep(1000);
	return 0;
}

static void fail_and_die(struct sumac_job *job)
{
	int32_t mine = 0;

	is_first_to_wait = !job->rank;
	job->spin_ns = 0; /* hooks run from the first look on */
	if (is_first_to_wait) {
		EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1) == -SUMAC_EBUS);
		return;
	}
	while (!may_fail)
		usleep(1000);
	sumac_team_mark_failed(job->world, -SUMAC_EBUS, 1, "the bus is gone");
	core_ranks_dead = 1;
}

static void test_what_a_rank_told_before_it_died_counts(void **state)
{
	(void)state;
	assert_int_equal(sumac_progress_hook_add(let_the_other_fail, NULL), 0);
	core_ranks_run(2, "", fail_and_die);
	sumac_progress_hook_remove(let_the_other_fail, NULL);
}

static int closed_link(void *ctx)
{
	(void)ctx;
	return sumac_fail(SUMAC_EBOOTSTRAP, "it is closed");
}

static void lose_the_launcher(struct sumac_job *job)
{
	int32_t mine = 0;

	if (!job->rank) {
		job->bootstrap.check = closed_link;
		EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1) == -SUMAC_EBOOTSTRAP);
		EXPECT_STORY("it is closed");
		job->bootstrap.check = NULL; /* else closing the job says so, too */
	} else {
		while (!fake_fails[FAKE_CPU])
			usleep(1000);
	}
	job->world->failed = -SUMAC_EBOOTSTRAP;
}

static void test_a_rank_without_its_launcher_waits_for_nobody(void **state)
{
	(void)state;
	core_ranks_run(2, "", lose_the_launcher);
}

static void sleep_while_waiting(struct sumac_job *job)
{
	struct timespec cpu_start, cpu_end;
	int32_t mine = 0;

	if (job->rank == 1)
		usleep(500000);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu_start);
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &mine, &one, 1));
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu_end);
	EXPECT((cpu_end.tv_sec - cpu_start.tv_sec) * SECOND_NS + cpu_end.tv_nsec - cpu_start.tv_nsec < SECOND_NS / 5);
}

static void test_a_long_wait_sleeps(void **state)
{
	(void)state;
	core_ranks_run(2, "", sleep_while_waiting);
}

static void test_a_call_that_its_engine_never_lets_go_is_kept(void **state)
{
	(void)state;
	fake_plan.is_mute[1] = true;
	fake_plan.keeps_failed_calls = true;
	core_ranks_run(2, "timeout=0.2", let_the_others_time_out);
}

static struct sumac_ticket *ending;
static int n_looks, n_until_over;

static int look(struct sumac_engine *engine)
{
	(void)engine;
	n_looks++;
	ending->status = n_looks < n_until_over;
	return 0;
}

static int looks_of(struct sumac_job *job, bool is_brief, int n)
{
	struct sumac_team team = { .job = job };
	struct sumac_request request = { .team = &team, .kind = SUMAC_ENGINE_CPU, .ticket = { .status = 1, .is_brief = is_brief } };
	struct sumac_engine_ops ops = { .progress = look };
	struct sumac_engine engine = { .ops = &ops };

	job->engine[SUMAC_ENGINE_CPU] = &engine;
	n_until_over = n;
	n_looks = 0;
	ending = &request.ticket;
	sumac_wait_briefly(&request);
	assert_int_equal(request.ticket.status, n_looks < n);
	return n_looks;
}

static void test_a_call_that_does_not_block_is_looked_at_unless_others_come_late(void **state)
{
	struct sumac_job job = { .ranks_a_core = 1, .spin_ns = 1 };
	int at_most, n = 0;

	(void)state;
	assert_int_equal(looks_of(&job, false, 3), 0); /* a long one */
	assert_int_equal(looks_of(&job, true, 3), 3);
	at_most = looks_of(&job, true, INT_MAX);
	assert_in_range(at_most, 3, 100);
	for (int call = 0; call < 1000; call++)
		n += looks_of(&job, true, INT_MAX);
	assert_in_range(n, at_most * 60, at_most * 100);
	/* They come in time again: it notices, and goes back to looking each time. */
	for (int call = 0; call < 100; call++)
		looks_of(&job, true, 3);
	assert_int_equal(looks_of(&job, true, 3), 3);
	job.ranks_a_core = 2; /* the core is another's, too */
	assert_int_equal(looks_of(&job, true, 3), 0);
	job = (struct sumac_job){ .ranks_a_core = 1 }; /* ranks do not spin */
	assert_int_equal(looks_of(&job, true, 3), 0);
}

/* That thread makes progress itself, and would have to give way. */
static void test_the_librarys_thread_leaves_a_thread_that_is_inside_alone(void **state)
{
	struct sumac_job job = { .size = 1 };

	(void)state;
	assert_int_equal(sumac_progress_thread_start(&job), 0);
	sumac_api_lock_take();
	sumac_progress_thread_wake(&job);
	nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
	assert_int_equal(atomic_load(&sumac_api_lock.n_came), atomic_load(&sumac_api_lock.n_left) + 1);
	sumac_progress_thread_close(&job);
	sumac_api_lock_release();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_dead_rank_fails_the_others_by_name_cpu),
		CORE_RANKS_TEST(test_a_dead_rank_fails_the_others_by_name_nic),
		CORE_RANKS_TEST(test_a_rank_whose_messages_cannot_be_read_fails_the_team),
		CORE_RANKS_TEST(test_a_death_outside_the_team_does_not_concern_it),
		CORE_RANKS_TEST(test_a_call_without_progress_times_out_and_names_whom_it_waits_for),
		CORE_RANKS_TEST(test_ranks_that_disagree_across_engines_are_told_what_the_other_called),
		CORE_RANKS_TEST(test_ranks_that_disagree_on_the_root_are_told),
		CORE_RANKS_TEST(test_hooks_run_while_a_call_waits),
		CORE_RANKS_TEST(test_what_hooks_move_is_no_progress),
		CORE_RANKS_TEST(test_who_shares_its_core_gives_it_away_before_it_asks_the_clock),
		CORE_RANKS_TEST(test_what_a_rank_told_before_it_died_counts),
		CORE_RANKS_TEST(test_a_rank_without_its_launcher_waits_for_nobody),
		CORE_RANKS_TEST(test_a_long_wait_sleeps),
		CORE_RANKS_TEST(test_a_call_that_its_engine_never_lets_go_is_kept),
		cmocka_unit_test(test_a_call_that_does_not_block_is_looked_at_unless_others_come_late),
		cmocka_unit_test(test_the_librarys_thread_leaves_a_thread_that_is_inside_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
