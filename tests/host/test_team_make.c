/*
 * Making a team: what its ranks must agree on before any engine is asked, and how many exchanges it takes.
 */
#include "core_ranks.h"

#include <pthread.h>

#include "base/fail.h"
#include "core/frontend.h"
#include "bootstrap/bootstrap.h"

static atomic_int n_gathers;

static int gather(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	n_gathers++;
	return sumac_bootstrap_allgather(ctx, value, len_bytes, recv_out);
}

static int gather_badly(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	(void)ctx, (void)value, (void)len_bytes, (void)recv_out;
	return sumac_fail(SUMAC_EIO, "the exchange is broken");
}

static void make_reversed(struct sumac_job *job)
{
	struct sumac_oob oob = { &job->bootstrap, gather };
	const int world[] = { 0, 1, 2 };
	struct sumac_team *team;

	EXPECT(!sumac_team_make(job, &oob, 3, NULL, job->rank, 3, world, &team));
	EXPECT(team->desc.key != job->world->desc.key);
	EXPECT(!sumac_barrier(team));
	EXPECT(!sumac_team_free(team));
}

static void test_a_team_takes_three_exchanges_and_has_a_key_of_its_own(void **state)
{
	(void)state;
	n_gathers = 0;
	core_ranks_run(3, "", make_reversed);
	assert_int_equal(n_gathers, 3 * 3);
}

static void disagree_on_members(struct sumac_job *job)
{
	struct sumac_oob oob = { &job->bootstrap, gather };
	const int world[] = { 0, 1 + job->rank };
	struct sumac_team *team;

	EXPECT(sumac_team_make(job, &oob, 2, NULL, job->rank, 2, world, &team) == -SUMAC_EMISMATCH);
	EXPECT(team == NULL);
	EXPECT_STORY("ranks 0 and 1 disagree on who is in the team");
}

static void test_members_must_agree_on_who_they_are(void **state)
{
	(void)state;
	core_ranks_run(2, "", disagree_on_members);
}

static void exchange_badly(struct sumac_job *job)
{
	struct sumac_oob oob = { NULL, gather_badly };
	const int world[] = { 0, 1 };
	struct sumac_team *team;

	EXPECT(sumac_team_make(job, &oob, 2, NULL, job->rank, 2, world, &team) == -SUMAC_EIO);
	EXPECT_STORY("the exchange is broken");
	EXPECT(!sumac_barrier(job->world));
}

static void test_a_broken_exchange_leaves_nothing_behind(void **state)
{
	(void)state;
	core_ranks_run(2, "", exchange_badly);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_a_team_takes_three_exchanges_and_has_a_key_of_its_own),
		CORE_RANKS_TEST(test_members_must_agree_on_who_they_are),
		CORE_RANKS_TEST(test_a_broken_exchange_leaves_nothing_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
