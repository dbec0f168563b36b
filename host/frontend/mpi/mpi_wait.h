/*
 * Waiting for the host MPI, while Sumac's own traffic goes on.
 */
#ifndef SUMAC_MPI_WAIT_H
#define SUMAC_MPI_WAIT_H

#include <mpi.h>

/* Not a code of MPI's: the user's limit was over before the request was done. */
enum { SUMAC_MPI_GAVE_UP = -1 };

/* Waits until the request is done; MPI_SUCCESS, the host's error code, or SUMAC_MPI_GAVE_UP with the story. */
int sumac_mpi_wait(MPI_Request *request);

/* Waits between two looks at something that is not done: first nothing, then a yield to other processes, then sleep. */
struct sumac_mpi_pause {
	int n_rounds;
};
void sumac_mpi_pause(struct sumac_mpi_pause *pause);

/* Starts and stops driving the host MPI whenever Sumac waits: another rank's large message may depend on a rank that is inside
 * Sumac. */
int sumac_mpi_push_begin(MPI_Comm comm);
void sumac_mpi_push_end(void);

#endif
