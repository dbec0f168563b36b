/*
 * This MPI's names for the persistent forms of reductions, if it has them.
 */
#ifndef SUMAC_MPI_PERSISTENT_H
#define SUMAC_MPI_PERSISTENT_H

#include "frontend/mpi/mpi_version.h"

#ifdef SUMAC_MPI_HAS_PERSISTENT
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
