/*
 * The Fortran entry points that Sumac provides in place of the MPI library's, except tests and waits. Buffers come as
 * plain addresses: compilers pack sections that are not contiguous, as Open MPI's bindings are declared.
 */
#include "frontend/mpi/mpi_fortran.h"

#include <stddef.h>

#include "frontend/mpi/mpi_call.h"
#include "frontend/mpi/mpi_fortran_buffer.h"
#include "frontend/mpi/mpi_persistent.h"
#include "frontend/mpi/mpi_setup.h"

BINDING(init, INIT, MPI_Fint *ierror)
{
	give(ierror, sumac_mpi_init(NULL, NULL));
}

BINDING(init_thread, INIT_THREAD, const MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror)
{
	int level = MPI_THREAD_SINGLE, code = sumac_mpi_init_thread(NULL, NULL, *required, &level);

	*provided = (MPI_Fint)level;
	give(ierror, code);
}

BINDING(finalize, FINALIZE, MPI_Fint *ierror)
{
	give(ierror, sumac_mpi_finalize());
}

static int start(struct sumac_mpi_call *call, MPI_Fint *request)
{
	MPI_Request begun = MPI_REQUEST_NULL;
	int code;

	call->is_nonblocking = true;
	call->request = &begun;
	code = sumac_mpi_run(call);
	if (code == MPI_SUCCESS)
		*request = PMPI_Request_c2f(begun);
	return code;
}

BINDING(barrier, BARRIER, const MPI_Fint *comm, MPI_Fint *ierror)
{
	const struct sumac_mpi_call call = { .kind = SUMAC_MPI_BARRIER, .comm = PMPI_Comm_f2c(*comm) };

	give(ierror, sumac_mpi_run(&call));
}

BINDING(ibarrier, IBARRIER, const MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror)
{
	struct sumac_mpi_call call = { .kind = SUMAC_MPI_BARRIER, .comm = PMPI_Comm_f2c(*comm) };

	give(ierror, start(&call, request));
}

#ifdef OPEN_MPI

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "a list of counts is used where it lies");

/* The arguments that all reductions have. */
static struct sumac_mpi_call of(enum sumac_mpi_kind kind, const void *sendbuf, const void *recvbuf,
				const MPI_Fint *datatype, const MPI_Fint *op, const MPI_Fint *comm)
{
	return (struct sumac_mpi_call){ .kind = kind, .comm = PMPI_Comm_f2c(*comm),
					.sendbuf = sumac_mpi_fortran_buffer(sendbuf),
					.recvbuf = sumac_mpi_fortran_buffer(recvbuf),
					.datatype = PMPI_Type_f2c(*datatype), .op = PMPI_Op_f2c(*op) };
}

#ifdef SUMAC_MPI_INIT
#ifdef SUMAC_MPI_HAS_PERSISTENT
#define INIT_BINDING(lower, UPPER, ...) BINDING(lower##_init, UPPER##_INIT, __VA_ARGS__)
#else
#define INIT_BINDING(lower, UPPER, ...) NAMED(mpix_##lower##_init, MPIX_##UPPER##_INIT, __VA_ARGS__)
#endif

static int make(struct sumac_mpi_call *call, const MPI_Fint *info, MPI_Fint *request)
{
	MPI_Request made = MPI_REQUEST_NULL;
	int code;

	call->request = &made;
	code = sumac_mpi_run_persistent(call, PMPI_Info_f2c(*info));
	if (code == MPI_SUCCESS)
		*request = PMPI_Request_c2f(made);
	return code;
}

#define PERSISTENT(lower, UPPER, arguments, meaning) \
	INIT_BINDING(lower, UPPER, const void *sendbuf, void *recvbuf, UNPACK arguments, const MPI_Fint *comm, \
		     const MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror) \
	{ \
		struct sumac_mpi_call call = of(SUMAC_MPI_##UPPER, sendbuf, recvbuf, datatype, op, comm); \
		meaning; \
		give(ierror, make(&call, info, request)); \
	}
#else /* this MPI has none */
#define PERSISTENT(lower, UPPER, arguments, meaning)
#endif

/* The forms of a call: its arguments before comm, and what they mean. */
#define UNPACK(...) __VA_ARGS__
#define REDUCTION(lower, UPPER, arguments, meaning) \
	BINDING(lower, UPPER, const void *sendbuf, void *recvbuf, UNPACK arguments, const MPI_Fint *comm, MPI_Fint *ierror) \
	{ \
		struct sumac_mpi_call call = of(SUMAC_MPI_##UPPER, sendbuf, recvbuf, datatype, op, comm); \
		meaning; \
		give(ierror, sumac_mpi_run(&call)); \
	} \
	BINDING(i##lower, I##UPPER, const void *sendbuf, void *recvbuf, UNPACK arguments, const MPI_Fint *comm, \
		MPI_Fint *request, MPI_Fint *ierror) \
	{ \
		struct sumac_mpi_call call = of(SUMAC_MPI_##UPPER, sendbuf, recvbuf, datatype, op, comm); \
		meaning; \
		give(ierror, start(&call, request)); \
	} \
	PERSISTENT(lower, UPPER, arguments, meaning)
#define COUNTED (const MPI_Fint *count, const MPI_Fint *datatype, const MPI_Fint *op)
#define ROOTED (const MPI_Fint *count, const MPI_Fint *datatype, const MPI_Fint *op, const MPI_Fint *root)
REDUCTION(reduce, REDUCE, ROOTED, call.count = *count; call.root = *root)
REDUCTION(allreduce, ALLREDUCE, COUNTED, call.count = *count)
REDUCTION(reduce_scatter, REDUCE_SCATTER, COUNTED, call.counts = count)
REDUCTION(reduce_scatter_block, REDUCE_SCATTER_BLOCK, COUNTED, call.count = *count)
REDUCTION(scan, SCAN, COUNTED, call.count = *count)
REDUCTION(exscan, EXSCAN, COUNTED, call.count = *count)

#endif
