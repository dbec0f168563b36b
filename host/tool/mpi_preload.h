/*
 * The libraries that are preloaded into the ranks of an MPI program: the user's own, and then Sumac's front end.
 */
#ifndef SUMAC_MPI_PRELOAD_H
#define SUMAC_MPI_PRELOAD_H

/* "OTHERS:OWN", or OWN if others is NULL or empty; the caller frees it. NULL: no memory. */
char *sumac_mpi_preload_join(const char *others, const char *own);

/* Adds our own library to each LD_PRELOAD that the user gives in a launcher's options, which would replace ours, or to a program
 * that `env` runs. Replaces words. 0, or -1 without memory. */
int sumac_mpi_preload_options(const char *own, char **words, int n_words);
int sumac_mpi_preload_program(const char *own, char **words, int n_words);

#endif
