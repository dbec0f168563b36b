/*
 * Sumac takes a call that does not block if it progresses by itself, as all ranks see it: on NICs, if it fits into
 * staging, or on any engine if the library has a thread. Otherwise the host MPI takes it.
 */
#include "frontend/mpi/mpi_start.h"

#include <stdlib.h>

#include "base/combination.h"
#include "base/fail.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_next.h"
#include "frontend/mpi/mpi_request.h"
#include "frontend/mpi/mpi_setup.h"

static const enum sumac_coll colls[] = {
	[SUMAC_MPI_REDUCE] = SUMAC_COLL_REDUCE,
	[SUMAC_MPI_ALLREDUCE] = SUMAC_COLL_ALLREDUCE,
	[SUMAC_MPI_REDUCE_SCATTER] = SUMAC_COLL_REDUCE_SCATTER,
	[SUMAC_MPI_REDUCE_SCATTER_BLOCK] = SUMAC_COLL_REDUCE_SCATTER,
	[SUMAC_MPI_SCAN] = SUMAC_COLL_SCAN,
	[SUMAC_MPI_EXSCAN] = SUMAC_COLL_EXSCAN,
	[SUMAC_MPI_BARRIER] = SUMAC_COLL_BARRIER,
};

size_t sumac_mpi_n_elems(const struct sumac_mpi_call *call, int size)
{
	size_t n = 0;

	if (call->kind == SUMAC_MPI_REDUCE_SCATTER_BLOCK)
		return (size_t)call->count * (size_t)size;
	if (call->kind != SUMAC_MPI_REDUCE_SCATTER)
		return (size_t)call->count;
	for (int rank = 0; rank < size; rank++)
		n += (size_t)sumac_mpi_count_of(call, rank);
	return n;
}

bool sumac_mpi_may_start(const struct sumac_mpi_call *call, const struct sumac_mpi_group *group, enum sumac_op op,
			 enum sumac_type type, const char **why_not_out)
{
	*why_not_out = sumac_mpi_why_no_requests();
	if (*why_not_out)
		return false;
	return sumac_team_drives(group->team, colls[call->kind], op, type, sumac_mpi_n_elems(call, group->size), why_not_out);
}

size_t *sumac_mpi_widen(const struct sumac_mpi_call *call, int n)
{
	size_t *wide = malloc((size_t)n * sizeof(*wide));

	if (!wide)
		sumac_fail(SUMAC_ENOMEM, "no memory for the counts of %d ranks", n);
	for (int rank = 0; rank < n && wide; rank++)
		wide[rank] = (size_t)sumac_mpi_count_of(call, rank);
	return wide;
}

static int start_reduce_scatter(const struct sumac_mpi_call *c, const struct sumac_mpi_group *group, enum sumac_op op,
				enum sumac_type type, const void *src, struct sumac_request **begun_out)
{
	size_t *wide = sumac_mpi_widen(c, group->size);
	int err;

	if (!wide)
		return -SUMAC_ENOMEM;
	err = sumac_ireduce_scatter(group->team, op, type, c->recvbuf, src, wide, begun_out);
	free(wide);
	return err;
}

static int start(const struct sumac_mpi_call *c, const struct sumac_mpi_group *group, enum sumac_op op,
		 enum sumac_type type, struct sumac_request **begun_out)
{
	struct sumac_team *team = group->team;
	void *dst = c->recvbuf;
	const void *src = c->sendbuf == MPI_IN_PLACE ? dst : c->sendbuf;
	size_t count = (size_t)c->count;

	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_ireduce(team, op, type, dst, src, count, c->root, begun_out);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_iallreduce(team, op, type, dst, src, count, begun_out);
	case SUMAC_MPI_REDUCE_SCATTER:
		return start_reduce_scatter(c, group, op, type, src, begun_out);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_ireduce_scatter_block(team, op, type, dst, src, count, begun_out);
	case SUMAC_MPI_SCAN:
		return sumac_iscan(team, op, type, dst, src, count, begun_out);
	case SUMAC_MPI_EXSCAN:
		return sumac_iexscan(team, op, type, dst, src, count, begun_out);
	case SUMAC_MPI_BARRIER:
		return sumac_ibarrier(team, begun_out);
	}
	return -SUMAC_EINVAL;
}

int sumac_mpi_start(const struct sumac_mpi_call *call, const struct sumac_mpi_group *group, enum sumac_op op,
		    enum sumac_type type)
{
	struct sumac_request *begun;
	int err = start(call, group, op, type, &begun);

	if (err) {
		*call->request = MPI_REQUEST_NULL;
		return sumac_mpi_error_raise_of(group->team, call->comm, sumac_mpi_call_name(call), err);
	}
	return sumac_mpi_request_make(call, group->team, begun);
}

int sumac_mpi_start_on_host(const struct sumac_mpi_call *c)
{
	int count = (int)c->count;

	if (c->on_host)
		return c->on_host(c);
	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_mpi_next.Ireduce(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->root, c->comm,
					      c->request);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_mpi_next.Iallreduce(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_REDUCE_SCATTER:
		return sumac_mpi_next.Ireduce_scatter(c->sendbuf, c->recvbuf, c->counts, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_mpi_next.Ireduce_scatter_block(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm,
							    c->request);
	case SUMAC_MPI_SCAN:
		return sumac_mpi_next.Iscan(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_EXSCAN:
		return sumac_mpi_next.Iexscan(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_BARRIER:
		return sumac_mpi_next.Ibarrier(c->comm, c->request);
	}
	return MPI_ERR_INTERN;
}
