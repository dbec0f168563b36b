/*
 * The C entry points that Sumac provides in place of the MPI library's.
 */
#include "frontend/mpi/mpi_call.h"

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE, .comm = comm, .sendbuf = sendbuf, .recvbuf = recvbuf,
					     .count = count, .datatype = datatype, .op = op, .root = root };

	return sumac_mpi_run(&call);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_ALLREDUCE, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op };

	return sumac_mpi_run(&call);
}

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
		       MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .counts = recvcounts, .datatype = datatype, .op = op };

	return sumac_mpi_run(&call);
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
			     MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER_BLOCK, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = recvcount, .datatype = datatype, .op = op };

	return sumac_mpi_run(&call);
}

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_SCAN, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op };

	return sumac_mpi_run(&call);
}

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_EXSCAN, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op };

	return sumac_mpi_run(&call);
}

int MPI_Barrier(MPI_Comm comm)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_BARRIER, .comm = comm };

	return sumac_mpi_run(&call);
}

int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
		MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE, .comm = comm, .sendbuf = sendbuf, .recvbuf = recvbuf,
					     .count = count, .datatype = datatype, .op = op, .root = root,
					     .is_nonblocking = true, .request = request };

	return sumac_mpi_run(&call);
}

int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
		   MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_ALLREDUCE, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request };

	return sumac_mpi_run(&call);
}

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
			MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .counts = recvcounts, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request };

	return sumac_mpi_run(&call);
}

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
			      MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER_BLOCK, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = recvcount, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request };

	return sumac_mpi_run(&call);
}

int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
	      MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_SCAN, .comm = comm, .sendbuf = sendbuf, .recvbuf = recvbuf,
					     .count = count, .datatype = datatype, .op = op, .is_nonblocking = true,
					     .request = request };

	return sumac_mpi_run(&call);
}

int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
		MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_EXSCAN, .comm = comm, .sendbuf = sendbuf, .recvbuf = recvbuf,
					     .count = count, .datatype = datatype, .op = op, .is_nonblocking = true,
					     .request = request };

	return sumac_mpi_run(&call);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_BARRIER, .comm = comm, .is_nonblocking = true, .request = request };

	return sumac_mpi_run(&call);
}
