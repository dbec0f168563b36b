/*
 * MPI_Reduce and MPI_Allreduce. Sumac takes a call if its operation and datatype are in the map and its
 * communicator has a team: all ranks see the same of both. All else goes to the host MPI unchanged, and so
 * does what the host answers with an error.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_group.h"
#include "frontend/mpi/mpi_map.h"
#include "frontend/mpi/mpi_setup.h"

enum verdict { TO_SUMAC, TO_HOST, REFUSED };

static const char WRONG_BUFFERS[] = "root or buffers are wrong, which the host MPI reports";

struct mapped {
	enum sumac_op op;
	enum sumac_type type;
	struct sumac_mpi_group *group;
};

/* The setting require = nic holds for what the host MPI would compute, too. */
static enum verdict leave_to_host(const char *call, const char *why)
{
	if (strcmp(sumac_setting_string(SUMAC_SETTING_REQUIRE), "nic")) {
		sumac_report_left(call, why);
		return TO_HOST;
	}
	sumac_refuse(call, "the host MPI", why);
	return REFUSED;
}

/* For calls that the host MPI answers at once, without a reduction: errors, or nothing to do. */
static enum verdict give_back(const char *call, const char *why)
{
	sumac_report_left(call, why);
	return TO_HOST;
}

static enum verdict judge(const char *call, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
			  struct mapped *mapped_out)
{
	if (!sumac_mpi_is_up() || comm == MPI_COMM_NULL)
		return give_back(call, "Sumac is not up, or the communicator is MPI_COMM_NULL");
	if (count <= 0)
		return give_back(call, "the count is 0 or negative");
	if (!sumac_mpi_map_find(op, datatype, &mapped_out->op, &mapped_out->type))
		return leave_to_host(call, "the operation on this datatype is not one of Sumac's");
	mapped_out->group = sumac_mpi_group_of(comm);
	if (!mapped_out->group) {
		sumac_fail(SUMAC_ENOMEM, "%s: no memory", call);
		return REFUSED;
	}
	return mapped_out->group->team ? TO_SUMAC : leave_to_host(call, mapped_out->group->why_not);
}

static int raise_error(MPI_Comm comm, const char *call, enum verdict verdict, const struct mapped *mapped, int err)
{
	char who[96], *speaks = who;

	if (!sumac_team_speaks(verdict == TO_SUMAC ? mapped->group->team : NULL, "rank", who, sizeof(who)))
		speaks = NULL;
	return sumac_mpi_error_raise(comm, call, speaks, err);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	struct mapped mapped;
	int err = -SUMAC_EREQUIRED;
	enum verdict verdict;

	if (recvbuf == MPI_IN_PLACE)
		verdict = give_back("MPI_Allreduce", WRONG_BUFFERS);
	else
		verdict = judge("MPI_Allreduce", count, datatype, op, comm, &mapped);
	switch (verdict) {
	case TO_HOST:
		return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
	case TO_SUMAC:
		err = sumac_allreduce(mapped.group->team, mapped.op, mapped.type, recvbuf,
				      sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, (size_t)count);
		break;
	case REFUSED:
		break;
	}
	return err ? raise_error(comm, "MPI_Allreduce", verdict, &mapped, err) : MPI_SUCCESS;
}

/* What the host MPI answers with an error, before it communicates. */
static int is_wrong(const void *sendbuf, const void *recvbuf, int root, const struct sumac_mpi_group *group)
{
	if (root < 0 || root >= group->size)
		return 1;
	if (root != group->rank)
		return sendbuf == MPI_IN_PLACE;
	return recvbuf == MPI_IN_PLACE;
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

/* The same buffer twice is an error, but the root's alone: the others would wait for it. So it takes its part, as in
 * the reduction in place that was meant, and says afterwards what the host would have said. */
static int complain_of_same_buffers(MPI_Comm comm)
{
	int code = code_of_same_buffers();

	PMPI_Comm_call_errhandler(comm, code);
	return code;
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
	       MPI_Comm comm)
{
	struct mapped mapped;
	int err = -SUMAC_EREQUIRED;
	enum verdict verdict = judge("MPI_Reduce", count, datatype, op, comm, &mapped);

	if (verdict == TO_SUMAC && is_wrong(sendbuf, recvbuf, root, mapped.group))
		verdict = give_back("MPI_Reduce", WRONG_BUFFERS);
	switch (verdict) {
	case TO_HOST:
		return PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
	case TO_SUMAC:
		err = sumac_reduce(mapped.group->team, mapped.op, mapped.type, recvbuf,
				   sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, (size_t)count, root);
		break;
	case REFUSED:
		break;
	}
	if (err)
		return raise_error(comm, "MPI_Reduce", verdict, &mapped, err);
	if (verdict == TO_SUMAC && root == mapped.group->rank && sendbuf == recvbuf)
		return complain_of_same_buffers(comm);
	return MPI_SUCCESS;
}
