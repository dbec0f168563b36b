/*
 * The user's own libraries come first, as they would without Sumac: a profiling tool among them sees each call and
 * passes it on to PMPI, where Sumac takes it.
 */
#define _GNU_SOURCE /* asprintf, basename */
#include "tool/mpi_preload.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/host_mpi.h"

static const char variable[] = "LD_PRELOAD";
enum { VARIABLE_LEN = sizeof(variable) - 1 };

char *sumac_mpi_preload_join(const char *others, const char *own)
{
	char *text;

	return asprintf(&text, "%s%s%s", others ? others : "", others && *others ? ":" : "", own) < 0 ? NULL : text;
}

static bool is_assignment(const char *word)
{
	return !strncmp(word, variable, VARIABLE_LEN) && word[VARIABLE_LEN] == '=';
}

/* Replaces the word by "PREFIX" and the value with our own library. */
static int set_joined(const char *prefix, const char *value, const char *own, char **word)
{
	char *joined = sumac_mpi_preload_join(value, own), *text = NULL;

	if (joined && asprintf(&text, "%s%s", prefix, joined) < 0)
		text = NULL;
	free(joined);
	if (text)
		*word = text;
	return text ? 0 : -1;
}

static int add_to_assignment(const char *own, char **word)
{
	return is_assignment(*word) ? set_joined("LD_PRELOAD=", *word + VARIABLE_LEN + 1, own, word) : 0;
}

/* Open MPI's -x NAME stands for the value that the launcher has. */
static int add_to_x(const char *own, char **word)
{
	return strcmp(*word, variable) ? add_to_assignment(own, word) : set_joined("LD_PRELOAD=", getenv(variable), own, word);
}

int sumac_mpi_preload_options(const char *own, char **words, int n_words)
{
	for (int i = 0, n_values; i < n_words; i += 1 + n_values) {
		const char *name = words[i] + strspn(words[i], "-");
		bool is_pair = !strcmp(name, "genv") || !strcmp(name, "env");

		n_values = sumac_host_mpi_values_of(words[i]);
		if (!strcmp(name, "x") && i + 1 < n_words && add_to_x(own, &words[i + 1]))
			return -1;
		if (is_pair && i + 2 < n_words && !strcmp(words[i + 1], variable) &&
		    set_joined("", words[i + 2], own, &words[i + 2]))
			return -1;
	}
	return 0;
}

int sumac_mpi_preload_program(const char *own, char **words, int n_words)
{
	if (!n_words || strcmp(basename(words[0]), "env"))
		return 0;
	for (int i = 1; i < n_words && (words[i][0] == '-' || strchr(words[i], '=')); i++)
		if (add_to_assignment(own, &words[i]))
			return -1;
	return 0;
}
