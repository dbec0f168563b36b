/*
 * Whether the program's MPI is the one that this front end was compiled for.
 */
#ifndef SUMAC_MPI_LIBRARY_H
#define SUMAC_MPI_LIBRARY_H

/* NULL, or a sentence that says what is wrong. May be called before MPI_Init. */
const char *sumac_mpi_library_mismatch(void);

#endif
