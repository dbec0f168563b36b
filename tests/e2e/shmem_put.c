/*
 * Put and get, of every type and size and in every form, on the heap and on static data.
 */
#include <time.h>

#include "far_pes.h"

enum { LEN = 5, SPAN = 16, BIG = 300000 };
enum { PUT, NBI, P, IPUT, IBPUT, SIGNAL, SIGNAL_NBI, CTX, N_FORMS };

static uint64_t signals[2], n_signals; /* the number of each that must have come */
static shmem_ctx_t ctx;

/* A PE puts this; it fits every type. */
#define VALUE(type, pe, form, i) ((type)(11 * (pe) + 4 * (form) + (i) + 1))
#define SECTION(form) (dest + (form) * SPAN)

#define SUMAC_SHMEM_RMA(name, type) \
	static type static_##name[N_FORMS * SPAN]; \
	static type *filled_##name(type *source, int form) \
	{ \
		for (int i = 0; i < SPAN; i++) \
			source[i] = VALUE(type, me, form, i); \
		return source; \
	} \
	static void put_##name(type *dest) \
	{ \
		type s[SPAN]; \
\
		shmem_##name##_put(SECTION(PUT), filled_##name(s, PUT), LEN, next); \
		shmem_##name##_put_nbi(SECTION(NBI), filled_##name(s, NBI), LEN, next); \
		shmem_quiet(); \
		for (int i = 0; i < LEN; i++) \
			shmem_##name##_p(SECTION(P) + i, VALUE(type, me, P, i), next); \
		shmem_##name##_iput(SECTION(IPUT), filled_##name(s, IPUT), 2, 3, LEN, next); \
		shmem_##name##_ibput(SECTION(IBPUT), filled_##name(s, IBPUT), 5, 4, 2, 3, next); \
		shmem_##name##_put_signal(SECTION(SIGNAL), filled_##name(s, SIGNAL), LEN, &signals[0], 1, SHMEM_SIGNAL_ADD, next); \
		shmem_##name##_put_signal_nbi(SECTION(SIGNAL_NBI), filled_##name(s, SIGNAL_NBI), LEN, &signals[1], n_signals, \
					      SHMEM_SIGNAL_SET, next); \
		shmem_quiet(); \
		shmem_ctx_##name##_put(ctx, SECTION(CTX), filled_##name(s, CTX), LEN, next); \
	} \
	static void see_##name(const type *dest) \
	{ \
		for (int i = 0; i < LEN; i++) { \
			EXPECT(SECTION(PUT)[i] == VALUE(type, prev, PUT, i)); \
			EXPECT(SECTION(NBI)[i] == VALUE(type, prev, NBI, i)); \
			EXPECT(SECTION(P)[i] == VALUE(type, prev, P, i)); \
			EXPECT(SECTION(IPUT)[2 * i] == VALUE(type, prev, IPUT, 3 * i)); \
			EXPECT(SECTION(SIGNAL)[i] == VALUE(type, prev, SIGNAL, i)); \
			EXPECT(SECTION(SIGNAL_NBI)[i] == VALUE(type, prev, SIGNAL_NBI, i)); \
			EXPECT(SECTION(CTX)[i] == VALUE(type, prev, CTX, i)); \
			EXPECT(SECTION(PUT)[LEN] == 0 && SECTION(IPUT)[2 * i + 1] == 0); \
		} \
		for (int i = 0; i < 6; i++) \
			EXPECT(SECTION(IBPUT)[i / 2 * 5 + i % 2] == VALUE(type, prev, IBPUT, i / 2 * 4 + i % 2)); \
	} \
	static void get_##name(const type *dest) \
	{ \
		type a[SPAN], b[SPAN], c[SPAN], d[SPAN]; \
\
		shmem_##name##_get(a, SECTION(PUT), LEN, next); \
		shmem_##name##_get_nbi(b, SECTION(NBI), LEN, next); \
		shmem_ctx_##name##_iget(ctx, c, SECTION(IPUT), 1, 2, LEN, next); \
		shmem_##name##_ibget(d, SECTION(IBPUT), 2, 5, 2, 3, next); \
		shmem_quiet(); \
		for (int i = 0; i < LEN; i++) { \
			EXPECT(a[i] == VALUE(type, me, PUT, i) && b[i] == VALUE(type, me, NBI, i)); \
			EXPECT(c[i] == VALUE(type, me, IPUT, 3 * i)); \
			EXPECT(shmem_##name##_g(SECTION(P) + i, next) == VALUE(type, me, P, i)); \
		} \
		for (int i = 0; i < 6; i++) \
			EXPECT(d[i] == VALUE(type, me, IBPUT, i / 2 * 4 + i % 2)); \
	} \
	static void on_##name(type *dest) \
	{ \
		n_signals++; \
		put_##name(dest); \
		EXPECT(shmem_signal_wait_until(&signals[0], SHMEM_CMP_GE, n_signals) == n_signals); \
		EXPECT(shmem_signal_wait_until(&signals[1], SHMEM_CMP_EQ, n_signals) == n_signals); \
		EXPECT(SECTION(SIGNAL)[LEN - 1] == VALUE(type, prev, SIGNAL, LEN - 1)); \
		shmem_barrier_all(); \
		see_##name(dest); \
		get_##name(dest); \
		shmem_barrier_all(); \
	} \
	static void test_##name(void) \
	{ \
		type *heap = shmem_calloc(N_FORMS * SPAN, sizeof(type)); \
\
		on_##name(heap); \
		on_##name(static_##name); \
		shmem_free(heap); \
	}
#include "frontend/shmem/remote.inc"

/* By size: bytes that tell which PE, form and element they are of. */
static unsigned char *bytes(unsigned char *out, int pe, int form, int len)
{
	for (int i = 0; i < len; i++)
		out[i] = (unsigned char)(pe * 37 + form * 11 + i);
	return out;
}

#define SUMAC_SHMEM_SIZED(bits) \
	static void test_size_##bits(void) \
	{ \
		enum { WIDTH = bits / 8, ALL = LEN * WIDTH }; \
		static unsigned char far[4][2 * ALL]; \
		unsigned char s[2 * ALL], e[2 * ALL], got[2 * ALL]; \
\
		shmem_put##bits(far[0], bytes(s, me, 0, ALL), LEN, next); \
		shmem_put##bits##_nbi(far[1], bytes(s, me, 1, ALL), LEN, next); \
		shmem_quiet(); \
		shmem_iput##bits(far[2], bytes(s, me, 2, ALL), 2, 1, LEN, next); \
		n_signals++; \
		shmem_ctx_put##bits##_signal(ctx, far[3], bytes(s, me, 3, ALL), LEN, &signals[0], n_signals, SHMEM_SIGNAL_SET, \
					     next); \
		shmem_signal_wait_until(&signals[0], SHMEM_CMP_EQ, n_signals); \
		EXPECT(!memcmp(far[3], bytes(e, prev, 3, ALL), ALL)); \
		shmem_barrier_all(); \
		EXPECT(!memcmp(far[0], bytes(e, prev, 0, ALL), ALL) && !memcmp(far[1], bytes(e, prev, 1, ALL), ALL)); \
		for (int i = 0; i < LEN; i++) \
			EXPECT(!memcmp(far[2] + 2 * i * WIDTH, bytes(e, prev, 2, ALL) + i * WIDTH, WIDTH)); \
		shmem_get##bits(got, far[0], LEN, next); \
		EXPECT(!memcmp(got, bytes(e, me, 0, ALL), ALL)); \
		shmem_iget##bits(got, far[2], 1, 2, LEN, next); \
		EXPECT(!memcmp(got, bytes(e, me, 2, ALL), ALL)); \
		shmem_barrier_all(); \
	}
