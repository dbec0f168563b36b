/*
 * The MPI calls that Sumac stands in for. It takes one if its operation and datatype are in the map and its communicator
 * has a team: all ranks see the same of both. All else goes to the host MPI unchanged, and so does what the host answers
 * with an error.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_call.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_group.h"
#include "frontend/mpi/mpi_map.h"
#include "frontend/mpi/mpi_setup.h"

static const char *const names[] = {
	[SUMAC_MPI_REDUCE] = "MPI_Reduce",
	[SUMAC_MPI_ALLREDUCE] = "MPI_Allreduce",
	[SUMAC_MPI_REDUCE_SCATTER] = "MPI_Reduce_scatter",
	[SUMAC_MPI_REDUCE_SCATTER_BLOCK] = "MPI_Reduce_scatter_block",
	[SUMAC_MPI_SCAN] = "MPI_Scan",
	[SUMAC_MPI_EXSCAN] = "MPI_Exscan",
	[SUMAC_MPI_BARRIER] = "MPI_Barrier",
};

struct mapped {
	enum sumac_op op;
	enum sumac_type type;
	struct sumac_mpi_group *group;
};

enum verdict { TO_SUMAC, TO_HOST, REFUSED };

/* For calls that the host MPI answers at once, without a reduction: errors, or nothing to do. */
static enum verdict give_back(const struct sumac_mpi_call *call, const char *why)
{
	sumac_report_left(names[call->kind], call->kind != SUMAC_MPI_BARRIER, why);
	return TO_HOST;
}

/* The setting require = nic holds for what the host MPI would compute, too. */
static enum verdict leave_to_host(const struct sumac_mpi_call *call, const char *why)
{
	if (call->kind == SUMAC_MPI_BARRIER || strcmp(sumac_setting_string(SUMAC_SETTING_REQUIRE), "nic"))
		return give_back(call, why);
	sumac_refuse(names[call->kind], "the host MPI", why);
	return REFUSED;
}

/* Whether any rank has elements, as all ranks see it. Not if a count is negative, nor if the list of them is missing. */
static bool has_elements(const struct sumac_mpi_call *call)
{
	int size, most = 0;

	if (call->kind != SUMAC_MPI_REDUCE_SCATTER)
		return call->count > 0;
	PMPI_Comm_size(call->comm, &size);
	for (int rank = 0; call->counts && rank < size; rank++) {
		if (call->counts[rank] < 0)
			return false;
		most = call->counts[rank] > most ? call->counts[rank] : most;
	}
	return most > 0;
}

/* What the host MPI answers with an error, before it communicates. */
static bool is_wrong(const struct sumac_mpi_call *call, const struct sumac_mpi_group *group)
{
	if (call->kind == SUMAC_MPI_EXSCAN && group->rank == 0)
		return false; /* what the first rank gives as its result's place does not matter */
	if (call->kind != SUMAC_MPI_REDUCE)
		return call->recvbuf == MPI_IN_PLACE;
	if (call->root < 0 || call->root >= group->size)
		return true;
	return (call->root == group->rank ? call->recvbuf : call->sendbuf) == MPI_IN_PLACE;
}

static enum verdict judge(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	if (!sumac_mpi_is_up() || call->comm == MPI_COMM_NULL)
		return give_back(call, "Sumac is not up, or the communicator is MPI_COMM_NULL");
	if (call->kind != SUMAC_MPI_BARRIER) {
		if (!has_elements(call))
			return give_back(call, "the count is 0 or negative");
		if (!sumac_mpi_map_find(call->op, call->datatype, &mapped_out->op, &mapped_out->type))
			return leave_to_host(call, "the operation on this datatype is not one of Sumac's");
	}
	mapped_out->group = sumac_mpi_group_of(call->comm);
	if (!mapped_out->group) {
		sumac_fail(SUMAC_ENOMEM, "%s: no memory", names[call->kind]);
		return REFUSED;
	}
	if (!mapped_out->group->team)
		return leave_to_host(call, mapped_out->group->why_not);
	if (is_wrong(call, mapped_out->group))
		return give_back(call, "root or buffers are wrong, which the host MPI reports");
	return TO_SUMAC;
}

