/*
 * How this MPI calls the persistent forms of reductions, if it has them.
 */
#ifndef SUMAC_MPI_PERSISTENT_H
#define SUMAC_MPI_PERSISTENT_H

#include <mpi.h>

/* Open MPI 5 calls itself MPI 3.1, yet has the names of MPI 4. */
#if MPI_VERSION >= 4 || (defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5)
#define SUMAC_MPI_INIT_IS_STANDARD 1
#define SUMAC_MPI_INIT(name) MPI_##name##_init
#define SUMAC_PMPI_INIT(name) PMPI_##name##_init
#elif defined(OPEN_MPI)
#include <mpi-ext.h>
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ) && OMPI_HAVE_MPI_EXT_PCOLLREQ
#define SUMAC_MPI_INIT(name) MPIX_##name##_init
#define SUMAC_PMPI_INIT(name) PMPIX_##name##_init
#endif
#endif

#endif
