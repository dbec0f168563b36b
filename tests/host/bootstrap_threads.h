/*
 * A bootstrap for ranks that are threads of one process.
 */
#ifndef SUMAC_BOOTSTRAP_THREADS_H
#define SUMAC_BOOTSTRAP_THREADS_H

#include "bootstrap/bootstrap.h"

/* n_ranks bootstraps that meet in this process; out is an array of n_ranks. Each is closed by its thread. */
int bootstrap_threads_open(int n_ranks, struct sumac_bootstrap *bootstraps_out);

#endif
