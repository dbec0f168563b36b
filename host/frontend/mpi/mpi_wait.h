/*
 * Waiting for the host MPI, while Sumac's own traffic goes on.
 */
#ifndef SUMAC_MPI_WAIT_H
#define SUMAC_MPI_WAIT_H

#include <mpi.h>

/* No code of MPI's: the user's limit was over before the request was done. */
enum { SUMAC_MPI_GAVE_UP = -1 };

/* Until the request is done; MPI_SUCCESS, the host's error code, or SUMAC_MPI_GAVE_UP with the story told. */
int sumac_mpi_wait(MPI_Request *request);

/* Between two looks at something that is not done: nothing, then a chance for other processes, then sleep. */
struct sumac_mpi_pause {
	int n_rounds;
};
void sumac_mpi_pause(struct sumac_mpi_pause *pause);

/* Starts and stops driving the host MPI whenever Sumac waits: another rank's large message may depend on a rank that
 * is inside Sumac. */
int sumac_mpi_push_begin(MPI_Comm comm);
void sumac_mpi_push_end(void);

#endif
