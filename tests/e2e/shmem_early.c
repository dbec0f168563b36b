/*
 * Calls that return something, at the wrong time or on no team: before the beginning, after the end, on a bad handle. Each is an
 * error, and none a crash. In between, all is well.
 */
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

static int n_bad;
static int source[4] = { 1, 2, 3, 4 }, dest[4];

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "WRONG: line %d: %s\n", __LINE__, #condition)))

static void on_team(shmem_team_t team)
{
	shmem_team_t made = SHMEM_TEAM_WORLD, other = SHMEM_TEAM_WORLD;
	shmem_team_config_t config;

	EXPECT(shmem_int_sum_reduce(team, dest, source, 4) != 0);
	EXPECT(shmem_int_sum_inscan(team, dest, source, 4) != 0);
	EXPECT(shmem_int_sum_exscan(team, dest, source, 4) != 0 && dest[0] == 0);
	EXPECT(shmem_team_sync(team) != 0);
	EXPECT(shmem_team_my_pe(team) == -1 && shmem_team_n_pes(team) == -1);
	EXPECT(shmem_team_translate_pe(team, 0, SHMEM_TEAM_WORLD) == -1 &&
	       shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, team) == -1);
	EXPECT(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &config) != 0);
	EXPECT(shmem_team_split_strided(team, 0, 1, 1, NULL, 0, &made) != 0 && made == SHMEM_TEAM_INVALID);
	made = SHMEM_TEAM_WORLD;
	EXPECT(shmem_team_split_2d(team, 1, NULL, 0, &made, NULL, 0, &other) != 0);
	EXPECT(made == SHMEM_TEAM_INVALID && other == SHMEM_TEAM_INVALID);
}

static void outside(void)
{
	int is_up = 1;

	shmem_query_initialized(&is_up);
	EXPECT(!is_up && shmem_my_pe() == -1 && shmem_n_pes() == -1);
	on_team(SHMEM_TEAM_WORLD);
	on_team(SHMEM_TEAM_SHARED);
	on_team(SHMEM_TEAM_INVALID);
	on_team((shmem_team_t)source);
}

int main(void)
{
	int provided, major, minor;

	outside();
	EXPECT(shmem_init_thread(17, &provided) != 0);
	shmem_init();
	on_team(SHMEM_TEAM_INVALID);
	on_team((shmem_team_t)source);
	EXPECT(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, source, (size_t)-4) != 0);
	EXPECT(shmem_int_alltoall(SHMEM_TEAM_WORLD, dest, NULL, 1) != 0 &&
	       shmem_int_alltoalls(SHMEM_TEAM_WORLD, NULL, source, 1, 1, 1) != 0);
	EXPECT(!shmem_int_sum_reduce(SHMEM_TEAM_SHARED, dest, source, 4) && dest[3] == 4 * shmem_n_pes());
	dest[0] = 0;
	/* Inits and finalizes may be nested, and meet. */
	shmem_init();
	if (!shmem_my_pe()) {
		usleep(50000);
		shmem_p(&dest[1], 77, shmem_n_pes() - 1);
	}
	shmem_finalize();
	EXPECT(dest[1] == 77 || shmem_my_pe() != shmem_n_pes() - 1);
	shmem_query_initialized(&provided);
	EXPECT(provided && shmem_int_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 4) == 0);
	dest[0] = 0;
	shmem_info_get_version(&major, &minor);
	EXPECT(major == 1 && minor == 6 && SHMEM_MINOR_VERSION == 6);
	shmem_finalize();
	outside();
	return n_bad != 0;
}
