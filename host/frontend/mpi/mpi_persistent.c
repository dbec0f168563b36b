/*
 * The persistent forms of reductions, which the host MPI does. Sumac takes them so that the report lists each that is
 * made, once, and so that they are refused if a NIC is required. Open MPI 4 has them as an extension
 * (MPIX_Allreduce_init).
 */
#include "frontend/mpi/mpi_persistent.h"

#include "frontend/mpi/mpi_call.h"
#include "frontend/mpi/mpi_next.h"

#ifdef SUMAC_MPI_INIT
struct form {
	struct sumac_mpi_call call; /* the first member */
	MPI_Info info;
};

static int on_host(const struct sumac_mpi_call *c)
{
	MPI_Info info = ((const struct form *)c)->info;
	int count = (int)c->count;

	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_mpi_next.Reduce_init(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->root, c->comm, info,
						  c->request);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_mpi_next.Allreduce_init(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, info, c->request);
	case SUMAC_MPI_REDUCE_SCATTER:
		return sumac_mpi_next.Reduce_scatter_init(c->sendbuf, c->recvbuf, c->counts, c->datatype, c->op, c->comm, info,
							  c->request);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_mpi_next.Reduce_scatter_block_init(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, info,
								c->request);
	case SUMAC_MPI_SCAN:
		return sumac_mpi_next.Scan_init(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, info, c->request);
	case SUMAC_MPI_EXSCAN:
		return sumac_mpi_next.Exscan_init(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm, info, c->request);
	case SUMAC_MPI_BARRIER:
		break;
	}
	return MPI_ERR_INTERN;
}

int sumac_mpi_run_persistent(const struct sumac_mpi_call *call, MPI_Info info)
{
	struct form form = { *call, info };

	form.call.is_nonblocking = form.call.is_persistent = true;
	if (!form.call.on_host)
		form.call.on_host = on_host;
	return sumac_mpi_run(&form.call);
}

/* An entry point: its arguments between recvbuf and comm, and what they mean. */
#define UNPACK(...) __VA_ARGS__
#define ENTRY(name, KIND, arguments, ...) \
	int name(const void *sendbuf, void *recvbuf, UNPACK arguments, MPI_Comm comm, MPI_Info info, MPI_Request *request) \
	{ \
		const struct sumac_mpi_call call = { .kind = SUMAC_MPI_##KIND, .comm = comm, .sendbuf = sendbuf, \
						     .recvbuf = recvbuf, .datatype = datatype, .op = op, \
						     .request = request, __VA_ARGS__ }; \
		return sumac_mpi_run_persistent(&call, info); \
	}
#define COUNTED(type) (type count, MPI_Datatype datatype, MPI_Op op)
#define ROOTED(type) (type count, MPI_Datatype datatype, MPI_Op op, int root)
#define LISTED(type) (const type counts[], MPI_Datatype datatype, MPI_Op op)
ENTRY(SUMAC_MPI_INIT(Reduce), REDUCE, ROOTED(int), .count = count, .root = root)
ENTRY(SUMAC_MPI_INIT(Allreduce), ALLREDUCE, COUNTED(int), .count = count)
ENTRY(SUMAC_MPI_INIT(Reduce_scatter), REDUCE_SCATTER, LISTED(int), .counts = counts)
ENTRY(SUMAC_MPI_INIT(Reduce_scatter_block), REDUCE_SCATTER_BLOCK, COUNTED(int), .count = count)
ENTRY(SUMAC_MPI_INIT(Scan), SCAN, COUNTED(int), .count = count)
ENTRY(SUMAC_MPI_INIT(Exscan), EXSCAN, COUNTED(int), .count = count)
#endif

#if MPI_VERSION >= 4
static int large_on_host(const struct sumac_mpi_call *c)
{
	MPI_Info info = ((const struct form *)c)->info;

	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_mpi_host.Reduce_init_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->root, c->comm, info,
						    c->request);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_mpi_host.Allreduce_init_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm, info,
						       c->request);
	case SUMAC_MPI_REDUCE_SCATTER:
		return sumac_mpi_host.Reduce_scatter_init_c(c->sendbuf, c->recvbuf, c->large_counts, c->datatype, c->op, c->comm,
							    info, c->request);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_mpi_host.Reduce_scatter_block_init_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm,
								  info, c->request);
	case SUMAC_MPI_SCAN:
		return sumac_mpi_host.Scan_init_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm, info, c->request);
	case SUMAC_MPI_EXSCAN:
		return sumac_mpi_host.Exscan_init_c(c->sendbuf, c->recvbuf, c->count, c->datatype, c->op, c->comm, info,
						    c->request);
	case SUMAC_MPI_BARRIER:
		break;
	}
	return MPI_ERR_INTERN;
}

#define LARGE .on_host = large_on_host
ENTRY(MPI_Reduce_init_c, REDUCE, ROOTED(MPI_Count), .count = count, .root = root, LARGE)
ENTRY(MPI_Allreduce_init_c, ALLREDUCE, COUNTED(MPI_Count), .count = count, LARGE)
ENTRY(MPI_Reduce_scatter_init_c, REDUCE_SCATTER, LISTED(MPI_Count), .has_large_counts = true, .large_counts = counts, LARGE)
ENTRY(MPI_Reduce_scatter_block_init_c, REDUCE_SCATTER_BLOCK, COUNTED(MPI_Count), .count = count, LARGE)
ENTRY(MPI_Scan_init_c, SCAN, COUNTED(MPI_Count), .count = count, LARGE)
ENTRY(MPI_Exscan_init_c, EXSCAN, COUNTED(MPI_Count), .count = count, LARGE)
#endif
