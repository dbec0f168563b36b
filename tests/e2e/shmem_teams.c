/*
 * Teams and active sets: strided, reversed, overlapping, of one PE; members get the result, others are left
 * alone and may do something else meanwhile. Exact sums. Begins by start_pes() and ends by itself.
 */
#include <mpp/shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COUNT = 50, MAX_ROUNDS = 64 };

static int n_bad;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "PE %d: line %d: %s\n", shmem_my_pe(), __LINE__, #condition)))

static int source[COUNT], dest[COUNT];
/* One for each call, since the PEs of another set may be late. */
static int work_arrays[MAX_ROUNDS][_SHMEM_REDUCE_MIN_WRKDATA_SIZE + COUNT];
static long sync_arrays[MAX_ROUNDS][_SHMEM_REDUCE_SYNC_SIZE];

static void fill(int me)
{
	for (int i = 0; i < COUNT; i++) {
		source[i] = 100 * me + i;
		dest[i] = -1;
	}
}

/* Sum over PEs start, start + stride, ... of 100 * PE + i; or what was there before. */
static void check(int is_member, int start, int stride, int size)
{
	for (int i = 0; i < COUNT; i++)
		EXPECT(dest[i] == (is_member ? size * i + 100 * (size * start + stride * size * (size - 1) / 2) : -1));
}

static void try_active_set(int me, int start, int log_stride, int size, int round)
{
	int distance = me - start, stride = 1 << log_stride;
	int is_member = distance >= 0 && distance % stride == 0 && distance / stride < size;

	fill(me);
	if (is_member)
		shmem_int_sum_to_all(dest, source, COUNT, start, log_stride, size, work_arrays[round], sync_arrays[round]);
	check(is_member, start, stride, size);
}

static void test_active_sets(int me, int n)
{
	int round = 0;

	/* Without a barrier between them: PEs are in different sets at the same time. */
	for (int turn = 0; turn < 2; turn++)
		for (int log_stride = 0; 1 << log_stride < n; log_stride++)
			for (int start = 0; start < n; start++)
				for (int size = 1; start + ((size - 1) << log_stride) < n; size++)
					try_active_set(me, start, log_stride, size, round++);
	if (me % 2 == 0) {
		shmem_barrier(0, 1, (n + 1) / 2, sync_arrays[round]);
		shmem_sync(0, 1, (n + 1) / 2, sync_arrays[round + 1]);
	}
	shmem_barrier_all();
}

/* Before the sets have teams of their own: those of the teams serve them, and go on when the program has none any more. */
static void test_sets_of_teams(int me, int n)
{
	int size = (n + 1) / 2, is_member = me % 2 == 0;
	shmem_team_t team;

	for (int round = 0; round < 3; round++) {
		EXPECT(!shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, size, NULL, 0, &team));
		for (int turn = 0; turn < 3; turn++) {
			try_active_set(me, 0, 1, size, 3 * round + turn);
			fill(me);
			EXPECT(!is_member || !shmem_int_sum_reduce(team, dest, source, COUNT));
			check(is_member, 0, 2, size);
		}
		shmem_team_destroy(team);
		try_active_set(me, 0, 1, size, 3 * round + 9);
		EXPECT(!is_member || shmem_int_sum_reduce(team, dest, source, COUNT));
	}
	shmem_barrier_all();
}

static void try_team(int me, int start, int stride, int size)
{
	shmem_team_t team;
	int is_member;

	EXPECT(!shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, NULL, 0, &team));
	is_member = team != SHMEM_TEAM_INVALID;
	fill(me);
	if (is_member) {
		EXPECT(shmem_team_n_pes(team) == size);
		EXPECT(shmem_team_translate_pe(team, shmem_team_my_pe(team), SHMEM_TEAM_WORLD) == me);
		EXPECT(start + stride * shmem_team_my_pe(team) == me);
		EXPECT(!shmem_team_sync(team));
		EXPECT(!shmem_int_sum_reduce(team, dest, source, COUNT));
	} else {
		EXPECT(shmem_team_my_pe(team) == -1 && shmem_team_n_pes(team) == -1);
		EXPECT(shmem_int_sum_reduce(team, dest, source, COUNT) != 0);
	}
	check(is_member, start, stride, size);
	shmem_team_destroy(team);
}

static void test_teams(int me, int n)
{
	shmem_team_t team = SHMEM_TEAM_WORLD;

	for (int start = 0; start < n; start++) {
		try_team(me, start, 1, n - start);
		try_team(me, start, -1, start + 1);
		try_team(me, start, 2, (n - start + 1) / 2);
	}
	EXPECT(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &team) != 0);
	EXPECT(team == SHMEM_TEAM_INVALID);
	EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n + 1, NULL, 0, &team) != 0);
	EXPECT(shmem_int_sum_reduce((shmem_team_t)source, dest, source, COUNT) != 0);
	EXPECT(shmem_team_sync((shmem_team_t)4711) != 0);
}

