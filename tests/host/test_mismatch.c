/*
 * Ranks that disagree: found at the end of the team at the latest, and with
 * the same story on all: which rank differs from the lowest one, and how.
 */
#include "core_ranks.h"

#include "agree/agree.h"
#include "core/call/call.h"

static int32_t one[8] = { 1 };

static void differ(struct sumac_job *job)
{
	int32_t sum[8];

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, sum, one, 4));
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, sum, one, job->rank == 2 ? 5 : 4) ==
	       -SUMAC_EMISMATCH);
	EXPECT_STORY("in call 2 rank 2 called allreduce(SUM, I32, 5), rank 0 allreduce(SUM, I32, 4): they differ in the "
		     "count");
}

static void test_all_name_the_rank_that_differs_from_the_lowest(void **state)
{
	(void)state;
	core_ranks_run(4, "", differ);
}

static void differ_in_a_part(struct sumac_job *job)
{
	struct sumac_team *team;
	int32_t sum[8];

	EXPECT(!sumac_team_split_strided(job->world, 3, -1, 2, &team));
	if (!team)
		return;
	EXPECT(sumac_reduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, sum, one, 4, sumac_team_rank(team)) == -SUMAC_EMISMATCH);
	EXPECT_STORY("(rank 1 of the team is rank 2 of the job): in call 1 rank 1 called reduce(SUM, I32, 4, root 1), rank 0 "
		     "reduce(SUM, I32, 4, root 0): they differ in the root");
}

static void test_a_team_s_rank_is_told_as_the_job_s_too(void **state)
{
	(void)state;
	core_ranks_run(4, "", differ_in_a_part);
}

static void differ_at_the_bottom(struct sumac_job *job)
{
	int32_t sum[8];

	EXPECT(sumac_allreduce(job->world, job->rank ? SUMAC_OP_SUM : SUMAC_OP_OR, SUMAC_TYPE_I32, sum, one, 4) ==
	       -SUMAC_EMISMATCH);
	EXPECT_STORY("in call 1 rank 1 called allreduce(SUM, I32, 4), rank 0 allreduce(OR, I32, 4): they differ in the "
		     "operation");
}

static void test_the_lowest_rank_is_the_measure(void **state)
{
	(void)state;
	core_ranks_run(3, "", differ_at_the_bottom);
}

static void differ_unheard(struct sumac_job *job)
{
	int32_t sum[8];

	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, sum, one, job->rank ? 5 : 4) < 0);
	if (job->rank)
		EXPECT_STORY("this rank called allreduce(SUM, I32, 5); the others' calls are not known");
}

/* Rank 0 answers nobody; rank 1's engine informs it of the mismatch, or it times out. */
static void test_what_is_not_known_is_not_told(void **state)
{
	(void)state;
	fake_plan.is_mute[0] = true;
	core_ranks_run(2, "timeout=5", differ_unheard);
}

/* The fake engines may lose calls on which nobody waits, such as
 * sends to a root: nothing compares their digests. */
static void leave_unnoticed(struct sumac_job *job)
{
	struct sumac_call call = { .coll = SUMAC_COLL_REDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 4,
				   .root = 1 - job->rank };
	struct sumac_note note;

	call.seq = ++job->world->seq;
	call.digest = job->world->digest = sumac_call_digest(sumac_call_shape(&call), call.seq, 0);
	note = sumac_note_of(&call, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	sumac_agree_note(job->world->agreement, &note);
}

static void end_after_that(struct sumac_job *job)
{
	leave_unnoticed(job);
}

static void test_what_went_by_is_told_at_the_end_of_the_job(void **state)
{
	(void)state;
	core_ranks_run_expecting(2, "", 0, -SUMAC_EMISMATCH, end_after_that);
	core_ranks_run_expecting(2, "engine=nic;rack=/x", 0, -SUMAC_EMISMATCH, end_after_that);
}

static void call_after_that(struct sumac_job *job)
{
	leave_unnoticed(job);
	EXPECT(sumac_barrier(job->world) == -SUMAC_EMISMATCH);
	EXPECT_STORY("in call 1 rank 1 called reduce(SUM, I32, 4, root 0), rank 0 reduce(SUM, I32, 4, root 1): they differ in "
		     "the root");
}

static void test_what_went_by_is_told_at_the_next_barrier(void **state)
{
	(void)state;
	core_ranks_run(2, "", call_after_that);
	core_ranks_run(2, "engine=nic;rack=/x", call_after_that);
}

/* Teams that are released, or never freed, are also compared
 * at the end; ranks have them in different orders. */
static void disagree_on_a_released_team(struct sumac_job *job)
{
	struct sumac_team *teams[3];

	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 3, &teams[0]));
	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 3, &teams[1]));
	EXPECT(!sumac_team_split_strided(job->world, 0, 1, 3, &teams[2]));
	if (job->rank == 1)
		teams[1]->digest++;
	EXPECT(!sumac_team_release(teams[1]));
}

static void test_every_team_is_compared_at_the_end(void **state)
{
	(void)state;
	core_ranks_run_expecting(3, "", 0, -SUMAC_EMISMATCH, disagree_on_a_released_team);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_all_name_the_rank_that_differs_from_the_lowest),
		CORE_RANKS_TEST(test_a_team_s_rank_is_told_as_the_job_s_too),
		CORE_RANKS_TEST(test_the_lowest_rank_is_the_measure),
		CORE_RANKS_TEST(test_what_is_not_known_is_not_told),
		CORE_RANKS_TEST(test_what_went_by_is_told_at_the_end_of_the_job),
		CORE_RANKS_TEST(test_what_went_by_is_told_at_the_next_barrier),
		CORE_RANKS_TEST(test_every_team_is_compared_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
