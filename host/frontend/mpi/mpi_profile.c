/*
 * A profiling tool that comes before Sumac has an MPI_Reduce of its own, sees the program's call, and passes it on to
 * PMPI_Reduce. Sumac, which comes before the host MPI, takes it there: so the tool sees each call once, as without
 * Sumac, and Sumac gets it. A tool's mpi_reduce_ passes the call on to the host's Fortran bindings, and they call
 * PMPI_Reduce. If no tool has a function, the host keeps it under that name, and it also keeps calls by the MPI
 * library itself (mpi_caller.c).
 */
#define _GNU_SOURCE /* dladdr */
#include <ctype.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "frontend/mpi/mpi_caller.h"
#include "frontend/mpi/mpi_next.h"

static struct sumac_mpi_host to; /* Sumac's, or the host's */

/* Whether Sumac has a function of that name, and another library's comes before it. */
static bool is_behind_a_tool(void *ours, const char *name)
{
	void *own = dlsym(ours, name), *first = dlsym(RTLD_DEFAULT, name);

	return own && first && first != own;
}

/* The same under one of the names that mpi_fortran.h gives a binding. */
static bool is_binding_behind_a_tool(void *ours, const char *name)
{
	static const char *const endings[] = { "_", "", "__", "_f08_" };
	char lower[48], text[64];
	size_t len = 0;

	for (; name[len] && len < sizeof(lower) - 1; len++)
		lower[len] = (char)tolower((unsigned char)name[len]);
	lower[len] = '\0';
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		snprintf(text, sizeof(text), "%s%s", lower, endings[i]);
		if (is_behind_a_tool(ours, text))
			return true;
	}
	for (len = 0; lower[len]; len++)
		lower[len] = (char)toupper((unsigned char)lower[len]);
	return is_behind_a_tool(ours, lower);
}

/* Sumac's own function, if another library's comes before it; else NULL. */
static void *own_behind_a_tool(void *ours, const char *name)
{
	return is_behind_a_tool(ours, name) || is_binding_behind_a_tool(ours, name) ? dlsym(ours, name) : NULL;
}

#define CHOOSE(member, text) \
	{ \
		void *own = ours ? own_behind_a_tool(ours, text) : NULL; \
\
		to.member = own ? (__typeof__(to.member))own : sumac_mpi_host.member; \
	}
#define TEXT(name) #name
#define EXPANDED(name) TEXT(name)
#define ROW(name) CHOOSE(name, "MPI_" #name)
#define INIT_ROW(name) CHOOSE(name##_init, EXPANDED(SUMAC_MPI_INIT(name)))

