/*
 * The MPI functions behind Sumac's: the host library's, or those of a profiling tool that is loaded between both.
 * Calls that Sumac only looks at, or leaves, go there; its own calls go to the host by PMPI.
 */
#ifndef SUMAC_MPI_NEXT_H
#define SUMAC_MPI_NEXT_H

#include <mpi.h>

#include "frontend/mpi/mpi_persistent.h"

#define SUMAC_MPI_NEXT_ROWS(row) \
	row(Init) row(Init_thread) row(Finalize) \
	row(Reduce) row(Allreduce) row(Reduce_scatter) row(Reduce_scatter_block) row(Scan) row(Exscan) row(Barrier) \
	row(Ireduce) row(Iallreduce) row(Ireduce_scatter) row(Ireduce_scatter_block) row(Iscan) row(Iexscan) row(Ibarrier) \
	row(Test) row(Testall) row(Testany) row(Testsome) row(Wait) row(Waitall) row(Waitany) row(Waitsome) \
	row(Request_get_status) row(Request_free)

/* Persistent forms. */
#ifdef SUMAC_MPI_INIT
#define SUMAC_MPI_NEXT_INIT_ROWS(row) \
	row(Reduce) row(Allreduce) row(Reduce_scatter) row(Reduce_scatter_block) row(Scan) row(Exscan)
#else
#define SUMAC_MPI_NEXT_INIT_ROWS(row)
#endif

/* Large counts; only the host's own functions are called with them. */
#if MPI_VERSION >= 4
#define SUMAC_MPI_LARGE_ROWS(row) \
	row(Reduce_c) row(Allreduce_c) row(Reduce_scatter_c) row(Reduce_scatter_block_c) row(Scan_c) row(Exscan_c) \
	row(Ireduce_c) row(Iallreduce_c) row(Ireduce_scatter_c) row(Ireduce_scatter_block_c) row(Iscan_c) row(Iexscan_c) \
	row(Reduce_init_c) row(Allreduce_init_c) row(Reduce_scatter_init_c) row(Reduce_scatter_block_init_c) row(Scan_init_c) \
	row(Exscan_init_c)
#else
#define SUMAC_MPI_LARGE_ROWS(row)
#endif

#define SUMAC_MPI_MEMBER(name) __typeof__(PMPI_##name) *name;
#define SUMAC_MPI_INIT_MEMBER(name) __typeof__(SUMAC_PMPI_INIT(name)) *name##_init;
struct sumac_mpi_next {
	SUMAC_MPI_NEXT_ROWS(SUMAC_MPI_MEMBER)
	SUMAC_MPI_NEXT_INIT_ROWS(SUMAC_MPI_INIT_MEMBER)
};

/* The host's own functions. Sumac exports PMPI_Reduce and its like, too (mpi_profile.c), so it must not call them by name. */
struct sumac_mpi_host {
	SUMAC_MPI_NEXT_ROWS(SUMAC_MPI_MEMBER)
	SUMAC_MPI_NEXT_INIT_ROWS(SUMAC_MPI_INIT_MEMBER)
	SUMAC_MPI_LARGE_ROWS(SUMAC_MPI_MEMBER)
};

extern struct sumac_mpi_next sumac_mpi_next;
extern struct sumac_mpi_host sumac_mpi_host;

#endif
