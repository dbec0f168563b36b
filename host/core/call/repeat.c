/*
 * Decides whether a call's buffers are like those of the last call of its kind, and which kinds a team keeps.
 */
#include "core/call/repeat.h"

#include "base/overlap.h"
#include "core/job/memory.h"

/* A buffer that the rank does not use may be anything. */
static bool takes(const struct sumac_job *job, const void *last, const void *start, size_t len_bytes)
{
	return !last || last == start || (start && !sumac_memory_check(job, start, len_bytes, "it"));
}

static bool lie_alike(const struct sumac_call *was, const struct sumac_call *call)
{
	if (!was->src || !was->dst)
		return true;
	if (call->src == call->dst)
		return was->src == was->dst;
	return !sumac_overlap(call->src, was->src_bytes, call->dst, was->dst_bytes) &&
	       !sumac_overlap(was->src, was->src_bytes, was->dst, was->dst_bytes);
}

bool sumac_repeat_takes(struct sumac_request *kept, const struct sumac_call *call)
{
	const struct sumac_job *job = kept->team->job;

	if (!takes(job, kept->call.src, call->src, kept->call.src_bytes) ||
	    !takes(job, kept->call.dst, call->dst, kept->call.dst_bytes) || !lie_alike(&kept->call, call))
		return false;
	kept->call.src = kept->call.src ? call->src : NULL;
	kept->call.dst = kept->call.dst ? call->dst : NULL;
	return true;
}

struct sumac_request *sumac_repeat_search(struct sumac_team *team, const struct sumac_call *call)
{
	struct sumac_request *kept;

	for (int i = 0; i < SUMAC_N_MEMOS; i++) {
		kept = team->kept[i];
		if (!sumac_repeat_is_of_kind(kept, call))
			continue;
		if (team->newest)
			team->newest->then = kept;
		return kept;
	}
	return NULL;
}

static uint64_t age_of(const struct sumac_team *team, unsigned at)
{
	return team->seq - team->kept[at]->call.seq;
}

unsigned sumac_repeat_memo_for(struct sumac_team *team, const struct sumac_call *call)
{
	const struct sumac_request *last = sumac_repeat_search(team, call);
	unsigned memo = 0;

	if (last)
		return last->is_under_way ? 0 : last->call.memo;
	for (unsigned at = 0; at < SUMAC_N_MEMOS; at++) {
		if (!team->kept[at])
			return at + 1;
		if (!team->kept[at]->is_under_way && (!memo || age_of(team, at) > age_of(team, memo - 1)))
			memo = at + 1;
	}
	return memo;
}
