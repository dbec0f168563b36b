/*
 * Joining the segment: what a rank knows while it does, for the files that compare the ranks of all hosts and that
 * meet those of this one.
 */
#ifndef SUMAC_SEGMENT_JOIN_H
#define SUMAC_SEGMENT_JOIN_H

#include <stdint.h>

#include "base/patience.h"
#include "bootstrap/bootstrap.h"

/* A rank's card for all others, in few bytes, as there may be thousands. Only the leader's socket is used; but only then is it
 * known who leads. */
struct sumac_segment_identity {
	uint64_t host;	    /* a hash */
	uint64_t socket[2]; /* a random number, which is its name */
	uint32_t group;	    /* as the setting ranks_a_host has it */
	int32_t pid;
	int32_t status; /* not 0: it has no sockets */
	int32_t unused;
};

struct sumac_segment_join {
	struct sumac_bootstrap *bootstrap;
	struct sumac_patience patience;
	int rank, n_ranks;
	struct sumac_segment_identity *all;
	int *local_ranks; /* by rank; -1: on another host */
	int n_local, leader;
	int listener, caller; /* both sockets are made before the others count on them */
	int memory;
};

/* Runs before the others know about the sockets. A rank that fails here has none that others may count on. */
int sumac_segment_sockets_open(struct sumac_segment_join *join, uint64_t number_out[2]);
void sumac_segment_sockets_close(struct sumac_segment_join *join);
/* Runs when all know who leads: join->memory, on the leader after it has handed it to all others of this host. 0, or
 * -SUMAC_E.... */
int sumac_segment_meet(struct sumac_segment_join *join);

#endif
