/*
 * One call of the API, blocking or as a request, for each collective.
 */
#include "tool/perf.h"

#include "base/collective.h"
#include "base/combination.h"
#include "sumac.h"

struct sumac_perf_call sumac_perf_call_of(const struct sumac_perf_options *options, uint64_t bytes, int n_ranks)
{
	size_t elem_bytes = sumac_type_bytes(options->type), elems = (size_t)bytes / elem_bytes, n = (size_t)n_ranks;
	size_t part = elems / n + (elems % n != 0);

	return (struct sumac_perf_call){ .coll = options->coll, .op = options->op, .type = options->type, .elem_bytes = elem_bytes,
					 .part = part, .elems = sumac_coll_has_parts(options->coll) ? part * n : elems };
}

size_t sumac_perf_call_room(const struct sumac_perf_call *call)
{
	return call->elems ? call->elems : 1;
}

static int begin(const struct sumac_perf_call *call, void *dst, const void *src, struct sumac_request **request_out)
{
	struct sumac_team *team = sumac_team_world();
	enum sumac_op op = (enum sumac_op)call->op;
	enum sumac_type type = (enum sumac_type)call->type;

	switch (call->coll) {
	case SUMAC_COLL_REDUCE: return sumac_ireduce(team, op, type, dst, src, call->elems, SUMAC_PERF_ROOT, request_out);
	case SUMAC_COLL_ALLREDUCE: return sumac_iallreduce(team, op, type, dst, src, call->elems, request_out);
	case SUMAC_COLL_BARRIER: return sumac_ibarrier(team, request_out);
	case SUMAC_COLL_REDUCE_SCATTER: return sumac_ireduce_scatter_block(team, op, type, dst, src, call->part, request_out);
	case SUMAC_COLL_SCAN: return sumac_iscan(team, op, type, dst, src, call->elems, request_out);
	case SUMAC_COLL_EXSCAN: return sumac_iexscan(team, op, type, dst, src, call->elems, request_out);
	case SUMAC_COLL_BROADCAST: return sumac_ibroadcast(team, dst, src, call->elems * call->elem_bytes, SUMAC_PERF_ROOT,
							   request_out);
	case SUMAC_COLL_ALLGATHER: return sumac_iallgather(team, dst, src, call->part * call->elem_bytes, request_out);
	}
	return -SUMAC_EINVAL;
}

int sumac_perf_call_make(const struct sumac_perf_call *call, void *dst, const void *src, struct sumac_request **request_out)
{
	struct sumac_team *team = sumac_team_world();
	enum sumac_op op = (enum sumac_op)call->op;
	enum sumac_type type = (enum sumac_type)call->type;

	if (request_out)
		return begin(call, dst, src, request_out);
	switch (call->coll) {
	case SUMAC_COLL_REDUCE: return sumac_reduce(team, op, type, dst, src, call->elems, SUMAC_PERF_ROOT);
	case SUMAC_COLL_ALLREDUCE: return sumac_allreduce(team, op, type, dst, src, call->elems);
	case SUMAC_COLL_BARRIER: return sumac_barrier(team);
	case SUMAC_COLL_REDUCE_SCATTER: return sumac_reduce_scatter_block(team, op, type, dst, src, call->part);
	case SUMAC_COLL_SCAN: return sumac_scan(team, op, type, dst, src, call->elems);
	case SUMAC_COLL_EXSCAN: return sumac_exscan(team, op, type, dst, src, call->elems);
	case SUMAC_COLL_BROADCAST: return sumac_broadcast(team, dst, src, call->elems * call->elem_bytes, SUMAC_PERF_ROOT);
	case SUMAC_COLL_ALLGATHER: return sumac_allgather(team, dst, src, call->part * call->elem_bytes);
	}
	return -SUMAC_EINVAL;
}
