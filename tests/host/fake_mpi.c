/*
 * A host MPI that records its calls.
 */
#include "fake_mpi.h"

#include <stdio.h>
#include <string.h>

#include "base/combination.h"
#include "core/frontend.h"
#include "base/combination.h"

enum { FIRST_CODE = 100 };

struct fake_mpi fake_mpi;

void fake_mpi_reset(int rank, int size)
{
	memset(&fake_mpi, 0, sizeof(fake_mpi));
	memset(fake_requests, 0, sizeof(fake_requests));
	n_fake_requests = 0;
	fake_mpi.n_comms = 1;
	fake_mpi.comms[0] = (struct fake_comm){ .rank = rank, .size = size };
	for (int i = 0; i < size; i++)
		fake_mpi.comms[0].world_ranks[i] = i;
}

struct fake_comm *fake_mpi_comm(MPI_Comm comm)
{
	if (comm == MPI_COMM_SELF)
		return &fake_mpi.self;
	return comm == MPI_COMM_WORLD ? &fake_mpi.comms[0] : (struct fake_comm *)(void *)comm;
}

MPI_Comm fake_mpi_comm_of(int rank, int size, const int *world_ranks)
{
	struct fake_comm *comm = &fake_mpi.comms[fake_mpi.n_comms++];

	comm->rank = rank;
	comm->size = size;
	memcpy(comm->world_ranks, world_ranks, (size_t)size * sizeof(*world_ranks));
	return (MPI_Comm)(void *)comm;
}

void fake_mpi_comm_free(MPI_Comm comm)
{
	struct fake_comm *mine = fake_mpi_comm(comm);

	for (int key = 1; key <= fake_mpi.n_keys; key++) {
		if (mine->has_attribute[key])
			fake_mpi.on_delete[key](comm, key, mine->attribute[key], NULL);
		mine->has_attribute[key] = false;
	}
	mine->is_freed = true;
}

int PMPI_Get_library_version(char *version_out, int *len_out)
{
	*len_out = sprintf(version_out, "%s", fake_mpi.version ? fake_mpi.version : "Open MPI v4.1.4, package");
	return MPI_SUCCESS;
}

int PMPI_Init(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	fake_mpi.n_init++;
	fake_mpi.is_begun = true;
	return fake_mpi.failing;
}

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	*provided = fake_mpi.thread_level = required;
	return PMPI_Init(argc, argv);
}

int PMPI_Query_thread(int *provided)
{
	*provided = fake_mpi.thread_level;
	return MPI_SUCCESS;
}

int PMPI_Finalize(void)
{
	fake_mpi_comm_free(MPI_COMM_SELF); /* as far as its attributes go */
	fake_mpi.n_finalize++;
	fake_mpi.is_over = true;
	return fake_mpi.failing;
}

int PMPI_Abort(MPI_Comm comm, int code)
{
	(void)comm;
	fake_mpi.aborted = code;
	return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
	*rank = fake_mpi_comm(comm)->rank;
	return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
	*size = fake_mpi_comm(comm)->size;
	return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
	*flag = fake_mpi_comm(comm)->is_inter;
	return MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *comm_out)
{
	const struct fake_comm *old = fake_mpi_comm(comm);

	*comm_out = fake_mpi_comm_of(old->rank, old->size, old->world_ranks);
	return fake_mpi.failing;
}

int PMPI_Comm_free(MPI_Comm *comm)
{
	fake_mpi_comm_free(*comm);
	*comm = MPI_COMM_NULL;
	return MPI_SUCCESS;
}

/* A communicator serves as its group. */
int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
	fake_mpi.n_groups++;
	*group = (MPI_Group)(void *)fake_mpi_comm(comm);
	return fake_mpi.failing;
}

int PMPI_Group_free(MPI_Group *group)
{
	*group = MPI_GROUP_NULL;
	fake_mpi.n_groups--;
	return MPI_SUCCESS;
}

int PMPI_Group_translate_ranks(MPI_Group from, int n, const int *ranks, MPI_Group to, int *ranks_out)
{
	const struct fake_comm *source = (struct fake_comm *)(void *)from, *target = (struct fake_comm *)(void *)to;

	for (int i = 0; i < n; i++) {
		ranks_out[i] = MPI_UNDEFINED;
		for (int k = 0; k < target->size; k++)
			if (target->world_ranks[k] == source->world_ranks[ranks[i]])
				ranks_out[i] = k;
	}
	return MPI_SUCCESS;
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *on_delete, int *keyval,
			    void *extra)
{
	(void)extra;
	fake_mpi.n_keyvals += copy == MPI_COMM_NULL_COPY_FN; /* one that is copied is wrong here */
	*keyval = ++fake_mpi.n_keys;
	fake_mpi.on_delete[*keyval] = on_delete;
	return fake_mpi.failing;
}

