/*
 * The parts that calls on other PEs' memory share.
 */
#ifndef SUMAC_SHMEM_FAR_H
#define SUMAC_SHMEM_FAR_H

#include "core/job/remote_api.h"
#include "frontend/shmem/shmem_private.h"

/* Defines a call in both forms, with a context and without. In the body, ctx is the context; names are in parentheses because
 * some of them are macros, too. */
#define SUMAC_SHMEM_ARGS(...) __VA_ARGS__
#define SUMAC_SHMEM_DEFINE(result, name, params, ...) \
	result (shmem_ctx_##name)(shmem_ctx_t ctx, SUMAC_SHMEM_ARGS params) \
	{ \
		__VA_ARGS__; \
	} \
	result (shmem_##name)(SUMAC_SHMEM_ARGS params) \
	{ \
		const shmem_ctx_t ctx = SHMEM_CTX_DEFAULT; \
\
		__VA_ARGS__; \
	}

/* The rank in the job of a context's PE. Dies if there is no such PE, or no such context. */
int sumac_shmem_target(const char *call, shmem_ctx_t ctx, int pe);
/* The context's flow: operations that are awaited together. Dies if it is no context. */
struct sumac_remote_flow *sumac_shmem_flow(shmem_ctx_t ctx);
void sumac_shmem_contexts_forget(void);

/* Dies with the error that an argument has caused for that PE. */
void sumac_shmem_die_of(const char *call, const char *argument, int pe) __attribute__((noreturn));

/* Dies if an argument that names a place in this PE's memory is NULL, which would crash it. */
void sumac_shmem_die_of_null(const char *call, const char *argument) __attribute__((noreturn, cold));
static inline void sumac_shmem_require_place(const char *call, const char *argument, const void *place)
{
	if (!place)
		sumac_shmem_die_of_null(call, argument);
}

/* Waits for everything that this PE has put, or asked for, on any context; dies on an error. */
void sumac_shmem_quiet(const char *call);

/* Copies blocks of elements to a rank, or from it, like shmem_ibput and shmem_ibget. 0, or -SUMAC_E.... */
struct sumac_shmem_blocks {
	ptrdiff_t dst, sst;
	size_t bsize, nblocks, width;
};
int sumac_shmem_put_blocks(int rank, void *dest, const void *source, const struct sumac_shmem_blocks *blocks);

/* The calls behind those of every language; they die on an error. */
void sumac_shmem_put(const char *call, shmem_ctx_t ctx, void *dest, const void *source, size_t n_elems, size_t width, int pe);
void sumac_shmem_get(const char *call, shmem_ctx_t ctx, void *dest, const void *source, size_t n_elems, size_t width, int pe,
		     bool waits);
void sumac_shmem_iput(const char *call, shmem_ctx_t ctx, void *dest, const void *source, struct sumac_shmem_blocks blocks, int pe);
void sumac_shmem_iget(const char *call, shmem_ctx_t ctx, void *dest, const void *source, struct sumac_shmem_blocks blocks, int pe);
void sumac_shmem_act(const char *call, shmem_ctx_t ctx, const void *dest, struct sumac_amo amo, void *fetch_out, bool waits,
		     int pe);
void sumac_shmem_wait_until_int32(const char *call, int32_t *ivar, int cmp, int32_t value);
void sumac_shmem_wait_until_int64(const char *call, int64_t *ivar, int cmp, int64_t value);

void sumac_shmem_set_lock(const char *call, void *lock);
int sumac_shmem_test_lock(const char *call, void *lock); /* 0: this PE has it now */
void sumac_shmem_clear_lock(const char *call, void *lock);

/* The heap's calls, which return NULL and print nothing if it has no room. */
void *sumac_shmem_malloc(const char *call, size_t size);
void *sumac_shmem_realloc(const char *call, void *ptr, size_t size);
void sumac_shmem_free(const char *call, void *ptr);

/* A collective that moves data. Strides are 1 except in alltoalls. */
enum sumac_shmem_moves { SUMAC_SHMEM_BROADCAST, SUMAC_SHMEM_COLLECT, SUMAC_SHMEM_FCOLLECT, SUMAC_SHMEM_ALLTOALL };
struct sumac_shmem_moving {
	enum sumac_shmem_moves what;
	void *dest;
	const void *source;
	size_t n_elems, width;
	int root;
	ptrdiff_t dst, sst;
	bool spares_root; /* a broadcast on an active set leaves the root's destination alone */
};
void sumac_shmem_move_among(const char *name, int start, int log_stride, int size, const void *sync, size_t sync_elem_bytes,
			    struct sumac_shmem_moving call);

#endif
