/*
 * What a member has in shared memory: one writer, it alone; all others read. Flags and counters are released after what they
 * stand for, and acquired before it is read. Slots are as far apart as the processor fetches lines: in pairs.
 */
#ifndef SUMAC_LEAF_AREA_H
#define SUMAC_LEAF_AREA_H

#include <stdatomic.h>
#include <stdint.h>

enum { SUMAC_LEAF_PAIR_BYTES = 128, SUMAC_LEAF_INLINE_BYTES = 96 };

/* A member's part in call `flag`. What does not fit lies in the payload of the same number. With a long call's operand nothing
 * is written here but what it is. */
struct sumac_leaf_slot {
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t flag;
	uint64_t digest;
	uint64_t done;	    /* as the control's, a little older */
	uint32_t len_bytes; /* of the operand, modulo 2^32 */
	uint32_t seq;	    /* which the call has for the core */
	uint8_t bytes[SUMAC_LEAF_INLINE_BYTES];
};
_Static_assert(sizeof(struct sumac_leaf_slot) == SUMAC_LEAF_PAIR_BYTES, "a slot's size");

/* How far a member is in long calls, in rounds of all calls together. */
enum sumac_leaf_counter {
	SUMAC_LEAF_IN,	   /* its operand lies in its copy buffer */
	SUMAC_LEAF_FOLDED, /* it has read the others' copy buffers, and its result lies in its result area */
	SUMAC_LEAF_TAKEN,  /* it has read the others' result areas */
	SUMAC_LEAF_N_COUNTERS
};

struct sumac_leaf_control {
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t key; /* the team's; another, or 0, when the area has been given back */
	_Atomic uint64_t done;	   /* calls that it has finished, and whose slots it reads no more */
	_Atomic uint32_t has_left; /* it reads nothing any more */
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t counters[SUMAC_LEAF_N_COUNTERS];
};

#endif
