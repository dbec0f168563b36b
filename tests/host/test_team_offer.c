/*
 * Offers and outcomes: all ranks see what each engine reserves and installs; if one NIC refuses, all
 * ranks do without NICs; the CPU engine must not refuse. Records come in the team's order,
 * the other ranks that take part in the exchange.
 */
#include "core_ranks.h"

#include "base/combination.h"
#include "base/fail.h"
#include "core/team/team_offer.h"
#include "bootstrap/bootstrap.h"

static int gather_all(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	return sumac_bootstrap_allgather(ctx, value, len_bytes, recv_out);
}

/* A team of rank 2, then rank 0, of three; rank 1 observes. */
static int make_of_2_and_0(struct sumac_job *job, struct sumac_team **team_out)
{
	static const int members[] = { 2, 0 };
	struct sumac_oob oob = { &job->bootstrap, gather_all };

	return sumac_team_make(job, &oob, 3, members, job->rank == 2 ? 0 : job->rank ? -1 : 1, 2, members, team_out);
}

/* Sets what the fakes do from now on, between the making of two teams. */
static void arrange(struct sumac_job *job, void (*change)(void))
{
	int rank = job->rank, all[FAKE_MAX_RANKS];

	EXPECT(!sumac_bootstrap_allgather(&job->bootstrap, &rank, sizeof(rank), all));
	if (!rank)
		change();
	EXPECT(!sumac_bootstrap_allgather(&job->bootstrap, &rank, sizeof(rank), all));
}

/* No rank may close the job, and with it teams, while others count them. */
static void change_nothing(void)
{
}

static void expect_no_nic(struct sumac_job *job, const char *why)
{
	EXPECT(job->world->context[SUMAC_ENGINE_CPU] && !job->world->context[SUMAC_ENGINE_NIC]);
	if (strcmp(job->world->nic_why, why))
		core_ranks_complain(__FILE__, __LINE__, job->world->nic_why);
	EXPECT(!sumac_barrier(job->world));
	EXPECT(fake_teams[FAKE_NIC] == 0);
}

static void show_words(struct sumac_job *job)
{
	expect_no_nic(job, "the NIC of rank 1 refused the team: the fake says how many it takes");
}

static void test_the_engines_own_words_are_passed_on(void **state)
{
	(void)state;
	fake_plan.reserve_status[FAKE_NIC][1] = -SUMAC_ENOTSUP;
	fake_plan.reserve_told[FAKE_NIC] = "the fake says how many it takes";
	core_ranks_run(2, "engine=nic;rack=/x", show_words);
}

static void show_status_alone(struct sumac_job *job)
{
	expect_no_nic(job, "the NIC of rank 0 refused the team: out of memory");
}

static void test_an_engine_without_words_is_quoted_by_its_status(void **state)
{
	(void)state;
	fake_plan.reserve_status[FAKE_NIC][0] = -SUMAC_ENOMEM;
	core_ranks_run(2, "engine=nic;rack=/x", show_status_alone);
}

static void show_first_refusal(struct sumac_job *job)
{
	expect_no_nic(job, "the NIC of rank 1 refused the team: out of memory");
}

static void test_of_several_refusals_all_name_the_lowest_rank(void **state)
{
	(void)state;
	fake_plan.reserve_status[FAKE_NIC][1] = -SUMAC_ENOMEM;
	fake_plan.reserve_status[FAKE_NIC][2] = -SUMAC_ENOTSUP;
	core_ranks_run(4, "engine=nic;rack=/x", show_first_refusal);
}

/* The others' parts, which are installed, are freed. What
 * the engine said when it reserved is not the reason. */
static void test_a_nic_that_cannot_install_is_done_without(void **state)
{
	(void)state;
	fake_plan.reserve_told[FAKE_NIC] = "reserved, and said so";
	fake_plan.install_status[FAKE_NIC][1] = -SUMAC_ENOMEM;
	fake_plan.install_status[FAKE_NIC][2] = -SUMAC_EIO;
	core_ranks_run(4, "engine=nic;rack=/x", show_first_refusal);
}

/* An offer that has already been refused is not installed, so it cannot be refused again. */
static void test_a_refusal_of_the_offers_stands(void **state)
{
	(void)state;
	fake_plan.reserve_status[FAKE_NIC][1] = -SUMAC_ENOMEM;
	fake_plan.install_status[FAKE_NIC][0] = -SUMAC_EIO;
	core_ranks_run(3, "engine=nic;rack=/x", show_first_refusal);
}

static bool is_paired(const struct sumac_team *team, int op)
{
	int i = sumac_combination_index(op, SUMAC_TYPE_I32);

	return team->nic_pairs[i / 8] >> i % 8 & 1;
}

static void pairs_of_members(struct sumac_job *job)
{
	struct sumac_team *team;

	EXPECT(!is_paired(job->world, SUMAC_OP_SUM) && is_paired(job->world, SUMAC_OP_MAX));
	EXPECT(!make_of_2_and_0(job, &team));
	EXPECT((team == NULL) == (job->rank == 1));
	EXPECT(!team || (is_paired(team, SUMAC_OP_SUM) && is_paired(team, SUMAC_OP_MAX)));
}

static void test_pairs_are_those_that_every_members_nic_does(void **state)
{
	(void)state;
	fake_plan.nic_lacks_sum[1] = true;
	core_ranks_run(3, "engine=nic;rack=/x", pairs_of_members);
}

