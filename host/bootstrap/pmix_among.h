/*
 * An exchange among some ranks of a job under a PMIx launcher, without the others: this is how the members of a SHMEM
 * active set communicate before they have a team.
 */
#ifndef SUMAC_PMIX_AMONG_H
#define SUMAC_PMIX_AMONG_H

#include <stddef.h>

/* Exported for the front ends of this build, which are in libraries of their own. */
#pragma GCC visibility push(default)

/* recv_out gets one value from each of the ranks, in the order given, which must be ascending and the same on all. The name must
 * not have been used before, except by exchanges in which this rank took no part. While the ranks gather, this calls idle again
 * and again; if idle returns a negative status, the exchange ends with that. */
int sumac_pmix_allgather_among(const int *ranks, int n_ranks, const char *name, const void *value, size_t len_bytes,
			       int (*idle)(void *ctx), void *ctx, void *recv_out);

#pragma GCC visibility pop

#endif
