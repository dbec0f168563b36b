/*
 * Segments for ranks that are threads of one process.
 */
#ifndef SUMAC_SEGMENT_THREADS_H
#define SUMAC_SEGMENT_THREADS_H

#include "segment/segment.h"

/* n_ranks segments on one mapping; out is an array of n_ranks. */
int segment_threads_open(int n_ranks, struct sumac_segment **segments_out);

#endif
