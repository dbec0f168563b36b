/*
 * What Sumac keeps with a communicator: its team, made at the first call that Sumac may take.
 */
#ifndef SUMAC_MPI_GROUP_H
#define SUMAC_MPI_GROUP_H

#include <mpi.h>

#include "sumac.h"

struct sumac_mpi_group {
	struct sumac_mpi_group *next;
	struct sumac_team *team; /* NULL: refused, for good */
	const char *why_not;
	int rank, size;
};

/* all_ranks: the job's, in the order of Sumac's ranks.
 * why_not: NULL, or why no communicator is to have a team. */
int sumac_mpi_groups_open(MPI_Comm all_ranks, const char *why_not);
void sumac_mpi_groups_close(void);

/* Collective over the communicator at its first call. NULL if there is no memory. */
struct sumac_mpi_group *sumac_mpi_group_of(MPI_Comm comm);

#endif