static int run_on_host(const struct sumac_mpi_call *c)
{
	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return PMPI_Reduce(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->root, c->comm);
	case SUMAC_MPI_ALLREDUCE:
		return PMPI_Allreduce(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_REDUCE_SCATTER:
		return PMPI_Reduce_scatter(c->sendbuf, c->recvbuf, c->counts, c->datatype, c->op, c->comm);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return PMPI_Reduce_scatter_block(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_SCAN:
		return PMPI_Scan(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_EXSCAN:
		return PMPI_Exscan(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_BARRIER:
		return PMPI_Barrier(c->comm);
	}
	return MPI_ERR_INTERN;
}

/* Counts are int in MPI. */
static int reduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			  const int *counts)
{
	int size = sumac_team_size(team), err;
	size_t *wide = malloc((size_t)size * sizeof(*wide));

	if (!wide)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the counts of %d ranks", size);
	for (int rank = 0; rank < size; rank++)
		wide[rank] = (size_t)counts[rank];
	err = sumac_reduce_scatter(team, op, type, dst, src, wide);
	free(wide);
	return err;
}

/* MPI_IN_PLACE as Sumac has it: the source is the destination. */
static int run_on_sumac(const struct sumac_mpi_call *c, const struct mapped *mapped)
{
	struct sumac_team *team = mapped->group->team;
	enum sumac_op op = mapped->op;
	enum sumac_type type = mapped->type;
	void *dst = c->recvbuf;
	const void *src = c->sendbuf == MPI_IN_PLACE ? dst : c->sendbuf;
	size_t count = (size_t)c->count;

	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_reduce(team, op, type, dst, src, count, c->root);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_allreduce(team, op, type, dst, src, count);
	case SUMAC_MPI_REDUCE_SCATTER:
		return reduce_scatter(team, op, type, dst, src, c->counts);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_reduce_scatter_block(team, op, type, dst, src, count);
	case SUMAC_MPI_SCAN:
		return sumac_scan(team, op, type, dst, src, count);
	case SUMAC_MPI_EXSCAN:
		return sumac_exscan(team, op, type, dst, src, count);
	case SUMAC_MPI_BARRIER:
		return sumac_barrier(team);
	}
	return -SUMAC_EINVAL;
}

/* What the host makes of the same buffer twice, tried where nobody else takes part. */
static int code_of_same_buffers(void)
{
	MPI_Comm alone;
	int word = 0, code;

	if (PMPI_Comm_dup(MPI_COMM_SELF, &alone) != MPI_SUCCESS)
		return MPI_ERR_BUFFER;
	PMPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
	code = PMPI_Reduce(&word, &word, 1, MPI_INT, MPI_SUM, 0, alone);
	PMPI_Comm_free(&alone);
	return code == MPI_SUCCESS ? MPI_ERR_BUFFER : code;
}

/* The same buffer twice is an error of MPI_Reduce, but the root's alone: the others would wait for it. So it takes its
 * part, as in the reduction in place that was meant, and says afterwards what the host would have said. The host
 * lets the other calls pass. */
static int complain_of_same_buffers(MPI_Comm comm)
{
	int code = code_of_same_buffers();

	PMPI_Comm_call_errhandler(comm, code);
	return code;
}

static int raise_error(const struct sumac_mpi_call *call, const struct sumac_team *team, int err)
{
	char who[96], *speaks = who;

	if (!sumac_team_speaks(team, "rank", who, sizeof(who)))
		speaks = NULL;
	return sumac_mpi_error_raise(call->comm, names[call->kind], speaks, err);
}

int sumac_mpi_run(const struct sumac_mpi_call *call)
{
	struct mapped mapped;
	int err;

	switch (judge(call, &mapped)) {
	case TO_HOST:
		return run_on_host(call);
	case REFUSED:
		return raise_error(call, NULL, -SUMAC_EREQUIRED);
	case TO_SUMAC:
		break;
	}
	err = run_on_sumac(call, &mapped);
	if (err)
		return raise_error(call, mapped.group->team, err);
	if (call->kind == SUMAC_MPI_REDUCE && call->root == mapped.group->rank && call->sendbuf == call->recvbuf)
		return complain_of_same_buffers(call->comm);
	return MPI_SUCCESS;
}
