/*
 * What moving memory costs, as "collectives" of processes on a core each, so many as SPEED_PROCESSES says: "copy" is from a
 * buffer of the process's own to another of its own; "handed" from what its neighbour wrote in the call before to where the other
 * neighbour reads in the next one; "past" the same, written past the caches.
 */
#include <emmintrin.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpu_speed.h"

enum { MOST = 64, MOST_BYTES = 32 << 20 };

static struct shared {
	_Alignas(128) atomic_long came;
	double slowest;
} *shared;
static char *handed; /* two buffers of each process */
static long n_met, n_handed;
static int n, me;

static void *map(size_t len_bytes)
{
	void *memory = mmap(NULL, len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		exit(1);
	return memory;
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

static void hand(size_t len_bytes, int goes_past)
{
	long i = n_handed++;
	char *to = handed + (2 * (size_t)me + (size_t)(i + 1) % 2) * MOST_BYTES;
	const char *from = handed + (2 * (size_t)((me + 1) % n) + (size_t)i % 2) * MOST_BYTES;

	speed_meet();
	if (!goes_past)
		memcpy(to, from, len_bytes);
	for (size_t at = 0; goes_past && at < len_bytes; at += sizeof(__m128i))
		_mm_stream_si128((__m128i *)(to + at), _mm_loadu_si128((const __m128i *)(from + at)));
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

const struct speed_call speed_calls[] = {
	{ "copy", run_copy, SPEED_OF_COUNT }, { "handed", run_handed, SPEED_OF_COUNT }, { "past", run_past, SPEED_OF_COUNT }, { 0 },
};

/* The first process waits for the others when it ends. */
void speed_open(int *rank_out, int *n_ranks_out)
{
	n = atoi(getenv("SPEED_PROCESSES"));
	if (n < 1 || n > MOST)
		exit(2);
	shared = map(sizeof(*shared));
	handed = map(2 * (size_t)n * MOST_BYTES);
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