int PMPI_Comm_free_keyval(int *keyval)
{
	fake_mpi.n_keyvals--;
	*keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}

int PMPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value_out, int *flag)
{
	*flag = fake_mpi_comm(comm)->has_attribute[keyval];
	*(void **)value_out = fake_mpi_comm(comm)->attribute[keyval];
	return fake_mpi.attribute_code;
}

int PMPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value)
{
	fake_mpi_comm(comm)->attribute[keyval] = value;
	fake_mpi_comm(comm)->has_attribute[keyval] = true;
	return MPI_SUCCESS;
}

int PMPI_Iallgather(const void *value, int n, MPI_Datatype type, void *recv_out, int n_each, MPI_Datatype each,
		    MPI_Comm comm, MPI_Request *request)
{
	size_t bytes = (size_t)n * (type == MPI_INT ? sizeof(int) : 1);

	(void)n_each, (void)each, (void)request;
	fake_mpi.n_gathers++;
	fake_mpi.gathered = comm;
	for (int i = 0; i < fake_mpi_comm(comm)->size; i++)
		memcpy((char *)recv_out + (size_t)i * bytes, value, bytes);
	return fake_mpi.failing;
}

int PMPI_Allgather(const void *value, int n, MPI_Datatype type, void *recv_out, int n_each, MPI_Datatype each,
		   MPI_Comm comm)
{
	MPI_Request request;

	fake_mpi.n_gathers--; /* which the tests do not count */
	return PMPI_Iallgather(value, n, type, recv_out, n_each, each, comm, &request);
}

int PMPI_Iallgatherv(const void *value, int n, MPI_Datatype type, void *recv_out, const int *counts, const int *starts,
		     MPI_Datatype each, MPI_Comm comm, MPI_Request *request)
{
	(void)type, (void)each, (void)request, (void)counts;
	fake_mpi.n_given = n;
	fake_mpi.gathered = comm;
	for (int i = 0; i < fake_mpi_comm(comm)->size && n; i++)
		memcpy((char *)recv_out + starts[i], value, (size_t)n);
	return fake_mpi.failing;
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
	(void)source, (void)tag, (void)status;
	fake_mpi.n_probes++;
	fake_mpi.probed = comm;
	*flag = 0;
	return MPI_SUCCESS;
}

static int reduce(struct fake_reduction reduction)
{
	fake_mpi.n_reductions++;
	fake_mpi.reduction = reduction;
	if (fake_mpi.minds_alias && reduction.sendbuf == reduction.recvbuf && strstr(fake_mpi.minds_alias, reduction.name))
		return MPI_ERR_BUFFER;
	return fake_mpi.failing;
}

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
	return reduce((struct fake_reduction){ sendbuf, recvbuf, count, root, NULL, datatype, op, comm, "MPI_Reduce" });
}

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	if (sendbuf != MPI_IN_PLACE && datatype == MPI_INT && count == 1)
		*(int *)recvbuf = *(const int *)sendbuf;
	return reduce((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm, "MPI_Allreduce" });
}

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int counts[], MPI_Datatype datatype, MPI_Op op,
			MPI_Comm comm)
{
	return reduce((struct fake_reduction){ sendbuf, recvbuf, 0, -1, counts, datatype, op, comm, "MPI_Reduce_scatter" });
}

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
			      MPI_Comm comm)
{
	return reduce((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm,
					       "MPI_Reduce_scatter_block" });
}

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	return reduce((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm, "MPI_Scan" });
}

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	return reduce((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm, "MPI_Exscan" });
}

int PMPI_Barrier(MPI_Comm comm)
{
	(void)comm;
	fake_mpi.n_barriers++;
	return fake_mpi.failing;
}

/* All that do not block end at once; those with one buffer, which Sumac only tries, leave no request. */
static int start(struct fake_reduction reduction, MPI_Request *request)
{
	int code = reduce(reduction);

	if (code == MPI_SUCCESS && request)
		*request = reduction.sendbuf == reduction.recvbuf ? MPI_REQUEST_NULL : fake_mpi_request();
	return code;
}

