/*
 * Validation of a call's arguments. What is wrong in the same way on all ranks is refused on all, and the
 * team lives on; what is wrong on one rank alone leaves the others waiting, and their wait reports it.
 */
#include "core/check.h"

#include <stdint.h>

#include "base/combination.h"
#include "base/fail.h"
#include "core/memory.h"

static size_t bytes_of(const struct sumac_call *call, uint64_t count)
{
	return (size_t)count * sumac_type_bytes(call->type);
}

static bool overlap(const char *left, size_t left_bytes, const char *right, size_t right_bytes)
{
	uintptr_t l = (uintptr_t)left, r = (uintptr_t)right;

	return l < r ? r - l < left_bytes : l - r < right_bytes;
}

static int check_source(const struct sumac_team *team, const struct sumac_call *call, size_t len_bytes)
{
	if (!len_bytes)
		return 0;
	if (!call->src)
		return sumac_fail(SUMAC_EINVAL, "the source is NULL");
	return sumac_memory_check(team->job, call->src, len_bytes, "the source");
}

static int check_destination(const struct sumac_team *team, const struct sumac_call *call, size_t len_bytes)
{
	if (!len_bytes)
		return 0;
	if (!call->dst)
		return sumac_fail(SUMAC_EINVAL, "the destination is NULL");
	return sumac_memory_check(team->job, call->dst, len_bytes, "the destination");
}

/* In place, a call's source is its destination, or its part of it. */
static int check_overlap(const struct sumac_team *team, const struct sumac_call *call, size_t src_bytes, size_t dst_bytes)
{
	struct sumac_piece own = sumac_coll_piece(call->coll, call->count, call->firsts, team->desc.size, team->desc.rank);
	const char *src = call->src, *dst = call->dst;
	bool gives_part = sumac_coll_row(call->coll)->gives == SUMAC_PART;

	if (!src_bytes || !dst_bytes || src == dst + (gives_part ? bytes_of(call, own.dst_first) : 0) ||
	    !overlap(src, src_bytes, dst, dst_bytes))
		return 0;
	return sumac_fail(SUMAC_EOVERLAP, "the source, %zu bytes at %p, and the destination, %zu bytes at %p, overlap in part",
			  src_bytes, call->src, dst_bytes, call->dst);
}

static int check_buffers(const struct sumac_team *team, const struct sumac_call *call)
{
	int rank = team->desc.rank, size = team->desc.size, err;
	size_t src_bytes = 0, dst_bytes = 0;

	if (sumac_coll_gives(call->coll, rank, call->root))
		src_bytes = bytes_of(call, sumac_coll_src_count(call->coll, call->count, call->firsts, size, rank));
	if (sumac_coll_gets(call->coll, rank, call->root))
		dst_bytes = bytes_of(call, sumac_coll_dst_count(call->coll, call->count, call->firsts, size, rank));
	err = check_source(team, call, src_bytes);
	if (!err)
		err = check_destination(team, call, dst_bytes);
	return err || !team->job->check ? err : check_overlap(team, call, src_bytes, dst_bytes);
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
