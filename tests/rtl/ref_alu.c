/*
 * The inputs of the lanes' bench: for every (op, type) all corners with all corners, and then pairs in any order
 * on operands at random.
 */
#include <string.h>

#include "ref_beat.h"
#include "svdpi.h"

static struct {
	int pair, index; /* directed: at hand, and its next beat */
	long n_random;
} at;

void alu_begin(int n_random)
{
	at.n_random = n_random;
	at.pair = 0;
	at.index = 0;
}

/* The next operation. 0 when there is none. */
int alu_next(int *op, int *type, svBitVecVal *left, svBitVecVal *right)
{
	struct beat l, r;

	for (; at.pair < ref_n_pairs(); at.pair++, at.index = 0) {
		ref_pair(at.pair, op, type);
		if (!ref_corner_pair(*type, at.index, &l, &r))
			continue;
		at.index++;
		memcpy(left, &l, BEAT_BYTES);
		memcpy(right, &r, BEAT_BYTES);
		return 1;
	}
	if (at.n_random-- <= 0)
		return 0;
	ref_pair((int)(ref_random() >> 33) % ref_n_pairs(), op, type);
	ref_random_pair(*type, &l, &r);
	memcpy(left, &l, BEAT_BYTES);
	memcpy(right, &r, BEAT_BYTES);
	return 1;
}

void alu_result(int op, int type, const svBitVecVal *left, const svBitVecVal *right, svBitVecVal *result)
{
	struct beat l, r;

	memcpy(&l, left, BEAT_BYTES);
	memcpy(&r, right, BEAT_BYTES);
	l = ref_combine(op, type, &l, &r);
	memcpy(result, &l, BEAT_BYTES);
}
