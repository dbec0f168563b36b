/*
 * The nodes of fake NICs: every write to a group runs them.
 */
#ifndef SUMAC_FAKE_NODES_H
#define SUMAC_FAKE_NODES_H

#include "fake_bus.h"

/* Runs whatever can run, on all NICs; the nodes of a ring run in order. */
void fake_nodes_run(void);
/* The last word of a group's aperture is written. */
void fake_nodes_push(struct fake_bus *fake, unsigned g);
/* Completes the n-th pending node of a group. */
void fake_nodes_complete(struct fake_bus *fake, unsigned g, int n, int status, unsigned fault);

#endif
