/*
 * Sumac's data for a communicator: its team, made at the first call that Sumac may take.
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

/* Finds the group of a communicator; NULL if none has been made. Returns MPI_SUCCESS; or, if the handle is not a communicator's,
 * the code with which the host MPI has just told the program so. */
int sumac_mpi_group_look_up(MPI_Comm comm, struct sumac_mpi_group **group_out);

/* The group that was found last, of the communicator that it names: most calls are on the same one. */
extern struct sumac_mpi_group *_Atomic sumac_mpi_group_last __attribute__((visibility("hidden")));
static inline int sumac_mpi_group_find(MPI_Comm comm, struct sumac_mpi_group **group_out)
{
	struct sumac_mpi_group *last = atomic_load_explicit(&sumac_mpi_group_last, memory_order_acquire);

	if (!last || atomic_load_explicit(&last->comm, memory_order_relaxed) != comm)
		return sumac_mpi_group_look_up(comm, group_out);
	*group_out = last;
	return MPI_SUCCESS;
}

/* Makes the group of a communicator that has none; collective over it. NULL if there is no memory. */
struct sumac_mpi_group *sumac_mpi_group_make(MPI_Comm comm);

/* For a call that may not wait for others: also NULL if the others have to take part. */
struct sumac_mpi_group *sumac_mpi_group_make_alone(MPI_Comm comm);

#endif
