/*
 * OpenSHMEM for profiling tools: every function of shmem.h and shmemx.h under its other name. A tool that stands in for
 * shmem_int_put() defines that function, and calls pshmem_int_put().
 */
#ifndef PSHMEM_H
#define PSHMEM_H

#include "shmemx.h"

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

#define SUMAC_PSHMEM(name) extern __typeof__(name) p##name;
SUMAC_PSHMEM(shmemx_exact_sum_reduce)
SUMAC_PSHMEM(shmem_init)
SUMAC_PSHMEM(shmem_init_thread)
SUMAC_PSHMEM(shmem_query_thread)
SUMAC_PSHMEM(shmem_pcontrol)
SUMAC_PSHMEM(shmem_query_initialized)
SUMAC_PSHMEM(shmem_finalize)
SUMAC_PSHMEM(shmem_global_exit)
SUMAC_PSHMEM(shmem_my_pe)
SUMAC_PSHMEM(shmem_n_pes)
SUMAC_PSHMEM(shmem_info_get_version)
SUMAC_PSHMEM(shmem_info_get_name)
SUMAC_PSHMEM(shmem_malloc)
SUMAC_PSHMEM(shmem_calloc)
SUMAC_PSHMEM(shmem_align)
SUMAC_PSHMEM(shmem_realloc)
SUMAC_PSHMEM(shmem_malloc_with_hints)
SUMAC_PSHMEM(shmem_free)
SUMAC_PSHMEM(shmem_team_my_pe)
SUMAC_PSHMEM(shmem_team_n_pes)
SUMAC_PSHMEM(shmem_team_get_config)
SUMAC_PSHMEM(shmem_team_translate_pe)
SUMAC_PSHMEM(shmem_team_split_strided)
SUMAC_PSHMEM(shmem_team_split_2d)
SUMAC_PSHMEM(shmem_team_destroy)
SUMAC_PSHMEM(shmem_barrier_all)
SUMAC_PSHMEM(shmem_sync_all)
SUMAC_PSHMEM(shmem_team_sync)
SUMAC_PSHMEM(shmem_barrier)
void pshmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync); /* in C++ the other name has two functions */
SUMAC_PSHMEM(shmem_set_cache_inv)
SUMAC_PSHMEM(shmem_clear_cache_inv)
SUMAC_PSHMEM(shmem_set_cache_line_inv)
SUMAC_PSHMEM(shmem_clear_cache_line_inv)
SUMAC_PSHMEM(shmem_udcflush)
SUMAC_PSHMEM(shmem_udcflush_line)
SUMAC_PSHMEM(start_pes)
SUMAC_PSHMEM(_my_pe)
SUMAC_PSHMEM(_num_pes)
SUMAC_PSHMEM(shmalloc)
SUMAC_PSHMEM(shmemalign)
SUMAC_PSHMEM(shrealloc)
SUMAC_PSHMEM(shfree)
#undef SUMAC_PSHMEM
#include "pshmem_calls.h"

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#endif
