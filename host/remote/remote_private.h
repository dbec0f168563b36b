/*
 * The structures and functions that the files of this folder share.
 */
#ifndef SUMAC_REMOTE_PRIVATE_H
#define SUMAC_REMOTE_PRIVATE_H

#include <stdatomic.h>
#include <string.h>
#include <sys/types.h>

#include "base/whole.h"
#include "fabric/fabric.h"
#include "fabric/ofi_rma.h"
#include "remote/remote.h"

enum { SUMAC_REMOTE_MAX_PARTS = 4, SUMAC_REMOTE_IN_FLIGHT = 32 };

/* The executable: where it was loaded, which of its parts are writable, and which executable it is. */
struct sumac_remote_image {
	uint64_t base, identity;
	int n_parts;
	struct sumac_remote_part {
		uint64_t offset, len_bytes; /* from the base */
	} parts[SUMAC_REMOTE_MAX_PARTS];
};

/* This process's executable. If it has more parts than that, the others are not shared. */
void sumac_remote_image_read(struct sumac_remote_image *image_out);
bool sumac_remote_image_holds(const struct sumac_remote_image *image, uint64_t offset, size_t len_bytes);

enum sumac_remote_region { SUMAC_REMOTE_HEAP, SUMAC_REMOTE_DATA, SUMAC_REMOTE_N_REGIONS };

struct sumac_remote_flight;

struct sumac_remote_peer {
	int local_rank; /* -1: on another host */
	pid_t pid;
	uint64_t regions[SUMAC_REMOTE_N_REGIONS]; /* addresses there */
	uint8_t *heap;				  /* here, or NULL */
	bool has_same_image;
	atomic_bool no_vm; /* the kernel refuses us its memory */
	enum sumac_remote_far { SUMAC_REMOTE_UNMET, SUMAC_REMOTE_BY_FABRIC, SUMAC_REMOTE_BY_MESSAGE } far; /* its heap, elsewhere */
	struct sumac_remote_flight *flight; /* NULL: nothing has been sent yet */
};

struct sumac_remote {
	struct sumac_fabric *fabric;
	struct sumac_segment *segment;
	struct sumac_remote_host host;
	int rank, size;
	uint8_t *heap;
	size_t heap_bytes;
	struct sumac_remote_image image;
	struct sumac_remote_peer *peers;
	struct sumac_remote_flow flow;
	atomic_int n_flying;	   /* of all flows; looked at by any thread */
	atomic_int n_flying_unordered; /* those of them that a later request to the same rank may overtake */
	int n_batches;		   /* that have not been sent */
	int fault;	     /* a peer's refusal, or, if something was lost: */
	const char *why_lost;
	int lost_rank;
	struct sumac_ofi_rma *rma; /* for heaps on other hosts; NULL: by messages */
	atomic_bool any_touched;
	atomic_bool *touched; /* by rank */
	struct sumac_fabric_buf *owed, **owed_end; /* executed, not answered */
};

/* Finds where own lies: 0, or -SUMAC_EINVAL with the story. */
int sumac_remote_find(const struct sumac_remote *remote, const void *own, size_t len_bytes,
		      enum sumac_remote_region *region_out, uint64_t *offset_out);

/* Whether there is a way to such memory of that rank: 0, or -SUMAC_EINVAL with the story. */
int sumac_remote_check_way(const struct sumac_remote *remote, int rank, enum sumac_remote_region region);

/* The given flow, or the default one for NULL. */
static inline struct sumac_remote_flow *sumac_remote_flow_of(struct sumac_remote *remote, struct sumac_remote_flow *flow)
{
	return flow ? flow : &remote->flow;
}

/* By the kernel: 0; 1: there is no such way; -SUMAC_ERANGE: this process itself has no such memory; or another -SUMAC_E.... Bytes
 * before the fault have been moved. */
int sumac_remote_vm(struct sumac_remote_peer *peer, uint64_t there, void *here, size_t len_bytes, bool writes);

/* Messages; those to one rank take place in the order in which these were called. */
int sumac_remote_send_put(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, const void *source, size_t len_bytes);
int sumac_remote_send_get(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, void *dest, size_t len_bytes);
int sumac_remote_send_amo(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, const struct sumac_amo *amo, void *fetch_out);
/* Blocks, if at least two fit into a message; 1: they do not. */
int sumac_remote_send_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			     uint64_t offset, void *near, const struct sumac_remote_blocks *blocks, size_t n_blocks, bool is_put);

/* Heaps on other hosts, by libfabric itself, if the setting shmem_rma and all ranks' networks allow. */
int sumac_remote_rma_new(struct sumac_remote *remote, struct sumac_ofi_offer *offer_out);
int sumac_remote_rma_choose(struct sumac_remote *remote, const struct sumac_ofi_offer *offers);
/* 0; 1: use a message; or -SUMAC_E.... A put has read its source. */
int sumac_remote_rma_move(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, void *near, size_t len_bytes, bool is_put);
/* Takes that rank's card, and puts this rank's own in its place. */
void sumac_remote_rma_answer(struct sumac_remote *remote, int rank, void *card);

#endif
