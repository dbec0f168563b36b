/*
 * The choice of engine follows from what all ranks know, and comes with its reason.
 */
#include "core_ranks.h"

#include "core/offload.h"

static const char *reason_for(struct sumac_job *job, int type, enum sumac_engine_kind expected)
{
	const char *reason = NULL;

	EXPECT(sumac_offload_decide(job->world, SUMAC_OP_SUM, type, &reason) == expected);
	return reason ? reason : "";
}

static void one_nic_lacks_sum(struct sumac_job *job)
{
	const char *reason = reason_for(job, SUMAC_TYPE_I32, SUMAC_ENGINE_CPU);

	EXPECT(!strcmp(reason, job->rank == 1 ? "the fake NIC does not sum"
					      : "the NIC of another rank of the team does not do this"));
	EXPECT(sumac_offload_decide(job->world, SUMAC_OP_OR, SUMAC_TYPE_U8, &reason) == SUMAC_ENGINE_NIC);
}

static void test_all_decide_alike_when_their_nics_differ(void **state)
{
	(void)state;
	fake_plan.nic_lacks_sum[1] = true;
	core_ranks_run(3, "engine=nic;rack=/x", one_nic_lacks_sum);
}

static void cpu_by_setting(struct sumac_job *job)
{
	EXPECT(!strcmp(reason_for(job, SUMAC_TYPE_I32, SUMAC_ENGINE_CPU), "the setting engine is cpu (from SUMAC_OPTIONS)"));
}

static void test_the_setting_is_named(void **state)
{
	(void)state;
	core_ranks_run(2, "engine=cpu;rack=/x", cpu_by_setting);
	assert_int_equal(fake_bus_open, 0);
}

static void none_found(struct sumac_job *job)
{
	EXPECT(strstr(reason_for(job, SUMAC_TYPE_I32, SUMAC_ENGINE_CPU), "no NIC was found") != NULL);
}

static void test_auto_without_a_card_is_the_cpu(void **state)
{
	(void)state;
	core_ranks_run(2, "", none_found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_all_decide_alike_when_their_nics_differ),
		CORE_RANKS_TEST(test_the_setting_is_named),
		CORE_RANKS_TEST(test_auto_without_a_card_is_the_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
