/*
 * Opening and closing; finding an object on another rank; and choosing the way to it.
 */
#include "remote/remote_wire.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "bootstrap/bootstrap.h"
#include "segment/segment.h"

static const uint64_t NOT_IN_SEGMENT = UINT64_MAX;

/* A rank's card for all others. */
struct offer {
	uint64_t heap, window; /* where its heap lies: in its process, and among its windows */
	uint64_t image, identity;
	uint64_t heap_bytes;
	int64_t pid;
	struct sumac_ofi_offer rma;
};

static struct offer make_offer(const struct sumac_remote *remote)
{
	struct offer offer = { .heap = (uintptr_t)remote->heap, .window = NOT_IN_SEGMENT, .image = remote->image.base,
			       .identity = remote->image.identity, .heap_bytes = remote->heap_bytes, .pid = getpid() };
	uint64_t offset;

	if (sumac_segment_window_find(remote->segment, remote->heap, remote->heap_bytes, &offset))
		offer.window = offset;
	return offer;
}

static int meet_peer(struct sumac_remote *remote, int rank, const struct offer *offer)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];
	int err = 0;

	*peer = (struct sumac_remote_peer){ .local_rank = sumac_segment_local_rank_of(remote->segment, rank),
					    .pid = (pid_t)offer->pid };
	peer->regions[SUMAC_REMOTE_HEAP] = offer->heap;
	peer->regions[SUMAC_REMOTE_DATA] = offer->image;
	peer->has_same_image = offer->identity == remote->image.identity;
	if (offer->heap_bytes != remote->heap_bytes)
		return sumac_fail(SUMAC_EINVAL, "the symmetric heap of rank %d has %llu bytes, that of rank %d %zu", rank,
				  (unsigned long long)offer->heap_bytes, remote->rank, remote->heap_bytes);
	if (rank == remote->rank)
		peer->heap = remote->heap;
	else if (peer->local_rank >= 0 && offer->window != NOT_IN_SEGMENT)
		peer->heap = sumac_segment_window_at(remote->segment, peer->local_rank, offer->window, remote->heap_bytes, &err);
	/* Ranks that are threads of one process (tests) share one copy of its data. */
	return err;
}

static int meet_all(struct sumac_remote *remote, struct sumac_bootstrap *bootstrap)
{
	bool has_other_hosts = sumac_segment_n_local(remote->segment) < remote->size;
	struct offer mine = make_offer(remote), *all = malloc((size_t)remote->size * sizeof(*all));
	struct sumac_ofi_offer *rmas = calloc((size_t)remote->size, sizeof(*rmas));
	int err = all && rmas ? 0 : sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", remote->size);

	if (!err && has_other_hosts)
		err = sumac_remote_rma_new(remote, &mine.rma);
	if (!err)
		err = sumac_bootstrap_allgather(bootstrap, &mine, sizeof(mine), all);
	for (int rank = 0; rank < remote->size && !err; rank++) {
		err = meet_peer(remote, rank, &all[rank]);
		rmas[rank] = all[rank].rma;
	}
	if (!err)
		err = sumac_remote_rma_choose(remote, rmas);
	free(rmas);
	free(all);
	return err;
}

int sumac_remote_open(struct sumac_fabric *fabric, struct sumac_segment *segment, struct sumac_bootstrap *bootstrap,
		      const struct sumac_remote_host *host, void *heap, size_t heap_bytes, struct sumac_remote **remote_out)
{
	struct sumac_remote *remote = calloc(1, sizeof(*remote));
	int err;

	if (!remote)
		return sumac_fail(SUMAC_ENOMEM, "no memory for reaching other ranks");
	remote->fabric = fabric;
	remote->segment = segment;
	remote->host = *host;
	remote->rank = sumac_fabric_rank(fabric);
	remote->size = sumac_fabric_size(fabric);
	remote->heap = heap;
	remote->heap_bytes = heap_bytes;
	remote->owed_end = &remote->owed;
	sumac_remote_image_read(&remote->image);
	remote->peers = calloc((size_t)remote->size, sizeof(*remote->peers));
	remote->touched = calloc((size_t)remote->size, sizeof(*remote->touched));
	err = remote->peers && remote->touched ? meet_all(remote, bootstrap) :
						 sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", remote->size);
	if (err) {
		sumac_remote_close(remote);
		return err;
	}
	*remote_out = remote;
	return 0;
}

