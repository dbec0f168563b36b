/*
 * Atomics: by the CPU, on memory that is mapped here; else by a message.
 */
#include "base/fail.h"
#include "remote/remote_private.h"

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

int sumac_remote_amo(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own, const struct sumac_amo *amo,
		     void *fetch_out)
{
	void *at = sumac_remote_at(remote, rank, own, amo->width);
	enum sumac_remote_region region;
	uint64_t offset, old;
	int err;

	if ((uintptr_t)own % amo->width)
		return sumac_fail(SUMAC_EINVAL, "%p is not aligned for an atomic of %d bytes", own, amo->width);
	if (at) {
		old = sumac_amo_here(amo, at);
		if (fetch_out)
			memcpy(fetch_out, &old, amo->width);
		if (amo->op != SUMAC_AMO_FETCH)
			sumac_remote_wake(remote, rank);
		return 0;
	}
	err = sumac_remote_find(remote, own, amo->width, &region, &offset);
	if (!err)
		err = sumac_remote_check_way(remote, rank, region);
	return err ? err : sumac_remote_send_amo(remote, sumac_remote_flow_of(remote, flow), rank, region, offset, amo, fetch_out);
}
