/*
 * A call that is like the one before on its team: what that one has found out holds for it, so it is not found out again. Its
 * request, in which only the place in the sequence and the buffers change, is that of the call before, which the team keeps as
 * its spare one.
 */
#ifndef SUMAC_AGAIN_H
#define SUMAC_AGAIN_H

#include "agree/agree.h"
#include "core/call.h"

/* Whether other buffers than those of the last call would pass its checks too, and lie to each other as they did: in place, or
 * apart; if so, they are now those of its request. What does not is left to the checks, which have the words for it. */
bool sumac_again_takes(struct sumac_team *team, const struct sumac_call *call);

/* Whether the call is like the last one on the team, which is over, and nothing has changed on which that one's checks, its
 * engine or its memory's places depended. A buffer that a rank does not use is NULL in the request, and any will do. While a
 * thread is inside a blocking call on the team, that one is the last. */
static inline bool sumac_again_fits(struct sumac_team *team, const struct sumac_call *call)
{
	const struct sumac_request *last = team->spare;

	return last && last->call.seq == team->seq && last->may_repeat && last->call.coll == call->coll &&
	       last->call.op == call->op && last->call.type == call->type && last->call.count == call->count &&
	       last->call.root == call->root && !call->firsts && last->n_memory_changes == team->job->n_memory_changes &&
	       (((last->call.dst == call->dst || !last->call.dst) && (last->call.src == call->src || !last->call.src)) ||
		sumac_again_takes(team, call));
}

/* For what is a part of every call: the compiler would rather have one copy of it for blocking calls and requests. */
#define SUMAC_ALWAYS_INLINE inline __attribute__((always_inline))

/* Posts such a call, as sumac_call_post() would. */
static SUMAC_ALWAYS_INLINE int sumac_again_post(struct sumac_team *team, struct sumac_request **request_out)
{
	struct sumac_request *request = team->spare;
	const struct sumac_engine_ops *ops = team->job->engine[request->kind]->ops;
	int err;

	team->spare = NULL;
	sumac_call_enter(request, ops, 0);
	sumac_agree_note_again(team->agreement, request->call.digest);
	*request_out = request;
	err = (ops->post_again ? ops->post_again : ops->post)(team->context[request->kind], &request->call, &request->ticket);
	return err < 0 ? sumac_call_end_unposted(request, err) : 0;
}

#endif
