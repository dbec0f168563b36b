/*
 * Exact sums: an accumulator holds any sum of doubles, floats or products without rounding, so the sum does not depend on the
 * order of its addends, on how they are cut into parts, or on how many ranks hold them. It is rounded once, at the end.
 *
 * An accumulator is an array of 64-bit words, which add as integers: the sum of accumulators is the sum of their words. So one
 * integer reduction adds the accumulators of all ranks, in a NIC where the team has one. Every call below leaves its accumulator
 * in normal form (docs/reference/exact.md), in which equal values have equal digits. A program that adds words by itself adds
 * at most SUMAC_EXACT_MOST accumulators, with fewer than 2^60 addends together; the next call on the result brings it to normal
 * form.
 *
 * Everything returns 0 or a negative SUMAC_E... code. A call on one accumulator leaves its value as it was on an error.
 * sumac_last_error() then says what is wrong: an accumulator that was never cleared, or one of another layout, is refused. The
 * calls on one accumulator need no sumac_init(), and may be made by any thread.
 */
#ifndef SUMAC_EXACT_H
#define SUMAC_EXACT_H

#include "sumac.h"
#include "sumac_exact_words.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* A sum of doubles and floats. */
struct sumac_exact {
	int64_t word[SUMAC_EXACT_WORDS];
};

/* A sum of products of two doubles, and of doubles. */
struct sumac_exact_dot {
	int64_t word[SUMAC_EXACT_DOT_WORDS];
};

/* Begins a sum: it has no addends, and its value is +0. */
void sumac_exact_clear(struct sumac_exact *sum);
void sumac_exact_dot_clear(struct sumac_exact_dot *dot);

/* Adds one double, or n numbers; or subtracts them. */
int sumac_exact_add(struct sumac_exact *sum, double x);
int sumac_exact_add_doubles(struct sumac_exact *sum, const double *x, size_t n);
int sumac_exact_subtract_doubles(struct sumac_exact *sum, const double *x, size_t n);
int sumac_exact_add_floats(struct sumac_exact *sum, const float *x, size_t n);
int sumac_exact_subtract_floats(struct sumac_exact *sum, const float *x, size_t n);

/* Adds x[0] * y[0] + ... + x[n - 1] * y[n - 1], each product in full; or subtracts it. */
int sumac_exact_dot_add_products(struct sumac_exact_dot *dot, const double *x, const double *y, size_t n);
int sumac_exact_dot_subtract_products(struct sumac_exact_dot *dot, const double *x, const double *y, size_t n);
int sumac_exact_dot_add_doubles(struct sumac_exact_dot *dot, const double *x, size_t n);
int sumac_exact_dot_subtract_doubles(struct sumac_exact_dot *dot, const double *x, size_t n);

/* sum += other, sum -= other. They may be the same. A zero that is subtracted counts as +0. */
int sumac_exact_add_exact(struct sumac_exact *sum, const struct sumac_exact *other);
int sumac_exact_subtract_exact(struct sumac_exact *sum, const struct sumac_exact *other);
int sumac_exact_dot_add_dot(struct sumac_exact_dot *dot, const struct sumac_exact_dot *other);
int sumac_exact_dot_subtract_dot(struct sumac_exact_dot *dot, const struct sumac_exact_dot *other);
/* dot += sum. */
int sumac_exact_dot_add_exact(struct sumac_exact_dot *dot, const struct sumac_exact *sum);

/* The value, rounded once: to nearest, ties to even. A sum of -0 alone is -0; other zeros, and a sum of nothing, are +0. An
 * infinity among the addends is the value; infinities of both signs, or a NaN, make it a NaN (without sign and payload). */
int sumac_exact_to_double(const struct sumac_exact *sum, double *value_out);
int sumac_exact_to_float(const struct sumac_exact *sum, float *value_out);
int sumac_exact_dot_to_double(const struct sumac_exact_dot *dot, double *value_out);
int sumac_exact_dot_to_float(const struct sumac_exact_dot *dot, float *value_out);

/* *order_out = -1, 0 or 1: a is less than b, equal to it, or greater; SUMAC_EXACT_UNORDERED if one of them is a NaN. */
enum { SUMAC_EXACT_UNORDERED = 2 };
int sumac_exact_compare(const struct sumac_exact *a, const struct sumac_exact *b, int *order_out);
int sumac_exact_dot_compare(const struct sumac_exact_dot *a, const struct sumac_exact_dot *b, int *order_out);

/*
 * Collectives on n accumulators, as those of sumac.h; the calls whose names have an i before the verb are requests. dst = the sum
 * of the ranks' src, on all ranks; on root alone (dst is not touched elsewhere); or of the ranks up to this one. It is one
 * reduction of integers, which the NICs do where the team has some. If an accumulator of any rank is not valid, every rank
 * that would get the sum gets an error instead, and dst then holds no valid accumulator in its place.
 */
int sumac_exact_allreduce(struct sumac_team *team, struct sumac_exact *dst, const struct sumac_exact *src, size_t n);
int sumac_exact_reduce(struct sumac_team *team, struct sumac_exact *dst, const struct sumac_exact *src, size_t n, int root);
int sumac_exact_scan(struct sumac_team *team, struct sumac_exact *dst, const struct sumac_exact *src, size_t n);
int sumac_exact_iallreduce(struct sumac_team *team, struct sumac_exact *dst, const struct sumac_exact *src, size_t n,
			   struct sumac_request **request_out);
int sumac_exact_ireduce(struct sumac_team *team, struct sumac_exact *dst, const struct sumac_exact *src, size_t n, int root,
			struct sumac_request **request_out);
int sumac_exact_iscan(struct sumac_team *team, struct sumac_exact *dst, const struct sumac_exact *src, size_t n,
		      struct sumac_request **request_out);

int sumac_exact_dot_allreduce(struct sumac_team *team, struct sumac_exact_dot *dst, const struct sumac_exact_dot *src, size_t n);
int sumac_exact_dot_reduce(struct sumac_team *team, struct sumac_exact_dot *dst, const struct sumac_exact_dot *src, size_t n,
			   int root);
int sumac_exact_dot_scan(struct sumac_team *team, struct sumac_exact_dot *dst, const struct sumac_exact_dot *src, size_t n);
int sumac_exact_dot_iallreduce(struct sumac_team *team, struct sumac_exact_dot *dst, const struct sumac_exact_dot *src, size_t n,
			       struct sumac_request **request_out);
int sumac_exact_dot_ireduce(struct sumac_team *team, struct sumac_exact_dot *dst, const struct sumac_exact_dot *src, size_t n,
			    int root, struct sumac_request **request_out);
int sumac_exact_dot_iscan(struct sumac_team *team, struct sumac_exact_dot *dst, const struct sumac_exact_dot *src, size_t n,
			  struct sumac_request **request_out);

/* dst[f] = the sum of src[f * stride] ... src[f * stride + n_local - 1] of all ranks, rounded once, for each of n_fields fields, on
 * all ranks: local sums, one collective. n_local may differ from rank to rank. */
int sumac_exact_sum(struct sumac_team *team, double *dst, const double *src, size_t n_local, size_t n_fields, size_t stride);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
