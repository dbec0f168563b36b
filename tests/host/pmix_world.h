/*
 * Ranks under a PMIx server. There is one PMIx per process: the server runs in a body of child_run(), and
 * each rank is the test's own program, started again; main() hands it to one of the test's parts.
 */
#ifndef PMIX_WORLD_H
#define PMIX_WORLD_H

#include "child.h"
#include "bootstrap/bootstrap.h"
#include "launch/pmix_server.h"

/* In the body: starts a server for that many ranks, with its files in the test's folder. */
void pmix_world_open(int n_ranks);
pid_t pmix_world_start(int rank, const char *part);
/* Waits for a rank: its exit status, or 256 + the number of its signal. */
int pmix_world_end(pid_t pid);
/* The next event that the server reports, within the hang limit. */
struct sumac_notice pmix_world_notice(void);
/* Starts all ranks on one part, and expects each to end with that status. */
void pmix_world_run(int n_ranks, const char *part, int status);

struct pmix_part {
	const char *name;
	int (*run)(void);
};

/* For main(): runs the part that argv names, if it names one. */
bool pmix_world_is_rank(int argc, char **argv, const struct pmix_part *parts, size_t n_parts, int *status_out);

#endif
