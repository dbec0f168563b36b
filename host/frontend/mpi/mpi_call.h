/*
 * A call that the program makes, in whichever form and language.
 */
#ifndef SUMAC_MPI_CALL_H
#define SUMAC_MPI_CALL_H

#include <mpi.h>
#include <stdbool.h>

enum sumac_mpi_kind {
	SUMAC_MPI_REDUCE,
	SUMAC_MPI_ALLREDUCE,
	SUMAC_MPI_REDUCE_SCATTER,
	SUMAC_MPI_REDUCE_SCATTER_BLOCK,
	SUMAC_MPI_SCAN,
	SUMAC_MPI_EXSCAN,
	SUMAC_MPI_BARRIER,
};

/* Fields that a call does not have are left out. Every call builds one, in 88 bytes: GCC clears more than that by a slow loop. */
struct sumac_mpi_call {
	enum sumac_mpi_kind kind : 8;
	bool is_nonblocking, has_large_counts, is_persistent;
	int root;
	MPI_Comm comm;
	const void *sendbuf;
	void *recvbuf;
	MPI_Count count; /* of a block: each rank's */
	union { /* of a reduce-scatter: each rank's */
		const int *counts;
		const MPI_Count *large_counts; /* if the call has large ones */
	};
	MPI_Datatype datatype;
	MPI_Op op;
	MPI_Request *request; /* only for a call that does not block, or is persistent, which then counts as one that does not */
	/* The host's function, unless it is C's with counts of int. */
	int (*on_host)(const struct sumac_mpi_call *call);
};

/* A rank's count in a reduce-scatter. */
static inline MPI_Count sumac_mpi_count_of(const struct sumac_mpi_call *call, int rank)
{
	return call->has_large_counts ? call->large_counts[rank] : call->counts[rank];
}

/* The call's name, as the program knows it in C. */
const char *sumac_mpi_call_name(const struct sumac_mpi_call *call);

/* Whether any rank has elements, as all ranks see it. False if a count is negative, or if the list of them is missing. */
bool sumac_mpi_has_listed_elements(const struct sumac_mpi_call *call);
static inline bool sumac_mpi_has_elements(const struct sumac_mpi_call *call)
{
	return call->kind == SUMAC_MPI_REDUCE_SCATTER ? sumac_mpi_has_listed_elements(call) : call->count > 0;
}

/* Makes the call, on Sumac or on the host MPI. Returns MPI_SUCCESS, or the code that the program is to see, after calling its
 * error handler. */
int sumac_mpi_run(const struct sumac_mpi_call *call);

/* The same for persistent calls; on_host is needed only with large counts. */
int sumac_mpi_run_persistent(const struct sumac_mpi_call *call, MPI_Info info);

#endif
