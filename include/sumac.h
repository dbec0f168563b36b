/*
 * Sumac's native interface: reductions over teams of ranks, computed in network cards where possible, else
 * on the CPU, with the same bits. Everything returns 0 or a negative SUMAC_E... code
 * (sumac_ops.h), which sumac_strerror() turns into words.
 *
 * Calls on one team are collective and must come in the same order on all its ranks. One thread at a
 * time may be inside the library.
 */
#ifndef SUMAC_H
#define SUMAC_H

#include <stddef.h>
#include <stdint.h>

#include "sumac_ops.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SUMAC_VERSION_MAJOR 0
#define SUMAC_VERSION_MINOR 1
#define SUMAC_VERSION_PATCH 0

#pragma GCC visibility push(default)

struct sumac_team;

/* Version of the library that is loaded, "major.minor.patch". */
const char *sumac_version(void);

/* What a status code means; takes 0, SUMAC_E... or -SUMAC_E.... */
const char *sumac_strerror(int status);

/* The fullest account of the calling thread's last error: which call, which rank, what to do. */
const char *sumac_last_error(void);

/* Collective over the job. Finds the other ranks (PMIx, or alone), the settings and the NIC. Calls nest:
 * the last finalize ends it. A job that a launcher started cannot be initialised again after that. */
int sumac_init(void);
int sumac_finalize(void);

/* This rank and the number of ranks in the job; negative before sumac_init(). */
int sumac_rank(void);
int sumac_size(void);

/* The team of all ranks; NULL before sumac_init(). */
struct sumac_team *sumac_team_world(void);

int sumac_team_rank(const struct sumac_team *team);
int sumac_team_size(const struct sumac_team *team);
/* A member's rank in the job, or -1. */
int sumac_team_world_rank(const struct sumac_team *team, int team_rank);

/* Collective over parent. Members are the parent's ranks start, start + stride, ... (size of them, stride may
 * be negative); the others get NULL in team_out and 0. */
int sumac_team_split_strided(struct sumac_team *parent, int start, int stride, int size,
			     struct sumac_team **team_out);
/* Collective over the team. */
int sumac_team_free(struct sumac_team *team);

/* Memory that the NIC reaches without copies (a window). Local, not collective. Zeroed, page aligned. */
int sumac_alloc(size_t len_bytes, void **memory_out);
int sumac_free(void *memory);

/* dst = the reduction of the ranks' src, elementwise: on all ranks, or on root alone (dst is not touched elsewhere
 * and may be NULL there). dst == src is allowed; overlap in part is not. Any memory, any alignment. */
int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		    size_t count);
int sumac_reduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count, int root);
/* Returns when all ranks of the team have called it. */
int sumac_barrier(struct sumac_team *team);

/* Writes, as a sentence or more, which engine takes such a call on this team, by which plan, and why. Local.
 * Returns the length of the whole text, as snprintf does, or a negative status. */
int sumac_explain(enum sumac_op op, enum sumac_type type, size_t count, const struct sumac_team *team, char *text_out,
		  size_t cap_bytes);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
