/*
 * The oracle: what a reduction must give, from nothing but the definition. It shares no code with the
 * engines: it has its own sizes, its own arithmetic and its own rules for NaN, one element at a time.
 */
#ifndef SUMAC_ORACLE_H
#define SUMAC_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of an element; 0 if the oracle does not know the type. */
size_t oracle_elem_bytes(int type);

/* dst = left (op) right, one element. -1 if the oracle does not know the pair. */
int oracle_combine(int op, int type, const void *left, const void *right, void *dst);

/* dst = E over the ranks' src, element by element. -1 if the oracle does not know the pair. */
int oracle_reduce(int op, int type, int n_ranks, const void *const *src, size_t count, void *dst);

/* dst = the left fold of the ranks' src, in rank order. -1 as above. */
int oracle_fold(int op, int type, int n_ranks, const void *const *src, size_t count, void *dst);

/* A 16-bit float as a binary32, and that rounded to it. A NaN keeps what bits there are in both. */
void oracle_widen(int type, const void *narrow, void *wide);
void oracle_narrow(int type, const void *wide, void *narrow);
/* dst = the ranks' sum as binary32, by oracle_fold() or oracle_reduce(), rounded once. -1: it is no 16-bit float. */
int oracle_wide_sum(int type, int is_left, int n_ranks, const void *const *src, size_t count, void *dst);

/* Fills count elements: corners, on which arithmetic goes wrong; bits at random; and everyday values near 1
 * in size, of which every other stretch of 512 is made. The same seed gives the same elements. */
void oracle_fill(int type, uint64_t seed, size_t count, void *dst);
/* Writes corner `which` of the type, counted from 0, into one element; returns how many there are. */
int oracle_corner(int type, int which, void *dst);
/* Whether the type is a complex number or a pair: of which two types, and where the second begins. */
int oracle_parts(int type, int *first_out, int *second_out, size_t *second_at_out);

#endif
