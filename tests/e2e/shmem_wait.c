/*
 * Waiting for what other PEs put, of every type, by every comparison, on one value, all, any and some.
 */
#include <signal.h>

#include "far_pes.h"

enum { N = 6 };

#define SUMAC_SHMEM_POINT(name, type) \
	static type at_##name[N + 1]; \
	static void compare_##name(type *at) \
	{ \
		const type low = (type)-1 < 1 ? (type)-2 : 2, high = 5; \
\
		at[N] = low; \
		EXPECT(shmem_##name##_test(&at[N], SHMEM_CMP_EQ, low) && !shmem_##name##_test(&at[N], SHMEM_CMP_NE, low)); \
		EXPECT(shmem_##name##_test(&at[N], SHMEM_CMP_LT, high) && !shmem_##name##_test(&at[N], SHMEM_CMP_GE, high)); \
		EXPECT(shmem_##name##_test(&at[N], SHMEM_CMP_LE, low) && !shmem_##name##_test(&at[N], SHMEM_CMP_GT, low)); \
		EXPECT(shmem_##name##_test(&at[N], SHMEM_CMP_GE, low) && !shmem_##name##_test(&at[N], SHMEM_CMP_EQ, high)); \
		at[N] = 0; \
	} \
	/* Four elements hold; four calls of a form return them all, though calls of several forms on two arrays take turns. */ \
	static void each_##name(type *at, const int *status, const type *values) \
	{ \
		unsigned seen[4] = { 0 }, all = 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5; \
		static type other[N]; \
\
		memcpy(other, at, sizeof(other)); \
		for (int i = 0; i < 4; i++) { \
			seen[0] |= 1u << shmem_##name##_test_any(at, N, status, SHMEM_CMP_GT, 0); \
			seen[1] |= 1u << shmem_##name##_wait_until_any(at, N, NULL, SHMEM_CMP_GT, 0); \
			seen[2] |= 1u << shmem_##name##_test_any_vector(at, N, status, SHMEM_CMP_EQ, values); \
			seen[3] |= 1u << shmem_##name##_test_any(other, N, status, SHMEM_CMP_GT, 0); \
		} \
		EXPECT(seen[0] == all && seen[1] == all && seen[2] == all && seen[3] == all); \
	} \
	/* Elements 0 and 2 are left out: nobody ever writes them. */ \
	static void wait_##name(type *at) \
	{ \
		const int status[N] = { 1, 0, 1, 0, 0, 0 }; \
		type values[N] = { 9, 1, 9, 3, 4, 5 }; \
		size_t seen[N], n_seen, last; \
		int left[N]; \
\
		memcpy(left, status, sizeof(left)); \
		EXPECT(!shmem_##name##_test_all(at, N, status, SHMEM_CMP_NE, 0)); \
		EXPECT(shmem_##name##_test_any(at, N, status, SHMEM_CMP_GT, 0) == SIZE_MAX); \
		EXPECT(shmem_##name##_test_some(at, N, seen, NULL, SHMEM_CMP_GT, 0) == 0); \
		shmem_barrier_all(); \
		for (int i = 1; i < N; i++) \
			if (i != 2) \
				shmem_##name##_p(&at[i], (type)i, next); \
		for (int i = 0; i < N - 2; i++) { \
			last = shmem_##name##_wait_until_any(at, N, left, SHMEM_CMP_NE, 0); \
			EXPECT(last < N && !left[last] && at[last] == (type)last); \
			left[last % N] = 1; \
		} \
		EXPECT(shmem_##name##_wait_until_any(at, N, left, SHMEM_CMP_NE, 0) == SIZE_MAX); \
		EXPECT(shmem_##name##_wait_until_some(at, 0, seen, NULL, SHMEM_CMP_NE, 0) == 0); \
		shmem_##name##_wait_until_all(at, N, status, SHMEM_CMP_GT, 0); \
		shmem_##name##_wait_until_all_vector(at, N, status, SHMEM_CMP_EQ, values); \
		n_seen = shmem_##name##_wait_until_some(at, N, seen, NULL, SHMEM_CMP_GE, 3); \
		EXPECT(n_seen == 3 && seen[0] == 3 && seen[1] == 4 && seen[2] == 5); \
		each_##name(at, status, values); \
		values[4] = 3; \
		EXPECT(shmem_##name##_wait_until_any_vector(at, N, status, SHMEM_CMP_GT, values) == 4); \
		EXPECT(shmem_##name##_wait_until_some_vector(at, N, seen, status, SHMEM_CMP_LE, values) == 3 && seen[2] == 5); \
		EXPECT(!shmem_##name##_test_all_vector(at, N, status, SHMEM_CMP_EQ, values)); \
		EXPECT(shmem_##name##_test_any_vector(at, N, status, SHMEM_CMP_NE, values) == 4); \
		EXPECT(shmem_##name##_test_some_vector(at, N, seen, status, SHMEM_CMP_NE, values) == 1 && seen[0] == 4); \
		shmem_barrier_all(); \
	} \
	/* A token goes round: each waits for the one before. */ \
	static void round_##name(type *at) \
	{ \
		if (me) \
			shmem_##name##_wait_until(&at[N], SHMEM_CMP_EQ, (type)me); \
		shmem_##name##_p(&at[N], (type)(me + 1), next); \
		if (!me) \
			while (!shmem_##name##_test(&at[N], SHMEM_CMP_EQ, (type)n)) \
				; \
		shmem_barrier_all(); \
	} \
	static void test_##name(void) \
	{ \
		type *heap = shmem_calloc(N + 1, sizeof(type)); \
\
		compare_##name(heap); \
		wait_##name(heap); \
		round_##name(heap); \
		wait_##name(at_##name); \
		round_##name(at_##name); \
		shmem_free(heap); \
	}
#include "frontend/shmem/remote.inc"

/* It is put without a quiet after it, and waited for by one that sleeps. */
static void test_late(void)
{
	static int late;
	static uint64_t signal;

	if (me == 0) {
		usleep(300000);
		shmem_int_p(&late, 1, next);
		usleep(100000);
		shmem_signal_set(&signal, 7, next);
	}
	if (me == next || me == 1) {
		shmem_wait_until(&late, SHMEM_CMP_EQ, 1);
		EXPECT(shmem_signal_wait_until(&signal, SHMEM_CMP_GT, 0) == 7 && shmem_signal_fetch(&signal) == 7);
	}
	shmem_barrier_all();
}

/* A message to a PE that is killed meanwhile is not waited for for ever, be it short or long. */
static void put_to_the_killed(void)
{
	enum { LEN = 100000 };
	char *heap = shmem_calloc(1, LEN);
	static char out[LEN] = { 1 };

	for (int i = 0; ; i++) {
		if (me == 1 && *(volatile char *)&heap[LEN - 2])
			raise(SIGKILL);
		out[LEN - 2] = i > 100;
		if (me != 1) {
			shmem_putmem(heap, out, me ? 8 : LEN, 1);
			shmem_quiet();
		}
	}
}

/* A PE that waits for one that dies, or for nobody, does not wait for ever. */
static void never(const char *how)
{
	static int never_set;

	if (me == 1 && !strcmp(how, "death"))
		_exit(3);
	if (!strcmp(how, "killed"))
		put_to_the_killed();
	shmem_wait_until(&never_set, SHMEM_CMP_EQ, 1);
	printf("still there\n");
}

int main(int argc, char **argv)
{
	begin();
	if (argc > 1)
		never(argv[1]);
#define SUMAC_SHMEM_POINT(name, type) test_##name();
#include "frontend/shmem/remote.inc"
	test_late();
	return end();
}
