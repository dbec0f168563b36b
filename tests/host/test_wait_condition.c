/*
 * Waiting for a condition: what ends it besides the condition, and what counts of a rank that has died.
 */
#include "core_ranks.h"

#include "base/clock.h"
#include "core/wait/api_lock.h"
#include "core/wait/wait_condition.h"
#include "fabric/fabric_private.h"

static bool never(void *arg)
{
	(void)arg;
	return false;
}

static int wait_until(struct sumac_job *job, bool (*is_so)(void *arg), void *arg)
{
	SUMAC_HOLD_API_LOCK;

	return sumac_wait_for_condition(job, is_so, arg, "another rank's answer");
}

/* Rank 1 dies, for rank 0 alone, after the last look for its messages. Those are still in the network, where no engine looks. */
static _Thread_local bool is_dead, has_come;

static int die(void *ctx)
{
	(void)ctx;
	is_dead = true;
	return 1;
}

static int deliver(struct sumac_fabric *fabric)
{
	(void)fabric;
	has_come = is_dead;
	return 0;
}

static bool is_here(void *arg)
{
	EXPECT(sumac_api_lock_is_mine());
	return *(const bool *)arg;
}

static void wait_for_the_dead(struct sumac_job *job)
{
	const struct sumac_fabric_ops *ops = job->fabric->ops;
	struct sumac_engine *engine = job->engine[SUMAC_ENGINE_CPU];
	struct sumac_bootstrap alive = job->bootstrap;
	struct sumac_fabric_ops late = *ops;

	if (job->rank)
		return;
	late.progress = deliver;
	job->fabric->ops = &late;
	job->engine[SUMAC_ENGINE_CPU] = NULL;
	job->bootstrap.first_dead = die;
	EXPECT(!wait_until(job, is_here, &has_come));
	EXPECT(wait_until(job, never, NULL) == -SUMAC_EPEER);
	EXPECT_STORY("rank 1 died while this one waited for another rank's answer");
	job->bootstrap = alive;
	job->fabric->fault_peer = 1;
	EXPECT(wait_until(job, never, NULL) == -SUMAC_EPEER);
	EXPECT_STORY("rank 1 corrupted its message rings while this one waited for another rank's answer");
	job->fabric->fault_peer = -1;
	job->engine[SUMAC_ENGINE_CPU] = engine;
	job->fabric->ops = ops;
}

static void test_a_death_ends_it_by_name_but_what_was_sent_before_counts(void **state)
{
	(void)state;
	core_ranks_run(2, "", wait_for_the_dead);
}

static int closed_link(void *ctx)
{
	(void)ctx;
	return sumac_fail(SUMAC_EBOOTSTRAP, "it is closed");
}

static void lose_the_launcher(struct sumac_job *job)
{
	job->bootstrap.check = closed_link;
	EXPECT(wait_until(job, never, NULL) == -SUMAC_EBOOTSTRAP);
	EXPECT_STORY("it is closed");
	job->bootstrap.check = NULL;
}

static void test_a_rank_without_its_launcher_waits_for_nothing(void **state)
{
	(void)state;
	core_ranks_run(1, "", lose_the_launcher);
}

static bool is_after(void *end_ns)
{
	return sumac_clock_ns() > *(int64_t *)end_ns;
}

static void outlast_the_limit(struct sumac_job *job)
{
	int64_t end_ns = sumac_clock_ns() + 500000000;

	EXPECT(!wait_until(job, is_after, &end_ns));
	fake_plan.moves_idly = false;
	EXPECT(wait_until(job, never, NULL) == -SUMAC_ETIMEOUT);
	EXPECT_STORY("waited 0.2 s for another rank's answer");
}

static void test_the_limit_is_of_the_time_in_which_nothing_moves(void **state)
{
	(void)state;
	fake_plan.moves_idly = true;
	core_ranks_run(1, "timeout=0.2", outlast_the_limit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_death_ends_it_by_name_but_what_was_sent_before_counts),
		CORE_RANKS_TEST(test_a_rank_without_its_launcher_waits_for_nothing),
		CORE_RANKS_TEST(test_the_limit_is_of_the_time_in_which_nothing_moves),
	};

	return cmocka_run_group_tests_name("wait_condition", tests, NULL, NULL);
}
