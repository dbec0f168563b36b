/*
 * A call that is like an earlier one on its team, as a solver's are, step after step: what that one has found out holds for it,
 * so it is not found out again. A team keeps the requests of its last few kinds of calls; in that of the next call of a kind
 * only the place in the sequence and the buffers change.
 */
#ifndef SUMAC_REPEAT_H
#define SUMAC_REPEAT_H

#include "agree/agree.h"
#include "core/call/call.h"

/* Whether other buffers than those of the kind's last call would pass its checks too, and lie to each other as they did: in
 * place, or apart; if so, they are now those of its request. What does not is left to the checks, which have the words for it. */
bool sumac_repeat_takes(struct sumac_request *kept, const struct sumac_call *call);

static inline bool sumac_repeat_is_of_kind(const struct sumac_request *kept, const struct sumac_call *call)
{
	return kept && kept->call.coll == call->coll && kept->call.op == call->op && kept->call.type == call->type &&
	       kept->call.count == call->count && kept->call.root == call->root;
}

/* Whether that kind's last call is over, and nothing has changed on which its checks, its engine or its memory's places
 * depended. A buffer that a rank does not use is NULL in the request, and any will do. */
static inline bool sumac_repeat_fits(const struct sumac_team *team, struct sumac_request *kept, const struct sumac_call *call)
{
	return !kept->is_under_way && kept->n_memory_changes == team->job->n_memory_changes &&
	       (((kept->call.dst == call->dst || !kept->call.dst) && (kept->call.src == call->src || !kept->call.src)) ||
		sumac_repeat_takes(kept, call));
}

/* The request of the kind's last call, if the team keeps it; or NULL. */
struct sumac_request *sumac_repeat_search(struct sumac_team *team, const struct sumac_call *call);

/* The same, if the call is like that one. Expected is the kind that last came after that of the newest call: so those of a loop are
 * found at once. None while a thread is inside a blocking call on the team, which is for begin_anew() to refuse. */
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

/* Where the next call of the kind will find it: where the last one of it did, else in the place of the kind that has not come for
 * longest. 0: nowhere, as its place is in use. */
unsigned sumac_repeat_memo_for(struct sumac_team *team, const struct sumac_call *call);

/* For what is a part of every call: the compiler would rather have one copy of it for blocking calls and requests. */
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
