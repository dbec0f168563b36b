/*
 * Validates a call's arguments. A mistake that all ranks make is refused on all, and the team lives on; a mistake of one rank
 * leaves the others waiting, and their wait reports it.
 */
#include "core/call/check.h"

#include <stdint.h>

#include "base/combination.h"
#include "base/fail.h"
#include "base/overlap.h"
#include "core/job/memory.h"

static int check_buffer(const struct sumac_team *team, const void *start, size_t len_bytes, const char *name)
{
	if (!len_bytes)
		return 0;
	if (!start)
		return sumac_fail(SUMAC_EINVAL, "%s is NULL", name);
	return sumac_memory_check(team->job, start, len_bytes, name);
}

/* An in-place call's source is its destination, or this rank's part of it. */
static int check_overlap(const struct sumac_call *call)
{
	const char *src = call->src, *dst = call->dst;

	if (!sumac_overlap(src, call->src_bytes, dst, call->dst_bytes) ||
	    src == dst + (size_t)call->own.dst_first * sumac_type_bytes(call->type))
		return 0;
	return sumac_fail(SUMAC_EOVERLAP, "the source, %zu bytes at %p, and the destination, %zu bytes at %p, overlap in part",
			  call->src_bytes, call->src, call->dst_bytes, call->dst);
}

static int check_buffers(const struct sumac_team *team, const struct sumac_call *call)
{
	int err = check_buffer(team, call->src, call->src_bytes, "the source");

	if (!err)
		err = check_buffer(team, call->dst, call->dst_bytes, "the destination");
	return err || !team->job->check ? err : check_overlap(call);
}

int sumac_check_call(const struct sumac_team *team, const struct sumac_call *call)
{
	int err = sumac_coll_combines(call->coll) ? sumac_combination_check(call->op, call->type) : 0;
	size_t bytes = sumac_type_bytes(call->type);

	if (err)
		return err;
	if (sumac_coll_has_root(call->coll) && (call->root < 0 || call->root >= team->desc.size))
		return sumac_fail(SUMAC_EINVAL, "the root %d is not a rank of a team of %d", call->root,
				  team->desc.size);
	if (call->count > (uint64_t)PTRDIFF_MAX / bytes)
		return sumac_fail(SUMAC_EINVAL, "%llu elements of %zu bytes are more than memory can hold",
				  (unsigned long long)call->count, bytes);
	return call->count ? check_buffers(team, call) : 0;
}
