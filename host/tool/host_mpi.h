/*
 * The MPIs that there is a front end for, and their launchers.
 */
#ifndef SUMAC_HOST_MPI_H
#define SUMAC_HOST_MPI_H

struct sumac_host_mpi {
	const char *option; /* what --mpi calls it */
	const char *name;
	const char *front_end; /* the library that is preloaded */
	const char *launchers[3]; /* the first that is there; the last may be another MPI's */
	const char *version_words[3]; /* one of them is in what `LAUNCHER --version` says */
	const char *package; /* Debian's, of the launcher */
};

/* The first is taken where nothing tells. */
extern const struct sumac_host_mpi sumac_host_mpis[];
extern const struct sumac_host_mpi *const sumac_open_mpi, *const sumac_mpich;

/* NULL: there is none of that name. */
const struct sumac_host_mpi *sumac_host_mpi_find(const char *option);

/* The launcher's name or path; NULL, with a message on stderr, if there is none of this MPI's. */
const char *sumac_host_mpi_launcher(const char *title, const struct sumac_host_mpi *mpi);

/* The MPI that a program was linked with, as its libraries say, or those of its interpreter, or of what a wrapper is to
 * run (words: the program and its arguments); NULL: it does not show. */
const struct sumac_host_mpi *sumac_host_mpi_of(char *const *words, int n_words);

/* The MPI of a program that has nothing but MPI: NULL also for one that uses SHMEM or Sumac's own API, beside MPI or without. Words
 * after the first are looked at only if the first is a program that runs another one, such as env. */
const struct sumac_host_mpi *sumac_host_mpi_alone(char *const *words, int n_words);

/* The option that has a file name programs, which we would not see; NULL: this is none. */
const char *sumac_host_mpi_hidden_programs(const char *option);

/* How many values an option of any of the launchers has: without them the program could not be told from a value. */
int sumac_host_mpi_values_of(const char *option);

/* That of anything that the command names: its words up to NULL, and the words in them, and in scripts among them. NULL: none shows. */
const struct sumac_host_mpi *sumac_host_mpi_within(char *const *words);

#endif
