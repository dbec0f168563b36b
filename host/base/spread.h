/*
 * A place in a table of 2^n_bits for a handle: an address of one of many structures in a row, or a number in its low bits.
 */
#ifndef SUMAC_SPREAD_H
#define SUMAC_SPREAD_H

#include <stdint.h>

static inline unsigned sumac_spread(uintptr_t handle, int n_bits)
{
	return (unsigned)((uint64_t)handle * 0x9E3779B97F4A7C15 >> (64 - n_bits)); /* the golden ratio's bits */
}

#endif
