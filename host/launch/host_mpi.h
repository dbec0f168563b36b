/*
 * The MPIs that have a front end, and their launchers.
 */
#ifndef SUMAC_HOST_MPI_H
#define SUMAC_HOST_MPI_H

struct sumac_host_mpi {
	const char *option; /* the name that --mpi takes */
	const char *name;
	const char *front_end; /* the library to preload */
	const char *launchers[3]; /* the first one found is used; the last may be another MPI's */
	const char *version_words[3]; /* `LAUNCHER --version` prints one of these */
	const char *package; /* Debian's package of the launcher */
};

/* The first row is the choice if nothing shows which MPI it is. */
extern const struct sumac_host_mpi sumac_host_mpis[];
extern const struct sumac_host_mpi *const sumac_open_mpi, *const sumac_mpich;

/* NULL: none has that name. */
const struct sumac_host_mpi *sumac_host_mpi_find(const char *option);

/* The launcher's name or path; NULL, with a message on stderr, if this MPI has none here. */
const char *sumac_host_mpi_launcher(const char *title, const struct sumac_host_mpi *mpi);

/* The MPI that a program was linked with, according to its libraries, or to those of its interpreter or of the program that a
 * wrapper runs (words: the program and its arguments); NULL: it does not show. */
const struct sumac_host_mpi *sumac_host_mpi_of(char *const *words, int n_words);

/* The MPI of a program that uses MPI alone; NULL also for one that uses SHMEM or Sumac's own API, with or without MPI. Words
 * after the first are looked at only if the first is a program that runs another one, such as env. */
const struct sumac_host_mpi *sumac_host_mpi_alone(char *const *words, int n_words);

/* The option that names a file of programs, which we would not see; NULL: this is not one. */
const char *sumac_host_mpi_hidden_programs(const char *option);

/* How many values an option takes, in any of the launchers: without them we could not tell the program from a value. */
int sumac_host_mpi_values_of(const char *option);

/* The MPI of anything that the command names: its words up to NULL, and the words in them and in scripts among them. NULL: none
 * shows. */
const struct sumac_host_mpi *sumac_host_mpi_within(char *const *words);

#endif
