/*
 * A member's part of the shared memory. The member alone writes it, except for its slice of calls that are shared out; the
 * others read it. Flags and counters are released after what they stand for, and acquired before it is read. Slots are two
 * lines apart, since processors fetch lines in pairs.
 */
#ifndef SUMAC_LEAF_AREA_H
#define SUMAC_LEAF_AREA_H

#include <stdatomic.h>
#include <stdint.h>

enum { SUMAC_LEAF_LINE_BYTES = 64, SUMAC_LEAF_PAIR_BYTES = 2 * SUMAC_LEAF_LINE_BYTES, SUMAC_LEAF_INLINE_BYTES = 96 };

/* A member may lend these in a long call: others read its source, or write to its destination, where it lies; or read by the
 * kernel a source that nobody else maps. */
enum sumac_leaf_lendable { SUMAC_LEAF_SRC, SUMAC_LEAF_DST, SUMAC_LEAF_OWN_SRC, SUMAC_LEAF_N_LENDABLES };

/* A member's part in call `flag`. Bytes that do not fit lie in the payload of the same number. A long call's slot only says
 * where the operand lies. */
struct sumac_leaf_slot {
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t flag;
	uint64_t digest;
	uint64_t done;	    /* as the control's, a little older */
	uint32_t len_bytes; /* of the operand, modulo 2^32 */
	uint32_t seq;	    /* the lower half of the core's number for the call */
	union {
		uint8_t bytes[SUMAC_LEAF_INLINE_BYTES];
		struct {
			/* For a long call: 1 more than its offset in the member's windows, or a source's own address; 0: it is not
			 * lent. */
			_Atomic uint64_t lent[SUMAC_LEAF_N_LENDABLES];
			_Atomic int32_t core; /* that it ran on then; or < 0 */
		};
	};
};
_Static_assert(sizeof(struct sumac_leaf_slot) == SUMAC_LEAF_PAIR_BYTES, "a slot's size");

/* How far a member is in long calls, in rounds of all calls together. */
enum sumac_leaf_counter {
	SUMAC_LEAF_IN,	   /* its operand lies in its copy buffer */
	SUMAC_LEAF_FOLDED, /* it has read the others' copy buffers, or what they lend, and its result lies where it belongs */
	SUMAC_LEAF_TAKEN,  /* it has read the others' result areas, or what they lend to be handed on */
	SUMAC_LEAF_N_COUNTERS
};

struct sumac_leaf_control {
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t key; /* the team's; another, or 0, when the area has been given back */
	_Atomic uint64_t done;	   /* calls that it has finished, and whose slots it reads no more */
	_Atomic uint32_t has_left; /* it reads nothing any more */
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t counters[SUMAC_LEAF_N_COUNTERS];
	/* The latest call for which it has read all that another one's own memory has for it; or could not, and awaits copies. */
	_Atomic uint64_t read_in, refused_in;
	/* How long the latest call lasted in which an operand passed to it, in ns, below the call's number; 0: it does not say, and
	 * reads nobody's own memory. */
	_Atomic uint64_t took;
	/* Its slice of calls that are shared out. Whoever folds the slice writes these: who took it last, and in which call;
	 * and the last call in which it was folded. */
	_Alignas(SUMAC_LEAF_PAIR_BYTES) _Atomic uint64_t taken;
	_Atomic uint64_t folded;
	_Atomic uint64_t failed_in; /* the oldest call that it has given up; 0: none */
};

#endif