void sumac_remote_close(struct sumac_remote *remote)
{
	struct sumac_fabric_buf *buf;

	if (remote->rma)
		sumac_ofi_rma_close(remote->rma);
	while ((buf = remote->owed)) {
		remote->owed = buf->next;
		sumac_fabric_buf_put(buf);
	}
	while ((buf = sumac_fabric_next(remote->fabric, SUMAC_FABRIC_REMOTE)))
		sumac_fabric_buf_put(buf);
	for (int rank = 0; remote->peers && rank < remote->size; rank++) {
		struct sumac_remote_flight *flight = remote->peers[rank].flight;

		for (int i = 0; flight && i < SUMAC_REMOTE_IN_FLIGHT; i++)
			if (flight->held[i])
				sumac_fabric_buf_put(flight->held[i]);
		free(flight);
	}
	free(remote->peers);
	free(remote->touched);
	free(remote);
}

static bool find(const struct sumac_remote *remote, const void *own, size_t len_bytes, enum sumac_remote_region *region_out,
		 uint64_t *offset_out)
{
	uint64_t offset = (uintptr_t)own - (uintptr_t)remote->heap;

	*region_out = SUMAC_REMOTE_HEAP;
	*offset_out = offset;
	if (offset <= remote->heap_bytes && len_bytes <= remote->heap_bytes - offset)
		return true;
	*region_out = SUMAC_REMOTE_DATA;
	*offset_out = (uintptr_t)own - remote->image.base;
	return sumac_remote_image_holds(&remote->image, *offset_out, len_bytes);
}

int sumac_remote_find(const struct sumac_remote *remote, const void *own, size_t len_bytes,
		      enum sumac_remote_region *region_out, uint64_t *offset_out)
{
	if (find(remote, own, len_bytes, region_out, offset_out))
		return 0;
	return sumac_fail(SUMAC_EINVAL, "%zu bytes at %p are neither on the symmetric heap nor static data of the program itself: "
			  "data of shared libraries cannot be put to or got", len_bytes, own);
}

void *sumac_remote_at(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes)
{
	const uint64_t offset = (uintptr_t)own - (uintptr_t)remote->heap;
	enum sumac_remote_region region;
	uint64_t place;

	if (offset <= remote->heap_bytes && len_bytes <= remote->heap_bytes - offset)
		return remote->peers[rank].heap ? remote->peers[rank].heap + offset : NULL;
	return rank == remote->rank && find(remote, own, len_bytes, &region, &place) ? (void *)(uintptr_t)own : NULL;
}

int sumac_remote_check_way(const struct sumac_remote *remote, int rank, enum sumac_remote_region region)
{
	if (region == SUMAC_REMOTE_HEAP || remote->peers[rank].has_same_image)
		return 0;
	return sumac_fail(SUMAC_EINVAL, "rank %d runs another executable than rank %d, so static data has no common address: use "
			  "the symmetric heap", rank, remote->rank);
}

int sumac_remote_check(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes)
{
	enum sumac_remote_region region;
	uint64_t offset;
	int err = sumac_remote_find(remote, own, len_bytes, &region, &offset);

	return err ? err : sumac_remote_check_way(remote, rank, region);
}

/* 0: done; 1: by a message; or -SUMAC_E.... */
static int by_kernel(struct sumac_remote *remote, int rank, enum sumac_remote_region region, uint64_t offset, void *here,
		     size_t len_bytes, bool writes)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];
	int err = sumac_remote_check_way(remote, rank, region);

	if (err)
		return err;
	return peer->local_rank < 0 ? 1 : sumac_remote_vm(peer, peer->regions[region] + offset, here, len_bytes, writes);
}

