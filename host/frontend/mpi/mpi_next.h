/*
 * The MPI functions behind Sumac's: the host library's, or those of a profiling tool that is loaded between both. What Sumac
 * only looks at, or leaves, goes there; what it does for itself goes to the host by PMPI.
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

struct sumac_mpi_next {
#define SUMAC_MPI_NEXT_MEMBER(name) __typeof__(PMPI_##name) *name;
	SUMAC_MPI_NEXT_ROWS(SUMAC_MPI_NEXT_MEMBER)
#undef SUMAC_MPI_NEXT_MEMBER
#define SUMAC_MPI_NEXT_MEMBER(name) __typeof__(SUMAC_PMPI_INIT(name)) *name##_init;
	SUMAC_MPI_NEXT_INIT_ROWS(SUMAC_MPI_NEXT_MEMBER)
#undef SUMAC_MPI_NEXT_MEMBER
};

extern struct sumac_mpi_next sumac_mpi_next;

#endif
