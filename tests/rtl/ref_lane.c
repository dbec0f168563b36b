/*
 * Operands for the benches of single lanes, and what the oracle makes of them: up to 16 bytes, of a beat that is
 * otherwise nothing. Every (op, type) has its own place among its type's corners.
 */
#include <string.h>

#include "ref_beat.h"
#include "svdpi.h"

enum { LANES = 16, N_OPS = 16, N_TYPES = 256 };

static struct {
	struct beat left, right;
	int index, at; /* the next beat of corners; the bytes of this one that are gone */
	int begun, random;
} places[N_OPS][N_TYPES];

static void next_beat(int op, int type)
{
	if (!places[op][type].random &&
	    !ref_corner_pair(type, places[op][type].index++, &places[op][type].left, &places[op][type].right))
		places[op][type].random = 1;
	if (places[op][type].random)
		ref_random_pair(type, &places[op][type].left, &places[op][type].right);
	places[op][type].at = 0;
	places[op][type].begun = 1;
}

/* The next operands, `bytes` long: pieces of a beat, one after the other. 0 when the corners are through. */
int lane_next(int op, int type, int bytes, svBitVecVal *left, svBitVecVal *right)
{
	if (!places[op][type].begun || places[op][type].at + bytes > BEAT_BYTES)
		next_beat(op, type);
	memset(left, 0, LANES);
	memset(right, 0, LANES);
	memcpy(left, places[op][type].left.bytes + places[op][type].at, (size_t)bytes);
	memcpy(right, places[op][type].right.bytes + places[op][type].at, (size_t)bytes);
	places[op][type].at += bytes;
	return !places[op][type].random;
}

void lane_combine(int op, int type, const svBitVecVal *left, const svBitVecVal *right, svBitVecVal *result)
{
	struct beat l, r;

	memset(&l, 0, sizeof(l));
	memset(&r, 0, sizeof(r));
	memcpy(&l, left, LANES);
	memcpy(&r, right, LANES);
	l = ref_combine(op, type, &l, &r);
	memcpy(result, &l, LANES);
}
