/*
 * SHMEM's teams and synchronisation as calls of the core: handles, numbers of PEs, and which team meets.
 */
#include "child.h"

#include "bootstrap/bootstrap.h"
#include "bootstrap/pmix_among.h"
#include "fake_pe.h"

#undef shmem_sync

enum { RANK = 2, SIZE = 6 };

/* As if all had told the same. */
int sumac_pmix_allgather_among(const int *ranks, int n_ranks, const char *name, const void *value, size_t len_bytes,
			       int (*idle)(void *ctx), void *ctx, void *recv_out)
{
	(void)ranks, (void)name, (void)idle, (void)ctx;
	for (int i = 0; i < n_ranks; i++)
		memcpy((char *)recv_out + (size_t)i * len_bytes, value, len_bytes);
	return 0;
}

static int set_up(void **state)
{
	(void)state;
	return fake_pe_begin(RANK, SIZE);
}

static int succeed(void **state)
{
	(void)state;
	fake_core.status = 0;
	return 0;
}

static shmem_team_t split(int start, int stride, int size)
{
	shmem_team_t team = SHMEM_TEAM_INVALID;

	fake_core.n_teams = 0;
	assert_int_equal(shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, NULL, 0, &team), 0);
	assert_true(fake_core.start == start && fake_core.stride == stride);
	return team;
}

static void test_the_world_is_the_core_s(void **state)
{
	(void)state;
	assert_ptr_equal(sumac_shmem_team_of(SHMEM_TEAM_WORLD), &fake_core.world);
	assert_null(sumac_shmem_team_of(SHMEM_TEAM_INVALID));
	assert_int_equal(shmem_team_my_pe(SHMEM_TEAM_WORLD), RANK);
	assert_int_equal(shmem_team_n_pes(SHMEM_TEAM_WORLD), SIZE);
	assert_int_equal(shmem_team_my_pe(SHMEM_TEAM_INVALID), -1);
	assert_int_equal(shmem_team_n_pes(SHMEM_TEAM_INVALID), -1);
}

static void test_a_split_gives_a_team_of_its_own(void **state)
{
	shmem_team_t team = split(0, 2, 3);

	(void)state;
	assert_ptr_equal(sumac_shmem_team_of(team), &fake_core.teams[0]);
	assert_int_equal(shmem_team_my_pe(team), 1);
	assert_int_equal(shmem_team_n_pes(team), 3);
}

static void test_pes_are_translated_by_their_number_in_the_job(void **state)
{
	shmem_team_t odd = split(1, 2, 3);

	(void)state;
	assert_int_equal(shmem_team_translate_pe(odd, 2, SHMEM_TEAM_WORLD), 5);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 3, odd), 1);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 2, odd), -1);
	assert_int_equal(shmem_team_translate_pe(odd, 3, SHMEM_TEAM_WORLD), -1);
	assert_int_equal(shmem_team_translate_pe(odd, -1, SHMEM_TEAM_WORLD), -1);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_INVALID, 0, SHMEM_TEAM_WORLD), -1);
	assert_int_equal(shmem_team_translate_pe(odd, 0, SHMEM_TEAM_INVALID), -1);
}

static void test_the_shared_team_is_this_host_s(void **state)
{
	shmem_team_t odd = split(1, 2, 3);

	(void)state;
	assert_ptr_equal(sumac_shmem_team_of(SHMEM_TEAM_SHARED), &fake_core.world); /* all are on one */
	sumac_shmem_shared_forget();
	fake_core.host_stride = 2; /* 0, 2, 4 */
	assert_int_equal(shmem_team_n_pes(SHMEM_TEAM_SHARED), 3);
	assert_int_equal(shmem_team_my_pe(SHMEM_TEAM_SHARED), 1);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_SHARED, 2, SHMEM_TEAM_WORLD), 4);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_SHARED, 3, SHMEM_TEAM_WORLD), -1);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 4, SHMEM_TEAM_SHARED), 2);
	assert_int_equal(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 3, SHMEM_TEAM_SHARED), -1);
	assert_int_equal(shmem_team_translate_pe(odd, 1, SHMEM_TEAM_SHARED), -1);
	fake_core.n_teams = 0;
	assert_ptr_equal(sumac_shmem_team_of(SHMEM_TEAM_SHARED), &fake_core.teams[0]);
	assert_ptr_equal(sumac_shmem_team_of(SHMEM_TEAM_SHARED), &fake_core.teams[0]); /* made once */
	assert_int_equal(fake_core.teams[0].world_ranks[2], 4);
	sumac_shmem_shared_forget();
	fake_core.host_stride = 0;
}