#include "frontend/shmem/remote.inc"

/* Larger than any message, from one odd place to another. */
static void test_much(void)
{
	static unsigned char far[BIG + 64];
	unsigned char *heap = shmem_malloc(BIG + 64), *s = malloc(BIG), *got = malloc(BIG), *e = malloc(BIG);

	shmem_putmem(far + 3, bytes(s, me, 1, BIG), BIG, next);
	shmem_putmem_nbi(heap + 5, s, BIG, next);
	shmem_barrier_all();
	EXPECT(!memcmp(far + 3, bytes(e, prev, 1, BIG), BIG) && !memcmp(heap + 5, e, BIG));
	shmem_getmem(got, far + 3, BIG, next);
	EXPECT(!memcmp(got, s, BIG));
	shmem_getmem_nbi(got, heap + 5, BIG, (next + 1) % n);
	shmem_quiet();
	EXPECT(!memcmp(got, bytes(e, next, 1, BIG), BIG));
	shmem_barrier_all();
	shmem_free(heap);
	free(s), free(got), free(e);
}

/* PEs count in the context's team. */
static void test_contexts(void)
{
	static int far;
	shmem_team_t turned, team;
	shmem_ctx_t of_team;

	EXPECT(!shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &turned));
	EXPECT(!shmem_team_create_ctx(turned, SHMEM_CTX_SERIALIZED, &of_team));
	EXPECT(!shmem_ctx_get_team(of_team, &team) && team == turned);
	EXPECT(!shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &team) && team == SHMEM_TEAM_WORLD);
	EXPECT(shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) && team == SHMEM_TEAM_INVALID);
	shmem_p(of_team, &far, me + 1, me);
	shmem_ctx_quiet(of_team);
	shmem_ctx_fence(of_team);
	shmem_sync_all();
	EXPECT(far == n - me);
	shmem_ctx_destroy(of_team);
	EXPECT(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &of_team));
	EXPECT(shmem_team_ptr(turned, &far, n - 1 - me) == &far && !shmem_team_ptr(SHMEM_TEAM_INVALID, &far, 0));
	shmem_team_destroy(turned);
}

