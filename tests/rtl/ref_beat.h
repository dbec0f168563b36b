/* Beats of 64 bytes for the benches: random ones, corners, and what the oracle makes of two. See ref_beat.c. */
#ifndef SUMAC_TESTS_RTL_REF_BEAT_H
#define SUMAC_TESTS_RTL_REF_BEAT_H

#include <stdint.h>

#define BEAT_BYTES 64

struct beat {
	uint8_t bytes[BEAT_BYTES];
};

/* The table's pairs that the NIC does, the bench's own among them. */
int ref_n_pairs(void);
void ref_pair(int which, int *op_out, int *type_out);
int ref_listed(int op, int type, int with_test_ops);
/* Bytes of an element, 1 for what is no type. */
int ref_elem_bytes(int type);
/* 1 for sums and products of floats, which take the lanes' long way. */
int ref_is_float(int op, int type);

struct beat ref_combine(int op, int type, const struct beat *left, const struct beat *right);
/* a - b over inputs lo to lo + n - 1, by the definition of E(lo, n). */
struct beat ref_nested_sub(int type, int lo, int n, const struct beat *inputs);

uint64_t ref_random(void);
void ref_random_beat(struct beat *out);
/* Elements of the type at random, in which right sometimes cancels left, or is it, or is next to it. */
void ref_random_pair(int type, struct beat *left_out, struct beat *right_out);
/* The index-th beat of all corners with all corners, of bytes all with all; 0 when there are no more. */
int ref_corner_pair(int type, int index, struct beat *left_out, struct beat *right_out);

#endif
