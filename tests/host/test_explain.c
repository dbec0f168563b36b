/*
 * sumac_explain(): engine, reason and plan, written as snprintf() would.
 */
#include "core_ranks.h"

static void explain_on_nic(struct sumac_job *job)
{
	char text[1024], small[8];
	int len = sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, 100, job->world, text, sizeof(text));

	EXPECT(len == (int)strlen(text));
	EXPECT(strstr(text, "allreduce of SUM on I32, 100 elements of 4 bytes, in a team of 4 ranks: the NIC engine (simulated "
			    "NICs)") == text);
	EXPECT(strstr(text, "since the NICs of all ranks do this") != NULL);
	EXPECT(strstr(text, "3 nodes of at most 2 inputs; this rank sends to 2 others and hears from 2") != NULL);
	EXPECT(sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, 100, job->world, small, sizeof(small)) == len);
	EXPECT(!strcmp(small, "allredu"));
	EXPECT(sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, 100, job->world, NULL, 0) == len);
	sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_F32, 1, job->world, text, sizeof(text));
	EXPECT(strstr(text, "the CPU engine, since the fake NIC does not do this type") != NULL);
	sumac_explain(SUMAC_COLL_BROADCAST, 0, 0, 70, job->world, text, sizeof(text));
	EXPECT(strstr(text, "broadcast, 70 bytes, in a team of 4 ranks") == text);
	sumac_explain(SUMAC_COLL_BARRIER, 0, 0, 0, job->world, text, sizeof(text));
	EXPECT(strstr(text, "barrier, in a team of 4 ranks") == text);
	EXPECT(sumac_explain((enum sumac_coll)99, SUMAC_OP_SUM, SUMAC_TYPE_I32, 1, job->world, text,
			     sizeof(text)) == -SUMAC_EINVAL);
}

static void test_it_tells_engine_reason_and_plan(void **state)
{
	(void)state;
	core_ranks_run(4, "engine=nic;rack=/x", explain_on_nic);
}

static void explain_wide(struct sumac_job *job)
{
	char text[1024];

	sumac_explain(SUMAC_COLL_SCAN, SUMAC_OP_SUM, SUMAC_TYPE_F16, 100, job->world, text, sizeof(text));
	EXPECT(strstr(text, "100 elements of 2 bytes, in a team of 2 ranks: the CPU engine, since the setting narrow_sums is "
			    "wide, and NICs round each sum (F32 sums). Plan: ") != NULL);
	sumac_explain(SUMAC_COLL_SCAN, SUMAC_OP_MAX, SUMAC_TYPE_F16, 100, job->world, text, sizeof(text));
	EXPECT(strstr(text, "narrow_sums") == NULL);
}

static void test_it_names_the_setting_by_which_nics_are_left_out(void **state)
{
	(void)state;
	core_ranks_run(2, "engine=nic;rack=/x;narrow_sums=wide", explain_wide);
}

static void explain_on_cpu(struct sumac_job *job)
{
	char text[1024];

	EXPECT(sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_SUM, SUMAC_TYPE_I32, 1, job->world, text, sizeof(text)) > 0);
	EXPECT(strstr(text, "the setting engine is cpu (from SUMAC_OPTIONS)") != NULL);
	EXPECT(strstr(text, "the call would fail") != NULL);
	EXPECT(strstr(text, "Plan: a copy.") != NULL);
	EXPECT(sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_AND, SUMAC_TYPE_F32, 1, job->world, text, sizeof(text)) == -SUMAC_EOP);
	EXPECT(sumac_explain(SUMAC_COLL_ALLREDUCE, SUMAC_OP_AND, SUMAC_TYPE_I32, 1, NULL, text, sizeof(text)) == -SUMAC_ETEAM);
}

static void explain_sums(struct sumac_job *job)
{
	char text[1024];

	EXPECT(sumac_explain(SUMAC_COLL_SCAN, SUMAC_OP_SUM, SUMAC_TYPE_F64, 65, job->world, text, sizeof(text)) > 0);
	EXPECT(strstr(text, "scan of SUM on F64, 65 elements of 8 bytes, in a team of 4 ranks: the CPU engine, since the fake NIC "
			    "does not do this type (exact sums). Plan: ") == text);
	sumac_explain(SUMAC_COLL_REDUCE, SUMAC_OP_SUM, SUMAC_TYPE_F32, 65, job->world, text, sizeof(text));
	EXPECT(strstr(text, "(reproducible sums)") != NULL);
	sumac_explain(SUMAC_COLL_REDUCE, SUMAC_OP_MAX, SUMAC_TYPE_F32, 65, job->world, text, sizeof(text));
	EXPECT(strstr(text, "sums)") == NULL);
}

static void test_it_names_the_grade_of_sums(void **state)
{
	(void)state;
	core_ranks_run(4, "engine=nic;rack=/x;sums=reproducible", explain_sums);
}

static void test_it_names_the_setting_that_decides(void **state)
{
	(void)state;
	core_ranks_run(1, "engine=cpu;require=nic", explain_on_cpu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_it_tells_engine_reason_and_plan),
		CORE_RANKS_TEST(test_it_names_the_setting_that_decides),
		CORE_RANKS_TEST(test_it_names_the_setting_by_which_nics_are_left_out),
		CORE_RANKS_TEST(test_it_names_the_grade_of_sums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
