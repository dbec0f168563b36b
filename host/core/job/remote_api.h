/*
 * Other ranks' memory, for front ends: host/remote for the process's job. Exported as core/frontend.h is.
 */
#ifndef SUMAC_REMOTE_API_H
#define SUMAC_REMOTE_API_H

#include "remote/remote.h"

#pragma GCC visibility push(default)

/* Collective over the job, once: the heap, which all ranks have at the same length, and the program's static data are
 * shared from now on. */
int sumac_remote_api_open(void *heap, size_t heap_bytes);

/* As sumac_remote_at() and so on. Ranks are those of the job, and have been checked. Any thread may call. */
void *sumac_remote_api_at(int rank, const void *own, size_t len_bytes);
int sumac_remote_api_check(int rank, const void *own, size_t len_bytes);
void sumac_remote_api_touched(int rank);
/* flow: as there; NULL: the default one. */
int sumac_remote_api_put(struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source, size_t len_bytes);
/* waits: the data is there when it returns; else after a quiet. */
int sumac_remote_api_get(struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source, size_t len_bytes,
			 bool waits);
int sumac_remote_api_amo(int rank, void *own, const struct sumac_amo *amo, void *fetch_out, bool waits);
int sumac_remote_api_amo_of(struct sumac_remote_flow *flow, int rank, void *own, const struct sumac_amo *amo, void *fetch_out,
			    bool waits);
/* For blocks that are not mapped. Data from gets is there after a quiet. */
int sumac_remote_api_put_blocks(struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source,
				const struct sumac_remote_blocks *blocks, size_t n_blocks);
int sumac_remote_api_get_blocks(struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source,
				const struct sumac_remote_blocks *blocks, size_t n_blocks);
/* rank: one, or -1 for all. A quiet covers all flows. */
int sumac_remote_api_quiet(int rank);
int sumac_remote_api_quiet_of(struct sumac_remote_flow *flow, int rank);
int sumac_remote_api_fence(struct sumac_remote_flow *flow);

/* Waits until is_so(arg) says so; as sumac_wait_for_condition(). */
int sumac_remote_api_until(bool (*is_so)(void *arg), void *arg, const char *what);
/* Drives the library once, between looks at something that others bring about. */
void sumac_remote_api_pass(void);

#pragma GCC visibility pop

#endif
