/*
 * SHMEM's teams as splits of the core's, what they were asked to have, and their end.
 */
#include "child.h"

#include "fake_pe.h"

enum { RANK = 2, SIZE = 6 };

static int set_up(void **state)
{
	(void)state;
	return fake_pe_begin(RANK, SIZE);
}

static void test_a_team_keeps_what_it_was_asked_to_have(void **state)
{
	shmem_team_config_t wanted = { .num_contexts = 3 }, config;
	shmem_team_t teams[2] = { SHMEM_TEAM_INVALID };

	(void)state;
	fake_core.n_teams = 0;
	for (int i = 0; i < 2; i++) {
		wanted.num_contexts += i;
		assert_int_equal(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, 3, &wanted, SHMEM_TEAM_NUM_CONTEXTS, &teams[i]),
				 0);
	}
	for (int i = 0; i < 2; i++) {
		assert_int_equal(shmem_team_get_config(teams[i], SHMEM_TEAM_NUM_CONTEXTS, &config), 0);
		assert_int_equal(config.num_contexts, 3 + i);
		shmem_team_destroy(teams[i]);
		assert_true(fake_core.teams[i].is_freed);
		assert_int_equal(sumac_shmem_team_contexts(teams[i]), 0);
	}
	shmem_team_destroy(SHMEM_TEAM_INVALID);
	assert_int_equal(fake_core.n_teams, 2);
}

static void test_a_configuration_must_make_sense(void **state)
{
	shmem_team_config_t config = { .num_contexts = -1 };
	shmem_team_t team;

	(void)state;
	fake_core.n_teams = 0;
	assert_true(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, &config, SHMEM_TEAM_NUM_CONTEXTS, &team) != 0);
	assert_true(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, SHMEM_TEAM_NUM_CONTEXTS, &team) != 0);
	assert_true(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, NULL) != 0);
	assert_true(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, &config, 2, &team) != 0);
	assert_int_equal(fake_core.n_teams, 0);
	assert_int_equal(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, &config, 0, &team), 0); /* no bit, no matter */
}

static void test_a_split_that_fails_gives_none(void **state)
{
	shmem_team_t team = SHMEM_TEAM_WORLD;

	(void)state;
	fake_core.status = -SUMAC_EINVAL;
	assert_int_equal(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team), -SUMAC_EINVAL);
	assert_ptr_equal(team, SHMEM_TEAM_INVALID);
	fake_core.status = 0;
	team = SHMEM_TEAM_WORLD;
	assert_int_not_equal(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 2, NULL, 0, &team), 0);
	assert_ptr_equal(team, SHMEM_TEAM_INVALID);
}

/* The fake core gives everybody a team; the one of a PE is the last that it is in. */
static void test_two_dimensions_are_rows_and_columns(void **state)
{
	shmem_team_t x = SHMEM_TEAM_WORLD, y = SHMEM_TEAM_WORLD;

	(void)state;
	fake_core.n_teams = 0;
	assert_int_equal(shmem_team_split_2d(SHMEM_TEAM_WORLD, 4, NULL, 0, &x, NULL, 0, &y), 0);
	assert_int_equal(fake_core.n_teams, 2 + 4);
	for (int i = 0; i < fake_core.n_teams; i++) {
		static const int sizes[] = { 4, 2, 2, 2, 1, 1 }, seconds[] = { 1, 5, 4, 5, 0, 0 };

		assert_int_equal(fake_core.teams[i].size, sizes[i]);
		assert_int_equal(fake_core.teams[i].world_ranks[1], seconds[i]);
	}
	fake_core.n_teams = 0;
	assert_int_equal(shmem_team_split_2d(SHMEM_TEAM_WORLD, 100, NULL, 0, &x, NULL, 0, &y), 0); /* one row */
	assert_int_equal(fake_core.teams[0].size, SIZE);
	assert_int_equal(fake_core.n_teams, 1 + SIZE);
	assert_true(shmem_team_split_2d(SHMEM_TEAM_WORLD, 0, NULL, 0, &x, NULL, 0, &y) != 0);
	assert_true(x == SHMEM_TEAM_INVALID && y == SHMEM_TEAM_INVALID);
	assert_true(shmem_team_split_2d(SHMEM_TEAM_INVALID, 2, NULL, 0, &x, NULL, 0, &y) != 0);
	assert_true(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &x, NULL, 0, NULL) != 0);
}

static int destroys(void *ctx)
{
	shmem_team_destroy(*(shmem_team_t *)ctx);
	return 0;
}

static void test_the_teams_that_are_always_there_stay(void **state)
{
	shmem_team_t always[] = { SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED };

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(child_run(destroys, &always[i]), EXIT_FAILURE);
		assert_non_null(strstr(child_err, "PE 2: shmem_team_destroy: predefined teams cannot be destroyed"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_team_keeps_what_it_was_asked_to_have),
		cmocka_unit_test(test_a_configuration_must_make_sense),
		cmocka_unit_test(test_a_split_that_fails_gives_none),
		cmocka_unit_test(test_two_dimensions_are_rows_and_columns),
		cmocka_unit_test(test_the_teams_that_are_always_there_stay),
	};

	return cmocka_run_group_tests_name("shmem_team_split", tests, set_up, fake_pe_end);
}
