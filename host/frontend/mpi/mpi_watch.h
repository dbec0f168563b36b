/*
 * Watches the other ranks of this host: the host MPI either ends a job that has lost a rank or, if told to go on
 * without it, says nothing.
 */
#ifndef SUMAC_MPI_WATCH_H
#define SUMAC_MPI_WATCH_H

#include <mpi.h>

struct sumac_mpi_watch;

/* Collective. NULL if there is no memory. */
struct sumac_mpi_watch *sumac_mpi_watch_open(MPI_Comm comm);
void sumac_mpi_watch_close(struct sumac_mpi_watch *watch);

/* The rank whose end was seen first, or -1. */
int sumac_mpi_watch_first_dead(struct sumac_mpi_watch *watch);

#endif
