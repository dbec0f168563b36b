/* Integer operations on beats of 64 bytes, in plain C: the benches' reference. See ref_int.c. */
#ifndef SUMAC_TESTS_RTL_REF_INT_H
#define SUMAC_TESTS_RTL_REF_INT_H

#include <stdint.h>

#define BEAT_BYTES 64

struct beat {
	uint8_t bytes[BEAT_BYTES];
};

uint64_t ref_random(void);
void ref_random_beat(struct beat *out);
int ref_int_allowed(int op, int type, int test_ops);
struct beat ref_int_combine(int op, int type, const struct beat *left, const struct beat *right);
int ref_edge_pair(int size, int index, struct beat *left_out, struct beat *right_out);
struct beat ref_nested_sub(int type, int lo, int n, const struct beat *inputs);

#endif