static void __attribute__((constructor)) choose(void)
{
	Dl_info info;
	void *ours = dladdr(&to, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;

	SUMAC_MPI_NEXT_ROWS(ROW)
	SUMAC_MPI_NEXT_INIT_ROWS(INIT_ROW)
	SUMAC_MPI_LARGE_ROWS(ROW)
	if (ours)
		dlclose(ours);
}

#define UNPACK(...) __VA_ARGS__
#define PASS(function, member, parameters, arguments) \
	int function(UNPACK parameters) \
	{ \
		bool is_hosts = sumac_mpi_is_hosts(__builtin_return_address(0)); \
\
		return (is_hosts ? sumac_mpi_host : to).member(UNPACK arguments); \
	}

#define BUFFERS const void *sendbuf, void *recvbuf
#define COUNTED(type) BUFFERS, type count, MPI_Datatype datatype, MPI_Op op
#define LISTED(type) BUFFERS, const type counts[], MPI_Datatype datatype, MPI_Op op
#define COUNTED_VALUES sendbuf, recvbuf, count, datatype, op
#define LISTED_VALUES sendbuf, recvbuf, counts, datatype, op
#define FORMS(name, iname, parameters, values) \
	PASS(PMPI_##name, name, (UNPACK parameters, MPI_Comm comm), (UNPACK values, comm)) \
	PASS(PMPI_##iname, iname, (UNPACK parameters, MPI_Comm comm, MPI_Request *request), (UNPACK values, comm, request))
#define PERSISTENT(function, member, parameters, values) \
	PASS(function, member, (UNPACK parameters, MPI_Comm comm, MPI_Info info, MPI_Request *request), \
	     (UNPACK values, comm, info, request))

FORMS(Reduce, Ireduce, (COUNTED(int), int root), (COUNTED_VALUES, root))
FORMS(Allreduce, Iallreduce, (COUNTED(int)), (COUNTED_VALUES))
FORMS(Reduce_scatter, Ireduce_scatter, (LISTED(int)), (LISTED_VALUES))
FORMS(Reduce_scatter_block, Ireduce_scatter_block, (COUNTED(int)), (COUNTED_VALUES))
FORMS(Scan, Iscan, (COUNTED(int)), (COUNTED_VALUES))
FORMS(Exscan, Iexscan, (COUNTED(int)), (COUNTED_VALUES))

#ifdef SUMAC_MPI_INIT
PERSISTENT(SUMAC_PMPI_INIT(Reduce), Reduce_init, (COUNTED(int), int root), (COUNTED_VALUES, root))
PERSISTENT(SUMAC_PMPI_INIT(Allreduce), Allreduce_init, (COUNTED(int)), (COUNTED_VALUES))
PERSISTENT(SUMAC_PMPI_INIT(Reduce_scatter), Reduce_scatter_init, (LISTED(int)), (LISTED_VALUES))
PERSISTENT(SUMAC_PMPI_INIT(Reduce_scatter_block), Reduce_scatter_block_init, (COUNTED(int)), (COUNTED_VALUES))
PERSISTENT(SUMAC_PMPI_INIT(Scan), Scan_init, (COUNTED(int)), (COUNTED_VALUES))
PERSISTENT(SUMAC_PMPI_INIT(Exscan), Exscan_init, (COUNTED(int)), (COUNTED_VALUES))
#endif

#if MPI_VERSION >= 4
FORMS(Reduce_c, Ireduce_c, (COUNTED(MPI_Count), int root), (COUNTED_VALUES, root))
FORMS(Allreduce_c, Iallreduce_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
FORMS(Reduce_scatter_c, Ireduce_scatter_c, (LISTED(MPI_Count)), (LISTED_VALUES))
FORMS(Reduce_scatter_block_c, Ireduce_scatter_block_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
FORMS(Scan_c, Iscan_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
FORMS(Exscan_c, Iexscan_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
PERSISTENT(PMPI_Reduce_init_c, Reduce_init_c, (COUNTED(MPI_Count), int root), (COUNTED_VALUES, root))
PERSISTENT(PMPI_Allreduce_init_c, Allreduce_init_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
PERSISTENT(PMPI_Reduce_scatter_init_c, Reduce_scatter_init_c, (LISTED(MPI_Count)), (LISTED_VALUES))
PERSISTENT(PMPI_Reduce_scatter_block_init_c, Reduce_scatter_block_init_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
PERSISTENT(PMPI_Scan_init_c, Scan_init_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
PERSISTENT(PMPI_Exscan_init_c, Exscan_init_c, (COUNTED(MPI_Count)), (COUNTED_VALUES))
#endif

#define PASS_ROW(name, parameters, arguments) PASS(PMPI_##name, name, parameters, arguments)
PASS_ROW(Init, (int *argc, char ***argv), (argc, argv))
PASS_ROW(Init_thread, (int *argc, char ***argv, int required, int *provided), (argc, argv, required, provided))
PASS_ROW(Finalize, (void), ())
PASS_ROW(Barrier, (MPI_Comm comm), (comm))
PASS_ROW(Ibarrier, (MPI_Comm comm, MPI_Request *request), (comm, request))
PASS_ROW(Test, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag, status))
PASS_ROW(Testall, (int n, MPI_Request requests[], int *flag, MPI_Status statuses[]), (n, requests, flag, statuses))
PASS_ROW(Testany, (int n, MPI_Request requests[], int *index, int *flag, MPI_Status *status), (n, requests, index, flag, status))
PASS_ROW(Testsome, (int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[]),
	 (n, requests, n_done, indices, statuses))
PASS_ROW(Wait, (MPI_Request *request, MPI_Status *status), (request, status))
PASS_ROW(Waitall, (int n, MPI_Request requests[], MPI_Status statuses[]), (n, requests, statuses))
PASS_ROW(Waitany, (int n, MPI_Request requests[], int *index, MPI_Status *status), (n, requests, index, status))
PASS_ROW(Waitsome, (int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[]),
	 (n, requests, n_done, indices, statuses))
PASS_ROW(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status), (request, flag, status))
PASS_ROW(Request_free, (MPI_Request *request), (request))
