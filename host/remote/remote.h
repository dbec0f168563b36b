/*
 * Other ranks' memory. A rank shares its symmetric heap and the static data of its executable with all others; a rank
 * finds an object there by the place that the same object has here. Ways, in this order: a mapping, for loads, stores
 * and the CPU's atomics; on this host, static data by process_vm_readv and writev; heaps on other hosts by libfabric,
 * if a card serves them (remote_rma.c); else a message, which the owner's library executes with the CPU's atomics,
 * even while its program computes.
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

/* On integers of 4 or 8 bytes, or on other objects of those sizes that are only moved. */
struct sumac_amo {
	uint8_t op, width;
	uint64_t value, compare;
};

/* Also returns the value before. */
uint64_t sumac_amo_here(const struct sumac_amo *amo, void *at);

/* Operations that are awaited together: those of a SHMEM context. Zeros at first. */
struct sumac_remote_flow {
	_Atomic int n_flying;	/* messages without an answer, and a batch that has not been sent */
	_Atomic bool is_batched; /* operations that are not urgent may wait for others that go the same way */
};

/* Blocks of one length that lie apart, with this many bytes from one's beginning to the next one's. */
struct sumac_remote_blocks {
	size_t block_bytes, near_stride, far_stride;
};

/* Functions that the owner of all this lends. until() returns 0 when is_so(arg) is true, or why it never will be; meanwhile it
 * drives all the job's engines, and sumac_remote_progress(). */
struct sumac_remote_host {
	void *ctx;
	int (*until)(void *ctx, bool (*is_so)(void *arg), void *arg, const char *what);
};

/* Collective over the job. The heap has the same length on all ranks. */
int sumac_remote_open(struct sumac_fabric *fabric, struct sumac_segment *segment, struct sumac_bootstrap *bootstrap,
		      const struct sumac_remote_host *host, void *heap, size_t heap_bytes, struct sumac_remote **remote_out);
/* Nobody sends any more. */
void sumac_remote_close(struct sumac_remote *remote);

/* Where that rank's copy of the object at own can be loaded and stored, or NULL. Any thread may ask. */
void *sumac_remote_at(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes);
/* Whether there is any way to it: 0, or -SUMAC_E... with the story. */
int sumac_remote_check(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes);

/*
 * With a mapping these send nothing; otherwise one thread calls at a time. A put has read its source when it returns.
 * The data of a get or a fetch (into fetch_out, NULL: none) is there after a wait for that rank, and a put or an
 * atomic has taken place there by then. flow: NULL: one that exists from the start. -SUMAC_ERANGE concerns this
 * process's own memory; other errors concern that rank's.
 */
int sumac_remote_put(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source,
		     size_t len_bytes);
int sumac_remote_get(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source,
		     size_t len_bytes);
int sumac_remote_amo(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own, const struct sumac_amo *amo,
		     void *fetch_out);
/* Blocks that are not mapped, as many to a message as fit. */
int sumac_remote_put_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own_dest,
			    const void *source, const struct sumac_remote_blocks *blocks, size_t n_blocks);
int sumac_remote_get_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *dest,
			    const void *own_source, const struct sumac_remote_blocks *blocks, size_t n_blocks);

/* For all requests to that rank before this call, in this flow; NULL: in any. */
int sumac_remote_wait(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank);
/* The same for all ranks; it also wakes those of this host that sleep for data stored here. */
int sumac_remote_quiet(struct sumac_remote *remote, struct sumac_remote_flow *flow);
/* Everything put so far, by any way, takes place before anything put to the same rank from now on. */
int sumac_remote_fence(struct sumac_remote *remote, struct sumac_remote_flow *flow);
/* Whether a quiet has to wait for anything. */
bool sumac_remote_is_quiet(const struct sumac_remote *remote, const struct sumac_remote_flow *flow);

/* Notes that memory of that rank was stored to; the next quiet, or this call, wakes it if it is on this host and sleeps. */
void sumac_remote_touched(struct sumac_remote *remote, int rank);
void sumac_remote_wake(struct sumac_remote *remote, int rank);

/* Executes what others ask for, and takes their answers; > 0 if something moved. Never blocks. */
int sumac_remote_progress(struct sumac_remote *remote);

#endif
