/*
 * Atomics of every type in every form, by all PEs at once on one that computes meanwhile: it looks at its memory, and calls
 * nothing.
 */
#include "far_pes.h"

enum { ROUNDS = 12 };

#define SUMAC_SHMEM_AMO(name, type) \
	static type counters_##name[4]; \
	/* fetch_add of 2 gives each value once: their sum over all PEs is known. */ \
	static void count_##name(type *c, int owner, type *sum) \
	{ \
		type fetched, cond; \
\
		for (int i = 0; i < ROUNDS; i++) { \
			shmem_##name##_atomic_inc(&c[0], owner); \
			shmem_##name##_atomic_add(&c[0], 3, owner); \
			*sum += shmem_##name##_atomic_fetch_add(&c[1], 2, owner); \
			shmem_##name##_atomic_fetch_add_nbi(&fetched, &c[1], 2, owner); \
			shmem_quiet(); \
			*sum += fetched; \
			*sum += shmem_##name##_atomic_fetch_inc(&c[2], owner); \
			shmem_##name##_atomic_fetch_inc_nbi(&fetched, &c[2], owner); \
			shmem_quiet(); \
			*sum += fetched; \
			do { \
				cond = shmem_##name##_atomic_fetch(&c[3], owner); \
			} while (shmem_##name##_atomic_compare_swap(&c[3], cond, cond + 1, owner) != cond); \
		} \
	} \
	static void on_##name(type *c, int owner, type *sums) \
	{ \
		const type all = (type)n * ROUNDS, each = 2 * all * (2 * all - 1) / 2; \
		type sum = 0; \
\
		if (me != owner || n == 1) \
			count_##name(c, owner, &sum); \
		else \
			for (volatile type *at = c; *at != 4 * (all - ROUNDS);) \
				; \
		shmem_barrier_all(); \
		if (me == owner && n > 1) { \
			EXPECT(c[0] == 4 * (all - ROUNDS) && c[1] == 4 * (all - ROUNDS) && c[2] == 2 * (all - ROUNDS)); \
			EXPECT(c[3] == all - ROUNDS); \
			count_##name(c, owner, &sum); \
		} \
		shmem_##name##_atomic_add(sums, sum, 0); \
		shmem_barrier_all(); \
		EXPECT(me != owner || (c[0] == 4 * all && c[1] == 4 * all && c[2] == 2 * all && c[3] == all)); \
		EXPECT(me || *sums == 3 * each); \
	} \
	static void test_amo_##name(int owner) \
	{ \
		type *heap = shmem_calloc(4, sizeof(type)), *sums = shmem_calloc(2, sizeof(type)); \
\
		on_##name(heap, owner, sums); \
		on_##name(counters_##name, owner, sums + 1); \
		shmem_free(heap); \
		shmem_free(sums); \
	}
#include "frontend/shmem/remote.inc"

#define SUMAC_SHMEM_EXTENDED(name, type) \
	static type cells_##name[3]; \
	static void move_##name(type *c) \
	{ \
		type before = 77; \
\
		shmem_##name##_atomic_set(&c[0], (type)(me + 1), next); \
		EXPECT(shmem_##name##_atomic_swap(&c[1], (type)(me + 2), next) == 0); \
		shmem_##name##_atomic_swap_nbi(&before, &c[2], (type)(me + 3), next); \
		shmem_quiet(); \
		EXPECT(before == 0); \
		EXPECT(shmem_##name##_atomic_fetch(&c[0], next) == (type)(me + 1)); \
		shmem_##name##_atomic_fetch_nbi(&before, &c[1], next); \
		shmem_barrier_all(); \
		EXPECT(before == (type)(me + 2)); \
		EXPECT(c[0] == (type)(prev + 1) && c[1] == (type)(prev + 2) && c[2] == (type)(prev + 3)); \
	} \
	static void test_extended_##name(void) \
	{ \
		type *heap = shmem_calloc(3, sizeof(type)); \
\
		move_##name(heap); \
		move_##name(cells_##name); \
		shmem_free(heap); \
	}
#include "frontend/shmem/remote.inc"

#define SUMAC_SHMEM_BITWISE(name, type) \
	static type bits_##name[3]; \
	static void test_bitwise_##name(int owner) \
	{ \
		const type mine = (type)1 << me, all = (type)(((type)1 << n) - 1); \
		type *c = bits_##name, before; \
\
		if (me == owner) \
			c[1] = all; \
		shmem_barrier_all(); \
		shmem_##name##_atomic_or(&c[0], mine, owner); \
		EXPECT(shmem_##name##_atomic_fetch_and(&c[1], (type)~mine, owner) & mine); \
		shmem_##name##_atomic_fetch_xor_nbi(&before, &c[2], mine, owner); \
		shmem_quiet(); \
		EXPECT(!(before & mine)); \
		EXPECT(shmem_##name##_atomic_fetch_or(&c[0], mine, owner) & mine); \
		shmem_##name##_atomic_and(&c[1], all, owner); \
		shmem_barrier_all(); \
		EXPECT(me != owner || (c[0] == all && c[1] == 0 && c[2] == all)); \
		shmem_barrier_all(); \
		EXPECT(shmem_##name##_atomic_fetch_xor(&c[2], mine, owner) & mine); \
		shmem_##name##_atomic_xor(&c[2], mine, owner); \
		shmem_##name##_atomic_fetch_or_nbi(&before, &c[1], mine, owner); \
		shmem_barrier_all(); \
		EXPECT(me != owner || (c[1] == all && c[2] == all)); \
		shmem_##name##_atomic_fetch_and_nbi(&before, &c[0], all, owner); \
		shmem_quiet(); \
		EXPECT(before == all); \
	}
#include "frontend/shmem/remote.inc"

/* The old names, and the generic ones. */
static void test_names(void)
{
	static long old[2];
	static uint64_t bits;

	shmem_long_add(&old[0], 5, next);
	EXPECT(shmem_long_fadd(&old[0], 1, next) >= 5);
	shmem_long_inc(&old[0], next);
	EXPECT(shmem_long_finc(&old[0], next) == 7 && shmem_long_fetch(&old[0], next) == 8);
	EXPECT(shmem_long_cswap(&old[0], 8, 9, next) == 8 && shmem_long_swap(&old[0], 10, next) == 9);
	shmem_long_set(&old[1], 11, next);
	EXPECT((shmem_swap)(&old[1], 12, next) == 11); /* those of a long, which C11's macros hide */
	(shmem_wait)(&old[1], 0);
	(shmem_wait_until)(&old[1], SHMEM_CMP_EQ, 12);
	shmem_atomic_or(SHMEM_CTX_DEFAULT, &bits, 6, next);
	shmem_atomic_add(&bits, 1, next);
	shmem_signal_add(&bits, 1, next);
	shmem_barrier_all();
	EXPECT(old[0] == 10 && old[1] == 12 && bits == 8);
}

int main(void)
{
	int owner = 0;

	begin();
#define SUMAC_SHMEM_AMO(name, type) test_amo_##name(owner++ % n);
#define SUMAC_SHMEM_EXTENDED(name, type) test_extended_##name();
#define SUMAC_SHMEM_BITWISE(name, type) test_bitwise_##name(owner++ % n);
#include "frontend/shmem/remote.inc"
	test_names();
	return end();
}
