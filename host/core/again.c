/*
 * Whether a call's buffers are like those of the call before.
 */
#include "core/again.h"

#include "base/overlap.h"
#include "core/memory.h"

/* One that the rank does not use may be any. */
static bool takes(const struct sumac_job *job, const void *last, const void *start, size_t len_bytes)
{
	return !last || last == start || (start && !sumac_memory_check(job, start, len_bytes, "it"));
}

static bool lie_alike(const struct sumac_request *last, const struct sumac_call *call)
{
	const struct sumac_call *was = &last->call;

	if (!was->src || !was->dst)
		return true;
	if (call->src == call->dst)
		return was->src == was->dst;
	return !sumac_overlap(call->src, last->src_bytes, call->dst, last->dst_bytes) &&
	       !sumac_overlap(was->src, last->src_bytes, was->dst, last->dst_bytes);
}

bool sumac_again_takes(struct sumac_team *team, const struct sumac_call *call)
{
	struct sumac_request *last = team->spare;

	if (!takes(team->job, last->call.src, call->src, last->src_bytes) ||
	    !takes(team->job, last->call.dst, call->dst, last->dst_bytes) || !lie_alike(last, call))
		return false;
	last->call.src = last->call.src ? call->src : NULL;
	last->call.dst = last->call.dst ? call->dst : NULL;
	return true;
}
