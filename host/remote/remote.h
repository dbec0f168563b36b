/*
 * Other ranks' memory: what a rank shares with all others, its symmetric heap and the static data of its executable, is
 * found by the place that the same thing has here. Ways, in this order: a mapping, for loads, stores and the CPU's atomics;
 * on this host, static data by process_vm_readv and writev; heaps on other hosts by libfabric, where a card serves them
 * (remote_rma.c); else a message, which the owner's library executes with the CPU's atomics, also while the program computes
 * there.
 */
#ifndef SUMAC_REMOTE_H
#define SUMAC_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sumac_bootstrap;
struct sumac_fabric;
struct sumac_remote;
struct sumac_segment;

enum sumac_amo_op {
	SUMAC_AMO_FETCH, SUMAC_AMO_SET, SUMAC_AMO_SWAP, SUMAC_AMO_COMPARE_SWAP, SUMAC_AMO_ADD, SUMAC_AMO_AND, SUMAC_AMO_OR,
	SUMAC_AMO_XOR, SUMAC_N_AMO_OPS
};

/* On integers of 4 or 8 bytes, or on other things of those sizes that are only moved. */
struct sumac_amo {
	uint8_t op, width;
	uint64_t value, compare;
};

/* The value before. */
uint64_t sumac_amo_here(const struct sumac_amo *amo, void *at);

/* Operations that are awaited together: those of a SHMEM context. Zeros to begin with. */
struct sumac_remote_flow {
	_Atomic int n_flying;	/* messages without an answer, and a batch that has not been sent */
	_Atomic bool is_batched; /* what need not go at once may wait for more that goes the same way */
};

/* Blocks of one length, which lie apart: so many bytes from one's beginning to the next one's. */
struct sumac_remote_blocks {
	size_t block_bytes, near_stride, far_stride;
};

/* What the owner of all this lends. until() returns 0 when is_so(arg) is true, or why it never will be; meanwhile all the
 * job's engines are driven, among them sumac_remote_progress(). */
struct sumac_remote_host {
	void *ctx;
	int (*until)(void *ctx, bool (*is_so)(void *arg), void *arg, const char *what);
};

/* Collective over the job. The heap has the same length on all ranks. */
int sumac_remote_open(struct sumac_fabric *fabric, struct sumac_segment *segment, struct sumac_bootstrap *bootstrap,
		      const struct sumac_remote_host *host, void *heap, size_t heap_bytes, struct sumac_remote **remote_out);
/* Nobody sends any more. */
void sumac_remote_close(struct sumac_remote *remote);

/* What is here at own, of that rank: where it can be loaded and stored, or NULL. Any thread may ask. */
void *sumac_remote_at(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes);
/* Whether there is any way to it: 0, or -SUMAC_E... with the story. */
int sumac_remote_check(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes);

/*
 * Where there is a mapping these do not send; other calls are made by one thread at a time. A put has read its source when
 * it returns. What a get or a fetch brings (into fetch_out, NULL: nothing) is there after a wait for that rank, and so is
 * what a put or an atomic has done there. flow: NULL: one that is there from the start. -SUMAC_ERANGE is about the memory that
 * is this process's own; other errors are about that rank's.
 */
int sumac_remote_put(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source,
		     size_t len_bytes);
int sumac_remote_get(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source,
		     size_t len_bytes);
int sumac_remote_amo(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own, const struct sumac_amo *amo,
		     void *fetch_out);
/* Blocks that are not mapped, as many to a message as it takes. */
int sumac_remote_put_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own_dest,
			    const void *source, const struct sumac_remote_blocks *blocks, size_t n_blocks);
int sumac_remote_get_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *dest,
			    const void *own_source, const struct sumac_remote_blocks *blocks, size_t n_blocks);

/* For what has been asked of that rank before this call, in this flow; NULL: in any. */
int sumac_remote_wait(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank);
/* The same for all ranks; those of this host that sleep for what was stored here are woken. */
int sumac_remote_quiet(struct sumac_remote *remote, struct sumac_remote_flow *flow);
/* What has been put, by any way, takes place before what is put to the same rank from now on. */
int sumac_remote_fence(struct sumac_remote *remote, struct sumac_remote_flow *flow);
/* Whether a quiet has to wait for anything. */
bool sumac_remote_is_quiet(const struct sumac_remote *remote, const struct sumac_remote_flow *flow);

/* Notes that memory of that rank was stored to; the next quiet, or now, wakes it if it is on this host and sleeps. */
void sumac_remote_touched(struct sumac_remote *remote, int rank);
void sumac_remote_wake(struct sumac_remote *remote, int rank);

/* Executes what others ask for, and takes their answers; > 0 if something moved. Never blocks. */
int sumac_remote_progress(struct sumac_remote *remote);

#endif
