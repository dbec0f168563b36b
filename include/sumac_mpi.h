/*
 * Sumac's additions to the MPI standard in its libraries for MPI programs: the local reduction of three operands that
 * is proposed for the standard (docs/manual/mpi-reduce-locals.md), and exact sums (sumac_exact.h). Link a program that
 * calls them with libsumac_ompi.so or libsumac_mpich.so, before the MPI library.
 */
#ifndef SUMAC_MPI_H
#define SUMAC_MPI_H

#include <mpi.h>

#include "sumac_exact.h"

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

/*
 * Reductions of accumulators: SUMAC_EXACT is a datatype whose elements are of struct sumac_exact, and SUMAC_EXACT_SUM adds them;
 * SUMAC_EXACT_DOT and SUMAC_EXACT_DOT_SUM are those of struct sumac_exact_dot. They are as good as a datatype and an operation
 * of the program's own, while MPI is up, and are never freed by the program. Sumac takes MPI_Reduce, MPI_Allreduce and MPI_Scan
 * with such a pair, and their forms that do not block; the host MPI does all others, and all of them where Sumac has not begun,
 * with the same words as result.
 *
 * If an accumulator is not valid, Sumac calls the communicator's error handler, on each rank that would get the sum. The host MPI
 * has no means to do so. Either way the sum is no valid accumulator, and the next call on it fails.
 */
#define SUMAC_EXACT Sumac_Exact_type()
#define SUMAC_EXACT_SUM Sumac_Exact_op()
#define SUMAC_EXACT_DOT Sumac_Exact_dot_type()
#define SUMAC_EXACT_DOT_SUM Sumac_Exact_dot_op()
MPI_Datatype Sumac_Exact_type(void);
MPI_Op Sumac_Exact_op(void);
MPI_Datatype Sumac_Exact_dot_type(void);
MPI_Op Sumac_Exact_dot_op(void);

/*
 * Sums of n_fields fields: dst[f] = the sum of src[f * stride] ... src[f * stride + n_local - 1] of all ranks of the
 * communicator, rounded once, on all ranks. Each rank adds what it has, and one MPI_Allreduce of SUMAC_EXACT adds the ranks'.
 * n_local and stride may differ from rank to rank; n_fields may not. dst and src may be the same.
 */
int Sumac_Exact_sum(const double *src, double *dst, MPI_Count n_local, MPI_Count n_fields, MPI_Aint stride, MPI_Comm comm);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