/* Rows and columns of a parent that is not all PEs, too; each with what it was asked to have. */
static void try_2d(shmem_team_t parent, int xrange)
{
	shmem_team_config_t wanted[2] = { { 2 }, { 5 } }, config;
	int me = shmem_team_my_pe(parent), n = shmem_team_n_pes(parent);
	int width = xrange < n ? xrange : n, row = me / width, column = me % width;
	shmem_team_t x, y;

	EXPECT(!shmem_team_split_2d(parent, xrange, &wanted[0], SHMEM_TEAM_NUM_CONTEXTS, &x, &wanted[1], SHMEM_TEAM_NUM_CONTEXTS,
				    &y));
	EXPECT(shmem_team_my_pe(x) == column && shmem_team_my_pe(y) == row);
	EXPECT(shmem_team_translate_pe(x, 0, parent) == row * width && shmem_team_translate_pe(y, 0, parent) == column);
	fill(me);
	EXPECT(!shmem_int_sum_reduce(y, dest, source, COUNT));
	check(1, column, width, (n - column + width - 1) / width);
	EXPECT(!shmem_int_sum_reduce(x, dest, source, COUNT));
	check(1, row * width, 1, shmem_team_n_pes(x));
	EXPECT(!shmem_team_get_config(x, SHMEM_TEAM_NUM_CONTEXTS, &config) && config.num_contexts == 2);
	EXPECT(!shmem_team_get_config(y, SHMEM_TEAM_NUM_CONTEXTS, &config) && config.num_contexts == 5);
	shmem_team_destroy(x);
	shmem_team_destroy(y);
}

static void test_2d(int n)
{
	shmem_team_t evens, none;

	for (int xrange = 1; xrange <= n + 1; xrange++)
		try_2d(SHMEM_TEAM_WORLD, xrange);
	EXPECT(!shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &evens));
	if (evens != SHMEM_TEAM_INVALID)
		try_2d(evens, 2);
	shmem_team_destroy(evens);
	EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, 0, NULL, 0, &none, NULL, 0, &evens) != 0);
}

/* The PEs of a host, as the test started them: PER_HOST in a row; else all. */
static void test_shared(int me, int n)
{
	const char *text = getenv("PER_HOST");
	int per_host = text ? atoi(text) : n, first = me / per_host * per_host;
	int size = n - first < per_host ? n - first : per_host;

	EXPECT(shmem_team_n_pes(SHMEM_TEAM_SHARED) == size && shmem_team_my_pe(SHMEM_TEAM_SHARED) == me - first);
	EXPECT(shmem_team_translate_pe(SHMEM_TEAM_SHARED, size - 1, SHMEM_TEAM_WORLD) == first + size - 1);
	fill(me);
	EXPECT(!shmem_int_sum_reduce(SHMEM_TEAM_SHARED, dest, source, COUNT) && !shmem_team_sync(SHMEM_TEAM_SHARED));
	check(1, first, 1, size);
}

/* PE 0 has no numbers. */
static void test_exact_sums(int me, int n)
{
	static double fields[2][4] = { { 1e300, 1, -1e300, 5 }, { 1e300, 2, -1e300, 5 } }, sums[2];

	EXPECT(!shmemx_exact_sum_reduce(SHMEM_TEAM_WORLD, sums, fields[0], me ? 3 : 0, 2, 4));
	EXPECT(sums[0] == n - 1 && sums[1] == 2 * (n - 1));
}

int main(void)
{
	start_pes(0);
	for (int i = 0; i < MAX_ROUNDS * _SHMEM_REDUCE_SYNC_SIZE; i++)
		sync_arrays[i / _SHMEM_REDUCE_SYNC_SIZE][i % _SHMEM_REDUCE_SYNC_SIZE] = _SHMEM_SYNC_VALUE;
	EXPECT(_my_pe() == shmem_my_pe() && _num_pes() == shmem_n_pes());
	shmem_barrier_all();
	test_sets_of_teams(_my_pe(), _num_pes());
	test_active_sets(_my_pe(), _num_pes());
	test_teams(_my_pe(), _num_pes());
	test_2d(_num_pes());
	test_shared(_my_pe(), _num_pes());
	test_exact_sums(_my_pe(), _num_pes());
	for (int i = 0; i < MAX_ROUNDS * _SHMEM_REDUCE_SYNC_SIZE; i++)
		EXPECT(sync_arrays[i / _SHMEM_REDUCE_SYNC_SIZE][i % _SHMEM_REDUCE_SYNC_SIZE] == _SHMEM_SYNC_VALUE);
	return n_bad != 0;
}