int sumac_remote_put(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own_dest, const void *source,
		     size_t len_bytes)
{
	void *at = sumac_remote_at(remote, rank, own_dest, len_bytes);
	enum sumac_remote_region region;
	uint64_t offset;
	int err;

	if (at) {
		memmove(at, source, len_bytes);
		sumac_remote_touched(remote, rank);
		return 0;
	}
	err = sumac_remote_find(remote, own_dest, len_bytes, &region, &offset);
	if (!err)
		err = by_kernel(remote, rank, region, offset, (void *)(uintptr_t)source, len_bytes, true);
	if (!err)
		sumac_remote_touched(remote, rank);
	if (err > 0)
		err = sumac_remote_rma_move(remote, sumac_remote_flow_of(remote, flow), rank, region, offset,
					    (void *)(uintptr_t)source, len_bytes, true);
	return err > 0 ? sumac_remote_send_put(remote, sumac_remote_flow_of(remote, flow), rank, region, offset, source, len_bytes)
	       : err;
}

int sumac_remote_get(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *dest, const void *own_source,
		     size_t len_bytes)
{
	void *at = sumac_remote_at(remote, rank, own_source, len_bytes);
	enum sumac_remote_region region;
	uint64_t offset;
	int err;

	if (at) {
		memmove(dest, at, len_bytes);
		return 0;
	}
	err = sumac_remote_find(remote, own_source, len_bytes, &region, &offset);
	if (!err)
		err = by_kernel(remote, rank, region, offset, dest, len_bytes, false);
	if (err > 0)
		err = sumac_remote_rma_move(remote, sumac_remote_flow_of(remote, flow), rank, region, offset, dest, len_bytes,
					    false);
	return err > 0 ? sumac_remote_send_get(remote, sumac_remote_flow_of(remote, flow), rank, region, offset, dest, len_bytes)
	       : err;
}

/* The kernel moves one block per call; a message takes several. */
static int by_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own, void *near,
		     const struct sumac_remote_blocks *blocks, size_t n_blocks, bool is_put)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];
	enum sumac_remote_region region;
	uint64_t offset;
	size_t span;
	int err;

	if (__builtin_mul_overflow(n_blocks - 1, blocks->far_stride, &span) ||
	    __builtin_add_overflow(span, blocks->block_bytes, &span))
		span = SIZE_MAX; /* more than memory has, so no peer has it either */
	err = sumac_remote_find(remote, own, span, &region, &offset);
	if (!err)
		err = sumac_remote_check_way(remote, rank, region);
	if (!err)
		err = peer->local_rank >= 0 && !atomic_load_explicit(&peer->no_vm, memory_order_relaxed) ? 1 :
		      sumac_remote_send_blocks(remote, sumac_remote_flow_of(remote, flow), rank, region, offset, near, blocks,
					       n_blocks, is_put);
	if (err <= 0)
		return err;
	for (size_t i = 0; i < n_blocks && err >= 0; i++) {
		uint8_t *there = (uint8_t *)own + i * blocks->far_stride, *here = (uint8_t *)near + i * blocks->near_stride;

		err = is_put ? sumac_remote_put(remote, flow, rank, there, here, blocks->block_bytes) :
			       sumac_remote_get(remote, flow, rank, here, there, blocks->block_bytes);
	}
	return err;
}

int sumac_remote_put_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *own_dest,
			    const void *source, const struct sumac_remote_blocks *blocks, size_t n_blocks)
{
	return by_blocks(remote, flow, rank, own_dest, (void *)(uintptr_t)source, blocks, n_blocks, true);
}

int sumac_remote_get_blocks(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, void *dest,
			    const void *own_source, const struct sumac_remote_blocks *blocks, size_t n_blocks)
{
	return by_blocks(remote, flow, rank, (void *)(uintptr_t)own_source, dest, blocks, n_blocks, false);
}
