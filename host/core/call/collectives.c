/*
 * The collectives of the API, blocking and as requests: each function puts its arguments into a call.
 */
#include <stdlib.h>

#include "base/fail.h"
#include "core/call/perform.h"

/* A request that has not begun is NULL, whatever goes wrong. */
static int clear(struct sumac_request **request_out)
{
	if (!request_out)
		return sumac_fail(SUMAC_EINVAL, "request_out is NULL");
	*request_out = NULL;
	return 0;
}

static int begin(struct sumac_team *team, struct sumac_call *call, struct sumac_request **request_out)
{
	return clear(request_out) ? -SUMAC_EINVAL : sumac_perform_begin(team, call, request_out);
}

/* Begins a request if the caller wants one; otherwise, with request_out NULL, does the whole call. */
static int run(struct sumac_team *team, struct sumac_call *call, struct sumac_request **request_out)
{
	if (!request_out)
		return sumac_perform(team, call);
	return sumac_perform_begin(team, call, request_out);
}

/* Lists where each part begins. Equal parts get no list, so they are the same call however the program asks for them. */
static int add_parts(struct sumac_team *team, struct sumac_call *call, const size_t *counts, uint64_t **firsts_out)
{
	int size = team->desc.size;
	uint64_t *firsts = NULL;
	bool are_equal = true;

	if (!counts)
		return sumac_fail(SUMAC_EINVAL, "the list of counts is NULL");
	firsts = malloc(((size_t)size + 1) * sizeof(*firsts));
	if (!firsts)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the counts of %d ranks", size);
	firsts[0] = 0;
	for (int i = 0; i < size; i++) {
		if (__builtin_add_overflow(firsts[i], counts[i], &firsts[i + 1])) {
			free(firsts);
			return sumac_fail(SUMAC_EINVAL, "the counts of the ranks add up to more than memory can hold");
		}
		are_equal &= counts[i] == counts[0];
	}
	call->count = firsts[size];
	call->firsts = are_equal ? NULL : firsts;
	call->n_parts = are_equal ? 0 : size;
	*firsts_out = firsts;
	return 0;
}

static int run_in_parts(struct sumac_team *team, struct sumac_call *call, const size_t *counts,
			struct sumac_request **request_out)
{
	uint64_t *firsts = NULL;
	int err = sumac_team_check(team);

	if (!err)
		err = add_parts(team, call, counts, &firsts);
	if (err)
		return err;
	err = run(team, call, request_out);
	free(firsts);
	return err;
}

static int run_in_equal_parts(struct sumac_team *team, struct sumac_call *call, size_t count,
			      struct sumac_request **request_out)
{
	int err = sumac_team_check(team);

	if (err)
		return err;
	if (__builtin_mul_overflow((uint64_t)count, (uint64_t)team->desc.size, &call->count))
		return sumac_fail(SUMAC_EINVAL, "%zu elements for each of %d ranks are more than memory can hold", count,
				  team->desc.size);
	return run(team, call, request_out);
}

/* Fills in what the program says of a reduction; the rest is set when the call begins, so a repeated one skips it. */
static void put_combining(enum sumac_coll coll, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count,
			  struct sumac_call *call_out)
{
	call_out->coll = coll;
	call_out->op = op;
	call_out->type = type;
	call_out->count = count;
	call_out->firsts = NULL;
	call_out->n_parts = call_out->root = 0;
	call_out->dst = dst;
	call_out->src = src;
}

/* Fills in a call that moves bytes, or nothing. */
static void put_moving(enum sumac_coll coll, void *dst, const void *src, size_t len_bytes, struct sumac_call *call_out)
{
	put_combining(coll, SUMAC_CALL_NO_OP, SUMAC_CALL_NO_TYPE, dst, src, len_bytes, call_out);
}

int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		    size_t count)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_ALLREDUCE, op, type, dst, src, count, &call);
	return sumac_perform(team, &call);
}

