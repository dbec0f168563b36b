/*
 * Atomics by the CPU, on memory that is mapped here.
 */
#include "remote/remote.h"

/* The old value, for either width. */
#define ON(type) \
	static uint64_t on_##type(const struct sumac_amo *amo, type *at) \
	{ \
		type value = (type)amo->value, compare = (type)amo->compare; \
\
		switch ((enum sumac_amo_op)amo->op) { \
		case SUMAC_AMO_FETCH: \
			return __atomic_load_n(at, __ATOMIC_SEQ_CST); \
		case SUMAC_AMO_SET: \
		case SUMAC_AMO_SWAP: \
			return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); \
		case SUMAC_AMO_COMPARE_SWAP: \
			__atomic_compare_exchange_n(at, &compare, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
			return compare; \
		case SUMAC_AMO_ADD: \
			return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST); \
		case SUMAC_AMO_AND: \
			return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST); \
		case SUMAC_AMO_OR: \
			return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST); \
		case SUMAC_AMO_XOR: \
			return __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST); \
		case SUMAC_N_AMO_OPS: \
			break; \
		} \
		return 0; \
	}

ON(uint32_t)
ON(uint64_t)

uint64_t sumac_amo_here(const struct sumac_amo *amo, void *at)
{
	return amo->width == sizeof(uint32_t) ? on_uint32_t(amo, at) : on_uint64_t(amo, at);
}