static void refuse_on_observer(void)
{
	fake_plan.reserve_status[FAKE_CPU][1] = fake_plan.reserve_status[FAKE_NIC][1] = -SUMAC_ENOMEM;
}

static void observe(struct sumac_job *job)
{
	struct sumac_team *team;

	arrange(job, refuse_on_observer);
	EXPECT(!make_of_2_and_0(job, &team));
	EXPECT((team == NULL) == (job->rank == 1));
	EXPECT(!team || (team->context[SUMAC_ENGINE_NIC] && !sumac_barrier(team)));
	EXPECT(fake_teams[FAKE_CPU] == 3 + 2 && fake_teams[FAKE_NIC] == 3 + 2);
	arrange(job, change_nothing);
}

static void test_an_observer_reserves_nothing_and_refuses_nothing(void **state)
{
	(void)state;
	core_ranks_run(3, "engine=nic;rack=/x", observe);
}

static void refuse_reserving(void)
{
	fake_plan.reserve_status[FAKE_CPU][0] = -SUMAC_ENOMEM;
	fake_plan.reserve_told[FAKE_CPU] = "the fake is full";
}

/* The text of an earlier refusal does not show in this one. */
static void refuse_silently(void)
{
	fake_plan.reserve_told[FAKE_CPU] = NULL;
}

static void refuse_installing(void)
{
	fake_plan.reserve_status[FAKE_CPU][0] = 0;
	fake_plan.install_status[FAKE_CPU][2] = -SUMAC_EIO;
}

static void fail_on_cpu(struct sumac_job *job)
{
	struct sumac_team *team;

	arrange(job, refuse_reserving);
	EXPECT(make_of_2_and_0(job, &team) == -SUMAC_ENOMEM);
	EXPECT(!team);
	EXPECT_STORY("the CPU engine of rank 1 cannot serve the team: the fake is full");
	arrange(job, refuse_silently);
	EXPECT(make_of_2_and_0(job, &team) == -SUMAC_ENOMEM);
	EXPECT_STORY("the CPU engine of rank 1 cannot serve the team: out of memory");
	arrange(job, refuse_installing);
	EXPECT(make_of_2_and_0(job, &team) == -SUMAC_EIO);
	EXPECT(!team);
	EXPECT_STORY("the CPU engine of rank 0 cannot serve the team: ");
	EXPECT(!sumac_barrier(job->world));
	EXPECT(fake_teams[FAKE_CPU] == 3 && fake_teams[FAKE_NIC] == 3);
	arrange(job, change_nothing);
}

/* Ranks are numbered in the team: 2 and 0 of the job are its ranks 0 and 1. */
static void test_a_cpu_engine_that_cannot_serve_fails_the_team_for_members_and_observer(void **state)
{
	(void)state;
	core_ranks_run(3, "engine=nic;rack=/x", fail_on_cpu);
}

/* An exchange of four ranks, each of which gives its own number. */
static int gather_letters(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	EXPECT(len_bytes == 3 && !memcmp(value, "me!", 3));
	if (*(int *)ctx)
		return sumac_fail(SUMAC_EIO, "the exchange is broken");
	memcpy(recv_out, "0a.1b.2c.3d.", 12);
	return 0;
}

static void gather(struct sumac_job *job)
{
	static const int backwards[] = { 3, 0, 2 };
	int broken = 0;
	struct sumac_oob oob = { &broken, gather_letters };
	struct sumac_maker maker = { job, NULL, &oob, 4, NULL, 4 };
	int n_waits = fake_bus_waiting, n_runs = fake_bus_running;
	void *records;

	EXPECT(!sumac_maker_gather(&maker, "me!", 3, &records));
	EXPECT(!memcmp(records, "0a.1b.2c.3d.", 12));
	free(records);
	maker.members = backwards;
	maker.size = 3;
	EXPECT(!sumac_maker_gather(&maker, "me!", 3, &records));
	EXPECT(!memcmp(records, "3d.0a.2c.", 9));
	free(records);
	broken = 1;
	EXPECT(sumac_maker_gather(&maker, "me!", 3, &records) == -SUMAC_EIO);
	EXPECT(fake_bus_waiting == n_waits + 3 && fake_bus_running == n_runs + 3); /* in success and failure */
}

static void test_records_come_in_the_teams_order(void **state)
{
	(void)state;
	core_ranks_run(1, "engine=nic;rack=/x", gather);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_the_engines_own_words_are_passed_on),
		CORE_RANKS_TEST(test_an_engine_without_words_is_quoted_by_its_status),
		CORE_RANKS_TEST(test_of_several_refusals_all_name_the_lowest_rank),
		CORE_RANKS_TEST(test_a_nic_that_cannot_install_is_done_without),
		CORE_RANKS_TEST(test_a_refusal_of_the_offers_stands),
		CORE_RANKS_TEST(test_pairs_are_those_that_every_members_nic_does),
		CORE_RANKS_TEST(test_an_observer_reserves_nothing_and_refuses_nothing),
		CORE_RANKS_TEST(test_a_cpu_engine_that_cannot_serve_fails_the_team_for_members_and_observer),
		CORE_RANKS_TEST(test_records_come_in_the_teams_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
