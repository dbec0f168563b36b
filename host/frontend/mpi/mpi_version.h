/*
 * The parts of version 4 that this MPI has.
 */
#ifndef SUMAC_MPI_VERSION_H
#define SUMAC_MPI_VERSION_H

#include <mpi.h>

/* Sessions and persistent collectives. Open MPI 5 has them, too, though it calls itself MPI 3.1 and has no large counts. */
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define SUMAC_MPI_HAS_SESSIONS
#define SUMAC_MPI_HAS_PERSISTENT
#endif

#endif
