/*
 * A call like an earlier one on its team, as a solver makes step after step, reuses what the earlier one found out. A team keeps
 * the requests of its last few kinds of calls; the next call of a kind changes only the request's sequence number and buffers.
 */
#ifndef SUMAC_REPEAT_H
#define SUMAC_REPEAT_H

#include "agree/agree.h"
#include "core/call/call.h"

/* Whether the call's new buffers would pass the checks of the kind's last call, and are in place or apart as its buffers were; if
 * so, the request now has them. All other buffers are left to the checks, which can say what is wrong. */
bool sumac_repeat_takes(struct sumac_request *kept, const struct sumac_call *call);

static inline bool sumac_repeat_is_of_kind(const struct sumac_request *kept, const struct sumac_call *call)
{
	return kept && kept->call.coll == call->coll && kept->call.op == call->op && kept->call.type == call->type &&
	       kept->call.count == call->count && kept->call.root == call->root;
}

/* Whether the kind's last call is over, and nothing has changed that its checks, its engine or the location of its memory
 * depended on. A buffer that a rank does not use is NULL in the request, and any buffer matches it. */
static inline bool sumac_repeat_fits(const struct sumac_team *team, struct sumac_request *kept, const struct sumac_call *call)
{
	return !kept->is_under_way && kept->n_memory_changes == team->job->n_memory_changes &&
	       (((kept->call.dst == call->dst || !kept->call.dst) && (kept->call.src == call->src || !kept->call.src)) ||
		sumac_repeat_takes(kept, call));
}

/* The request of the kind's last call if the team keeps it, else NULL. */
struct sumac_request *sumac_repeat_search(struct sumac_team *team, const struct sumac_call *call);

/* The same, if the call is like that one. We first try the kind that last followed the newest call's, so a loop's calls are found
 * at once. NULL while a thread is inside a blocking call on the team: begin_anew() refuses that. */
static inline struct sumac_request *sumac_repeat_find(struct sumac_team *team, const struct sumac_call *call)
{
	struct sumac_request *kept = team->newest ? team->newest->then : NULL;

	if (call->firsts || team->is_called)
		return NULL;
	if (!sumac_repeat_is_of_kind(kept, call))
		kept = sumac_repeat_search(team, call);
	if (!kept || !sumac_repeat_fits(team, kept, call))
		return NULL;
	team->newest = kept;
	return kept;
}

/* The memo in which the next call of the kind will find it: the kind's own, else that of the kind not called for longest. Returns
 * 0 if that memo is in use. */
unsigned sumac_repeat_memo_for(struct sumac_team *team, const struct sumac_call *call);

/* For code that every call runs: the compiler would rather share one copy between blocking calls and requests. */
#define SUMAC_ALWAYS_INLINE inline __attribute__((always_inline))

/* Posts such a call, as sumac_call_post() would. */
static SUMAC_ALWAYS_INLINE int sumac_repeat_post(struct sumac_team *team, struct sumac_request *request)
{
	const struct sumac_engine_ops *ops = team->job->engine[request->kind]->ops;
	int err;

	request->is_under_way = true;
	sumac_call_enter(team, request, 0);
	request->note.seq = request->call.seq;
	request->note.digest = request->call.digest;
	sumac_agree_note(team->agreement, &request->note);
	err = (ops->post_like ? ops->post_like : ops->post)(team->context[request->kind], &request->call, &request->ticket);
	return err < 0 ? sumac_call_end_unposted(request, err) : 0;
}

#endif
