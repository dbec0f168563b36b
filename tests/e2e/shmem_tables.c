/*
 * Every row of OpenSHMEM's tables, each as a declaration of exactly that type, as a call that gives what a plain loop
 * gives, and (in C11, where it has one) as a generic call of the same result. The rows are made of the page itself. Compiled
 * as C99, C11 and C++, too.
 */
#include <mpp/shmem.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 3 };

static int n_bad, n_calls;
static long sync_array[_SHMEM_REDUCE_SYNC_SIZE];

#define OP_and(l, r) ((l) & (r))
#define OP_or(l, r) ((l) | (r))
#define OP_xor(l, r) ((l) ^ (r))
#define OP_max(l, r) ((r) > (l) ? (r) : (l))
#define OP_min(l, r) ((r) < (l) ? (r) : (l))
#define OP_sum(l, r) ((l) + (r))
#define OP_prod(l, r) ((l) * (r))

static void expect(int is_right, const char *call)
{
	n_calls++;
	if (!is_right && ++n_bad < 10)
		fprintf(stderr, "PE %d: %s is wrong\n", shmem_my_pe(), call);
}

/* Small enough for a char's product of five. */
static int value_of(int pe, int i)
{
	return (pe + i) % 3 + 1;
}

/* The fold of what PEs before `end` have. */
#define FOLD(type, op, end) \
	for (int i = 0; i < COUNT; i++) { \
		source[i] = (type)value_of(shmem_my_pe(), i); \
		wanted[i] = (type)value_of(0, i); \
		dest[i] = (type)99; \
		for (int pe = 1; pe < (end); pe++) \
			wanted[i] = (type)OP_##op(wanted[i], (type)value_of(pe, i)); \
	}
#define IS_RIGHT (dest[0] == wanted[0] && dest[1] == wanted[1] && dest[2] == wanted[2])

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define GENERIC(call, text) \
	memset(dest, 99, sizeof(dest)); \
	expect(!call(SHMEM_TEAM_WORLD, dest, source, COUNT) && IS_RIGHT, "generic " text);
#else
#define GENERIC(call, text)
#endif

#define TEAM(type, name, op) \
	static void team_##name##_##op(void) \
	{ \
		int (*call)(shmem_team_t, type *, const type *, size_t) = shmem_##name##_##op##_reduce; \
		static type source[COUNT], dest[COUNT], wanted[COUNT]; \
\
		FOLD(type, op, shmem_n_pes()) \
		expect(!call(SHMEM_TEAM_WORLD, dest, source, COUNT) && IS_RIGHT, #name "_" #op "_reduce"); \
		GENERIC(shmem_##op##_reduce, #name "_" #op "_reduce") \
	}
#define ACTIVE(type, name, op) \
	static void active_##name##_##op(void) \
	{ \
		void (*call)(type *, const type *, int, int, int, int, type *, long *) = shmem_##name##_##op##_to_all; \
		static type source[COUNT], dest[COUNT], wanted[COUNT], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE]; \
\
		FOLD(type, op, shmem_n_pes()) \
		call(dest, source, COUNT, 0, 0, shmem_n_pes(), work, sync_array); \
		expect(IS_RIGHT, #name "_" #op "_to_all"); \
	}
#define SCAN(type, name) \
	static void scan_##name(void) \
	{ \
		int (*inclusive)(shmem_team_t, type *, const type *, size_t) = shmem_##name##_sum_inscan; \
		int (*exclusive)(shmem_team_t, type *, const type *, size_t) = shmem_##name##_sum_exscan; \
		static type source[COUNT], dest[COUNT], wanted[COUNT]; \
\
		FOLD(type, sum, shmem_my_pe() + 1) \
		expect(!inclusive(SHMEM_TEAM_WORLD, dest, source, COUNT) && IS_RIGHT, #name "_sum_inscan"); \
		GENERIC(shmem_sum_inscan, #name "_sum_inscan") \
		FOLD(type, sum, shmem_my_pe()) \
		for (int i = 0; i < COUNT && !shmem_my_pe(); i++) \
			wanted[i] = (type)0; \
		expect(!exclusive(SHMEM_TEAM_WORLD, dest, source, COUNT) && IS_RIGHT, #name "_sum_exscan"); \
		GENERIC(shmem_sum_exscan, #name "_sum_exscan") \
		/* In place. */ \
		expect(!exclusive(SHMEM_TEAM_WORLD, source, source, COUNT) && source[1] == wanted[1], \
		       #name "_sum_exscan in place"); \
	}
#include "shmem_tables.inc"
#undef TEAM
#undef ACTIVE
#undef SCAN

#define TEAM(type, name, op) team_##name##_##op();
#define ACTIVE(type, name, op) active_##name##_##op();
#define SCAN(type, name) scan_##name();

int main(void)
{
	shmem_init();
	for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; i++)
		sync_array[i] = _SHMEM_SYNC_VALUE;
	shmem_sync_all();
#include "shmem_tables.inc"
	if (!shmem_my_pe())
		printf("%d calls, %d wrong\n", n_calls, n_bad);
	shmem_finalize();
	return n_bad != 0;
}
