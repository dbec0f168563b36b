/*
 * The nodes of fake NICs: run by every write to a group.
 */
#ifndef SUMAC_FAKE_NODES_H
#define SUMAC_FAKE_NODES_H

#include "fake_bus.h"

/* Runs whatever can run, on all NICs. Nodes of a ring go in order. */
void fake_nodes_run(void);
/* Completes the n-th pending node of a group. */
void fake_nodes_complete(struct fake_bus *fake, unsigned g, int n, int status, unsigned fault);

#endif
