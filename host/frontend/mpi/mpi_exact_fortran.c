/*
 * Exact sums in Fortran: the handles as functions, and Sumac_Exact_sum. In mpi_f08 a handle is a structure of one number.
 */
#include <mpi.h>

#include "frontend/mpi/mpi_fortran.h"
#include "sumac_mpi.h"

#define EXPORT __attribute__((visibility("default")))

struct handle {
	MPI_Fint number;
};

#define HANDLE(lower, value) \
	EXPORT MPI_Fint lower##_(void); \
	EXPORT MPI_Fint lower##_(void) \
	{ \
		return value; \
	} \
	EXPORT struct handle lower##_f08_(void); \
	EXPORT struct handle lower##_f08_(void) \
	{ \
		return (struct handle){ value }; \
	}
HANDLE(sumac_exact_type, PMPI_Type_c2f(SUMAC_EXACT))
HANDLE(sumac_exact_op, PMPI_Op_c2f(SUMAC_EXACT_SUM))
HANDLE(sumac_exact_dot_type, PMPI_Type_c2f(SUMAC_EXACT_DOT))
HANDLE(sumac_exact_dot_op, PMPI_Op_c2f(SUMAC_EXACT_DOT_SUM))

EXPORT void sumac_exact_sum_(const double *src, double *dst, const MPI_Fint *n_local, const MPI_Fint *n_fields,
			     const MPI_Fint *stride, const MPI_Fint *comm, MPI_Fint *ierror);
EXPORT void sumac_exact_sum_(const double *src, double *dst, const MPI_Fint *n_local, const MPI_Fint *n_fields,
			     const MPI_Fint *stride, const MPI_Fint *comm, MPI_Fint *ierror)
{
	give(ierror, Sumac_Exact_sum(src, dst, *n_local, *n_fields, *stride, PMPI_Comm_f2c(*comm)));
}
