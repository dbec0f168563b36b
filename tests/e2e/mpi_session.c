/*
 * A program that begins MPI by a session, which is left to the host MPI. MPI has sessions from version 4
 * on, and Open MPI from 5 on.
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
	MPI_Session session;
	MPI_Request request;
	MPI_Group group;
	MPI_Comm comm;
	double mine, sum = 0;
	int rank, size, most = 0;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "test", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	mine = rank;
	MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
	MPI_Iallreduce(&rank, &most, 1, MPI_INT, MPI_MAX, comm, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Comm_free(&comm);
	MPI_Group_free(&group);
	MPI_Session_finalize(&session);
	if (sum != (double)size * (size - 1) / 2 || most != size - 1)
		fprintf(stderr, "rank %d: sum %g, most %d\n", rank, sum, most);
	return sum != (double)size * (size - 1) / 2 || most != size - 1;
#else
	return 0;
#endif
}
