/*
 * Times of blocking collectives on this machine's ranks, for `make bench-cpu`: cpu_speed COLLECTIVE TYPE BYTES..., where "all" picks
 * every one. A line a point, COLLECTIVE TYPE BYTES SECONDS, where bytes are what a rank gives and the time is the slowest rank's of
 * a call, the median over blocks of calls back to back.
 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu_speed.h"

enum { N_BLOCKS = 5 };
static const double BLOCK_S = 0.003;
static const struct {
	const char *name;
	size_t extent;
} types[SPEED_N_TYPES] = {
	[SPEED_INT] = { "int", sizeof(int) },
	[SPEED_FLOAT] = { "float", sizeof(float) },
	[SPEED_DOUBLE] = { "double", sizeof(double) },
	[SPEED_COMPLEX] = { "complex", sizeof(double complex) },
	[SPEED_LONG_DOUBLE] = { "long_double", sizeof(long double) },
};

static char *src, *dst;
static int n_ranks, rank;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double time_of(const struct speed_call *call, enum speed_type type, int count, int n)
{
	double begin;

	speed_meet();
	begin = now();
	for (int i = 0; i < n; i++)
		call->run(dst, src, type, count);
	return speed_slowest((now() - begin) / n);
}

static int by_value(const void *left, const void *right)
{
	const double *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

static void measure(const struct speed_call *call, const char *type_name, enum speed_type type, int count, size_t len_bytes)
{
	double blocks[N_BLOCKS];
	int n = 1;

	/* Also what warms up: the first calls touch buffers, and a long call is its own block. */
	for (double s = time_of(call, type, count, 2); n < 10000 && s * n < BLOCK_S; s = time_of(call, type, count, n))
		n = s * 10 * n < BLOCK_S ? 10 * n : (int)(BLOCK_S / s) + 1;
	for (int i = 0; i < N_BLOCKS; i++)
		blocks[i] = time_of(call, type, count, n);
	qsort(blocks, N_BLOCKS, sizeof(double), by_value);
	if (rank == 0)
		printf("%s %s %zu %.9f\n", call->name, type_name, len_bytes, blocks[N_BLOCKS / 2]);
}

static void measure_bytes(const struct speed_call *call, enum speed_type type, size_t len_bytes)
{
	size_t extent = types[type].extent, parts = call->kind == SPEED_OF_SHARES ? (size_t)n_ranks : 1;
	size_t count = len_bytes < parts * extent ? 1 : len_bytes / (parts * extent);

	measure(call, types[type].name, type, (int)count, count * parts * extent);
}

/* Small numbers of every type have the same bits, but for their padding: what is added stays a number. */
static void fill(enum speed_type type, size_t len_bytes)
{
	const union {
		int i;
		float f;
		double d;
		double complex c;
		long double l;
	} ones[SPEED_N_TYPES] = { { .i = 1 }, { .f = 1 }, { .d = 1 }, { .c = 1 }, { .l = 1 } };
	size_t extent = types[type].extent;

	for (size_t at = 0; at + extent <= len_bytes; at += extent)
		memcpy(src + at, &ones[type], extent);
}

static int is_picked(const char *pick, const char *name)
{
	return strcmp(pick, "all") == 0 || strcmp(pick, name) == 0;
}

int main(int argc, char **argv)
{
	size_t most = 0;

	speed_open(&rank, &n_ranks);
	for (int i = 3; i < argc; i++)
		most = strtoul(argv[i], NULL, 10) > most ? strtoul(argv[i], NULL, 10) : most;
	if (most == 0)
		return 2;
	/* A reduce_scatter of less than an element a rank gives more. */
	most += (size_t)n_ranks * sizeof(double complex);
	src = speed_alloc(most);
	dst = speed_alloc(most);
	memset(dst, 0, most);
	for (const struct speed_call *call = speed_calls; call->name; call++)
		if (call->kind == SPEED_OF_NOTHING && is_picked(argv[1], call->name))
			measure(call, "-", SPEED_INT, 0, 0);
	for (enum speed_type type = 0; type < SPEED_N_TYPES; type++) {
		fill(type, most);
		for (int i = 3; i < argc && is_picked(argv[2], types[type].name); i++)
			for (const struct speed_call *call = speed_calls; call->name; call++)
				if (call->kind != SPEED_OF_NOTHING && is_picked(argv[1], call->name))
					measure_bytes(call, type, strtoul(argv[i], NULL, 10));
	}
	speed_close();
	return 0;
}
