/*
 * Findings of jobs about this machine, kept for later jobs in a file of the user's cache: whether in an allreduce of so many bytes
 * between so many ranks of a host each rank had better fold all of it, or a slice.
 */
#ifndef SUMAC_FOUND_H
#define SUMAC_FOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Teams of 2, of 3 and 4, and of more ranks. The sizes in doubt are (4K, 8K], (8K, 16K] and (16K, 32K] for 2 ranks; for larger
 * teams half of that, and a quarter. Each trial has a vote, and so many votes settle it. */
enum { SUMAC_FOUND_TEAMS = 3, SUMAC_FOUND_SIZES = 3, SUMAC_FOUND_LEAST_BYTES = 4096, SUMAC_FOUND_SETTLED = 4 };

struct sumac_found {
	int8_t votes[SUMAC_FOUND_TEAMS][SUMAC_FOUND_SIZES]; /* > 0: all; < 0: a slice */
	bool is_tried[SUMAC_FOUND_TEAMS][SUMAC_FOUND_SIZES]; /* by this job: no team needs to try again */
	bool is_new;					     /* votes that are not kept yet */
};

static inline int sumac_found_team(int size)
{
	return size <= 2 ? 0 : size <= 4 ? 1 : 2;
}

/* The longest message of a size in doubt; -1 is the size below them. */
static inline uint64_t sumac_found_most_bytes(int team, int size)
{
	return (uint64_t)SUMAC_FOUND_LEAST_BYTES << (size + 1) >> team;
}

/* The size in doubt that such a message has: -1: it is shorter; SUMAC_FOUND_SIZES: longer. */
static inline int sumac_found_size(int team, uint64_t n_bytes)
{
	int size = -1;

	while (size < SUMAC_FOUND_SIZES && n_bytes > sumac_found_most_bytes(team, size))
		size++;
	return size;
}

/* Whether each rank folds all: by the votes or, where there are none, for all sizes but the last. */
static inline bool sumac_found_is_all(const struct sumac_found *found, int team, int size)
{
	int votes = found->votes[team][size];

	return votes ? votes > 0 : size < SUMAC_FOUND_SIZES - 1;
}

void sumac_found_vote(struct sumac_found *found, int team, int size, bool is_all);

/* Reads what is kept; anything may be missing. */
void sumac_found_load(struct sumac_found *found_out);
/* Keeps new votes, if there is a place; a machine on which nothing can be kept loses nothing but that. */
void sumac_found_keep(struct sumac_found *found);
/* The file's path. False: the user has neither a cache nor a home. */
bool sumac_found_path(size_t cap_bytes, char *path_out);

#endif
