/*
 * Kernels of pairs of a value and its index. Only the bytes of the chosen value and index are written over
 * left's pair, so that the padding is left's.
 */
#include "engine/cpu/kernel_family.h"

/* An x87 value has 10 bytes and 6 of padding. */
#define VALUE_BYTES(T) (__builtin_types_compatible_p(T, long double) ? 10 : sizeof(T))

#define PAIRS(op, type, T, operator) \
	KERNEL_FUNCTION(op, type) \
	{ \
		const char *lefts = left_elems, *rights = right_elems; \
		char *results = dst; \
		for (size_t at = 0; at < count * sizeof(T); at += sizeof(T)) { \
			T left, right; \
			memcpy(&left, lefts + at, sizeof(T)); \
			memcpy(&right, rights + at, sizeof(T)); \
			memmove(results + at, lefts + at, sizeof(T)); \
			if (right.value operator left.value) \
				memcpy(results + at, &right.value, VALUE_BYTES(__typeof__(right.value))); \
			if (right.value operator left.value || \
			    (right.value == left.value && right.index < left.index)) \
				memcpy(results + at + offsetof(T, index), &right.index, sizeof(right.index)); \
		} \
	}

#define MAKE_PAIR_MINLOC(type, T) PAIRS(MINLOC, type, T, <)
#define MAKE_PAIR_MAXLOC(type, T) PAIRS(MAXLOC, type, T, >)

#define MAKE_INTEGER(...)
#define MAKE_FLOAT(...)
#define MAKE_HALF(...)
#define MAKE_WIDE(...)
#define MAKE_PAIR(op, type, ctype, ...) MAKE_PAIR_##op(type, ctype)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, ...) KERNEL_MAKE(type)(op, type, ctype, calc, how, body)
#include "spec/combinations.def"
