/*
 * What Sumac keeps with a communicator: its team, made at the first call that Sumac may take.
 */
#ifndef SUMAC_MPI_GROUP_H
#define SUMAC_MPI_GROUP_H

#include <mpi.h>
#include <stdatomic.h>

#include "sumac.h"

struct sumac_mpi_group {
	struct sumac_mpi_group *next;
	_Atomic(MPI_Comm) comm; /* MPI_COMM_NULL: freed, or not yet known */
	struct sumac_team *team; /* NULL: refused, for good */
	const char *why_not;
	int rank, size;
};

/* all_ranks: the job's, in the order of Sumac's ranks. */
int sumac_mpi_groups_open(MPI_Comm all_ranks);
void sumac_mpi_groups_close(void);

/* Collective over the communicator at its first call. NULL if there is no memory. */
struct sumac_mpi_group *sumac_mpi_group_of(MPI_Comm comm);

/* For a call that may not wait for others: NULL, too, where the team has not yet been made. */
struct sumac_mpi_group *sumac_mpi_group_if_made(MPI_Comm comm);

#endif
