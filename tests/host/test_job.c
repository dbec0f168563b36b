/*
 * Opening a job: with the engines that the settings ask for, or not at all, and alike on all ranks.
 */
#include "core_ranks.h"

#include <stdlib.h>
#include <unistd.h>

static void nothing(struct sumac_job *job)
{
	EXPECT(job->world != NULL);
}

static void not_reached(struct sumac_job *job)
{
	(void)job;
	EXPECT(!"the job must not open");
}

static void test_nics_that_are_asked_for_must_be_there(void **state)
{
	(void)state;
	core_ranks_run_expecting(2, "engine=nic", -SUMAC_ENODEV, 0, not_reached);
}

static void story_of_one_rank(struct sumac_job *job)
{
	(void)job;
}

static void test_one_rank_without_its_nic_stops_all(void **state)
{
	(void)state;
	fake_plan.bus_open_status[1] = -SUMAC_ESPEC;
	core_ranks_run_expecting(3, "engine=nic;rack=/x", -SUMAC_ESPEC, 0, story_of_one_rank);
	assert_int_equal(fake_bus_open, 0);
}

static void test_auto_takes_no_simulated_nic(void **state)
{
	(void)state;
	core_ranks_run(2, "rack=/x", nothing);
	core_ranks_run(2, "bus=rack;xrt_xclbin=/x", nothing); /* whose cards the job does not look for */
	assert_int_equal(fake_bus_open, 0);
}

static void test_a_cpu_engine_that_refuses_the_world_stops_all(void **state)
{
	(void)state;
	fake_plan.reserve_status[FAKE_CPU][1] = -SUMAC_ENOMEM;
	core_ranks_run_expecting(3, "", -SUMAC_ENOMEM, 0, not_reached);
}

static void test_a_cpu_engine_that_cannot_install_stops_all(void **state)
{
	(void)state;
	fake_plan.install_status[FAKE_CPU][2] = -SUMAC_EIO;
	core_ranks_run_expecting(3, "engine=nic;rack=/x", -SUMAC_EIO, 0, not_reached);
}

static void post_refused(struct sumac_job *job)
{
	int32_t a = 1, b = 0;

	if (job->rank == 1)
		fake_plan.post_status[FAKE_CPU][1] = -SUMAC_ENOMEM;
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &b, &a, 1) == -SUMAC_ENOMEM);
	EXPECT(sumac_barrier(job->world) == -SUMAC_EFAILED);
}

static void test_a_call_that_cannot_be_posted_fails_the_team_everywhere(void **state)
{
	(void)state;
	core_ranks_run(2, "", post_refused);
}

static void test_closing_waits_for_all(void **state)
{
	(void)state;
	core_ranks_run(3, "", nothing);
	assert_int_equal(fake_posts[FAKE_CPU], 3);
}

static void do_nothing(struct sumac_job *job)
{
	(void)job;
}

static void find_something(struct sumac_job *job)
{
	sumac_found_vote(job->cpu_options.found, 0, 0, true);
}

static void test_engines_are_set_as_the_settings_say(void **state)
{
	(void)state;
	core_ranks_run(2, "engine=nic;rack=/x;staging_bytes=128K;cpu_chunk_bytes=4K;cpu_small_bytes=8K", do_nothing);
	assert_int_equal(fake_staging_bytes, 128 << 10);
	assert_int_equal(fake_cpu_options.chunk_bytes, 4096);
	assert_int_equal(fake_cpu_options.small_bytes, 8192);
	core_ranks_run(1, "engine=nic;rack=/x", do_nothing);
	assert_int_equal(fake_staging_bytes, 1 << 20);
}

static void test_what_a_job_finds_is_kept(void **state)
{
	char folder[] = "/tmp/sumac-job-XXXXXX", path[4096];
	struct sumac_found found;

	(void)state;
	assert_non_null(mkdtemp(folder));
	setenv("XDG_CACHE_HOME", folder, 1);
	core_ranks_run(1, "", find_something);
	sumac_found_load(&found);
	assert_int_equal(found.votes[0][0], 1);
	assert_true(sumac_found_path(sizeof(path), path));
	unlink(path);
	*strrchr(path, '/') = 0;
	assert_int_equal(rmdir(path) | rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_engines_are_set_as_the_settings_say),
		CORE_RANKS_TEST(test_nics_that_are_asked_for_must_be_there),
		CORE_RANKS_TEST(test_one_rank_without_its_nic_stops_all),
		CORE_RANKS_TEST(test_auto_takes_no_simulated_nic),
		CORE_RANKS_TEST(test_a_cpu_engine_that_refuses_the_world_stops_all),
		CORE_RANKS_TEST(test_a_cpu_engine_that_cannot_install_stops_all),
		CORE_RANKS_TEST(test_a_call_that_cannot_be_posted_fails_the_team_everywhere),
		CORE_RANKS_TEST(test_closing_waits_for_all),
		CORE_RANKS_TEST(test_what_a_job_finds_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
