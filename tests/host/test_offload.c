/*
 * The choice of engine follows from what all ranks know, and comes with its reason.
 */
#include "core_ranks.h"

#include "core/call/offload.h"
#include "sumac_exact.h"

static const char *reason_for(struct sumac_job *job, int type, enum sumac_engine_kind expected)
{
	const char *reason = NULL;

	EXPECT(sumac_offload_decide(job->world, SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, type, &reason) == expected);
	return reason ? reason : "";
}

static void one_nic_lacks_sum(struct sumac_job *job)
{
	const char *reason = reason_for(job, SUMAC_TYPE_I32, SUMAC_ENGINE_CPU);

	EXPECT(!strcmp(reason, job->rank == 1 ? "the fake NIC does not sum"
					      : "the NIC of another rank of the team does not do this"));
	EXPECT(sumac_offload_decide(job->world, SUMAC_COLL_ALLREDUCE, SUMAC_OP_OR, SUMAC_TYPE_U8, &reason) == SUMAC_ENGINE_NIC);
}

static void test_all_decide_alike_when_their_nics_differ(void **state)
{
	(void)state;
	fake_plan.nic_lacks_sum[1] = true;
	core_ranks_run(3, "engine=nic;rack=/x", one_nic_lacks_sum);
}

static void no_scans(struct sumac_job *job)
{
	const char *reason;

	EXPECT(sumac_offload_decide(job->world, SUMAC_COLL_SCAN, SUMAC_OP_SUM, SUMAC_TYPE_I32, &reason) == SUMAC_ENGINE_CPU);
	EXPECT(!strcmp(reason, "the fake NICs do not scan"));
	reason_for(job, SUMAC_TYPE_I32, SUMAC_ENGINE_NIC);
}

static void test_a_collective_may_be_none_of_the_nics(void **state)
{
	(void)state;
	fake_plan.nics_lack_scans = true;
	core_ranks_run(2, "engine=nic;rack=/x", no_scans);
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

static bool drives(struct sumac_job *job, enum sumac_coll coll, enum sumac_type type, size_t count, const char *why_not)
{
	const char *reason = "";
	bool does = sumac_team_drives(job->world, coll, SUMAC_OP_SUM, type, count, &reason);

	return does == !why_not && (does || strstr(reason, why_not));
}

static void without_a_thread(struct sumac_job *job)
{
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_I32, 1024, NULL));
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_I32, 1025, "longer than the setting staging_bytes"));
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_F64, 1, "the fake NIC does not do this type"));
	EXPECT(drives(job, SUMAC_COLL_BARRIER, SUMAC_TYPE_F64, 0, NULL)); /* its type is of no account */
	/* A team that has failed here may not have failed there yet. */
	sumac_team_mark_failed(job->world, -SUMAC_EPEER, 0, "a story");
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_I32, 1, NULL));
}

static void with_a_thread(struct sumac_job *job)
{
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_I32, 1 << 20, NULL));
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_F64, 1, NULL));
}

static void exact_sums(struct sumac_job *job)
{
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_F64, 4096 / sizeof(struct sumac_exact), NULL));
	EXPECT(drives(job, SUMAC_COLL_REDUCE, SUMAC_TYPE_F64, 4096 / sizeof(struct sumac_exact) + 1, "longer than the setting"));
}

static void on_the_cpu(struct sumac_job *job)
{
	EXPECT(drives(job, SUMAC_COLL_BARRIER, SUMAC_TYPE_U8, 0, "the setting progress = thread"));
}

static void test_what_nobody_drives_is_not_begun(void **state)
{
	(void)state;
	core_ranks_run_expecting(2, "engine=nic;rack=/x;staging_bytes=4K", 0, 0, without_a_thread);
	core_ranks_run(2, "engine=nic;rack=/x;staging_bytes=4K;progress=thread", with_a_thread);
	core_ranks_run(2, "progress=thread", with_a_thread);
	core_ranks_run(2, "", on_the_cpu);
	fake_plan.nics_have_i64 = true;
	core_ranks_run(2, "engine=nic;rack=/x;staging_bytes=4K;sums=exact", exact_sums);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_all_decide_alike_when_their_nics_differ),
		CORE_RANKS_TEST(test_a_collective_may_be_none_of_the_nics),
		CORE_RANKS_TEST(test_the_setting_is_named),
		CORE_RANKS_TEST(test_auto_without_a_card_is_the_cpu),
		CORE_RANKS_TEST(test_what_nobody_drives_is_not_begun),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
