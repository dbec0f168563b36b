/*
 * Programs that go past the preloaded front end.
 */
#ifndef SUMAC_MPI_BYPASS_H
#define SUMAC_MPI_BYPASS_H

/* Notes that this process has reached the front end: by its MPI_Init, or by a call that told the user why the host got it. */
void sumac_mpi_bypass_deny(void);

#endif
