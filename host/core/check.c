/*
 * Validation of a call's arguments. What is wrong in the same way on all ranks is refused on all, and the
 * team lives on; what is wrong on one rank alone leaves the others waiting, and their wait reports it.
 */
#include "core/check.h"

#include <stdint.h>

#include "base/combination.h"
#include "base/fail.h"
#include "core/memory.h"

static bool has_result(const struct sumac_team *team, const struct sumac_call *call)
{
	return call->coll != SUMAC_COLL_REDUCE || call->root == team->desc.rank;
}

/* The two ranges share bytes without being the same. */
static bool overlap_in_part(const void *left, const void *right, size_t len_bytes)
{
	uintptr_t l = (uintptr_t)left, r = (uintptr_t)right;
	uintptr_t distance = l < r ? r - l : l - r;

	return distance && distance < len_bytes;
}

static int check_buffers(const struct sumac_team *team, const struct sumac_call *call, size_t len_bytes)
{
	int err;

	if (!call->src)
		return sumac_fail(SUMAC_EINVAL, "the source is NULL");
	err = sumac_memory_check(team->job, call->src, len_bytes, "the source");
	if (err || !has_result(team, call))
		return err;
	if (!call->dst)
		return sumac_fail(SUMAC_EINVAL, "the destination is NULL");
	err = sumac_memory_check(team->job, call->dst, len_bytes, "the destination");
	if (!err && team->job->check && overlap_in_part(call->dst, call->src, len_bytes))
		err = sumac_fail(SUMAC_EOVERLAP, "source %p and destination %p of %zu bytes overlap in part", call->src,
				 call->dst, len_bytes);
	return err;
}

int sumac_check_call(const struct sumac_team *team, const struct sumac_call *call)
{
	int err = sumac_combination_check(call->op, call->type);
	size_t bytes = sumac_type_bytes(call->type);

	if (err)
		return err;
	if (call->coll == SUMAC_COLL_REDUCE && (call->root < 0 || call->root >= team->desc.size))
		return sumac_fail(SUMAC_EINVAL, "the root %d is not a rank of a team of %d", call->root,
				  team->desc.size);
	if (call->count > (uint64_t)PTRDIFF_MAX / bytes)
		return sumac_fail(SUMAC_EINVAL, "%llu elements of %zu bytes are more than memory can hold",
				  (unsigned long long)call->count, bytes);
	return call->count ? check_buffers(team, call, (size_t)call->count * bytes) : 0;
}
