/*
 * A fabric of queues for ranks that are threads of one process.
 */
#ifndef SUMAC_FABRIC_THREADS_H
#define SUMAC_FABRIC_THREADS_H

#include "fabric/fabric.h"

/* n_ranks fabrics that reach each other in this process; each is used and closed by one thread. A seed other
 * than 0 delays and reorders deliveries at random. */
int fabric_threads_open(int n_ranks, size_t payload_bytes, uint64_t seed, struct sumac_fabric **fabrics_out);

#endif
