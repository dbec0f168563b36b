/*
 * Opening and closing the process's job.
 */
#include "core_ranks.h"

#include "core/frontend.h"
#include "bootstrap_threads.h"

static void test_nothing_works_outside(void **state)
{
	int32_t value = 0;

	(void)state;
	assert_int_equal(sumac_rank(), -SUMAC_ESTATE);
	assert_int_equal(sumac_size(), -SUMAC_ESTATE);
	assert_null(sumac_team_world());
	assert_int_equal(sumac_finalize(), -SUMAC_ESTATE);
	assert_int_equal(sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, &value, &value, 1),
			 -SUMAC_ETEAM);
}

static void test_a_program_by_itself_is_a_job_of_one(void **state)
{
	int32_t value = 5, sum = 0;

	(void)state;
	for (int again = 0; again < 2; again++) {
		assert_int_equal(sumac_init(), 0);
		assert_int_equal(sumac_rank(), 0);
		assert_int_equal(sumac_size(), 1);
		assert_int_equal(sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &value, 1), 0);
		assert_int_equal(sum, 5);
		assert_int_equal(sumac_finalize(), 0);
	}
	assert_null(sumac_team_world());
}

static void test_initialisations_nest(void **state)
{
	(void)state;
	assert_int_equal(sumac_init(), 0);
	assert_int_equal(sumac_init(), 0);
	assert_int_equal(sumac_finalize(), 0);
	assert_int_equal(sumac_rank(), 0);
	assert_int_equal(sumac_finalize(), 0);
	assert_int_equal(sumac_rank(), -SUMAC_ESTATE);
}

static void test_a_bad_setting_stops_it(void **state)
{
	(void)state;
	setenv("SUMAC_OPTIONS", "engine=fpga", 1);
	assert_int_equal(sumac_init(), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "fpga"));
	assert_int_equal(sumac_rank(), -SUMAC_ESTATE);
}

static void test_a_pmi1_launcher_is_refused_with_the_remedy(void **state)
{
	(void)state;
	setenv("PMI_RANK", "0", 1);
	assert_int_equal(sumac_init(), -SUMAC_EBOOTSTRAP);
	unsetenv("PMI_RANK");
	assert_non_null(strstr(sumac_last_error(), "sumac run"));
}

/* A front end's own bootstrap and exchange. */
static int gather_alone(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	++*(int *)ctx;
	memcpy(recv_out, value, len_bytes);
	return 0;
}

static void test_a_front_end_brings_its_bootstrap_and_makes_teams(void **state)
{
	int n_gathers = 0, world_rank = 0;
	struct sumac_oob oob = { &n_gathers, gather_alone };
	struct sumac_bootstrap bootstrap;
	struct sumac_team *team;
	const char *reason;

	(void)state;
	assert_int_equal(sumac_team_create(&oob, 0, 1, &world_rank, &team), -SUMAC_ESTATE);
	assert_int_equal(bootstrap_threads_open(1, &bootstrap), 0);
	setenv("SUMAC_OPTIONS", "engine=nic;rack=/x", 1);
	assert_int_equal(sumac_init_with(&bootstrap), 0);
	assert_int_equal(sumac_team_create(&oob, 1, 1, &world_rank, &team), -SUMAC_EINVAL);
	assert_int_equal(sumac_team_create(&oob, 0, 1, &world_rank, &team), 0);
	assert_int_equal(n_gathers, 3);
	assert_int_equal(sumac_barrier(team), 0);
	assert_int_equal(sumac_team_is_offloaded(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &reason), 1);
	assert_int_equal(sumac_team_is_offloaded(team, SUMAC_OP_SUM, SUMAC_TYPE_F32, &reason), 0);
	assert_string_equal(reason, "the fake NIC does not do this type");
	sumac_progress();
	assert_int_equal(sumac_team_release(team), 0);
	assert_int_equal(sumac_barrier(team), -SUMAC_ETEAM);
	/* It is kept until the end. */
	assert_int_equal(fake_teams[FAKE_NIC], 2);
	assert_int_equal(sumac_finalize(), 0);
}

/* A bootstrap of two ranks that are of one opinion. */
static int32_t opinion;

static int fake_rank(void *ctx)
{
	(void)ctx;
	return 0;
}

static int fake_size(void *ctx)
{
	(void)ctx;
	return 2;
}

static int fake_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	(void)ctx, (void)key;
	memcpy(&opinion, value, len_bytes);
	return 0;
}

static int fake_fence(void *ctx)
{
	(void)ctx;
	return 0;
}

static int fake_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes, size_t *len_bytes_out)
{
	(void)ctx, (void)rank, (void)key;
	memcpy(value_out, &opinion, cap_bytes);
	if (len_bytes_out)
		*len_bytes_out = cap_bytes;
	return 0;
}

/* For a program with two. */
static void test_a_second_front_end_joins_the_job_of_the_first(void **state)
{
	struct sumac_bootstrap mine[2], other;

	(void)state;
	assert_int_equal(bootstrap_threads_open(1, &mine[0]), 0);
	assert_int_equal(bootstrap_threads_open(1, &mine[1]), 0);
	assert_int_equal(sumac_init_with(&mine[0]), 0);
	assert_int_equal(sumac_init_with(&mine[1]), 0);
	assert_int_equal(sumac_init(), 0);
	assert_int_equal(sumac_finalize(), 0);
	assert_int_equal(sumac_finalize(), 0);
	assert_int_equal(sumac_barrier(sumac_team_world()), 0);
	/* But not with other ranks. */
	other = (struct sumac_bootstrap){ .rank = fake_rank, .size = fake_size, .put = fake_put, .fence = fake_fence,
					     .get = fake_get };
	assert_int_equal(sumac_init_with(&other), -SUMAC_ESTATE);
	assert_non_null(strstr(sumac_last_error(), "this one is rank 0 of 1 there"));
	assert_int_equal(sumac_finalize(), 0);
	assert_int_equal(sumac_rank(), -SUMAC_ESTATE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_nothing_works_outside),
		CORE_RANKS_TEST(test_a_program_by_itself_is_a_job_of_one),
		CORE_RANKS_TEST(test_initialisations_nest),
		CORE_RANKS_TEST(test_a_bad_setting_stops_it),
		CORE_RANKS_TEST(test_a_pmi1_launcher_is_refused_with_the_remedy),
		CORE_RANKS_TEST(test_a_front_end_brings_its_bootstrap_and_makes_teams),
		CORE_RANKS_TEST(test_a_second_front_end_joins_the_job_of_the_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
