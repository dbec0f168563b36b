/*
 * Pairs of operands: one generator for the benches of the lanes, the campaign and the tests of the CPU
 * engine. A pair depends on type, set, seed and its own number alone, so that whatever a failure prints can
 * be had again.
 */
#ifndef SUMAC_VECTORS_H
#define SUMAC_VECTORS_H

#include <stddef.h>
#include <stdint.h>

enum vectors_set {
	/* Each of the type's corners with each (of bytes, all values); then each corner with operands that
	 * are made for it. */
	VECTORS_CORNERS,
	VECTORS_RANDOM, /* weighted to the corners; has no end */
	VECTORS_ALL, /* every pair of bits there is, of elements of one or two bytes */
};

/* How many pairs the set has; 0: the oracle does not know the type, or there is no such set of it. */
uint64_t vectors_count(int type, enum vectors_set set);

/* Elements of the pairs first to first + count - 1. The seed counts for random pairs only. */
void vectors_make(int type, enum vectors_set set, uint64_t seed, uint64_t first, size_t count, void *left,
		  void *right);

#endif
