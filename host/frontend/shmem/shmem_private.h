/*
 * What the files of the SHMEM front end share.
 */
#ifndef SUMAC_SHMEM_PRIVATE_H
#define SUMAC_SHMEM_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include "shmem.h"
#include "sumac.h"

/* Prints what went wrong in that call and ends the job: the end of a call that can return no error. */
void sumac_shmem_die(const char *call, const char *why) __attribute__((noreturn));
/* Prints what went wrong in a call whose status hardly any program looks at, once for each cause, and of a team
 * that has failed on one of its PEs; returns the status. */
int sumac_shmem_complain(const char *call, const struct sumac_team *team, int status);
/* Dies unless shmem_init() has been called. */
void sumac_shmem_require_init(const char *call);

/* NULL for SHMEM_TEAM_INVALID; the core recognises what is not a team. */
struct sumac_team *sumac_shmem_team_of(shmem_team_t team);

/* The team of the active set, made at its first use by a meeting of its members. */
int sumac_shmem_active_set_find(int start, int log_stride, int size, struct sumac_team **team_out);
void sumac_shmem_active_sets_forget(void);

/* The symmetric heap. */
int sumac_shmem_heap_open(void);
void sumac_shmem_heap_close(void);
bool sumac_shmem_heap_holds(const void *start, size_t len_bytes);

/* In checking mode: 0, or a status with a story. */
int sumac_shmem_check_buffers(const void *dest, const void *source, size_t len_bytes);
int sumac_shmem_check_work(const void *work, size_t work_bytes, const long *sync);

#endif
