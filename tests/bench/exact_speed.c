/*
 * Time of exact sums in the cache and out of memory, beside a plain loop, Kahan's sum, and the two passes of E3SM's
 * shr_reprosum. All take turns in this one process; each row of the table is the median of many turns, in processor time.
 *
 * This file is compiled with -O2, so the plain loop waits for each sum before it begins the next.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sumac_exact.h"

enum { IN_CACHE = 4096, IN_MEMORY = 10000000, TURNS = 15, CACHED_ADDENDS = 4000000, MOST_LEVELS = 100 };

static double *x, *y;
static float *floats;

static __attribute__((noinline)) double plain(size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

static __attribute__((noinline)) double plain_floats(size_t n)
{
	float sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += floats[i];
	return sum;
}

static __attribute__((noinline)) double plain_products(size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

static __attribute__((noinline)) double kahan(size_t n)
{
	double sum = 0, lost = 0;

	for (size_t i = 0; i < n; i++) {
		double term = x[i] - lost, next = sum + term;

		lost = next - sum - term;
		sum = next;
	}
	return sum;
}

/* As Fortran's intrinsics are defined, but inline, where gfortran calls frexp() and scalbn(). */
static inline int exponent(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return (int)(bits >> 52 & 0x7FF) - 1022;
}

static inline double with_exponent(double value, int exponent)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	bits = (bits & ~(UINT64_C(0x7FF) << 52)) | (uint64_t)(exponent + 1022) << 52;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* The levels' sums for addends of at most that exponent: each level takes `shift` bits of an addend. */
static void add_levels(size_t n, int most, int shift, int n_levels, int64_t *level)
{
	const double scale = ldexp(1, shift);

	for (size_t i = 0; i < n; i++) {
		int below, at = 1, first;
		double rest;
		int64_t part;

		if (x[i] == 0)
			continue;
		below = most - exponent(x[i]);
		first = shift - below;
		if (first < 1) {
			at = (1 + below) / shift;
			for (first = at * shift - below; first < 1; at++)
				first += shift;
		}
		if (at > n_levels)
			continue;
		rest = with_exponent(x[i], first);
		part = (int64_t)rest;
		level[at] += part;
		rest -= (double)part;
		while (rest != 0 && at < n_levels) {
			at++;
			rest *= scale;
			part = (int64_t)rest;
			level[at] += part;
			rest -= (double)part;
		}
	}
}

/* shr_reprosum_calc() and shr_reprosum_int() on one rank and one thread, without their passes that look for infinities and NaN.
 * First the greatest and the least exponent, which say how many levels there are; then the levels' sums. */
static __attribute__((noinline)) double two_passes(size_t n)
{
	int most = -1021, least = 1024, shift = 63 - (exponent((double)(n + 1)) + 1), n_levels;
	int64_t level[MOST_LEVELS + 1] = { 0 };
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (x[i] != 0) {
			int e = exponent(x[i]);

			least = e < least ? e : least;
			most = e > most ? e : most;
		}
	}
	n_levels = 2 + (53 + most - least) / shift;
	add_levels(n, most, shift, n_levels, level);
	for (int at = n_levels; at > 0; at--)
		sum += ldexp((double)level[at], most - at * shift);
	return sum;
}

static double exact(size_t n)
{
	struct sumac_exact sum;
	double value;

	sumac_exact_clear(&sum);
	if (sumac_exact_add_doubles(&sum, x, n) || sumac_exact_to_double(&sum, &value))
		exit(1);
	return value;
}

static double exact_floats(size_t n)
{
	struct sumac_exact sum;
	double value;

	sumac_exact_clear(&sum);
	if (sumac_exact_add_floats(&sum, floats, n) || sumac_exact_to_double(&sum, &value))
		exit(1);
	return value;
}

static double exact_products(size_t n)
{
	struct sumac_exact_dot dot;
	double value;

	sumac_exact_dot_clear(&dot);
	if (sumac_exact_dot_add_products(&dot, x, y, n) || sumac_exact_dot_to_double(&dot, &value))
		exit(1);
	return value;
}

