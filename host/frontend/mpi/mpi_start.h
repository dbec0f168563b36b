/*
 * Calls that do not block: begun on Sumac, or on the host MPI.
 */
#ifndef SUMAC_MPI_START_H
#define SUMAC_MPI_START_H

#include "frontend/mpi/mpi_call.h"
#include "frontend/mpi/mpi_group.h"

/* Whether all ranks can leave such a call alone once they have made it; a call that nobody drives would hang a program that waits
 * elsewhere. *why_not_out: the reason, if not. */
bool sumac_mpi_may_start(const struct sumac_mpi_call *call, const struct sumac_mpi_group *group, enum sumac_op op,
			 enum sumac_type type, const char **why_not_out);

/* Both return the code that the program is to see. */
int sumac_mpi_start(const struct sumac_mpi_call *call, const struct sumac_mpi_group *group, enum sumac_op op,
		    enum sumac_type type);
int sumac_mpi_start_on_host(const struct sumac_mpi_call *call);

/* How many elements a rank gives, in a communicator of that size. */
size_t sumac_mpi_n_elems(const struct sumac_mpi_call *call, int size);

/* A reduce-scatter's counts, in the core's form. NULL, with the story, if there is no memory. */
size_t *sumac_mpi_widen(const struct sumac_mpi_call *call, int n);

#endif