static void test_the_configuration_is_what_the_mask_asks_for(void **state)
{
	shmem_team_config_t config = { .num_contexts = 7 };

	(void)state;
	assert_int_equal(shmem_team_get_config(SHMEM_TEAM_WORLD, 0, NULL), 0);
	assert_int_equal(shmem_team_get_config(SHMEM_TEAM_WORLD, 0, &config), 0);
	assert_int_equal(config.num_contexts, 7); /* not in the mask */
	assert_int_equal(shmem_team_get_config(SHMEM_TEAM_WORLD, SHMEM_TEAM_NUM_CONTEXTS, &config), 0);
	assert_int_equal(config.num_contexts, 0);
	assert_true(shmem_team_get_config(SHMEM_TEAM_INVALID, 0, &config) != 0);
	assert_true(shmem_team_get_config(SHMEM_TEAM_WORLD, SHMEM_TEAM_NUM_CONTEXTS, NULL) != 0);
	assert_true(shmem_team_get_config(SHMEM_TEAM_WORLD, 64, &config) != 0);
}

static void test_synchronisation_meets_the_right_ones(void **state)
{
	static long sync[SHMEM_SYNC_SIZE];
	shmem_team_t team = split(0, 1, 3);

	(void)state;
	fake_core.n_barriers = 0;
	shmem_barrier_all();
	assert_ptr_equal(fake_core.met, &fake_core.world);
	assert_int_equal(shmem_team_sync(team), 0);
	assert_ptr_equal(fake_core.met, &fake_core.teams[0]);
	shmem_sync_all();
	assert_ptr_equal(fake_core.met, &fake_core.world);
	fake_core.met = NULL;
	shmem_barrier(0, 0, SIZE, sync);
	assert_ptr_equal(fake_core.met, &fake_core.world);
	fake_core.met = NULL;
	shmem_sync(0, 0, SIZE, sync);
	assert_ptr_equal(fake_core.met, &fake_core.world);
	assert_int_equal(fake_core.n_barriers, 5);
}

static int fails(void *ctx)
{
	static long sync[SHMEM_SYNC_SIZE];

	fake_core.status = -SUMAC_EPEER;
	switch (*(int *)ctx) {
	case 0:
		shmem_barrier_all();
		break;
	case 1:
		shmem_sync_all();
		break;
	case 2:
		shmem_barrier(0, 0, SIZE, sync);
		break;
	case 3:
		shmem_sync(0, 0, SIZE, sync);
		break;
	case 4:
		return shmem_team_sync(SHMEM_TEAM_WORLD) == -SUMAC_EPEER;
	}
	return 0;
}

static void test_only_calls_that_return_a_status_outlive_a_failure(void **state)
{
	static const char *const names[] = { "shmem_barrier_all", "shmem_sync_all", "shmem_barrier", "shmem_sync" };
	char words[64];
	int way = 4;

	(void)state;
	assert_int_equal(child_run(fails, &way), 1);
	for (way = 0; way < 4; way++) {
		assert_int_equal(child_run(fails, &way), EXIT_FAILURE);
		snprintf(words, sizeof(words), "PE 2: %s: the fake core says no", names[way]);
		assert_non_null(strstr(child_err, words));
	}
}

#define TEAM_TEST(name) cmocka_unit_test_teardown(name, succeed)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEAM_TEST(test_the_world_is_the_core_s),
		TEAM_TEST(test_a_split_gives_a_team_of_its_own),
		TEAM_TEST(test_pes_are_translated_by_their_number_in_the_job),
		TEAM_TEST(test_the_configuration_is_what_the_mask_asks_for),
		TEAM_TEST(test_the_shared_team_is_this_host_s),
		TEAM_TEST(test_synchronisation_meets_the_right_ones),
		TEAM_TEST(test_only_calls_that_return_a_status_outlive_a_failure),
	};

	return cmocka_run_group_tests_name("shmem_team", tests, set_up, fake_pe_end);
}
