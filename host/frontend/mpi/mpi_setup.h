/*
 * The beginning and the end of Sumac in an MPI program, and whether it is up.
 */
#ifndef SUMAC_MPI_SETUP_H
#define SUMAC_MPI_SETUP_H

#include <stdbool.h>

/* Every call asks this. The front end's own data is hidden: otherwise it would be looked up in a table. */
extern enum sumac_mpi_state { SUMAC_MPI_NOT_BEGUN, SUMAC_MPI_UP, SUMAC_MPI_OVER } sumac_mpi_state
	__attribute__((visibility("hidden")));

static inline bool sumac_mpi_is_up(void)
{
	return sumac_mpi_state == SUMAC_MPI_UP;
}

/* Why Sumac is not up although MPI is; NULL before MPI's beginning and after its end. */
const char *sumac_mpi_why_not_up(void);

/* Why Sumac may take no call that does not block, the same on all ranks; NULL: it may. */
const char *sumac_mpi_why_no_requests(void);

/* The beginning and the end of the host MPI and of Sumac, for the program's call of that name. */
int sumac_mpi_init(int *argc, char ***argv);
int sumac_mpi_init_thread(int *argc, char ***argv, int required, int *provided);
int sumac_mpi_finalize(void);

#endif