int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
		 MPI_Request *request)
{
	return start((struct fake_reduction){ sendbuf, recvbuf, count, root, NULL, datatype, op, comm, "MPI_Ireduce" }, request);
}

int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
		    MPI_Request *request)
{
	return start((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm, "MPI_Iallreduce" },
		     request);
}

int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int counts[], MPI_Datatype datatype, MPI_Op op,
			 MPI_Comm comm, MPI_Request *request)
{
	return start((struct fake_reduction){ sendbuf, recvbuf, 0, -1, counts, datatype, op, comm, "MPI_Ireduce_scatter" },
		     request);
}

int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
			       MPI_Comm comm, MPI_Request *request)
{
	return start((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm,
					      "MPI_Ireduce_scatter_block" }, request);
}

int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
	       MPI_Request *request)
{
	return start((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm, "MPI_Iscan" }, request);
}

int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
		 MPI_Request *request)
{
	return start((struct fake_reduction){ sendbuf, recvbuf, count, -1, NULL, datatype, op, comm, "MPI_Iexscan" }, request);
}

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
	return start((struct fake_reduction){ .comm = comm, .root = -1, .name = "MPI_Ibarrier" }, request);
}

int PMPI_Add_error_class(int *class_out)
{
	*class_out = FIRST_CODE + fake_mpi.n_classes++;
	return fake_mpi.failing;
}

int PMPI_Add_error_code(int class, int *code_out)
{
	(void)class;
	*code_out = FIRST_CODE + 10 + fake_mpi.n_codes++;
	return fake_mpi.failing;
}

int PMPI_Add_error_string(int code, const char *text)
{
	snprintf(fake_mpi.strings[code - FIRST_CODE], FAKE_MPI_TEXT, "%s", text);
	return MPI_SUCCESS;
}

int PMPI_Error_string(int code, char *text_out, int *len_out)
{
	*len_out = sprintf(text_out, "error %d of the host", code);
	return MPI_SUCCESS;
}

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler_out)
{
	(void)comm;
	*handler_out = fake_mpi.is_fatal ? MPI_ERRORS_ARE_FATAL : MPI_ERRORS_RETURN;
	return MPI_SUCCESS;
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
	(void)comm, (void)handler;
	return MPI_SUCCESS;
}

int PMPI_Errhandler_free(MPI_Errhandler *handler)
{
	*handler = MPI_ERRHANDLER_NULL;
	return MPI_SUCCESS;
}

int PMPI_Comm_call_errhandler(MPI_Comm comm, int code)
{
	fake_mpi.raised_on = comm;
	fake_mpi.raised = code;
	fake_mpi.n_raised++;
	return MPI_SUCCESS;
}

static const struct { MPI_Datatype handle; int size_bytes, type; } types[] = {
#define SUMAC_MPI_HANDLE(handle, type, size, allowed, language) { handle, size, SUMAC_TYPE_##type },
#include "frontend/mpi/mpi_handles.inc"
};

static int find_type(MPI_Datatype datatype)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].handle == datatype)
			return (int)i;
	return -1;
}

int PMPI_Type_size(MPI_Datatype datatype, int *size_out)
{
	int i = find_type(datatype);

	fake_mpi.n_raised += datatype == fake_mpi.wrong_type;
	*size_out = datatype == fake_mpi.odd_type ? fake_mpi.odd_size : i < 0 ? 0 : types[i].size_bytes;
	return i < 0 ? MPI_ERR_TYPE : MPI_SUCCESS;
}

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lower_out, MPI_Aint *extent_out)
{
	int i = find_type(datatype);

	*lower_out = 0;
	*extent_out = i < 0 ? 0 : (MPI_Aint)sumac_type_bytes(types[i].type);
	return i < 0 ? MPI_ERR_TYPE : MPI_SUCCESS;
}

/* Packing nothing is a question about the datatype, whose answer no error handler hears of. */
__attribute__((weak)) int PMPI_Pack(const void *in, int count, MPI_Datatype datatype, void *out, int cap_bytes, int *at_io,
				    MPI_Comm comm)
{
	(void)in, (void)count, (void)out, (void)cap_bytes, (void)at_io;
	if (datatype == MPI_DATATYPE_NULL || datatype == fake_mpi.wrong_type)
		return comm == MPI_COMM_WORLD ? PMPI_Comm_call_errhandler(comm, MPI_ERR_TYPE) : MPI_ERR_TYPE;
	return MPI_SUCCESS;
}
