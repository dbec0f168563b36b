/*
 * Sumac's native interface: reductions over teams of ranks, computed in network cards where possible, else on the
 * CPU, with the same bits. Everything returns 0 or a negative SUMAC_E... code (sumac_ops.h), which sumac_strerror()
 * turns into words.
 *
 * Calls on one team are collective and must come in the same order on all its ranks. Any number of threads may be
 * inside the library: on different teams in any order, on one team in an order that the program keeps, each call
 * after the one before it has returned. If Sumac sees two threads in calls on one team at once, the team fails
 * (SUMAC_ETHREAD).
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

/* The meaning of a status code, in words; takes 0, SUMAC_E... or -SUMAC_E.... */
const char *sumac_strerror(int status);

/* The fullest account of the calling thread's last error: which call, which rank, what to do. */
const char *sumac_last_error(void);

/* Collective over the job. Finds the other ranks (PMIx, or alone), the settings and the NIC. Calls nest: the last finalize ends
 * it. A job that a launcher started cannot be initialised again after that. sumac_finalize() frees everything and ends the job
 * whatever it returns: 0, or negative if the ranks could not meet at the end, if a report was asked for and this rank cannot
 * write its part, or if the program has closed the descriptor that leads to the launcher. */
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

/* Collective over parent. Members are the parent's ranks start, start + stride, ... (size of them, stride may be negative); the
 * other ranks get NULL in team_out and 0. */
int sumac_team_split_strided(struct sumac_team *parent, int start, int stride, int size,
			     struct sumac_team **team_out);
/* Collective over the team. */
int sumac_team_free(struct sumac_team *team);

/* Memory that the NIC reaches without copies (a window); without a NIC the ranks of this host reach it, in long calls. Local, not
 * collective. Zeroed, page aligned. A child of this process shares it. When a call on it has failed, ranks of this host that do
 * not know of the failure yet may still read its source, and write its destination: use neither for anything else. Freeing them
 * is safe, as nobody gets their place again. */
int sumac_alloc(size_t len_bytes, void **memory_out);
int sumac_free(void *memory);

/*
 * Collectives. All ranks of the team make each call, in the same order, with the same arguments except for the
 * buffers. Any memory, any alignment. In place means dst == src (in an allgather: src is this rank's part of dst);
 * overlap in part is not allowed. A buffer of no elements may be NULL.
 *
 * The value of n ranks is the same expression whoever computes it; docs/reference/operations.md defines it to the
 * bit.
 */

/* dst = the reduction of the ranks' src, elementwise: on all ranks, or on root alone (dst is not touched elsewhere
 * and may be NULL there). */
int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		    size_t count);
int sumac_reduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count, int root);
/* Gives each rank its part of the reduction: counts[r] elements to rank r, one part after the other, or count to each. */
int sumac_reduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			 const size_t *counts);
int sumac_reduce_scatter_block(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst,
			       const void *src, size_t count);
/* dst = the reduction of the src of the ranks up to this one; exscan: of those before it (rank 0's dst is not touched and may be
 * NULL). Folded from the left, as a loop over the ranks would. */
int sumac_scan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count);
int sumac_exscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count);
/* dst = the root's src, on all ranks; src may be NULL elsewhere. */
int sumac_broadcast(struct sumac_team *team, void *dst, const void *src, size_t len_bytes, int root);
/* dst = the ranks' src, one after the other: len_bytes from each, or len_bytes[r] from rank r. */
int sumac_allgather(struct sumac_team *team, void *dst, const void *src, size_t len_bytes);
int sumac_allgatherv(struct sumac_team *team, void *dst, const void *src, const size_t *len_bytes);
/* Returns when all ranks of the team have called it. */
int sumac_barrier(struct sumac_team *team);

/*
 * The same as requests: they return at once, and their work is done when sumac_test() or sumac_wait() says so. Until
 * then the buffers belong to Sumac; lists of counts may be freed at once. Several requests of a team may be in
 * progress, and blocking calls between them; both count in the order of calls on a team. A failure is returned by the
 * test or wait that finds it.
 */
struct sumac_request;
int sumac_iallreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		     size_t count, struct sumac_request **request_out);
int sumac_ireduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		  size_t count, int root, struct sumac_request **request_out);
int sumac_ireduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			  const size_t *counts, struct sumac_request **request_out);
int sumac_ireduce_scatter_block(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst,
				const void *src, size_t count, struct sumac_request **request_out);
int sumac_iscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count,
		struct sumac_request **request_out);
int sumac_iexscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		  size_t count, struct sumac_request **request_out);
int sumac_ibroadcast(struct sumac_team *team, void *dst, const void *src, size_t len_bytes, int root,
		     struct sumac_request **request_out);
int sumac_iallgather(struct sumac_team *team, void *dst, const void *src, size_t len_bytes,
		     struct sumac_request **request_out);
int sumac_iallgatherv(struct sumac_team *team, void *dst, const void *src, const size_t *len_bytes,
		      struct sumac_request **request_out);
int sumac_ibarrier(struct sumac_team *team, struct sumac_request **request_out);

/* Whether the request is complete: *is_done_out. If it is, or if it has failed, it is freed and becomes NULL. A request that is
 * NULL is complete. */
int sumac_test(struct sumac_request **request, int *is_done_out);
/* Returns when the request is complete; it is freed and becomes NULL. */
int sumac_wait(struct sumac_request **request);
/* The same for n of them; returns the first error. */
int sumac_wait_all(int n, struct sumac_request **requests);

/* out = left (op) right, elementwise, on this process's memory, with the bits that a reduction of two ranks gives. out may be
 * left or right; else it overlaps neither. Needs no sumac_init(). */
int sumac_reduce_local(enum sumac_op op, enum sumac_type type, void *out, const void *left, const void *right,
		       size_t count);

/* Writes, in a sentence or more, which engine takes such a call on this team, by which plan, and why. Local. count: the elements
 * of all parts together, or bytes if nothing is combined; op and type are then ignored. The root is 0. Returns the length of the
 * whole text, as snprintf does, or a negative status. */
int sumac_explain(enum sumac_coll coll, enum sumac_op op, enum sumac_type type, size_t count,
		  const struct sumac_team *team, char *text_out, size_t cap_bytes);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
