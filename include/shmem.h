/*
 * OpenSHMEM on Sumac: set-up, the symmetric heap, teams, synchronisation, every reduction, on teams (typed and, in
 * C11, generic) and on active sets, and scans. shmem_remote.h, which this includes, has the rest: put and get,
 * atomics, waits, the collectives that move data, locks, contexts.
 *
 * Reductions take any symmetric memory. The NIC reaches the symmetric heap without copies; static and global objects
 * are copied through a buffer on the way.
 *
 * Every function also exists as p<name>, for a profiling tool that stands in for <name>: pshmem.h.
 */
#ifndef SHMEM_H
#define SHMEM_H

#include <stddef.h>
#include <stdint.h>

#include "shmem_constants.h"

/* A handle, not a pointer to be followed. */
typedef struct sumac_shmem_team *shmem_team_t;

#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_TEAM_WORLD ((shmem_team_t)1)
/* The PEs of this host. */
#define SHMEM_TEAM_SHARED ((shmem_team_t)2)

/* How many contexts a team is asked to have; used when the mask contains SHMEM_TEAM_NUM_CONTEXTS. */
typedef struct {
	int num_contexts;
} shmem_team_config_t;

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

void shmem_init(void);
/* Sumac grants every level. */
int shmem_init_thread(int requested, int *provided);
void shmem_query_thread(int *provided);
/* For profiling tools, which may define it. */
void shmem_pcontrol(int level, ...);
/* 1 between shmem_init() and shmem_finalize(), else 0. */
void shmem_query_initialized(int *initialized);
void shmem_finalize(void);
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void shmem_global_exit(int status);

int shmem_my_pe(void);
int shmem_n_pes(void);
void shmem_info_get_version(int *major, int *minor);
void shmem_info_get_name(char *name);

/* The symmetric heap. These are collective over all PEs, with the same arguments. The setting heap_bytes is its size. */
void *shmem_malloc(size_t size);
void *shmem_calloc(size_t count, size_t size);
void *shmem_align(size_t alignment, size_t size);
void *shmem_realloc(void *ptr, size_t size);
void *shmem_malloc_with_hints(size_t size, long hints);
void shmem_free(void *ptr);

int shmem_team_my_pe(shmem_team_t team);
int shmem_team_n_pes(shmem_team_t team);
int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config);
int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);
int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
			     const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team);
/* Lays the parent's PEs out in rows of xrange, and makes a team of the PE's row, and one of its column. */
int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask,
			shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask,
			shmem_team_t *yaxis_team);
void shmem_team_destroy(shmem_team_t team);

void shmem_barrier_all(void);
void shmem_sync_all(void);
int shmem_team_sync(shmem_team_t team);
/* On active sets. Work arrays are only looked at, and only in checking mode. */
void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync);
void shmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync);

/* Older names. A program begun with start_pes() ends by itself when it exits with status 0. */
/* For machines whose caches do not see other PEs' puts; here nothing needs doing. */
void shmem_set_cache_inv(void);
void shmem_clear_cache_inv(void);
void shmem_set_cache_line_inv(void *dest);
void shmem_clear_cache_line_inv(void *dest);
void shmem_udcflush(void);
void shmem_udcflush_line(void *dest);
void start_pes(int npes);
int _my_pe(void);
int _num_pes(void);
void *shmalloc(size_t size);
void *shmemalign(size_t alignment, size_t size);
void *shrealloc(void *ptr, size_t size);
void shfree(void *ptr);

#ifdef __cplusplus
}

/* The forms for teams and for active sets share one name. */
static inline int shmem_sync(shmem_team_t team)
{
	return shmem_team_sync(team);
}
#else
#define SUMAC_SHMEM_FOURTH(first, second, third, fourth, name, ...) name
#define shmem_sync(...) \
	SUMAC_SHMEM_FOURTH(__VA_ARGS__, shmem_sync, shmem_sync, shmem_sync, shmem_team_sync, )(__VA_ARGS__)
#endif

#include "shmem_reductions.h"
#include "shmem_remote.h"

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#endif
