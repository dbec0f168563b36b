/*
 * Waiting for the host MPI, for which Sumac's own traffic goes on meanwhile.
 */
#ifndef SUMAC_MPI_WAIT_H
#define SUMAC_MPI_WAIT_H

#include <mpi.h>

/* Until the request is done; MPI_SUCCESS or the host's error code. */
int sumac_mpi_wait(MPI_Request *request);

/* Starts and stops pushing the host MPI on whenever Sumac waits: a rank
 * inside Sumac may be the one that a large message of another waits for. */
int sumac_mpi_push_begin(MPI_Comm comm);
void sumac_mpi_push_end(void);

#endif
