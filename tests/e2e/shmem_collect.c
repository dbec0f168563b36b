/*
 * Broadcast, collect, fcollect, alltoall and alltoalls of every type on the team of all PEs and on every second one, by bytes,
 * and by size on active sets.
 */
#include "far_pes.h"

enum { LEN = 3, MAX = 8 };

#define VALUE(type, pe, i) ((type)(13 * (pe) + (i) + 1))

#define SUMAC_SHMEM_RMA(name, type) \
	static type source_##name[3 * MAX * LEN], dest_##name[3 * MAX * LEN]; \
	static void fill_##name(int rank) \
	{ \
		for (int i = 0; i < 3 * MAX * LEN; i++) { \
			source_##name[i] = VALUE(type, rank, i % 40); \
			dest_##name[i] = 0; \
		} \
		shmem_barrier_all(); \
	} \
	static void on_##name(shmem_team_t team) \
	{ \
		int rank = shmem_team_my_pe(team), size = shmem_team_n_pes(team), at = 0; \
		type *d = dest_##name, *s = source_##name; \
\
		fill_##name(rank); \
		if (rank >= 0) { \
			EXPECT(!shmem_##name##_broadcast(team, d, s, LEN, size - 1)); \
			for (int i = 0; i < LEN; i++) \
				EXPECT(d[i] == VALUE(type, size - 1, i)); \
			EXPECT(!shmem_##name##_fcollect(team, d, s, LEN)); \
			for (int i = 0; i < size * LEN; i++) \
				EXPECT(d[i] == VALUE(type, i / LEN, i % LEN)); \
			EXPECT(!shmem_##name##_collect(team, d, s, (size_t)(rank % LEN))); /* the first has nothing */ \
			for (int pe = 0; pe < size; pe++) \
				for (int i = 0; i < pe % LEN; i++) \
					EXPECT(d[at++] == VALUE(type, pe, i)); \
		} \
		fill_##name(rank); \
		if (rank >= 0) { \
			EXPECT(!shmem_##name##_alltoall(team, d, s, LEN)); \
			for (int i = 0; i < size * LEN; i++) \
				EXPECT(d[i] == VALUE(type, i / LEN, rank * LEN + i % LEN)); \
		} \
		fill_##name(rank); \
		if (rank >= 0) { \
			EXPECT(!shmem_##name##_alltoalls(team, d, s, 3, 2, LEN)); \
			for (int i = 0; i < size * LEN; i++) \
				EXPECT(d[3 * i] == VALUE(type, i / LEN, 2 * (rank * LEN + i % LEN) % 40) && d[3 * i + 1] == 0); \
		} \
	}
#include "frontend/shmem/remote.inc"

/* On every second PE, of which there are `size`; the root's destination is left alone. Two arrays in turn, as manuals ask. */
#define SUMAC_SHMEM_ACTIVE_SIZED(bits) \
	static void test_active_##bits(int size, long (*sync)[SHMEM_SYNC_SIZE]) \
	{ \
		typedef uint##bits##_t type; \
		static type s[3 * MAX * LEN], d[3 * MAX * LEN]; \
		int rank = me / 2, at = 0; \
\
		for (int i = 0; i < 3 * MAX * LEN; i++) \
			s[i] = VALUE(type, rank, i); \
		memset(d, 0, sizeof(d)); \
		shmem_barrier_all(); \
		if (me % 2) \
			return; \
		shmem_broadcast##bits(d, s, LEN, size - 1, 0, 1, size, sync[0]); \
		for (int i = 0; i < LEN; i++) \
			EXPECT(d[i] == (rank == size - 1 ? 0 : VALUE(type, size - 1, i))); \
		shmem_fcollect##bits(d, s, LEN, 0, 1, size, sync[1]); \
		for (int i = 0; i < size * LEN; i++) \
			EXPECT(d[i] == VALUE(type, i / LEN, i % LEN)); \
		shmem_collect##bits(d, s, (size_t)rank + 1, 0, 1, size, sync[0]); \
		for (int pe = 0; pe < size; pe++) \
			for (int i = 0; i <= pe; i++) \
				EXPECT(d[at++] == VALUE(type, pe, i)); \
		shmem_sync(0, 1, size, sync[1]); \
		shmem_alltoall##bits(d, s, LEN, 0, 1, size, sync[0]); \
		for (int i = 0; i < size * LEN; i++) \
			EXPECT(d[i] == VALUE(type, i / LEN, rank * LEN + i % LEN)); \
		shmem_sync(0, 1, size, sync[1]); \
		shmem_alltoalls##bits(d, s, 2, 3, LEN, 0, 1, size, sync[0]); \
		for (int i = 0; i < size * LEN; i++) \
			EXPECT(d[2 * i] == VALUE(type, i / LEN, 3 * (rank * LEN + i % LEN))); \
	}
#include "frontend/shmem/remote.inc"

static void test_bytes(void)
{
	static char s[MAX], d[MAX * MAX];

	memset(s, 'a' + me, sizeof(s));
	EXPECT(!shmem_broadcastmem(SHMEM_TEAM_WORLD, d, s, MAX, 0) && d[MAX - 1] == 'a');
	EXPECT(!shmem_fcollectmem(SHMEM_TEAM_WORLD, d, s, MAX) && d[n * MAX - 1] == 'a' + n - 1);
	EXPECT(!shmem_collectmem(SHMEM_TEAM_WORLD, d, s, 1) && d[n - 1] == 'a' + n - 1);
	shmem_barrier_all();
	EXPECT(!shmem_alltoallmem(SHMEM_TEAM_WORLD, d, s, 1) && d[n - 1] == 'a' + n - 1);
	EXPECT(!shmem_fcollect(SHMEM_TEAM_WORLD, d, s, 1) && d[n - 1] == 'a' + n - 1);
}

int main(void)
{
	static long sync[2][SHMEM_SYNC_SIZE];
	shmem_team_t team;

	begin();
	for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
		sync[0][i] = sync[1][i] = SHMEM_SYNC_VALUE;
	shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &team);
#define SUMAC_SHMEM_RMA(name, type) on_##name(SHMEM_TEAM_WORLD), on_##name(team);
#include "frontend/shmem/remote.inc"
#define SUMAC_SHMEM_ACTIVE_SIZED(bits) test_active_##bits((n + 1) / 2, sync);
#include "frontend/shmem/remote.inc"
	shmem_barrier_all();
	test_bytes();
	return end();
}