/* Puts that wait to be sent together come in their order, and come without being asked for. */
static void test_session(shmem_ctx_t on)
{
	enum { N = 200 };
	const shmem_ctx_session_config_t config = { .total_ops = N };
	static long far[N], last, sum;
	static uint64_t signal;

	far[0] = last = sum = 0;
	signal = 0;
	shmem_barrier_all();
	shmem_ctx_session_start(on, SHMEM_CTX_SESSION_BATCH, &config, SHMEM_CTX_SESSION_TOTAL_OPS);
	shmem_ctx_session_start(on, 0, NULL, 0);
	for (long i = 0; i < N; i++) {
		shmem_p(on, &far[i], i + me, next);
		shmem_atomic_add(on, &sum, i, next);
	}
	shmem_put_signal(on, far, &(long){ -1L - me }, 1, &signal, 7, SHMEM_SIGNAL_SET, next);
	shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 7);
	EXPECT(far[0] == -1 - prev && far[1] == 1 + prev && far[N - 1] == N - 1 + prev && sum == N * (N - 1) / 2);
	shmem_p(on, &last, 5L, next);
	shmem_wait_until(&last, SHMEM_CMP_GE, 5);
	shmem_ctx_session_stop(on);
	shmem_ctx_session_stop(on);
	shmem_ctx_session_stop(SHMEM_CTX_INVALID);
	shmem_p(on, &last, 6L, next);
	shmem_ctx_pe_quiet(on, &next, 1);
	shmem_sync_all();
	EXPECT(last == 6);
}

static void test_places(int maps)
{
	int *heap = shmem_calloc(1, sizeof(*heap)), *there = shmem_ptr(heap, next), local;
	static int far;

	EXPECT(!maps || there);
	EXPECT(shmem_ptr(heap, me) == heap && shmem_ptr(&far, me) == &far);
	EXPECT(shmem_pe_accessible(next) && !shmem_pe_accessible(n) && !shmem_pe_accessible(-1));
	EXPECT(shmem_addr_accessible(heap, next) && shmem_addr_accessible(&far, next) && !shmem_addr_accessible(&local, next));
	if (maps)
		*there = me + 1;
	shmem_barrier_all();
	EXPECT(!maps || *heap == prev + 1);
	shmem_free(heap);
}

