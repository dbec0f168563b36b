/*
 * The C entry points with counts beyond int, for calls that do not block.
 */
#include "frontend/mpi/mpi_call.h"

#include "frontend/mpi/mpi_next.h"

#if MPI_VERSION >= 4
static int on_host(const struct sumac_mpi_call *c)
{
	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_mpi_host.Ireduce_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->root, c->comm, c->request);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_mpi_host.Iallreduce_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_REDUCE_SCATTER:
		return sumac_mpi_host.Ireduce_scatter_c(c->sendbuf, c->recvbuf, c->large_counts, c->datatype, c->op, c->comm,
							c->request);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_mpi_host.Ireduce_scatter_block_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm,
							      c->request);
	case SUMAC_MPI_SCAN:
		return sumac_mpi_host.Iscan_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_EXSCAN:
		return sumac_mpi_host.Iexscan_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm, c->request);
	case SUMAC_MPI_BARRIER:
		break;
	}
	return MPI_ERR_INTERN;
}

int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
		  MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op,
					     .root = root, .is_nonblocking = true, .request = request, .on_host = on_host };

	return sumac_mpi_run(&call);
}

int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
		     MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_ALLREDUCE, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request, .on_host = on_host };

	return sumac_mpi_run(&call);
}

int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype,
			  MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .has_large_counts = true, .large_counts = recvcounts,
					     .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request, .on_host = on_host };

	return sumac_mpi_run(&call);
}

int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
				MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_REDUCE_SCATTER_BLOCK, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = recvcount, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request, .on_host = on_host };

	return sumac_mpi_run(&call);
}

int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
		MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_SCAN, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request, .on_host = on_host };

	return sumac_mpi_run(&call);
}

int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
		  MPI_Request *request)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_EXSCAN, .comm = comm, .sendbuf = sendbuf,
					     .recvbuf = recvbuf, .count = count, .datatype = datatype, .op = op,
					     .is_nonblocking = true, .request = request, .on_host = on_host };

	return sumac_mpi_run(&call);
}
#endif
