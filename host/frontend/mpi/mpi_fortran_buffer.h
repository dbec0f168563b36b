/*
 * Fortran's MPI_IN_PLACE and MPI_BOTTOM.
 */
#ifndef SUMAC_MPI_FORTRAN_BUFFER_H
#define SUMAC_MPI_FORTRAN_BUFFER_H

/* A buffer as C knows it. */
void *sumac_mpi_fortran_buffer(const void *given);

#endif
