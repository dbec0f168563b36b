/*
 * Sumac's additions to the MPI standard in its libraries for MPI programs: the local reduction of three operands that
 * is proposed for the standard. Link a program that calls it with libsumac_ompi.so or libsumac_mpich.so, before the
 * MPI library: docs/manual/mpi-reduce-locals.md.
 */
#ifndef SUMAC_MPI_H
#define SUMAC_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/*
 * inoutbuf = inbuf (op) argbuf, element by element, in that order. MPI_IN_PLACE as inbuf, as argbuf, or as both,
 * takes that operand from inoutbuf, which otherwise must not overlap it; inbuf and argbuf may be the same, or
 * overlap. Local: no other process takes part. MPI_Reduce_local(a, b, ...) is MPI_Reduce_locals(a, MPI_IN_PLACE, b,
 * ...).
 */
int MPI_Reduce_locals(const void *inbuf, const void *argbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
int MPI_Reduce_locals_c(const void *inbuf, const void *argbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
			MPI_Op op);
int PMPI_Reduce_locals(const void *inbuf, const void *argbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
int PMPI_Reduce_locals_c(const void *inbuf, const void *argbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
			 MPI_Op op);

/* The same under names that no standard will take. */
int MPIX_Reduce_locals(const void *inbuf, const void *argbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
int MPIX_Reduce_locals_c(const void *inbuf, const void *argbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
			 MPI_Op op);
int PMPIX_Reduce_locals(const void *inbuf, const void *argbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
int PMPIX_Reduce_locals_c(const void *inbuf, const void *argbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
			  MPI_Op op);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
