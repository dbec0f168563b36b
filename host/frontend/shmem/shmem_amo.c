/*
 * Atomics in all forms. The value of a fetch that need not block is there after the next quiet.
 */
#include <string.h>

#include "frontend/shmem/shmem_far.h"

/* The value's own bits, whatever its type. */
#define BITS(value) bits_of(&(value), sizeof(value))

static uint64_t bits_of(const void *value, size_t width)
{
	uint64_t bits = 0;

	memcpy(&bits, value, width);
	return bits;
}

void sumac_shmem_act(const char *call, shmem_ctx_t ctx, const void *dest, struct sumac_amo amo, void *fetch_out, bool waits, int pe)
{
	int rank = sumac_shmem_target(call, ctx, pe);

	if (sumac_remote_api_amo_of(sumac_shmem_flow(ctx), rank, (void *)(uintptr_t)dest, &amo, fetch_out, waits))
		sumac_shmem_die_of(call, "dest", pe);
}

#define DO(op, type, value, cond) ((struct sumac_amo){ SUMAC_AMO_##op, sizeof(type), value, cond })

/* A call that changes a value, and one that also brings the value before, in both its forms. */
#define CHANGE(name, type, params, at, amo) \
	SUMAC_SHMEM_DEFINE(void, name, (SUMAC_SHMEM_ARGS params, int pe), sumac_shmem_act(__func__, ctx, at, amo, NULL, false, pe))
#define FETCH(name, type, params, at, amo) \
	SUMAC_SHMEM_DEFINE(type, name, (SUMAC_SHMEM_ARGS params, int pe), type before; \
			   sumac_shmem_act(__func__, ctx, at, amo, &before, true, pe); return before) \
	SUMAC_SHMEM_DEFINE(void, name##_nbi, (type *fetch, SUMAC_SHMEM_ARGS params, int pe), \
			   sumac_shmem_require_place(__func__, "fetch", fetch); \
			   sumac_shmem_act(__func__, ctx, at, amo, fetch, false, pe))

#define SUMAC_SHMEM_EXTENDED(name, type) \
	FETCH(name##_atomic_fetch, type, (const type *source), source, DO(FETCH, type, 0, 0)) \
	CHANGE(name##_atomic_set, type, (type *dest, type value), dest, DO(SET, type, BITS(value), 0)) \
	FETCH(name##_atomic_swap, type, (type *dest, type value), dest, DO(SWAP, type, BITS(value), 0))

#define SUMAC_SHMEM_AMO(name, type) \
	FETCH(name##_atomic_compare_swap, type, (type *dest, type cond, type value), dest, \
	      DO(COMPARE_SWAP, type, BITS(value), BITS(cond))) \
	CHANGE(name##_atomic_inc, type, (type *dest), dest, DO(ADD, type, 1, 0)) \
	FETCH(name##_atomic_fetch_inc, type, (type *dest), dest, DO(ADD, type, 1, 0)) \
	CHANGE(name##_atomic_add, type, (type *dest, type value), dest, DO(ADD, type, BITS(value), 0)) \
	FETCH(name##_atomic_fetch_add, type, (type *dest, type value), dest, DO(ADD, type, BITS(value), 0))

#define BITWISE(name, type, op, OP) \
	CHANGE(name##_atomic_##op, type, (type *dest, type value), dest, DO(OP, type, BITS(value), 0)) \
	FETCH(name##_atomic_fetch_##op, type, (type *dest, type value), dest, DO(OP, type, BITS(value), 0))
#define SUMAC_SHMEM_BITWISE(name, type) \
	BITWISE(name, type, and, AND) \
	BITWISE(name, type, or, OR) \
	BITWISE(name, type, xor, XOR)

/* The names from before version 1.4. */
#define OLD_CHANGE(name, type, params, amo) \
	void (shmem_##name)(SUMAC_SHMEM_ARGS params) \
	{ \
		sumac_shmem_act(__func__, SHMEM_CTX_DEFAULT, dest, amo, NULL, false, pe); \
	}
#define OLD_FETCH(name, type, params, amo) \
	type (shmem_##name)(SUMAC_SHMEM_ARGS params) \
	{ \
		type before; \
\
		sumac_shmem_act(__func__, SHMEM_CTX_DEFAULT, dest, amo, &before, true, pe); \
		return before; \
	}
#define SUMAC_SHMEM_OLDSWAP(name, type) \
	OLD_FETCH(name##_fetch, type, (const type *dest, int pe), DO(FETCH, type, 0, 0)) \
	OLD_CHANGE(name##_set, type, (type *dest, type value, int pe), DO(SET, type, BITS(value), 0)) \
	OLD_FETCH(name##_swap, type, (type *dest, type value, int pe), DO(SWAP, type, BITS(value), 0))
#define SUMAC_SHMEM_OLD(name, type) \
	OLD_FETCH(name##_cswap, type, (type *dest, type cond, type value, int pe), \
		  DO(COMPARE_SWAP, type, BITS(value), BITS(cond))) \
	OLD_CHANGE(name##_inc, type, (type *dest, int pe), DO(ADD, type, 1, 0)) \
	OLD_FETCH(name##_finc, type, (type *dest, int pe), DO(ADD, type, 1, 0)) \
	OLD_CHANGE(name##_add, type, (type *dest, type value, int pe), DO(ADD, type, BITS(value), 0)) \
	OLD_FETCH(name##_fadd, type, (type *dest, type value, int pe), DO(ADD, type, BITS(value), 0))

#include "frontend/shmem/remote.inc"

/* For a long; in C11 a macro has this name. */
OLD_FETCH(swap, long, (long *dest, long value, int pe), DO(SWAP, long, BITS(value), 0))
