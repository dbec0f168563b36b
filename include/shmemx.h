/*
 * Sumac's extensions of OpenSHMEM: exact sums. sumac_exact.h has accumulators.
 */
#ifndef SHMEMX_H
#define SHMEMX_H

#include "shmem.h"

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sums of n_fields fields: dest[f] = the sum of source[f * stride] ... source[f * stride + n_local - 1] of all PEs of the team,
 * rounded once, on all PEs. It does not depend on how the numbers are spread over the PEs. n_local may differ from PE to PE;
 * n_fields and stride may not. dest and source are symmetric, and may be the same. Returns 0, or another value, as
 * shmem_double_sum_reduce() does.
 */
int shmemx_exact_sum_reduce(shmem_team_t team, double *dest, const double *source, size_t n_local, size_t n_fields, size_t stride);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#endif