/* Nothing but the heap's own calls keeps PEs in step here. A value put before such a call is there after it, in the block's new
 * place too; and no put is as late as to change a block that was given out anew. */
static void test_reuse(void)
{
	enum { N = 48 };

	for (int turn = 1; turn < 4; turn++) {
		int *block = shmem_calloc(N, sizeof(int)), *old = block, *behind = shmem_malloc(64), n_stale = 0;

		for (int i = 0; i < N; i++)
			shmem_p(block + i, turn * n + me, next);
		block = shmem_realloc(block, 3 * sizeof(int)); /* where it is */
		EXPECT(block == old && block[0] == turn * n + prev);
		shmem_p(block + 1, me, next);
		block = shmem_realloc(block, 2 * N * sizeof(int)); /* elsewhere */
		EXPECT(block > behind && block[0] == turn * n + prev && block[1] == prev);
		shmem_p(block + 2, -me, next);
		shmem_free(behind);
		EXPECT(block[2] == -prev);
		for (int i = 3; i < 2 * N; i++)
			shmem_p(block + i, -1, next);
		shmem_free(block);
		block = shmem_calloc(2 * N, sizeof(int));
		for (int i = 0; i < 2 * N; i++)
			n_stale += block[i] != 0;
		EXPECT(!n_stale);
		shmem_free(block);
	}
}

/* Three hundred times something of PE 0's: after how many milliseconds it has been done. */
static long long ask_pe_0(long long from)
{
	static long long counts[64];
	struct timespec first, last;

	clock_gettime(CLOCK_MONOTONIC, &first);
	for (long long i = from; i < from + 100; i++) {
		EXPECT(shmem_atomic_fetch_add(&counts[me], 2LL, 0) == i * 2);
		shmem_p(&counts[me], i * 2 + 1, 0);
		EXPECT(shmem_g(&counts[me], 0) == i * 2 + 1);
		shmem_atomic_inc(&counts[me], 0);
	}
	clock_gettime(CLOCK_MONOTONIC, &last);
	return (last.tv_sec - first.tv_sec) * 1000LL + (last.tv_nsec - first.tv_nsec) / 1000000;
}

/* PE 0 ends first, and serves the others until they end, too: about as fast as when it waited for them. */
static int end_one_by_one(void)
{
	long long waited_ms = me ? ask_pe_0(0) : 0, ended_ms;

	shmem_barrier_all();
	if (me) {
		usleep(50000); /* till it is where it waits */
		ended_ms = ask_pe_0(100);
		EXPECT(ended_ms < 3000 || ended_ms < 20 * waited_ms);
	}
	return end();
}

/* C11's generic names, with a context and without. */
static void test_generics(void)
{
	static double d[2];
	static int64_t i[2];

	shmem_put(d, &(double){ me }, 1, next);
	shmem_p(ctx, d + 1, me + 0.5, next);
	shmem_put_nbi(ctx, i, &(int64_t){ me }, 1, next);
	shmem_p(i + 1, -me, next);
	shmem_barrier_all();
	EXPECT(d[0] == prev && d[1] == prev + 0.5 && i[0] == prev && i[1] == -prev);
	EXPECT(shmem_g(d, next) == me && shmem_g(ctx, i, next) == me);
	shmem_barrier_all();
}

int main(int argc, char **argv)
{
	begin();
	EXPECT(!shmem_ctx_create(0, &ctx));
#define SUMAC_SHMEM_RMA(name, type) test_##name();
#include "frontend/shmem/remote.inc"
	shmem_barrier_all();
	signals[0] = 0;
	n_signals = 0;
	shmem_barrier_all();
#define SUMAC_SHMEM_SIZED(bits) test_size_##bits();
#include "frontend/shmem/remote.inc"
	test_much();
	test_contexts();
	test_places(argc > 1 && !strcmp(argv[1], "maps"));
	test_generics();
	test_session(ctx);
	test_session(SHMEM_CTX_DEFAULT);
	test_reuse();
	shmem_ctx_destroy(ctx);
	return end_one_by_one();
}
