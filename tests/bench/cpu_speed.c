/*
 * Times of blocking collectives on this machine's ranks, for `make bench-cpu`: cpu_speed TURNS WHICH OF ROUNDS COLLECTIVE TYPE
 * BYTES..., where "all" picks every one. It is program WHICH of OF programs that take turns (speed_turns.h), point by point, and
 * goes through all points in each round. A line a point and round, COLLECTIVE TYPE BYTES SECONDS, where bytes are what a rank gives
 * and the time is the slowest rank's of a call, the median over blocks of calls back to back. Each rank has its core.
 */
#define _GNU_SOURCE
#include <complex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cpu_speed.h"
#include "speed_turns.h"

enum { N_BLOCKS = 3 };
static const double BLOCK_S = 0.0015;
/* The same of all programs, in which each finds what it has. */
static const char *const collectives[] = { "copy", "handed", "past", "steps", "steps_past", "lent", "allreduce", "reduce", "scan",
					   "reduce_scatter" };
enum { N_COLLECTIVES = sizeof(collectives) / sizeof(collectives[0]) };
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
static enum speed_type filled = SPEED_N_TYPES;

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
	double blocks[N_BLOCKS], s;
	int n = 1, n_blocks;

	/* Also what warms up: the first calls touch buffers, and a long call is its own block; or all blocks. */
	for (s = time_of(call, type, count, 2); n < 10000 && s * n < BLOCK_S; s = time_of(call, type, count, n))
		n = s * 10 * n < BLOCK_S ? 10 * n : (int)(BLOCK_S / s) + 1;
	n_blocks = s * n > N_BLOCKS * BLOCK_S ? 1 : N_BLOCKS;
	for (int i = 0; i < n_blocks; i++)
		blocks[i] = time_of(call, type, count, n);
	qsort(blocks, (size_t)n_blocks, sizeof(double), by_value);
	if (rank == 0)
		printf("%s %s %zu %.9f\n", call->name, type_name, len_bytes, blocks[n_blocks / 2]);
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

	for (size_t at = 0; at + extent <= len_bytes && filled != type; at += extent)
		memcpy(src + at, &ones[type], extent);
	filled = type;
}

static int is_picked(const char *pick, const char *name)
{
	return strcmp(pick, "all") == 0 || strcmp(pick, name) == 0;
}

static const struct speed_call *find_call(const char *pick, const char *name)
{
	for (const struct speed_call *call = speed_calls; call->name && is_picked(pick, name); call++)
		if (strcmp(call->name, name) == 0)
			return call;
	return NULL;
}

static void stay_on_one_core(void)
{
	cpu_set_t cores;

	CPU_ZERO(&cores);
	CPU_SET(rank % sysconf(_SC_NPROCESSORS_ONLN), &cores);
	if (sched_setaffinity(0, sizeof(cores), &cores))
		perror("sched_setaffinity");
}

static void begin_turn(void)
{
	speed_turn_take();
	speed_meet();
}

static void end_turn(void)
{
	if (rank == 0)
		speed_turn_pass();
}

/* A turn in which others measure what this program has not is passed on by one rank. */
static void pass(void)
{
	if (rank) {
		speed_turn_skip();
		return;
	}
	speed_turn_take();
	speed_turn_pass();
}

static void go_round(const char *collective, const char *type_name, size_t most, int n_sizes, char **sizes)
{
	const struct speed_call *barrier = find_call(collective, "barrier"), *call;

	begin_turn();
	if (barrier)
		measure(barrier, "-", SPEED_INT, 0, 0);
	end_turn();
	for (enum speed_type type = 0; type < SPEED_N_TYPES; type++)
		for (int i = 0; i < n_sizes * N_COLLECTIVES; i++) {
			call = is_picked(type_name, types[type].name) ? find_call(collective, collectives[i % N_COLLECTIVES])
			       : NULL;
			if (!call) {
				pass();
				continue;
			}
			begin_turn();
			fill(type, most);
			measure_bytes(call, type, strtoul(sizes[i / N_COLLECTIVES], NULL, 10));
			end_turn();
		}
}

int main(int argc, char **argv)
{
	size_t most = 0;

	for (int i = 7; i < argc; i++)
		most = strtoul(argv[i], NULL, 10) > most ? strtoul(argv[i], NULL, 10) : most;
	if (most == 0)
		return 2;
	speed_turns_open(argv[1], atoi(argv[2]), atoi(argv[3]));
	speed_open(&rank, &n_ranks);
	stay_on_one_core();
	/* A reduce_scatter of less than an element a rank gives more. */
	most += (size_t)n_ranks * sizeof(double complex);
	src = speed_alloc(most);
	dst = speed_alloc(most);
	memset(dst, 0, most);
	/* Nobody measures while others start, or end. */
	begin_turn();
	end_turn();
	for (int i = atoi(argv[4]); i > 0; i--)
		go_round(argv[5], argv[6], most, argc - 7, argv + 7);
	begin_turn();
	end_turn();
	speed_close();
	return 0;
}