/* A method, and the plain loop beside which it stands. */
static const struct method {
	const char *name;
	double (*sum)(size_t n);
	int beside;
} methods[] = {
	{ "doubles: plain loop", plain, 0 },
	{ "doubles: Kahan's sum", kahan, 0 },
	{ "doubles: two passes of shr_reprosum", two_passes, 0 },
	{ "doubles: `sumac_exact_add_doubles`", exact, 0 },
	{ "floats: plain loop", plain_floats, 4 },
	{ "floats: `sumac_exact_add_floats`", exact_floats, 4 },
	{ "products: plain loop", plain_products, 6 },
	{ "products: `sumac_exact_dot_add_products`", exact_products, 6 },
};
enum { N_METHODS = sizeof(methods) / sizeof(methods[0]) };

/* Other programs' time does not count. */
static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* ns an addend, the medians of turns. */
static void measure_all(size_t n, double *medians_out)
{
	static double ns[N_METHODS][TURNS];
	size_t repeats = n < CACHED_ADDENDS ? CACHED_ADDENDS / n : 1;
	static volatile double kept;

	for (int turn = -1; turn < TURNS; turn++) /* the first one warms up */
		for (int m = 0; m < N_METHODS; m++) {
			double begin = now_ns();

			for (size_t k = 0; k < repeats; k++)
				kept = methods[m].sum(n);
			ns[m][turn < 0 ? 0 : turn] = (now_ns() - begin) / (double)(n * repeats);
		}
	(void)kept;
	for (int m = 0; m < N_METHODS; m++) {
		qsort(ns[m], TURNS, sizeof(ns[m][0]), compare);
		medians_out[m] = ns[m][TURNS / 2];
	}
}

/* Uniform between -1 and 1; or with exponents all over 600 binades (floats: over all that they have). */
static void fill(int is_wide)
{
	uint64_t state = 1;

	for (size_t i = 0; i < IN_MEMORY; i++) {
		double value[2];

		for (int k = 0; k < 2; k++) {
			uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);

			z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
			z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
			z ^= z >> 31;
			value[k] = (double)((int64_t)z >> 11) * 0x1p-52;
			if (is_wide)
				value[k] = with_exponent(value[k], (int)(z % 600) - 300);
		}
		x[i] = value[0];
		y[i] = value[1];
		floats[i] = (float)(is_wide ? with_exponent(x[i], exponent(x[i]) * 2 / 5) : x[i]);
	}
}

int main(void)
{
	double cached[2][N_METHODS], memory[2][N_METHODS];

	x = malloc(IN_MEMORY * sizeof(*x));
	y = malloc(IN_MEMORY * sizeof(*y));
	floats = malloc(IN_MEMORY * sizeof(*floats));
	if (!x || !y || !floats)
		return 1;
	for (int is_wide = 0; is_wide < 2; is_wide++) {
		double want, got;

		fill(is_wide);
		measure_all(IN_CACHE, cached[is_wide]);
		measure_all(IN_MEMORY, memory[is_wide]);
		want = exact(IN_MEMORY);
		got = two_passes(IN_MEMORY);
		if (!(fabs(got - want) <= 1e-15 * fabs(want))) {
			fprintf(stderr, "exact_speed: the two passes make %a, and the exact sum is %a\n", got, want);
			return 1;
		}
	}
	printf("| | uniform, in the cache | uniform, out of memory | 600 binades, in the cache "
	       "| 600 binades, out of memory |\n|---|---:|---:|---:|---:|\n");
	for (int m = 0; m < N_METHODS; m++) {
		int p = methods[m].beside;

		printf("| %s", methods[m].name);
		for (int is_wide = 0; is_wide < 2; is_wide++)
			printf(" | %.2f (%.1f) | %.2f (%.1f)", cached[is_wide][m], cached[is_wide][m] / cached[is_wide][p],
			       memory[is_wide][m], memory[is_wide][m] / memory[is_wide][p]);
		printf(" |\n");
	}
	return 0;
}
