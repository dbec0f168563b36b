/*
 * The cost of moving memory, as "collectives" of SPEED_PROCESSES processes on a core each: "copy" is from a
 * buffer of the process's own to another of its own; "handed" from what its neighbour wrote in the call before to where the other
 * neighbour reads in the next one; "past" the same, written past the caches.
 *
 * And what is left of an allreduce of SPEED_RANKS ranks where nobody waits for a turn: each process does the steps of its ranks one
 * after the other, and the processes meet. "steps" are those of ranks with buffers of their own, "steps_past" the same, handed past
 * the caches; "lent" those of ranks whose memory all reach.
 */
#include <emmintrin.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpu_speed.h"

enum { MOST = 64, MOST_BYTES = 32 << 20, BLOCK_BYTES = 16384, LAPS = 3, APART_BYTES = 272 * 4096 };

static struct shared {
	_Alignas(128) atomic_long came;
	double slowest;
} *shared;
static char *handed; /* two buffers of each process */
static long n_met, n_handed;
static int n, me;
static struct rank {
	char *src, *dst;
	/* The copies lie in several places by turns, as rings are used: so they leave the caches of the ranks that have read
	 * them. */
	char *copies, *results;
} ranks[MOST];
static int n_ranks;

static void *map(size_t len_bytes)
{
	void *memory = mmap(NULL, len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		exit(1);
	return memory;
}

/* Room for that many operands of the largest size. No two begin alike: a core finds lines by the lower bits of addresses, and those
 * that differ in the upper ones only are in each other's way. */
static char *map_apart(size_t times)
{
	static size_t apart;

	apart += APART_BYTES;
	return (char *)map(times * MOST_BYTES + apart) + apart;
}

void speed_meet(void)
{
	atomic_fetch_add(&shared->came, 1);
	for (n_met += n; atomic_load(&shared->came) < n_met;)
		;
}

/* One after the other says its own. They meet before the next time of all. */
double speed_slowest(double seconds)
{
	for (int i = 0; i < n; i++, speed_meet())
		if (i == me && (me == 0 || seconds > shared->slowest))
			shared->slowest = seconds;
	return shared->slowest;
}

static void run_copy(void *dst, const void *src, enum speed_type type, int count)
{
	(void)type;
	memcpy(dst, src, (size_t)count * sizeof(double));
}

static void move(char *to, const char *from, size_t len_bytes, int goes_past)
{
	if (!goes_past)
		memcpy(to, from, len_bytes);
	for (size_t at = 0; goes_past && at < len_bytes; at += sizeof(__m128i))
		_mm_stream_si128((__m128i *)(to + at), _mm_loadu_si128((const __m128i *)(from + at)));
}

static void hand(size_t len_bytes, int goes_past)
{
	long i = n_handed++;
	char *to = handed + (2 * (size_t)me + (size_t)(i + 1) % 2) * MOST_BYTES;
	const char *from = handed + (2 * (size_t)((me + 1) % n) + (size_t)i % 2) * MOST_BYTES;

	speed_meet();
	move(to, from, len_bytes, goes_past);
	_mm_sfence();
}

static void run_handed(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type;
	hand((size_t)count * sizeof(double), 0);
}

static void run_past(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type;
	hand((size_t)count * sizeof(double), 1);
}

/* Two, or four, in one pass, and others one after the other. Vectorised, for what the machine has. */
__attribute__((target_clones("avx2", "default"), optimize("O3"))) static void fold(double *to, const double *const from[],
										   size_t count)
{
	const double *a = from[0], *b = from[n_ranks > 1], *c = from[n_ranks < 4 ? 0 : 2], *d = from[n_ranks < 4 ? 0 : 3];

	if (n_ranks < 4)
#pragma GCC ivdep
		for (size_t i = 0; i < count; i++)
			to[i] = a[i] + b[i];
	else
#pragma GCC ivdep
		for (size_t i = 0; i < count; i++)
			to[i] = (a[i] + b[i]) + (c[i] + d[i]);
	for (int r = n_ranks < 4 ? 2 : 4; r < n_ranks; r++)
#pragma GCC ivdep
		for (size_t i = 0; i < count; i++)
			to[i] += from[r][i];
}

/* Where in its copies and results a call's lie. */
static size_t lap_at(size_t len_bytes)
{
	return (size_t)n_handed % LAPS * len_bytes;
}

static void fold_own(int rank, size_t slice_bytes, int is_lent, int goes_past)
{
	size_t slice_at = (size_t)rank * slice_bytes, copies_at = lap_at(slice_bytes * (size_t)n_ranks) + slice_at;

	for (size_t at = 0, len_bytes; at < slice_bytes; at += len_bytes) {
		const double *from[MOST];
		char *to = ranks[rank].dst + slice_at + at;

		len_bytes = slice_bytes - at < BLOCK_BYTES ? slice_bytes - at : BLOCK_BYTES;
		for (int r = 0; r < n_ranks; r++)
			from[r] = (const double *)
				  (is_lent || r == rank ? ranks[r].src + slice_at + at : ranks[r].copies + copies_at + at);
		fold((double *)to, from, len_bytes / sizeof(double));
		if (!is_lent)
			move(ranks[rank].results + lap_at(slice_bytes) + at, to, len_bytes, goes_past);
		for (int r = 0; is_lent && r < n_ranks; r++)
			if (r != rank)
				move(ranks[r].dst + slice_at + at, to, len_bytes, 0);
	}
}

static void copy_in(int rank, size_t slice_bytes, int goes_past)
{
	size_t at = lap_at(slice_bytes * (size_t)n_ranks);

	for (int r = 0; r < n_ranks; r++)
		if (r != rank)
			move(ranks[rank].copies + at + (size_t)r * slice_bytes, ranks[rank].src + (size_t)r * slice_bytes,
			     slice_bytes, goes_past);
	_mm_sfence();
}

static void take(int rank, size_t slice_bytes)
{
	for (int r = 0; r < n_ranks; r++)
		if (r != rank)
			memcpy(ranks[rank].dst + (size_t)r * slice_bytes, ranks[r].results + lap_at(slice_bytes), slice_bytes);
}

static void step(size_t len_bytes, int is_lent, int goes_past)
{
	size_t slice_bytes = len_bytes / (size_t)n_ranks / sizeof(__m128d) * sizeof(__m128d);

	for (int r = me; r < n_ranks && !is_lent; r += n)
		copy_in(r, slice_bytes, goes_past);
	speed_meet();
	for (int r = me; r < n_ranks; r += n)
		fold_own(r, slice_bytes, is_lent, goes_past);
	_mm_sfence();
	speed_meet();
	for (int r = me; r < n_ranks && !is_lent; r += n)
		take(r, slice_bytes);
	n_handed++;
}

static void run_steps(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type;
	step((size_t)count * sizeof(double), 0, 0);
}

static void run_steps_past(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type;
	step((size_t)count * sizeof(double), 0, 1);
}

static void run_lent(void *dst, const void *src, enum speed_type type, int count)
{
	(void)dst, (void)src, (void)type;
	step((size_t)count * sizeof(double), 1, 0);
}

const struct speed_call speed_calls[] = {
	{ "copy", run_copy, SPEED_OF_COUNT },		{ "handed", run_handed, SPEED_OF_COUNT },
	{ "past", run_past, SPEED_OF_COUNT },		{ "steps", run_steps, SPEED_OF_COUNT },
	{ "steps_past", run_steps_past, SPEED_OF_COUNT }, { "lent", run_lent, SPEED_OF_COUNT },
	{ 0 },
};

/* The first process waits for the others when it ends. */
void speed_open(int *rank_out, int *n_ranks_out)
{
	n = atoi(getenv("SPEED_PROCESSES"));
	n_ranks = atoi(getenv("SPEED_RANKS"));
	if (n < 1 || n_ranks < n || n_ranks > MOST)
		exit(2);
	shared = map(sizeof(*shared));
	handed = map(2 * (size_t)n * MOST_BYTES);
	for (int r = 0; r < n_ranks; r++)
		ranks[r] = (struct rank){ map_apart(1), map_apart(1), map_apart(LAPS), map_apart(LAPS) };
	for (int i = 1; i < n && me == 0; i++)
		if (fork() == 0)
			me = i;
	*rank_out = me;
	*n_ranks_out = n;
}

void *speed_alloc(size_t len_bytes)
{
	void *memory = malloc(len_bytes);

	if (!memory)
		exit(1);
	return memory;
}

void speed_close(void)
{
	int status, bad = 0;

	while (wait(&status) > 0)
		bad |= status;
	if (bad)
		exit(1);
}