int sumac_iallreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		     size_t count, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_ALLREDUCE, op, type, dst, src, count, &call);
	return begin(team, &call, request_out);
}

int sumac_reduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count, int root)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_REDUCE, op, type, dst, src, count, &call);
	call.root = root;
	return sumac_perform(team, &call);
}

int sumac_ireduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		  size_t count, int root, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_REDUCE, op, type, dst, src, count, &call);
	call.root = root;
	return begin(team, &call, request_out);
}

int sumac_reduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			 const size_t *counts)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_REDUCE_SCATTER, op, type, dst, src, 0, &call);
	return run_in_parts(team, &call, counts, NULL);
}

int sumac_ireduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			  const size_t *counts, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_REDUCE_SCATTER, op, type, dst, src, 0, &call);
	return clear(request_out) ? -SUMAC_EINVAL : run_in_parts(team, &call, counts, request_out);
}

int sumac_reduce_scatter_block(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst,
			       const void *src, size_t count)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_REDUCE_SCATTER, op, type, dst, src, 0, &call);
	return run_in_equal_parts(team, &call, count, NULL);
}

int sumac_ireduce_scatter_block(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst,
				const void *src, size_t count, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_REDUCE_SCATTER, op, type, dst, src, 0, &call);
	return clear(request_out) ? -SUMAC_EINVAL : run_in_equal_parts(team, &call, count, request_out);
}

int sumac_scan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
	       size_t count)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_SCAN, op, type, dst, src, count, &call);
	return sumac_perform(team, &call);
}

int sumac_iscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		size_t count, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_SCAN, op, type, dst, src, count, &call);
	return begin(team, &call, request_out);
}

int sumac_exscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_EXSCAN, op, type, dst, src, count, &call);
	return sumac_perform(team, &call);
}

int sumac_iexscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		  size_t count, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_combining(SUMAC_COLL_EXSCAN, op, type, dst, src, count, &call);
	return begin(team, &call, request_out);
}

int sumac_broadcast(struct sumac_team *team, void *dst, const void *src, size_t len_bytes, int root)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_BROADCAST, dst, src, len_bytes, &call);
	call.root = root;
	return sumac_perform(team, &call);
}

int sumac_ibroadcast(struct sumac_team *team, void *dst, const void *src, size_t len_bytes, int root,
		     struct sumac_request **request_out)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_BROADCAST, dst, src, len_bytes, &call);
	call.root = root;
	return begin(team, &call, request_out);
}

int sumac_allgather(struct sumac_team *team, void *dst, const void *src, size_t len_bytes)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_ALLGATHER, dst, src, 0, &call);
	return run_in_equal_parts(team, &call, len_bytes, NULL);
}

int sumac_iallgather(struct sumac_team *team, void *dst, const void *src, size_t len_bytes,
		     struct sumac_request **request_out)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_ALLGATHER, dst, src, 0, &call);
	return clear(request_out) ? -SUMAC_EINVAL : run_in_equal_parts(team, &call, len_bytes, request_out);
}

int sumac_allgatherv(struct sumac_team *team, void *dst, const void *src, const size_t *len_bytes)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_ALLGATHER, dst, src, 0, &call);
	return run_in_parts(team, &call, len_bytes, NULL);
}

int sumac_iallgatherv(struct sumac_team *team, void *dst, const void *src, const size_t *len_bytes,
		      struct sumac_request **request_out)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_ALLGATHER, dst, src, 0, &call);
	return clear(request_out) ? -SUMAC_EINVAL : run_in_parts(team, &call, len_bytes, request_out);
}

int sumac_barrier(struct sumac_team *team)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_BARRIER, NULL, NULL, 0, &call);
	return sumac_perform(team, &call);
}

int sumac_ibarrier(struct sumac_team *team, struct sumac_request **request_out)
{
	struct sumac_call call;

	put_moving(SUMAC_COLL_BARRIER, NULL, NULL, 0, &call);
	return begin(team, &call, request_out);
}
